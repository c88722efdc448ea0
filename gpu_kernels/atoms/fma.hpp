// SPDX-License-Identifier: MIT
// The atom that every platform has: one thread multiplies two elements and adds to a third; or some of a row by some columns.
//
//   Fragment<float, 1> c = mma<FmaAtom<Bf16, float>>(c, a, b);           c[0] + a[0] * b[0], rounded once
//   Fragment<float, 4> c = mma<FmaAtom<float, float, 4, 8>>(c, a, b);    eight times that, k = 0 first, for each of four columns
#pragma once

#include "platform/platform.hpp"

namespace colex::gpu {

/// a * b + c in the accumulator's type: floats round once, integers wrap.
template <class Acc, class T, class U>
__host__ __device__ constexpr Acc multiply_add(T a, U b, Acc c) {
  Acc const x = convert<Acc>(a), y = convert<Acc>(b);
  if constexpr (std::is_same_v<Acc, float>) {
    return __builtin_fmaf(x, y, c);
  } else if constexpr (std::is_same_v<Acc, double>) {
    return __builtin_fma(x, y, c);
  } else {
    using Wrapping = std::make_unsigned_t<Acc>;
    return static_cast<Acc>(static_cast<Wrapping>(x) * static_cast<Wrapping>(y) + static_cast<Wrapping>(c));
  }
}

/// Multiply-adds of elements T into the accumulators of `columns` columns, of `steps` steps of K. B's values are column by column.
template <class T, class Acc = T, int columns = 1, int steps = 1>
struct FmaAtom {
  using A = T;
  using B = T;
  using C = Acc;
  static constexpr int M = 1, N = columns, K = steps, blocks = 1, threads = 1;
  static constexpr int a_values = K, b_values = K * N, c_values = N;
};

template <class Atom>
requires(Atom::threads == 1) __device__ inline Fragment<typename Atom::C, Atom::c_values> mma(
    Fragment<typename Atom::C, Atom::c_values> const& c, Fragment<typename Atom::A, Atom::a_values> const& a,
    Fragment<typename Atom::B, Atom::b_values> const& b) {
  auto sums = c;
  for (int k = 0; k < Atom::K; ++k)
    for (int n = 0; n < Atom::N; ++n) sums[n] = multiply_add(a[k], b[k + Atom::K * n], sums[n]);
  return sums;
}

}  // namespace colex::gpu
