// SPDX-License-Identifier: MIT
// What operations have of JSON: answers, and the numbers of refusals. Here alone, since JSON takes longer to compile than
// the algebra.
#include <nlohmann/json.hpp>

#include "colex/print.hpp"
#include "operations/call.hpp"

namespace colex::cli {

Json to_json(Numbers const& numbers) {
  Json all;
  for (Named const& one : numbers)
    if (one.is_list)
      all[std::string(one.name)] = one.values;
    else
      all[std::string(one.name)] = one.values.front();
  return all;
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
