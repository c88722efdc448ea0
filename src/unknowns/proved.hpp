// SPDX-License-Identifier: MIT
// Whether an answer means what its operation says, for all values of the names. Indices are written in digits: a layout
// reads a sum of digits mode by mode, and each remainder is the part of the sum that surely stays below the extent. That
// it does is asked of both solvers, and so is that the two sides come out equal. A digit of which a mode reads a part is
// cut in two, and all starts again.
#pragma once

#include "sym/solver.hpp"
#include "unknowns/asked_once.hpp"
#include "unknowns/cases.hpp"

namespace colex::unknowns {

constexpr unsigned kMegabytes = 1000;  ///< of memory, for each solver

class Prover {
 public:
  Prover(std::vector<z3::expr> given, Limit const& limit);

  /// Both solvers say that the goal follows from what is given, these and the hints, which are lemmas.
  bool proves(std::vector<z3::expr> const& more, z3::expr const& goal,
              std::vector<z3::expr> const& hints = {});
  /// What the answer means follows from the conditions.
  bool proves(std::vector<z3::expr> const& conditions, Meaning<Unknown> const& meaning);

 private:
  struct Split {
    Polynomial quotient, rest;
  };
  bool both_prove(sym::Query const& query) const;
  std::optional<Polynomial> read(Reads<Unknown> const& by, Polynomial index);
  std::optional<Split> split(Polynomial const& x, Polynomial const& extent);
  bool same_values(SameValues<Unknown> const& claim);
  bool same_in_digits(SameValues<Unknown> const& claim, std::vector<Polynomial> const& extents);
  bool tiles(Tiles<Unknown> const& claim);
  /// Divisors in it are positive and leave nothing, so that it is an integer and `cleared` keeps its sign.
  bool is_integer(Polynomial const& p);
  bool are_integers(Layout<Unknown> const& layout);
  bool equal(Polynomial const& a, Polynomial const& b);

  std::vector<z3::expr> given_, conditions_;
  std::vector<std::pair<int, Polynomial>> digits_;  ///< an atom and its extent
  std::optional<std::pair<std::size_t, Polynomial>>
      cut_;  ///< a digit that a mode reads in two parts, the lower first
  Limit limit_;
  AskedOnce asked_once_{};
};

/// Values at which the formulas hold together with what is given, where Z3 finds some in so many milliseconds.
std::optional<Values> values_of(Question const& q, std::vector<z3::expr> const& formulas,
                                unsigned milliseconds);

}  // namespace colex::unknowns
