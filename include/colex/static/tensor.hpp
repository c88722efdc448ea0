// SPDX-License-Identifier: MIT
// Memory seen through a layout: elements by coordinate, a block's tile, a thread's part, registers.
//
//   constexpr int numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
//   constexpr auto t = tensor(&numbers[0], static_layout<"(4,2):(2,1)">());
//   static_assert(t(3, 1) == 7 && t(_, 1)(2) == 5);
//   static_assert(local_tile(t, Tuple<2, 2>{}, coord(1, 0))(0, 1) == 5);
//   static_assert(local_partition(t, static_layout<"(2,1):(1,1)">(), 1)(1, 1) == 7);
//
// A pointer is whatever has `+` and `[]`. Sources: CuTe's Tensor, local_tile, local_partition.
#pragma once

#include "colex/static/partition.hpp"

namespace colex {

template <class Pointer, class L>
struct Tensor;

namespace detail {
/// The tensor of what a view keeps: the pointer moves to its start. Under a swizzle it cannot move.
template <class Pointer, class Swizzle, class L, class Int>
COLEX_HOST_DEVICE constexpr auto seen_through(Pointer data, StaticView<Swizzle, L, Int> const& view) {
  if constexpr (std::is_same_v<Swizzle, Unswizzled>) {
    return Tensor<Pointer, L>{data + view.first, view.inner()};
  } else {
    return Tensor<Pointer, StaticView<Swizzle, L, Int>>{data, view};
  }
}
}  // namespace detail

/// The elements that `data` points to, at the offsets of `layout`. Precondition of a call: as the layout's.
template <class Pointer, class L>
struct Tensor {
  Pointer data;
  L layout;

  /// The element at a coordinate, or where `_` keeps modes, the tensor of them.
  template <class... C>
  COLEX_HOST_DEVICE constexpr decltype(auto) operator()(C... c) const {
    if constexpr ((detail::keeps_a_mode<C> || ...)) {
      return detail::seen_through(data, layout(c...));
    } else {
      return data[layout(c...)];
    }
  }
};

template <class Pointer, class L>
COLEX_HOST_DEVICE constexpr Tensor<Pointer, L> tensor(Pointer data, L layout) {
  return {data, layout};
}

/// The tile of a tensor at grid coordinate `at`; the layout's local_tile().
template <class Pointer, class L, class T, class C>
COLEX_HOST_DEVICE constexpr auto local_tile(Tensor<Pointer, L> const& t, T tiler, C at) {
  return detail::seen_through(t.data, local_tile(t.layout, tiler, at));
}
/// What one of the threads holds of a tensor; the layout's local_partition().
template <class Pointer, class L, detail::IsStatic T, class Int>
COLEX_HOST_DEVICE constexpr auto local_partition(Tensor<Pointer, L> const& t, T const& threads, Int thread) {
  return detail::seen_through(t.data, local_partition(t.layout, threads, thread));
}

/// Registers for the points of a layout: as many elements, compact, in the order of its strides.
template <class T, class L>
struct Fragment {
  T item[static_size<L>];
  static constexpr L layout{};
  template <class... C>
  COLEX_HOST_DEVICE constexpr T& operator()(C... c) {
    return item[L{}(c...)];
  }
  template <class... C>
  COLEX_HOST_DEVICE constexpr T const& operator()(C... c) const {
    return item[L{}(c...)];
  }
};

namespace detail {
template <auto extents, auto strides>
struct Compact {
  static constexpr Layout<std::int64_t> value = *make_layout_like(layout_of<extents, strides>());
};
COLEX_ANY_CALLEE
template <class F, int... k>
COLEX_HOST_DEVICE constexpr void unrolled(F& f, std::integer_sequence<int, k...>) {
  (f(Constant<k>{}), ...);
}
}  // namespace detail

/// An uninitialised fragment for the points of a layout without repeated offsets.
template <class T, detail::IsStatic L>
COLEX_HOST_DEVICE constexpr auto make_fragment(L const&) {
  using Inner = typename L::Inner;
  static_assert(detail::is_constant<Inner>, "a fragment is of a layout whose inner entries are constants");
  return Fragment<T, detail::LayoutFrom<detail::Compact<Inner::shape, Inner::stride>>>{};
}

/// f(0), f(1), ... f(count - 1), each number a Constant: offsets at them are constants too.
COLEX_ANY_CALLEE
template <int count, class F>
COLEX_HOST_DEVICE constexpr void unroll(F f) {
  detail::unrolled(f, std::make_integer_sequence<int, count>{});
}

}  // namespace colex
