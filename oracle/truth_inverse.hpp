// SPDX-License-Identifier: MIT
// Brute-force truth for inverses: does any layout give the coordinates back, and how long can a right inverse
// be? Both by trying every chain of prime steps; a composite step can be refined.
#pragma once

#include <utility>

#include "oracle/truth.hpp"

namespace colex::truth {

using Row = std::vector<Int>;

inline bool is_prime(Int q) {
  for (Int p = 2; p * p <= q; ++p)
    if (q % p == 0) return false;
  return q >= 2;
}

/// Whether weights w solve sum w[j] * row[j] == row.back() for every row over the integers. Rational
/// elimination is not enough: Hermite's form, by columns, on a copy.
inline bool solvable(std::vector<Row> rows) {
  if (rows.empty()) return true;
  std::size_t const unknowns = rows[0].size() - 1;
  std::size_t settled = 0;
  Row chosen(unknowns, 0);  // multiples of the settled columns, in echelon form
  for (auto& row : rows) {
    for (std::size_t j = settled + 1; j < unknowns; ++j)  // gcd of the open columns into column `settled`
      while (row[j] != 0) {
        Int const q = row[settled] / row[j];
        for (auto& r : rows) {
          r[settled] -= q * r[j];
          std::swap(r[settled], r[j]);
        }
      }
    Int want = row.back();
    for (std::size_t j = 0; j < settled; ++j) want -= row[j] * chosen[j];
    if (settled < unknowns && row[settled] != 0) {
      if (want % row[settled] != 0) return false;
      chosen[settled] = want / row[settled];
      ++settled;
    } else if (want != 0) {
      return false;
    }
  }
  return true;
}

/// Whether any layout sends f[k] to want[k]: every chain of moduli up to the largest offset, without pruning.
inline bool has_left_inverse(Table const& f, Table const& want, Row moduli = {1}) {
  Int const top = f.top();
  bool extended = false;
  for (Int q = 2; moduli.back() * q <= top; ++q) {
    if (!is_prime(q)) continue;
    extended = true;
    Row longer = moduli;
    longer.push_back(moduli.back() * q);
    if (has_left_inverse(f, want, longer)) return true;
  }
  if (extended) return false;
  std::vector<Row> rows;
  for (int k = 0; k < f.count; ++k) {
    Row row;
    for (std::size_t j = 0; j < moduli.size(); ++j)
      row.push_back(j + 1 < moduli.size() ? f[k] % moduli[j + 1] / moduli[j] : f[k] / moduli[j]);
    row.push_back(want[k]);
    rows.push_back(row);
  }
  return solvable(rows);
}

/// The most points n that a layout R can have with f(R(k)) == k == g(R(k)) for every k < n: every chain of
/// prime extents, every coordinate with the offset that is due.
class LongestRightInverse {
 public:
  LongestRightInverse(Table const& f, Table const& g) : f_(f), g_(g), points_(std::min(f.count, g.count)) {
    Seen& seen = fresh_seen();
    for (int k = 0; k < points_; ++k)
      if (f[k] == g[k] && f[k] >= 0) seen.insert(f[k]);
    while (seen.has(bound_)) ++bound_;
    if (bound_ == 0) return;  // neither reaches 0 where the other does: cannot be, f(0) = g(0) = 0
    back_.push(0);
    extend();
  }
  int longest() const { return longest_; }

 private:
  void extend() {
    int const n = back_.count;
    longest_ = std::max(longest_, n);
    if (longest_ == bound_ || 2 * n > bound_) return;
    for (int d = 1; d < points_; ++d) {
      if (f_[d] != n || g_[d] != n) continue;
      Int run = 1;  // multiples of d that go on as they should
      while ((run + 1) * n <= bound_ && goes_on(run, d)) ++run;
      for (Int p = 2; p <= run && longest_ < bound_; ++p) {
        if (!is_prime(p)) continue;
        for (Int c = 1; c < p; ++c)
          for (int k = 0; k < n; ++k) back_.push(back_[k] + c * d);
        extend();
        back_.count = n;
      }
    }
  }
  bool goes_on(Int c, Int d) const {
    for (int k = 0; k < back_.count; ++k) {
      Int const x = back_[k] + c * d, want = k + c * back_.count;
      if (x >= points_ || f_[x] != want || g_[x] != want) return false;
    }
    return true;
  }
  Table const &f_, &g_;
  int points_, bound_ = 0, longest_ = 0;
  Table back_;
};

}  // namespace colex::truth
