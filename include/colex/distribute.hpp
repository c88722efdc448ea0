// SPDX-License-Identifier: MIT
// Work dealt out over a shape: which coordinates a given number of workers start at.
//
//   domain_distribute((6,4), 8) == (2,4):(1,6)      8 = 2 * 4: 2 along the mode of 6, 4 along the mode of 4
//   domain_distribute((6,4), 9) is refused: divides: 24 is not a multiple of 9
//
// Source: CuTe's domain_distribute, layout.hpp, which answers a layout of fewer than n points where this
// refuses: cute/layouts.hpp has it.
#pragma once

#include "colex/coalesce.hpp"
#include "colex/reach.hpp"

namespace colex {

namespace detail {
/// Along each mode of `shape`, from the left, as many points as the extent and what is left of n have in
/// common; `rest` is what is left in the end. Precondition: n >= 1.
template <Number Int>
struct Distributed {
  Layout<Int> layout{};
  Int rest{};
};
template <Number Int>
constexpr Distributed<Int> distribute(IntTuple<Int> const& shape, Int const& n) {
  auto const stride = compact_col_major(shape);
  List<Mode<Int>> modes;
  Int rest = n;
  for (int k = 0; k < shape.leaves.count; ++k) {
    Int const share = gcd(shape.leaves[k], rest);
    modes.push({share, share == Int(1) ? Int(0) : stride.leaves[k]});
    rest = rest / share;
  }
  return {flat(coalesce(modes)), rest};
}
}  // namespace detail

/// A layout of n points into the integral coordinates of `shape`, increasing. It exists exactly when n
/// divides the size. Precondition: the extents are positive and their product fits. Errors: not_negative (n <
/// 1), divides.
template <Number Int>
constexpr Result<Layout<Int>, Int> domain_distribute(IntTuple<Int> const& shape, Int const& n) {
  if (n < Int(1)) return Result<Layout<Int>, Int>::refuse(because<Int>(Condition::not_negative, n, Int(1)));
  auto const found = detail::distribute(shape, n);
  if (!(found.rest == Int(1)))
    return Result<Layout<Int>, Int>::refuse(because<Int>(Condition::divides, size(shape), n));
  return Result<Layout<Int>, Int>::answer(found.layout);
}

}  // namespace colex
