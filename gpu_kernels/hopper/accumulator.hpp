// SPDX-License-Identifier: MIT
// Where the threads of a warpgroup hold a 64 x N result, as layouts from (thread, value) to row + 64 *
// column, and the exchange among four neighbouring lanes after which each owns 8 elements of a row in one
// piece. The kernel evaluates these layouts, and certificates are about them.
//
//   held<256>:    thread 0 holds columns 0 and 1 of rows 0 and 8, then 8 and 9, then 16 and 17, ...
//   stored<256>:  thread 0 stores columns 0..7 of rows 0 and 8, then 32..39, ...   (elements of 16 bits)
#pragma once

#include "atoms/quad.hpp"
#include "colex/coordinate.hpp"
#include "colex/inverse.hpp"
#include "colex/text.hpp"
#include "platform/platform.hpp"
#include "tiles/dealt.hpp"

namespace colex::gpu::hopper {

/// The rows of one wgmma and the threads that issue it.
inline constexpr int wgmma_rows = 64, warpgroup_threads = 128;

/// The columns that threads exchange at a time, and their groups in a result of so many; the last may have fewer.
inline constexpr int stored_column_step = 32;
template <class Int>
constexpr Int column_groups(Int const& columns) {
  return (columns + Int(stored_column_step - 1)) / Int(stored_column_step);
}

struct AccumulatorLayouts {
  /// (thread, value) -> row + 64 * column: what the hardware leaves (atoms/wgmma.hpp).
  Layout<Index> held;
  /// What each thread stores after the exchange: 8 columns, of two rows, of every group of 32 columns. Rows go to the
  /// lanes that hold them. Columns of the last group that are beyond N are left out.
  Layout<Index> stored;
  /// (thread, value) as stored -> thread + 128 * value as held, of whole groups of columns: what the exchange takes.
  Layout<Index> taken;
};
constexpr AccumulatorLayouts accumulator_layouts(Index columns) {
  Index const groups = column_groups(columns), whole = groups * stored_column_step;
  auto const rows = *zipped_divide(line(wgmma_rows, 1), tile(layout("(8,4):(1,16)"))),
             group = *zipped_divide(line(stored_column_step, wgmma_rows), tile(layout("4:8")));
  auto const stored =
      join(join(entry(group, 0), entry(entry(rows, 0), 0), entry(entry(rows, 0), 1)),
           join(entry(group, 1), entry(rows, 1), line(groups, wgmma_rows * stored_column_step)));
  auto const held = [](Index n) { return quad_c_layout(wgmma_rows, static_cast<int>(n), 4); };
  return {held(columns), stored, *composition(*right_inverse(held(whole)), stored)};
}
template <int N>
inline constexpr AccumulatorLayouts accumulator = accumulator_layouts(N);
template <int N>
inline constexpr Layout<Index> const& held = accumulator<N>.held;
template <int N>
inline constexpr Layout<Index> const& stored = accumulator<N>.stored;

/// Both name every element of the 64 x N result exactly once, `stored` beside it those that complete the last group.
template <int N>
constexpr bool accumulator_is_covered() {
  static_assert(N % 16 == 0 && N <= 256);
  static_assert(bijective(held<N>, wgmma_rows * N).condition == Condition::none);
  static_assert(bijective(stored<N>, wgmma_rows * stored_column_step * column_groups(N)).condition ==
                Condition::none);
  return true;
}

/// What a thread would hold of N columns if it held one behind the other what it holds of each `part` of them.
constexpr Layout<Index> held_by_parts(Index part, Index N) {
  auto const of_part = accumulator_layouts(part).held;
  return join(entry(of_part, 0), join(entry(of_part, 1), line(N / part, wgmma_rows * part)));
}
template <int part, int N>
constexpr bool is_held_by_parts() {
  return N % part == 0 && equal(held<N>, held_by_parts(part, N)).equal;
}

/// An element of the 64 x N result.
struct Element2d {
  int row, column;
  bool operator==(Element2d const&) const = default;
};
/// The one that a thread has as value number `value` by one of these layouts.
constexpr Element2d element_of(Layout<Index> const& layout, int thread, int value) {
  auto const offset = static_cast<int>(evaluate(layout, thread + Index{warpgroup_threads} * value));
  return {offset % wgmma_rows, offset / wgmma_rows};
}

/// What a thread stores of a result whose elements have so many bytes: of 32 bits what it holds, of fewer 8 in a row.
template <int N, int bytes>
constexpr auto const& stored_as() {
  if constexpr (bytes == 4)
    return held<N>;
  else
    return stored<N>;
}

/// The layouts as kernels ask for them.
template <int N>
struct HeldTv {
  static constexpr Layout<Index> layout = held<N>;
};
template <int N, int bytes>
struct StoredTv {
  static constexpr Layout<Index> layout = stored_as<N, bytes>();
};
template <int N>
using HeldAt = CoordinatesOf<HeldTv<N>, wgmma_rows, 256>;
template <int N, int bytes>
using StoredAt = CoordinatesOf<StoredTv<N, bytes>, wgmma_rows, 256>;
/// (thread, value) as stored -> the value as held that the exchange takes.
struct TakenValue {
  static constexpr Layout<Index> layout = *composition(y_of(warpgroup_threads, 128), accumulator<256>.taken);
};

/// How many columns in a row a thread stores at a time, after the exchange, and of those that it holds; and how far its
/// second row is from the first.
inline constexpr int stored_run = static_cast<int>(stored<32>.leaves[3].shape);
inline constexpr int held_run = static_cast<int>(held<32>.leaves[3].shape);
inline constexpr int stored_row_step = static_cast<int>(stored<32>.leaves[4].stride);

/// The first of the two values that a thread gives to the exchange as word `block`: of row half `half`, in a
/// group of 32 columns.
constexpr int first_held_value(int half, int group, int block) {
  return static_cast<int>(nested_offset<TakenValue>(coord(block, 0, 0), coord(0, half, group)));
}

/// The group of 32 columns of the other half of a gated tile that belongs to one of the first half, which has `groups`.
constexpr int group_of_up(int group, int groups) { return group + groups; }

/// Where a thread stores what it has of a warpgroup's rows of a tile, by half (of two rows) and group (of 32 columns), in
/// a result whose elements have so many bytes.
template <int N, int bytes>
struct StoredPlaces {
  using At = StoredAt<N, bytes>;
  int tile_row, tile_column;  ///< of the warpgroup's first element
  int first_row = 0, first_column = 0;

