// SPDX-License-Identifier: MIT
// The theorem of laws/text_reads_back.hpp.
#include "colex/laws/text_reads_back.hpp"

#include <cctype>
#include <string>
#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/tuple.hpp"

namespace colex::sym {

namespace {

using Law = laws::text_reads_back;

// Texts in formulas, and regular expressions. Both solvers know SMT-LIB's theory of strings.
Term text(std::string const& t) { return context().string_val(t); }
Term pattern(Z3_ast e) { return Term(context(), e); }
Term just(std::string const& t) { return pattern(Z3_mk_seq_to_re(context(), text(t))); }
Term maybe(Term const& e) { return pattern(Z3_mk_re_option(context(), e)); }
Term any_number_of(Term const& e) { return pattern(Z3_mk_re_star(context(), e)); }
Term some_of(Term const& e) { return pattern(Z3_mk_re_plus(context(), e)); }
Term after(std::vector<Term> const& parts) {
  std::vector<Z3_ast> all(parts.begin(), parts.end());
  return pattern(Z3_mk_re_concat(context(), static_cast<unsigned>(all.size()), all.data()));
}
Term either(std::vector<Term> const& parts) {
  std::vector<Z3_ast> all(parts.begin(), parts.end());
  return pattern(Z3_mk_re_union(context(), static_cast<unsigned>(all.size()), all.data()));
}
Term is(Term const& what, Term const& of) { return pattern(Z3_mk_seq_in_re(context(), what, of)); }

/// The grammar of tuples over digit 1 and blanks, `depth` parentheses deep, and what may be the beginning of
/// one.
struct Grammar {
  Term blanks = any_number_of(just(" ")), minus = maybe(after({just("-"), blanks})),
       number = after({minus, some_of(just("1"))}), begun = after({minus, any_number_of(just("1"))});

