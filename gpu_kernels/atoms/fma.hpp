// SPDX-License-Identifier: MIT
// The atom that every platform has: one thread multiplies two elements and adds to a third.
//
//   Fragment<float, 1> c = mma<FmaAtom<Bf16, float>>(c, a, b);      c[0] + a[0] * b[0], rounded once
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

/// One multiply-add of elements T into an accumulator.
template <class T, class Acc = T>
struct FmaAtom {
  using A = T;
  using B = T;
  using C = Acc;
  static constexpr int M = 1, N = 1, K = 1, blocks = 1, threads = 1;
  static constexpr int a_values = 1, b_values = 1, c_values = 1;
};

template <class Atom>
requires(Atom::threads == 1) __device__
    inline Fragment<typename Atom::C, 1> mma(Fragment<typename Atom::C, 1> const& c,
                                             Fragment<typename Atom::A, 1> const& a,
                                             Fragment<typename Atom::B, 1> const& b) {
  return {{multiply_add(a[0], b[0], c[0])}};
}

}  // namespace colex::gpu
