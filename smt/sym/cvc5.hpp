// SPDX-License-Identifier: MIT
// The cvc5 executable on PATH, within limits of processor time and memory.
#pragma once

#include <string>

namespace colex::sym {

/// Limits of one query, for each solver. Milliseconds are of the processor: Z3's are counted in its own steps, and cvc5's
/// are what its process has computed. Z3 counts hardly any steps in some arithmetic of large numbers: there ten times as
/// many milliseconds on the clock end a query, as `timeout`.
struct Limits {
  unsigned milliseconds = 20'000;
  unsigned megabytes = 2'000;
};

/// The first line that a process of its own says to an SMT-LIB script; empty where there is none.
std::string cvc5_alone(std::string const& script, Limits const& limits);

/// The same from a process that is kept and reset between scripts, which saves the start of one for each:
/// "unsat" or "sat", or empty where it says anything else, is lost, or has computed too long.
std::string cvc5_kept(std::string const& script, Limits const& limits);

std::string cvc5_version();

}  // namespace colex::sym
