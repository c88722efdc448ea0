// SPDX-License-Identifier: MIT
// tcgen05: products that sum in tensor memory (manual, "TensorCore 5th Generation Family Instructions"; of one block, dense, without scales). How sums are rounded is
// the model of wgmma's sums of 16-bit numbers, which nobody has compared with a card of sm_100.
#pragma once

#include "code/ptx/rows.hpp"

namespace colex::code::ptx {

Rows<Warp> tensor_rows();

}  // namespace colex::code::ptx
