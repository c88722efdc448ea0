// SPDX-License-Identifier: MIT
// What composed layouts share with plain ones: every operation on the domain acts on the inner layout.
//
//   group(Sw<1,0,1> o 4 o (2,2,2):(1,2,4), 0, 2) == Sw<1,0,1> o 4 o ((2,2),2):((1,2),4)
//   logical_divide(Sw<3,4,3> o 0 o (8,8):(8,1), <4>) == Sw<3,4,3> o 0 o ((4,2),8):((8,32),1)
//   slice((3,_), Sw<3,4,3> o 0 o (8,8):(8,1)) == Sw<3,4,3> o 24 o (8):(1)
//
// Each answers what the function of its name answers for the inner layout, under the same outer map; where
// that is a part that starts elsewhere, its offset joins `offset`. Errors are that function's.
// Law: the value at a coordinate is outer(offset + the answer's inner layout there). Source: CuTe's
// layout_composed.hpp.
#pragma once

#include "colex/composed.hpp"
#include "colex/filter.hpp"
#include "colex/partition.hpp"
#include "colex/product.hpp"

namespace colex {

namespace detail {
/// The layout, where its outer map takes every offset that comes to it. Errors: admissible()'s.
template <Number Word, class Outer>
constexpr Result<BasicComposedLayout<Word, Outer>, Word> taken(BasicComposedLayout<Word, Outer> const& c) {
  return {c, admissible(c)};
}
template <Number Word, class Outer>
constexpr auto taken(Result<BasicComposedLayout<Word, Outer>, Word> const& r) {
  return r ? taken(r.value) : r;
}
}  // namespace detail

// clang-format off
#define COLEX_ON_THE_DOMAIN(name)                                                                            \
  template <Number Word, class Outer, class... More>                                                         \
  constexpr auto name(BasicComposedLayout<Word, Outer> const& c, More const&... more) {                      \
    return around(c, name(c.inner, more...));                                                                \
  }
/// The same where points are added, whose offsets the outer map may not take. Errors more: admissible()'s.
#define COLEX_WITH_MORE_POINTS(name)                                                                         \
  template <Number Word, class Outer, class... More>                                                         \
  constexpr auto name(BasicComposedLayout<Word, Outer> const& c, More const&... more) {                      \
    return detail::taken(around(c, name(c.inner, more...)));                                                 \
  }
/// The same where a slicing coordinate or an origin comes first.
#define COLEX_FROM_A_COORDINATE(name, within)                                                                \
  template <Number Word, class Outer, class T>                                                               \
  constexpr auto name(Nested<T> const& at, BasicComposedLayout<Word, Outer> const& c) {                      \
    return detail::taken(around(c, within(at, c.inner)));                                                    \
  }
// clang-format on

COLEX_ON_THE_DOMAIN(coalesce)
COLEX_ON_THE_DOMAIN(coalesce_extended)
COLEX_ON_THE_DOMAIN(filter)
COLEX_ON_THE_DOMAIN(filter_zeros)
COLEX_ON_THE_DOMAIN(flatten)
COLEX_ON_THE_DOMAIN(get)
COLEX_ON_THE_DOMAIN(group)
COLEX_ON_THE_DOMAIN(inner_partition)
COLEX_ON_THE_DOMAIN(local_partition)
COLEX_ON_THE_DOMAIN(local_tile)
COLEX_ON_THE_DOMAIN(outer_partition)
COLEX_ON_THE_DOMAIN(select)
COLEX_ON_THE_DOMAIN(sort)
COLEX_ON_THE_DOMAIN(take)
COLEX_ON_THE_DOMAIN(unflatten)
COLEX_WITH_MORE_POINTS(append)
COLEX_WITH_MORE_POINTS(append_to)
COLEX_WITH_MORE_POINTS(blocked_product)
COLEX_WITH_MORE_POINTS(flat_divide)
COLEX_WITH_MORE_POINTS(flat_product)
COLEX_WITH_MORE_POINTS(logical_divide)
COLEX_WITH_MORE_POINTS(logical_product)
COLEX_WITH_MORE_POINTS(prepend)
COLEX_WITH_MORE_POINTS(prepend_to)
COLEX_WITH_MORE_POINTS(raked_product)
COLEX_WITH_MORE_POINTS(replace)
COLEX_WITH_MORE_POINTS(tile_to_shape)
COLEX_WITH_MORE_POINTS(tiled_divide)
COLEX_WITH_MORE_POINTS(tiled_product)
COLEX_WITH_MORE_POINTS(zip)
COLEX_WITH_MORE_POINTS(zipped_divide)
COLEX_WITH_MORE_POINTS(zipped_product)
COLEX_FROM_A_COORDINATE(dice, dice)
COLEX_FROM_A_COORDINATE(domain_offset, domain_offset)
COLEX_FROM_A_COORDINATE(slice, slice_and_offset)

#undef COLEX_ON_THE_DOMAIN
#undef COLEX_WITH_MORE_POINTS
#undef COLEX_FROM_A_COORDINATE

/// A o T for a tiler T, mode by mode. Errors: composition(Layout, Tiler)'s, admissible()'s.
template <Number Word, class Outer>
constexpr Result<BasicComposedLayout<Word, Outer>, Word> composition(
    BasicComposedLayout<Word, Outer> const& a, Tiler<Word> const& tiler, Rest rest = Rest::keep) {
  return detail::taken(around(a, composition(a.inner, tiler, rest)));
}

template <Number Word, class Outer>
constexpr int rank(BasicComposedLayout<Word, Outer> const& c) {
  return rank(c.inner);
}
template <Number Word, class Outer>
constexpr int depth(BasicComposedLayout<Word, Outer> const& c) {
  return depth(c.inner);
}
template <Number Word, class Outer>
constexpr IntTuple<Word> shape(BasicComposedLayout<Word, Outer> const& c) {
  return shape(c.inner);
}

}  // namespace colex
