// SPDX-License-Identifier: MIT
// What an element of the Hopper GEMM should be, and how far it may be from that.
//
// Products are exact in float. The tensor core aligns the t terms of one step and its sum so far to the
// largest of them and drops what lies beyond `unit` of it, so that a step errs by at most (t + 2) unit S,
// where S is the sum of all |a| |b|, in which an 8-bit float other than 0 counts as the least normal one at least: the tensor
// core aligns products of these by the exponents of the factors, and cuts what they add up to once more. Sums in float one by one, as on the host platform, err by less: each of
// the K roundings by at most 2^-24 S (1 + K 2^-24), and (t + 2) unit is more than twice t 2^-24. Adding up
// splits of K rounds once for each, by at most 2^-23 S. The epilogue rounds each of its operations; its
// activations change a difference by at most 1.13 times it. GELU and SiLU are x / (1 + 2^t), or may be -0 where t is 126 or
// more, and there they are less than 2^-119: five roundings of GELU's t and of its constants, and two of SiLU's, move it by
// at most 5 2^-24 126, and 2^t by ln 2 of that, less than 2^-15.2 of it; the instructions' own 2^-22 and 2^-23 and two
// roundings are less than 2^-20 more, and all of it is below 2^-15.
// GELU by erf is x times a tail or 1 less a tail, whose exponent is at most 126 with three roundings, 3 2^-24 126 ln 2 of
// the tail; its polynomial is within 9 10^-7, and a dozen roundings and the instructions' own are less than 2^-18: all of it is below 2^-15
// of the tail. Tails of less than 2^-126 are 0 there.
// Where sums leave the tensor core after each part of 128 of K, the steps of one part count, and one rounding of the
// total for each part. |a| |b| is with its factors. Whether those multiply a part's sums or the finished
// ones, there are at most three roundings by 2^-24 S; a first step has no sum so far, whose share of the bound is 2^-13 S.
// A gated result is a product, of an activation within g of its value G and a sum within u of its U: it is within
// |G| u + |U| g + g u, and one rounding.
// Integers are exact. Rounding the result to p bits adds 2^-p of what was summed, or half the least number.
#pragma once

#include <cmath>

#include "gemm/epilogue.hpp"
#include "hopper/operand.hpp"
#include "platform/platform.hpp"

namespace colex::gpu::hopper {

struct Expected {
  double value, bound;
};

/// What a factor counts in S.
template <Element element>
__host__ __device__ inline double counted_in_magnitude(double x) {
  constexpr double least = element == Element::e4m3 ? 0x1p-6 : element == Element::e5m2 ? 0x1p-14 : 0;
  double const size = std::fabs(x);
  return x != 0 && size < least ? least : size;
}

/// The largest number of e4m3, which a result beyond it becomes.
inline constexpr double most_e4m3 = 448;

/// A value of this bound, rounded to the result's type.
template <Element to>
__host__ __device__ inline Expected rounded_result(Expected const& x) {
  constexpr double last_place = to == Element::f32    ? 0x1p-24
                                : to == Element::bf16 ? 0x1p-8
                                : to == Element::e4m3 ? 0x1p-4
                                                      : 0x1p-11,
                   least = to == Element::f32    ? 0x1p-150
                           : to == Element::bf16 ? 0x1p-134
                           : to == Element::e4m3 ? 0x1p-10
                                                 : 0x1p-25;
  bool const beyond = to == Element::e4m3 && std::fabs(x.value) > most_e4m3;
  return {beyond ? std::copysign(most_e4m3, x.value) : x.value,
          x.bound + last_place * (std::fabs(x.value) + x.bound) + least};
}

/// Before it is rounded. `sum` is exact, `magnitude` is S; `old` counts where beta is not 0, and there is a bias or `bias` is 0.
template <Element element>
__host__ __device__ inline Expected expected_in_float(Index K, Index splits, double sum, double magnitude,
                                                      Epilogue<float> const& epilogue, double old,
                                                      double bias) {
  constexpr double unit = is_8_bit_float(element) ? 0x1p-13 : 0x1p-23;
  constexpr int terms = step_bytes / bytes_of(element);
  double const alpha = epilogue.alpha, beta = epilogue.beta;
  Index const all_steps = (K + terms - 1) / terms, all_parts = (all_steps + steps - 1) / steps;
  bool const leave = promotes(element);
  double summed =
      static_cast<double>(leave && all_steps > steps ? steps : all_steps) * (terms + 2) * unit * magnitude +
      static_cast<double>((leave ? all_parts : 0) + splits - 1) * 0x1p-23 * magnitude;
  double value = alpha * sum + (beta == 0 ? 0 : beta * old) + bias;
  double const parts = std::fabs(alpha * sum) + (beta == 0 ? 0 : std::fabs(beta * old)) + std::fabs(bias);
  if (alpha != 1 || beta != 0 || bias != 0) summed = std::fabs(alpha) * summed + 0x1p-21 * parts;
  if (epilogue.activation == Activation::relu) value = value > 0 ? value : 0;
  if (epilogue.activation == Activation::gelu || epilogue.activation == Activation::silu) {
    summed = 1.13 * summed + 0x1p-15 * std::fabs(value) + 0x1p-119;
    double const u = epilogue.activation == Activation::silu
                         ? 0.5 * value
                         : 0.79788456080286535588 * (value + 0.044715 * value * value * value);
    value = 0.5 * value * (1 + std::tanh(u));
  }
  if (epilogue.activation == Activation::gelu_erf) {
    value = 0.5 * value * std::erfc(-0.70710678118654752440 * value);
    summed = 1.13 * summed + 0x1p-15 * std::fabs(value) + 0x1p-126;
  }
  return {value, summed};
}

/// Of the result's type.
template <Element element, Element to>
__host__ __device__ inline Expected expected(Index K, Index splits, double sum, double magnitude,
                                             Epilogue<float> const& epilogue, double old, double bias) {
  if (is_integer(element)) return {sum, 0};
  return rounded_result<to>(expected_in_float<element>(K, splits, sum, magnitude, epilogue, old, bias));
}

/// Of a gated config: the sums of the gate's and of the other operand, and those of their terms' magnitudes.
template <Element element, Element to>
__host__ __device__ inline Expected expected_gated(Index K, double gate, double gate_magnitude, double up,
                                                   double up_magnitude, Activation activation) {
  Expected const g = expected_in_float<element>(K, 1, gate, gate_magnitude, {1, 0, activation}, 0, 0),
                 u = expected_in_float<element>(K, 1, up, up_magnitude, {1, 0, Activation::none}, 0, 0);
  double const value = g.value * u.value,
               apart = std::fabs(g.value) * u.bound + std::fabs(u.value) * g.bound + g.bound * u.bound;
  return rounded_result<to>({value, apart + 0x1p-24 * (std::fabs(value) + apart) + 0x1p-150});
}

}  // namespace colex::gpu::hopper
