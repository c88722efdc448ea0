// SPDX-License-Identifier: MIT
// The dense matrix instructions: every form of gpu_kernels/atoms/mfma_forms.hpp, whose layouts the tests there compare with AMD's matrix
// instruction calculator. Those of xf32 are known, and refused where they are executed.
#pragma once

#include <string>
#include <vector>

#include "code/block.hpp"

namespace colex::code {

struct MatrixRow {
  std::string gfx90a{}, gfx942{};  ///< the instruction's names; empty where a target has none
  Run<Wave> run = nullptr;
};
std::vector<MatrixRow> matrix_rows();

}  // namespace colex::code
