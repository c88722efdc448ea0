// SPDX-License-Identifier: MIT
#include "unknowns/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "maps/map_reader.hpp"
#include "maps/unknown_sizes.hpp"
#include "operations/read.hpp"
#include "unknowns/forms.hpp"

namespace colex::unknowns {

namespace {

using cli::is_capital;
using cli::is_digit;
using cli::is_letter;
using cli::name_end;
using cli::unknown_names;

Expression numeral(std::int64_t n) {
  Expression e;
  e.numeral = n;
  return e;
}
Expression named(std::string name) {
  Expression e;
  e.op = '$';
  e.name = std::move(name);
  return e;
}
Expression make(char op, Expression left, Expression right) {
  Expression e;
  e.op = op;
  e.left = std::make_shared<Expression const>(std::move(left));
  e.right = std::make_shared<Expression const>(std::move(right));
  return e;
}

bool has_basis(Expression const& e) {
  return e.op == '@' || (e.left && has_basis(*e.left)) || (e.right && has_basis(*e.right));
}

class Walk : cli::Characters {
 public:
  Walk(std::string_view text, std::string const& name, std::set<std::string> const& alone, Reading& out,
       int& marks, std::map<std::string, int> const& ranks)
      : Characters(text, name), alone_(alone), out_(out), marks_(marks), ranks_(ranks) {}

  /// An argument of a subcommand.
  Part argument() {
    Part r = composed();
    end();
    return r;
  }

  /// EXPR == EXPR
  Call law() {
    Call r;
    r.operation = "equal";
    r.parts.push_back(composed());
    peek();
    if (text_.substr(at_, 2) != "==") fail("expected '=='");
    at_ += 2;
    r.parts.push_back(composed());
    end();
    return r;
  }

  void assumptions() {
    do {
      peek();
      std::size_t const start = at_;
      Assumption a;
      a.left = sum();
      for (char const* relation : {"==", "!=", "<=", ">=", "<", ">"})
        if (a.relation.empty() && text_.substr((peek(), at_), std::string_view(relation).size()) == relation)
          a.relation = relation;
      if (a.relation.empty()) fail("expected ==, !=, <, <=, > or >=");
      at_ += a.relation.size();
      a.right = sum();
      a.text = text_.substr(start, at_ - start);
      out_.assumptions.push_back(a);
    } while (both());
    end();
  }

 private:
  /// Factors under composition, the rightmost pair first.
  Part composed() {
    peek();
    std::size_t const start = at_;
    Part left = factor_of_composition();
    if (!take_compose()) return left;
    Level const level(*this);
    Part right = composed();
    return called({"composition", place_text(start), {left, right}});
  }

  Part called(Call call) {
    Part r;
    r.call = std::make_shared<Call const>(std::move(call));
    return r;
  }

  /// A call, an argument, or a composition in brackets.
  Part factor_of_composition() {
    char const c = peek();
    std::size_t const start = at_;
    if (c == '[') fail("a table has no form with unknowns");
    if (is_letter(c) && !is_capital(c)) {
      Call call;
      call.operation = word_ahead();
      call.place = place_text(start);
      at_ += call.operation.size();
      if (!take('('))
        fail(fmt::format("unknown name {}: an unknown starts with a capital letter", call.operation), start);
      Level const level(*this);
      if (!take(')')) {
        do {
          call.parts.push_back(composed());
        } while (take(','));
        expect(')', "expected ',' or ')'");
      }
      return called(std::move(call));
    }
    if (c == '(' && cli::is_map_header(text_, at_)) return index_map();
    if (c == '(' && holds_a_call()) {
      take('(');
      Level const level(*this);
      Part r = composed();
      expect(')', "expected ')'");
      return r;
    }
    Given g;
    g.name = name_, g.column = start + 1;
    if (!named_layout(g)) entry(g);
    out_.arguments.push_back(std::move(g));
    Part r;
    r.given = out_.arguments.size() - 1;
    return r;
  }

