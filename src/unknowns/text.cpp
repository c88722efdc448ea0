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

/// "no, at M = 2, N = 2: first difference at index 1 (2 against 1)"
std::string no_text(Question const& q, Values const& values) {
  std::string const why = difference(q, values);
  if (values.empty() || why.empty()) return "no";
  return "no, at " + values_text(values) + (why.size() > 4 ? ": " + why.substr(4) : "");
}

/// "cotarget_divides, at K = 1: 64 does not divide 1": the condition, and its sentence on numbers.
std::string refusal_text(Question const& q, Case const& c) {
  Refusal<std::int64_t> why;
  why.condition = c.reply.refusal.condition;
  auto const numbers = c.example.empty() ? std::nullopt : on_numbers(q, c.example);
  if (numbers && numbers->is == Reply<std::int64_t>::Is::refused &&
      numbers->refusal.condition == why.condition)
    why = numbers->refusal;
  std::string const whole(std::string_view(sentence(why, "f")));
  std::size_t const colon = whole.find(": ");
  if (numbers && colon != whole.npos)
    return whole.substr(0, colon) + ", at " + values_text(c.example) + whole.substr(colon);
  return whole.substr(0, colon);
}

}  // namespace

std::string answer_text(Question const& q, Case const& c) {
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
      return no_text(q, c.example);
    case Is::refused:
      return "refused: " + refusal_text(q, c);
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
      return "undecided";
  }
  return "";
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

std::string difference(Question const& q, Values const& values) {
  auto const reply = on_numbers(q, values);
  if (!reply || reply->is != Reply<std::int64_t>::Is::no) return "";
  if (q.reading.call.operation != "equal") return "no";
  auto const& e = reply->equality;
  if (e.equal) return fmt::format("no, {} against {}", e.left, e.right);  // numbers
  if (!e.same_size) return fmt::format("no, the sizes differ ({} against {})", e.left, e.right);
  return fmt::format("no, first difference at index {} ({} against {})", e.index, e.left, e.right);
}

bool is_answered(Table const& table) {
  return table.complete &&
         std::all_of(table.cases.begin(), table.cases.end(),
                     [](Case const& c) { return c.reply.is != Is::no && c.known != Known::wrong; }) &&
         std::any_of(table.cases.begin(), table.cases.end(),
                     [](Case const& c) { return c.reply.is != Is::refused; });
}

std::string only_answer(Table const& table) {
  if (table.cases.size() != 1 || !table.complete) return "";
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
  if (!table.complete)
    out += (table.cases.empty() ? "undecided: budget ended" : "otherwise undecided: budget ended") +
           (table.elsewhere.empty() ? "" : ", for instance at " + values_text(table.elsewhere)) + "\n";
  if (table.cases.empty()) return out;
  std::string known;
  bool const alike = std::all_of(table.cases.begin(), table.cases.end(),
                                 [&](Case const& c) { return known_text(c) == known_text(table.cases[0]); });
  for (std::size_t k = 0; k < table.cases.size(); ++k) {
    if (alike && k > 0) break;
    known += fmt::format("{}{}{}", known.empty() ? "" : "; ", alike ? "" : fmt::format("line {} ", k + 1),
                         known_text(table.cases[k]));
  }
  if (table.cases.size() > 1)
    known += table.disjoint ? "; no two conditions hold together, which is proved"
                            : "; that no two conditions hold together is not proved";
  return out + "(" + known + ")\n";
}

}  // namespace colex::unknowns
