// SPDX-License-Identifier: MIT
// The dense matrix instructions: every form of gpu_kernels/atoms/mfma_forms.hpp, whose layouts the tests there compare with AMD's matrix
// instruction calculator, and those that gfx950 has beside them, the scaled ones among these. Those of xf32 are known, and refused where they are executed.
#pragma once

#include <string>
#include <vector>

#include "code/block.hpp"

namespace colex::code {

struct MatrixRow {
  std::string gfx90a{}, gfx942{}, gfx950{};  ///< the instruction's names; empty where a target has none
  Run<Wave> run = nullptr;
  std::size_t operands = 4;
  std::uint32_t takes = 0;  ///< Modifiers::Flag
};
std::vector<MatrixRow> matrix_rows();

}  // namespace colex::code
