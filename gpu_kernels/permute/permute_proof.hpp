// SPDX-License-Identifier: MIT
// What certificates say of the configs of the permute kernel.
#pragma once

#include "certificate/kernel_proof.hpp"

namespace colex::gpu {

extern KernelProof const permute_proof;

/// KernelProof::simulate.
void simulate_permute(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);

}  // namespace colex::gpu
