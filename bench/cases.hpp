// SPDX-License-Identifier: MIT
// The inputs of the bench: for each number of modes, flat and nested, sixteen drawn layouts and what goes with them.
//
//   cases(4, true)[0].a   a nested permutation of its offsets, as ((4,2),(2,4)):((1,16),(4,8))
//
// Extents are powers of two, so that every operation has an answer and each library can be asked the same.
#pragma once

#include <array>
#include <cstdint>

#include "colex/colex.hpp"

namespace colex::bench {

using I = std::int64_t;

struct Case {
  Layout<I> a;      ///< onto [0, size)
  Layout<I> order;  ///< the same points in another order: A o order exists
  Layout<I> gaps;   ///< a with every other stride from some mode on doubled
  Layout<I> tile;   ///< 2:1
  Tiler<I> tiler;   ///< <2, 2, ...> by mode
  IntTuple<I> coordinate;
  I index = 0, cotarget = 0;
};
inline constexpr int kCases = 16, kMostModes = 8;

/// xorshift64: the same cases everywhere.
struct Draw {
  std::uint64_t state = 88172645463325252u;
  int below(int n) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<int>(state % static_cast<std::uint64_t>(n));
  }
};

/// `modes` leaves: flat, or the first two, the next two ... in tuples of their own.
inline Profile nesting(int modes, bool nested) {
  Profile p{};
  if (modes == 1) {
    p.leaf();
    return p;
  }
  p.tuple(nested ? (modes + 1) / 2 : modes);
  for (int k = 0; k < modes; ++k) {
    if (nested && k % 2 == 0 && k + 1 < modes) p.tuple(2);
    p.leaf();
  }
  return p;
}

inline Case draw_case(Draw& draw, int modes, bool nested) {
  int order[kMostModes];
  auto shuffle = [&] {
    for (int k = 0; k < modes; ++k) order[k] = k;
    for (int k = modes; k-- > 1;) std::swap(order[k], order[draw.below(k + 1)]);
  };
  I extent[kMostModes];
  for (int k = 0; k < modes; ++k) extent[k] = I{2} << draw.below(2);
  Profile const profile = nesting(modes, nested);
  auto compact = [&](int doubled_from) {
    Layout<I> l{profile, {}};
    I stride[kMostModes]{}, next = 1;
    for (int k = 0; k < modes; ++k) {
      if (k == doubled_from) next *= 2;
      stride[order[k]] = next;
      next *= extent[order[k]];
    }
    for (int k = 0; k < modes; ++k) l.leaves.push({extent[k], stride[k]});
    return l;
  };
  Case c{};
  shuffle();
  c.a = compact(-1);
  c.gaps = compact(draw.below(modes));
  shuffle();
  c.order = compact(-1);
  c.tile = leaf(Mode<I>{2, 1});
  auto twos = open<I>(rank(c.a));
  for (int k = 0; k < rank(c.a); ++k) graft(twos, leaf(I{2}));
  c.tiler = Tiler<I>(modes == 1 ? leaf(I{2}) : twos);
  c.index = draw.below(static_cast<int>(size(c.a)));
  c.coordinate = idx2crd(c.index, shape(c.a));
  c.cotarget = size(c.a) * 4;
  return c;
}

inline std::array<Case, kCases> cases(int modes, bool nested) {
  Draw draw;
  std::array<Case, kCases> r;
  for (auto& c : r) c = draw_case(draw, modes, nested);
  return r;
}

}  // namespace colex::bench
