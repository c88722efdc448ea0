// SPDX-License-Identifier: MIT
// What the forms of terms rest on: each rewriting is an equation of words. A ledger takes down those that a walk has used, as pairs of a term
// whose operations are put together as they stand and the term that took its place, for solvers to decide (code/certificate).
//
//   Ledger ledger;
//   rewritten([&] { return sum(32, {{x, 1}, {x, 1}}); });      0 ++ x[0:31]; taken down: x + x = 0 ++ x[0:31]
#pragma once

#include <functional>
#include <vector>

#include "code/symbols/term.hpp"

namespace colex::code {

/// Whether constructors put operations together as they stand: only constants, masks of lanes and parts of what was just put side by side are
/// looked into.
bool is_plain();

/// So while it lives; or the other way round, within.
class Plain {
 public:
  explicit Plain(bool on = true);
  ~Plain();
  Plain(Plain const&) = delete;

 private:
  bool before_;
};

struct Equation {
  Term plain, rewritten;
};

/// Takes down equations while it lives; one at a time in a thread.
class Ledger {
 public:
  Ledger();
  ~Ledger();
  Ledger(Ledger const&) = delete;
  static Ledger* current();
  /// None of one form. What an instruction has made is only of account where something rests on it.
  void add(Term plain, Term rewritten, bool of_instruction = false);

  /// What was taken down since, but for loops' steps, is dropped: it led nowhere.
  std::size_t size() const { return all_.size(); }
  void drop_since(std::size_t size);
  /// While it lives, what is taken down is of a loop's step.
  struct Lasting {
    Lasting();
    ~Lasting();
    Lasting(Lasting const&) = delete;
    bool before;
  };

  /// Each once: those on which these terms rest. `came_about` gives the values that a symbol of a join can have.
  std::vector<Equation> needed_for(std::vector<Term> const& terms,
                                   std::function<std::vector<Term>(Term)> const& came_about) const;

 private:
  struct Entry {
    Equation equation;
    bool of_instruction, lasts;
  };
  std::vector<Entry> all_{};
  bool lasts_ = false;
};

/// What `make` makes with rewriting; where a ledger lives, the equation with what it makes without is taken down.
template <class F>
Term rewritten(F make) {
  Plain const off(false);
  Term const r = make();
  if (Ledger::current() != nullptr) {
    Plain const on;
    Ledger::current()->add(make(), r);
  }
  return r;
}

}  // namespace colex::code
