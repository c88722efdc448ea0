// SPDX-License-Identifier: MIT
// What a solver, and all of them together, say of a claim. Nothing but `proved` is green.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace colex::sym {

enum class Verdict { error, proved, refuted, unknown, timeout, vacuous };

constexpr char const* name(Verdict v) {
  constexpr char const* names[] = {"error", "proved", "refuted", "unknown", "timeout", "vacuous"};
  return names[static_cast<int>(v)];
}

/// The worse of two: a refutation outranks every other failure, a failure outranks a proof.
constexpr Verdict worse(Verdict a, Verdict b) {
  constexpr int rank[] = {4, 0, 5, 1, 2, 3};
  return rank[static_cast<int>(a)] >= rank[static_cast<int>(b)] ? a : b;
}

/// Values of a solver's model, by the names of the symbols.
using Model = std::map<std::string, std::string>;

/// One query's outcome.
struct Outcome {
  Verdict verdict = Verdict::error;
  double seconds = 0;
  Model model;         ///< when refuted
  std::string detail;  ///< when error: why
};

}  // namespace colex::sym
