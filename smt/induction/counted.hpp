// SPDX-License-Identifier: MIT
// Headers of trees and of swizzles as they are, with `int` for a number that is a text: their loops over indices, of the entries of a tree
// say, print themselves as those over any index do (walked.hpp). What a refusal of trees names is not told. Included before all that
// includes one of these headers.
#pragma once

#include <initializer_list>

#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "induction/walked.hpp"

namespace colex {
/// Leaves of trees that print themselves. Other trees are not made here: of these open() is but named.
template <class T>
inline constexpr bool is_told = false;
template <class T>
requires(!is_told<T>) Nested<T> open(std::int64_t entries);

template <Number Int>
requires std::is_same_v<Int, std::int64_t> Refusal<Int> because(Condition c, induction::Walked const&,
                                                                induction::Walked const&) {
  return because<Int>(c);
}
namespace detail {
template <class Int>
struct Pick;
Pick<induction::Walked> take_step(std::int64_t from, induction::Walked const& k);  // select()'s, from 0
}  // namespace detail
}  // namespace colex

#pragma GCC diagnostic push
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wkeyword-macro"
#endif
#define int ::colex::induction::Walked
#define constexpr  // what takes a text is no constant
#include "colex/slice.hpp"
#include "colex/structure.hpp"
#undef constexpr
#undef int
#include "colex/filter.hpp"
#include "colex/tuple.hpp"
#define int ::colex::induction::Walked
#define constexpr
#include "colex/make.hpp"
#include "colex/tiler.hpp"
#undef constexpr
#undef int
#include "colex/bits.hpp"
#define int ::colex::induction::Walked
#define constexpr
#define Swizzle WalkedSwizzle
#include "colex/swizzle.hpp"
#undef Swizzle
#undef constexpr
#undef int
#pragma GCC diagnostic pop

namespace colex {
/// Swizzles of numbers. None is asked about here.
using Swizzle = BasicSwizzle<int>;
template <Number Int>
Refusal<Int> admissible(Swizzle const&);
Result<Swizzle> swizzle_of(BitMap const&);
}  // namespace colex
namespace colex::detail {
inline Pick<induction::Walked> take_step(std::int64_t from, induction::Walked const& k) {
  return take_step<induction::Walked>(induction::Walked(from), k);
}
}  // namespace colex::detail
