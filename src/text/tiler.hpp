// SPDX-License-Identifier: MIT
// The text of tilers and of slicing coordinates, where `_` keeps a mode.
//
//   parse_tiler("(2,_,(4:1,3))")    by mode: 2:1, `_`, and by mode again 4:1 and 3:1
//   parse_slicer("(_,(1,_))")
#pragma once

#include "colex/slice.hpp"
#include "colex/text.hpp"
#include "colex/tiler.hpp"

namespace colex {

/// A layout `4:1`, an integer `4` (for 4:1), `_`, or a tuple of those, which acts by mode. A tuple with a
/// colon after it is one layout.
Parsed<Tiler<std::int64_t>> parse_tiler(std::string_view text);

/// Integers and `_`, nested.
Parsed<Slicer<std::int64_t>> parse_slicer(std::string_view text);

}  // namespace colex
