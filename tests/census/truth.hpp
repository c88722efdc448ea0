// SPDX-License-Identifier: MIT
// Brute-force truth for the census: offsets as tables, and questions answered by trying everything. Nothing
// here uses the algebra; it is the other opinion.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "colex/layout.hpp"

namespace census {

using Int = std::int64_t;
using colex::Layout;
using colex::Mode;
using Table = std::vector<Int>;

/// The layout with these flat modes; one mode stands for itself.
inline Layout<Int> make(std::vector<Mode<Int>> const& modes) {
  colex::List<Mode<Int>> list;
  for (auto const& m : modes) list.push(m);
  return colex::flat(list);
}

inline Table table(Layout<Int> const& layout) {
  Table values{0};
  for (auto const& m : layout.leaves) {
    Table next;
    for (Int c = 0; c < m.shape; ++c)
      for (Int v : values) next.push_back(v + c * m.stride);
    values = next;
  }
  return values;
}

/// Whether f is a layout: some extent n divides the number of points such that f(i + n j) = i f(1) + f(n j),
/// and j -> f(n j) is a layout. Every n is tried.
inline bool is_layout(Table const& f) {
  if (f.empty() || f[0] != 0) return false;
  if (f.size() == 1) return true;
  for (std::size_t n = f.size(); n >= 2; --n) {
    if (f.size() % n != 0) continue;
    bool fits = true;
    for (std::size_t k = 0; k < f.size() && fits; ++k)
      fits = f[k] == static_cast<Int>(k % n) * f[1] + f[k - k % n];
    if (!fits) continue;
    Table rest;
    for (std::size_t j = 0; j < f.size(); j += n) rest.push_back(f[j]);
    if (is_layout(rest)) return true;
  }
  return false;
}

/// Whether weights w solve sum w[j] * row[j] == row.back() for every row over the integers. Rational
/// elimination is not enough: Hermite's form, by columns, on a copy.
inline bool solvable(std::vector<Table> rows) {
  if (rows.empty()) return true;
  std::size_t const unknowns = rows[0].size() - 1;
  std::size_t settled = 0;
  Table chosen(unknowns, 0);  // multiples of the settled columns, in echelon form
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

/// Whether any layout sends f[k] back to k: every chain of moduli up to the largest offset, without any
/// pruning but that steps are prime (a composite step can be refined).
inline bool has_left_inverse(Table const& f, Table moduli = {1}) {
  Int const top = *std::max_element(f.begin(), f.end());
  bool extended = false;
  for (Int q = 2; moduli.back() * q <= top; ++q) {
    bool prime = true;
    for (Int p = 2; p * p <= q; ++p) prime = prime && q % p != 0;
    if (!prime) continue;
    extended = true;
    Table longer = moduli;
    longer.push_back(moduli.back() * q);
    if (has_left_inverse(f, longer)) return true;
  }
  if (extended) return false;
  std::vector<Table> rows;
  for (std::size_t k = 0; k < f.size(); ++k) {
    Table row;
    for (std::size_t j = 0; j < moduli.size(); ++j)
      row.push_back(j + 1 < moduli.size() ? f[k] % moduli[j + 1] / moduli[j] : f[k] / moduli[j]);
    row.push_back(static_cast<Int>(k));
    rows.push_back(row);
  }
  return solvable(rows);
}

/// Whether some increasing set R, 0 in R, makes (a, r) -> f[a] + r a bijection onto [0, m): the least offset
/// not yet covered must itself be in R, so there is at most one such set. `found` is that set.
inline bool tiles(Table const& f, Int m, Table& found) {
  std::vector<char> hit(static_cast<std::size_t>(m), 0);
  found.clear();
  for (Int next = 0; next < m; ++next) {
    if (hit[static_cast<std::size_t>(next)] != 0) continue;
    for (Int v : f) {
      if (v < 0 || next + v >= m || hit[static_cast<std::size_t>(next + v)] != 0) return false;
      hit[static_cast<std::size_t>(next + v)] = 1;
    }
    found.push_back(next);
  }
  return true;
}

}  // namespace census
