// SPDX-License-Identifier: MIT
// Sums of products of variables with integer coefficients, as index expressions of unknown sizes are: i*ld + 8*j + 3.
#pragma once

#include <cstdint>
#include <map>

namespace colex::cli {

/// Variables with their exponents, at least 1.
using SizeProduct = std::map<int, int>;

/// Coefficients that leave 64 bits throw Overflow (number/checked.hpp).
class SizePolynomial {
 public:
  SizePolynomial() = default;
  explicit SizePolynomial(std::int64_t constant) { add({}, constant); }
  static SizePolynomial variable(int number);

  std::map<SizeProduct, std::int64_t> const& terms() const { return terms_; }
  void add(SizeProduct const& product, std::int64_t coefficient);
  bool is_constant() const { return terms_.empty() || (terms_.size() == 1 && terms_.begin()->first.empty()); }
  std::int64_t constant() const;
  /// No coefficient is below 0.
  bool is_sum() const;

  friend SizePolynomial operator+(SizePolynomial const& a, SizePolynomial const& b);
  friend SizePolynomial operator-(SizePolynomial const& a, SizePolynomial const& b);
  friend SizePolynomial operator*(SizePolynomial const& a, SizePolynomial const& b);
  bool operator==(SizePolynomial const&) const = default;

 private:
  std::map<SizeProduct, std::int64_t> terms_;
};

/// A single product with its coefficient, by which something is divided.
struct SizeTerm {
  SizeProduct product{};
  std::int64_t coefficient = 1;
  /// What of x it divides, divided; and the rest.
  void split(SizePolynomial const& x, SizePolynomial& quotient, SizePolynomial& rest) const;
};

}  // namespace colex::cli
