// SPDX-License-Identifier: MIT
// A run of `colex prove`: proves what the catalogue lists, and refutes what it lists as false.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catalogue.hpp"
#include "ledger.hpp"

namespace colex::sym {

struct ProveOptions {
  std::string pattern;  ///< only theorems and claims whose name contains it; all when empty
  Settings settings;
  int jobs = 1;               ///< theorems at a time, each in a process of its own
  int shard = 1, shards = 1;  ///< only every `shards`-th of them, from the `shard`-th on
  unsigned seconds = 900;     ///< of the processor, limit of one theorem; then its process is ended
};

/// Who follows a run. Lemmas are not told of.
struct Watch {
  std::function<void(std::size_t tasks)> begun = [](std::size_t) {};
  std::function<void(std::string const& name)> started = [](auto const&) {};
  std::function<void(std::string const& name, int number)> query = [](auto const&, int) {};
  std::function<void(Report const& report)> done = [](auto const&) {};
};

/// The theorems and refuted claims that the options choose, by name, in the order of the catalogue.
std::vector<std::string> chosen(ProveOptions const& options);

/// Runs the catalogue.
Ledger prove(ProveOptions const& options, Watch const& watch);

}  // namespace colex::sym
