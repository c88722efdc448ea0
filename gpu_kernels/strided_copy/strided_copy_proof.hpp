// SPDX-License-Identifier: MIT
// What certificates say of the configs of the strided copy.
#pragma once

#include "certificate/kernel_proof.hpp"

namespace colex::gpu {

extern KernelProof const strided_copy_proof;

/// All of a config that enters what is proved.
struct StridedCopyNumbers {
  char const* name;
  int unit_bytes, gathered, rank, threads, steps;
};

/// KernelProof::simulate.
void simulate_strided_copy(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);

}  // namespace colex::gpu
