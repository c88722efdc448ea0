// SPDX-License-Identifier: MIT
#include "maps/size_polynomial.hpp"

#include <algorithm>

#include "number/checked.hpp"

namespace colex::cli {

namespace {

std::int64_t product_of(std::int64_t a, std::int64_t b) { return (Checked(a) * Checked(b)).value(); }

}  // namespace

SizePolynomial SizePolynomial::variable(int number) {
  SizePolynomial r;
  r.add({{number, 1}}, 1);
  return r;
}

void SizePolynomial::add(SizeProduct const& product, std::int64_t coefficient) {
  auto const at = terms_.try_emplace(product, 0).first;
  at->second = (Checked(at->second) + Checked(coefficient)).value();
  if (at->second == 0) terms_.erase(at);
}

std::int64_t SizePolynomial::constant() const {
  auto const at = terms_.find({});
  return at == terms_.end() ? 0 : at->second;
}

bool SizePolynomial::is_sum() const {
  return std::all_of(terms_.begin(), terms_.end(), [](auto const& term) { return term.second >= 0; });
}

SizePolynomial operator+(SizePolynomial const& a, SizePolynomial const& b) {
  SizePolynomial r = a;
  for (auto const& [product, coefficient] : b.terms_) r.add(product, coefficient);
  return r;
}

SizePolynomial operator-(SizePolynomial const& a, SizePolynomial const& b) {
  return a + SizePolynomial(-1) * b;
}

SizePolynomial operator*(SizePolynomial const& a, SizePolynomial const& b) {
  SizePolynomial r;
  for (auto const& [p, x] : a.terms_)
    for (auto const& [q, y] : b.terms_) {
      SizeProduct product = p;
      for (auto const& [variable, exponent] : q) product[variable] += exponent;
      r.add(product, product_of(x, y));
    }
  return r;
}

void SizeTerm::split(SizePolynomial const& x, SizePolynomial& quotient, SizePolynomial& rest) const {
  for (auto const& [term, value] : x.terms()) {
    SizeProduct left = term;
    bool divides = value % coefficient == 0;
    for (auto const& [variable, exponent] : product) {
      auto const at = left.find(variable);
      divides = divides && at != left.end() && at->second >= exponent;
      if (!divides) break;
      at->second -= exponent;
      if (at->second == 0) left.erase(at);
    }
    if (divides) {
      quotient.add(left, value / coefficient);
    } else {
      rest.add(term, value);
    }
  }
}

}  // namespace colex::cli
