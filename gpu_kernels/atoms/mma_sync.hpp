// SPDX-License-Identifier: MIT
// NVIDIA's mma.sync as data: MmaSync<A, B, C, M, K> multiplies M x K by K x 8 in a warp. One row a form, with
// its PTX name. Source: CUTLASS, cute/atom/mma_traits_sm80.hpp, _sm89.hpp and _sm90.hpp.
//
//   using Atom = MmaSync<Bf16, Bf16, float, 16, 16>;
//   Fragment<float, 4> c = mma<Atom>(c, a, b);        // a: Fragment<Bf16, 8>, b: Fragment<Bf16, 4>
#pragma once

#include "atoms/quad.hpp"
#include "platform/platform.hpp"

namespace colex::gpu {

template <class A_, class B_, class C_, int M_, int K_>
struct MmaSync {
  using A = A_;
  using B = B_;
  using C = C_;
  static constexpr int M = M_, N = 8, K = K_, blocks = 1, threads = 32;
  static constexpr int a_values = M * K / 32, b_values = N * K / 32, c_values = M * N / 32;
  static constexpr TvLayout a_layout = quad_a_layout(M, K, packed_elements<A>);
  static constexpr TvLayout b_layout = quad_b_layout(K, packed_elements<B>);
  static constexpr TvLayout c_layout = quad_c_layout(M, N);
};

/// The first compute capability that has an atom's form, times ten.
template <class Atom>
constexpr int first_capability() {
  if (std::is_same_v<typename Atom::A, double>) return Atom::M == 8 ? 80 : 90;
  return std::is_same_v<typename Atom::A, E4M3> || std::is_same_v<typename Atom::A, E5M2> ? 89 : 80;
}

/// The PTX name of a form; the primary template says that there is no such instruction.
template <class A, class B, class C, int M, int K>
struct MmaSyncForm {
  static constexpr bool exists = false;
};

// clang-format off
#define COLEX_MMA_SYNC_FORMS(FORM) \
  FORM(F16, F16, float, 16, 16, "m16n8k16.row.col.f32.f16.f16.f32", F32_4_2) \
  FORM(Bf16, Bf16, float, 16, 16, "m16n8k16.row.col.f32.bf16.bf16.f32", F32_4_2) \
  FORM(F16, F16, float, 16, 8, "m16n8k8.row.col.f32.f16.f16.f32", F32_2_1) \
  FORM(Bf16, Bf16, float, 16, 8, "m16n8k8.row.col.f32.bf16.bf16.f32", F32_2_1) \
  FORM(Tf32, Tf32, float, 16, 8, "m16n8k8.row.col.f32.tf32.tf32.f32", F32_4_2) \
  FORM(Tf32, Tf32, float, 16, 4, "m16n8k4.row.col.f32.tf32.tf32.f32", F32_2_1) \
  FORM(std::int8_t, std::int8_t, std::int32_t, 16, 32, "m16n8k32.row.col.s32.s8.s8.s32", S32_4_2) \
  FORM(std::uint8_t, std::uint8_t, std::int32_t, 16, 32, "m16n8k32.row.col.s32.u8.u8.s32", S32_4_2) \
  FORM(std::int8_t, std::uint8_t, std::int32_t, 16, 32, "m16n8k32.row.col.s32.s8.u8.s32", S32_4_2) \
  FORM(std::uint8_t, std::int8_t, std::int32_t, 16, 32, "m16n8k32.row.col.s32.u8.s8.s32", S32_4_2) \
  FORM(E4M3, E4M3, float, 16, 32, "m16n8k32.row.col.f32.e4m3.e4m3.f32", F32_4_2) \
  FORM(E4M3, E5M2, float, 16, 32, "m16n8k32.row.col.f32.e4m3.e5m2.f32", F32_4_2) \
  FORM(E5M2, E4M3, float, 16, 32, "m16n8k32.row.col.f32.e5m2.e4m3.f32", F32_4_2) \
  FORM(E5M2, E5M2, float, 16, 32, "m16n8k32.row.col.f32.e5m2.e5m2.f32", F32_4_2) \
  FORM(double, double, double, 8, 4, "m8n8k4.row.col.f64.f64.f64.f64", F64) \
  FORM(double, double, double, 16, 4, "m16n8k4.row.col.f64.f64.f64.f64", F64_2_1) \
  FORM(double, double, double, 16, 8, "m16n8k8.row.col.f64.f64.f64.f64", F64_4_2) \
  FORM(double, double, double, 16, 16, "m16n8k16.row.col.f64.f64.f64.f64", F64_8_4)

// The instruction by the registers of C, A and B; c is input and output.
#define COLEX_MMA_SYNC_REGISTERS_4_2(name, constraint) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : "+" constraint(c[0]), "+" constraint(c[1]), "+" constraint(c[2]), "+" constraint(c[3]) \
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define COLEX_MMA_SYNC_F32_4_2(name) COLEX_MMA_SYNC_REGISTERS_4_2(name, "f")
#define COLEX_MMA_SYNC_S32_4_2(name) COLEX_MMA_SYNC_REGISTERS_4_2(name, "r")
#define COLEX_MMA_SYNC_F32_2_1(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" \
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]))
#define COLEX_MMA_SYNC_F64(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1}, {%2}, {%3}, {%0,%1};" \
               : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]))
