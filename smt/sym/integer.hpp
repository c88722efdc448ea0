// SPDX-License-Identifier: MIT
// The third number system: integers that are Z3 terms. The shipped algebra runs on them unchanged; where it
// branches, Boolean asks the explorer (explore.hpp) which way to go, and the function is replayed for the
// other.
//
//   Integer s = Integer::constant("s");
//   if (s == Integer(1)) ...        // both ways are explored, each under its path condition
//
// Trusted base: this header, explore.hpp and the solvers.
#pragma once

#include <z3++.h>

#include <optional>
#include <string>
#include <vector>

#include "colex/number.hpp"

namespace colex::sym {

/// The context of this thread; every term lives in it.
z3::context& context();

/// The name, as a free symbol's. Throws where it ends as those of Proof::define() do.
char const* free_name(char const* name);
/// The name of a symbol that Proof::define() makes: no free symbol has it.
std::string defined_name(std::string const& name);

/// A truth value. In an `if` it is decided by the explorer; `formula()` is the term, undecided.
class Boolean {
 public:
  explicit Boolean(z3::expr e) : term_(std::move(e)) {}
  explicit Boolean(bool b) : term_(context().bool_val(b)) {}
  explicit operator bool() const;
  z3::expr const& formula() const { return term_; }

  friend Boolean operator!(Boolean const& a) { return Boolean(!a.term_); }
  friend Boolean operator&(Boolean const& a, Boolean const& b) { return Boolean(a.term_ && b.term_); }
  friend Boolean operator|(Boolean const& a, Boolean const& b) { return Boolean(a.term_ || b.term_); }

 private:
  z3::expr term_;
};

Boolean implies(Boolean const& a, Boolean const& b);

/// An unbounded integer: a numeral, or a term. `/` and `%` record the obligation that the dividend is >= 0
/// and the divisor > 0, where C++ and SMT-LIB division agree and C++ is defined; quot() and rem(), meant for
/// specifications, are SMT-LIB's and record nothing.
class Integer {
 public:
  Integer() = default;
  Integer(std::int64_t value) : value_(value) {}  // NOLINT: numerals convert
  explicit Integer(z3::expr e);
  static Integer constant(char const* name);
  /// For Proof::define() alone.
  static Integer defined(std::string const& name);

  bool is_numeral() const { return !term_; }
  std::int64_t numeral() const { return value_; }
  z3::expr term() const { return term_ ? *term_ : context().int_val(value_); }
  /// The factors of a product, left to right; the number itself otherwise. A hint for splitting divisions.
  std::vector<z3::expr> factors() const {
    return factors_.empty() ? std::vector<z3::expr>{term()} : factors_;
  }

  /// The same term, letter for letter; no solver is asked.
  friend bool identical(Integer const& a, Integer const& b) { return z3::eq(a.term(), b.term()); }

  friend Integer operator+(Integer const& a, Integer const& b);
  friend Integer operator-(Integer const& a, Integer const& b);
  friend Integer operator*(Integer const& a, Integer const& b);
  friend Integer operator/(Integer const& a, Integer const& b);
  friend Integer operator%(Integer const& a, Integer const& b);
  friend Boolean operator==(Integer const& a, Integer const& b);
  friend Boolean operator!=(Integer const& a, Integer const& b);
  friend Boolean operator<(Integer const& a, Integer const& b);
  friend Boolean operator<=(Integer const& a, Integer const& b);
  friend Boolean operator>(Integer const& a, Integer const& b);
  friend Boolean operator>=(Integer const& a, Integer const& b);

 private:
  std::int64_t value_ = 0;
  std::optional<z3::expr> term_;
  std::vector<z3::expr> factors_;
};

Integer quot(Integer const& a, Integer const& b);
Integer rem(Integer const& a, Integer const& b);

/// An uninterpreted function of integers: "any function at all", for induction hypotheses.
class Function {
 public:
  Function(char const* name, unsigned arity);
  template <class... Args>
  Integer operator()(Args const&... args) const {
    return apply({Integer(args)...});
  }

 private:
  Integer apply(std::vector<Integer> const& args) const;
  z3::func_decl decl_;
};

}  // namespace colex::sym

namespace colex {
template <>
inline constexpr bool is_number<sym::Integer> = true;
template <>
inline constexpr bool is_unbounded<sym::Integer> = true;
}  // namespace colex
