// SPDX-License-Identifier: MIT
// What certificates say of the configs of the GEMM kernel.
#pragma once

#include "certificate/kernel_proof.hpp"

namespace colex::gpu {

extern KernelProof const gemm_proof;

/// KernelProof::simulate.
void simulate_gemm(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);
/// KernelProof::restate.
std::vector<Restated> restated_gemm(nlohmann::ordered_json const& parameters);

}  // namespace colex::gpu
