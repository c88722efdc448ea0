// SPDX-License-Identifier: MIT
// What certificates claim of a config: certify.cpp proves and decides it, and writes it down.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "certificate/obligation.hpp"

namespace colex::gpu {

struct Claims {
  using Remarks =
      std::vector<std::pair<char const*, char const*>>;  ///< numbers of obligations, and what is said

  char const* kernel = nullptr;
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

/// Nothing for an unknown name.
std::optional<Claims> copy_claims(std::string const& config);
std::optional<Claims> permute_claims(std::string const& config);
std::optional<Claims> gemm_claims(std::string const& config);
std::optional<Claims> hopper_claims(std::string const& config);

}  // namespace colex::gpu
