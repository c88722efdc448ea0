// SPDX-License-Identifier: MIT
// A nested tuple as a type, and the way between it and the value: names of kernels show it as one writes it.
//
//   static_assert(std::is_same_v<decltype(Tuple<4L, Tuple<2L, 4L>{}>{}), Tuple<4L, Tuple<2L, 4L>{}>>);
//
// In a value, entry number k of those that are given at run time is the number kReachLimit + 1 + k, which no
// extent and no stride reaches: operations that only move leaves carry it along.
#pragma once

#include <utility>

#include "colex/coalesce.hpp"

namespace colex {

/// The tuple of `entries`: each a std::int64_t, a Given or a Tuple.
template <auto... entries>
struct Tuple {};

/// An entry whose value number `index` of a layout's run-time values is: `?` in text.
template <int index>
struct Given {};

namespace detail {

template <class T>
inline constexpr bool is_tuple = false;
template <auto... entries>
inline constexpr bool is_tuple<Tuple<entries...>> = true;

constexpr bool is_given(std::int64_t leaf) { return leaf > kReachLimit; }
constexpr std::int64_t given(int index) { return kReachLimit + 1 + index; }
constexpr int given_index(std::int64_t leaf) { return static_cast<int>(leaf - kReachLimit - 1); }

constexpr void append_tree(IntTuple<std::int64_t>& out, std::int64_t leaf) {
  out.profile.leaf();
  out.leaves.push(leaf);
}
template <int index>
constexpr void append_tree(IntTuple<std::int64_t>& out, Given<index>) {
  append_tree(out, given(index));
}
template <auto... entries>
constexpr void append_tree(IntTuple<std::int64_t>& out, Tuple<entries...>) {
  out.profile.tuple(sizeof...(entries));
  (append_tree(out, entries), ...);
}

/// The layout of two trees of one profile.
template <auto extents, auto strides>
constexpr Layout<std::int64_t> layout_of() {
  IntTuple<std::int64_t> shape{{}, {}}, stride{{}, {}};
  append_tree(shape, extents);
  append_tree(stride, strides);
  Layout<std::int64_t> r{shape.profile, {}};
  for (int k = 0; k < shape.leaves.count; ++k) r.leaves.push({shape.leaves[k], stride.leaves[k]});
  return r;
}

constexpr Place entry_place(Profile const& profile, Place at, int k) {
  for (at = profile.first(at); k > 0; --k) at = profile.past(at);
  return at;
}

/// A leaf as an entry of a tuple.
template <std::int64_t leaf>
constexpr auto entry_of() {
  if constexpr (is_given(leaf)) {
    return Given<given_index(leaf)>{};
  } else {
    return leaf;
  }
}

template <class Source, bool of_strides, int node = 0, int leaf = 0>
constexpr auto tree_of();

template <class Source, bool of_strides, int leaf, int... k>
constexpr auto leaves_of(std::integer_sequence<int, k...>) {
  constexpr auto& item = Source::value.leaves.item;
  return Tuple<entry_of<of_strides ? item[leaf + k].stride : item[leaf + k].shape>()...>{};
}
template <class Source, bool of_strides, int node, int leaf, int... k>
constexpr auto entries_of(std::integer_sequence<int, k...>) {
  return Tuple<tree_of<Source, of_strides, entry_place(Source::value.profile, {node, leaf}, k).node,
                       entry_place(Source::value.profile, {node, leaf}, k).leaf>()...>{};
}

/// The tree of the extents, or of the strides, of the layout Source::value, from the given node and leaf on.
template <class Source, bool of_strides, int node, int leaf>
constexpr auto tree_of() {
  constexpr int code = Source::value.profile.node[node];  // 0 for a leaf, 1 + entries for a tuple
  if constexpr (code == 0) {
    constexpr auto& mode = Source::value.leaves.item[leaf];
    return entry_of < of_strides ? mode.stride : mode.shape > ();
  } else if constexpr (Source::value.profile.depth({node, leaf}) <= 1) {
    return leaves_of<Source, of_strides, leaf>(std::make_integer_sequence<int, code - 1>{});
  } else {
    return entries_of<Source, of_strides, node, leaf>(std::make_integer_sequence<int, code - 1>{});
  }
}

template <class Source>
struct Trees {
  static constexpr auto extents = tree_of<Source, false>();
  static constexpr auto strides = tree_of<Source, true>();
};

/// What an integral coordinate of a layout goes through: the coalesced modes, which are the same function.
/// Modes with entries given at run time stay as they are.
template <auto extents, auto strides>
struct Line {
  static constexpr bool known = [] {
    for (auto const& m : layout_of<extents, strides>().leaves)
      if (is_given(m.shape) || is_given(m.stride)) return false;
    return true;
  }();
  static constexpr List<Mode<std::int64_t>> modes = [] {
    auto const leaves = layout_of<extents, strides>().leaves;
    return known ? coalesce(leaves) : leaves;
  }();
  static constexpr int count = modes.count;
  /// The points of the modes before each one, where all extents are known.
  static constexpr List<std::int64_t> before = [] {
    List<std::int64_t> r;
    std::int64_t points = 1;
    for (auto const& m : modes) {
      r.push(points);
      if (known) points *= m.shape;
    }
    return r;
  }();
};

/// The least and the largest offset (elements) that the entries known at compile time add up to.
template <auto extents, auto strides>
struct Span {
  static constexpr Mode<std::int64_t> ends = [] {
    std::int64_t low = 0, high = 0;
    for (auto const& m : layout_of<extents, strides>().leaves)
      if (!is_given(m.shape) && !is_given(m.stride)) (m.stride < 0 ? low : high) += (m.shape - 1) * m.stride;
    return Mode<std::int64_t>{low, high};
  }();
  static constexpr std::int64_t low = ends.shape, high = ends.stride;
};

}  // namespace detail

}  // namespace colex
