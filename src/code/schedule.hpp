// SPDX-License-Identifier: MIT
// How the waves of a block, or its warps, take turns.
#pragma once

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "code/execute.hpp"

namespace colex::code {

/// Runs until all have ended. `run(group, steps)` lets one run until it waits, ends or the steps are done; `all_wait()` is called where none can run and some
/// wait, and lets some go on.
template <class G, class Run, class AllWait>
void take_turns(std::vector<std::unique_ptr<G>>& groups, LaunchShape const& shape, std::mt19937_64& random,
                Run run, AllWait all_wait) {
  for (;;) {
    std::vector<G*> running;
    for (auto const& group : groups)
      if (group->state() == G::State::runs) running.push_back(group.get());
    if (running.empty()) {
      if (!std::any_of(groups.begin(), groups.end(),
                       [](auto const& g) { return g->state() == G::State::waits; }))
        return;
      all_wait();
    } else if (shape.schedule == Schedule::random) {
      run(*running[random() % running.size()], 1 + random() % 64);
    } else if (shape.schedule == Schedule::adversarial) {
      run(*running.back(), ~std::uint64_t{0});
    } else {
      for (G* const group : running) run(*group, ~std::uint64_t{0});
    }
  }
}

}  // namespace colex::code
