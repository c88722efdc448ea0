// SPDX-License-Identifier: MIT
// The value form inside a kernel, refusals and text included: compiled for a GPU by device.py.
#ifdef __HIP__
#define __global__ __attribute__((global))
#endif
#include "colex/colex.hpp"

using namespace colex;

__global__ void evaluates_and_refuses(long const* in, long* out, IntTuple<std::int64_t> coordinate) {
  auto const tile = layout("(4,(2,4)):(2,(1,8))");
  constexpr auto rows = layout("(8,8):(8,1)");
  out[0] = tile(coordinate) + tile(in[0]) + tile(in[1], in[2]) + tile(in[1], _)(in[3]) + rows(in[4], 1u);
  out[1] = *crd2idx(coordinate, tile) + size(*complement(tile, in[5]));
  out[2] = size(*make_layout(make_shape(in[6], 8), make_stride(8, 1)));
}
