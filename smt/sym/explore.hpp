// SPDX-License-Identifier: MIT
// The path explorer: runs a function on symbolic integers once for every way its branches can go.
//
//   Explorer e;  e.explore({assumptions}, [&] { ... if (s == t) ... });      // the body runs once a path
//
// A branch is followed unless Z3 shows its condition impossible under the path so far; "unknown" counts as
// possible, which is sound. Decisions are replayed in order, depth first, so the body must be deterministic.
#pragma once

#include <functional>
#include <stdexcept>
#include <vector>

#include "sym/integer.hpp"

namespace colex::sym {

/// What a replay may replace in the shipped code: its `target`-th arithmetic operation or comparison, counted
/// along each path within Explorer::shipped(). Negative: nothing.
struct Mutation {
  int target = -1;
};

/// Thrown out of an exploration that does not come to an end: a loop without a bound.
struct TooManyBranches : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Explorer {
 public:
  struct Division {
    z3::expr dividend, divisor;
    std::vector<z3::expr> factors;  ///< of the divisor
  };
  struct Obligation {
    std::vector<z3::expr> path;  ///< what is known where the division is met
    z3::expr condition;          ///< dividend >= 0 and divisor > 0; or, for a shift, 0 <= amount < 64
  };

  /// A way that is not followed: Z3 shows that its condition cannot hold under the path so far.
  struct Pruned {
    std::vector<z3::expr> path, decided;  ///< what is known there; of it, what branches have decided
    z3::expr condition;
  };

  explicit Explorer(Mutation mutation = {}) : mutation_(mutation) {}
  Explorer(Explorer const&) = delete;
  Explorer& operator=(Explorer const&) = delete;

  static Explorer& current();

  /// Runs `body` on every path that `assumptions` leave open.
  void explore(std::vector<z3::expr> const& assumptions, std::function<void()> const& body);

  /// Inside f, operations are the shipped code's: they count for mutation.
  template <class F>
  static auto shipped(F f) {
    ++current().depth_;
    auto r = f();
    --current().depth_;
    return r;
  }
  /// True when the operation being performed is the one to replace.
  static bool mutates();

  bool decide(z3::expr const& condition);
  void assume(z3::expr const& e) { path_.push_back(e); }
  void require_division(Integer const& dividend, Integer const& divisor);
  /// Keeps the answer of one of the shipped code's operations.
  static void keep(Integer const& value);
  /// What the shipped code has computed on this path so far, in order.
  std::vector<Integer> const& intermediates() const { return intermediates_; }
  /// Something else that must hold here for the code to be defined; it is discharged with the divisions.
  void require(z3::expr const& condition) { obligations_.push_back({path_, condition}); }

  std::vector<z3::expr> const& path() const { return path_; }
  /// The conditions that branches have decided on this path so far.
  std::vector<z3::expr> const& decided() const { return decided_; }
  /// The ways that were not followed, on all paths so far.
  std::vector<Pruned> const& pruned() const { return pruned_; }
  std::vector<Division> const& divisions() const { return divisions_; }
  std::vector<Obligation> const& obligations() const { return obligations_; }
  int paths() const { return paths_; }
  /// Operations counted on the longest path so far.
  int operations() const { return operations_; }

 private:
  struct Decision {
    bool value, both;
  };
  /// False, and booked as pruned, where Z3 shows within so many steps that `e` cannot hold here.
  bool possible(z3::expr const& e, unsigned steps);

  Mutation mutation_;
  std::vector<z3::expr> path_, decided_;
  std::vector<Pruned> pruned_;
  std::vector<Division> divisions_;
  std::vector<Obligation> obligations_;
  std::vector<Integer> intermediates_;
  std::vector<Decision> decisions_;
  std::size_t position_ = 0;
  int depth_ = 0, counter_ = 0, operations_ = 0, paths_ = 0;
};

}  // namespace colex::sym
