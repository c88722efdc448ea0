// SPDX-License-Identifier: MIT
// The scaled matrix instructions of gfx950, for mxfp8 and mxfp4: A and B of e4m3, or of pairs of e2m1, where each 32 numbers along K in
// a row of A, and in a column of B, share a scale, a power of two (e8m0). K counts elements, of mxfp4 pairs. A lane holds 16 bytes of
// its row, whose place is its group; of mxfp8 16 more, half of the instruction's K further; and the scale of its row for the block of K
// whose number is its group: of mxfp8 not the scale of what it holds. The scale is one byte of a register, of four.
//
//   using Atom = MfmaScaled<E4M3, 32, 64>;                // v_mfma_scale_f32_32x32x64_f8f6f4
//   c = mma_scaled<Atom, 2, 0>(c, a, b, scales_of_a, scales_of_b);      // byte 2 of A's, byte 0 of B's register
//   using Pairs = MfmaScaled<E2M1x2, 32, 32>;             // the same instruction, of another format
//
// Source: what Triton's tests of dot_scaled for gfx950 state of both layouts (mfma_dot_scaled_mxfp8e4_mxfp8e4, _mxfp4_mxfp4); of mxfp4
// AMD's article on matrix cores of CDNA 3 and 4, too: 16 bytes of a row a lane, the first number of a pair in the low half. No device has
// run this.
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

/// How many numbers along K share a scale.
inline constexpr int numbers_per_scale = 32;

/// A and, with n for m, B, of elements of a byte: lanes count rows, then groups; a lane's values are 16 of K, and where it has more than
/// these 16 half of K further.
constexpr TvLayout mfma_scaled_operand_layout(int R, int K) {
  return tv_layout({{R, 1}, {64 / R, 16 * R}}, {{16, R}, {R * K / 64 / 16, R * (K / 2)}});
}
/// Whose scale a lane holds: row + R * block of K.
constexpr TvLayout mfma_scale_layout(int R) { return tv_layout({{R, 1}, {64 / R, R}}, {}); }

template <class T, int R, int K_>
struct MfmaScaled {
  static_assert(std::is_same_v<T, E4M3> || std::is_same_v<T, E2M1x2>, "no such format");
  static_assert((R == 32 || R == 16) && R * K_ * numbers_in<T> == 32 * 64, "no such matrix instruction");
  using A = T;
  using B = T;
  using C = float;
  static constexpr int M = R, N = R, K = K_, blocks = 1, threads = 64;
  static constexpr int a_values = R * K / 64, b_values = a_values, c_values = R * R / 64;
  static constexpr TvLayout a_layout = mfma_scaled_operand_layout(R, K), b_layout = a_layout;
  static constexpr TvLayout c_layout = mfma_accumulator_layout(R, 1);
  static constexpr TvLayout scale_layout = mfma_scale_layout(R);
  static constexpr int scale_block = numbers_per_scale / numbers_in<T>;  ///< elements that share a scale
  static constexpr int format = std::is_same_v<T, E4M3> ? 0 : 4;         ///< cbsz and blgp of the instruction
  static constexpr char const* gfx950 =
      R == 32 ? "v_mfma_scale_f32_32x32x64_f8f6f4" : "v_mfma_scale_f32_16x16x128_f8f6f4";
};

#if defined(__gfx950__)

namespace amd {
/// Elements as the builtins take them, in eight registers, of which mxfp4 uses four.
template <class T, int N>
__device__ inline Vector<int, 8> in_eight_registers(Fragment<T, N> const& fragment) {
  auto const held = in_register(fragment);
  if constexpr (N == 16)
    return __builtin_shufflevector(held, held, 0, 1, 2, 3, -1, -1, -1, -1);
  else
    return held;
}
}  // namespace amd

/// D = A B + C with scales, by the wave's 64 lanes together. Bytes count from the lowest.
template <class Atom, int a_byte, int b_byte>
__device__ inline Fragment<float, Atom::c_values> mma_scaled(
    Fragment<float, Atom::c_values> const& c, Fragment<typename Atom::A, Atom::a_values> const& a,
    Fragment<typename Atom::B, Atom::b_values> const& b, std::uint32_t a_scales, std::uint32_t b_scales) {
  using Result = Fragment<float, Atom::c_values>;
  auto const x = amd::in_eight_registers(a), y = amd::in_eight_registers(b);
  auto const z = amd::in_register(c);
  constexpr int format = Atom::format;
  int const sx = static_cast<int>(a_scales), sy = static_cast<int>(b_scales);
  if constexpr (Atom::M == 32)
    return __builtin_bit_cast(Result, __builtin_amdgcn_mfma_scale_f32_32x32x64_f8f6f4(
                                          x, y, z, format, format, a_byte, sx, b_byte, sy));
  else
    return __builtin_bit_cast(Result, __builtin_amdgcn_mfma_scale_f32_16x16x128_f8f6f4(
                                          x, y, z, format, format, a_byte, sx, b_byte, sy));
}

