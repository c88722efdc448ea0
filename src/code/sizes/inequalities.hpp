// SPDX-License-Identifier: MIT
// Whether a polynomial is nowhere negative where others are not: a monomial that may make it so is replaced by what bounds it, times what is left of
// the monomial, if that is not negative; until the least values of atoms decide. No step is taken that is not an inequality, so an answer is right, and
// one that is not found is unknown.
//
//   Inequalities known;
//   known.add(M - 1 - row), known.add(K - 1 - column);
//   known.follows(M * K - 1 - (row * K + column))      true: row * K <= (M - 1) * K
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "code/sizes/polynomial.hpp"

namespace colex::code {

class Inequalities {
 public:
  struct Atom {
    Integer least, most;
    bool is_size = false;  ///< bytes of an array: what bounds it from below is looked for
  };
  /// What follows, and from what: products of atoms that are not negative and polynomials that are not, and ranges of the atoms.
  struct Claim {
    Polynomial holds{};
    std::set<std::pair<Monomial, Polynomial>> products{};
    std::set<Polynomial> ranges{};
    std::set<Monomial> positive{};  ///< products of atoms that are not negative
    bool operator<(Claim const& o) const {
      return std::tie(holds, products, ranges, positive) <
             std::tie(o.holds, o.products, o.ranges, o.positive);
    }
  };

  std::uint32_t atom(Integer least, Integer most, bool is_size = false);
  Atom const& of(std::uint32_t atom) const { return atoms_[atom]; }
  /// From now on the polynomial is not negative. What relates an atom to another one that it is made of is tried last.
  void add(Polynomial p, bool is_relation = false);
  bool follows(Polynomial const& p);
  /// Whether it is in that range.
  bool is_within(Polynomial const& p, Integer least, Integer most) {
    return follows(p - Polynomial(least)) && follows(Polynomial(most) - p);
  }
  /// Whether nothing that fulfils all is there, as was noticed.
  bool is_contradictory() const { return contradictory_.has_value(); }
  std::vector<Polynomial> const& all() const { return all_; }
  std::vector<Polynomial> const& relations() const { return relations_; }
  /// All that was found to follow, here and in copies.
  std::set<Claim> const& claims() const { return *claims_; }

 private:
  bool search(Polynomial const& p, unsigned depth);
  bool is_negative_nowhere(Polynomial const& p) const;
  Integer least(Monomial const& m, Integer factor, bool& known) const;
  std::set<Polynomial> range_of(std::uint32_t atom) const;

  std::vector<Atom> atoms_{};
  std::vector<Polynomial> all_{}, relations_{};
  std::shared_ptr<std::set<Claim>> claims_ = std::make_shared<std::set<Claim>>();
  Claim claim_{};
  std::set<Polynomial> seen_{};
  unsigned steps_ = 0;
  bool latest_ = false;  ///< rather bounds atoms that were made of others, by these
  std::optional<std::set<Polynomial>> contradictory_{};  ///< what cannot all be
};

}  // namespace colex::code
