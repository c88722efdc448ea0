// SPDX-License-Identifier: MIT
// Answers with unknowns as text.
#include <fmt/format.h>

#include <algorithm>

#include "unknowns/beyond.hpp"
#include "unknowns/cases.hpp"

namespace colex::unknowns {

namespace {

using Is = Reply<Unknown>::Is;

template <class T, class Write>
std::string tree_text(Nested<T> const& tree, Write write, Place at = {}) {
  if (tree.profile.is_leaf(at)) return write(tree.leaves[at.leaf]);
  std::string out = "(";
  Place child = tree.profile.first(at);
  for (int k = 0; k < tree.profile.entries(at); ++k, child = tree.profile.past(child))
    out += (k > 0 ? "," : "") + tree_text(tree, write, child);
  return out + ")";
}

std::string tuple_text(IntTuple<Unknown> const& tuple) {
  return tree_text(tuple, [](Unknown const& n) { return n.polynomial().text(); });
}

std::string layout_text(Layout<Unknown> const& layout) {
  return tuple_text(shape(layout)) + ":" + tuple_text(stride(layout));
}

/// "no, at M = 2, N = 2: first difference at index 1 (2 against 1)"
std::string no_text(Question const& q, Values const& values) {
  std::string const why = difference(q, values);
  if (values.empty() || why.empty()) return "no";
  return "no, at " + values_text(values) + (why.size() > 4 ? ": " + why.substr(4) : "");
}

/// "cotarget_divides, at K = 1: 64 does not divide 1": the condition, and its sentence on numbers.
std::string refusal_text(Question const& q, Case const& c) {
  auto why = because<std::int64_t>(c.reply.refusal.condition);
  auto const numbers = c.example.empty() ? std::nullopt : on_numbers(q, c.example);
  if (numbers && numbers->is == Reply<std::int64_t>::Is::refused &&
      conditions_of(c.reply.refusal).count(numbers->refusal.condition) > 0)
    why = numbers->refusal;
  bool const at_coordinates = numbers && numbers->coordinates && why.has_witness;
  std::string const whole =
      at_coordinates ? std::string(sentence(numbers->coordinates->refusal)) : std::string(sentence(why));
  std::size_t const colon = whole.find(": ");
  std::string const names = conditions_text(c.reply.refusal);
  if (numbers && colon != whole.npos) return names + ", at " + values_text(c.example) + whole.substr(colon);
  return names;
}

}  // namespace

std::string answer_text(Question const& q, Case const& c) {
  switch (c.reply.is) {
    case Is::layout:
      return layout_text(c.reply.layout);
    case Is::tuple:
      return tuple_text(c.reply.tuple);
    case Is::placed:
      return layout_text(c.reply.layout) + " at " + c.reply.number.polynomial().text();
    case Is::pair:
      return "(" + layout_text(c.reply.layout) + "," + layout_text(c.reply.second) + ")";
    case Is::word:
      return c.reply.word;
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

std::set<Condition> conditions_of(Refusal<Unknown> const& why) {
  std::set<Condition> r{why.condition};
  if (detail::is_no_layout(why)) r.insert(Condition::run_divides);
  return r;
}

std::string conditions_text(Refusal<Unknown> const& why) {
  std::string r;
  for (Condition const c : conditions_of(why)) r += (r.empty() ? "" : " or ") + std::string(colex::name(c));
  return r;
}

std::string conditions_text(std::vector<Fact> const& facts) {
  std::string r;
  for (Fact const& f : facts) r += (r.empty() ? "" : " && ") + f.text();
  return r;
}

std::string domain_text(Question const& q) {
  auto const domain = conditions_text(q.domain());
  return domain.empty() ? "" : "for " + domain + (q.extents.empty() ? "" : "; an extent below 1 is refused");
}

std::vector<Polynomial> numbers_of(Reply<Unknown> const& reply) {
  std::vector<Polynomial> r;
  for (auto const* layout : {&reply.layout, &reply.second})
    for (auto const& mode : layout->leaves) {
      r.push_back(mode.shape.polynomial());
      r.push_back(mode.stride.polynomial());
    }
  for (auto const& n : reply.tuple.leaves) r.push_back(n.polynomial());
  r.push_back(reply.number.polynomial());
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
  if (q.reading.call.operation != "equal" && q.reading.call.operation != "lex_equal") return "no";
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

std::string ended_text(Ended const& e) {
  if (e.paths == 0) return fmt::format("{} of {}", e.budget, e.part);
  return fmt::format("{} on {} path{}{}", e.budget, e.paths, e.paths == 1 ? "" : "s",
                     e.where.empty() ? "" : (e.paths == 1 ? ", under " : ", the first under ") + e.where);
}

std::string why_undecided(Table const& table) {
  std::string ended;
  for (Ended const& e : table.ended) ended += (ended.empty() ? "" : "; ") + ended_text(e);
  if (!ended.empty()) return "budget ended (" + ended + ")";
  if (table.left_out > 0) return "no small numbers to compare with, and no proof";
  return "that some case always holds is not proved";
}

std::string to_line(Table const& table) {
  std::string line = to_text(table);
  for (char& c : line)
    if (c == '\n') c = ';';
  if (!line.empty()) line.pop_back();
  return line;
}

std::string case_text(Question const& q, Case const& c) {
  std::string const when = conditions_text(c.conditions);
  return when + (when.empty() ? "" : ": ") + answer_text(q, c);
}

std::string to_text(Table const& table) {
  std::string out;
  for (Case const& c : table.cases) out += case_text(table.question, c) + "\n";
  return out + what_is_known(table);
}

std::string what_is_known(Table const& table) {
  std::string out;
  if (!table.complete)
    out += (table.cases.empty() ? "undecided: " : "otherwise undecided: ") + why_undecided(table) +
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
  if (std::string const domain = domain_text(table.question); !domain.empty()) known += "; " + domain;
  return out + "(" + known + ")\n";
}

}  // namespace colex::unknowns