/// sum += A B with scales, as mma_in_place (amd_mma.hpp). `byte`, of both registers of scales, is a constant once this is inlined.
template <class Atom>
__device__ inline void mma_scaled_in_place(InPlace<Atom>& sum,
                                           Fragment<typename Atom::A, Atom::a_values> const& a,
                                           Fragment<typename Atom::B, Atom::b_values> const& b,
                                           std::uint32_t a_scales, std::uint32_t b_scales, int byte) {
  static_assert(Atom::M == 32, "the name of one instruction");
  asm volatile(
      "v_mfma_scale_f32_32x32x64_f8f6f4 %0, %1, %2, %0, %3, %4 op_sel:[%5,%5,0] op_sel_hi:[%6,%6,0] cbsz:%7 "
      "blgp:%7"
      : "+a"(sum)
      : "v"(amd::in_register(a)), "v"(amd::in_register(b)), "v"(a_scales), "v"(b_scales), "i"(byte % 2),
        "i"(byte / 2), "i"(Atom::format));
}

#elif defined(COLEX_HOST_PLATFORM)

namespace host {
/// One lane of a scaled mma.
template <class Atom>
struct ScaledLane {
  Fragment<float, Atom::c_values> c;
  Fragment<typename Atom::A, Atom::a_values> a;
  Fragment<typename Atom::B, Atom::b_values> b;
  E8M0 a_scale, b_scale;
};

/// A power of two, or NaN, as a double, which holds all of them and their products.
inline double value(E8M0 scale) {
  return scale.bits == 255 ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, scale.bits - 127);
}

/// The numbers that the lanes hold of an operand: row + R k.
template <class Atom, class Get>
std::vector<float> numbers(std::vector<int> const& table, Get get) {
  constexpr int R = Atom::M, in_one = numbers_in<typename Atom::A>;
  std::vector<float> all(table.size() * in_one);
  for (std::size_t i = 0; i < table.size(); ++i) {
    auto const element = get(static_cast<int>(i % Atom::threads), static_cast<int>(i / Atom::threads));
    int const row = table[i] % R, k = table[i] / R;
    if constexpr (in_one == 1)
      all[table[i]] = element.to_float();
    else
      for (int j = 0; j < in_one; ++j) all[row + R * (in_one * k + j)] = element.number(j);
  }
  return all;
}

/// Products are summed in the order of k, in double, and the sum is rounded to float after each of them.
template <class Atom>
void multiply_scaled(void* const* lanes, int) {
  constexpr int R = Atom::M, K = Atom::K * numbers_in<typename Atom::A>;
  static std::vector<int> const table = element_table(Atom::a_layout),
                                c_table = element_table(Atom::c_layout),
                                s_table = element_table(Atom::scale_layout);
  auto const lane = [&](int i) -> ScaledLane<Atom>& { return *static_cast<ScaledLane<Atom>*>(lanes[i]); };
  auto const a = numbers<Atom>(table, [&](int i, int v) { return lane(i).a[v]; });
  auto const b = numbers<Atom>(table, [&](int i, int v) { return lane(i).b[v]; });
  auto c = assemble<Atom, float>(c_table, [&](int i, int v) { return lane(i).c[v]; });
  std::vector<double> a_scale(s_table.size()), b_scale(s_table.size());
  for (int i = 0; i < Atom::threads; ++i)
    a_scale[s_table[i]] = value(lane(i).a_scale), b_scale[s_table[i]] = value(lane(i).b_scale);
  for (int k = 0; k < K; ++k)
    for (int n = 0; n < R; ++n)
      for (int m = 0; m < R; ++m) {
        double const scale =
            a_scale[m + R * (k / numbers_per_scale)] * b_scale[n + R * (k / numbers_per_scale)];
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
                                           Fragment<typename Atom::A, Atom::a_values> const& a,
                                           Fragment<typename Atom::B, Atom::b_values> const& b,
                                           std::uint32_t a_scales, std::uint32_t b_scales,
                                           std::source_location where = std::source_location::current()) {
  static_assert(atom_covers_once<Atom>() &&
                covers_once(Atom::scale_layout, Atom::M * Atom::K / Atom::scale_block));
  static_assert(0 <= a_byte && a_byte < 4 && 0 <= b_byte && b_byte < 4);
  auto const byte = [](std::uint32_t word, int i) { return E8M0{static_cast<std::uint8_t>(word >> 8 * i)}; };
  host::ScaledLane<Atom> lane{c, a, b, byte(a_scales, a_byte), byte(b_scales, b_byte)};
  if (meet_in_full(Atom::threads, &lane, host::multiply_scaled<Atom>, where)) return lane.c;
  return {};
}

/// sum += A B with scales, from one byte of both registers.
template <class Atom>
void mma_scaled_in_place(InPlace<Atom>& sum, Fragment<typename Atom::A, Atom::a_values> const& a,
                         Fragment<typename Atom::B, Atom::b_values> const& b, std::uint32_t a_scales,
                         std::uint32_t b_scales, int byte,
                         std::source_location where = std::source_location::current()) {
  sum = mma_scaled<Atom, 0, 0>(sum, a, b, a_scales >> 8 * byte, b_scales >> 8 * byte, where);
}

#endif

}  // namespace colex::gpu
