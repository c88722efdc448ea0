// SPDX-License-Identifier: MIT
// What a family of kernels says of its configs. The engine of certificates asks every family through this and
// names none; gpu_kernels/kernels.cpp lists those that are shipped.
//
//   for (KernelProof const* kernel : kernel_proofs())
//     for (auto const& config : kernel->configs()) kernel->describe(config);
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "certificate/obligation.hpp"

namespace colex::gpu {

/// What a certificate claims of one config.
struct Claims {
  /// Numbers of obligations, and what is said of each.
  using Remarks = std::vector<std::pair<char const*, char const*>>;

  std::vector<char const*> symbolic;  ///< what the proofs leave open
  char const* bound = nullptr;        ///< what they hold for
  /// All that tells the obligations from those of the kernel's other configs: those of one subject are proved
  /// once.
  std::string subject;
  std::vector<Obligation> obligations;
  std::vector<FiniteObligation> enumerated;
  Remarks decided, derived;
  std::vector<char const*> trusted_base;
};

/// An obligation as the checker states it: SMT-LIB, written from a certificate's parameters by code that
/// shares nothing with the prover. Unsatisfiable where the obligation holds.
struct Restated {
  std::string id, script;
};

struct KernelProof {
  char const* kernel;
  std::vector<std::string> (*configs)();
  /// Element, tiles, threads, accesses of a config that configs() names: a certificate's parameters.
  nlohmann::ordered_json (*describe)(std::string const& config);
  Claims (*claims)(std::string const& config);
  /// What is wrong with these parameters, by going over threads, elements and launches. Shares no code with
  /// the kernel or the algebra. Throws std::exception where parameters are missing or of another type.
  void (*simulate)(nlohmann::ordered_json const& parameters, std::vector<std::string>& problems);
  /// The obligations again; nullptr where a family has none but the prover's.
  std::vector<Restated> (*restate)(nlohmann::ordered_json const& parameters) = nullptr;
};

}  // namespace colex::gpu