  COLEX_HOST_DEVICE constexpr StoredPlaces(int row, int column, int thread)
      : tile_row(row), tile_column(column) {
    auto const first = static_cast<int>(nested_offset<StoredTv<N, bytes>>(static_cast<unsigned>(thread), 0));
    first_row = row + first % wgmma_rows, first_column = column + first / wgmma_rows;
  }
  COLEX_HOST_DEVICE static constexpr auto value(int half, int group) {
    if constexpr (bytes == 4)
      return coord(0, half, stored_column_step / 8 * group);
    else
      return coord(0, half, group);
  }
  COLEX_HOST_DEVICE constexpr int row(int half) const { return first_row + At::row_at(0, value(half, 0)); }
  COLEX_HOST_DEVICE constexpr int column(int group) const {
    return first_column + At::column_at(0, value(0, group));
  }
};

/// Transposes a 4 x 4 matrix of words held by 4 lanes, a column each: afterwards word w of lane q is what
/// lane w held as word q. `exchange(word, mask)` gives the word of lane (own ^ mask).
template <class Word, class Exchange>
__device__ inline void transpose_in_quad(Word (&words)[4], int lane, Exchange exchange) {
  auto const swap = [&](Word& low, Word& high, int mask) {
    bool const upper = (lane & mask) != 0;
    Word const received = exchange(upper ? low : high, mask);
    low = upper ? received : low;
    high = upper ? high : received;
  };
  swap(words[0], words[1], 1);
  swap(words[2], words[3], 1);
  swap(words[0], words[2], 2);
  swap(words[1], words[3], 2);
}

}  // namespace colex::gpu::hopper
