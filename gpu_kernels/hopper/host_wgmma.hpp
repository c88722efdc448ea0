// SPDX-License-Identifier: MIT
// wgmma on the host platform: see hopper/wgmma.hpp. The 128 threads meet; operands are read out of shared
// memory by their descriptors, products are exact and added in the order of k, each sum rounded once (of 8-bit floats as
// add_cut says), and the accumulators are dealt out by the layout `held`. They are right at once, but may be touched after the wait
// only.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "hopper/accumulator.hpp"
#include "hopper/operand.hpp"
#include "platform/host/tensor_core.hpp"

namespace colex::gpu::hopper {

template <Element element>
struct TypeOf;
template <>
struct TypeOf<Element::bf16> {
  using type = Bf16;
};
template <>
struct TypeOf<Element::f16> {
  using type = F16;
};
template <>
struct TypeOf<Element::e4m3> {
  using type = E4M3;
};
template <>
struct TypeOf<Element::e5m2> {
  using type = E5M2;
};
/// An f32 as the tensor core reads it as tf32: it cuts the 13 lowest bits.
struct CutTf32 {
  std::uint32_t bits;
  float to_float() const { return __builtin_bit_cast(float, bits & ~0x1FFFu); }
  static CutTf32 from_float(float x) { return {__builtin_bit_cast(std::uint32_t, x)}; }
};
template <>
struct TypeOf<Element::tf32> {
  using type = CutTf32;
};
template <>
struct TypeOf<Element::f32> {
  using type = float;
};
template <>
struct TypeOf<Element::i8> {
  using type = std::int8_t;
};
template <>
struct TypeOf<Element::i32> {
  using type = std::int32_t;
};

/// Two floats rounded to nearest, the first in the low bits. Of e4m3 what is beyond the largest number becomes that.
template <Element to>
inline std::uint32_t rounded_pair(float low, float high) {
  using T = typename TypeOf<to>::type;
  auto const rounded = [](float x) {
    if constexpr (to == Element::e4m3)
      return std::uint32_t{T::saturated(x).bits};
    else
      return static_cast<std::uint32_t>(T::from_float(x).bits);
  };
  return rounded(low) | rounded(high) << (8 * bytes_of(to));
}

/// The bits of a sum.
template <class Sum>
inline std::uint32_t bits_of(Sum x) {
  return __builtin_bit_cast(std::uint32_t, x);
}

namespace wgmma {

/// A thread's part of a result.
template <int n, class Sum>
struct Accumulators {
  Sum value[n];
  mutable AccumulatorState state;
  /// NaN or the least integer, with a report, while a product computes it.
  Sum operator[](int i) const {
    constexpr Sum none =
        std::is_integral_v<Sum> ? std::numeric_limits<Sum>::min() : std::numeric_limits<Sum>::quiet_NaN();
    return touch_accumulators(state, std::source_location::current()) ? value[i] : none;
  }
};

inline void fence_accumulators(std::source_location where = std::source_location::current()) {
  fence_products(where);
}
inline void commit(std::source_location where = std::source_location::current()) { commit_products(where); }
template <int pending>
inline void wait(std::source_location where = std::source_location::current()) {
  wait_for_products(pending, where);
}

/// Nothing: accumulators are right at once here.
template <int n, class Sum>
void settle(Accumulators<n, Sum> const&) {}

/// Afterwards they are NaN.
template <int n>
void forget(Accumulators<n, float>& sum) {
  std::fill(std::begin(sum.value), std::end(sum.value), std::numeric_limits<float>::quiet_NaN());
}

/// What one thread brings to a product.
template <int n, class Sum>
struct Lane {
  Accumulators<n, Sum>* sum;
  std::uint64_t a, b;
  bool add;
};

/// Value v of thread t -> N * row + column, t fastest. Not constexpr: a compiler would compute it for every
/// config.
inline std::vector<int> places(Layout<std::int64_t> const& held_by, int N) {
  std::vector<int> all;
  for (int v = 0; v < N / 2; ++v)
    for (int t = 0; t < warpgroup_threads; ++t) {
      auto const [row, column] = element_of(held_by, t, v);
      all.push_back(N * row + column);
    }
  return all;
}

/// What the sum of 8-bit floats is aligned by: exponents, far below all for 0, and far above for what is not finite.
inline constexpr int top_of_zero = -10'000, top_of_special = 100'000, most_top = 127;
inline int top_of(float x, int least) {
  std::uint32_t const magnitude = __builtin_bit_cast(std::uint32_t, x) & 0x7FFFFFFF;
  if (magnitude == 0) return top_of_zero;
  return magnitude < 0x7F800000 ? std::max(static_cast<int>(magnitude >> 23) - 127, least) : top_of_special;
}
/// Of elements; one that is not normal is taken to have the least normal one's, as in code/ptx/matrix.hpp.
template <Element element>
std::vector<int> tops_of(std::vector<float> const& x) {
  std::vector<int> tops;
  for (float each : x) tops.push_back(top_of(each, element == Element::e4m3 ? -6 : -14));
  return tops;
}

/// Adds the products of 8-bit floats, x[k] y[count k + i], to sum[i] as an H200 was measured to (tests/code/ptx_products.py): all
/// terms and the sum so far are cut 13 bits below the greatest top, which of a product is the sum of its factors', and what they
/// add up to keeps 13 bits of its fraction. Columns with a term that is not finite are added
/// up as they are: those past the operand, which nobody wrote, are NaN.
inline void add_cut(std::vector<float>& sum, std::size_t first, int count, std::vector<float> const& x,
                    std::vector<int> const& x_tops, std::vector<float> const& y,
                    std::vector<int> const& y_tops) {
  auto const columns = static_cast<std::size_t>(count);
  std::vector<int> top(columns), cut(columns);
  std::vector<float> scale(columns);
  for (std::size_t i = 0; i < columns; ++i) top[i] = top_of(sum[first + i], -126);
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t i = 0; i < columns; ++i) top[i] = std::max(top[i], x_tops[k] + y_tops[columns * k + i]);
  for (std::size_t i = 0; i < columns; ++i) {
    // 2^(13 - top), or 0 where a term is not finite; no product's top is below -28
    int const own = std::max(top[i], -100);
    scale[i] =
        own > most_top ? 0.0f : __builtin_bit_cast(float, static_cast<std::uint32_t>(127 + 13 - own) << 23);
  }
  auto const at_scale = [](float term, float by) { return by == 0 ? 0 : static_cast<int>(term * by); };
  for (std::size_t i = 0; i < columns; ++i) cut[i] = at_scale(sum[first + i], scale[i]);
  for (std::size_t k = 0; k < x.size(); ++k)
    for (std::size_t i = 0; i < columns; ++i) cut[i] += at_scale(x[k] * y[columns * k + i], scale[i]);
  for (std::size_t i = 0; i < columns; ++i) {
    float& to = sum[first + i];
    if (scale[i] != 0)
      to = __builtin_bit_cast(
          float, __builtin_bit_cast(std::uint32_t, static_cast<float>(cut[i]) / scale[i]) & ~0x3FFu);
    else
      for (std::size_t k = 0; k < x.size(); ++k) to += x[k] * y[columns * k + i];
  }
}

/// D = A * B, or D += A * B, for the threads of a warpgroup.
template <class A, class B>
void multiply_together(void* const* lanes, int) {
  constexpr int n = B::lines / 2, depth = step_bytes / A::element_bytes, N = B::lines;
  using Sum = SumOf<A::element>;
  auto const lane = [&](int i) -> Lane<n, Sum>& { return *static_cast<Lane<n, Sum>*>(lanes[i]); };
  for (int i = 1; i < warpgroup_threads; ++i)
    if (lane(i).a != lane(0).a || lane(i).b != lane(0).b || lane(i).add != lane(0).add)
      return report_collective("the threads of a warpgroup name different operands");
  auto const a_bytes = read_operand({lane(0).a, wgmma_rows, A::major == Major::k, A::element_bytes});
  auto const b_bytes = read_operand({lane(0).b, N, B::major == Major::k, B::element_bytes});
  auto const number = []<Element element>(std::integral_constant<Element, element>,
                                          std::vector<unsigned char> const& bytes, int i) {
    using T = typename TypeOf<element>::type;
    T x;
    std::memcpy(&x, &bytes[static_cast<std::size_t>(i) * sizeof(T)], sizeof x);
    return convert<Sum>(x);
  };
  static std::vector<int> const place = places(held<N>, N);
  std::vector<Sum> sum(static_cast<std::size_t>(wgmma_rows) * N, Sum{0}),
      b(static_cast<std::size_t>(depth) * N);
  if (lane(0).add)
    for (std::size_t i = 0; i < place.size(); ++i)
      sum[static_cast<std::size_t>(place[i])] =
          lane(static_cast<int>(i) % warpgroup_threads).sum->value[i / warpgroup_threads];
  for (int column = 0; column < N; ++column)
    for (int k = 0; k < depth; ++k)
      b[static_cast<std::size_t>(k * N + column)] =
          number(std::integral_constant<Element, B::element>{}, b_bytes, column * depth + k);
  std::vector<Sum> x(static_cast<std::size_t>(depth));
  std::vector<int> b_tops;
  if constexpr (is_8_bit_float(A::element)) b_tops = tops_of<B::element>(b);
  for (int row = 0; row < wgmma_rows; ++row) {
    for (int k = 0; k < depth; ++k)
      x[static_cast<std::size_t>(k)] =
          number(std::integral_constant<Element, A::element>{}, a_bytes, row * depth + k);
    std::size_t const first = static_cast<std::size_t>(row) * N;
    if constexpr (is_8_bit_float(A::element)) {
      add_cut(sum, first, N, x, tops_of<A::element>(x), b, b_tops);
    } else {
      for (std::size_t k = 0; k < x.size(); ++k)
        for (std::size_t i = 0; i < N; ++i) sum[first + i] += x[k] * b[k * N + i];
    }
  }
  for (std::size_t i = 0; i < place.size(); ++i)
    lane(static_cast<int>(i) % warpgroup_threads).sum->value[i / warpgroup_threads] =
        sum[static_cast<std::size_t>(place[i])];
}

/// Starts D = A * B, or D += A * B when `add`. A and B are OperandTiles; a and b describe one step of them.
template <class A, class B>
inline void multiply(Accumulators<B::lines / 2, SumOf<A::element>>& sum, std::uint64_t a, std::uint64_t b,
                     bool add, std::source_location where = std::source_location::current()) {
  static_assert(A::element_bytes == B::element_bytes && A::lines == wgmma_rows && B::lines % 16 == 0);
  take_accumulators(sum.state, where);
  Lane<B::lines / 2, SumOf<A::element>> lane{&sum, a, b, add};
  meet_in_full(warpgroup_threads, &lane, multiply_together<A, B>, where);
}

}  // namespace wgmma
}  // namespace colex::gpu::hopper
