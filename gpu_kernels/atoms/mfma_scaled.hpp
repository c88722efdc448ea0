// SPDX-License-Identifier: MIT
// The scaled matrix instructions of gfx950 for mxfp8: A and B of e4m3, where each 32 of K in a row of A, and in a column of B,
// share a scale, a power of two (e8m0). A lane holds two runs of 16 of K, half of the instruction's K apart, and the scale of its
// row for the block of K whose number is the lane's group: not the scale of what it holds. The scale is one byte of a register,
// of four.
//
//   using Atom = MfmaScaled<32, 64>;                      // v_mfma_scale_f32_32x32x64_f8f6f4
//   c = mma_scaled<Atom, 2, 0>(c, a, b, scales_of_a, scales_of_b);      // byte 2 of A's, byte 0 of B's register
//
// Source: what Triton's tests of dot_scaled for gfx950 state of both layouts (mfma_dot_scaled_mxfp8e4_mxfp8e4). No device has run
// this.
#pragma once

#include <cmath>
#include <limits>

#include "atoms/mfma.hpp"
#include "atoms/mma.hpp"

namespace colex::gpu {

/// A power of two, 2^(bits - 127); 255 is NaN.
struct E8M0 {
  std::uint8_t bits;
  friend constexpr bool operator==(E8M0 a, E8M0 b) { return a.bits == b.bits; }
};

/// How many of K share a scale.
inline constexpr int scale_block = 32;

/// A and, with n for m, B: lanes count rows, then groups; a lane's values are 16 of K, and 16 more half of K further.
constexpr TvLayout mfma_scaled_operand_layout(int R, int K) {
  return tv_layout({{R, 1}, {64 / R, 16 * R}}, {{16, R}, {2, R * (K / 2)}});
}
/// Whose scale a lane holds: row + R * block of K.
constexpr TvLayout mfma_scale_layout(int R) { return tv_layout({{R, 1}, {64 / R, R}}, {}); }

template <int R, int K_>
struct MfmaScaled {
  static_assert((R == 32 && K_ == 64) || (R == 16 && K_ == 128), "no such matrix instruction");
  using A = E4M3;
  using B = E4M3;
  using C = float;
  static constexpr int M = R, N = R, K = K_, blocks = 1, threads = 64;
  static constexpr int a_values = R * K / 64, b_values = a_values, c_values = R * R / 64;
  static constexpr TvLayout a_layout = mfma_scaled_operand_layout(R, K), b_layout = a_layout;
  static constexpr TvLayout c_layout = mfma_accumulator_layout(R, 1);
  static constexpr TvLayout scale_layout = mfma_scale_layout(R);
  static constexpr char const* gfx950 =
      R == 32 ? "v_mfma_scale_f32_32x32x64_f8f6f4" : "v_mfma_scale_f32_16x16x128_f8f6f4";
};

#if defined(__gfx950__)

/// D = A B + C with scales, by the wave's 64 lanes together. Bytes count from the lowest.
template <class Atom, int a_byte, int b_byte>
__device__ inline Fragment<float, Atom::c_values> mma_scaled(Fragment<float, Atom::c_values> const& c,
                                                             Fragment<E4M3, Atom::a_values> const& a,
                                                             Fragment<E4M3, Atom::b_values> const& b,
                                                             std::uint32_t a_scales, std::uint32_t b_scales) {
  using Result = Fragment<float, Atom::c_values>;
  auto const x = amd::in_register(a), y = amd::in_register(b);
  auto const z = amd::in_register(c);
  int const sx = static_cast<int>(a_scales), sy = static_cast<int>(b_scales);
  if constexpr (Atom::M == 32)  // the zeros: A and B are e4m3
    return __builtin_bit_cast(
        Result, __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(x, y, z, 0, 0, a_byte, sx, b_byte, sy));
  else
    return __builtin_bit_cast(
        Result, __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(x, y, z, 0, 0, a_byte, sx, b_byte, sy));
}

/// sum += A B with scales, as mma_in_place (amd_mma.hpp). `byte`, of both registers of scales, is a constant once this is inlined.
template <class Atom>
__device__ inline void mma_scaled_in_place(InPlace<Atom>& sum, Fragment<E4M3, Atom::a_values> const& a,
                                           Fragment<E4M3, Atom::b_values> const& b, std::uint32_t a_scales,
                                           std::uint32_t b_scales, int byte) {
  static_assert(Atom::M == 32, "the name of one instruction");
  asm volatile("v_mfma_scale_f32_32x32x64_f8f6f4 %0, %1, %2, %0, %3, %4 op_sel:[%5,%5,0] op_sel_hi:[%6,%6,0]"
               : "+a"(sum)
               : "v"(amd::in_register(a)), "v"(amd::in_register(b)), "v"(a_scales), "v"(b_scales),
                 "i"(byte % 2), "i"(byte / 2));
}

#elif defined(COLEX_HOST_PLATFORM)

namespace host {
/// One lane of a scaled mma.
template <class Atom>
struct ScaledLane {
  Fragment<float, Atom::c_values> c;
  Fragment<E4M3, Atom::a_values> a;
  Fragment<E4M3, Atom::b_values> b;
  E8M0 a_scale, b_scale;
};

/// A power of two, or NaN, as a double, which holds all of them and their products.
inline double value(E8M0 scale) {
  return scale.bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, scale.bits - 127);
}

/// Products are summed in the order of k, in double, and the sum is rounded to float after each of them.
template <class Atom>
void multiply_scaled(void* const* lanes, int) {
  constexpr int R = Atom::M, K = Atom::K;
  static std::vector<int> const table = element_table(Atom::a_layout),
                                c_table = element_table(Atom::c_layout),
                                s_table = element_table(Atom::scale_layout);
  auto const lane = [&](int i) -> ScaledLane<Atom>& { return *static_cast<ScaledLane<Atom>*>(lanes[i]); };
  auto const a = assemble<Atom, float>(table, [&](int i, int v) { return lane(i).a[v]; });
  auto const b = assemble<Atom, float>(table, [&](int i, int v) { return lane(i).b[v]; });
  auto c = assemble<Atom, float>(c_table, [&](int i, int v) { return lane(i).c[v]; });
  std::vector<double> a_scale(s_table.size()), b_scale(s_table.size());
  for (int i = 0; i < Atom::threads; ++i)
    a_scale[s_table[i]] = value(lane(i).a_scale), b_scale[s_table[i]] = value(lane(i).b_scale);
  for (int k = 0; k < K; ++k)
    for (int n = 0; n < R; ++n)
      for (int m = 0; m < R; ++m) {
        double const scale = a_scale[m + R * (k / scale_block)] * b_scale[n + R * (k / scale_block)];
        float& sum = c[m + R * n];
        sum = static_cast<float>(sum + double{a[m + R * k]} * double{b[n + R * k]} * scale);
      }
  for (std::size_t i = 0; i < c_table.size(); ++i)
    lane(i % Atom::threads).c[i / Atom::threads] = c[c_table[i]];
}
}  // namespace host

