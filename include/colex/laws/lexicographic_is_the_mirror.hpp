// SPDX-License-Identifier: MIT
// Law: with the rightmost mode fastest each operation is the colexicographic one in a mirror.
// (2,3):(3,1) at the lexicographic index 4 is (3,2):(1,3) at the index 4.
#pragma once

#include "colex/lexicographic_divide.hpp"
#include "colex/lexicographic_inverse.hpp"
#include "colex/reverse.hpp"

namespace colex::laws {

struct lexicographic_is_the_mirror {
  static constexpr char const* statement =
      "lex_evaluate(L, i) adds digit times stride, the last mode's digit being taken first; lex_f(A, ...) is "
      "answered where f of the layouts with their leaves in the opposite order is, refused for the same "
      "reason, and at the lexicographic index i it is what that is at i; transpose(L) at (j, ..., i) is L at "
      "(i, ..., j)";
  static constexpr char const* source = "torch.distributed's _pycute; CuTe's LayoutRight";

  template <Number Int>
  using Truth = decltype(Int(0) == Int(0));

  /// The leaves in the opposite order, side by side.
  template <Number Int>
  static constexpr Layout<Int> mirror(Layout<Int> const& l) {
    if (l.profile.is_leaf({})) return l;
    List<Mode<Int>> r;
    for (int k = l.leaves.count; k-- > 0;) r.push(l.leaves[k]);
    return flat(r);
  }
  /// Digit times stride, the last mode's digit first.
  template <Number Int>
  static constexpr Int value(Layout<Int> const& l, Int const& index) {
    Int rest = index, sum(0);
    for (int k = l.leaves.count; k-- > 0;) {
      sum = sum + rest % l.leaves[k].shape * l.leaves[k].stride;
      rest = rest / l.leaves[k].shape;
    }
    return sum;
  }

  /// The offset at an index, by itself and through the coordinate.
  template <Number Int>
  static constexpr auto counts(Layout<Int> const& l, Int const& index) {
    auto const through = lex_crd2idx(lex_idx2crd(index, shape(l)), l);
    return both(lex_evaluate(l, index) == value(l, index), Truth<Int>(bool(through)),
                through.value == value(l, index));
  }
  /// R, counted lexicographically, is S at one 0 <= index < |S|.
  template <Number Int>
  static constexpr auto reads(Layout<Int> const& r, Layout<Int> const& s, Int const& index) {
    return both(size(r) == size(s), value(r, index) == evaluate(s, index));
  }
  /// Both are answered so, or refused for one reason.
  template <Number Int>
  static constexpr auto alike(Result<Layout<Int>, Int> const& r, Result<Layout<Int>, Int> const& s,
                              Int const& index) {
    if (!r || !s) return Truth<Int>(r.refusal.condition == s.refusal.condition);
    return reads(r.value, s.value, index);
  }
  /// The two modes of a divide or a product, each at its own index.
  template <Number Int>
  static constexpr auto pair_alike(Result<Layout<Int>, Int> const& r, Result<Layout<Int>, Int> const& s,
                                   Int const& first, Int const& second) {
    if (!r || !s) return Truth<Int>(r.refusal.condition == s.refusal.condition);
    if (rank(r.value) != 2 || rank(s.value) != 2) return Truth<Int>(false);
    return both(reads(entry(r.value, 0), entry(s.value, 0), first),
                reads(entry(r.value, 1), entry(s.value, 1), second));
  }
  template <Number Int>
  static constexpr bool same(Layout<Int> const& a, Layout<Int> const& b) {
    bool all = a.profile == b.profile;
    for (int k = 0; all && k < a.leaves.count; ++k)
      all = bool(a.leaves[k].shape == b.leaves[k].shape) && bool(a.leaves[k].stride == b.leaves[k].stride);
    return all;
  }
  /// By mode: ((first, second) of each mode ..., what the tiler does not reach) against the same gathered: first with first.
  template <Number Int>
  static constexpr bool gathered(Layout<Int> const& by_mode, Layout<Int> const& zipped,
                                 Layout<Int> const& tiled, Layout<Int> const& flat_one, int tilers) {
    auto const firsts = entry(zipped, 0), seconds = entry(zipped, 1);
    int const others = rank(by_mode) - tilers;
    if (rank(zipped) != 2 || rank(firsts) != tilers || rank(seconds) != tilers + others) return false;
    if (rank(tiled) != 1 + tilers + others || rank(flat_one) != 2 * tilers + others) return false;
    for (int k = 0; k < tilers + others; ++k) {
      auto const mode = entry(by_mode, k), second = k < tilers ? entry(mode, 1) : mode;
      if (k < tilers && !(same(entry(firsts, k), entry(mode, 0)) && same(entry(flat_one, k), entry(mode, 0))))
        return false;
      if (!(same(entry(seconds, k), second) && same(entry(tiled, 1 + k), second) &&
            same(entry(flat_one, tilers + k), second)))
        return false;
    }
    return same(entry(tiled, 0), firsts);
  }
  /// transpose(L) at the coordinate of which the entries at the top are turned round.
  template <Number Int>
  static constexpr auto turned(Layout<Int> const& l, IntTuple<Int> const& coordinate) {
    auto const there = crd2idx(reverse(coordinate), transpose(l)), here = crd2idx(coordinate, l);
    return both(Truth<Int>(bool(there) == bool(here)), there.value == here.value);
  }
};

}  // namespace colex::laws
