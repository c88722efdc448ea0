// SPDX-License-Identifier: MIT
// What gemm must compute: an element of C from the definition, on the CPU, and how far the kernel's may be
// from it.
//
// Let u be the unit roundoff of the accumulator, and gamma(n) = n u / (1 - n u). A sum of K products, in any
// order and in any number of parts, one rounding a multiply-add, lets each product pass at most K + splits
// roundings; scaling, adding beta c and the bias are at most four more. So before the activation
//   |computed - exact| <= gamma(f (K + splits) + 4) (|alpha| sum|a b| + |beta c| + |bias|) + underflow,
// with f = 1 for multiply-adds, and f = 4 for matrix instructions: these may cut instead of rounding (2 u)
// and line up the K products of one instruction and the accumulator with the largest of them, which doubles
// the number of cuts. ReLU does not widen the bound; GELU's and SiLU's slopes are below 1.13, and their own evaluation
// errs by less than 64 u |x|, that of GELU by erf by less than 64 u of the result. Rounding to C's type adds u_C |result| and half of its smallest number. Integers are
// exact.
#pragma once

#include <cmath>
#include <span>

#include "atoms/mfma_scaled.hpp"
#include "gemm/epilogue.hpp"

namespace colex::gpu {

/// Half the distance from 1 to the next number, and the smallest positive number.
struct Precision {
  long double unit, smallest;
};
template <class T>
Precision precision_of() {
  if constexpr (std::is_same_v<T, float>) return {0x1p-24L, 0x1p-149L};
  if constexpr (std::is_same_v<T, double>) return {0x1p-53L, 0x1p-1074L};
  if constexpr (std::is_same_v<T, Bf16>) return {0x1p-8L, 0x1p-133L};
  if constexpr (std::is_same_v<T, F16>) return {0x1p-11L, 0x1p-24L};
  if constexpr (std::is_integral_v<T>) return {0, 0};
}

/// What a scale of mxfp8 or mxfp4 is, a power of two, or no number. A scaled element is its product with the element, which long double holds, so
/// that a scaled GEMM's operands are scaled elements; the bound is that of others, for scaling a product rounds nothing.
inline long double scale_of(E8M0 scale) {
  if (scale.bits == 0xFF) return NAN;
  return std::ldexp(1.0L, int{scale.bits} - 127);
}

/// One element: its exact value, and how far from it the kernel's may be.
struct Expected {
  long double value, bound;
};

/// One row of A, one column of B, and what else goes into the element. Numbers are long double, which holds
/// integers up to 2^63 and has 11 bits more than double.
struct ElementInputs {
  std::span<long double const> a, b;
  long double alpha = 1, beta = 0, old = 0, bias = 0;
  Activation activation = Activation::none;
  long splits = 1;
};

/// The element by definition. `Sum` and `Out` are the types of accumulator and C; atoms of several threads
/// are matrix instructions.
template <class Sum, class Out>
Expected expected_element(ElementInputs const& in, bool matrix_instruction) {
  long double sum = 0, magnitudes = 0;
  for (std::size_t k = 0; k < in.a.size(); ++k) {
    sum += in.a[k] * in.b[k];
    magnitudes += std::fabs(in.a[k] * in.b[k]);
  }
  long double x = in.alpha * sum + in.bias, total = std::fabs(in.alpha) * magnitudes + std::fabs(in.bias);
  if (in.beta != 0) x += in.beta * in.old, total += std::fabs(in.beta * in.old);
  auto const p = precision_of<Sum>();
  long double const n = (matrix_instruction ? 4 : 1) * static_cast<long double>(in.a.size() + in.splits) + 4;
  // 2^-10: the reference itself rounds, with 11 bits more.
  long double bound =
      n * p.unit / (1 - n * p.unit) * total * (1 + 0x1p-10L) + n * p.smallest * (1 + std::fabs(in.alpha));
  if (in.activation == Activation::relu) x = x > 0 ? x : 0;
  if (in.activation == Activation::gelu || in.activation == Activation::silu) {
    bound = 1.13L * bound + 64 * p.unit * std::fabs(x) + 64 * p.smallest;
    long double const u = in.activation == Activation::silu
                              ? 0.5L * x
                              : 0.797884560802865355879892119868763737L * (x + 0.044715L * x * x * x);
    x = 0.5L * x * (1 + std::tanh(u));
  }
  if (in.activation == Activation::gelu_erf) {
    x = 0.5L * x * std::erfc(-0.707106781186547524400844362104849039L * x);
    // The kernel's is -0 where it is less than a normal number.
    bound = 1.13L * bound + 64 * p.unit * std::fabs(x) + p.smallest / p.unit;
  }
  if constexpr (std::is_integral_v<Out>) {
    long double const most = static_cast<long double>((std::int64_t{1} << (8 * sizeof(Out) - 1)) - 1);
    return {x > most ? most : x < -most - 1 ? -most - 1 : x, 0};
  } else {
    auto const out = precision_of<Out>();
    return {x, bound + out.unit * (std::fabs(x) + bound) + out.smallest};
  }
}

}  // namespace colex::gpu
