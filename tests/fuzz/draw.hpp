// SPDX-License-Identifier: MIT
// Layouts out of bytes: chains of compact strides with gaps, arbitrary small ones, tilers made of another
// layout's place values, and now and then numbers of any size.
//
//   Case c(in);   to_text(c.a) == "(4,(2,3)):(2,(1,8))"
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "fuzz.hpp"

namespace colex::fuzz {

using Int = std::int64_t;
using L = Layout<Int>;
using Modes = std::vector<Mode<Int>>;

/// The modes as a layout, some of them side by side in tuples.
inline L nest(Bytes& in, Modes const& modes) {
  if (modes.size() == 1 && in.below(4) != 0) return leaf(modes[0]);
  auto r = open<Mode<Int>>(0);
  for (std::size_t k = 0; k < modes.size();) {
    if (in.below(3) != 0 || k + 1 == modes.size()) {
      r = append(r, leaf(modes[k++]));
    } else {
      r = append(r, join(leaf(modes[k]), leaf(modes[k + 1])));
      k += 2;
    }
  }
  return r;
}

/// Compact strides in some order, with gaps and a near miss now and then.
inline L chain(Bytes& in, int most_modes, Int most_points) {
  Modes modes;
  Int stride = 1, points = 1;
  for (int k = in.between(1, most_modes); k > 0; --k) {
    Int const extent = std::min<Int>(in.between(1, 6), most_points / points);
    modes.push_back({extent, in.one_in(16) ? stride + 1 : stride});
    points *= extent;
    stride *= extent * (in.one_in(3) ? in.between(2, 3) : 1);
  }
  if (in.one_in(2)) std::reverse(modes.begin(), modes.end());
  if (in.one_in(4)) std::rotate(modes.begin(), modes.begin() + 1, modes.end());
  return nest(in, modes);
}

inline L arbitrary(Bytes& in, int most_modes, Int most_points) {
  Modes modes;
  Int points = 1;
  for (int k = in.between(0, most_modes); k > 0; --k) {
    Int const extent = std::min<Int>(in.between(1, 6), most_points / points);
    points *= extent;
    modes.push_back({extent, in.one_in(12) ? -in.between(1, 8) : in.below(21)});
  }
  return nest(in, modes);
}

/// Modes whose strides and extents come from the place values of `a`.
inline L tiler(Bytes& in, L const& a, int most_modes, Int most_points) {
  std::vector<Int> place{1};
  for (auto const& m : a.leaves) place.push_back(place.back() * m.shape);
  Modes modes;
  Int points = 1;
  for (int k = in.between(1, most_modes); k > 0; --k) {
    Int const stride = place[static_cast<std::size_t>(in.below(static_cast<int>(place.size())))];
    Int const extent = std::min<Int>(in.between(1, 8), most_points / points);
    points *= extent;
    modes.push_back({extent, in.one_in(8) ? stride * in.between(2, 3) : stride});
  }
  return nest(in, modes);
}

/// Numbers of any size, as far as a layout may hold them.
inline L enormous(Bytes& in) {
  Modes modes;
  for (int k = in.between(1, 4); k > 0; --k) {
    Int const extent = (in.word() >> in.below(64)) & (kReachLimit - 1);
    modes.push_back({extent + 1, in.word() >> in.below(64)});
  }
  L const l = nest(in, modes);
  return well_formed(l) == Condition::none ? l : leaf(modes[0]);
}

/// What an operation is asked about. `small`: every law can be enumerated.
struct Case {
  L a, b;
  Int n;
  Swizzle s, t;
  bool small = true;

  explicit Case(Bytes& in) {
    int const kind = in.byte();
    if (kind % 16 == 7) {
      a = enormous(in), b = in.one_in(2) ? enormous(in) : chain(in, 3, 16);
      n = in.word() >> in.below(64);
    } else {
      a = kind % 2 == 0 ? chain(in, 4, 64) : arbitrary(in, 4, 64);
      b = kind / 16 % 4 == 0   ? arbitrary(in, 3, 16)
          : kind / 16 % 4 == 1 ? chain(in, 3, 16)
                               : tiler(in, a, 3, 16);
      n = in.one_in(4) ? least_cotarget(a) * in.between(1, 3) : in.below(97);
    }
    for (Swizzle* w : {&s, &t}) *w = {in.below(4), in.below(4), in.between(-4, 4)};
    for (L* l : {&a, &b})
      if (well_formed(*l) != Condition::none) *l = leaf(Mode<Int>{1, 0});
    small = size(a) <= 64 && size(b) <= 16 && cosize(a) <= 4096 && cosize(b) <= 4096 && n >= 0 && n <= 512;
  }
  std::string text() const {
    return "a '" + to_text(a) + "' b '" + to_text(b) + "' n " + std::to_string(n) + " s '" + to_text(s) +
           "' t '" + to_text(t) + "'";
  }
};

}  // namespace colex::fuzz
