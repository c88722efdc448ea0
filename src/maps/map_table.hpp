// SPDX-License-Identifier: MIT
// Index maps from files: tables of offsets, as JSON or as columns.
//
//   [0, 2, 1, 3]                                       offsets by index
//   [[0, 1], [9, 8]]                                   [i][j] at the coordinate (i, j)
//   [{"thread": 0, "address": 0}, ...]                 the last key is the value, those before it are coordinates
//   thread,value,address                               the same as columns, named in the first line
//   0,0,0x100
//
// Columns are separated by commas, semicolons or white space; integers are decimal or hexadecimal.
#pragma once

#include <string>

#include "maps/index_map.hpp"

namespace colex::cli {

/// The longest table that is read, in bytes.
inline constexpr std::size_t kMaxMapTable = std::size_t{1} << 26;

/// The map that a table says. `shape`, where it has leaves, is that of offsets by index. Throws InputError: text that is no
/// table, a coordinate that stands twice or is missing, more than kMaxMapPoints points.
IndexMap read_map_table(std::string const& text, std::string const& name,
                        IntTuple<std::int64_t> const& shape);

}  // namespace colex::cli
