// SPDX-License-Identifier: MIT
// The number in which the shipped algebra answers questions with unknowns: a polynomial. Comparisons are decided where
// the form shows the answer, and else by the explorer (sym/explore.hpp), which follows both ways.
//
//   in an exploration under N >= 1:   coalesce of (16,N):(1,16) is 16N:1, on one path
#pragma once

#include "colex/layout.hpp"
#include "sym/explore.hpp"
#include "unknowns/polynomial.hpp"

namespace colex::unknowns {

/// Thrown on a path on which the divisor is 0.
struct DividedByZero {};

using Values = std::map<std::string, std::int64_t>;

/// What a branch has decided: value == 0, or value > 0; or not.
struct Fact {
  enum class Is : std::uint8_t { zero, positive };
  Is is = Is::zero;
  Polynomial value{};
  bool holds = true;

  z3::expr formula() const;
  /// Whether it is so at these values; nothing where its value is no integer.
  std::optional<bool> at(Values const& values) const;
  struct Sides {
    Polynomial left{}, right{};
    char const* relation = "";
  };
  /// Without a number below 0 in front: of K - 64 == 0, K and 64.
  Sides sides() const;
  /// "K % 64 == 0", "N > 1"
  std::string text() const;
};
/// All of them hold.
z3::expr formula(std::vector<Fact> const& facts);

class Unknown {
 public:
  Unknown() = default;
  Unknown(std::int64_t n) : value_(n) {}  // NOLINT: numerals convert
  explicit Unknown(Polynomial p) : value_(std::move(p)) {}
  Polynomial const& polynomial() const { return value_; }
  /// The basis vector 1@k; order, quotients and remainders are the scalar's, as in Coordinate.
  static Unknown basis(int k) { return Unknown(Polynomial::of(basis_atom(k))); }

  friend Unknown operator+(Unknown const& a, Unknown const& b) { return Unknown(a.value_ + b.value_); }
  friend Unknown operator-(Unknown const& a, Unknown const& b) { return Unknown(a.value_ - b.value_); }
  friend Unknown operator*(Unknown const& a, Unknown const& b) { return Unknown(a.value_ * b.value_); }
  friend Unknown operator/(Unknown const& a, Unknown const& b);
  friend Unknown operator%(Unknown const& a, Unknown const& b);
  friend bool operator==(Unknown const& a, Unknown const& b) { return is_zero(b.value_ - a.value_); }
  friend bool operator<(Unknown const& a, Unknown const& b) { return is_positive(b.value_ - a.value_); }
  friend bool operator>(Unknown const& a, Unknown const& b) { return b < a; }
  friend bool operator<=(Unknown const& a, Unknown const& b) { return !(b < a); }
  friend bool operator>=(Unknown const& a, Unknown const& b) { return !(a < b); }

 private:
  static bool is_zero(Polynomial const& p);
  static bool is_positive(Polynomial const& p);
  Polynomial value_;
};

/// What the branches of this path have decided so far; start_path() forgets it.
std::vector<Fact> const& facts();
void start_path();

/// A path of more than `branches` decisions ends with sym::TooManyBranches. Where some of the values, which keep what is
/// given, go a way, Z3 is not asked whether it is possible.
void start_exploration(int branches, std::vector<Values> values);

/// Whether x is surely a multiple of m > 0 where this path stands.
bool surely_divides(Polynomial const& m, Polynomial const& x);

}  // namespace colex::unknowns

namespace colex {
template <>
inline constexpr bool is_number<unknowns::Unknown> = true;
template <>
inline constexpr bool is_unbounded<unknowns::Unknown> = true;
}  // namespace colex
