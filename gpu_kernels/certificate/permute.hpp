// SPDX-License-Identifier: MIT
// The permute kernel's part of parameters.cpp and check.cpp.
#pragma once

#include <set>

#include "certificate/certificate.hpp"

namespace colex::gpu {

std::vector<std::string> permute_config_names();

/// As parameters_of(); null for an unknown name.
nlohmann::ordered_json permute_parameters(std::string const& config);

/// Decides every recorded query of a certificate again (check.cpp); returns the obligations that have
/// queries.
std::set<std::string> check_queries(nlohmann::ordered_json const& certificate, Decide const& decide,
                                    std::vector<std::string>& problems);

/// Adds what is wrong with a certificate of the permute kernel: queries that do not hold, and what a
/// simulation of launches and a count of bank conflicts show, written from the documentation.
void check_permute(nlohmann::ordered_json const& certificate, Decide const& decide,
                   std::vector<std::string>& problems);

}  // namespace colex::gpu
