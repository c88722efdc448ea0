// SPDX-License-Identifier: MIT
#include "lemmas/division.hpp"

namespace colex::sym {

LemmaVariables::LemmaVariables() {
  Integer* const variables[] = {&x, &q, &r, &p, &u, &a, &b, &m, &d, &s};
  char const* const names[] = {"x", "q", "r", "p", "u", "a", "b", "m", "d", "s"};
  for (int k = 0; k < 10; ++k) *variables[k] = Integer::constant(names[k]);
}

Lemmas::Lemmas(Book& book)
    : monotone(book.prove("product_is_monotone", "a > 0, x < q => x*a + a <= q*a", {x, q, a},
                          {a > zero, x < q}, x * a + a <= q * a)),
      euclid(book.prove("euclid", "a > 0 => x = (x div a)*a + x mod a, 0 <= x mod a < a", {x, a}, {a > zero},
                        (x == quot(x, a) * a + rem(x, a)) & (rem(x, a) >= zero) & (rem(x, a) < a))),
      unique(book.prove("digits_are_unique", "q*a + r = p*a + u with 0 <= r, u < a => q = p, r = u",
                        {q, r, p, u, a},
                        {a > zero, r >= zero, r < a, u >= zero, u < a, q * a + r == p * a + u},
                        (q == p) & (r == u), {monotone.at(q, p, a), monotone.at(p, q, a)})),
      divide(book.prove("divide_by_digits", "x = q*a + r with 0 <= r < a => x div a = q, x mod a = r",
                        {x, q, r, a}, {a > zero, r >= zero, r < a, x == q * a + r},
                        (quot(x, a) == q) & (rem(x, a) == r),
                        {euclid.at(x, a), unique.at(quot(x, a), rem(x, a), q, r, a)})),
      by_one(book.prove("divide_by_one", "a = 1 => x div a = x, x mod a = 0", {x, a}, {a == one},
                        (quot(x, a) == x) & (rem(x, a) == zero))),
      two_digits(book.prove("two_digits_are_bounded", "0 <= r < a, 0 <= q < b => 0 <= q*a + r < b*a",
                            {r, q, a, b}, {r >= zero, r < a, q >= zero, q < b},
                            (q * a + r >= zero) & (q * a + r < b * a), {monotone.at(q, b, a)})),
      positive(book.prove("product_is_positive", "a, b > 0 => a*b > 0", {a, b}, {a > zero, b > zero},
                          a * b > zero)),
      nonnegative(book.prove("product_is_nonnegative", "a, b >= 0 => a*b >= 0", {a, b},
                             {a >= zero, b >= zero}, a * b >= zero)),
      quotient_range(book.prove(
          "quotient_is_bounded", "0 <= x < b*a => 0 <= x div a < b", {x, a, b},
          {a > zero, b > zero, x >= zero, x < b * a}, (quot(x, a) >= zero) & (quot(x, a) < b),
          {euclid.at(x, a), monotone.at(quot(x, a), zero, a), monotone.at(b - one, quot(x, a), a)})),
      rescale(book.prove("rescale", "u = q*b + r, m = b*a => u*a = q*m + r*a", {u, q, b, r, a, m},
                         {u == q * b + r, m == b * a}, u * a == q * m + r * a)),
      split(
          book.prove("split_the_modulus",
                     "m = b*a => x div m = (x div a) div b, x mod m = ((x div a) mod b)*a + x mod a",
                     {x, a, b, m}, {a > zero, b > zero, m == b * a},
                     (quot(x, m) == quot(quot(x, a), b)) & (rem(x, m) == rem(quot(x, a), b) * a + rem(x, a)),
                     {positive.at(b, a), euclid.at(x, a), euclid.at(quot(x, a), b),
                      two_digits.at(rem(x, a), rem(quot(x, a), b), a, b),
                      rescale.at(quot(x, a), quot(quot(x, a), b), b, rem(quot(x, a), b), a, m),
                      divide.at(x, quot(quot(x, a), b), rem(quot(x, a), b) * a + rem(x, a), m)})),
      transitive(book.prove("divisors_chain", "r | d, s*d | x => r | x", {x, r, d, s, m},
                            {r > zero, d > zero, s > zero, m == s * d, rem(d, r) == zero, rem(x, m) == zero},
                            rem(x, r) == zero,
                            {positive.at(s, d), euclid.at(d, r), euclid.at(x, m),
                             divide.at(x, quot(x, m) * s * quot(d, r), zero, r)})),
      distribute(book.prove("distribute", "d*(q*s + r) = (s*d)*q + d*r", {d, q, s, r}, {},
                            d * (q * s + r) == (s * d) * q + d * r)) {}

}  // namespace colex::sym
