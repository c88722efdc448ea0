// SPDX-License-Identifier: MIT
// The cvc5 executable on PATH, within limits of time and memory.
#pragma once

#include <string>

namespace colex::sym {

/// Limits of one query, for each solver.
struct Limits {
  unsigned milliseconds = 20'000;
  unsigned megabytes = 2'000;
};

/// The first line that a process of its own says to an SMT-LIB script; empty where there is none.
std::string cvc5_alone(std::string const& script, Limits const& limits);

/// The same from a process that is kept and reset between scripts, which saves the start of one for each:
/// "unsat" or "sat", or empty where it says anything else, is lost, or is not done in time.
std::string cvc5_kept(std::string const& script, Limits const& limits);

std::string cvc5_version();

}  // namespace colex::sym
