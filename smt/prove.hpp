// SPDX-License-Identifier: MIT
// `colex prove`: proves what the catalogue lists, and refutes what it lists as false.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "catalogue.hpp"

namespace colex::sym {

struct ProveOptions {
  std::string pattern;  ///< only theorems and claims whose name contains it; all when empty
  Settings settings;
  std::string json, junit;  ///< files to write; none when empty
  bool terminal = false;    ///< redraw one progress line rather than print one a theorem
};

/// Everything that was asked, in order: lemmas, theorems, refuted claims.
struct Ledger {
  std::vector<Report> reports;
  std::string z3, cvc5;  ///< versions
  double seconds = 0;
  /// Mutants of shipped steps that no theorem refutes; "" when the pattern left theorems out.
  std::vector<std::string> survivors;
  bool green() const;
};

/// Runs the catalogue; progress goes to `progress`.
Ledger prove(ProveOptions const& options, std::ostream& progress);

/// The table people read.
void print_table(Ledger const& ledger, std::ostream& out);
void write_json(Ledger const& ledger, std::ostream& out);
void write_junit(Ledger const& ledger, std::ostream& out);

/// The command: proves, prints, writes files. Exit status 0 when all is green, 1 when not, 2 when nothing
/// matches.
int prove_command(ProveOptions const& options, std::ostream& out, std::ostream& progress);

}  // namespace colex::sym
