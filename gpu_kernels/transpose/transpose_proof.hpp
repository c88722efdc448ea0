// SPDX-License-Identifier: MIT
// What certificates say of the configs of the transpose.
#pragma once

#include "certificate/kernel_proof.hpp"
#include "tiles/bank_model.hpp"
#include "transpose/transpose_layouts.hpp"

namespace colex::gpu {

extern KernelProof const transpose_proof;

/// All of a config that enters what is proved.
struct TransposeNumbers {
  char const* name;
  TransposeTileNumbers tile;
  int element_bytes, rank, batch, bank_degree;
  bool in_steps;
};
std::vector<Obligation> transpose_obligations(TransposeNumbers const& config);
/// The conditions that a config decides alone, on the layouts and the functions that the kernel evaluates.
std::vector<FiniteObligation> transpose_finite_obligations(TransposeNumbers const& config);

/// KernelProof::simulate and restate.
void simulate_transpose(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);
std::vector<Restated> restated_transpose(nlohmann::ordered_json const& parameters);

}  // namespace colex::gpu
