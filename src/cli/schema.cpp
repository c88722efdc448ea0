// SPDX-License-Identifier: MIT
// The JSON schema (draft 2020-12) of a request of `colex batch`: one form per row of the table.
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

}  // namespace colex::cli