/// D = A B + C with scales, by the wave's 64 lanes together. Bytes count from the lowest. When not all lanes come: reported, and
/// zeros.
template <class Atom, int a_byte, int b_byte>
Fragment<float, Atom::c_values> mma_scaled(Fragment<float, Atom::c_values> const& c,
                                           Fragment<E4M3, Atom::a_values> const& a,
                                           Fragment<E4M3, Atom::b_values> const& b, std::uint32_t a_scales,
                                           std::uint32_t b_scales,
                                           std::source_location where = std::source_location::current()) {
  static_assert(atom_covers_once<Atom>() && covers_once(Atom::scale_layout, Atom::M * Atom::K / scale_block));
  static_assert(0 <= a_byte && a_byte < 4 && 0 <= b_byte && b_byte < 4);
  auto const byte = [](std::uint32_t word, int i) { return E8M0{static_cast<std::uint8_t>(word >> 8 * i)}; };
  host::ScaledLane<Atom> lane{c, a, b, byte(a_scales, a_byte), byte(b_scales, b_byte)};
  if (meet_in_full(Atom::threads, &lane, host::multiply_scaled<Atom>, where)) return lane.c;
  return {};
}

/// sum += A B with scales, from one byte of both registers.
template <class Atom>
void mma_scaled_in_place(InPlace<Atom>& sum, Fragment<E4M3, Atom::a_values> const& a,
                         Fragment<E4M3, Atom::b_values> const& b, std::uint32_t a_scales,
                         std::uint32_t b_scales, int byte,
                         std::source_location where = std::source_location::current()) {
  sum = mma_scaled<Atom, 0, 0>(sum, a, b, a_scales >> 8 * byte, b_scales >> 8 * byte, where);
}

#endif

}  // namespace colex::gpu
