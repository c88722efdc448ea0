// SPDX-License-Identifier: MIT
// What a run of `colex prove` found: the reports, and how they are written, read back and merged.
//
//   colex prove --shard 1/2 --json a.json; colex prove --shard 2/2 --json b.json; colex prove --merge a.json
//   b.json
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "sym/proof.hpp"

namespace colex::sym {

/// Everything that was asked, in order: lemmas, theorems, refuted claims.
struct Ledger {
  std::vector<Report> reports;
  std::string z3, cvc5;  ///< versions
  std::string pattern;   ///< what was chosen; all when empty
  int shard = 1, shards = 1;
  double seconds = 0;
  bool mutants = true;              ///< shipped steps were mutated
  bool without_hypotheses = false;  ///< hypotheses were studied, nothing was proved
  /// Mutants of shipped steps that no theorem refutes; empty as well when theorems were left out.
  std::vector<std::string> survivors;
  bool green() const;
};

/// Operations of shipped steps whose replacement no theorem refutes.
std::vector<std::string> find_survivors(std::vector<Report> const& reports);

nlohmann::ordered_json to_json(Hypothesis const& hypothesis);
nlohmann::ordered_json to_json(Report const& report);
nlohmann::ordered_json to_json(Ledger const& ledger);
/// Throws std::exception when it is not what to_json() writes.
Hypothesis hypothesis_from_json(nlohmann::ordered_json const& json);
Report report_from_json(nlohmann::ordered_json const& json);
Ledger ledger_from_json(nlohmann::ordered_json const& json);

/// One run out of its shards. `expected` lists the theorems and refuted claims that there must be. Throws
/// std::runtime_error when one is missing or there twice, or when the runs do not belong together.
Ledger merge(std::vector<Ledger> const& parts, std::vector<std::string> const& expected);

}  // namespace colex::sym
