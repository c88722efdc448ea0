// SPDX-License-Identifier: MIT
// What the forms of terms rest on: each rewriting is an equation of words. A ledger takes down those that a walk has used, as pairs of a term
// whose operations are put together as they stand and the term that took its place, for solvers to decide (code/certificate).
//
//   Ledger ledger;
//   rewritten([&] { return sum(32, {{x, 1}, {x, 1}}); });      0 ++ x[0:31]; taken down: x + x = 0 ++ x[0:31]
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
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
  /// None of one form.
  void add(Term plain, Term rewritten);

  /// What was taken down since, but for lemmas, is dropped: it led nowhere.
  std::size_t size() const { return all_.size(); }
  void drop_since(std::size_t size);

  /// A fact that is found once and used wherever it is asked, such as a loop's step, by its name. While it lives, what is taken down is of the
  /// lemma, and is only of account where one that is has used it. With `is_known` it is used, and was found before.
  struct Lemma {
    using Name = std::pair<std::uint32_t, std::uint32_t>;
    Lemma(Name const& name, bool is_known);
    ~Lemma();
    Lemma(Lemma const&) = delete;
    std::uint32_t before = 0;
  };

  /// What was taken down, but for lemmas that nothing has used.
  std::vector<Equation> used() const;

 private:
  struct Entry {
    Equation equation;
    std::uint32_t lemma;     ///< of which it is; 0: of none
    std::uint32_t uses = 0;  ///< a lemma that is used, in place of an equation
  };
  std::vector<Entry> all_{};
  std::map<Lemma::Name, std::uint32_t> lemmas_{};  ///< from 1 on
  std::uint32_t lemma_ = 0;
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
