// SPDX-License-Identifier: MIT
// Claims that are printed somewhere and false. Each is stated on the shipped code, and must stay refuted: a
// solver finds the smallest counterexample, cvc5 confirms it, and the shipped 64-bit code is run on it.
#pragma once

#include <functional>
#include <string>

#include "sym/proof.hpp"

namespace colex::sym {

/// Looks for values on which a claim fails; of all paths, the smallest by the sum of magnitudes.
class Refutation {
 public:
  explicit Refutation(Settings const& settings) : settings_(settings) {}
  Integer integer(char const* name) const { return Integer::constant(name); }
  /// Replays `body` on every path under `given`.
  void part(std::vector<Boolean> const& given, std::function<void()> const& body);
  void claim(Boolean const& goal);

  /// The smallest counterexample; empty when none was found among small integers.
  Model const& counterexample() const { return best_; }
  /// What cvc5 says when asked whether the counterexample is one; refuted means yes.
  Verdict confirmation() const { return confirmation_; }

 private:
  Settings const& settings_;
  Model best_;
  long best_weight_ = -1;
  Verdict confirmation_ = Verdict::error;
};

struct RefutedClaim {
  std::string name, statement, source;
  void (*refute)(Refutation&);
  /// Runs the shipped 64-bit code on the counterexample: the sentence that shows the failure, or empty when
  /// the claim holds there after all.
  std::string (*replay)(Model const&);
};

}  // namespace colex::sym
