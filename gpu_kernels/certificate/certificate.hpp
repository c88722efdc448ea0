// SPDX-License-Identifier: MIT
// Certificates: what is proved of one kernel config, as a JSON document that can be checked again.
//
//   colex certify copy_unpad_f32 -o unpad.json     proves the obligations and writes them down
//   colex certify --check unpad.json               derives what the document must be, and decides it
#pragma once

#include <functional>
#include <ostream>

#include "certificate/kernel_proof.hpp"

namespace colex::gpu {

/// The kernels that certificates are about: the shipped ones (kernels.hpp), or a user's own.
using Kernels = std::span<KernelProof const* const>;

/// The kernel that has a config of this name; nullptr where none has.
KernelProof const* kernel_of(std::string const& config, Kernels kernels);

/// The certificate that the config must have: every field, every query, and the verdicts that remain to be
/// found. It follows from config and sources; no solver decides anything.
nlohmann::ordered_json demanded_certificate(KernelProof const& kernel, std::string const& config);

/// Proves every obligation of a config: the demanded certificate, whose verdicts are what both solvers and
/// the enumerations said. Progress goes to `progress`, a line for each obligation. Throws std::runtime_error
/// when a lemma is not proved in time.
nlohmann::ordered_json certify(KernelProof const& kernel, std::string const& config,
                               sym::Settings const& settings, std::ostream& progress);

/// A certificate as it was read. JSON that repeats a key says two things: such keys are listed.
struct ReadCertificate {
  nlohmann::ordered_json document;  ///< discarded where the text is refused
  std::string refused;              ///< why nothing was read: no JSON, or beyond a limit; empty where it was
  std::vector<std::string> repeated_keys;
};
ReadCertificate read_certificate(std::string const& text);

/// Decides scripts: for each "unsat", or whatever else the solver says.
using Decide = std::function<std::vector<std::string>(std::vector<std::string> const& scripts)>;

/// By the cvc5 at an absolute path, in one process. Throws std::runtime_error when it is of another version,
/// or when it answers a satisfiable or an unsatisfiable question of ours wrongly.
std::vector<std::string> decided_by(std::string const& cvc5, std::string const& version,
                                    std::vector<std::string> const& scripts);
/// By the cvc5 that colex was configured with: its path and version are part of the build, and PATH is not
/// asked.
std::vector<std::string> decided_by_cvc5(std::vector<std::string> const& scripts);
/// The version that colex was configured with; empty where there was none.
std::string configured_cvc5_version();

/// What is wrong with a certificate, a line for each; nothing when it holds. Believes nothing that it reads:
/// each field must be, in value, type and place, what demanded_certificate() says; then our own queries are
/// decided, enumerations are made again, and the launches simulated.
std::vector<std::string> check_certificate(ReadCertificate const& certificate, Kernels kernels,
                                           Decide const& decide = decided_by_cvc5);

/// O12: the hashes of the config's machine code that are recorded for the sources of today, one per target.
nlohmann::ordered_json machine_code_of(std::string const& kernel, std::string const& config);

/// SHA-256 of a kernel's sources, as colex was built from them: tools/hash_sources.py says which. Throws
/// std::runtime_error for an unknown kernel.
std::string source_hash(std::string const& kernel);

}  // namespace colex::gpu