  /// The layout that an index map is, for all sizes that keep its conditions: these are assumed.
  Part index_map() {
    std::size_t const start = at_;
    for (int depth = 0; at_ < text_.size() && (depth > 0 || text_[at_] != ','); ++at_) {
      if (text_[at_] == '(' || text_[at_] == '[') ++depth;
      if ((text_[at_] == ')' || text_[at_] == ']') && --depth < 0) break;
    }
    std::string_view const text = text_.substr(start, at_ - start);
    auto const map = cli::read_map_text(text, name_, {});
    if (map.sizes.empty()) {
      cli::Value const value = cli::read_value(text, name_, false);
      if (std::holds_alternative<cli::Mapped>(value))
        fail(cli::what_is(value) + " has no form with unknowns", start);
      std::string const layout = cli::to_text(value);
      return Walk(layout, name_, alone_, out_, marks_, ranks_).argument();
    }
    for (std::string const& size : map.sizes)
      if (!is_capital(size[0]))
        fail(fmt::format("unknown name {}: an unknown starts with a capital letter", size), start);
    cli::SizedForm form;
    try {
      form = cli::form_of(map);
    } catch (cli::Failure const& why) {  // that there is no layout does not follow
      fail(why.reason, start);
    }
    if (form.offset != "0")
      fail(fmt::format("the map is {} behind an offset, {}, which no layout has", form.layout, form.offset),
           start);
    for (std::string const& condition : form.where)
      Walk(condition, name_, alone_, out_, marks_, ranks_).assumptions();
    return Walk(form.layout, name_, alone_, out_, marks_, ranks_).argument();
  }

  /// The bracket here encloses a call or a composition, not a tuple.
  bool holds_a_call() const {
    int depth = 0;
    for (std::size_t k = at_; k < text_.size(); ++k) {
      char const c = text_[k];
      if (c == '(' || c == '<' || c == '{') ++depth;
      if ((c == ')' || c == '>' || c == '}') && --depth == 0) return false;
      if (depth == 1 && c == ',') return false;
      bool const starts =
          is_letter(c) && !is_capital(c) && !cli::is_name(text_[k - 1]) && text_[k - 1] != '{';
      if (depth == 1 && starts) return true;
    }
    return false;
  }

  /// A name that is a layout, all of whose numbers are unknowns.
  bool named_layout(Given& g) {
    if (!is_capital(peek())) return false;
    std::string const word(text_.substr(at_, name_end(text_, at_) - at_));
    auto const rank = ranks_.find(word);
    if (rank == ranks_.end()) return false;
    at_ += word.size();
    if (rank->second != 1) g.tree.profile.tuple(rank->second);
    g.layouts = 1;
    for (int k = 0; k < rank->second; ++k) {
      Entry e;
      e.has_stride = true;
      e.shape = unknown_of(layout_part(word, false, k));
      e.stride = unknown_of(layout_part(word, true, k));
      push(g, e);
    }
    return true;
  }

  bool both() {
    peek();
    if (text_.substr(at_, 2) != "&&") return false;
    at_ += 2;
    return true;
  }

  void entry(Given& out) {
    peek();
    std::size_t const start = at_;
    int const node = out.tree.profile.count, leaf_before = out.tree.leaves.count;
    if (take('(')) {
      entries(out, ')');
    } else if (take('<')) {
      out.angles |= node < kMaxNodes ? std::uint64_t{1} << node : 0;
      entries(out, '>');
    } else {
      Entry e;
      if (peek() == '_' && !integer_ahead()) {
        take('_');
        e.keep = true;
      } else if (peek() == 'X' && !among_strides_ &&
                 !cli::is_name(at_ + 1 < text_.size() ? text_[at_ + 1] : ' ')) {
        take('X');
        e.keep = true;
        e.shape.name = "X";
      } else {
        e.shape = sum();
      }
      push(out, e);
    }
    if (peek() != ':') return;
    std::size_t const colon = at_;
    take(':');
    Given strides;
    among_strides_ = true;
    entry_without_colon(strides);
    among_strides_ = false;
    Profile shape;
    for (int n = node; n < out.tree.profile.count; ++n) shape.push(out.tree.profile.node[n]);
    if (!(shape == strides.tree.profile)) fail("shape and stride are not nested alike", colon);
    if (strides.angles != 0 || strides.layouts != 0) fail("strides are integers", colon + 1);
    auto const& all = strides.tree.leaves;
    strides.bases = std::any_of(all.begin(), all.end(), [](auto const& e) { return has_basis(e->shape); });
    for (auto const& e : all)
      if (strides.bases && !has_basis(e->shape) && !(e->shape.op == '#' && e->shape.numeral == 0))
        fail("strides are integers, or all of them basis elements such as 1@0", colon + 1);
    out.bases = out.bases || strides.bases;
    for (int k = leaf_before; k < out.tree.leaves.count; ++k) {
      Entry e = *out.tree.leaves[k];
      Entry const& s = *strides.tree.leaves[k - leaf_before];
      if (e.keep && e.shape.name == "X") {  // an unknown's name after all
        e.keep = false;
        e.shape = known("X");
      }
      if (e.has_stride || e.keep) fail("a shape holds integers only", start);
      if (s.keep) fail("strides are integers", colon + 1);
      e.has_stride = true;
      e.stride = s.shape;
      out.tree.leaves[k] = std::make_shared<Entry const>(e);
    }
    out.layouts |= std::uint64_t{1} << node;
  }