#define COLEX_MMA_SYNC_F64_SUMS "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
#define COLEX_MMA_SYNC_F64_2_1(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};" \
               : COLEX_MMA_SYNC_F64_SUMS : "d"(a[0]), "d"(a[1]), "d"(b[0]))
#define COLEX_MMA_SYNC_F64_4_2(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};" \
               : COLEX_MMA_SYNC_F64_SUMS \
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]))
#define COLEX_MMA_SYNC_F64_8_4(name) \
  asm volatile("mma.sync.aligned." name " {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11}, {%12,%13,%14,%15}, {%0,%1,%2,%3};" \
               : COLEX_MMA_SYNC_F64_SUMS \
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), \
                 "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]))
// clang-format on

#if defined(__CUDACC__)
#define COLEX_MMA_SYNC_CALL(name, registers)                                          \
  template <class Register, class Accumulator>                                        \
  static __device__ void call(Accumulator* c, Register const* a, Register const* b) { \
    if constexpr (first_capability<Atom>() > compiled_capability)                     \
      asm volatile("trap;");                                                          \
    else                                                                              \
      COLEX_MMA_SYNC_##registers(name);                                               \
  }
#else
#define COLEX_MMA_SYNC_CALL(name, registers)
#endif
#define COLEX_MMA_SYNC_FORM(A_, B_, C_, M, K, name, registers)                          \
  template <>                                                                           \
  struct MmaSyncForm<A_, B_, C_, M, K> {                                                \
    using Atom = MmaSync<A_, B_, C_, M, K>;                                             \
    static_assert(atom_covers_once<Atom>(), "a lane and value for each element, once"); \
    static constexpr bool exists = true;                                                \
    static constexpr char const* ptx = "mma.sync.aligned." name;                        \
    COLEX_MMA_SYNC_CALL(name, registers)                                                \
  };
COLEX_MMA_SYNC_FORMS(COLEX_MMA_SYNC_FORM)
#undef COLEX_MMA_SYNC_FORM
#undef COLEX_MMA_SYNC_CALL

/// Calls visit(MmaSyncForm<...>{}) for each form, in the table's order.
template <class Visit>
constexpr void for_each_mma_sync(Visit visit) {
#define COLEX_MMA_SYNC_VISIT(A, B, C, M, K, name, registers) visit(MmaSyncForm<A, B, C, M, K>{});
  COLEX_MMA_SYNC_FORMS(COLEX_MMA_SYNC_VISIT)
#undef COLEX_MMA_SYNC_VISIT
}

/// The form of an atom that is one.
template <class Atom>
using MmaSyncFormOf = MmaSyncForm<typename Atom::A, typename Atom::B, typename Atom::C, Atom::M, Atom::K>;

}  // namespace colex::gpu
