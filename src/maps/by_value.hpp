// SPDX-License-Identifier: MIT
// Operations on index maps that are no layout of any kind: those that ask for values answer by the table of values.
#pragma once

#include <optional>

#include "operations/call.hpp"

namespace colex::cli {

/// Whether an argument is such a map.
bool has_map(std::vector<Argument> const& arguments);

/// The answer of equal, injective, surjective, bijective, size, extent or evaluate. Throws InputError for every other
/// operation, with the first point that refuses a layout.
Answer answer_by_value(std::string_view operation, std::vector<Argument> const& arguments);

/// A function of an index: of a map, or of a layout of any kind. Throws InputError for anything else.
struct Offsets {
  std::int64_t size = 0;
  std::vector<std::int64_t> values{};  ///< at every index
};
Offsets offsets_of(Value const& value);

/// Where a map differs first from the layout, or the map, that was meant; nowhere: `index` is -1.
struct MapDifference {
  std::int64_t index = -1, value = 0, meant = 0;
};
/// Throws InputError where the two have other numbers of points, and for a map of coordinates.
MapDifference difference(IndexMap const& map, Value const& meant, std::string const& name);

}  // namespace colex::cli