  /// Strides: a tree of expressions.
  void entry_without_colon(Given& out) {
    if (take('(')) {
      entries(out, ')');
    } else {
      Entry e;
      if (peek() == '_' && !integer_ahead()) fail("strides are integers");
      e.shape = sum();
      push(out, e);
    }
  }

  void entries(Given& out, char close) {
    Level const level(*this);
    int const node = out.tree.profile.count;
    out.tree.profile.tuple(0);
    if (out.tree.profile.overfull) fail("more than 32 leaves, or nested beyond 64 nodes");
    if (take(close)) return;
    for (int count = 1;; ++count) {
      entry(out);
      out.tree.profile.node[node] = static_cast<std::uint8_t>(1 + count);
      if (take(close)) break;
      expect(',', close == ')' ? "expected ',' or ')'" : "expected ',' or '>'");
    }
  }

  void push(Given& out, Entry const& e) {
    out.tree.profile.leaf();
    out.tree.leaves.push(std::make_shared<Entry const>(e));
    if (out.tree.overfull()) fail("more than 32 leaves, or nested beyond 64 nodes");
  }

  Expression sum() {
    Expression e = element();
    for (;;) {
      char const c = peek();
      if (c != '+' && c != '-') return e;
      ++at_;
      count();
      e = make(c, std::move(e), element());
    }
  }

  /// 2N@1, a product along a basis vector; E<1>.
  Expression element() {
    bool const named = peek() == 'E' && text_.substr(at_, 2) == "E<";
    std::size_t const start = at_;
    Expression e = named ? numeral(1) : product();
    if (!named && peek() != '@') return e;
    if (!among_strides_) fail("a basis element stands among the strides of a layout only", start);
    at_ += named ? 2 : 1;
    Expression r = along(std::move(e));
    if (peek() == '@' || (named && peek() == ','))
      fail("an element of a mode, such as 1@0@1, has no form with unknowns", start);
    if (named) expect('>', "expected '>'");
    return r;
  }

  Expression along(Expression times) {
    peek();
    std::size_t const start = at_;
    std::int64_t const k = integer_ahead() ? integer() : -1;
    if (k < 0 || k >= kMaxBases) fail(fmt::format("basis elements are 1@0 to 1@{}", kMaxBases - 1), start);
    Expression r;
    r.op = '@';
    r.numeral = k;
    r.left = std::make_shared<Expression const>(std::move(times));
    return r;
  }

  Expression product() {
    Expression e = factor();
    for (;;) {
      char const c = peek();
      bool const beside = is_capital(c) || c == '?';
      if (!beside && c != '*' && c != '/' && c != '%') return e;
      if (!beside) ++at_;
      count();
      e = make(beside ? '*' : c, std::move(e), factor());
    }
  }

