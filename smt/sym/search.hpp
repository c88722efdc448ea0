// SPDX-License-Identifier: MIT
// The search of Z3 that goes on, and how long it may: another thread ends it, and the solver then knows nothing. Counted is what
// this process computes, where a limit of Z3's would be of the clock.
#pragma once

#include <z3++.h>

#include <ctime>
#include <limits>
#include <mutex>

namespace colex::sym {

/// Seconds that this process has computed.
inline double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

class Search {
 public:
  /// For so many seconds; without them, for bound()'s.
  explicit Search(z3::solver& solver, double seconds = 0) {
    std::lock_guard const lock(mutex_);
    current_ = &solver;
    end_ = processor_seconds() + (seconds > 0 ? seconds : bound_);
  }
  Search(Search const&) = delete;
  Search& operator=(Search const&) = delete;
  ~Search() {
    std::lock_guard const lock(mutex_);
    current_ = nullptr;
  }

  static void bound(double seconds) { bound_ = seconds; }
  /// Ends it where its time is over, or in any case.
  static void interrupt(bool in_any_case) {
    std::lock_guard const lock(mutex_);
    if (current_ != nullptr && (in_any_case || processor_seconds() > end_))
      Z3_solver_interrupt(current_->ctx(), *current_);
  }

 private:
  inline static std::mutex mutex_;
  inline static z3::solver* current_ = nullptr;
  inline static double end_ = 0, bound_ = std::numeric_limits<double>::infinity();
};

}  // namespace colex::sym
