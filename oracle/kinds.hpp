// SPDX-License-Identifier: MIT
// The naive oracle for layouts behind a swizzle or a map over GF(2): values in the words of the definition, and
// whether any layout of these kinds has given values, by trying all.
//
//   value(Sw<1,0,2> o 0 o 8:1, 5) == 4          linear({0, 1, 3, 2}) is true          linear({0, 1, 2, 4}) is false
#pragma once

#include <cstdlib>

#include "colex/any_layout.hpp"
#include "oracle/naive.hpp"

namespace colex::naive {

/// What the outer map makes of an argument: bits of it pick columns, or are XORed into others.
inline Int value(AnyLayout const& c, Int argument) {
  if (c.outer.is_map) {
    Int r = 0;
    for (int k = 0; k < c.outer.map.inputs; ++k)
      if (argument / (Int{1} << k) % 2 == 1) r ^= c.outer.map.column[k];
    return r;
  }
  Swizzle const& s = c.outer.swizzle;
  Int r = argument;
  for (int k = s.base; k < s.base + s.bits; ++k) {
    int const from = s.shift > 0 ? k + s.shift : k, to = s.shift > 0 ? k : k - s.shift;
    if (argument / (Int{1} << from) % 2 == 1) r ^= Int{1} << to;
  }
  return r;
}

inline Table table(AnyLayout const& c) {
  Table r;
  for (Int const at : table(c.inner)) r.push_back(value(c, c.offset + at));
  return r;
}

/// The value at `index` >= 0 when the inner layout's last mode runs on.
inline Int extended(AnyLayout const& c, Int index) { return value(c, c.offset + extended(c.inner, index)); }

/// Whether each value is the XOR of those at the bits of its index, and of the first.
inline bool xor_of_parts(Table const& f) {
  for (std::size_t i = 0; i < f.size(); ++i) {
    Int parts = f[0];
    for (std::size_t bit = 1; bit <= i; bit *= 2)
      if ((i & bit) != 0) parts ^= f[bit] ^ f[0];
    if (parts != f[i]) return false;
  }
  return true;
}
/// The same for a table as long as a power of two: a map over GF(2), and a constant.
inline bool linear(Table const& f) { return (f.size() & (f.size() - 1)) == 0 && xor_of_parts(f); }

/// Whether a layout with a mode per extent, or modes in place of one, has these values.
inline bool is_nested_layout(Table const& f, IntTuple<Int> const& dims) {
  std::size_t place = 1;
  for (Int const extent : dims.leaves) {
    Table along;
    for (std::size_t k = 0; k < static_cast<std::size_t>(extent); ++k) along.push_back(f[k * place]);
    if (!is_a_layout(along)) return false;
    for (std::size_t i = 0; i < f.size(); ++i) {
      std::size_t const digit = i / place % static_cast<std::size_t>(extent);
      if (f[i] != f[i - digit * place] + along[digit]) return false;
    }
    place *= static_cast<std::size_t>(extent);
  }
  return true;
}

/// Whether a layout, one behind a swizzle, or a map on the bits of the index has these values: all are tried.
inline bool representable(Table const& f, IntTuple<Int> const& dims) {
  int limit = 0;
  for (Int const v : f)
    while (v >> limit != 0) ++limit;
  for (int base = 0; base <= limit; ++base)
    for (int bits = 0; bits <= limit; ++bits)
      for (int shift = -limit; shift <= limit; ++shift) {
        if (bits > std::abs(shift) || base + bits + std::abs(shift) > limit) continue;
        Table moved;
        AnyLayout const s{Swizzle{bits, base, shift}, 0, {}};
        for (Int const v : f) moved.push_back(value(s, v) - value(s, f[0]));
        if (is_nested_layout(moved, dims)) return true;
      }
  return xor_of_parts(f);
}

}  // namespace colex::naive
