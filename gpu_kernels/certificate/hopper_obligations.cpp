// SPDX-License-Identifier: MIT
#include "certificate/hopper_obligations.hpp"

#include "certificate/gemm_obligations.hpp"
#include "gemm/tile_order.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/ring_model.hpp"
#include "tiles/bank_model.hpp"

namespace colex::gpu::hopper {

namespace {

using sym::Integer;
using sym::Proof;
Integer const zero{0}, one{1};

/// O1: every row is one block's of one tile, every column one tile's; no cluster tile is idle.
void tiles_cover(Proof& p, ClusterTile const& sizes) {
  Integer const tile_m(sizes.m), tile_n(sizes.n), cluster(sizes.cluster);
  Integer const M = p.integer("M"), m = p.integer("m"), N = p.integer("N"), n = p.integer("n");
  p.part("a row of the result", {m >= zero, m < M}, [&] {
    Integer const lines = tile_m * cluster;
    auto const grid = p.shipped("tiles_over", [&] { return tiles_over(M, lines); });
    Integer const t = p.define("t", quot(m, lines)), within = p.define("within", rem(m, lines));
    Integer const rank = p.define("rank", quot(within, tile_m));
    p.claim("its tile is in the grid", both(t >= zero, t < grid));
    p.claim("its block is in the cluster", both(rank >= zero, rank < cluster));
    auto const first = p.shipped("first_row", [&] { return first_row(t, cluster, rank, tile_m); });
    p.claim("is that block's", both(first <= m, m < first + tile_m));
    p.claim("no tile is idle", (grid - one) * lines < M);
  });
  Integer const u = p.integer("u"), r = p.integer("r"), v = p.integer("v"), s = p.integer("s");
  p.part("two blocks that compute one row",
         {r >= zero, r < cluster, s >= zero, s < cluster, u >= zero, v >= zero, m >= zero}, [&] {
           auto const first = p.shipped("first_row", [&] { return first_row(u, cluster, r, tile_m); });
           auto const second = first_row(v, cluster, s, tile_m);
           p.suppose(both(first <= m, m < first + tile_m, second <= m, m < second + tile_m));
           Integer const i = p.define("i", u * cluster + r), j = p.define("j", v * cluster + s);
           p.have("as multiples of its rows", both(first == i * tile_m, second == j * tile_m));
           p.have("the same multiple", i == j);
           p.claim("are one", both(u == v, r == s), {p.lemmas().unique.at(u, r, v, s, cluster)});
         });
  p.part("a column of the result", {n >= zero, n < N}, [&] {
    auto const grid = p.shipped("tiles_over", [&] { return tiles_over(N, tile_n); });
    Integer const t = p.define("t", quot(n, tile_n));
    p.claim("its tile is in the grid", both(t >= zero, t < grid));
    p.claim("is in it", both(t * tile_n <= n, n < (t + one) * tile_n));
    p.claim("no tile is idle", (grid - one) * tile_n < N);
  });
}

/// O1: the tile that is visited as number `index` is the one of grouped_order, which visits all.
void order_visits_all(Proof& p) {
  Integer const rows = p.integer("rows"), columns = p.integer("columns"), band = p.integer("band"),
                index = p.integer("index");
  p.part("the order of tiles",
         {rows > zero, columns > zero, band > zero, index >= zero, index < rows * columns}, [&] {
           Integer const row = p.define("row", quot(index, columns)), per_band = band * columns;
           p.have("the row, were rows not banded", both(row >= zero, row < rows),
                  {p.lemmas().quotient_range.at(index, columns, rows)});
           p.have("a positive number a band", per_band > zero, {p.lemmas().positive.at(band, columns)});
           p.have("its band", quot(index, per_band) == quot(row, band),
                  {p.lemmas().split.at(index, columns, band, per_band)});
           p.have("begins at or above that row", quot(index, per_band) * band <= row,
                  {p.lemmas().euclid.at(row, band)});
           auto const at = p.shipped("tile_at", [&] {
             return tile_at(TileGridOf<Integer>{rows, columns, band}, index);
           });
           auto const grouped = grouped_order(index, rows, columns, band);
           p.claim("is grouped_order", both(at.row == grouped.m, at.column == grouped.n));
         });
  grouped_order_visits_all(p);
}

/// O1: every tile is taken by one cluster, once.
void clusters_take_all(Proof& p, ClusterTile const& sizes) {
  Integer const cluster(sizes.cluster);
  Integer const tile = p.integer("tile"), clusters = p.integer("clusters"), block = p.integer("block");
  p.part("a tile", {tile >= zero, clusters > zero}, [&] {
    Integer const c = p.define("c", rem(tile, clusters)), lap = p.define("lap", quot(tile, clusters));
    p.claim("some cluster takes it", both(c >= zero, c < clusters, c + lap * clusters == tile, lap >= zero),
            {p.lemmas().euclid.at(tile, clusters), p.lemmas().quotient_range.at(tile, clusters, tile + one)});
  });
  Integer const c = p.integer("c"), d = p.integer("d"), lap = p.integer("lap"), turn = p.integer("turn");
  p.part("two clusters that take one tile",
         {c >= zero, c < clusters, d >= zero, d < clusters, lap * clusters + c == turn * clusters + d}, [&] {
           p.claim("are one", both(c == d, lap == turn), {p.lemmas().unique.at(lap, c, turn, d, clusters)});
         });
  p.part("a block", {block >= zero, block < clusters * cluster}, [&] {
    auto const first = p.shipped("first_tile", [&] { return first_tile(block, cluster); });
    auto const rank = p.shipped("rank_in_cluster", [&] { return rank_in_cluster(block, cluster); });
    p.claim("is one of a cluster's", both(first * cluster + rank == block, rank >= zero, rank < cluster));
    p.claim("whose first tile is its number", both(first >= zero, first < clusters));
  });
}

/// O3: stores of 8 elements begin at a multiple of 8, where the call found pitch and address to be such.
void wide_stores_are_aligned(Proof& p) {
  Integer const row = p.integer("row"), q = p.integer("q"), run = p.integer("run"), eight{stored_run};
  p.part("a run", {row >= zero, q >= zero, run >= zero}, [&] {
    auto const offset =
        p.shipped("result_offset", [&] { return result_offset(row, eight * q, eight * run); });
    p.have("in units of 8", offset == eight * (row * q + run));
    p.claim("is aligned", rem(offset, eight) == zero);
  });
}

/// O4: element (i, j) of `runs` runs, `pitch` apart, is below elements_spanned(); operands and the result.
void offsets_are_in_bounds(Proof& p) {
  Integer const runs = p.integer("runs"), run = p.integer("run"), pitch = p.integer("pitch");
  Integer const i = p.integer("i"), j = p.integer("j");
  p.part("an element", {i >= zero, i < runs, j >= zero, j < run, pitch >= run}, [&] {
    auto const offset = p.shipped("result_offset", [&] { return result_offset(i, pitch, j); });
    auto const spanned = p.shipped("elements_spanned", [&] { return elements_spanned(runs, run, pitch); });
    Integer const left = p.define("left", runs - one - i);
    p.have("not beyond the last run", (runs - one) * pitch == i * pitch + left * pitch);
    p.have("distances", both(i * pitch >= zero, left * pitch >= zero),
           {p.lemmas().nonnegative.at(i, pitch), p.lemmas().nonnegative.at(left, pitch)});
    p.claim("is in bounds", both(offset >= zero, offset < spanned));
  });
}

/// O4: the coordinates of every box fit 32 bits, for sizes that the call accepts.
void coordinates_fit(Proof& p, ClusterTile const& sizes) {
  Integer const tile_m(sizes.m), tile_n(sizes.n), tile_k(sizes.k), cluster(sizes.cluster);
  Integer const M = p.integer("M"), t = p.integer("t"), rank = p.integer("rank");
  Integer const most{0x7FFFFFFF - 1024}, limit{0x7FFFFFFF};
  p.part("the rows of a block", {M > zero, M <= most, t >= zero, rank >= zero, rank < cluster}, [&] {
    auto const grid = tiles_over(M, tile_m * cluster);
    p.suppose(t < grid);
    auto const first = p.shipped("first_row", [&] { return first_row(t, cluster, rank, tile_m); });
    p.claim("have numbers of 32 bits", both(first >= zero, first + tile_m <= limit));
  });
  for (Integer const& tile : {tile_n, tile_k})
    p.part("a tile of " + std::to_string(tile.numeral()), {M > zero, M <= most, t >= zero}, [&] {
      p.suppose(t < tiles_over(M, tile));
      p.claim("ends at a number of 32 bits", (t + one) * tile <= limit);
    });
}

/// O9: two elements of the result have two offsets.
void elements_have_places(Proof& p) {
  Integer const pitch = p.integer("pitch"), columns = p.integer("columns"), i = p.integer("i"),
                j = p.integer("j"), k = p.integer("k"), l = p.integer("l");
  p.part("two elements at one offset", {columns <= pitch, j >= zero, j < columns, l >= zero, l < columns},
         [&] {
           auto const one_offset = p.shipped("result_offset", [&] { return result_offset(i, pitch, j); });
           p.suppose(one_offset == result_offset(k, pitch, l));
           p.claim("are one", both(i == k, j == l), {p.lemmas().unique.at(i, j, k, l, pitch)});
         });
}

/// O10: every k is in one part of K, and no part is idle.
void parts_cover_k(Proof& p, ClusterTile const& sizes) {
  Integer const tile_k(sizes.k);
  Integer const K = p.integer("K"), k = p.integer("k");
  p.part("a k", {k >= zero, k < K}, [&] {
    auto const parts = p.shipped("tiles_over", [&] { return tiles_over(K, tile_k); });
    Integer const part = p.define("part", quot(k, tile_k));
    p.claim("its part is one of them", both(part >= zero, part < parts));
    p.claim("is in it", both(part * tile_k <= k, k < (part + one) * tile_k));
    p.claim("no part is idle", (parts - one) * tile_k < K);
  });
}

}  // namespace

std::vector<Obligation> symbolic_obligations(ClusterTile const& tile) {
  return {
      {"O1.tiles",
       "for every M and N each row is one block's of one tile, each column one tile's; none is idle",
       [tile](Proof& p) { tiles_cover(p, tile); }},
      {"O1.order", "the order visits each tile of every grid, for every band", order_visits_all},
      {"O1.clusters", "for every number of clusters each tile is taken by one of them, once",
       [tile](Proof& p) { clusters_take_all(p, tile); }},
      {"O3", "where wide stores are chosen, every one is aligned to its width", wide_stores_are_aligned},
      {"O4.offsets", "for all sizes and pitches an element of an operand or of the result is in its memory",
       offsets_are_in_bounds},
      {"O4.coordinates", "for all sizes that the call accepts, every coordinate of a box fits 32 bits",
       [tile](Proof& p) { coordinates_fit(p, tile); }},
      {"O9", "for all sizes and pitches two elements of the result have two places", elements_have_places},
      {"O10", "for every K each k is in one part of K, and no part is idle",
       [tile](Proof& p) { parts_cover_k(p, tile); }},
  };
}

namespace {

/// Each box of a stage is brought to each block once, and what comes is what is expected.
bool boxes_cover_the_stage(HopperNumbers const& c) {
  int const share = c.b.boxes / c.cluster;
  std::vector<int> landed(c.b.boxes, 0);
  for (int rank = 0; rank < c.cluster; ++rank)
    for (int i = 0; i < share; ++i) ++landed[c.shared_box(rank, i)];
  for (int times : landed)
    if (times != 1) return false;
  return c.a.bytes == c.a.boxes * c.a.box_bytes && c.b.bytes == c.b.boxes * c.b.box_bytes &&
         c.stage_bytes == c.a.bytes + c.cluster * share * c.b.box_bytes;
}

/// The byte of (line, k) of a step that a descriptor names, by the canonical layouts of PTX: K-major,
/// groups of 8 lines, 128 bytes apart, the groups `stride` apart; or lines contiguous, 64 of them to 128
/// bytes, 8 k to a group. The address is swizzled as a whole.
std::int64_t described_byte(std::uint64_t d, bool k_major, int element_bytes, int line, int k) {
  auto const field = [&](int shift) { return static_cast<std::int64_t>(d >> shift & 0x3FFF) * 16; };
  std::int64_t const start = field(0), leading = field(16), stride = field(32);
  std::int64_t const plain =
      k_major ? start + line / 8 * stride + line % 8 * 128 + k * element_bytes
              : start + line / 64 * leading + line % 64 * element_bytes + k / 8 * stride + k % 8 * 128;
  return swizzle_128b(plain);
}
bool is_read_as_written(HopperOperand const& tile, std::int64_t address) {
  int const step_depth = step_bytes / tile.element_bytes;
  std::vector<char> used(tile.bytes, 0);
  for (int step = 0; step < steps; ++step) {
    std::uint64_t const d = tile.descriptor(static_cast<std::uint32_t>(address), step);
    if (d >> 62 != 1 || (d >> 49 & 7) != 0) return false;
    for (int line = 0; line < tile.lines; ++line)
      for (int k = 0; k < step_depth; ++k) {
        std::int64_t const box = line / tile.box_lines, at = line % tile.box_lines,
                           depth = step * step_depth + k;
        std::int64_t const row = tile.major == Major::k ? at : depth,
                           column = tile.major == Major::k ? depth : at;
        std::int64_t const written =
            swizzle_128b(address + box * tile.box_bytes + row * 128 + column * tile.element_bytes);
        if (described_byte(d, tile.major == Major::k, tile.element_bytes, line, k) != written) return false;
        std::int64_t const place = written - address;
        if (place < 0 || place + tile.element_bytes > tile.bytes || used[place]++ != 0) return false;
      }
  }
  return true;
}
bool operands_are_read_as_written(HopperNumbers const& c) {
  for (int stage = 0; stage < c.stages; ++stage) {
    std::int64_t const a = 1024 + stage * c.stage_bytes, b = a + c.a.bytes;
    if (!is_read_as_written(c.a, a) || !is_read_as_written(c.b, b)) return false;
    for (int w = 0; w < c.consumers; ++w)
      if (!is_read_as_written(c.warpgroup_a, a + w * c.warpgroup_a.bytes)) return false;
  }
  return c.warpgroups_share_a;
}

/// Stages and barriers one after the other, from the first multiple of 1024 on, wherever the memory begins.
bool memory_is_divided(HopperNumbers const& c) {
  int const used = c.stages * c.stage_bytes + 2 * c.stages * 8;
  return c.stage_bytes % swizzle_period == 0 && c.a.bytes % swizzle_period == 0 &&
         used + swizzle_period - 16 <= c.shared_bytes && c.shared_bytes <= shared_limit;
}

/// O6: the ring's roles themselves, one warp that reads, past one lap; and with fewer stages, more of it.
template <int stages>
bool is_sound(HopperNumbers const& c, int warps, int tiles, int k_blocks) {
  model::RingShape const ring{stages, c.cluster, warps, c.a.bytes, c.b.bytes / c.cluster};
  return model::explore(model::record<stages>(ring, tiles, k_blocks)).fault.empty();
}
bool ring_is_sound(HopperNumbers const& c) {
  if (c.cluster != 1) return is_sound<2>(c, 1, 2, 2) && is_sound<2>(c, 1, 5, 1);
  constexpr int all = medium.stages;  // of every config of one block
  static_assert(all == small.stages && large.cluster != 1);
  return c.stages == all && is_sound<all>(c, 1, 2, 4) && is_sound<all>(c, 1, 1, 8) && is_sound<3>(c, 2, 2, 4);
}

/// O7: the 8 rows of 16 bytes that make a core matrix lie in different banks.
bool core_matrices_have_no_conflicts(HopperOperand const& tile) {
  for (int step = 0; step < steps; ++step) {
    std::uint64_t const d = tile.descriptor(1024, step);
    int const per_chunk = 16 / tile.element_bytes;
    bool const k_major = tile.major == Major::k;
    for (int line = 0; line < tile.lines; line += 8)
      for (int k = 0; k < step_bytes / tile.element_bytes; k += k_major ? per_chunk : 8) {
        auto const row = [&](int i) -> Index {
          if (i >= 8) return -1;
          return described_byte(d, k_major, tile.element_bytes, k_major ? line + i : line,
                                k_major ? k : k + i);
        };
        if (conflicts(sm90, Direction::load, 16, row).degree != 1) return false;
      }
  }
  return true;
}

/// O8, O9: a warpgroup's accumulators are its 64 rows, once; what a thread stores after the exchange among
/// four is what one of the four held; a block's warpgroups store its rows once.
bool accumulators_are_stored_once(HopperNumbers const& c) {
  int const N = c.N;
  std::vector<int> stores(c.M * N, 0);
  for (int w = 0; w < c.consumers; ++w)
    for (int thread = 0; thread < warpgroup_threads; ++thread) {
      int const first = first_stored(thread), quad = thread / 4 * 4, own = thread % 4;
      for (int half = 0; half < 2; ++half)
        for (int group = 0; group < N / stored_column_step; ++group)
          for (int i = 0; i < stored_run; ++i) {
            // Word i / 2 of this thread after the exchange is word `own` of thread i / 2 of the four.
            auto const held_there =
                element_of(*c.held, quad + i / 2, first_held_value(half, group, own) + i % 2);
            int const row = first % wgmma_rows + half * stored_row_step;
            int const column = first / wgmma_rows + group * stored_column_step + i;
            if (held_there != Element2d{row, column}) return false;
            ++stores[(w * wgmma_rows + row) * N + column];
          }
    }
  return c.accumulator_is_covered && c.consumers * wgmma_rows == c.M &&
         std::all_of(stores.begin(), stores.end(), [](int times) { return times == 1; });
}

}  // namespace

std::vector<FiniteObligation> finite_obligations(HopperNumbers const& c) {
  auto const of = [&c](bool (*holds)(HopperNumbers const&)) { return [c, holds] { return holds(c); }; };
  return {{"O2", "each box of a stage comes to each block once, and the bytes awaited are those that come",
           "boxes and blocks of a cluster", of(boxes_cover_the_stage)},
          {"O5.layout",
           "the bytes of each element as wgmma reads it, by the descriptor, are those that TMA wrote, each "
           "its own",
           "stages, steps, lines and k; every warpgroup's part of A", of(operands_are_read_as_written)},
          {"O5.memory", "stages and barriers do not overlap and lie in the memory asked for",
           "the config's numbers", of(memory_is_divided)},
          {"O6",
           "no interleaving of the ring's roles reads what has not landed, overwrites what is read, or "
           "deadlocks",
           c.cluster == 1 ? "a block: all stages and one warp that reads, up to 8 parts; 3 stages and 2 warps"
                          : "a cluster of two: 2 stages, one warp a block that reads, up to 5 parts",
           of(ring_is_sound)},
          {"O7.sm90", "no core matrix that wgmma reads has a bank conflict, if one is read at a time",
           "steps and core matrices",
           [c] {
             return core_matrices_have_no_conflicts(c.warpgroup_a) && core_matrices_have_no_conflicts(c.b);
           }},
          {"O8", "each element of a tile is held by one thread, stored by one thread, once, and they agree",
           "warpgroups, threads and values", of(accumulators_are_stored_once)}};
}

}  // namespace colex::gpu::hopper
