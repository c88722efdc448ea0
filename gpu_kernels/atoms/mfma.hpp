// SPDX-License-Identifier: MIT
// AMD's matrix instructions as data: Mfma<A, B, C, R, K, blocks> multiplies R x K by K x R matrices, `blocks`
// of them at once, in a wave of 64. Three formulas give the layouts of all dense forms of gfx90a and gfx942;
// the forms that exist, with their names, are in mfma_forms.hpp.
//
//   using Atom = Mfma<F16, F16, float, 16, 16>;       // v_mfma_f32_16x16x16_f16
//   Fragment<float, 4> c = mma<Atom>(c, a, b);        // a, b: Fragment<F16, 4>; every lane of the wave
#pragma once

#include <type_traits>

#include "atoms/tv.hpp"
#include "platform/platform.hpp"

namespace colex::gpu {

/// A and, with n for m, B: lanes count rows, then blocks, then groups of k; a lane's values are consecutive
/// k.
constexpr TvLayout mfma_operand_layout(int R, int K, int blocks) {
  int const groups = 64 / (R * blocks), run = K / groups;
  return tv_layout({{R, 1}, {blocks, R * K}, {groups, R * run}}, {{run, R}});
}

/// C of f32 and i32: lanes count columns, then groups of 4 rows, then blocks; values are the 4 rows of a
/// group, then the rows and the blocks that the lanes leave.
constexpr TvLayout mfma_accumulator_layout(int R, int blocks) {
  int const groups = 64 / R < R / 4 ? 64 / R : R / 4, lane_blocks = 64 / (R * groups);
  return tv_layout({{R, R}, {groups, 4}, {lane_blocks, R * R}},
                   {{4, 1}, {R / (4 * groups), 4 * groups}, {blocks / lane_blocks, R * R * lane_blocks}});
}

/// C of f64: lanes count columns, then blocks, then rows; a lane's values are rows that far apart.
constexpr TvLayout mfma_f64_accumulator_layout(int R, int blocks) {
  int const rows = 64 / (R * blocks);
  return tv_layout({{R, R}, {blocks, R * R}, {rows, 1}}, {{R / rows, rows}});
}

template <class A_, class B_, class C_, int R, int K_, int blocks_ = 1>
struct Mfma {
  using A = A_;
  using B = B_;
  using C = C_;
  static constexpr int M = R, N = R, K = K_, blocks = blocks_, threads = 64;
  static constexpr int a_values = R * K * blocks / 64, b_values = a_values, c_values = R * R * blocks / 64;
  static constexpr TvLayout a_layout = mfma_operand_layout(R, K, blocks), b_layout = a_layout;
  static constexpr TvLayout c_layout =
      std::is_same_v<C, double> ? mfma_f64_accumulator_layout(R, blocks) : mfma_accumulator_layout(R, blocks);
};

}  // namespace colex::gpu
