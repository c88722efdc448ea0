// SPDX-License-Identifier: MIT
// A product with splits of K in parts of its rows and batches, one launch each: the bits of a row do not depend on the others, and the sums of splits of one
// part stay in the L2 cache and need a workspace that has a bound, however many rows there are.
#pragma once

#include <algorithm>

#include "c/gemm_call.hpp"
#include "problem.hpp"

namespace colex::gpu::c {

struct Parts {
  colex_kernels_gemm_call call;
  Index rows, batches;  ///< of a part

  bool are_several() const { return rows < call.m || batches < call.batches; }

  /// The part from a row and a batch on.
  colex_kernels_gemm_call part(Index row, Index batch) const {
    colex_kernels_gemm_call one = call;
    one.m = std::min(rows, call.m - row), one.batches = std::min(batches, call.batches - batch);
    one.a.origin += row * call.a.row_stride + batch * call.a.batch_stride;
    one.b.origin += batch * call.b.batch_stride;
    one.c.origin += row * call.c.row_stride + batch * call.c.batch_stride;
    if (call.bias_of_rows != 0 && call.bias_elements > 0)
      one.bias = static_cast<float const*>(call.bias) + row, one.bias_elements -= row;
    if (call.a_scales != nullptr) {
      one.a_scales = static_cast<float const*>(call.a_scales) + row * call.a_scale_row;
      one.a_scales_elements -= row * call.a_scale_row;
    }
    return one;
  }
};

/// Of a call with a number of splits: parts of whole tiles' rows, whose sums have at most `most` elements where 256 rows of a batch have no more.
inline Parts parts_of(colex_kernels_gemm_call const& call, Index most = Index{1} << 23) {
  if (call.m < 1 || call.n < 1 || call.batches < 1) return {call, call.m, call.batches};
  constexpr Index step = 256;  // a multiple of the rows of tiles in clusters
  Index const of_a_row = std::min(call.n, most) * call.splits;
  Index const rows = std::min(call.m, std::max(most / of_a_row / step, Index{1}) * step);
  return {call, rows, std::min(call.batches, std::max(most / (of_a_row * rows), Index{1}))};
}

}  // namespace colex::gpu::c
