// SPDX-License-Identifier: MIT
// How far an element of the Hopper GEMM may be from the exact sum.
//
// Products are exact in float. The tensor core aligns the t terms of one step and its sum so far to the
// largest of them and drops what lies beyond `unit` of it, so that a step errs by at most (t + 2) unit S,
// where S is the sum of all |a| |b|. Sums in float one by one, as on the host platform, err by less: each of
// the K roundings by at most 2^-24 S (1 + K 2^-24), and (t + 2) unit is more than twice t 2^-24. Rounding the
// result to p bits adds 2^-p of what was summed, or half the least number.
#pragma once

#include "hopper/operand.hpp"
#include "platform/platform.hpp"

namespace colex::gpu::hopper {

/// `sum` is exact, `magnitude` is S.
template <Element element, Element to>
__host__ __device__ inline double result_bound(Index K, double sum, double magnitude) {
  constexpr double unit = element == Element::e4m3 ? 0x1p-13 : 0x1p-23;
  constexpr double last_place = to == Element::bf16 ? 0x1p-8 : 0x1p-11,
                   least = to == Element::bf16 ? 0x1p-134 : 0x1p-25;
  constexpr int terms = step_bytes / bytes_of(element);
  double const summed = static_cast<double>((K + terms - 1) / terms) * (terms + 2) * unit * magnitude;
  return summed + last_place * ((sum < 0 ? -sum : sum) + summed) + least;
}

}  // namespace colex::gpu::hopper
