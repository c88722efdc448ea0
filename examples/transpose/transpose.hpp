// SPDX-License-Identifier: MIT
// A transpose of one's own: 32x32 tiles through swizzled shared memory, 256 threads per tile, every access a
// layout. Both matrices are column-major; their extents are multiples of 32. Memory has `+` and `[]`.
//
//   transpose_tile(a, b, 64, 96, block);      b is 96 x 64; run by 256 threads in each block of a 2 x 3 grid
#pragma once

#include "colex/static/tensor.hpp"

template <class In, class Out, class Block>
__device__ void transpose_tile(In in, Out out, int rows, int columns, Block block) {
  using namespace colex;
  auto const threads = static_layout<"(32,8):(1,32)">();
  auto const stored = swizzle<5, 0, 5>(static_layout<"(32,32):(1,32)">());  // element (i, j) of the tile
  auto const turned = swizzle<5, 0, 5>(static_layout<"(32,32):(32,1)">());  // the same places by (j, i)
  unsigned const thread = threadIdx.x, x = blockIdx.x, y = blockIdx.y;

  auto const a = tensor(in, static_layout<"(?,?):(1,?)">(rows, columns, rows));
  auto const b = tensor(out, static_layout<"(?,?):(1,?)">(columns, rows, columns));
  auto const from = local_partition(local_tile(a, Tuple<32, 32>{}, coord(x, y)), threads, thread);
  auto const to = local_partition(local_tile(b, Tuple<32, 32>{}, coord(y, x)), threads, thread);
  auto const written = local_partition(tensor(block, stored), threads, thread);
  auto const read = local_partition(tensor(block, turned), threads, thread);

  unroll<4>([&](auto k) { written(k) = from(k); });
  __syncthreads();
  unroll<4>([&](auto k) { to(k) = read(k); });
}
