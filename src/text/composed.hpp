// SPDX-License-Identifier: MIT
// The text form of what is more than a layout of integers: swizzled layouts, and layouts of coordinates.
//
//   parse_composed("Sw<3,4,3> o 0 o (8,8):(8,1)");  a layout alone is one under Sw<0,0,0> o 0
//   to_text(*identity_layout((4,8))) == "(4,8):(E<0>,E<1>)"
#pragma once

#include <string>

#include "colex/basis.hpp"
#include "colex/swizzle.hpp"
#include "colex/text.hpp"

namespace colex {

Parsed<ComposedLayout> parse_composed(std::string_view text);
std::string to_text(Swizzle const& swizzle);
/// parse_composed(to_text(c)) is c.
std::string to_text(ComposedLayout const& composed);

/// `2E<0>+E<1>`; `0` where nothing moves.
std::string to_text(Coordinate const& value);
std::string to_text(Layout<Coordinate> const& layout);

}  // namespace colex
