// SPDX-License-Identifier: MIT
#include "unknowns/json.hpp"

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

Json to_json(Table const& table) {
  Json r{{"answered", is_answered(table)}, {"complete", table.complete}, {"disjoint", table.disjoint}};
  r["cases"] = Json::array();
  for (Case const& c : table.cases) {
    std::string const when = conditions_text(c.conditions), text = answer_text(table.question, c);
    Json one{
        {"when", to_cpp(when)}, {"when_python", to_python(when)}, {"is", name(c.reply.is)}, {"text", text}};
    if (c.reply.is == Reply<Unknown>::Is::refused) one["condition"] = colex::name(c.reply.refusal.condition);
    if (c.reply.is == Reply<Unknown>::Is::number) one["python"] = to_python(text);
    one["known"] = name(c.known);
    one["values"] = c.values;
    if (!c.example.empty()) one["example"] = c.example;
    r["cases"].push_back(one);
  }
  if (!table.complete) r["why"] = why_undecided(table);
  if (!table.elsewhere.empty()) r["elsewhere"] = table.elsewhere;
  return r;
}

Json to_json(Weakest const& w, std::vector<std::string> const& names) {
  return {{"for", names},
          {"found", w.found},
          {"cpp", w.found ? to_cpp(w) : ""},
          {"python", w.found ? to_python(w) : ""},
          {"sufficient", w.sufficient},
          {"necessary", w.necessary},
          {"values", w.values}};
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
