// SPDX-License-Identifier: MIT
// Questions run on a number system: operands from what was read, calls from the innermost outwards.
//
//   run<Unknown>(complement(64:1, K), names)      run<std::int64_t>(complement(64:1, K), {K = 256})
#pragma once

#include <functional>

#include "unknowns/forms.hpp"
#include "unknowns/read.hpp"

namespace colex::unknowns {

/// Throws InputError, with the place, where an operation has no form with unknowns or an argument does not fit; marks
/// the arguments that are numbers, and those whose leaves are no extents.
void check_question(Reading& reading);

/// Thrown where numbers leave the limits of layouts.
struct BeyondLimits {};

/// Some layout in it has basis strides, so that on numbers it is one for Coordinate.
bool has_bases(Reading const& reading);

/// What the outermost call answers, or the first refusal of one within it. `number` reads an expression.
template <class Int>
Reply<Int> run(Reading const& reading, std::function<Int(Expression const&)> const& number,
               bool with_meaning);

}  // namespace colex::unknowns
