// SPDX-License-Identifier: MIT
// Law: an edit of a tree moves whole entries and leaves the others as they are.    replace((4,8), 1, 2) ==
// (4,2)
#pragma once

#include "colex/make.hpp"

namespace colex::laws {

struct edits_keep_the_other_modes {
  static constexpr char const* statement =
      "take, select, append, prepend, replace, group, zip and slice give tuples of the entries that they "
      "name, "
      "each as it was, and refuse what is not there; flatten and unflatten keep the leaves in order; compact "
      "layouts have for strides the products of the extents that their order counts before";
  static constexpr char const* source = "CuTe, tuple algorithms, make_layout and compact_order";

  /// On symbols: the same term, letter for letter.
  template <Number Int>
  static constexpr bool same(Int const& x, Int const& y) {
    if constexpr (requires { identical(x, y); })
      return identical(x, y);
    else
      return x == y;
  }
  template <Number Int>
  static constexpr bool same(Mode<Int> const& x, Mode<Int> const& y) {
    return same(x.shape, y.shape) && same(x.stride, y.stride);
  }
  /// The same tree with the same leaves.
  template <class T>
  static constexpr bool same(Nested<T> const& x, Nested<T> const& y) {
    if (!(x.profile == y.profile) || x.leaves.count != y.leaves.count) return false;
    for (int k = 0; k < x.leaves.count; ++k)
      if (!same(x.leaves[k], y.leaves[k])) return false;
    return true;
  }

  /// t is the tuple of these trees: it opens a tuple of so many entries, and then has their nodes and leaves.
  template <class T>
  static constexpr bool is_tuple_of(Nested<T> const& t, Nested<T> const* trees, int count) {
    int node = 1, leaf = 0;
    bool all = t.profile.node[0] == 1 + count && !t.overfull();
    for (int k = 0; k < count; ++k) {
      for (int n = 0; n < trees[k].profile.count; ++n)
        all = all && t.profile.node[node++] == trees[k].profile.node[n];
      for (auto const& x : trees[k].leaves) all = all && same(t.leaves[leaf++], x);
    }
    return all && node == t.profile.count && leaf == t.leaves.count;
  }
  template <class T, class... More>
  static constexpr bool is_tuple(Nested<T> const& t, Nested<T> const& first, More const&... more) {
    Nested<T> const trees[] = {first, more...};
    return is_tuple_of(t, trees, 1 + sizeof...(more));
  }

  /// The product of the extents of the leaves that `order` counts before leaf k; 0 where extent k is 1.
  template <Number Int>
  static constexpr Int compact_stride(List<Int> const& extents, List<Int> const& order, int k) {
    Int before(1);
    for (int j = 0; j < extents.count; ++j)
      if (order[j] < order[k] || (j < k && order[j] == order[k])) before = before * extents[j];
    return bool(extents[k] == Int(1)) ? Int(0) : before;
  }
};

}  // namespace colex::laws