  Term tuple(int depth) const {
    std::vector<Term> forms = {number, after({just("("), blanks, just(")")})};
    if (depth > 0) {
      Term const inner = tuple(depth - 1);
      forms.push_back(after({just("("), inner, any_number_of(after({just(","), inner})), just(")")}));
    }
    return after({blanks, either(forms), blanks});
  }
  Term beginning(int depth) const {
    std::vector<Term> forms = {begun, after({just("-"), blanks}), after({number, blanks}),
                               after({just("("), blanks})};
    if (depth > 0)
      forms.push_back(
          after({just("("), any_number_of(after({tuple(depth - 1), just(",")})), beginning(depth - 1)}));
    return either({blanks, after({blanks, either(forms)}), tuple(depth)});
  }
};

/// Calls f for every string of up to `longest` of these characters.
template <class F>
void strings(std::string const& characters, std::size_t longest, F f, std::string const& so_far = "") {
  if (!so_far.empty()) f(so_far);
  if (so_far.size() == longest) return;
  for (char const c : characters) strings(characters, longest, f, so_far + c);
}

template <class T>
std::string text_of(T const& value) {
  std::string r;
  write(r, value);
  return r;
}

/// A number as SMT-LIB writes it, which has no numbers below 0.
Term written(std::int64_t n) {
  Term const digits = pattern(Z3_mk_int_to_str(context(), number(n < 0 ? -n : n)));
  return n < 0 ? z3::concat(text("-"), digits) : digits;
}

/// A tree of numbers, node by node: what its text is, in parentheses, with commas between.
Term written(IntTuple<std::int64_t> const& t) {
  z3::expr_vector parts(context());
  parts.push_back(text(""));
  parts.push_back(text(""));
  auto const node = [&](auto const& self, IntTuple<std::int64_t> const& of) -> void {
    if (of.profile.is_leaf({})) return parts.push_back(written(of.leaves[0]));
    parts.push_back(text("("));
    for (int k = 0; k < rank(of); ++k) {
      if (k > 0) parts.push_back(text(","));
      self(self, entry(of, k));
    }
    parts.push_back(text(")"));
  };
  node(node, t);
  return z3::concat(parts);
}

/// `of` with blanks where the reader allows them: between any two tokens, and after a minus.
Term spaced(std::string const& of) {
  Term const blanks = any_number_of(just(" "));
  std::vector<Term> parts = {blanks};
  for (std::size_t k = 0; k < of.size(); ++k) {
    parts.push_back(just(std::string(1, of[k])));
    bool const inside = k + 1 < of.size() && std::isdigit(of[k]) && std::isdigit(of[k + 1]);
    if (!inside) parts.push_back(blanks);
  }
  return after(parts);
}

void prove(Proof& p) {
  Grammar const grammar;
  Term const tuple = grammar.tuple(2), beginning = grammar.beginning(5);
  every(
      p, "tuples are what the grammar says: every text of up to 5 of `(),-1` and blanks",
      [&](auto const& ask) {
        strings("(),-1 ", 5, [&](std::string const& t) {
          auto const read = parse_tuple(t);
          if (read) {  // it is what stands there, and is written so
            std::string const again = text_of(read.value);
            ask(all_of({is(text(t), tuple), is(text(t), spaced(again)), text(again) == written(read.value)}),
                t);
            return;
          }
          // up to the column named it may go on, with the character there it may not
          auto const column = static_cast<std::size_t>(read.column);
          if (column < 1 || column > t.size() + 1) return ask(false, t);
          std::vector<Term> all = {!is(text(t), tuple), is(text(t.substr(0, column - 1)), beginning)};
          if (column <= t.size()) all.push_back(!is(text(t.substr(0, column)), beginning));
          ask(all_of(all), t);
        });
      });
  every(p, "layouts: six shapes with seven strides", [](auto const& ask) {
    for (std::string const shape : {"2", "(2,1)", "((2),1)", "()", "(0)", "((),2)"})
      for (std::string const stride : {"3", "(-3,3)", "((-3),3)", "()", "(3)", "((),-3)", "(3"}) {
        std::string const t = shape + ":" + stride;
        auto const read = parse_layout(t);
        auto const nesting = [](std::string const& of) {  // 1 for each number
          std::string r;
          for (char const c : of)
            if (c != '-' && !std::isdigit(c))
              r += c;
            else if (r.empty() || r.back() != '1')
              r += '1';
          return r;
        };
        bool const alike = nesting(shape) == nesting(stride);
        if (shape == "(0)")
          ask(!read && read.column == 1, t);
        else if (read)
          ask(alike && text_of(read.value) == t, t);
        else
          ask(!alike && read.column == int(stride == "(3" ? t.size() : shape.size()) + 1, t);
      }
  });
  every(p, "numbers: -2000 to 2000, and around each power of ten and of two", [](auto const& ask) {
    auto const one = [&](std::int64_t n) {
      std::string const t = text_of(n);
      auto const read = parse_tuple(t);
      ask(all_of({text(t) == written(n), truth_of(read && read.value == leaf(n))}), n);
    };
    for (std::int64_t n = -2000; n <= 2000; ++n) one(n);
    for (std::int64_t base : {2, 10})
      for (std::int64_t power = 1; power <= kReachLimit / base; power *= base)
        for (std::int64_t beside : {-1, 0, 1}) one(power + beside), one(-power - beside);
    for (std::int64_t sign : {-1, 1}) one(sign * kReachLimit);
    std::string const beyond = std::to_string(kReachLimit + 1);
    ask(parse_tuple(beyond).column == 1 && parse_tuple("(-" + beyond + ")").column == 3, beyond);
    std::string const large = "(" + std::to_string(kReachLimit) + ",2):(0,0)";
    ask(parse_layout(large).column == 1, large);
  });
  every(p, "as many leaves and nodes as there is room for: up to 70", [](auto const& ask) {
    std::string leaves = "1", nested = "1";
    for (int n = 1; n <= 70; ++n) {
      ask(right(bool(parse_tuple("(" + leaves + ")")), number(n) <= number(kMaxLeaves)), leaves);
      ask(right(bool(parse_tuple(nested)), number(n) <= number(kMaxNodes)), nested);
      leaves += ",1";
      nested = "(" + nested + ")";
    }
  });
}

}  // namespace

Theorem text_reads_back() {
  return theorem<Law>(
      "text_reads_back", prove, "",
      {{Kind::enumerated,
        "signs, nesting and columns of errors, every text of up to 5 characters; layouts of six shapes and "
        "seven strides"},
       {Kind::coq, "every tree that there is room for, of the shipped digits: numbers, tuples and layouts"}},
      R"(A digit is written from the unit down, and what is read after it is value / unit. Coq composes it at every tree (Text.v),
             and compares its reader and writer with the shipped ones on some texts; these are run on every short text here. The solvers decide, by regular expressions,
             that it is a tuple exactly where it was read, that what was read is written as it stands there,
             and that the column of an error is the first after which no end makes a tuple.)");
}

}  // namespace colex::sym
