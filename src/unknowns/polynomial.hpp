// SPDX-License-Identifier: MIT
// The form in which answers about unknowns are computed and printed: sums of products of names, with fractions where a
// division is known to leave nothing: 16*N, M*N - 1, K/64, 16/M.
//
//   Polynomial const m = Polynomial::of(name_atom("M"));
//   (m * Polynomial(16)).text() == "16M"      *(m * m).over(m) is m      (m - m).is_constant()
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sym/integer.hpp"

namespace colex::unknowns {

/// A coefficient beyond 2^62 came up, or a polynomial or text that is too long to answer with.
struct TooLarge : std::runtime_error {
  TooLarge() : std::runtime_error("an unknown number grew too large") {}
};

class Polynomial;

/// What a product is made of: a name, or a value that is no polynomial, such as the remainder M % 4.
struct Atom {
  std::string text;
  z3::expr term;
  bool positive = false;  ///< known to be at least 1
  char op = '$';          ///< a name; @ the basis vector `basis`; or / or % of `of`, rounded down
  int basis = 0;
  std::shared_ptr<std::pair<Polynomial, Polynomial> const> of{};
};
/// The atoms of this thread's question; forget_atoms() ends the question.
Atom& atom(int number);
int atoms();
void forget_atoms();
/// The number of the atom of this name or text; made where there is none.
int name_atom(std::string const& name);
int value_atom(Polynomial const& x, char op, Polynomial const& m);
/// The same of a text of any length: what a person wrote.
int written_atom(Polynomial const& x, char op, Polynomial const& m);
/// The basis vector 1@k. Two of them multiply to nothing, as in Coordinate (colex/basis.hpp).
int basis_atom(int k);

struct Ratio {
  std::int64_t over = 0, under = 1;  ///< lowest terms, under >= 1
  bool operator==(Ratio const&) const = default;
};

using Monomial = std::map<int, int>;  ///< atom -> exponent, not 0; below 0 for a divisor

class Polynomial {
 public:
  Polynomial() = default;
  explicit Polynomial(std::int64_t constant);
  static Polynomial of(int atom);

  std::map<Monomial, Ratio> const& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  /// An integer without names.
  bool is_constant() const {
    return terms_.empty() ||
           (terms_.size() == 1 && terms_.begin()->first.empty() && terms_.begin()->second.under == 1);
  }
  bool is_constant_one() const { return is_constant() && constant() == 1; }
  /// The number that it is; only of a constant.
  std::int64_t constant() const { return terms_.empty() ? 0 : terms_.begin()->second.over; }
  /// No fraction and no divisor: an integer whatever the names are.
  bool is_plain() const;
  bool has_bases() const;
  /// What stands without a basis vector, and what is along each: 0 in most.
  Polynomial scalar() const;
  Polynomial along(int k) const;
  /// Those of them that are not 0: it is 0, or an integer, where all are. Of a number without bases, itself.
  std::vector<Polynomial> components() const;

  /// The quotient, where the divisor is one product.
  std::optional<Polynomial> over(Polynomial const& divisor) const;
  /// The least product by which it becomes plain.
  Polynomial denominator() const;
  /// Its value, where the names have these; nothing where it is no integer of 64 bits or a divisor is not positive.
  std::optional<std::int64_t> at(std::map<std::string, std::int64_t> const& values) const;
  /// With `value` for the atom.
  Polynomial with(int atom, Polynomial const& value) const;
  /// Above 0, or at least 0, because every name in it that is known to be positive is at least 1, and quotients and
  /// remainders, which stand where their operands are not below 0, are at least 0.
  bool surely_positive() const;
  bool surely_not_negative() const;

  /// An integer term with the same value: division by the denominator, which leaves nothing.
  z3::expr term() const;
  std::string text() const;
  /// The text, in parentheses unless it is one number or product.
  std::string factor_text() const;
  /// The text of what has no bases.
  std::string scalar_text() const;

  friend Polynomial operator+(Polynomial const& a, Polynomial const& b);
  friend Polynomial operator-(Polynomial const& a, Polynomial const& b);
  friend Polynomial operator*(Polynomial const& a, Polynomial const& b);
  bool operator==(Polynomial const&) const = default;

 private:
  void add(Monomial const& m, Ratio const& r);
  template <class Keep>
  Polynomial terms_that(Keep keep) const;
  std::map<Monomial, Ratio> terms_;
};

}  // namespace colex::unknowns
