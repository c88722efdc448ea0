// SPDX-License-Identifier: MIT
// The families of kernels that certificates are about. kernels.cpp is the one list of them.
#pragma once

#include "certificate/certificate.hpp"

namespace colex::gpu {

Kernels kernel_proofs();

/// Names of the shipped configs.
std::vector<std::string> certified_configs();

/// As KernelProof::describe, of any shipped config; null for an unknown name.
nlohmann::ordered_json parameters_of(std::string const& config);

}  // namespace colex::gpu
