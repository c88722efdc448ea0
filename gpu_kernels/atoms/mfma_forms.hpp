// SPDX-License-Identifier: MIT
// The dense matrix instructions of gfx90a (27) and gfx942 (32): one row per form, with its mnemonic on each
// target, null where the target lacks it, and clang's builtin. Source: AMD's matrix instruction calculator.
//
//   MfmaForm<F16, F16, float, 16, 16, 1>::gfx942      "v_mfma_f32_16x16x16_f16"
//   for_each_mfma([](auto form) { std::puts(form.gfx90a ? form.gfx90a : form.gfx942); });
#pragma once

#include "atoms/mfma.hpp"

namespace colex::gpu {

/// Names of a form; the primary template says that there is no such instruction.
template <class A, class B, class C, int R, int K, int blocks>
struct MfmaForm {
  static constexpr bool exists = false;
};

// clang-format off
#define COLEX_MFMA_FORMS(FORM) \
  FORM(float, float, float, 32, 1, 2, "v_mfma_f32_32x32x1f32", "v_mfma_f32_32x32x1_2b_f32", f32_32x32x1f32) \
  FORM(float, float, float, 16, 1, 4, "v_mfma_f32_16x16x1f32", "v_mfma_f32_16x16x1_4b_f32", f32_16x16x1f32) \
  FORM(float, float, float, 4, 1, 16, "v_mfma_f32_4x4x1f32", "v_mfma_f32_4x4x1_16b_f32", f32_4x4x1f32) \
  FORM(float, float, float, 32, 2, 1, "v_mfma_f32_32x32x2f32", "v_mfma_f32_32x32x2_f32", f32_32x32x2f32) \
  FORM(float, float, float, 16, 4, 1, "v_mfma_f32_16x16x4f32", "v_mfma_f32_16x16x4_f32", f32_16x16x4f32) \
  FORM(F16, F16, float, 32, 4, 2, "v_mfma_f32_32x32x4f16", "v_mfma_f32_32x32x4_2b_f16", f32_32x32x4f16) \
  FORM(F16, F16, float, 16, 4, 4, "v_mfma_f32_16x16x4f16", "v_mfma_f32_16x16x4_4b_f16", f32_16x16x4f16) \
  FORM(F16, F16, float, 4, 4, 16, "v_mfma_f32_4x4x4f16", "v_mfma_f32_4x4x4_16b_f16", f32_4x4x4f16) \
  FORM(F16, F16, float, 32, 8, 1, "v_mfma_f32_32x32x8f16", "v_mfma_f32_32x32x8_f16", f32_32x32x8f16) \
  FORM(F16, F16, float, 16, 16, 1, "v_mfma_f32_16x16x16f16", "v_mfma_f32_16x16x16_f16", f32_16x16x16f16) \
  FORM(Bf16, Bf16, float, 32, 4, 2, "v_mfma_f32_32x32x4bf16_1k", "v_mfma_f32_32x32x4_2b_bf16", f32_32x32x4bf16_1k) \
  FORM(Bf16, Bf16, float, 16, 4, 4, "v_mfma_f32_16x16x4bf16_1k", "v_mfma_f32_16x16x4_4b_bf16", f32_16x16x4bf16_1k) \
  FORM(Bf16, Bf16, float, 4, 4, 16, "v_mfma_f32_4x4x4bf16_1k", "v_mfma_f32_4x4x4_16b_bf16", f32_4x4x4bf16_1k) \
  FORM(Bf16, Bf16, float, 32, 8, 1, "v_mfma_f32_32x32x8bf16_1k", "v_mfma_f32_32x32x8_bf16", f32_32x32x8bf16_1k) \
  FORM(Bf16, Bf16, float, 16, 16, 1, "v_mfma_f32_16x16x16bf16_1k", "v_mfma_f32_16x16x16_bf16", f32_16x16x16bf16_1k) \
  FORM(Bf16, Bf16, float, 32, 2, 2, "v_mfma_f32_32x32x2bf16", nullptr, f32_32x32x2bf16) \
  FORM(Bf16, Bf16, float, 16, 2, 4, "v_mfma_f32_16x16x2bf16", nullptr, f32_16x16x2bf16) \
  FORM(Bf16, Bf16, float, 4, 2, 16, "v_mfma_f32_4x4x2bf16", nullptr, f32_4x4x2bf16) \
  FORM(Bf16, Bf16, float, 32, 4, 1, "v_mfma_f32_32x32x4bf16", nullptr, f32_32x32x4bf16) \
  FORM(Bf16, Bf16, float, 16, 8, 1, "v_mfma_f32_16x16x8bf16", nullptr, f32_16x16x8bf16) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 32, 4, 2, "v_mfma_i32_32x32x4i8", "v_mfma_i32_32x32x4_2b_i8", i32_32x32x4i8) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 16, 4, 4, "v_mfma_i32_16x16x4i8", "v_mfma_i32_16x16x4_4b_i8", i32_16x16x4i8) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 4, 4, 16, "v_mfma_i32_4x4x4i8", "v_mfma_i32_4x4x4_16b_i8", i32_4x4x4i8) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 32, 8, 1, "v_mfma_i32_32x32x8i8", nullptr, i32_32x32x8i8) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 16, 16, 1, "v_mfma_i32_16x16x16i8", nullptr, i32_16x16x16i8) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 32, 16, 1, nullptr, "v_mfma_i32_32x32x16_i8", i32_32x32x16_i8) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 16, 32, 1, nullptr, "v_mfma_i32_16x16x32_i8", i32_16x16x32_i8) \
  FORM(double, double, double, 16, 4, 1, "v_mfma_f64_16x16x4f64", "v_mfma_f64_16x16x4_f64", f64_16x16x4f64) \
  FORM(double, double, double, 4, 4, 4, "v_mfma_f64_4x4x4f64", "v_mfma_f64_4x4x4_4b_f64", f64_4x4x4f64) \
  FORM(Tf32, Tf32, float, 16, 8, 1, nullptr, "v_mfma_f32_16x16x8_xf32", f32_16x16x8_xf32) \
  FORM(Tf32, Tf32, float, 32, 4, 1, nullptr, "v_mfma_f32_32x32x4_xf32", f32_32x32x4_xf32) \
  FORM(E5M2Fnuz, E5M2Fnuz, float, 16, 32, 1, nullptr, "v_mfma_f32_16x16x32_bf8_bf8", f32_16x16x32_bf8_bf8) \
  FORM(E5M2Fnuz, E4M3Fnuz, float, 16, 32, 1, nullptr, "v_mfma_f32_16x16x32_bf8_fp8", f32_16x16x32_bf8_fp8) \
  FORM(E4M3Fnuz, E5M2Fnuz, float, 16, 32, 1, nullptr, "v_mfma_f32_16x16x32_fp8_bf8", f32_16x16x32_fp8_bf8) \
  FORM(E4M3Fnuz, E4M3Fnuz, float, 16, 32, 1, nullptr, "v_mfma_f32_16x16x32_fp8_fp8", f32_16x16x32_fp8_fp8) \
  FORM(E5M2Fnuz, E5M2Fnuz, float, 32, 16, 1, nullptr, "v_mfma_f32_32x32x16_bf8_bf8", f32_32x32x16_bf8_bf8) \
  FORM(E5M2Fnuz, E4M3Fnuz, float, 32, 16, 1, nullptr, "v_mfma_f32_32x32x16_bf8_fp8", f32_32x32x16_bf8_fp8) \
  FORM(E4M3Fnuz, E5M2Fnuz, float, 32, 16, 1, nullptr, "v_mfma_f32_32x32x16_fp8_bf8", f32_32x32x16_fp8_bf8) \
  FORM(E4M3Fnuz, E4M3Fnuz, float, 32, 16, 1, nullptr, "v_mfma_f32_32x32x16_fp8_fp8", f32_32x32x16_fp8_fp8)
