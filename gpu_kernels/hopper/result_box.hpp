// SPDX-License-Identifier: MIT
// Boxes of a 16-bit result, 64 rows of a warpgroup by 64 columns, on their way through shared memory: where the lanes
// put them, and in which order the 128 threads of a warpgroup fill a buffer and one of them has TMA store it.
//
//   box_place(thread, half, group)           where a lane's row of 16 bytes goes, for stmatrix
//   store_through<2>(ops, buffer, box)       fills buffer number `buffer` of two, has it stored, and goes on to the next
//
// store_through() is a template on what it does it with and on the integer, as the roles of ring.hpp are, for
// buffer_obligations.hpp runs it on symbols.
#pragma once

#include "hopper/accumulator.hpp"
#include "hopper/operand.hpp"

namespace colex::gpu::hopper {

/// A row of a box is 128 bytes, swizzled as TMA reads it.
inline constexpr int result_box_columns = 64, result_box_rows = wgmma_rows,
                     result_box_bytes = result_box_rows * swizzle_bytes,
                     groups_in_box = result_box_columns / stored_column_step;

/// The four words that a thread has of row `half` of its two and of 32 columns, group number `group` of the box, are
/// rows of four 8 x 8 matrices. Lane l names the place of row l % 8 of matrix l / 8, which is of 8 columns: (thread, (half,
/// group)) -> byte of the box before the swizzle.
struct ResultBox {
  static constexpr Layout<Index> bytes =
      join(line(result_box_rows, swizzle_bytes), line(result_box_columns, 2));
  static constexpr Layout<Index> rows =
      join(join(line(8, 1), line(4, 8 * wgmma_rows), line(4, 16)),
           join(line(2, stored_row_step), line(groups_in_box, stored_column_step* wgmma_rows)));
  static constexpr Layout<Index> layout = *composition(bytes, rows);
};
/// The same behind the swizzle, which is linear over bits: what the thread and the group add has none in common, and it
/// leaves those alone that the half adds.
constexpr int box_place(int thread, int half, int group) {
  constexpr StaticSwizzle<swizzle_128b.bits, swizzle_128b.base, swizzle_128b.shift> swizzled{};
  int const own = swizzled(offset_in<Part<ResultBox, 0>>(thread)) ^
                  swizzled(static_cast<int>(nested_offset<Part<ResultBox, 1>>(0, group)));
  return own + static_cast<int>(nested_offset<Part<ResultBox, 1>>(half, 0));
}

/// A box of a tile. The first wait lasts until TMA has read what the buffer held before.
template <int buffers, class Int, class Ops>
__device__ inline void store_through(Ops& ops, Int& buffer, Int const& box) {
  if (ops.leads()) ops.template wait_read<buffers - 1>();
  ops.sync();
  ops.write(buffer, box);
  ops.fence();
  ops.sync();
  if (ops.leads()) ops.store(buffer, box);
  buffer = buffer + Int(1);
  if (buffer == Int(buffers)) buffer = Int(0);
}

}  // namespace colex::gpu::hopper
