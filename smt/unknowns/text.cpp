// SPDX-License-Identifier: MIT
// Answers with unknowns as text.
#include <fmt/format.h>

#include <algorithm>

#include "unknowns/cases.hpp"

namespace colex::unknowns {

namespace {

using Is = Reply<Unknown>::Is;

void put_tree(std::string& out, Layout<Unknown> const& l, Place at, bool strides) {
  if (l.profile.is_leaf(at)) {
    auto const& mode = l.leaves[at.leaf];
    out += (strides ? mode.stride : mode.shape).polynomial().text();
    return;
  }
  out += '(';
  Place child = l.profile.first(at);
  for (int k = 0; k < l.profile.entries(at); ++k, child = l.profile.past(child)) {
    if (k > 0) out += ',';
    put_tree(out, l, child, strides);
  }
  out += ')';
}

/// The sentence of the refusal, with the unknown numbers in the places of stand-ins.
std::string refusal_text(Refusal<Unknown> const& why) {
  constexpr std::int64_t kStandIn = 880'000'000'000'001;
  Refusal<std::int64_t> plain;
  plain.condition = why.condition;
  std::copy(std::begin(why.modes), std::end(why.modes), std::begin(plain.modes));
  plain.has_witness = why.has_witness;
  Unknown const* const from[] = {&why.left, &why.right, &why.index, &why.got, &why.want};
  std::int64_t* const to[] = {&plain.left, &plain.right, &plain.index, &plain.got, &plain.want};
  for (int k = 0; k < 5; ++k) *to[k] = kStandIn + k;
  std::string text(std::string_view(sentence(plain, "f")));
  for (int k = 0; k < 5; ++k) {
    std::string const stand_in = std::to_string(kStandIn + k);
    for (std::size_t at = text.find(stand_in); at != text.npos; at = text.find(stand_in))
      text.replace(at, stand_in.size(), from[k]->polynomial().factor_text());
  }
  return text;
}

std::string conditions_text(std::vector<Fact> const& facts) {
  std::string r;
  for (Fact const& f : facts) r += (r.empty() ? "" : " && ") + f.text();
  return r;
}

std::string values_text(Values const& values) {
  std::string r;
  for (auto const& [name, n] : values) r += fmt::format("{}{} = {}", r.empty() ? "" : ", ", name, n);
  return r;
}

/// "no, first difference at index 1 (3 against 1)" on numbers.
std::string difference(Question const& q, Values const& values) {
  if (values.empty()) return "";
  std::function<std::int64_t(Expression const&)> const number = [&](Expression const& e) {
    return *value(e, values);
  };
  auto const in = operands<std::int64_t>(q.reading.arguments, number);
  auto const verdict = equal(in[0].layout, in[1].layout);
  if (verdict.equal) return "";
  std::string const at = ", at " + values_text(values) + " ";
  if (!verdict.same_size)
    return fmt::format("{}the sizes differ ({} against {})", at, size(in[0].layout), size(in[1].layout));
  return fmt::format("{}first at index {} ({} against {})", at, verdict.index, verdict.left, verdict.right);
}

std::string answer_text(Question const& q, Case const& c) {
  if (c.gave_up)
    return "undecided: the budget ended" +
           (c.example.empty() ? "" : ", for instance at " + values_text(c.example));
  switch (c.reply.is) {
    case Is::layout: {
      std::string out;
      put_tree(out, c.reply.layout, {}, false);
      out += ':';
      put_tree(out, c.reply.layout, {}, true);
      return out;
    }
    case Is::number:
      return c.reply.number.polynomial().text();
    case Is::yes:
      return "yes";
    case Is::no:
      return "no" + difference(q, c.example);
    case Is::refused:
      return "refused: " + refusal_text(c.reply.refusal);
  }
  return "";
}

std::string known_text(Case const& c) {
  switch (c.known) {
    case Known::proved:
      return "proved";
    case Known::compared:
      return fmt::format("compared with numbers for {} values", c.values);
    case Known::wrong:
      return "wrong at " + c.counterexample;
    case Known::undecided:
      return c.gave_up ? "undecided" : "not checked";
  }
  return "";
}

}  // namespace

bool is_answered(Table const& table) {
  return std::all_of(
             table.cases.begin(), table.cases.end(),
             [](Case const& c) { return !c.gave_up && c.reply.is != Is::no && c.known != Known::wrong; }) &&
         std::any_of(table.cases.begin(), table.cases.end(),
                     [](Case const& c) { return c.reply.is != Is::refused; });
}

std::string only_answer(Table const& table) {
  if (table.cases.size() != 1) return "";
  Case const& c = table.cases[0];
  bool const enough = c.known == Known::proved || (c.known == Known::compared && c.reply.is != Is::layout);
  return enough ? answer_text(table.question, c) : "";
}

std::string to_line(Table const& table) {
  std::string line = to_text(table);
  for (char& c : line)
    if (c == '\n') c = ';';
  if (!line.empty()) line.pop_back();
  return line;
}

std::string to_text(Table const& table) {
  std::string out;
  for (Case const& c : table.cases) {
    std::string const when = conditions_text(c.conditions);
    out += fmt::format("{}{}{}\n", when, when.empty() ? "" : ": ", answer_text(table.question, c));
  }
  std::vector<std::string> said;
  std::string known;
  bool const alike = std::all_of(table.cases.begin(), table.cases.end(),
                                 [&](Case const& c) { return known_text(c) == known_text(table.cases[0]); });
  for (std::size_t k = 0; k < table.cases.size(); ++k) {
    if (alike && k > 0) break;
    known += fmt::format("{}{}{}", known.empty() ? "" : "; ", alike ? "" : fmt::format("line {} ", k + 1),
                         known_text(table.cases[k]));
  }
  if (table.cases.size() > 1)
    known += table.covers ? "; the conditions are proved to cover everything once"
                          : "; that the conditions cover everything once is not proved";
  return out + "(" + known + ")\n";
}

}  // namespace colex::unknowns
