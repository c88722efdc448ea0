// SPDX-License-Identifier: MIT
// wgmma on the host platform: see hopper/wgmma.hpp. The 128 threads meet; operands are read out of shared
// memory by their descriptors, products are exact and added in the order of k, each sum rounded once, and the
// accumulators are dealt out by the layout `held`. They are right at once, but may be touched after the wait
// only.
#pragma once

#include <array>
#include <cmath>

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

/// Two floats rounded to nearest, the first in the low half.
template <Element to>
inline std::uint32_t rounded_pair(float low, float high) {
  using T = typename TypeOf<to>::type;
  return T::from_float(low).bits | static_cast<std::uint32_t>(T::from_float(high).bits) << 16;
}

/// The bits of a float.
inline std::uint32_t bits_of(float x) { return __builtin_bit_cast(std::uint32_t, x); }

/// 2^x and 1 / x, which devices compute less exactly.
inline float quick_exp2(float x) { return std::exp2(x); }
inline float quick_reciprocal(float x) { return 1 / x; }

namespace wgmma {

/// A thread's part of a result.
template <int n>
struct Accumulators {
  float value[n];
  mutable AccumulatorState state;
  /// NaN, with a report, while a product computes it.
  float operator[](int i) const {
    return touch_accumulators(state, std::source_location::current()) ? value[i] : __builtin_nanf("");
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

/// What one thread brings to a product.
template <int n>
struct Lane {
  Accumulators<n>* sum;
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

/// D = A * B, or D += A * B, for the threads of a warpgroup.
template <class A, class B>
void multiply_together(void* const* lanes, int) {
  constexpr int n = B::lines / 2, depth = step_bytes / A::element_bytes, N = B::lines;
  using T = typename TypeOf<A::element>::type;
  auto const lane = [&](int i) -> Lane<n>& { return *static_cast<Lane<n>*>(lanes[i]); };
  for (int i = 1; i < warpgroup_threads; ++i)
    if (lane(i).a != lane(0).a || lane(i).b != lane(0).b || lane(i).add != lane(0).add)
      return report_collective("the threads of a warpgroup name different operands");
  auto const a_bytes = read_operand({lane(0).a, wgmma_rows, A::major == Major::k, A::element_bytes});
  auto const b_bytes = read_operand({lane(0).b, N, B::major == Major::k, B::element_bytes});
  auto const number = [](std::vector<unsigned char> const& bytes, int i) {
    T x;
    std::memcpy(&x, &bytes[static_cast<std::size_t>(i) * sizeof(T)], sizeof x);
    return x.to_float();
  };
  static std::vector<int> const place = places(held<N>, N);
  std::vector<float> sum(static_cast<std::size_t>(wgmma_rows) * N, 0.0f),
      b(static_cast<std::size_t>(depth) * N);
  if (lane(0).add)
    for (std::size_t i = 0; i < place.size(); ++i)
      sum[static_cast<std::size_t>(place[i])] =
          lane(static_cast<int>(i) % warpgroup_threads).sum->value[i / warpgroup_threads];
  for (int column = 0; column < N; ++column)
    for (int k = 0; k < depth; ++k)
      b[static_cast<std::size_t>(k * N + column)] = number(b_bytes, column * depth + k);
  for (int row = 0; row < wgmma_rows; ++row)
    for (int k = 0; k < depth; ++k) {
      float const x = number(a_bytes, row * depth + k);
      float* const to = &sum[static_cast<std::size_t>(row) * N];
      float const* const from = &b[static_cast<std::size_t>(k) * N];
      for (int column = 0; column < N; ++column) to[column] += x * from[column];
    }
  for (std::size_t i = 0; i < place.size(); ++i)
    lane(static_cast<int>(i) % warpgroup_threads).sum->value[i / warpgroup_threads] =
        sum[static_cast<std::size_t>(place[i])];
}

/// Starts D = A * B, or D += A * B when `add`. A and B are OperandTiles; a and b describe one step of them.
template <class A, class B>
inline void multiply(Accumulators<B::lines / 2>& sum, std::uint64_t a, std::uint64_t b, bool add,
                     std::source_location where = std::source_location::current()) {
  static_assert(A::element == B::element && A::lines == wgmma_rows && B::lines % 32 == 0);
  take_accumulators(sum.state, where);
  Lane<B::lines / 2> lane{&sum, a, b, add};
  meet_in_full(warpgroup_threads, &lane, multiply_together<A, B>, where);
}

}  // namespace wgmma
}  // namespace colex::gpu::hopper
