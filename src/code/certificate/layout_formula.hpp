// SPDX-License-Identifier: MIT
// A layout's text as a term of bit-vectors, read by its definition and by nothing of the algebra: mode after mode the remainder of the index
// times the stride, then the swizzle.
//
//   layout_formula("Sw<1,4,3> o 0 o (64,2):(16,1024)", "i")     of 32 bits: what the layout is at index i
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "code/written_layout.hpp"

namespace colex::code {

/// The offset at `index`, the name of a term of 32 bits, as a term of 32 bits. Throws InputError where the text is no layout with or without one swizzle.
std::string layout_formula(std::string const& layout, std::string const& index);

/// The same at a coordinate with an index for each mode.
std::string layout_formula(WrittenLayout const& layout, std::vector<std::string> const& coordinate);

/// That of a table with a row for each index.
std::string table_formula(std::vector<std::int64_t> const& table, std::string const& index);

}  // namespace colex::code
