// SPDX-License-Identifier: MIT
// A swizzled layout as a type: one XOR after the layout's own arithmetic.
//
//   constexpr auto rows = StaticLayout<Tuple<8L, 8L>{}, Tuple<8L, 1L>{}>{};
//   static_assert(swizzle<3, 0, 3>(rows)(2, 1) == 19);      row 2 begins at 16, column 1 goes to 1 ^ 2
#pragma once

#include <bit>

#include "colex/composed_bits.hpp"
#include "colex/static/layout.hpp"

namespace colex {

/// The swizzle of these three numbers, on offsets of any integer type. Error, at compile time:
/// admissible()'s.
template <int bits, int base, int shift>
struct StaticSwizzle {
  static constexpr Swizzle value{bits, base, shift};
  static_assert(admissible(value).condition == Condition::none,
                "the swizzle does not undo itself in 62 bits");
  static constexpr std::int64_t source = value.source_mask();

  /// Whether offsets up to `high` stay in Int, a swizzle to the left setting bits above those that it reads.
  template <class Int>
  static constexpr bool fits(std::int64_t high) {
    int const written = shift < 0 ? bits + base - shift : 0;
    auto const width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(high)));
    return detail::fits<Int>((std::int64_t{1} << (width < written ? written : width)) - 1);
  }

  /// Precondition: x >= 0.
  template <class Int>
  COLEX_HOST_DEVICE constexpr Int operator()(Int x) const {
    using Word = std::make_unsigned_t<Int>;
    constexpr Word mask = static_cast<Word>(source);
    if constexpr (mask == 0) {
      return x;
    } else if constexpr (shift >= 0) {
      return static_cast<Int>(static_cast<Word>(x) ^ ((static_cast<Word>(x) & mask) >> shift));
    } else {
      return static_cast<Int>(static_cast<Word>(x) ^ ((static_cast<Word>(x) & mask) << -shift));
    }
  }
};

namespace detail {
template <class L, std::int64_t offset>
struct Origin {
  static constexpr std::int64_t low = offset + Span<L::shape, L::stride>::low;
  static constexpr std::int64_t high = offset + Span<L::shape, L::stride>::high;
  static_assert(low >= 0 && high <= kReachLimit,
                "an offset that the swizzle reads is negative, or past 2^62");
};
}  // namespace detail

/// i -> swizzle(offset + inner(i)), offsets in elements. Precondition, where entries of the inner layout are
/// given at run time: no offset is negative.
template <class Outer, std::int64_t offset, class L>
struct StaticComposed : detail::Holding<L> {
  static constexpr auto shape = L::shape;
  using Swizzle = Outer;
  using Inner = L;
  template <class Index>
  using Count = typename L::template Count<Index>;
  template <class Int>
  static constexpr bool fits =
      L::template fits<Int>&& Outer::template fits<Int>(detail::Origin<L, offset>::high);

  template <class Int>
  COLEX_HOST_DEVICE constexpr Int start() const {
    return static_cast<Int>(offset);
  }
  template <class C>
  COLEX_HOST_DEVICE constexpr auto operator()(C c) const {
    return detail::look(*this, c);
  }
  template <class C, class D, class... More>
  COLEX_HOST_DEVICE constexpr auto operator()(C c, D d, More... more) const {
    return detail::look(*this, coord(c, d, more...));
  }
};

/// The layout seen through Swizzle<bits, base, shift>, its offsets counted from `offset` on. Error, at compile time: a
/// layout that is behind a swizzle already.
template <int bits, int base, int shift, std::int64_t offset = 0, detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto swizzle(L const& layout) {
  using Outer = StaticSwizzle<bits, base, shift>;
  if constexpr (std::is_same_v<L, typename L::Inner>) {
    return StaticComposed<Outer, offset, L>{{layout}};
  } else {
    static_assert(std::is_same_v<typename L::Swizzle, detail::Unswizzled>,
                  "a layout that is behind a swizzle cannot be put behind another one");
    using Int = typename L::template Count<int>;
    static_assert(detail::fits<Int>(offset),
                  "the offset does not fit the integer type of the layout's start");
    return detail::view<Outer>(layout.inner(), layout.template start<Int>() + static_cast<Int>(offset));
  }
}

namespace detail {
template <class Outer, std::int64_t offset, auto extents, auto strides>
struct Extent<StaticComposed<Outer, offset, StaticLayout<extents, strides>>> {
  static constexpr std::int64_t value =
      *extent(ComposedLayout{Outer::value, offset, Known<extents, strides>::value});
};
}  // namespace detail

}  // namespace colex
