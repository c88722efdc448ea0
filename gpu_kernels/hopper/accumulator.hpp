// SPDX-License-Identifier: MIT
// Where the threads of a warpgroup hold a 64 x N result, as layouts from (thread, value) to row + 64 *
// column, and the exchange among four neighbouring lanes after which each owns 8 elements of a row in one
// piece.
//
//   held<256>:    thread 0 holds columns 0 and 1 of rows 0 and 8, then 8 and 9, then 16 and 17, ...
//   stored<256>:  thread 0 stores columns 0..7 of rows 0 and 8, then 32..39, ...   (elements of 16 bits)
#pragma once

#include "colex/coordinate.hpp"
#include "colex/decide.hpp"
#include "colex/text.hpp"
#include "platform/platform.hpp"

namespace colex::gpu::hopper {

/// The rows of one wgmma and the threads that issue it.
inline constexpr int wgmma_rows = 64, warpgroup_threads = 128;

namespace detail {
constexpr Layout<std::int64_t> with_last_extent(std::string_view text, int extent) {
  auto r = layout(text);
  r.leaves[r.leaves.count - 1].shape = extent;
  return r;
}
}  // namespace detail

/// What the hardware leaves where (CUTLASS, cute/atom/mma_traits_sm90_gmma.hpp, CLayout_64xN).
template <int N>
inline constexpr auto held = detail::with_last_extent("((4,8,4),(2,2,1)):((128,1,16),(64,8,512))", N / 8);

/// The columns that threads exchange at a time, and their groups in a result of so many; the last may have fewer.
inline constexpr int stored_column_step = 32;
template <class Int>
constexpr Int column_groups(Int const& columns) {
  return (columns + Int(stored_column_step - 1)) / Int(stored_column_step);
}

/// What each thread stores after the exchange: 8 columns, of two rows, of every group of 32 columns. Those of the last
/// group that are beyond N it leaves out.
template <int N>
inline constexpr auto stored = detail::with_last_extent("((4,8,4),(8,2,1)):((512,1,16),(64,8,2048))",
                                                        column_groups(N));

/// Both name every element of the 64 x N result exactly once, `stored` beside it those that complete the last group.
template <int N>
constexpr bool accumulator_is_covered() {
  static_assert(N % 16 == 0 && N <= 256);
  static_assert(bijective(held<N>, wgmma_rows * N).condition == Condition::none);
  static_assert(bijective(stored<N>, wgmma_rows * stored_column_step * column_groups(N)).condition ==
                Condition::none);
  return true;
}

/// The values of a thread of which the first half is of the first N / 2 columns, and the others, in the same order, of
/// the other half.
template <int N>
inline constexpr auto held_in_halves = [] {
  auto r = layout("((4,8,4),(2,2,1),2):((128,1,16),(64,8,512),1)");
  r.leaves[5].shape = N / 16, r.leaves[6].stride = wgmma_rows * N / 2;
  return r;
}();
/// Whether a thread holds columns that are N / 2 apart, so many values apart.
template <int N>
constexpr bool halves_are_held_alike() {
  return N % 16 == 0 && equal(held<N>, held_in_halves<N>).equal;
}

/// Whether a thread holds a 64 x N result as those of its pieces of so many columns, one after the other.
template <int piece, int N>
constexpr bool accumulator_is_repeated() {
  auto repeated = detail::with_last_extent("((4,8,4),(2,2,1,1)):((128,1,16),(64,8,512,1))", N / piece);
  repeated.leaves[5].shape = piece / 8, repeated.leaves[6].stride = wgmma_rows * piece;
  return N % piece == 0 && equal(held<N>, repeated).equal;
}

/// An element of the 64 x N result.
struct Element2d {
  int row, column;
  bool operator==(Element2d const&) const = default;
};
/// The one that a thread has as value number `value` by one of these layouts.
constexpr Element2d element_of(Layout<std::int64_t> const& layout, int thread, int value) {
  auto const offset = static_cast<int>(evaluate(layout, thread + std::int64_t{warpgroup_threads} * value));
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

/// row + 64 * column of what a thread stores first; the other values lie stored_row_step and
/// stored_column_step from it. evaluate(stored<N>, thread), spelled out: nvcc leaves a loop over modes a
/// loop.
template <int bytes>
constexpr int first_stored(int thread) {
  constexpr int by_lane = static_cast<int>((bytes == 4 ? held<32> : stored<32>).leaves[0].stride);
  constexpr int by_quad = static_cast<int>((bytes == 4 ? held<32> : stored<32>).leaves[1].stride);
  constexpr int by_warp = static_cast<int>((bytes == 4 ? held<32> : stored<32>).leaves[2].stride);
  return thread % 4 * by_lane + thread / 4 % 8 * by_quad + thread / 32 * by_warp;
}
/// How many columns in a row it stores at a time, after the exchange, and of those that it holds.
inline constexpr int stored_run = static_cast<int>(stored<32>.leaves[3].shape);
inline constexpr int held_run = static_cast<int>(held<32>.leaves[3].shape);
inline constexpr int stored_row_step = static_cast<int>(stored<32>.leaves[4].stride);
static_assert(stored<32>.leaves[5].stride == wgmma_rows * stored_column_step);

/// The first of the two values that a thread gives to the exchange as word `block`: of row half `half`, in a
/// group of 32 columns.
constexpr int first_held_value(int half, int group, int block) { return 2 * half + 4 * (4 * group + block); }

/// The group of 32 columns of the other half of a gated tile that belongs to one of the first half, which has `groups`.
constexpr int group_of_up(int group, int groups) { return group + groups; }

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
