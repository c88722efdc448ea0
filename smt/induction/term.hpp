// SPDX-License-Identifier: MIT
// Integers that are texts of Coq, and a function of them as the tree of its decisions.
//
//   tree([] { return written(coalesce_step(mode("pending"), mode("m"))); })
//
// The shipped code runs on Term unchanged. Numerals are computed with, where that fits 64 bits; every comparison that they do not
// settle is taken both ways, so
// no solver is asked and no way is left out. `/` and `%` are C++'s, Coq's Z.quot and Z.rem, and each divisor is
// kept. The texts depend on nothing but the code that ran.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "colex/fold.hpp"

namespace colex::induction {

/// A comparison: `text`, or its negation; decided in an `if`.
struct Truth {
  std::string text;
  bool negated = false;
  std::optional<bool> known{};  ///< of `text`, where numerals settle it
  explicit operator bool() const;
  friend Truth operator!(Truth t) {
    t.negated = !t.negated;
    return t;
  }
};

/// An integer: a numeral, or a text with how tightly it binds.
class Term {
 public:
  enum Binding { sum, product, application, atom };

  Term() : Term(0) {}
  Term(std::int64_t value);  // NOLINT: numerals convert
  Term(std::string text, Binding binding) : text_(std::move(text)), binding_(binding) {}

  std::optional<std::int64_t> const& numeral() const { return numeral_; }
  /// The text, between brackets where it binds less tightly than `least`.
  std::string text(Binding least = sum) const { return binding_ < least ? "(" + text_ + ")" : text_; }

  friend Term operator+(Term const& a, Term const& b);
  friend Term operator-(Term const& a, Term const& b);
  friend Term operator*(Term const& a, Term const& b);
  friend Term operator/(Term const& a, Term const& b);
  friend Term operator%(Term const& a, Term const& b);
  friend Term operator&(Term const& a, Term const& b);
  friend Term operator|(Term const& a, Term const& b);
  friend Term operator^(Term const& a, Term const& b);
  friend Term operator<<(Term const& a, Term const& b);
  friend Term operator>>(Term const& a, Term const& b);
  friend Truth operator==(Term const& a, Term const& b);
  friend Truth operator!=(Term const& a, Term const& b) { return !(a == b); }
  friend Truth operator<(Term const& a, Term const& b);
  friend Truth operator>(Term const& a, Term const& b) { return b < a; }
  friend Truth operator<=(Term const& a, Term const& b);
  friend Truth operator>=(Term const& a, Term const& b) { return b <= a; }

 private:
  std::string text_;
  Binding binding_ = atom;
  std::optional<std::int64_t> numeral_{};
};

/// number.hpp's, found before its own: each is one decision, by the name under which Steps.v has it.
Truth product_fits(Term const& a, Term const& b);
Truth sum_fits(Term const& a, Term const& b);
/// reach.hpp's, found before its own: by the name of Coq's, which Stairs.v proves it to be.
Term gcd(Term const& a, Term const& b);

/// What a function answers by its decisions, as Coq: `if a then x else y`, and so on down.
struct Tree {
  std::string answers;  ///< the answer of each path
  std::string divides;  ///< a proposition: no divisor that is met is 0
  std::string stays;    ///< a proposition: each number that is computed is a word of 64 bits
  int paths = 0;
};
/// Throws where a path has more than 1000 decisions, and where what runs is no function of its decisions: it counts its calls.
Tree tree(std::function<std::string()> const& answer);

/// What a function answers where `decide` settles each comparison by its text, numerals apart.
std::string decided(std::function<bool(std::string const&)> const& decide,
                    std::function<std::string()> const& answer);

}  // namespace colex::induction

namespace colex {
template <>
inline constexpr bool is_number<induction::Term> = true;
template <>
inline constexpr bool is_unbounded<induction::Term> = false;  // it goes the ways of 64 bits
}  // namespace colex
