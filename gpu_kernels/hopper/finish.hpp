// SPDX-License-Identifier: MIT
// What is done to the sums that a thread holds before they are rounded: factors, alpha and beta, biases, an activation.
//
//   finish_sums<to, Finish::silu, false>(epilogue, bias, row_bias, factors, 1, held, add_old, x);
//
// What comes of an element may depend on its own operands alone, or the bits of a result would depend on which elements are its
// neighbours. So these are templates on the number: obligations run them on one that keeps count of what it was made of, and that no
// branch can ask (element_obligations.hpp).
#pragma once

#include "gemm/epilogue.hpp"
#include "hopper/accumulator.hpp"
#include "hopper/operand.hpp"
#include "hopper/quick_math.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// GELU or SiLU as in gemm/epilogue.hpp, x / (1 + 2^t). From t = 126 on, which is at -10 of GELU and at -87.3 of SiLU, it may
/// be -0, and is from t = 128 on; it is less than 2^-119 there.
template <Activation activation, class Real>
__device__ inline Real quick_gated(Real const& x) {
  constexpr bool is_gelu = activation == Activation::gelu;
  constexpr double to_bits = -1.4426950408889634,
                   first = is_gelu ? 2 * to_bits * 0.79788456080286535588 : to_bits;
  constexpr float one = static_cast<float>(first), three = static_cast<float>(first * 0.044715),
                  least = is_gelu ? -11.0f : -128.0f;  // there 2^t is infinite
  Real const own = at_least(x, least);
  if constexpr (is_gelu)
    return own * quick_reciprocal(1 + quick_exp2(own * (one + three * own * own)));
  else
    return own * quick_reciprocal(1 + quick_exp2(own * one));
}

/// GELU by erf as in gemm/epilogue.hpp. The tail from 15 on is 0: -0 below -15. What is less than 2^-126 may be 0 before.
template <class Real>
__device__ inline Real quick_gelu_by_erf(Real const& x) {
  constexpr float most = 15, to_bits = static_cast<float>(-0.5 * 1.4426950408889634);
  Real const size = size_at_most(x, most), r = quick_reciprocal(size + QuickNormalTail::shift);
  Real const tail = r * polynomial<QuickNormalTail>(r) * quick_exp2(to_bits * size * size);
  return by_sign(x, -size * tail, x * (1 - tail));
}

__device__ inline float rectified(float x) { return activate(Activation::relu, x); }

/// What is to be done to sums before they are rounded. `any` is all else that an epilogue has, without or with ReLU.
enum class Finish { plain, any, gelu, silu, gelu_erf };

/// Calls store with that, as a constant. A tile's stores are straight code, so long that what they would jump over costs
/// a processor more, which must read its instructions, than what they do.
template <Element to, class Store>
__device__ inline void with_finish(bool plain, Activation activation, Store store) {
  if (plain || is_integer(to)) return store(std::integral_constant<Finish, Finish::plain>{});
  if constexpr (!is_integer(to)) switch (activation) {
      case Activation::gelu:
        return store(std::integral_constant<Finish, Finish::gelu>{});
      case Activation::silu:
        return store(std::integral_constant<Finish, Finish::silu>{});
      case Activation::gelu_erf:
        return store(std::integral_constant<Finish, Finish::gelu_erf>{});
      default:
        return store(std::integral_constant<Finish, Finish::any>{});
    }
}

/// The activation of 8 elements, whose chains of instructions are side by side.
template <Finish finish, class Real>
__device__ inline void activate_all(Activation activation, Real (&x)[4][2]) {
  if (finish == Finish::any && activation != Activation::relu) return;
  COLEX_UNROLL
  for (int i = 0; i < 8; ++i) {
    Real& each = x[i / 2][i % 2];
    if constexpr (finish == Finish::gelu) each = quick_gated<Activation::gelu>(each);
    if constexpr (finish == Finish::silu) each = quick_gated<Activation::silu>(each);
    if constexpr (finish == Finish::gelu_erf) each = quick_gelu_by_erf(each);
    if constexpr (finish == Finish::any) each = rectified(each);
  }
}

/// The column of element i of the 8 that a thread holds of a row in a group of 32 columns, which begin at `group_column`: a
/// pair of each of four blocks of 8 columns.
__device__ constexpr int held_column(int group_column, int thread, int i) {
  return group_column +
         HeldAt<stored_column_step>::column_at(static_cast<unsigned>(thread), coord(i % 2, 0, i / 2));
}

/// The bias of these columns; 0 where there is none.
template <class Real>
struct HeldBiasOf {
  Real value[4][2];
};
using HeldBias = HeldBiasOf<float>;

/// What a thread multiplies those sums by, column by column, where there is such a thing.
template <bool scaled, class Real = float>
struct HeldFactors {};
template <class Real>
struct HeldFactors<true, Real> {
  Real value[4][2];
};

/// The epilogue of 8 sums of a thread, held(block, i), column i of a pair of each of four 8-column blocks. add_old(x) adds
/// beta times the old elements. Integers have no epilogue. One of the two biases is 0.
template <Element to, Finish finish, bool scaled, class Real, class Sum, class Held, class AddOld>
__device__ inline void finish_sums(Epilogue<float> const& epilogue, HeldBiasOf<Real> const& bias,
                                   Real const& row_bias,
                                   [[maybe_unused]] HeldFactors<scaled, Real> const& factors,
                                   [[maybe_unused]] Real const& row_factor, Held held,
                                   [[maybe_unused]] AddOld add_old, Sum (&x)[4][2]) {
  COLEX_UNROLL
  for (int i = 0; i < 8; ++i) x[i / 2][i % 2] = held(i / 2, i % 2);
  if constexpr (scaled) {
    COLEX_UNROLL
    for (int i = 0; i < 8; ++i) x[i / 2][i % 2] = x[i / 2][i % 2] * row_factor * factors.value[i / 2][i % 2];
  }
  if constexpr (finish != Finish::plain && !is_integer(to)) {
    COLEX_UNROLL
    for (int i = 0; i < 8; ++i)
      x[i / 2][i % 2] = epilogue.alpha * x[i / 2][i % 2] + (bias.value[i / 2][i % 2] + row_bias);
    if (epilogue.beta != 0) add_old(x);
    activate_all<finish>(epilogue.activation, x);
  }
}

/// Of a gated product: the activation of the sums of the first operand, gate(i), times those of the second, up(i).
template <Finish finish, class Real, class Gate, class Up>
__device__ inline void finish_gated(Activation activation, Gate gate, Up up, Real (&x)[4][2]) {
  COLEX_UNROLL
  for (int i = 0; i < 8; ++i) x[i / 2][i % 2] = gate(i);
  activate_all<finish>(activation, x);
  COLEX_UNROLL
  for (int i = 0; i < 8; ++i) x[i / 2][i % 2] *= up(i);
}

}  // namespace colex::gpu::hopper
