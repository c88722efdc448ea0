// SPDX-License-Identifier: MIT
// `colex prove`: proves what the catalogue lists, and refutes what it lists as false.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "catalogue.hpp"
#include "ledger.hpp"

namespace colex::sym {

struct ProveOptions {
  std::string pattern;  ///< only theorems and claims whose name contains it; all when empty
  Settings settings;
  int jobs = 1;                    ///< theorems at a time, each in a process of its own
  int shard = 1, shards = 1;       ///< only every `shards`-th of them, from the `shard`-th on
  unsigned seconds = 900;          ///< limit of one theorem; then its process is ended
  std::string json, junit, html;   ///< files to write; none when empty
  std::vector<std::string> merge;  ///< JSON files of shards to put together, instead of proving
  bool terminal = false;           ///< redraw one progress line rather than print one a theorem
};

/// The theorems and refuted claims that the options choose, by name, in the order of the catalogue.
std::vector<std::string> chosen(ProveOptions const& options);

/// Runs the catalogue; progress goes to `progress`.
Ledger prove(ProveOptions const& options, std::ostream& progress);

/// The command: proves or merges, prints, writes files. Exit status 0 when all is green, 1 when not, 2 when
/// nothing matches, or files cannot be read, merged or written.
int prove_command(ProveOptions const& options, std::ostream& out, std::ostream& progress);

}  // namespace colex::sym