// clang-format on

// The builtin is a macro's text in a template: only the target's own forms are ever instantiated. The three
// zeros ask for no broadcast and no permutation of blocks.
#if defined(__AMDGCN__)
#define COLEX_MFMA_CALL(builtin)                                       \
  template <class Register, class Accumulator>                         \
  static __device__ auto call(Register a, Register b, Accumulator c) { \
    return __builtin_amdgcn_mfma_##builtin(a, b, c, 0, 0, 0);          \
  }
#else
#define COLEX_MFMA_CALL(builtin)
#endif
#define COLEX_MFMA_FORM(A_, B_, C_, R, K, blocks, name_90a, name_942, builtin)          \
  template <>                                                                           \
  struct MfmaForm<A_, B_, C_, R, K, blocks> {                                           \
    using Atom = Mfma<A_, B_, C_, R, K, blocks>;                                        \
    static_assert(atom_covers_once<Atom>(), "a lane and value for each element, once"); \
    static constexpr bool exists = true;                                                \
    static constexpr char const *gfx90a = name_90a, *gfx942 = name_942;                 \
    COLEX_MFMA_CALL(builtin)                                                            \
  };
COLEX_MFMA_FORMS(COLEX_MFMA_FORM)
#undef COLEX_MFMA_FORM
#undef COLEX_MFMA_CALL

/// Calls visit(MfmaForm<...>{}) for each form, in the table's order.
template <class Visit>
constexpr void for_each_mfma(Visit visit) {
#define COLEX_MFMA_VISIT(A, B, C, R, K, blocks, name_90a, name_942, builtin) \
  visit(MfmaForm<A, B, C, R, K, blocks>{});
  COLEX_MFMA_FORMS(COLEX_MFMA_VISIT)
#undef COLEX_MFMA_VISIT
}

/// The form of an atom that is one.
template <class Atom>
using MfmaFormOf =
    MfmaForm<typename Atom::A, typename Atom::B, typename Atom::C, Atom::M, Atom::K, Atom::blocks>;

}  // namespace colex::gpu
