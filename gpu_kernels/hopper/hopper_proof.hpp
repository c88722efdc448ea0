// SPDX-License-Identifier: MIT
// What certificates say of the configs of the Hopper GEMM.
#pragma once

#include "certificate/kernel_proof.hpp"

namespace colex::gpu {

extern KernelProof const hopper_proof;

/// KernelProof::simulate.
void simulate_hopper(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);
/// KernelProof::restate.
std::vector<Restated> restated_hopper(nlohmann::ordered_json const& parameters);

}  // namespace colex::gpu
