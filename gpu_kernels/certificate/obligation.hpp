// SPDX-License-Identifier: MIT
// What a certificate says of a config: obligations that solvers prove, and obligations that are decided by
// going over every case.
#pragma once

#include <functional>

#include "lemmas/division.hpp"
#include "sym/proof.hpp"

namespace colex::gpu {

/// One obligation of a config: its number, what it says, and the proof.
struct Obligation {
  char const* id;
  char const* statement;
  std::function<void(sym::Proof&)> prove;
};

/// An obligation that a config decides alone.
struct FiniteObligation {
  char const* id;
  char const* statement;
  char const* over;  ///< what is enumerated
  std::function<bool()> holds;
};

}  // namespace colex::gpu
