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
/// rows of four 8 x 8 matrices. Lane l names the place of row l % 8 of matrix l / 8, which is of 8 columns.
constexpr int box_place(int thread, int half, int group) {
  int const row = thread % 8, chunk = thread % 32 / 8 + group * (stored_column_step / 8);
  return (thread / 32 * 16 + half * stored_row_step + row) * swizzle_bytes + (chunk ^ row) * 16;
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
