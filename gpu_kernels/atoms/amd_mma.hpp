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
/// integer, more as a vector of integers, bfloat16 by its bits.
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
template <class T>
requires(sizeof(T) == 1) struct Register<T, 16> {
  using type = Vector<int, 4>;
};
template <class T>
requires(sizeof(T) == 1) struct Register<T, 32> {
  using type = Vector<int, 8>;
};

template <class T, int N>
__device__ inline auto in_register(Fragment<T, N> const& fragment) {
  return __builtin_bit_cast(typename Register<T, N>::type, fragment);
}

}  // namespace amd

#if defined(__gfx950__)
/// What gfx950 has beside the table's forms: of 16 bits, and of i8.
#define COLEX_GFX950_CALLS(builtin, name)                                 \
  static constexpr bool exists = true;                                    \
  template <class Register, class Accumulator>                            \
  static __device__ auto call(Register a, Register b, Accumulator c) {    \
    return builtin;                                                       \
  }                                                                       \
  template <class Register, class Accumulator>                            \
  static __device__ void add_to(Accumulator& c, Register a, Register b) { \
    asm volatile(name " %0, %1, %2, %0" : "+a"(c) : "v"(a), "v"(b));      \
  }
template <>
struct MfmaForm<F16, F16, float, 16, 32, 1> {
  COLEX_GFX950_CALLS(__builtin_amdgcn_mfma_f32_16x16x32_f16(a, b, c, 0, 0, 0), "v_mfma_f32_16x16x32_f16")
};
template <>
struct MfmaForm<Bf16, Bf16, float, 16, 32, 1> {
  COLEX_GFX950_CALLS(__builtin_amdgcn_mfma_f32_16x16x32_bf16(a, b, c, 0, 0, 0), "v_mfma_f32_16x16x32_bf16")
};
template <>
struct MfmaForm<std::int8_t, std::int8_t, std::int32_t, 16, 64, 1> {
  COLEX_GFX950_CALLS(__builtin_amdgcn_mfma_i32_16x16x64_i8(a, b, c, 0, 0, 0), "v_mfma_i32_16x16x64_i8")
};
/// Of 8 bits, without scales: the zeros say that A and B are e4m3 (cbsz and blgp), and which byte of no scale is taken.
template <>
struct MfmaForm<E4M3, E4M3, float, 32, 64, 1> {
  COLEX_GFX950_CALLS(__builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(a, b, c, 0, 0, 0, 0, 0, 0),
                     "v_mfma_f32_32x32x64_f8f6f4")
};
#undef COLEX_GFX950_CALLS

/// An atom's sums as the vector that its instruction takes: in parts, clang would carry them through a loop one by one.
template <class Atom>
using InPlace = typename amd::Register<typename Atom::C, Atom::c_values>::type;

/// sum += A B, in the accumulation registers that hold the sum. Clang 22 gives many sums
/// other registers than they had, and moves them to and fro. It does not see what is written here: products_settle() must come before
/// the sums are read, and tests/kernel/wait_counts.py asks the machine code for the distances that the hardware needs.
template <class Atom>
__device__ inline void mma_in_place(InPlace<Atom>& sum, Fragment<typename Atom::A, Atom::a_values> const& a,
                                    Fragment<typename Atom::B, Atom::b_values> const& b) {
  MfmaFormOf<Atom>::add_to(sum, amd::in_register(a), amd::in_register(b));
}
/// Zeros, of which clang knows nothing: it would carry a vector that it knows the parts of by these.
template <class Sum>
__device__ inline void start_in_place(Sum& sum) {
  sum = Sum{};
  asm("" : "+a"(sum));
}
__device__ inline void products_settle() { asm volatile("s_nop 15\n\ts_nop 7"); }
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
