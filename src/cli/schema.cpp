// SPDX-License-Identifier: MIT
// The table of operations as JSON: the schema (draft 2020-12) of a request of `colex batch`, one form per row, and the pages.
#include <nlohmann/json.hpp>

#include "cli/reply.hpp"
#include "operations/languages.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using Ordered = nlohmann::ordered_json;

Ordered kind_schema(Kind kind) {
  Ordered const integer{{"type", "integer"}}, text{{"type", "string"}};
  switch (kind) {
    case Kind::slicer:
    case Kind::swizzled:
    case Kind::basis:
    case Kind::placed:
    case Kind::entries:
    case Kind::swizzle:
    case Kind::layout:
    case Kind::tiler:
    case Kind::shape:
    case Kind::tuple:
    case Kind::profile:
    case Kind::coordinate:
    case Kind::integer:
    case Kind::mode:
    case Kind::bits:
      return {{"anyOf", {text, integer}}};
    case Kind::table:
    case Kind::columns:
      return {{"anyOf", {text, Ordered{{"type", "array"}, {"items", integer}, {"minItems", 1}}}}};
  }
  return {};
}

Ordered parameter_schema(Parameter const& parameter) {
  Ordered any = Ordered::array();
  for (Kind const kind : parameter.kinds) any.push_back({{"$ref", std::string("#/$defs/") + name(kind)}});
  return any.size() == 1 ? any[0] : Ordered{{"anyOf", any}};
}

Ordered option_properties(Page const& page) {
  Ordered r{{"as", {{"enum", languages()}}},
            {"convention", {{"enum", {"colex", "cute"}}}},
            {"structure", {{"type", "boolean"}}},
            {"budget", {{"type", "integer"}, {"minimum", 0}, {"maximum", kMostBudget}}}};
  for (std::string const& option : page.options) r[option] = {{"type", "boolean"}};
  return r;
}

Ordered form(Page const& page) {
  Ordered args{{"type", "array"}, {"minItems", page.least()}, {"maxItems", page.most()}};
  Ordered prefix = Ordered::array();
  for (Parameter const& parameter : page.parameters)
    (parameter.repeated ? args["items"] : prefix.emplace_back()) = parameter_schema(parameter);
  if (!prefix.empty()) args["prefixItems"] = prefix;
  Ordered properties = option_properties(page);
  properties["options"] = {
      {"type", "object"}, {"properties", option_properties(page)}, {"additionalProperties", false}};
  properties["id"] = {{"type", {"string", "number"}}};
  for (char const* record : {"result", "sound", "source", "why"})
    properties[record] = true;  // of a recorded row
  properties["op"] = {{"enum", Ordered::array({page.op})}};
  properties["args"] = args;
  return {{"title", page.signature()},
          {"type", "object"},
          {"required", {"op", "args"}},
          {"properties", properties},
          {"additionalProperties", false}};
}

}  // namespace

std::string schema() {
  Ordered r{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "A request of colex batch"}};
  Ordered forms = Ordered::array();
  for (Operation const& operation : operations()) forms.push_back(form(operation.page));
  Page any;
  Ordered expression = option_properties(any);
  expression["expression"] = {{"type", "string"}};
  expression["id"] = {{"type", {"string", "number"}}};
  forms.push_back({{"title", "an expression"},
                   {"type", "object"},
                   {"required", {"expression"}},
                   {"properties", expression},
                   {"additionalProperties", false}});
  r["anyOf"] = forms;
  for (int k = 0; k < kKinds; ++k) r["$defs"][name(static_cast<Kind>(k))] = kind_schema(static_cast<Kind>(k));
  return r.dump(1);
}

namespace {

Ordered page(Operation const& operation) {
  Page const& p = operation.page;
  Ordered r{{"op", p.op}, {"family", p.family}, {"takes", p.takes}, {"does", p.does}};
  for (auto const& [key, fact] : p.facts) r[key] = fact;
  r["options"] = p.options, r["examples"] = p.examples;
  r["least"] = p.least(), r["most"] = p.most();
  return r;
}

}  // namespace

std::string help_as_json(Json const& args) {
  Ordered result;
  bool const one = !args.empty() && args[0].is_string();
  if (args.size() > 1 || (!args.empty() && !one)) throw InputError("help takes one name, or none");
  if (!one) {
    result["operations"] = operation_names();
    for (int c = 1; c < kConditions; ++c) {
      auto const [named, shown, means] = fact(static_cast<Condition>(c));
      result["conditions"].push_back({{"name", named}, {"shows", name(shown)}, {"means", means}});
    }
  }
  for (Operation const& operation : operations())
    if (!one || operation.page.op == args[0].get<std::string>()) result["pages"].push_back(page(operation));
  if (one && result.empty()) taking(args[0].get<std::string>(), kMaxLeaves + 2);  // throws: no such operation
  return result.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace colex::cli
