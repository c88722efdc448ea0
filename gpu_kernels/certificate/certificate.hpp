// SPDX-License-Identifier: MIT
// Certificates: what is proved of one kernel config, as a JSON document that can be checked again.
//
//   colex certify copy_unpad_f32 -o unpad.json     proves the obligations and writes them down
//   colex certify --check unpad.json               checks the document, by other means (check.cpp)
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "sym/verdict.hpp"

namespace colex::sym {
struct Settings;  // sym/proof.hpp
}

namespace colex::gpu {

/// Names of the shipped configs.
std::vector<std::string> certified_configs();

/// Proves every obligation of a config: the certificate, whose "valid" says whether all of them hold. An
/// unknown name gives null. Progress goes to `progress`, a line an obligation.
nlohmann::ordered_json certify(std::string const& config, sym::Settings const& settings,
                               std::ostream& progress);

/// What a certificate of this config says of it: element, tiles, threads, accesses. Null for an unknown name.
nlohmann::ordered_json parameters_of(std::string const& config);

/// Decides a recorded query, an SMT-LIB script: proved where it is unsatisfiable.
using Decide = std::function<sym::Verdict(std::string const& script)>;
sym::Verdict decided_by_cvc5(std::string const& script);

/// What is wrong with a certificate, a line each; nothing when it holds. Shares no code with the proofs: it
/// decides the recorded queries again, reads the layouts from the text, and counts accesses by enumeration.
std::vector<std::string> check_certificate(nlohmann::ordered_json const& certificate,
                                           Decide const& decide = decided_by_cvc5);

/// O12: the hashes of the config's machine code that are recorded for the sources of today, one a target.
nlohmann::ordered_json machine_code_of(std::string const& kernel, std::string const& config);

/// SHA-256 of a kernel's sources, as this tool was built from them: tools/hash_sources.py says which.
std::string source_hash(std::string const& kernel);

}  // namespace colex::gpu
