// SPDX-License-Identifier: MIT
// The scales of the direct GEMM (direct.hpp) of mxfp8 and mxfp4, where each 32 numbers along K in a row of A and in a column of B share one, for gfx950.
//
// A turn of the loop, four steps, takes eight scales of a row: one load of 8 bytes for each of a lane's rows, straight to registers, a
// turn ahead. It counts for the waits of the ring as the loads of the turn's first step do. A lane wants every second one, those of its
// group's block of each step: one instruction picks them, and a step's products name its byte of the four. Past K the byte is 0, for
// a scale there may be none: zeros times NaN would be NaN.
#pragma once

#include "atoms/direct_load.hpp"
#include "gemm/gemm_kernel.hpp"
#include "platform/schedule.hpp"

namespace colex::gpu {

/// Of plain operands: none.
template <class Config, bool scaled = is_scaled<Config>>
struct TileScales {
  static constexpr int loads = 0;
  __device__ TileScales(GemmArguments<Config> const&, Index, Index, Index, int) {}
  __device__ void load(int, int) {}
  __device__ void take_all(int) {}
  __device__ void take_after(int, int, int) {}
};

/// Which of a turn's eight scales are those of `block` of each step, as bytes; none where `steps` do not reach.
constexpr std::uint32_t picks_of(int block, int steps) {
  std::uint32_t const all = 0x06040200u + 0x01010101u * static_cast<std::uint32_t>(block), none = 0x0C0C0C0Cu;
  std::uint32_t const kept = steps >= direct_stages ? ~0u : steps > 0 ? (1u << 8 * steps) - 1 : 0;
  return (all & kept) | (none & ~kept);
}

/// Four of eight bytes, from the lowest: those with the numbers that the bytes of `picks` are; 12 is a zero.
__device__ inline std::uint32_t picked(std::uint64_t bytes, std::uint32_t picks) {
#if defined(__AMDGCN__)
  return __builtin_amdgcn_perm(static_cast<std::uint32_t>(bytes >> 32), static_cast<std::uint32_t>(bytes),
                               picks);
#else
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) {
    std::uint32_t const pick = picks >> 8 * i & 0xFF;
    if (pick < 8) word |= static_cast<std::uint32_t>(bytes >> 8 * pick & 0xFF) << 8 * i;
  }
  return word;
#endif
}

/// The scales of one operand that a lane holds: of the row that is its own in each of the wave's atoms.
template <class Config, class Tile, class Tv, int atoms>
struct DirectScales {
  using Atom = typename Config::atom;
  static constexpr int columns = Tile::columns / Atom::scale_block;  // of a step
  static_assert(direct_stages * columns == sizeof(std::uint64_t), "a turn's scales are one load");
  BufferView<E8M0> buffer;
  int offset[atoms];
  std::uint64_t arriving[atoms];
  std::uint32_t taken[atoms];

  /// The row of the tile that is the thread's in an atom.
  static COLEX_HOST_DEVICE constexpr int row_of(int thread, int atom) {
    return CoordinatesOf<Tv, Tile::rows, Tile::columns>::row(thread, Part<Tv, 1>::points / atoms * atom);
  }
  __device__ DirectScales(ScaleOperand const& x, Index row, Index rows, Index K, Index batch, int thread) {
    Index const left = rows - row, inside = left < Tile::rows ? left : Index{Tile::rows};
    Index const wide = scale_columns(K, Index{direct_stages * Tile::columns}, Index{Atom::scale_block});
    Index const first = matrix_offset(x.origin, row, x.row_stride, Index{0}, Index{1}, batch, x.batch_stride);
    buffer = buffer_view(x.view, uniform(static_cast<int>(bounded_elements(inside, x.row_stride, wide))),
                         uniform(first));
    COLEX_UNROLL
    for (int i = 0; i < atoms; ++i) offset[i] = row_of(thread, i) * static_cast<int>(x.row_stride);
  }
  /// Starts to load those of an atom, of the turn that begins with a step.
  __device__ void load(int step, int atom) {
    late_load(arriving[atom], buffer, offset[atom], scale_column(step, int{columns}));
  }
  /// Those of an atom that have arrived are the turn's from here on.
  __device__ void take(int atom, std::uint32_t picks) {
    taken[atom] = picked(arrived(arriving[atom]), picks);
  }
};

/// Of a tile of A and one of B.
template <class Config>
struct TileScales<Config, true> {
  using Atom = typename Config::atom;
  using Mma = TiledMma<Config>;
  /// Which block of K a lane holds scales of.
  struct Block {
    static constexpr Layout<Index> layout =
        *composition(y_of(Atom::M, Atom::K / Atom::scale_block), entry(Atom::scale_layout, 0));
  };
  static constexpr int loads = Mma::atoms_m + Mma::atoms_n;
  DirectScales<Config, TileA<Config>, typename Mma::A, Mma::atoms_m> a;
  DirectScales<Config, TileB<Config>, typename Mma::B, Mma::atoms_n> b;
  int block;  // of a step, whose scales the lane holds

  __device__ TileScales(GemmArguments<Config> const& p, Index m0, Index n0, Index batch, int thread)
      : a(p.a.scales, m0, p.M, p.K, batch, thread),
        b(p.b.scales, n0, p.N, p.K, batch, thread),
        block(offset_in<Block>(thread % Atom::threads)) {}
  /// Starts load i of the scales of the turn that begins with a step.
  __device__ void load(int step, int i) {
    if (i < Mma::atoms_m) a.load(step, i);
    if (i >= Mma::atoms_m) b.load(step, i - Mma::atoms_m);
  }
  /// Those that have arrived are the turn's from here on, which has so many steps left, or more.
  __device__ void take_all(int steps) {
    COLEX_UNROLL
    for (int m = 0; m < Mma::atoms_m; ++m) take_after(m, Mma::atoms_n - 1, steps);
    COLEX_UNROLL
    for (int n = 0; n + 1 < Mma::atoms_n; ++n) take_after(Mma::atoms_m - 1, n, steps);
  }
  /// Likewise of the atoms whose last product in a turn is (m, n): it takes less time than one.
  __device__ void take_after(int m, int n, int steps) {
    std::uint32_t const picks = picks_of(block, steps);
    if (n + 1 == Mma::atoms_n) a.take(m, picks);
    if (m + 1 == Mma::atoms_m) b.take(n, picks);
  }
};

}  // namespace colex::gpu
