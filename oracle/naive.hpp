// SPDX-License-Identifier: MIT
// The deliberately naive oracle: layouts as tables of offsets, and questions answered by search, each from
// its definition. Reads a layout's shapes and strides, and shares nothing else with the library.
//
//   table((2,2):(3,1)) == {0, 3, 1, 4}        tile({0, 2}, 4) == {0, 1}, the offsets that complete it
//   is_a_layout({0, 2, 4, 7, 9, 11}) is true: 3 times 2 points, 2 and 7 apart
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "colex/layout.hpp"

namespace colex::naive {

using Int = std::int64_t;
using Table = std::vector<Int>;

/// The value at every coordinate, counted like an odometer whose leftmost digit runs fastest.
inline Table table(Layout<Int> const& l) {
  Table r{0};
  for (auto const& mode : l.leaves) {
    Table longer;
    for (Int digit = 0; digit < mode.shape; ++digit)
      for (Int const before : r) longer.push_back(before + digit * mode.stride);
    r = longer;
  }
  return r;
}

/// Room for the product of two numbers of the machine: an oracle that wraps is none.
__extension__ typedef __int128 Wide;
/// Whether a layout may have this offset.
inline bool fits(Wide offset) { return offset <= Wide{1} << 62 && offset >= -(Wide{1} << 62); }

/// The value at `index` >= 0 when the last mode runs on for ever: digits taken off from the slowest.
inline Wide extended_wide(Layout<Int> const& l, Int index) {
  std::vector<Int> place{1};
  for (auto const& mode : l.leaves) place.push_back(place.back() * mode.shape);
  Wide offset = 0;
  for (int k = l.leaves.count; k-- > 0;) {
    Int const digit = index / place[static_cast<std::size_t>(k)];
    index -= digit * place[static_cast<std::size_t>(k)];
    offset += Wide{digit} * l.leaves[k].stride;
  }
  return offset;
}
inline Int extended(Layout<Int> const& l, Int index) { return static_cast<Int>(extended_wide(l, index)); }

/// Is the table, from 0 on, that of some layout? Tries every ordered factorisation of its length into factors
/// above 1; the strides can only be what the table says at the place values.
inline bool is_a_layout(Table const& f, std::vector<Int> const& factors = {}, Int points = 1) {
  Int const n = static_cast<Int>(f.size());
  if (points == n) {
    for (Int i = 0; i < n; ++i) {
      Int rest = i, place = 1;
      Wide sum = 0;
      for (Int const s : factors) {
        sum += Wide{rest % s} * f[static_cast<std::size_t>(place)];
        rest /= s;
        place *= s;
      }
      if (sum != f[static_cast<std::size_t>(i)]) return false;
    }
    return true;
  }
  for (Int s = 2; points * s <= n; ++s) {
    if (n % (points * s) != 0) continue;
    auto more = factors;
    more.push_back(s);
    if (is_a_layout(f, more, points * s)) return true;
  }
  return false;
}

/// The offsets C, increasing, for which a + c meets every element of [0, end) exactly once; none when there
/// is no such set. The least element not met yet can only be met by a copy of `a` that starts there.
inline std::optional<Table> tile(Table const& a, Int end) {
  if (std::any_of(a.begin(), a.end(), [](Int x) { return x < 0; })) return std::nullopt;
  std::vector<bool> met(static_cast<std::size_t>(end), false);
  Table starts;
  for (Int c = 0; c < end; ++c) {
    if (met[static_cast<std::size_t>(c)]) continue;
    starts.push_back(c);
    for (Int const x : a) {
      if (c + x >= end || met[static_cast<std::size_t>(c + x)]) return std::nullopt;
      met[static_cast<std::size_t>(c + x)] = true;
    }
  }
  return starts;
}

/// c -> A(B(c)) where some layout nested as B is computes it, by search: every mode of B alone must give the
/// table of a layout, and the whole must be the sum of its modes. `bounded`: A is not defined past its size.
/// A's values below 0 are those of a linear A, and undefined otherwise.
inline std::optional<Table> compose(Layout<Int> const& a, Layout<Int> const& b, bool bounded) {
  Table const at = table(a), inner = table(b);
  Int const points = static_cast<Int>(at.size());
  bool linear = !bounded;
  for (Int i = 0; i <= 2 * points; ++i) linear = linear && extended_wide(a, i) == i * extended_wide(a, 1);
  auto defined = [&](Int i) { return i < 0 ? linear : !bounded || i < points; };
  auto outer = [&](Int i) { return i < 0 ? i * extended_wide(a, 1) : extended_wide(a, i); };
  Table truth;
  for (Int const i : inner) {
    if (!defined(i) || !fits(outer(i))) return std::nullopt;
    truth.push_back(static_cast<Int>(outer(i)));
  }
  Table sum{0};
  for (auto const& mode : b.leaves) {
    Table alone, longer;
    for (Int digit = 0; digit < mode.shape; ++digit)
      alone.push_back(static_cast<Int>(outer(digit * mode.stride)));
    if (!is_a_layout(alone)) return std::nullopt;
    for (Int const x : alone)
      for (Int const before : sum) {
        if (!fits(Wide{before} + x)) return std::nullopt;
        longer.push_back(before + x);
      }
    sum = longer;
  }
  if (sum != truth) return std::nullopt;
  return truth;
}

}  // namespace colex::naive
