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
std::vector<Obligation> strided_copy_obligations(StridedCopyNumbers const& config);

/// KernelProof::simulate and restate.
void simulate_strided_copy(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);
std::vector<Restated> restated_strided_copy(nlohmann::ordered_json const& parameters);

}  // namespace colex::gpu
