// SPDX-License-Identifier: MIT
// Copies: coverage (O2), alignment (O3), bounds and predicates (O4), ownership (O6), use of every k (O8),
// stores (O9).
#include <algorithm>

#include "judges.hpp"

namespace colex::gpu::museum {
namespace {

std::vector<int> ramp(Index size) {
  std::vector<int> values(static_cast<std::size_t>(size));
  for (Index i = 0; i < size; ++i) values[static_cast<std::size_t>(i)] = static_cast<int>(i);
  return values;
}

/// 112 x 64 elements of 2 bytes by 256 threads: 56 bytes per thread, in loads of 16.
Verdict tile_tail(bool repaired) {
  constexpr int elements = 112 * 64, threads = 256, width = 8;
  int const loads =
      repaired ? (elements + threads * width - 1) / (threads * width) : elements / threads / width;
  std::vector<Move> moves;
  for (int i = 0; i < loads; ++i)
    for (int t = 0; t < threads; ++t)
      if (Index const at = Index{width} * (i * threads + t); at < elements)
        moves.push_back({t, at, at, width});
  return judge_tile(moves, elements, elements, elements);
}

/// A copy of 64 rows for a tile of 8: the predicate knows the matrix, not the tile.
Verdict copy_larger_than_tile(bool repaired) {
  constexpr int pitch = 32, tile_rows = 8, matrix_rows = 40;
  std::vector<Move> moves;
  for (int t = 0; t < 64 * pitch / 8; ++t) {
    int const row = t / (pitch / 8), column = t % (pitch / 8) * 8;
    if (row >= matrix_rows || (repaired && row >= tile_rows)) continue;
    moves.push_back({t, Index{row} * pitch + column, Index{row} * pitch + column, 8});
  }
  return judge_tile(moves, tile_rows * pitch, matrix_rows * pitch, tile_rows * pitch);
}

/// Two tiles share a block; the copy of A has fewer threads than the block, and the idle ones write too.
Verdict idle_threads(bool repaired) {
  constexpr int part = 64;
  Buffer<int> a("A", ramp(2 * part)), b("B", ramp(part));
  auto const kernel = +[](GlobalView<int const> a, GlobalView<int const> b, bool bounded) {
    __shared__ Shared<int, 2 * part> tiles;  // A, then B
    Index const t = threadIdx.x;
    if (!bounded || t < part) store(tiles, t, load<1>(a, t));
    if (t < part) store(tiles, part + t, load<1>(b, t));
  };
  return judge_run(launch({.grid = {1}, .block = {2 * part}}, kernel, a.view(), b.view(), repaired));
}

/// Sums K products in blocks of 16 of k.
Verdict k_tail(bool repaired) {
  constexpr int most = 40, block = 16;
  for (int K = 0; K <= most; ++K) {
    std::vector<int> uses(static_cast<std::size_t>(K));
    int const rounds = repaired ? (K + block - 1) / block : K / block;
    for (int r = 0; r < rounds; ++r)
      for (int k = r * block; k < std::min(K, (r + 1) * block); ++k) ++uses[static_cast<std::size_t>(k)];
    for (int k = 0; k < K; ++k)
      if (uses[static_cast<std::size_t>(k)] != 1)
        return Violation{"O8", fmt::format("K = {}: k = {} enters the sum {} times", K, k,
                                           uses[static_cast<std::size_t>(k)])};
  }
  return {};
}

/// Steps of 128 along k for K = 192: the documentation asks for a multiple of 64 only, the kernel checks
/// nothing.
Verdict k_overrun(bool repaired) {
  constexpr int K = 192;
  Buffer<int> row("A", ramp(K));
  auto const kernel = +[](GlobalView<int const> a, int extent, bool bounded) {
    for (Index first = 0; first < extent; first += 128)
      for (Index k = first + threadIdx.x; k < first + 128; k += 64)
        if (!bounded || k < extent) load<1>(a, k);
  };
  return judge_run(launch({.grid = {1}, .block = {64}}, kernel, row.view(), K, repaired));
}

/// Loads the rows of a tile of 16; the matrix has 13.
Verdict ragged_rows(bool repaired) {
  constexpr int rows = 13, pitch = 8;
  Buffer<int> matrix("A", ramp(rows * pitch));
  auto const kernel = +[](GlobalView<int const> a, bool bounded) {
    Index const row = threadIdx.x / pitch, column = threadIdx.x % pitch;
    if (!bounded || row < rows) load<1>(a, row * pitch + column);
  };
  return judge_run(launch({.grid = {1}, .block = {16 * pitch}}, kernel, matrix.view(), repaired));
}

/// One wide store for each slice of the source, though the slices of the destination are half as long.
Verdict source_decides(bool repaired) {
  Buffer<float> source("source", std::vector<float>(12)), destination("destination", 6);
  auto const kernel = +[](GlobalView<float const> from, GlobalView<float> to, bool both_sides) {
    Index const slice = threadIdx.x;
    if (both_sides) {
      store(to, 2 * slice, load<2>(from, 4 * slice));
    } else {
      store(to, 2 * slice, load<4>(from, 4 * slice));
    }
  };
  return judge_run(launch({.grid = {1}, .block = {3}}, kernel, source.view(), destination.view(), repaired));
}

/// 384 threads, 192 elements of shared memory, two each: the access is made and its value thrown away.
Verdict predicate_after_access(bool repaired) {
  auto const kernel = +[](bool first) {
    __shared__ Shared<float, 192> tile;
    Index const at = 2 * Index{threadIdx.x};
    bool const mine = at < 192;
    if (mine) store(tile, at, Vec<float, 2>{});
    if (!first || mine) {
      auto const value = load<2>(tile, at);
      if (mine) store(tile, at, value);
    }
  };
  return judge_run(launch({.grid = {1}, .block = {384}}, kernel, repaired));
}

/// Vectors of 8 over a row of 20: M is padded to the tile, memory is not.
Verdict vector_over_the_end(bool repaired) {
  constexpr int M = 20;
  Buffer<int> row("A", ramp(M));
  auto const kernel = +[](GlobalView<int const> a, bool bounded) {
    Index const first = 4 * Index{threadIdx.x};  // 16 bytes
    if (first + 4 <= M || !bounded) load<4>(a, first);
  };
  return judge_run(launch({.grid = {1}, .block = {8}}, kernel, row.view(), repaired));
}

/// A raw buffer of `count` 2-byte elements delivers a dword only where all of it is in bounds.
Verdict dword_bound(bool repaired) {
  constexpr int count = 7;
  int const records = repaired ? (2 * count + 3) / 4 * 4 : 2 * count;  // bytes in the descriptor
  for (int e = 0; e < count; ++e)
    if (int const dword = 2 * e / 4; 4 * dword + 4 > records)
      return Violation{
          "O4", fmt::format("element {} of {} is in bounds and reads as 0: dword {} ends at byte {}, the "
                            "descriptor at {}",
                            e, count, dword, 4 * dword + 4, records)};
  return {};
}

/// An asynchronous copy of 32 threads, of which two are to act: the others write zeros to shared memory.
Verdict predicated_async_copy(bool repaired) {
  std::vector<Move> moves;
  for (int t = 0; t < 32; ++t)
    if (t < 2 || !repaired) moves.push_back({t, 4 * t, 4 * t, 4});
  for (auto const& m : moves)
    if (m.thread >= 2)
      return Violation{
          "O4", fmt::format("the predicate of thread {} is false, and it writes elements {}..{} of the "
                            "tile",
                            m.thread, m.to, m.to + m.width - 1)};
  return judge_tile(moves, 8, 8, 128);
}

/// Accesses of 16 bytes to a pointer that is a multiple of 4.
Verdict misaligned_copy(bool repaired) {
  Buffer<float> buffer("source", std::vector<float>(33));
  auto const kernel = +[](GlobalView<float const> from, bool narrow) {
    Index const first = 4 * Index{threadIdx.x};
    if (!narrow) load<4>(from, first);
    for (Index i = 0; narrow && i < 4; ++i) load<1>(from, first + i);
  };
  return judge_run(launch({.grid = {1}, .block = {8}}, kernel, buffer.view(1, 32), repaired));
}

/// Two tiles of 160 columns, stored in pieces of 64: the third piece reaches into the next tile.
Verdict epilogue_piece(bool repaired) {
  constexpr int tile = 160, piece = 64;
  Buffer<int> row("C", 2 * tile);
  auto const kernel = +[](GlobalView<int> c, bool clipped) {
    Index const column = threadIdx.x;  // of 192: three pieces
    if (clipped && column >= tile) return;
    if (Index const at = tile * Index{blockIdx.x} + column; at < 2 * tile) store(c, at, Vec<int, 1>{{1}});
  };
  auto const report = launch({.grid = {2}, .block = {3 * piece}}, kernel, row.view(), repaired);
  std::set<Index> due;
  for (Index i = 0; i < 2 * tile; ++i) due.insert(i);
  return judge_run(report, row, due);
}

/// 5 rows in use, a tile of 8: the output has room for the tile, so that nothing faults.
Verdict padded_rows(bool repaired) {
  constexpr int rows = 5, pitch = 4;
  Buffer<int> out("C", 8 * pitch);
  auto const kernel = +[](GlobalView<int> c, bool bounded) {
    if (!bounded || threadIdx.x / pitch < rows) store(c, Index{threadIdx.x}, Vec<int, 1>{{1}});
  };
  auto const report = launch({.grid = {1}, .block = {8 * pitch}}, kernel, out.view(), repaired);
  std::set<Index> due;
  for (Index i = 0; i < rows * pitch; ++i) due.insert(i);
  return judge_run(report, out, due);
}

}  // namespace

std::vector<Exhibit> copy_exhibits() {
  return {
      {"tile_tail_not_loaded",
       "the number of loads of a thread is a truncated quotient: the tail of the A tile is "
       "never loaded",
       "FlyDSL#1007", "the copy of a 112 x 64 tile, access by access", "O2", tile_tail},
      {"copy_larger_than_tile", "a tiled copy larger than the tile, predicated by the matrix only",
       "CUTLASS#1886, #1397, #2277", "the copy of an 8-row tile by a 64-row copy", "O4",
       copy_larger_than_tile},
      {"idle_threads_write", "threads beyond the copy of A write all the same, into B", "CUTLASS#1876",
       "a kernel with two tiles in one array", "O6", idle_threads},
      {"k_tail_dropped", "K that the K tile does not divide is accepted, the tail never summed",
       "CK#512, #225, #527", "the k loop, K = 0..40", "O8", k_tail},
      {"k_loop_overruns", "needs K % 128, documents K % 64, checks neither", "HipKittens#65",
       "a kernel with K = 192", "O4", k_overrun},
      {"ragged_rows_loaded", "loads of a ragged tile of rows run past M", "aiter#4988",
       "a kernel with 13 rows of 16", "O4", ragged_rows},
      {"source_decides_width", "copy_if picks the access by the source's extent alone", "CUTLASS#3488",
       "slices of 4 to slices of 2", "O4", source_decides},
      {"predicate_after_access", "the access is made although its predicate is off", "CUTLASS#2980",
       "384 threads on 192 elements of shared memory", "O4", predicate_after_access},
      {"vector_over_the_end", "a vector size chosen for padded M reads past the unpadded end", "CK#901",
       "accesses of 16 bytes to 20 elements", "O4", vector_over_the_end},
      {"dword_bound", "a buffer load checks bounds by dword: the last odd 2-byte element reads as zero",
       "aotriton#231", "the rule, for a descriptor of 7 elements", "O4", dword_bound},
      {"predicated_async_copy", "a predicated cp.async without zero-fill overwrites shared memory",
       "CUTLASS#1716", "the copy, access by access", "O4", predicated_async_copy},
      {"misaligned_default_copy", "a default copy of 16 bytes from a pointer aligned to 4",
       "CUTLASS#1272, #1232", "a kernel on a view that starts at element 1", "O3", misaligned_copy},
      {"epilogue_piece_wider", "epilogue pieces that do not divide a tile of 160 columns", "CUTLASS#2937",
       "a kernel of two tiles", "O9", epilogue_piece},
      {"padded_rows_stored", "rows of padding are stored as if they were results", "FlyDSL#969",
       "a kernel with 5 rows of 8", "O9", padded_rows},
  };
}

}  // namespace colex::gpu::museum
