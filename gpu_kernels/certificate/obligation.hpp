// SPDX-License-Identifier: MIT
// What a certificate says of a config: obligations that solvers prove, and obligations that are decided by
// going over every case, or by a law of the algebra.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lemmas/division.hpp"
#include "sym/proof.hpp"

namespace colex::gpu {

/// One obligation of a config: its number, what it says, and the proof.
struct Obligation {
  char const* id;
  char const* statement;
  std::function<void(sym::Proof&)> prove;
};

/// An obligation that a config decides alone: by going over every case, or as a law of include/colex/laws at layouts.
struct FiniteObligation {
  char const* id;
  char const* statement;
  std::string over;  ///< what is enumerated; of a law, what is decided of its layouts
  std::function<bool()> holds;
  std::string law{};  ///< its name, and the layouts as text; none where cases are gone over
  std::vector<std::string> layouts{};
};

}  // namespace colex::gpu
