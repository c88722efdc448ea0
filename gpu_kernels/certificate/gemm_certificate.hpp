// SPDX-License-Identifier: MIT
// The GEMM kernel's part of parameters.cpp and check.cpp.
#pragma once

#include "certificate/certificate.hpp"

namespace colex::gpu {

std::vector<std::string> certified_gemm_configs();

/// Null for an unknown name.
nlohmann::ordered_json parameters_of_gemm(std::string const& config);

/// What is wrong with the parameters of a GEMM certificate, by enumeration of every thread and value and of
/// launches of several sizes; shares no code with the kernel or the algebra.
void simulate_gemm(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);

/// The obligations that a GEMM certificate must have.
std::vector<std::string> gemm_obligation_ids();

}  // namespace colex::gpu
