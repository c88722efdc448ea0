// SPDX-License-Identifier: MIT
// The queries of a config's obligations: written without asking a solver, or put to both.
#pragma once

#include "certificate/certificate.hpp"

namespace colex::gpu {

/// {"lemmas": [query...], "obligations": [[query...]...]}, a query being {"claim", "smtlib"}. Always the same
/// text for the same claims: it is written in a process of its own.
nlohmann::ordered_json queries_of(KernelProof const& kernel, Claims const& claims);

/// [{"z3": verdict, "cvc5": verdict}...], one for each obligation: what both solvers say of these very texts,
/// and Z3 of the claims as they are made, of which none may be vacuous. Throws std::runtime_error where a
/// lemma is not proved.
nlohmann::ordered_json verdicts_on(KernelProof const& kernel, std::string const& config, Claims const& claims,
                                   nlohmann::ordered_json const& queries, sym::Settings const& settings,
                                   std::ostream& progress);

}  // namespace colex::gpu
