// SPDX-License-Identifier: MIT
// The warpgroup's matrix instruction as PTX: see hopper/wgmma.hpp.
//
// The registers are spelled out, as PTX wants them; multiply<A, B> picks the form by the tiles' element and
// majors.
#pragma once

#include "hopper/operand.hpp"

namespace colex::gpu::hopper {

/// Two floats rounded to nearest, the first in the low half.
template <Element to>
__device__ inline std::uint32_t rounded_pair(float low, float high) {
  std::uint32_t word;
  if constexpr (to == Element::bf16) asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  if constexpr (to == Element::f16) asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}

namespace wgmma {

/// A thread's part of a result.
template <int n>
struct Accumulators {
  float value[n];
  __device__ float operator[](int i) const { return value[i]; }
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

#define COLEX_ACC8(i)                                                                         \
  "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), \
      "+f"(d[i + 6]), "+f"(d[i + 7])
#define COLEX_ACC64(i)                                                                          \
  COLEX_ACC8(i), COLEX_ACC8(i + 8), COLEX_ACC8(i + 16), COLEX_ACC8(i + 24), COLEX_ACC8(i + 32), \
      COLEX_ACC8(i + 40), COLEX_ACC8(i + 48), COLEX_ACC8(i + 56)

#define COLEX_REGISTERS_128                                                           \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "

#define COLEX_REGISTERS_256                                                                       \
  "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                       \
  " %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "             \
  " %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "             \
  " %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "             \
  " %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "             \
  " %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "             \
  " %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, " \
  " %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127}, "

#define COLEX_LIST(...) __VA_ARGS__
// `types` names the elements; `majors` is empty where K is contiguous by rule, else ", major of A, major of
// B".
#define COLEX_WGMMA(N, accumulators, a_at, b_at, c_at, types, majors, ...)          \
  asm volatile("{\n\t.reg .pred add;\n\tsetp.ne.b32 add, %" #c_at                   \
               ", 0;\n\t"                                                           \
               "wgmma.mma_async.sync.aligned.m64n" #N types " " COLEX_REGISTERS_##N \
               "%" #a_at ", %" #b_at ", add, 1, 1" majors ";\n\t}"                  \
               : accumulators                                                       \
               : "l"(a), "l"(b), "r"(static_cast<int>(add))__VA_ARGS__)

/// Starts D = A * B, or D += A * B when `add`. A and B are OperandTiles; a and b describe one step of them.
template <class A, class B>
inline __device__ void multiply(Accumulators<B::lines / 2>& sum, std::uint64_t a, std::uint64_t b, bool add) {
  float(&d)[B::lines / 2] = sum.value;
  static_assert(A::element == B::element && A::lines == 64 && (B::lines == 128 || B::lines == 256));
  [[maybe_unused]] constexpr int a_lines = A::major == Major::line, b_lines = B::major == Major::line;
  if constexpr (B::lines == 128) {
    if constexpr (A::element == Element::bf16)
      COLEX_WGMMA(128, COLEX_LIST(COLEX_ACC64(0)), 64, 65, 66, "k16.f32.bf16.bf16", ", %67, %68", ,
                  "n"(a_lines), "n"(b_lines));
    if constexpr (A::element == Element::f16)
      COLEX_WGMMA(128, COLEX_LIST(COLEX_ACC64(0)), 64, 65, 66, "k16.f32.f16.f16", ", %67, %68", ,
                  "n"(a_lines), "n"(b_lines));
    if constexpr (A::element == Element::e4m3)
      COLEX_WGMMA(128, COLEX_LIST(COLEX_ACC64(0)), 64, 65, 66, "k32.f32.e4m3.e4m3", "");
  } else {
    if constexpr (A::element == Element::bf16)
      COLEX_WGMMA(256, COLEX_LIST(COLEX_ACC64(0), COLEX_ACC64(64)), 128, 129, 130, "k16.f32.bf16.bf16",
                  ", %131, %132", , "n"(a_lines), "n"(b_lines));
    if constexpr (A::element == Element::f16)
      COLEX_WGMMA(256, COLEX_LIST(COLEX_ACC64(0), COLEX_ACC64(64)), 128, 129, 130, "k16.f32.f16.f16",
                  ", %131, %132", , "n"(a_lines), "n"(b_lines));
    if constexpr (A::element == Element::e4m3)
      COLEX_WGMMA(256, COLEX_LIST(COLEX_ACC64(0), COLEX_ACC64(64)), 128, 129, 130, "k32.f32.e4m3.e4m3", "");
  }
}

#undef COLEX_WGMMA
#undef COLEX_LIST
#undef COLEX_REGISTERS_128
#undef COLEX_REGISTERS_256
#undef COLEX_ACC64
#undef COLEX_ACC8

}  // namespace wgmma
}  // namespace colex::gpu::hopper
