// SPDX-License-Identifier: MIT
// What `colex prove` does once its arguments are read: proves or merges, prints, writes files.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "objects.hpp"
#include "prove.hpp"

namespace colex::cli {

struct ProveCommand {
  sym::ProveOptions run;
  sym::ProofObjects objects;       ///< proofs to write as well
  std::string json, junit, html;   ///< files to write; none when empty
  std::vector<std::string> merge;  ///< JSON files of shards to put together, instead of proving
  bool terminal = false;           ///< redraw one progress line rather than print one per theorem
};

/// Exit status: 0 when all is green, 1 when not, 2 when nothing matches, or files cannot be read, merged or
/// written.
int prove_command(ProveCommand const& given, std::ostream& out, std::ostream& progress);

}  // namespace colex::cli
