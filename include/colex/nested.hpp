// SPDX-License-Identifier: MIT
// A nested tuple as a value: the leaves in order, and beside them the profile, the tree they hang in.
// Shapes, strides and coordinates are Nested<Int>; a layout is Nested<Mode<Int>>: congruent by construction.
//
//   rank((4,(2,3))) == 2      depth((4,(2,3))) == 2
//
// (4,(2,3)) has the leaves 4 2 3 and the profile: tuple of 2 [ leaf, tuple of 2 [ leaf, leaf ] ].
#pragma once

#include "colex/list.hpp"
#include "colex/result.hpp"

namespace colex {

/// Where a subtree starts: its first node and its first leaf.
struct Place {
  int node = 0, leaf = 0;
};

/// On the way past subtrees: how many are still to be passed, and where the next leaf is.
template <class Int>
struct Passing {
  Int open, leaf;
};
/// Passes one node.
template <class Int>
constexpr Passing<Int> past_step(Passing<Int> const& at, Int const& code) {
  if (code == Int(0)) return {at.open - Int(1), at.leaf + Int(1)};
  return {at.open + code - Int(2), at.leaf};
}

namespace detail {
/// The room of a profile, which a constant clears whole.
struct Codes {
  std::uint8_t node[kMaxNodes];
};
}  // namespace detail

/// The nesting alone, in preorder: 0 is a leaf, 1 + k opens a tuple of k entries. As in a list, nodes beyond `count`
/// are 0 in a constant and left alone at run time.
struct Profile : detail::Codes {
  int count;
  bool overfull;

  constexpr Profile() { clear(); }
  constexpr void clear() {
    count = 0;
    overfull = false;
    if (std::is_constant_evaluated()) static_cast<detail::Codes&>(*this) = {};
  }
  static constexpr Profile empty_tuple() {
    Profile p;
    p.tuple(0);
    return p;
  }
  constexpr void push(int code) {
    if (count == kMaxNodes) {
      overfull = true;
    } else {
      node[count++] = static_cast<std::uint8_t>(code);
    }
  }
  constexpr void append(Profile const& from, int first, int last) {
    int const room = kMaxNodes - count, wanted = last - first;
    int const taken = wanted < room ? wanted : room;
    for (int n = 0; n < taken; ++n) node[count + n] = from.node[first + n];
    count += taken;
    if (taken < wanted) overfull = true;
  }
  constexpr void leaf() { push(0); }
  constexpr void tuple(int entries) { push(1 + entries); }

  constexpr bool is_leaf(Place p) const { return node[p.node] == 0; }
  /// Number of entries of the tuple at p; precondition: not a leaf.
  constexpr int entries(Place p) const { return node[p.node] - 1; }
  constexpr Place first(Place p) const { return {p.node + 1, p.leaf}; }
  /// The place just past the subtree at p: its next sibling's, where it has one.
  constexpr Place past(Place p) const {
    Passing<int> at{1, p.leaf};
    for (; at.open > 0; ++p.node) at = past_step<int>(at, node[p.node]);
    return {p.node, at.leaf};
  }
  /// Entries of the subtree at p; a leaf counts as one.
  constexpr int rank(Place p = {}) const { return is_leaf(p) ? 1 : entries(p); }
  /// Nesting depth of the subtree at p: 0 for a leaf.
  constexpr int depth(Place p = {}) const {
    if (is_leaf(p)) return 0;
    int deepest = 0;
    Place child = first(p);
    for (int k = 0; k < entries(p); ++k, child = past(child))
      if (int const d = depth(child); d > deepest) deepest = d;
    return 1 + deepest;
  }
  constexpr bool operator==(Profile const& other) const {
    if (count != other.count || overfull != other.overfull) return false;
    for (int n = 0; n < count; ++n)
      if (node[n] != other.node[n]) return false;
    return true;
  }
};

/// Number of top-level entries; a leaf counts as one.
constexpr int rank(Profile const& p) { return p.rank(); }

/// A tree with leaves of type T. A default-constructed one is the empty tuple `()`.
template <class T>
struct Nested {
  Profile profile = Profile::empty_tuple();
  List<T> leaves{};

  constexpr bool overfull() const { return profile.overfull || leaves.overfull; }
  /// Makes room for a tree that is to be built: no node, no leaf.
  constexpr void clear() {
    profile.clear();
    leaves.clear();
  }
  /// L(c...): shorthand for evaluate(L, c...): L(21), L(1, 2), L(make_coord(1, 2)), L(1, _).
  template <class... Coordinate>
  constexpr auto operator()(Coordinate const&... c) const {
    return evaluate(*this, c...);
  }
  bool operator==(Nested const&) const = default;
};

template <class T>
constexpr Nested<T> leaf(T const& t) {
  Nested<T> r{{}, {}};
  r.profile.leaf();
  r.leaves.push(t);
  return r;
}

/// Hangs the leaves of r into one tuple; a single leaf stands for itself, as a scalar. Precondition: r has no
/// profile yet.
template <class T>
constexpr void hang_flat(Nested<T>& r) {
  static_assert(kMaxLeaves < kMaxNodes, "a tuple of so many leaves has room");
  bool const tuple = r.leaves.count != 1 || r.leaves.overfull;
  for (int n = 0; n <= kMaxLeaves; ++n) r.profile.node[n] = 0;
  if (tuple) r.profile.node[0] = static_cast<std::uint8_t>(1 + r.leaves.count);
  r.profile.count = r.leaves.count + (tuple ? 1 : 0);
}
/// The tuple of `leaves`; a single leaf stands for itself, as a scalar.
template <class T>
constexpr Nested<T> flat(List<T> const& leaves) {
  Nested<T> r{{}, leaves};
  hang_flat(r);
  return r;
}

/// Same tree, every leaf t replaced by f(t).
template <class T, class F>
constexpr auto transform(Nested<T> const& t, F f) {
  using U = decltype(f(t.leaves[0]));
  Nested<U> r{t.profile, List<U>{}};
  for (auto const& x : t.leaves) r.leaves.push(f(x));
  r.leaves.overfull = t.leaves.overfull;
  return r;
}

/// Same tree, leaf number k replaced by the subtree f(k, leaf).
template <class T, class F>
constexpr Nested<T> substitute(Nested<T> const& t, F f) {
  Nested<T> r{{}, {}};
  int k = 0;
  for (int n = 0; n < t.profile.count; ++n) {
    if (t.profile.node[n] != 0) {
      r.profile.push(t.profile.node[n]);
      continue;
    }
    Nested<T> const piece = f(k, t.leaves[k]);
    r.profile.append(piece.profile, 0, piece.profile.count);
    r.leaves.append(piece.leaves, 0, piece.leaves.count);
    if (piece.overfull()) r.leaves.overfull = true;
    ++k;
  }
  return r;
}

/// Same profile; values are ignored.
template <class T, class U>
constexpr bool congruent(Nested<T> const& a, Nested<U> const& b) {
  return a.profile == b.profile;
}

template <class T>
constexpr int rank(Nested<T> const& t) {
  return rank(t.profile);
}
template <class T>
constexpr int depth(Nested<T> const& t) {
  return t.profile.depth();
}

}  // namespace colex
