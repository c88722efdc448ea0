// SPDX-License-Identifier: MIT
// What operations have of JSON: answers as JSON, and the numbers of refusals. In one source, since others need to know no
// more than that there are some.
#include <nlohmann/json.hpp>

#include "colex/print.hpp"
#include "operations/call.hpp"

namespace colex::cli {

Numbers::Numbers(Json json)
    : json_(json.is_null() ? nullptr : std::make_shared<Json const>(std::move(json))) {}

Json const& Numbers::json() const {
  static Json const none;
  return json_ ? *json_ : none;
}

Numbers witness(Refusal<std::int64_t> const& r) {
  Json numbers = Json::object();
  for (int const mode : r.modes)
    if (mode >= 0) numbers["modes"].push_back(mode);
  if (r.left != 0 || r.right != 0) numbers["left"] = r.left, numbers["right"] = r.right;
  if (r.has_witness) numbers["index"] = r.index, numbers["got"] = r.got, numbers["want"] = r.want;
  return numbers.empty() ? Numbers() : Numbers(std::move(numbers));
}

nlohmann::ordered_json to_json(Value const& value) {
  if (auto const* const tuple = std::get_if<Tuple>(&value); tuple != nullptr && tuple->is_integer())
    return tuple->tree.leaves[0].value;
  if (auto const* const table = std::get_if<Table>(&value)) return *table;
  if (auto const* const placed = std::get_if<Placed<Checked>>(&value))
    return nlohmann::ordered_json::array({to_text(plain(placed->layout)), placed->offset.value()});
  if (auto const* const yes = std::get_if<bool>(&value)) return *yes;
  return to_text(value);
}

}  // namespace colex::cli
