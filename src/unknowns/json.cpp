// SPDX-License-Identifier: MIT
#include "unknowns/json.hpp"

#include "unknowns/total.hpp"

namespace colex::unknowns {

namespace {

using Json = nlohmann::ordered_json;

char const* name(Reply<Unknown>::Is is) {
  switch (is) {
    case Reply<Unknown>::Is::layout:
      return "layout";
    case Reply<Unknown>::Is::tuple:
      return "tuple";
    case Reply<Unknown>::Is::placed:
      return "placed";
    case Reply<Unknown>::Is::pair:
      return "pair";
    case Reply<Unknown>::Is::word:
      return "word";
    case Reply<Unknown>::Is::number:
      return "number";
    case Reply<Unknown>::Is::yes:
      return "yes";
    case Reply<Unknown>::Is::no:
      return "no";
    case Reply<Unknown>::Is::refused:
      return "refused";
  }
  return "";
}

char const* name(Known known) {
  switch (known) {
    case Known::proved:
      return "proved";
    case Known::compared:
      return "compared";
    case Known::wrong:
      return "wrong";
    case Known::undecided:
      return "undecided";
  }
  return "";
}

char const* name(Instance::Is is) {
  switch (is) {
    case Instance::Is::proved:
      return "proved";
    case Instance::Is::refuted:
      return "refuted";
    case Instance::Is::undecided:
      return "undecided";
    case Instance::Is::vacuous:
      return "vacuous";
  }
  return "";
}

}  // namespace

namespace {

void put(Json& to, std::string const& key, std::vector<Fact> const& facts) {
  std::string const text = conditions_text(facts);
  to[key] = to_cpp(text);
  to[key + "_python"] = to_python(text);
}

/// What the reader refuses: some extent below 1.
Json without_points(std::vector<Fact> const& extents) {
  std::string when;
  for (Fact f : extents) {
    f.holds = !f.holds;
    when += (when.empty() ? "" : " || ") + f.text();
  }
  return {{"when", to_cpp(when)}, {"when_python", to_python(when)},
          {"is", "refused"},      {"text", "refused: input, every extent must be at least 1"},
          {"condition", "input"}, {"known", "given"},
          {"values", 0}};
}

/// How wide integers must be for all conditions.
int bits(Table const& table) {
  auto all = table.question.domain();
  for (Case const& c : table.cases) all.insert(all.end(), c.conditions.begin(), c.conditions.end());
  return bits(all);
}

}  // namespace

Json to_json(Table const& table) {
  Question const& q = table.question;
  Json r{{"answered", is_answered(table)}, {"complete", table.complete}, {"disjoint", table.disjoint}};
  put(r, "assumes", q.assumed);
  r["bits"] = bits(table);
  r["cases"] = Json::array();
  for (Case const& c : table.cases) {
    std::string const text = answer_text(q, c);
    auto when = q.extents;
    when.insert(when.end(), c.conditions.begin(), c.conditions.end());
    Json one;
    put(one, "when", when);
    one["is"] = name(c.reply.is);
    one["text"] = text;
    if (c.reply.is == Reply<Unknown>::Is::refused) one["condition"] = conditions_text(c.reply.refusal);
    if (c.reply.is == Reply<Unknown>::Is::number) one["python"] = to_python(text);
    one["known"] = name(c.known);
    one["values"] = c.values;
    if (!c.example.empty()) one["example"] = c.example;
    r["cases"].push_back(one);
  }
  if (!q.extents.empty()) r["cases"].push_back(without_points(q.extents));
  if (!table.complete) r["why"] = why_undecided(table);
  if (!table.elsewhere.empty()) r["elsewhere"] = table.elsewhere;
  return r;
}

Json to_json(Weakest const& w, std::vector<std::string> const& names) {
  Json r{{"for", names},
         {"found", w.found},
         {"cpp", w.found ? to_cpp(w) : ""},
         {"python", w.found ? to_python(w) : ""},
         {"sufficient", w.sufficient},
         {"necessary", w.necessary},
         {"values", w.values}};
  put(r, "domain", w.domain);
  r["bits"] = bits(w);
  return r;
}

Json to_json(std::vector<Instance> const& all, LawOptions const& options) {
  Json r{{"verdict", name(verdict(all))}, {"bound", options.bound}, {"defined", options.defined}};
  for (Instance const& one : all) {
    if (one.is == Instance::Is::refuted && !r.contains("counterexample"))
      r["counterexample"] = one.counterexample;
    r["instances"].push_back({{"ranks", one.ranks}, {"verdict", name(one.is)}, {"values", one.values}});
  }
  return r;
}

}  // namespace colex::unknowns
