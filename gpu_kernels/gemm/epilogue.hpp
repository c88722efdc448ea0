// SPDX-License-Identifier: MIT
// The epilogue of a GEMM, element by element: act(alpha * sum + beta * c + bias), in the accumulator's
// precision (integers: 64 bits), then one rounding to the type of C. Integers that C cannot hold saturate.
#pragma once

#include <limits>

#include "gemm/normal_tail.hpp"
#include "platform/vec.hpp"

namespace colex::gpu {

enum class Activation {
  none,
  relu,  ///< max(x, 0), and NaN of NaN
  gelu,  ///< 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))), floats only; -0 of -infinity
  silu,  ///< x / (1 + e^-x), floats only; -0 of -infinity
  gelu_erf  ///< 0.5 x (1 + erf(x / sqrt 2)), floats only; -0 of -infinity and where it is less than a normal number
};

/// The type in which the epilogue of an accumulator computes.
template <class Accumulator>
using Compute = std::conditional_t<std::is_integral_v<Accumulator>, std::int64_t, Accumulator>;

/// 1 + f / k (1 + f / (k + 1) (1 + and so on to f / last)): no loop, so that every 1 / k is a constant on devices, too.
template <int k, int last, class T>
constexpr T exponential_series(T f) {
  if constexpr (k > last) {
    return T(1);
  } else {
    return T(1) + exponential_series<k + 1, last>(f) * (f * (T(1) / T(k)));
  }
}

/// e^(x - less) without a library, which AMD's compiler lacks: x = (n + f) ln 2 with |f| <= 1/2, and the Taylor series
/// of e^(f ln 2). Relative error below 8 units in the last place; x below where e^x is normal counts as the
/// least such. Infinity where e^x is more than the type holds, NaN of NaN. `less` is from 0 to 1/8: what is lost of x.
template <class T>
constexpr T exponential(T x, T less = T(0)) {
  constexpr bool is_float = std::is_same_v<T, float>;
  constexpr T least = is_float ? T(-87) : T(-708), most = is_float ? T(89) : T(710);
  if (!(x == x)) return x;
  x = x > most ? most : x < least ? least : x;
  T const scaled = x * T(1.4426950408889634074);
  int const n = static_cast<int>(scaled < 0 ? scaled - T(0.5) : scaled + T(0.5));
  // ln 2 in two parts, so that n times the first is exact.
  constexpr T high = is_float ? T(0.693359375) : T(0.69314718036912381649),
              low = is_float ? T(-2.12194440054690583e-4) : T(1.90821492927058770002e-10);
  T const f = (x - static_cast<T>(n) * high) - static_cast<T>(n) * low - less;
  T const sum = exponential_series < 1, is_float ? 8 : 15 > (f);
  // 2^n in two factors: n may be one more than the type's largest exponent.
  int const half = n / 2;
  if constexpr (is_float) {
    auto const power = [](int i) {
      return __builtin_bit_cast(float, static_cast<std::uint32_t>(i + 127) << 23);
    };
    return sum * power(half) * power(n - half);
  } else {
    auto const power = [](int i) {
      return __builtin_bit_cast(double, static_cast<std::uint64_t>(i + 1023) << 52);
    };
    return sum * power(half) * power(n - half);
  }
}

/// The half of a number's bits that is worth more, so that its square is exact; for x >= 0.
template <class T>
constexpr T leading_half(T x) {
  if constexpr (std::is_same_v<T, float>)
    return __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, x) & ~std::uint32_t{0xFFF});
  else
    return __builtin_bit_cast(double, __builtin_bit_cast(std::uint64_t, x) & ~std::uint64_t{0x7FFFFFF});
}

/// 0.5 x (1 + erf(x / sqrt 2)) is x P(Z <= x) of the normal distribution: for x < 0 x times the tail from |x| on, whose
/// relative error is a few units in the last place, for the exponent is -h^2 / 2 - (x^2 - h^2) / 2 with an exact h^2.
template <class T>
constexpr T gelu_by_erf(T x) {
  using Tail = NormalTail<T>;
  T const size = x < T(0) ? -x : x;
  if (!(size < Tail::beyond)) return x < T(0) ? T(-0.0) : x;
  T const half = leading_half(size), r = T(1) / (size + Tail::shift);
  T const scaled =
      x * (r * polynomial<Tail>((r - Tail::center) * Tail::scale));  // its factor e^(-x^2 / 2) may be 2^-126
  T const part = scaled * exponential(half * half * T(-0.5), (size - half) * (size + half) * T(0.5));
  return x < T(0) ? part : x - part;
}

/// The activations that a loop knows: with all of them one over a thread's sums would be longer than clang unrolls.
enum class Activations { all, gelu_by_erf, others };

/// tanh is 1 - 2 / (1 + e^2u), so that 0.5 x (1 + tanh u) is x / (1 + e^-2u). Both activations share one e^t, for a
/// kernel has it once for each element that a thread holds. It is -0 where e^t is more than the type holds.
template <Activations known = Activations::all, class T>
constexpr T activate(Activation activation, T x) {
  if constexpr (known == Activations::gelu_by_erf) {
    return gelu_by_erf(x);
  } else {
    if (activation == Activation::relu) return x <= T(0) ? T(0) : x;
    if constexpr (!std::is_integral_v<T>) {
      if (known == Activations::all && activation == Activation::gelu_erf) return gelu_by_erf(x);
      if (activation == Activation::gelu || activation == Activation::silu) {
        T const u = T(0.79788456080286535588) * (x + T(0.044715) * x * x * x);
        T const e = exponential(activation == Activation::gelu ? T(-2) * u : -x);
        return e > std::numeric_limits<T>::max() ? T(-0.0) : x / (T(1) + e);
      }
    }
    return x;
  }
}

/// Rounds the result to the type of C.
template <class C, class T>
constexpr C to_output(T x) {
  if constexpr (std::is_integral_v<C>) {
    static_assert(std::is_signed_v<C> && sizeof(C) <= 4);
    constexpr T most = static_cast<T>((std::int64_t{1} << (8 * sizeof(C) - 1)) - 1);
    return static_cast<C>(x > most ? most : x < -most - 1 ? -most - 1 : x);
  } else {
    return convert<C>(x);
  }
}

/// The scalars of an epilogue.
template <class T>
struct Epilogue {
  T alpha, beta;
  Activation activation;
};

/// The new element of C. `old` counts only where beta is not 0, `bias` is 0 where there is none.
template <class C, Activations known = Activations::all, class T>
constexpr C finish(Epilogue<T> const& epilogue, T sum, T old, T bias) {
  return to_output<C>(
      activate<known>(epilogue.activation, epilogue.alpha * sum + epilogue.beta * old + bias));
}

}  // namespace colex::gpu
