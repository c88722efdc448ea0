// SPDX-License-Identifier: MIT
// The smallest kernel round an atom, for the host platform and for devices: every lane loads its values from
// memory that lists them lane after lane, multiplies, and stores what it gets.
//
//   launch({.grid = {problems}, .block = {Atom::threads}}, multiply_once<Atom>, a, b, c, d);
#pragma once

#include "atoms/mma.hpp"

namespace colex::gpu::test {

/// The N values of lane number `lane`.
template <int N, class T>
__device__ inline Fragment<T, N> lane_values(GlobalView<T const> const& view, Index lane) {
  Fragment<T, N> values;
  for (int v = 0; v < N; ++v) values[v] = load<1>(view, N * lane + v).value[0];
  return values;
}

/// One block per problem.
template <class Atom>
__global__ void multiply_once(GlobalView<typename Atom::A const> a, GlobalView<typename Atom::B const> b,
                              GlobalView<typename Atom::C const> c, GlobalView<typename Atom::C> d) {
  Index const lane = Index{Atom::threads} * blockIdx.x + threadIdx.x;
  auto const result = mma<Atom>(lane_values<Atom::c_values, typename Atom::C>(c, lane),
                                lane_values<Atom::a_values, typename Atom::A>(a, lane),
                                lane_values<Atom::b_values, typename Atom::B>(b, lane));
  for (int v = 0; v < Atom::c_values; ++v)
    store(d, Atom::c_values * lane + v, Vec<typename Atom::C, 1>{{result[v]}});
}

}  // namespace colex::gpu::test
