// SPDX-License-Identifier: MIT
// The obligations of the Hopper GEMM that are laws at its layouts, or decided by going over every case.
#include <algorithm>

#include "certificate/by_law.hpp"
#include "hopper/element_obligations.hpp"
#include "hopper/hopper_obligations.hpp"
#include "hopper/ring_model.hpp"
#include "hopper/scales.hpp"
#include "tiles/bank_model.hpp"

namespace colex::gpu::hopper {

namespace {

/// Each box of a stage is brought to each block once, and what comes is what is expected, whatever part of a box the
/// operands have lines for.
bool boxes_cover_the_stage(HopperNumbers const& c) {
  int const share = c.b.boxes / c.cluster;
  std::vector<int> landed(c.b.boxes, 0);
  for (int rank = 0; rank < c.cluster; ++rank)
    for (int i = 0; i < share; ++i) ++landed[c.shared_box(rank, i)];
  for (int times : landed)
    if (times != 1) return false;
  for (std::int64_t M = 1; M <= c.a.lines + 1; ++M)
    for (std::int64_t N = 1; N <= c.b.lines + 1; ++N) {
      std::int64_t const a = c.a.boxes * c.a.rows_of_box(M), b = c.cluster * share * c.b.rows_of_box(N);
      if (c.bytes_awaited(M, N) != swizzle_bytes * (a + b)) return false;
    }
  return c.a.bytes == c.a.boxes * c.a.box_bytes && c.b.bytes == c.b.boxes * c.b.box_bytes &&
         c.stage_bytes == c.bytes_awaited(c.M, c.N);
}

/// Each line of the tile of B is, in its box, the line of the operand that its column of the sums is of: of a gated tile
/// the first half has the first operand's, the other half the same of the second.
bool boxes_have_their_operand(HopperNumbers const& c) {
  if (c.N != (c.gated ? 2 : 1) * c.columns) return false;
  for (int line = 0; line < c.N; ++line) {
    int const box = line / c.b.box_lines;
    if (c.box_operand(box) != line / c.columns ||
        c.box_in_operand(box) * c.b.box_lines + line % c.b.box_lines != line % c.columns)
      return false;
  }
  return true;
}

/// The lines of a tile that are loaded are those that the operand has: a box has rows for each, of the lines that it
/// begins with, and none that reaches into the box after it.
bool boxes_have_every_line(HopperOperand const& tile) {
  for (std::int64_t lines = 1; lines <= 2 * tile.lines; ++lines) {
    std::int64_t const rows = tile.rows_of_box(lines);
    if (rows < 1 || rows > tile.box_height || rows * swizzle_bytes > tile.box_bytes) return false;
    if (tile.major == Major::line && rows != tile.box_height) return false;  // rows are k
    for (std::int64_t line = 0; tile.major == Major::k && line < lines && line < tile.lines; ++line)
      if (line % tile.box_lines >= rows) return false;
  }
  return true;
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
/// Of the tile at `first` of the first stage, `further` bytes behind it.
bool is_read_as_written(HopperOperand const& tile, std::int64_t first, std::int64_t further) {
  int const step_depth = step_bytes / tile.element_bytes;
  std::int64_t const address = first + further;
  std::vector<char> used(tile.bytes, 0);
  for (int step = 0; step < steps; ++step) {
    std::uint64_t const d = tile.later_descriptor(tile.descriptor(static_cast<std::uint32_t>(first)),
                                                  static_cast<int>(further / descriptor_unit), step);
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
    std::int64_t const a = 1024, b = a + c.a.bytes, further = stage * c.stage_bytes;
    if (!is_read_as_written(c.a, a, further) || !is_read_as_written(c.b, b, further)) return false;
    for (int w = 0; w < c.consumers; ++w)
      if (!is_read_as_written(c.warpgroup_a, a + w * c.warpgroup_a.bytes, further)) return false;
    for (int piece = 0; piece < c.N / c.piece_columns; ++piece)
      if (!is_read_as_written(c.piece_of_b, b, further + piece * c.piece_of_b.bytes)) return false;
  }
  return c.operands_are_repeated && c.piece_of_b.lines == c.piece_columns && c.N % c.piece_columns == 0;
}

/// Stages and barriers one after the other, from the first multiple of 1024 on, at whichever multiple of shared_alignment
/// the memory begins; and factors, where a stage has some.
bool memory_is_divided(HopperNumbers const& c) {
  auto const used = [&c](int stages, int factors) {
    return stages * (c.stage_bytes + 2 * 8 + 4 * factors) + c.consumers * c.buffers * result_box_bytes;
  };
  int const most = std::max(used(c.stages, 0), used(c.told_stages, c.factors));
  return c.stage_bytes % swizzle_period == 0 && c.a.bytes % swizzle_period == 0 &&
         most + swizzle_period - shared_alignment <= c.shared_bytes && c.shared_bytes <= shared_limit;
}

/// O6: the ring's roles themselves, one warp that reads, past one lap; and with fewer stages, more of it. Of a cluster two
/// blocks: four have too many states.
bool is_sound(HopperNumbers const& c, int stages, int warps, int tiles, int k_blocks, int telling = 0) {
  model::RingShape const ring{stages,    std::min(c.cluster, 2), warps,
                              c.a.bytes, c.b.bytes / c.cluster,  telling};
  auto const protocol = hopper::promotes(c.element) ? model::record<true>(ring, tiles, k_blocks)
                                                    : model::record(ring, tiles, k_blocks);
  return model::explore(protocol).fault.empty();
}
bool ring_is_sound(HopperNumbers const& c) {
  if (c.cluster != 1) return is_sound(c, 2, 1, 2, 2) && is_sound(c, 2, 1, 5, 1);
  constexpr int most = model::most_stages;
  int const shallow = std::min(c.stages, most);
  return c.stages >= most - 1 && is_sound(c, shallow, 1, 2, 4) && is_sound(c, shallow, 1, 1, 8) &&
         is_sound(c, 3, 2, 2, 4);
}
/// The same of rings where lanes tell factors, one or two of a block; of a cluster with one stage and parts that are tiles,
/// for more have millions of states.
bool told_ring_is_sound(HopperNumbers const& c) {
  if (c.told_stages < 2 || c.told_stages > c.stages) return false;
  if (c.cluster != 1) return is_sound(c, 1, 1, 4, 1, 1);
  return is_sound(c, std::min(c.told_stages, 3), 1, 2, 4, 1) && is_sound(c, 2, 1, 2, 3, 2) &&
         is_sound(c, 2, 2, 2, 3, 1);
}

/// The numbers of a stage's factors: of each row and each piece its own.
bool factors_have_numbers(HopperNumbers const& c) {
  std::vector<int> times(static_cast<std::size_t>(c.factors));
  auto const has = [&](int number) {
    return number >= 0 && number < c.factors && ++times[static_cast<std::size_t>(number)] == 1;
  };
  for (int row = 0; row < c.M; ++row)
    if (!has(factor_of_row(row))) return false;
  for (int piece = 0; piece < c.N / c.piece_columns; ++piece)
    if (!has(factor_of_piece(c.M, piece))) return false;
  return std::all_of(times.begin(), times.end(), [](int n) { return n == 1; });
}

/// O7: the 8 rows of 16 bytes that make a core matrix lie in different banks.
bool core_matrices_have_no_conflicts(HopperOperand const& tile) {
  for (int step = 0; step < steps; ++step) {
    std::uint64_t const d = tile.later_descriptor(tile.descriptor(1024), 0, step);
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

/// O5: the words that threads give stmatrix for a box are, at places of their own, what TMA reads as the element of the
/// row and column that the thread holds. Word `block` of lane l is of row l / 4 of that matrix, whose place lane 8 block +
/// l / 4 names, and of columns 2 (l % 4) and the next.
bool boxes_are_read_as_written(HopperNumbers const& c) {
  for (int box = 0; box < c.columns / result_box_columns; ++box) {
    std::vector<char> used(result_box_bytes, 0);
    for (int thread = 0; thread < warpgroup_threads; ++thread)
      for (int half = 0; half < 2; ++half)
        for (int i = 0; i < groups_in_box * stored_run; ++i) {
          int const group = i / stored_run, block = i % stored_run / 2, lane = thread % 32;
          auto const held =
              element_of(*c.held, thread, first_held_value(half, box * groups_in_box + group, block) + i % 2);
          int const row = c.box_place(thread - lane + 8 * block + lane / 4, half, group);
          int const place = row + 4 * (lane % 4) + i % 2 * 2, column = held.column - box * result_box_columns;
          if (row % 16 != 0 || column < 0 || column >= result_box_columns || place < 0 ||
              place >= result_box_bytes || place != swizzle_128b(held.row * swizzle_bytes + 2 * column) ||
              used[static_cast<std::size_t>(place)]++ != 0)
            return false;
        }
  }
  return c.columns % result_box_columns == 0;
}
/// O7: and its 8 rows of 16 bytes of a matrix lie in different banks.
bool boxes_have_no_conflicts(HopperNumbers const& c) {
  for (int warp = 0; warp < warpgroup_threads / 32; ++warp)
    for (int i = 0; i < 2 * groups_in_box; ++i) {
      auto const row = [&](int lane) -> Index { return c.box_place(32 * warp + lane, i % 2, i / 2); };
      if (conflicts(sm90, Direction::store, 16, row).degree != 1) return false;
    }
  return true;
}

/// O8: laws at the layouts of accumulators and stores; transpose_in_quad() moves words.
std::vector<FiniteObligation> accumulators_are_stored_once(HopperNumbers const& c) {
  Layout<Index> const &held = *c.held, &stored = *c.stored;
  std::vector<FiniteObligation> all = {
      ragged("O1.columns", "for every N each column is in one tile, and no tile is idle", c.columns),
      ragged("O10", "for every K each k is in one part of K, and no part is idle", c.K),
      covered_once("O8.rows", "a block's rows are its warpgroups', once",
                   any(join(line(wgmma_rows, 1), line(c.consumers, wgmma_rows))), c.M),
      covered_once("O8.held", "each sum of a warpgroup's rows is held by one thread", any(held),
                   std::int64_t{wgmma_rows} * c.N),
      covered_once(
          "O8.stored",
          "each element of a warpgroup's rows is stored by one thread, once; so are those that complete "
          "the last group of columns, which are beyond own_columns()",
          any(stored), size(stored))};
  if (bytes_of(result_of(c.element)) < 4) {
    Index const groups = column_groups(Index{c.columns});
    auto const taken = accumulator_layouts(c.columns).taken;
    all.push_back(same_function(
        "O8.exchange", "a thread stores what the exchange takes: A is as stored, B held o taken", stored,
        *composition(accumulator_layouts(groups * stored_column_step).held, taken)));
    all.push_back(
        same_function("O8.words", "word w of lane q is word q of lane w of the four, as they move", taken,
                      layout(fmt::format("((4,8,4),((2,4),2,{})):((512,4,32),((128,1),256,2048))", groups))));
  }
  if (c.piece_columns != c.N)
    all.push_back(
        same_function("O8.pieces",
                      "a thread holds of a piece's columns, behind its sums of the pieces before, its "
                      "sums of the tile's",
                      held, held_by_parts(c.piece_columns, c.N)));
  if (c.gated)
    all.push_back(
        same_function("O8.gated",
                      "a thread holds of the second operand, behind its sums of the first, those of the "
                      "same elements",
                      held, held_by_parts(c.columns, c.N)));
  return all;
}

}  // namespace

std::vector<FiniteObligation> finite_obligations(HopperNumbers const& c) {
  auto const of = [&c](bool (*holds)(HopperNumbers const&)) { return [c, holds] { return holds(c); }; };
  std::vector<FiniteObligation> all = {
      {"O2", "each box of a stage comes to each block once, and the bytes awaited are those that come",
       "boxes and blocks of a cluster, M and N up to the tile's and beyond", of(boxes_cover_the_stage)},
      {"O2.lines", "boxes have a row for every line of the operand that is in them",
       "numbers of lines up to twice the tile's",
       [c] { return boxes_have_every_line(c.a) && boxes_have_every_line(c.b); }},
      {"O2.operands", "each line of the tile of B is that of its column, of the column's operand",
       "lines of the tile", of(boxes_have_their_operand)},
      {"O5.layout",
       "the bytes of each element as wgmma reads it, by the descriptor, are those that TMA wrote, each "
       "its own",
       "stages, steps, lines and k; every warpgroup's part of A, every piece of B",
       of(operands_are_read_as_written)},
      {"O5.memory", "stages and barriers do not overlap and lie in the memory asked for",
       "the config's numbers", of(memory_is_divided)},
      {"O6",
       "no interleaving of the ring's roles reads what has not landed, overwrites what is read, or "
       "deadlocks",
       c.cluster == 1 ? "a block: up to 6 stages and one warp that reads, up to 8 parts; 3 stages and 2 warps"
       : c.cluster == 2 ? "a cluster of two: 2 stages, one warp a block that reads, up to 5 parts"
                        : "two blocks of the cluster: 2 stages, one warp a block that reads, up to 5 parts",
       of(ring_is_sound)},
      {"O7.sm90", "no core matrix that wgmma reads has a bank conflict, if one is read at a time",
       "steps and core matrices",
       [c] {
         return core_matrices_have_no_conflicts(c.warpgroup_a) &&
                core_matrices_have_no_conflicts(c.piece_of_b);
       }},
      {"O14",
       "what is computed of an element mentions its own sums, factors, biases and old value, and no operand "
       "of another",
       "every operation of every epilogue, on numbers without a value",
       [c] { return elements_are_apart(promotes(c.element), c.gated); }},
      {"O14.places",
       "the biases and factors that a thread takes for an element are those of its row and column",
       "threads and values", of(operands_have_their_places)}};
  if (c.factors > 0) {
    all.push_back({"O5.factors",
                   "each row of a stage's A, and each piece of its columns, has a factor of its own",
                   "rows and pieces of the tile", of(factors_have_numbers)});
    all.push_back(
        {"O6.told",
         "no interleaving of the roles of a ring where lanes tell factors reads one that has not come, "
         "overwrites what is read, or deadlocks",
         c.cluster == 1
             ? "a block: up to 3 stages, one warp that reads and up to two lanes, or two warps and "
               "one lane, up to 8 parts"
             : "a cluster of two: one stage, one warp a block that reads and one lane, 4 tiles of "
               "one part",
         of(told_ring_is_sound)});
  }
  if (c.buffers > 0) {
    all.push_back(
        {"O5.buffers",
         "what threads write of a box is, each at a place of its own in the buffer, what TMA reads as the "
         "element that they hold",
         "boxes, threads and values", of(boxes_are_read_as_written)});
    all.push_back({"O7.buffers.sm90", "no row of a box that stmatrix writes has a bank conflict",
                   "warps and matrices", of(boxes_have_no_conflicts)});
  }
  for (auto const& law : accumulators_are_stored_once(c)) all.push_back(law);
  return all;
}

}  // namespace colex::gpu::hopper