  Expression factor() {
    char const c = peek();
    if (c == '?') return mark();
    if (is_capital(c)) return name();
    if (c == '(') {  // after an operator: M*(N+1)
      take('(');
      return closed();
    }
    if (c == '-' && !(at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      take('-');
      count();
      return make('-', numeral(0), factor());
    }
    if (!integer_ahead()) fail("expected an integer, a name or '('");
    return numeral(integer());
  }

  Expression closed() {
    Level const level(*this);
    bool const among_strides = std::exchange(among_strides_, false);
    Expression e = sum();
    among_strides_ = among_strides;
    expect(')', "expected ')'");
    return e;
  }

  /// A name, or the product of names that stand alone.
  Expression name() {
    std::size_t const start = at_;
    at_ = name_end(text_, at_);
    std::string const word(text_.substr(start, at_ - start));
    if (peek() == '<' && (word == "S" || word == "Sw")) fail("a swizzle has no form with unknowns", start);
    if (peek() == '<' && (word == "C" || word == "Int")) {
      take('<');
      std::int64_t const n = integer();
      expect('>', "expected '>'");
      return numeral(n);
    }
    if (word.size() > 1 && alone_.count(word) == 0) {
      bool letters =
          std::all_of(word.begin(), word.end(), [&](char c) { return alone_.count(std::string(1, c)) != 0; });
      if (letters) {
        Expression e = known(word.substr(0, 1));
        for (std::size_t k = 1; k < word.size(); ++k) e = make('*', std::move(e), known(word.substr(k, 1)));
        return e;
      }
    }
    return known(word);
  }

  Expression known(std::string const& name) {
    if (ranks_.count(name) != 0)
      fail(fmt::format("{} is a layout elsewhere, and no integer", name), at_ - name.size());
    return unknown_of(name);
  }

  Expression unknown_of(std::string const& name) {
    out_.names.insert(name);
    if (out_.names.size() > 16) fail("more than 16 unknowns");
    return named(name);
  }

  /// ?, ?2, ?{div=8}
  Expression mark() {
    std::size_t const start = at_;
    take('?');
    if (at_ < text_.size() && is_digit(text_[at_])) {
      at_ = name_end(text_, at_);
      return known(std::string(text_.substr(start, at_ - start)));
    }
    std::string const name = "?" + std::to_string(++marks_);
    Expression const e = known(name);
    if (at_ < text_.size() && text_[at_] == '{') {
      take('{');
      if (word_ahead() != "div") fail("expected div=");
      at_ += 3;
      expect('=', "expected div=");
      std::size_t const where = at_;
      std::int64_t const by = integer();
      if (by < 1) fail("a divisor is at least 1", where);
      expect('}', "expected '}'");
      out_.assumptions.push_back(
          {name + " % " + std::to_string(by) + " == 0", make('%', e, numeral(by)), numeral(0), "=="});
    }
    return e;
  }

  void count() {
    if (++operations_ > 200) fail("more than 200 operations");
  }

  std::set<std::string> const& alone_;
  Reading& out_;
  int& marks_;
  std::map<std::string, int> const& ranks_;
  int operations_ = 0;
  bool among_strides_ = false;
};

}  // namespace

namespace {

/// The names of one letter that stand alone.
std::set<std::string> letters(std::vector<std::string> const& texts) {
  std::set<std::string> r;
  for (std::string const& text : texts)
    for (std::string const& word : unknown_names(text))
      if (word.size() == 1) r.insert(word);
  return r;
}

void read_assumptions(std::vector<std::string> const& texts, std::set<std::string> const& alone, Reading& r,
                      int& marks, std::map<std::string, int> const& ranks) {
  std::set<std::string> const known = r.names;
  std::string const option = "--assume";
  for (std::string const& text : texts) Walk(text, option, alone, r, marks, ranks).assumptions();
  for (std::string const& name : r.names)
    if (known.count(name) == 0)
      throw cli::InputError(fmt::format("--assume: {} stands in no argument", name));
}

std::vector<std::string> with(std::vector<std::string> texts, std::vector<std::string> const& more) {
  texts.insert(texts.end(), more.begin(), more.end());
  return texts;
}

}  // namespace

Reading read(Asked const& asked) {
  if (!asked.operation.empty() && form(asked.operation) == nullptr)  // before its arguments, such as a table
    throw cli::InputError(without_form(asked.operation, ""));
  auto const alone = letters(with(asked.arguments, asked.assumptions));
  Reading r;
  int marks = 0;
  r.call.operation = asked.operation;
  for (std::size_t k = 0; k < asked.arguments.size(); ++k)
    r.call.parts.push_back(Walk(asked.arguments[k], asked.called[k], alone, r, marks, {}).argument());
  if (asked.operation.empty()) {
    Part const whole = r.call.parts.at(0);
    if (!whole.call)
      throw cli::InputError(asked.called[0] +
                            ":1:1: a question with unknowns is a call, OPERATION(ARGUMENT, ...)");
    r.call = *whole.call;
  }
  read_assumptions(asked.assumptions, alone, r, marks, {});
  return r;
}

Reading read_law(std::string const& text, std::vector<std::string> const& assumptions,
                 std::map<std::string, int> const& ranks) {
  auto const alone = letters(with({text}, assumptions));
  Reading r;
  int marks = 0;
  std::string const name = "law";
  r.call = Walk(text, name, alone, r, marks, ranks).law();
  read_assumptions(assumptions, alone, r, marks, ranks);
  for (auto const& [layout, rank] : ranks)
    for (int k = 0; k < rank; ++k) {
      Assumption a;
      a.left = named(layout_part(layout, true, k));
      a.relation = ">=";
      r.assumptions.push_back(a);
    }
  return r;
}

std::set<std::string> named_layouts(Reading const& law) {
  std::set<std::string> r;
  for (Given const& g : law.arguments) {
    if (g.number || g.layouts != 0 || g.angles != 0 || !g.tree.profile.is_leaf({})) continue;
    Entry const& e = *g.tree.leaves[0];
    if (!e.keep && e.shape.op == '$' && e.shape.name[0] != '?') r.insert(e.shape.name);
  }
  return r;
}

std::string layout_part(std::string const& name, bool stride, int k) {
  return name + (stride ? ".stride" : ".shape") + std::to_string(k);
}

}  // namespace colex::unknowns
