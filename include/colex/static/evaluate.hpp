// SPDX-License-Identifier: MIT
// The offset of a coordinate in a layout that is a type: no loop, no table, only the arithmetic that is left.
//
// `Values` has the entries that are given at run time. A coordinate is in range: the last mode takes what is
// left of an integral coordinate, without a remainder.
#pragma once

#include <limits>

#include "colex/static/coordinate.hpp"
#include "colex/static/tree.hpp"

namespace colex::detail {

template <class Int>
constexpr bool fits(std::int64_t x) {
  if constexpr (std::is_unsigned_v<Int>) {
    return x >= 0 && static_cast<std::uint64_t>(x) <= std::numeric_limits<Int>::max();
  } else {
    return x >= std::numeric_limits<Int>::min() && x <= std::numeric_limits<Int>::max();
  }
}

template <class Int, std::int64_t low, std::int64_t high>
struct Fits {
  static constexpr bool value = fits<Int>(low) && fits<Int>(high);
};

/// No entry of a layout is given at run time.
struct NoValues {};

/// An extent or a stride, from the type or from the values given at run time.
template <std::int64_t entry>
struct Entry {
  template <class Int, class Values>
  static COLEX_HOST_DEVICE constexpr Int value(Values const&) {
    return static_cast<Int>(entry);
  }
};
template <std::int64_t entry>
requires(is_given(entry)) struct Entry<entry> {
  template <class Int, class Values>
  static COLEX_HOST_DEVICE constexpr Int value(Values const& values) {
    return static_cast<Int>(values.given[entry - kReachLimit - 1]);
  }
};

/// What one mode of constants adds for an integral coordinate: the digit that counts after `before` points.
/// Digits are those of unsigned numbers, so that a power of two costs a shift and a mask; a sum of signed
/// terms stays signed. The last mode takes all that is left.
template <std::int64_t before, std::int64_t extent, std::int64_t stride, bool last, class Int>
COLEX_HOST_DEVICE constexpr Int mode_offset(Int index) {
  using Digit = std::make_unsigned_t<Int>;
  constexpr Int step = static_cast<Int>(stride);
  if constexpr (!Fits<Int, 0, before>::value) {
    return Int(0);  // no index of the type comes this far
  } else if constexpr (last || !Fits<Int, 0, extent>::value) {
    return static_cast<Int>(static_cast<Digit>(index) / static_cast<Digit>(before)) * step;
  } else {
    return static_cast<Int>(static_cast<Digit>(index) / static_cast<Digit>(before) %
                            static_cast<Digit>(extent)) *
           step;
  }
}

/// The same where entries are given at run time, `rest` being what is left of the coordinate: it is divided as `Digit`, and
/// offsets are of type Int.
template <std::int64_t extent, std::int64_t stride, bool last, class Digit, class Int, class Values,
          class Rest>
COLEX_HOST_DEVICE constexpr Int pass_mode(Values const& values, Rest& rest) {
  Int const step = Entry<stride>::template value<Int>(values);
  if constexpr (last) {
    return static_cast<Int>(rest) * step;
  } else {
    Digit const points = Entry<extent>::template value<Digit>(values), left = static_cast<Digit>(rest);
    rest = static_cast<Rest>(left / points);
    return static_cast<Int>(left % points) * step;
  }
}

/// What one mode of constants adds by its quotient, where the mode before is not ended by a remainder: that one went on
/// by its own stride, which is taken off. In unsigned numbers, whose sums are right where a term is past Int.
template <class L, int k, class Int>
COLEX_HOST_DEVICE constexpr std::make_unsigned_t<Int> quotient_offset(Int index) {
  using Word = std::make_unsigned_t<Int>;
  constexpr std::int64_t before = L::before.item[k];
  if constexpr (!Fits<Int, 0, before>::value) {
    return Word(0);  // no index of the type comes this far
  } else {
    constexpr auto reach = [] {
      if constexpr (k == 0)
        return std::uint64_t(0);
      else
        return static_cast<std::uint64_t>(L::modes.item[k - 1].shape) *
               static_cast<std::uint64_t>(L::modes.item[k - 1].stride);
    }();
    constexpr auto step = static_cast<Word>(static_cast<std::uint64_t>(L::modes.item[k].stride) - reach);
    return static_cast<Word>(index) / static_cast<Word>(before) * step;
  }
}
template <class L, class Int, int... k>
COLEX_HOST_DEVICE constexpr Int quotients_offset(Int index, std::integer_sequence<int, k...>) {
  return static_cast<Int>((std::make_unsigned_t<Int>(0) + ... + quotient_offset<L, k>(index)));
}

template <class L, class Digit, class Int, class Values, class Index, int... k>
COLEX_HOST_DEVICE constexpr Int line_offset(Values const& values, Int offset, Index index,
                                            std::integer_sequence<int, k...>) {
  constexpr int last = sizeof...(k) - 1;
  if constexpr (L::known) {
    return (
        offset + ... +
        mode_offset<L::before.item[k], L::modes.item[k].shape, L::modes.item[k].stride, k == last>(index));
  } else {
    ((offset +=
      pass_mode<L::modes.item[k].shape, L::modes.item[k].stride, k == last, Digit, Int>(values, index)),
     ...);
    return offset;
  }
}

template <auto extents, auto strides, class Int, class Values, class C>
COLEX_HOST_DEVICE constexpr Int tree_offset(Values const& values, Int offset, C const& c);

template <class Int, class Values>
COLEX_HOST_DEVICE constexpr Int entries_offset(Values const&, Int offset, Tuple<>, Tuple<>, Coord<>) {
  return offset;
}
template <class Int, class Values, auto extent, auto... extents, auto stride, auto... strides, class C>
COLEX_HOST_DEVICE constexpr Int entries_offset(Values const& values, Int offset, Tuple<extent, extents...>,
                                               Tuple<stride, strides...>, C const& c) {
  return entries_offset(values, tree_offset<extent, stride>(values, offset, c.first), Tuple<extents...>{},
                        Tuple<strides...>{}, c.rest);
}

template <class Tree, class C>
inline constexpr bool same_rank = false;
template <auto... extents, class... Entries>
inline constexpr bool same_rank<Tuple<extents...>, Coord<Entries...>> = sizeof...(extents) ==
                                                                        sizeof...(Entries);

/// `offset` (elements) and that of a coordinate in the part of a layout that two trees describe; `_` counts
/// as 0.
template <auto extents, auto strides, class Int, class Values, class C>
COLEX_HOST_DEVICE constexpr Int tree_offset(Values const& values, Int offset, C const& c) {
  if constexpr (std::is_same_v<C, Underscore>) {
    return offset;
  } else if constexpr (is_coord<C>) {
    static_assert(same_rank<std::remove_cvref_t<decltype(extents)>, C>,
                  "the coordinate has other entries than the layout");
    return entries_offset(values, offset, extents, strides, c);
  } else {
    using Modes = Line<extents, strides>;
    return line_offset<Modes, std::make_unsigned_t<Int>>(values, offset, static_cast<Int>(c),
                                                         std::make_integer_sequence<int, Modes::count>{});
  }
}

}  // namespace colex::detail
