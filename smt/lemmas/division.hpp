// SPDX-License-Identifier: MIT
// Everything colex knows of div and mod. Nonlinear arithmetic is asked of the solvers here and nowhere else:
// each lemma follows from the ones before it, and theorems use instances.
#pragma once

#include "sym/proof.hpp"

namespace colex::sym {

/// The symbols in which the lemmas are stated.
struct LemmaVariables {
  LemmaVariables();
  Integer zero = 0, one = 1, x, q, r, p, u, a, b, m, d, s;
};

struct Lemmas : private LemmaVariables {
  explicit Lemmas(Book& book);

  Lemma monotone;        ///< (x, q, a): a > 0, x < q  =>  x*a + a <= q*a
  Lemma euclid;          ///< (x, a): a > 0  =>  x = (x div a)*a + x mod a, 0 <= x mod a < a
  Lemma unique;          ///< (q, r, p, u, a): q*a + r = p*a + u, 0 <= r, u < a  =>  q = p, r = u
  Lemma divide;          ///< (x, q, r, a): x = q*a + r, 0 <= r < a  =>  x div a = q, x mod a = r
  Lemma by_one;          ///< (x, a): a = 1  =>  x div a = x, x mod a = 0
  Lemma two_digits;      ///< (r, q, a, b): 0 <= r < a, 0 <= q < b  =>  0 <= q*a + r < b*a
  Lemma positive;        ///< (a, b): a, b > 0  =>  a*b > 0
  Lemma nonnegative;     ///< (a, b): a, b >= 0  =>  a*b >= 0
  Lemma quotient_range;  ///< (x, a, b): a, b > 0, 0 <= x < b*a  =>  0 <= x div a < b
  Lemma rescale;         ///< (u, q, b, r, a, m): u = q*b + r, m = b*a  =>  u*a = q*m + r*a
  Lemma split;           ///< (x, a, b, m): a, b > 0, m = b*a  =>  x div m = (x div a) div b,
                         ///<               x mod m = ((x div a) mod b)*a + x mod a
  Lemma transitive;      ///< (x, r, d, s, m): r, d, s > 0, m = s*d, r | d, m | x  =>  r | x
  Lemma distribute;      ///< (d, q, s, r): d*(q*s + r) = (s*d)*q + d*r
};

}  // namespace colex::sym
