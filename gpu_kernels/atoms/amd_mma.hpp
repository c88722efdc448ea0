// SPDX-License-Identifier: MIT
// mma on AMD: the builtin of the form, with fragments in the register types that it takes.
#pragma once

#include "atoms/fma.hpp"
#include "atoms/mfma_forms.hpp"

namespace colex::gpu {
namespace amd {

template <class T, int n>
using Vector = T __attribute__((ext_vector_type(n)));

/// N elements as the builtins take them: numbers of the language as themselves, 4 or 8 of 8 bits as one
/// integer, bfloat16 by its bits.
template <class T, int N>
struct Register {
  using type = Vector<T, N>;
};
template <class T>
struct Register<T, 1> {
  using type = T;
};
template <int N>
struct Register<F16, N> {
  using type = Vector<_Float16, N>;
};
template <int N>
struct Register<Bf16, N> {
  using type = Vector<short, N>;
};
#if defined(__gfx950__)  // whose builtins take the number type
template <>
struct Register<Bf16, 8> {
  using type = Vector<__bf16, 8>;
};
#endif
template <int N>
struct Register<Tf32, N> {
  using type = Vector<float, N>;
};
template <class T>
requires(sizeof(T) == 1) struct Register<T, 4> {
  using type = int;
};
template <class T>
requires(sizeof(T) == 1) struct Register<T, 8> {
  using type = long;
};

template <class T, int N>
__device__ inline auto in_register(Fragment<T, N> const& fragment) {
  return __builtin_bit_cast(typename Register<T, N>::type, fragment);
}

}  // namespace amd

#if defined(__gfx950__)
/// What gfx950 has beside the table's forms.
template <class T>
requires(sizeof(T) == 2) struct MfmaForm<T, T, float, 16, 32, 1> {
  static constexpr bool exists = true;
  template <class Register, class Accumulator>
  static __device__ auto call(Register a, Register b, Accumulator c) {
    if constexpr (std::is_same_v<T, F16>)
      return __builtin_amdgcn_mfma_f32_16x16x32_f16(a, b, c, 0, 0, 0);
    else
      return __builtin_amdgcn_mfma_f32_16x16x32_bf16(a, b, c, 0, 0, 0);
  }
};
#endif

/// D = A B + C, by the wave's 64 lanes together.
template <class Atom>
requires(Atom::threads > 1) __device__ inline Fragment<typename Atom::C, Atom::c_values> mma(
    Fragment<typename Atom::C, Atom::c_values> const& c, Fragment<typename Atom::A, Atom::a_values> const& a,
    Fragment<typename Atom::B, Atom::b_values> const& b) {
  using Form = MfmaFormOf<Atom>;
  static_assert(Form::exists, "no such matrix instruction");
  using Result = Fragment<typename Atom::C, Atom::c_values>;
  return __builtin_bit_cast(Result,
                            Form::call(amd::in_register(a), amd::in_register(b), amd::in_register(c)));
}

}  // namespace colex::gpu
