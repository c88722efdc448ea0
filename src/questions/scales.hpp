// SPDX-License-Identifier: MIT
// Where the scales of an operand lie, by the format's name. Sources: cuBLAS, layout of the scaling factors of 1D blocks; the PTX ISA,
// tcgen05.mma with block scales; CUTLASS, cutlass/detail/sm100_blockscaled_layout.hpp; of fp8 DeepSeek-V3, inference/README_WEIGHTS.md.
//
//   scale_layout("mxfp8", 128, 128, false).layout        ((32,4),(32,4)):((16,4),(0,1))
//   scale_layout("nvfp4", 128, 64, true).layout          (128,(16,4)):(4,(0,1))
#pragma once

#include <string>

#include "colex/layout.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

/// (row, k) -> scale of an operand of rows x k elements, k the one that is summed over. In atoms of 128 rows x 4 scales both are
/// rounded up: `rows` and `k` are those of the layout.
struct ScaleLayout {
  Layout<std::int64_t> layout{};
  std::string type{};  ///< of a scale: "e8m0"
  std::int64_t rows = 0, k = 0, scales = 0;
  int row_block = 1, k_block = 32;  ///< elements that share a scale
};

/// `plain`: row by row, as a tensor of scales; else as cuBLAS and tcgen05.mma take them. fp8's formats are plain only. Throws
/// InputError for another format, and extents below 1 or beyond 2^28; Failure `block_divides` where a plain layout's scales are no whole
/// number.
ScaleLayout scale_layout(std::string const& format, std::int64_t rows, std::int64_t k, bool plain);
/// "mxfp8 mxfp6 mxfp4" and so on
std::string scale_format_names();

std::string to_text(ScaleLayout const& scales);
Json to_json(ScaleLayout const& scales);

}  // namespace colex::cli
