// SPDX-License-Identifier: MIT
// The Hopper GEMM's part of parameters.cpp and check.cpp.
#pragma once

#include "certificate/certificate.hpp"

namespace colex::gpu {

std::vector<std::string> hopper_config_names();

/// As parameters_of(); null for an unknown name.
nlohmann::ordered_json hopper_parameters(std::string const& config);

/// The obligations that such a certificate must have: proved by solvers, and enumerated.
std::vector<std::string> hopper_proved_ids();
std::vector<std::string> hopper_enumerated_ids();

/// Adds what is wrong with a certificate of the Hopper GEMM: queries that do not hold, and what is found by
/// going over bytes, threads, tiles and orders of events, written from the documentation.
void check_hopper(nlohmann::ordered_json const& certificate, Decide const& decide,
                  std::vector<std::string>& problems);

/// The second part of it: what is wrong with these parameters.
void simulate_hopper(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);

}  // namespace colex::gpu
