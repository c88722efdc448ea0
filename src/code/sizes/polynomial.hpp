// SPDX-License-Identifier: MIT
// Polynomials over integers, in numbered atoms: what addresses and sizes of arrays are once nothing wraps.
//
//   Polynomial const row = Polynomial::atom(0), pitch = Polynomial::atom(1);
//   row * pitch + Polynomial(4)
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace colex::code {

using Integer = __int128;
/// A number that 128 bits do not hold: what it is of is not decided.
struct TooLarge {};
inline Integer added(Integer a, Integer b) {
  Integer r = 0;
  if (__builtin_add_overflow(a, b, &r)) throw TooLarge{};
  return r;
}
inline Integer multiplied(Integer a, Integer b) {
  Integer r = 0;
  if (__builtin_mul_overflow(a, b, &r)) throw TooLarge{};
  return r;
}
inline Integer power_of_two(unsigned exponent) { return Integer{1} << exponent; }

/// Atoms, lowest first, each as often as it is a factor; none is 1.
using Monomial = std::vector<std::uint32_t>;

class Polynomial {
 public:
  Polynomial() = default;
  explicit Polynomial(Integer number) { add({}, number); }
  static Polynomial atom(std::uint32_t number) {
    Polynomial r;
    return r.add({number}, 1), r;
  }
  std::map<Monomial, Integer> const& terms() const { return terms_; }
  bool is_constant() const { return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty()); }
  Integer constant() const { return of({}); }
  Integer of(Monomial const& m) const {
    auto const found = terms_.find(m);
    return found == terms_.end() ? 0 : found->second;
  }
  void add(Monomial const& m, Integer factor) {
    Integer& to = terms_[m];
    to = added(to, factor);
    if (to == 0) terms_.erase(m);
  }
  friend Polynomial operator+(Polynomial a, Polynomial const& b) {
    for (auto const& [m, f] : b.terms_) a.add(m, f);
    return a;
  }
  friend Polynomial operator*(Polynomial const& a, Polynomial const& b) {
    Polynomial r;
    for (auto const& [m, f] : a.terms_)
      for (auto const& [n, g] : b.terms_) {
        Monomial both = m;
        both.insert(both.end(), n.begin(), n.end());
        std::sort(both.begin(), both.end());
        r.add(both, multiplied(f, g));
      }
    return r;
  }
  friend Polynomial operator-(Polynomial const& a) { return a * Polynomial(-1); }
  friend Polynomial operator-(Polynomial const& a, Polynomial const& b) { return a + -b; }
  bool operator==(Polynomial const&) const = default;
  bool operator<(Polynomial const& other) const { return terms_ < other.terms_; }

 private:
  std::map<Monomial, Integer> terms_{};
};

}  // namespace colex::code
