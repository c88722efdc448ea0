// SPDX-License-Identifier: MIT
// Law: zipped, tiled, flat, blocked and raked move modes and change none.   ((2,4),(4,2)) -> ((2,4),(4,2))
#pragma once

#include "colex/product.hpp"

namespace colex::laws {

struct variants_regroup_the_modes {
  static constexpr char const* statement =
      "at tile coordinates t and grid coordinates g, the zipped, tiled and flat variants have what the "
      "logical "
      "one has at the pairs (t, g); blocked and raked products have what the logical one has";
  static constexpr char const* source = "T48, T49; Cecka, arXiv:2603.02298, sections 3.5 and 3.6";

  /// The tuple of the given entries.
  template <Number Int>
  static constexpr IntTuple<Int> tuple(List<IntTuple<Int>> const& entries) {
    auto r = open<Int>(entries.count);
    for (auto const& e : entries) graft(r, e);
    return r;
  }
  template <Number Int>
  static constexpr IntTuple<Int> leaves(List<Int> const& numbers) {
    auto r = open<Int>(numbers.count);
    for (auto const& x : numbers) graft(r, leaf(x));
    return r;
  }

  /// `pairs` is a divide or product by mode, its modes ((tile,grid),...), two or more; t and g have as many
  /// entries.
  template <Number Int>
  static constexpr auto variants_agree(Layout<Int> const& pairs, Layout<Int> const& zipped,
                                       Layout<Int> const& tiled, Layout<Int> const& flat, List<Int> const& t,
                                       List<Int> const& g) {
    List<IntTuple<Int>> by_pair, zips, tiles, all;
    zips.push(leaves(t));
    zips.push(leaves(g));
    tiles.push(leaves(t));
    for (auto const& x : t) all.push(leaf(x));
    for (auto const& x : g) {
      tiles.push(leaf(x));
      all.push(leaf(x));
    }
    for (int k = 0; k < t.count; ++k) by_pair.push(join(leaf(t[k]), leaf(g[k])));
    Int const want = evaluate(pairs, tuple(by_pair));
    return both(evaluate(zipped, tuple(zips)) == want, evaluate(tiled, tuple(tiles)) == want,
                evaluate(flat, tuple(all)) == want);
  }

  /// `product` is (block, copies), of as many modes each as there are numbers in b and c.
  template <Number Int>
  static constexpr auto pairs_agree(Layout<Int> const& product, Layout<Int> const& blocked,
                                    Layout<Int> const& raked, List<Int> const& b, List<Int> const& c) {
    List<IntTuple<Int>> whole, block_first, copy_first;
    whole.push(leaves(b));
    whole.push(leaves(c));
    for (int k = 0; k < b.count; ++k) {
      block_first.push(join(leaf(b[k]), leaf(c[k])));
      copy_first.push(join(leaf(c[k]), leaf(b[k])));
    }
    Int const want = evaluate(product, tuple(whole));
    return both(evaluate(blocked, tuple(block_first)) == want, evaluate(raked, tuple(copy_first)) == want);
  }
};

}  // namespace colex::laws
