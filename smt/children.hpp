// SPDX-License-Identifier: MIT
// Tasks in processes of their own, a few at a time: one that crashes, hangs or eats its memory takes no other
// with it. A child speaks to its parent in lines; the last one is its answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace colex::sym {

/// How a task ended: `answer` is its last line, or empty, and then `fault` says why.
struct Ended {
  std::string answer, fault;
  bool timeout = false;
};

struct Children {
  int jobs = 1;
  unsigned seconds = 900;  ///< limit of one task, of its processor's time
  /// What passes meanwhile, at most, where that is not 0: against a task that waits for ever.
  unsigned passing = 20 * 900;
  /// In the child: does task k; each line it says goes to `on_line`, and what it returns is the answer.
  std::function<std::string(std::size_t k, std::function<void(std::string const&)> const& say)> work;
  std::function<void(std::size_t k)> on_start;
  std::function<void(std::size_t k, std::string const& line)> on_line;
  std::function<void(std::size_t k, Ended const& ended)> on_end;

  /// Runs tasks 0 ... count-1 and returns when all have ended.
  void run(std::size_t count) const;
};

}  // namespace colex::sym
