// SPDX-License-Identifier: MIT
// What it means that an answer is right: the definitions that answers with unknowns are proved against (proved.hpp).
//
//   of composition(A, B) = R:   A(B(i)) == R(i) for every i below size(B), and size(R) == size(B)
//   of complement(A, M) = R:    A and R side by side give every offset below M once
#pragma once

#include <utility>
#include <vector>

#include "colex/colex.hpp"

namespace colex::unknowns {

/// How a layout reads an index in a claim.
template <class Int>
struct Reads {
  Layout<Int> layout{};
  bool runs_on = false;  ///< past its end the last mode goes on
};

/// For every index i of `digits`: i, read by `left` one after the other, is i read by `right`.
template <class Int>
struct SameValues {
  Layout<Int> digits{};
  std::vector<Reads<Int>> left{}, right{};
};

/// `parts` side by side give every offset of [0, size) once: sorted, each starts where those before it end.
template <class Int>
struct Tiles {
  Layout<Int> parts[2]{};
  Int size{};
};

/// What an answer must satisfy to be right. None where no definition is stated here.
template <class Int>
struct Meaning {
  bool stated = false;
  bool lacks = false;  ///< a part of the definition is not stated
  std::vector<SameValues<Int>> values{};
  std::vector<Tiles<Int>> tiles{};
  std::vector<std::pair<Int, Int>> equal{};  ///< numbers
};

template <class Int>
void mean_composition(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& r) {
  m.stated = true;
  m.equal.push_back({size(r), size(b)});
  m.values.push_back(
      {r, {{r}}, {{b}, {coalesce_extended(a), true}}});  // which is A, by coalesce_preserves_the_map
}

template <class Int>
void mean_same(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& r) {
  m.stated = true;
  m.equal.push_back({size(r), size(a)});
  m.values.push_back({a, {{a}}, {{r}}});
}

/// (A o B, A o C), C the complement of B in size(A).
template <class Int>
void mean_divide(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& b, Layout<Int> const& r) {
  auto const rest = complement(b, size(a));
  if (!rest || rank(r) != 2) {
    m.lacks = true;
    return;
  }
  m.tiles.push_back({{b, *rest}, size(a)});
  mean_composition(m, a, join(b, *rest), r);
}

/// mean(m, mode of a, tile, mode of r) wherever the tiler has a tile; the other modes stay the same.
template <class Int, class Mean>
void mean_by_mode(Meaning<Int>& m, Layout<Int> const& a, Tiler<Int> const& t, Layout<Int> const& r,
                  Mean const& mean) {
  if (t.is_keep()) return mean_same(m, a, r);
  if (t.is_tile()) return mean(m, a, t.modes, r);
  m.lacks = m.lacks || rank(r) != rank(a);
  for (int k = 0; k < rank(a) && !m.lacks; ++k)
    k < rank(t.modes) ? mean_by_mode(m, entry(a, k), entry(t, k), entry(r, k), mean)
                      : mean_same(m, entry(a, k), entry(r, k));
}
template <class Int>
void mean_divide(Meaning<Int>& m, Layout<Int> const& a, Tiler<Int> const& t, Layout<Int> const& r) {
  using L = Layout<Int> const&;
  mean_by_mode(m, a, t, r, [](Meaning<Int>& of, L x, L tile, L y) { mean_divide(of, x, tile, y); });
}
template <class Int>
void mean_composition(Meaning<Int>& m, Layout<Int> const& a, Tiler<Int> const& t, Layout<Int> const& r) {
  using L = Layout<Int> const&;
  mean_by_mode(m, a, t, r, [](Meaning<Int>& of, L x, L tile, L y) { mean_composition(of, x, tile, y); });
}

/// `back` undoes `a`: back(a(i)) == i.
template <class Int>
void mean_undone(Meaning<Int>& m, Layout<Int> const& a, Layout<Int> const& back) {
  m.stated = true;
  m.values.push_back({a, {{a}, {back}}, {}});
}

/// What two answers mean, one after the other.
template <class Int>
Meaning<Int> both(Meaning<Int> a, Meaning<Int> const& b) {
  a.stated = a.stated && b.stated;
  a.lacks = a.lacks || b.lacks;
  a.values.insert(a.values.end(), b.values.begin(), b.values.end());
  a.tiles.insert(a.tiles.end(), b.tiles.begin(), b.tiles.end());
  a.equal.insert(a.equal.end(), b.equal.begin(), b.equal.end());
  return a;
}

}  // namespace colex::unknowns
