// SPDX-License-Identifier: MIT
// The warpgroup's matrix instruction as PTX: see hopper/wgmma.hpp.
//
// The registers are spelled out, as PTX wants them; multiply<A, B> picks the form by the tiles' element and
// majors.
#pragma once

#include "hopper/operand.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu::hopper {

/// Two floats rounded to nearest, the first in the low half.
template <Element to>
__device__ inline std::uint32_t rounded_pair(float low, float high) {
  std::uint32_t word;
  if constexpr (to == Element::bf16) asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  if constexpr (to == Element::f16) asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  if constexpr (to == Element::e4m3)
    asm("{\n\t.reg .b16 pair;\n\tcvt.rn.satfinite.e4m3x2.f32 pair, %1, %2;\n\tcvt.u32.u16 %0, pair;\n\t}"
        : "=r"(word)
        : "f"(high), "f"(low));
  return word;
}

/// The bits of a float. By an instruction of its own: where the compiler sees through it, it keeps accumulators
/// as integers, moves them around every product, and products wait for each other.
__device__ inline std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  asm("mov.b32 %0, %1;" : "=r"(bits) : "f"(x));
  return bits;
}
__device__ inline std::uint32_t bits_of(std::int32_t x) { return static_cast<std::uint32_t>(x); }

namespace wgmma {

/// A thread's part of a result.
template <int n, class Sum>
struct Accumulators {
  Sum value[n];
  __device__ Sum operator[](int i) const { return value[i]; }
};

/// Orders the registers of the accumulators before the next product; needed where threads have touched them.
inline __device__ void fence_accumulators() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
/// Closes a group of products.
inline __device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Waits until at most `pending` groups of this warp are running.
template <int pending>
inline __device__ void wait() {
  asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory");
}

/// After a wait, before accumulators are read amid products: keeps the compiler from reading them earlier.
template <int n>
inline __device__ void settle(Accumulators<n, float>& sum) {
  COLEX_UNROLL
  for (int i = 0; i < n; ++i) asm volatile("" : "+f"(sum.value[i])::"memory");
}

/// After they were read for the last time: registers that no product adds to need not keep them until the next one.
template <int n>
inline __device__ void forget(Accumulators<n, float>& sum) {
  COLEX_UNROLL
  for (float& x : sum.value) x = 0;
}

// The accumulators d by their constraint, "+f" or "+r".
#define COLEX_ACC8(c, i) \
  c(d[i]), c(d[i + 1]), c(d[i + 2]), c(d[i + 3]), c(d[i + 4]), c(d[i + 5]), c(d[i + 6]), c(d[i + 7])
#define COLEX_ACC32(c, i) COLEX_ACC8(c, i), COLEX_ACC8(c, i + 8), COLEX_ACC8(c, i + 16), COLEX_ACC8(c, i + 24)
#define COLEX_ACCUMULATORS_32(c) COLEX_ACC8(c, 0), COLEX_ACC8(c, 8)
#define COLEX_ACCUMULATORS_48(c) COLEX_ACC8(c, 0), COLEX_ACC8(c, 8), COLEX_ACC8(c, 16)
#define COLEX_ACCUMULATORS_64(c) COLEX_ACC32(c, 0)
#define COLEX_ACCUMULATORS_96(c) COLEX_ACC32(c, 0), COLEX_ACC8(c, 32), COLEX_ACC8(c, 40)
#define COLEX_ACCUMULATORS_112(c) \
  COLEX_ACCUMULATORS_64(c), COLEX_ACC8(c, 32), COLEX_ACC8(c, 40), COLEX_ACC8(c, 48)
#define COLEX_ACCUMULATORS_128(c) COLEX_ACC32(c, 0), COLEX_ACC32(c, 32)
#define COLEX_ACCUMULATORS_160(c) COLEX_ACC32(c, 0), COLEX_ACC32(c, 32), COLEX_ACC8(c, 64), COLEX_ACC8(c, 72)
#define COLEX_ACCUMULATORS_192(c) COLEX_ACCUMULATORS_128(c), COLEX_ACC32(c, 64)
#define COLEX_ACCUMULATORS_224(c) COLEX_ACCUMULATORS_192(c), COLEX_ACC8(c, 96), COLEX_ACC8(c, 104)
#define COLEX_ACCUMULATORS_256(c) COLEX_ACCUMULATORS_192(c), COLEX_ACC32(c, 96)

#define COLEX_REGISTERS_32 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}, "

#define COLEX_REGISTERS_48                                                  \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  " %16, %17, %18, %19, %20, %21, %22, %23}, "

#define COLEX_REGISTERS_64                                                  \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, " \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "

#define COLEX_REGISTERS_96                                                            \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47}, "

#define COLEX_REGISTERS_112                                                           \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  " %48, %49, %50, %51, %52, %53, %54, %55}, "

#define COLEX_REGISTERS_128                                                           \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "

#define COLEX_REGISTERS_160                                                           \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, " \
  " %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79}, "

#define COLEX_REGISTERS_192                                                           \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, " \
  " %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
  " %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95}, "

#define COLEX_REGISTERS_224                                                           \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, " \
  " %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, " \
  " %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, " \
  " %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111}, "

#define COLEX_REGISTERS_256                                                                       \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                       \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "             \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "             \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "             \
  " %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "             \
  " %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "             \
  " %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
  " %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "

// `types` names the elements; `scales` are the signs of the operands, and after them, for 16-bit types, their majors.
#define COLEX_WGMMA(N, constraint, a_at, b_at, c_at, types, scales, ...)                                    \
  asm volatile("{\n\t.reg .pred add;\n\tsetp.ne.b32 add, %" #c_at                                           \
               ", 0;\n\t"                                                                                   \
               "wgmma.mma_async.sync.aligned.m64n" #N types " " COLEX_REGISTERS_##N "%" #a_at ", %" #b_at   \
                                                                                    ", add" scales ";\n\t}" \
               : COLEX_ACCUMULATORS_##N(constraint)                                                         \
               : "l"(a), "l"(b), "r"(static_cast<int>(add))__VA_ARGS__)

/// The forms of the element types; the numbers are those of the operands after the accumulators.
#define COLEX_WGMMA_OF(N, a_at, b_at, c_at, d_at, e_at)                                                      \
  if constexpr (A::element == Element::bf16)                                                                 \
    COLEX_WGMMA(N, "+f", a_at, b_at, c_at, "k16.f32.bf16.bf16", ", 1, 1, %" #d_at ", %" #e_at, ,             \
                "n"(a_lines), "n"(b_lines));                                                                 \
  else if constexpr (A::element == Element::f16)                                                             \
    COLEX_WGMMA(N, "+f", a_at, b_at, c_at, "k16.f32.f16.f16", ", 1, 1, %" #d_at ", %" #e_at, , "n"(a_lines), \
                "n"(b_lines));                                                                               \
  else if constexpr (A::element == Element::tf32)                                                            \
    COLEX_WGMMA(N, "+f", a_at, b_at, c_at, "k8.f32.tf32.tf32", ", 1, 1");                                    \
  else if constexpr (A::element == Element::i8)                                                              \
    COLEX_WGMMA(N, "+r", a_at, b_at, c_at, "k32.s32.s8.s8", "");                                             \
  else if constexpr (A::element == Element::e5m2)                                                            \
    COLEX_WGMMA(N, "+f", a_at, b_at, c_at, "k32.f32.e5m2.e4m3", ", 1, 1");                                   \
  else if constexpr (B::element == Element::e5m2)                                                            \
    COLEX_WGMMA(N, "+f", a_at, b_at, c_at, "k32.f32.e4m3.e5m2", ", 1, 1");                                   \
  else                                                                                                       \
    COLEX_WGMMA(N, "+f", a_at, b_at, c_at, "k32.f32.e4m3.e4m3", ", 1, 1");

/// Starts D = A * B, or D += A * B when `add`. A and B are OperandTiles; a and b describe one step of them.
template <class A, class B>
inline __device__ void multiply(Accumulators<B::lines / 2, SumOf<A::element>>& sum, std::uint64_t a,
                                std::uint64_t b, bool add) {
  SumOf<A::element>(&d)[B::lines / 2] = sum.value;
  static_assert((A::element == B::element || A::element_bytes == 1) && A::lines == 64);
  constexpr int a_lines = A::major == Major::line, b_lines = B::major == Major::line;
  if constexpr (B::lines == 32) {
    COLEX_WGMMA_OF(32, 16, 17, 18, 19, 20)
  } else if constexpr (B::lines == 48) {
    COLEX_WGMMA_OF(48, 24, 25, 26, 27, 28)
  } else if constexpr (B::lines == 64) {
    COLEX_WGMMA_OF(64, 32, 33, 34, 35, 36)
  } else if constexpr (B::lines == 96) {
    COLEX_WGMMA_OF(96, 48, 49, 50, 51, 52)
  } else if constexpr (B::lines == 112) {
    COLEX_WGMMA_OF(112, 56, 57, 58, 59, 60)
  } else if constexpr (B::lines == 128) {
    COLEX_WGMMA_OF(128, 64, 65, 66, 67, 68)
  } else if constexpr (B::lines == 160) {
    COLEX_WGMMA_OF(160, 80, 81, 82, 83, 84)
  } else if constexpr (B::lines == 192) {
    COLEX_WGMMA_OF(192, 96, 97, 98, 99, 100)
  } else if constexpr (B::lines == 224) {
    COLEX_WGMMA_OF(224, 112, 113, 114, 115, 116)
  } else {
    static_assert(B::lines == 256, "no such form of the instruction");
    COLEX_WGMMA_OF(256, 128, 129, 130, 131, 132)
  }
}

#undef COLEX_WGMMA_OF
#undef COLEX_WGMMA
#undef COLEX_REGISTERS_32
#undef COLEX_REGISTERS_48
#undef COLEX_REGISTERS_64
#undef COLEX_REGISTERS_96
#undef COLEX_REGISTERS_112
#undef COLEX_REGISTERS_128
#undef COLEX_REGISTERS_160
#undef COLEX_REGISTERS_192
#undef COLEX_REGISTERS_224
#undef COLEX_REGISTERS_256
#undef COLEX_ACCUMULATORS_32
#undef COLEX_ACCUMULATORS_48
#undef COLEX_ACCUMULATORS_64
#undef COLEX_ACCUMULATORS_96
#undef COLEX_ACCUMULATORS_112
#undef COLEX_ACCUMULATORS_128
#undef COLEX_ACCUMULATORS_160
#undef COLEX_ACCUMULATORS_192
#undef COLEX_ACCUMULATORS_224
#undef COLEX_ACCUMULATORS_256
#undef COLEX_ACC32
#undef COLEX_ACC8

}  // namespace wgmma
}  // namespace colex::gpu::hopper
