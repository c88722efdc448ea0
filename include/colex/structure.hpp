// SPDX-License-Identifier: MIT
// Taking trees apart and putting them together, written once for shapes, coordinates, layouts and tilers.
//
//   get((4,(2,3)):(2,(1,8)), {1, 0}) == 2:1            join(4:1, (2,3):(1,2)) == (4,(2,3)):(1,(1,2))
//   group((2,3,5):(1,2,6), 0, 2) == ((2,3),5):((1,2),6)
//
// Nothing here computes: leaves are moved, never changed. A leaf counts as a tuple of one entry, itself.
// Source: the vocabulary of CuTe's tuple algorithms.
#pragma once

#include <initializer_list>

#include "colex/host_device.hpp"
#include "colex/nested.hpp"

namespace colex {

/// What stands for "this mode, whole" in a tiler and in a slicing coordinate.
struct Underscore {
  bool operator==(Underscore const&) const = default;
};
COLEX_HEADER_CONSTANT Underscore _{};

// ------------------------------------------------------------------------------------------------ building

/// An empty tree that will take `entries` subtrees by graft().
template <class T>
constexpr Nested<T> open(int entries) {
  Nested<T> r{{}, {}};
  r.profile.tuple(entries);
  return r;
}

/// Appends the subtree of `t` at `from` to a tree being built.
template <class T>
constexpr void graft(Nested<T>& out, Nested<T> const& t, Place from = {}) {
  Place const to = t.profile.past(from);
  out.profile.append(t.profile, from.node, to.node);
  out.leaves.append(t.leaves, from.leaf, to.leaf);
  if (t.overfull()) out.leaves.overfull = true;
}

/// The whole of `t`.
template <class T>
constexpr void graft_whole(Nested<T>& out, Nested<T> const& t) {
  out.profile.append(t.profile, 0, t.profile.count);
  out.leaves.append(t.leaves, 0, t.leaves.count);
  if (t.overfull()) out.leaves.overfull = true;
}

template <class T>
constexpr Nested<T> subtree(Nested<T> const& t, Place at) {
  Nested<T> r{{}, {}};
  graft(r, t, at);
  return r;
}

/// Where entry k of the subtree at `from` starts. Precondition: 0 <= k < its rank.
template <class T>
constexpr Place place_of(Nested<T> const& t, int k, Place from = {}) {
  if (t.profile.is_leaf(from)) return from;
  Place at = t.profile.first(from);
  while (k-- > 0) at = t.profile.past(at);
  return at;
}

/// Top-level entry k, 0 <= k < rank(t).
template <class T>
constexpr Nested<T> entry(Nested<T> const& t, int k) {
  return subtree(t, place_of(t, k));
}

/// The tuple of the given trees; as layouts, CuTe's make_layout(a, b, ...).
template <class T, class... More>
constexpr Nested<T> join(Nested<T> const& first, More const&... more) {
  Nested<T> r = open<T>(1 + sizeof...(more));
  graft_whole(r, first);
  (graft_whole(r, more), ...);
  return r;
}

// ------------------------------------------------------------------------------------------------ entries

namespace detail {
/// What stands at one place of an answer that is put together from two trees: entry number `entry` of the first or
/// of the second, or that tree whole.
template <class Int>
struct Pick {
  bool second = false, whole = false;
  Int entry{};
};

template <class Int>
constexpr bool lacks_entry(Int const& k, Int const& ranks) {
  return k < Int(0) || k >= ranks;
}
template <class Int>
constexpr bool lacks_entries(Int const& from, Int const& to, Int const& ranks) {
  return from < Int(0) || to < from || to > ranks;
}

/// What stands at place k of each edit's answer; t of rank `ranks` is the first tree.
template <class Int>
constexpr Pick<Int> take_step(Int const& from, Int const& k) {
  return {false, false, from + k};
}
template <class Int>
constexpr Pick<Int> append_step(Int const& ranks, Int const& k) {
  if (k < ranks) return {false, false, k};
  return {true, true, Int(0)};
}
template <class Int>
constexpr Pick<Int> prepend_step(Int const& k) {
  if (k == Int(0)) return {true, true, Int(0)};
  return {false, false, k - Int(1)};
}
template <class Int>
constexpr Pick<Int> replace_step(Int const& at, Int const& k) {
  if (k == at) return {true, true, Int(0)};
  return {false, false, k};
}
template <class Int>
constexpr Pick<Int> group_step(Int const& from, Int const& to, Int const& k) {
  if (k < from) return {false, false, k};
  if (k == from) return {true, true, Int(0)};
  return {false, false, k - Int(1) + (to - from)};
}

/// The tuple of `count` entries of which `step` says what they are, of a and b.
template <class T, class Step>
constexpr Nested<T> gathered(int count, Nested<T> const& a, Nested<T> const& b, Step step) {
  Nested<T> r = open<T>(count);
  for (int k = 0; k < count; ++k) {
    Pick<int> const pick = step(k);
    Nested<T> const& from = pick.second ? b : a;
    if (pick.whole) {
      graft_whole(r, from);
    } else {
      graft(r, from, place_of(from, pick.entry));
    }
  }
  return r;
}

/// The pairs of entry k of a and of b, k < count; of a and b themselves where `whole`.
template <class T>
constexpr Nested<T> paired(int count, Nested<T> const& a, Nested<T> const& b, bool whole, bool a_first) {
  Nested<T> r = open<T>(count);
  for (int k = 0; k < count; ++k) {
    auto const x = whole ? a : entry(a, k), y = whole ? b : entry(b, k);
    graft_whole(r, a_first ? join(x, y) : join(y, x));
  }
  return r;
}
}  // namespace detail

/// Entries `from` .. `to`-1 of t, in a tuple. Error: mode_exists, with the number that is not there, and what it has to stay
/// below: the rank, or, of a `from` past `to`, that.
template <class T>
constexpr Result<Nested<T>> take(Nested<T> const& t, int from, int to) {
  if (detail::lacks_entries(from, to, rank(t))) {
    int const none = from < 0 || from > to ? from : to, below = from > to ? to : rank(t);
    return {{}, because<std::int64_t>(Condition::mode_exists, none, below)};
  }
  return {detail::gathered(to - from, t, t, [&](int k) { return detail::take_step(from, k); }), {}};
}

/// The entries numbered by `which`, in that order, in a tuple. Error: mode_exists.
template <class T>
constexpr Result<Nested<T>> select(Nested<T> const& t, List<int> const& which) {
  for (int k : which)
    if (detail::lacks_entry(k, rank(t)))
      return {{}, because<std::int64_t>(Condition::mode_exists, k, rank(t))};
  return {detail::gathered(which.count, t, t, [&](int k) { return detail::take_step(0, which[k]); }), {}};
}
template <class T>
constexpr Result<Nested<T>> select(Nested<T> const& t, std::initializer_list<int> which) {
  List<int> list;
  for (int k : which) list.push(k);
  return select(t, list);
}

/// The entry at the end of a path of entry numbers: get(t, {1, 0}) is entry 0 of entry 1. Error: mode_exists.
template <class T>
constexpr Result<Nested<T>> get(Nested<T> const& t, List<int> const& path) {
  Result<Nested<T>> r{t, {}};
  for (int k : path) {
    if (detail::lacks_entry(k, rank(r.value)))
      return {{}, because<std::int64_t>(Condition::mode_exists, k, rank(r.value))};
    r.value = entry(r.value, k);
  }
  return r;
}
template <class T>
constexpr Result<Nested<T>> get(Nested<T> const& t, std::initializer_list<int> path) {
  List<int> list;
  for (int k : path) list.push(k);
  return get(t, list);
}

/// t with x as one more entry at the end / at the front; a leaf t becomes a pair.
template <class T>
constexpr Nested<T> append(Nested<T> const& t, Nested<T> const& x) {
  int const ranks = rank(t);
  return detail::gathered(ranks + 1, t, x, [&](int k) { return detail::append_step(ranks, k); });
}
template <class T>
constexpr Nested<T> prepend(Nested<T> const& t, Nested<T> const& x) {
  return detail::gathered(rank(t) + 1, t, x, [](int k) { return detail::prepend_step(k); });
}

/// t filled up with x to rank n, at the end / at the front; unchanged where it has that rank or more.
template <class T>
constexpr Nested<T> append_to(Nested<T> t, int n, Nested<T> const& x) {
  while (rank(t) < n && !t.overfull()) t = append(t, x);
  return t;
}
template <class T>
constexpr Nested<T> prepend_to(Nested<T> t, int n, Nested<T> const& x) {
  while (rank(t) < n && !t.overfull()) t = prepend(t, x);
  return t;
}

/// t with entry k replaced by x; a leaf is replaced whole. Error: mode_exists.
template <class T>
constexpr Result<Nested<T>> replace(Nested<T> const& t, int k, Nested<T> const& x) {
  if (detail::lacks_entry(k, rank(t))) return {{}, because<std::int64_t>(Condition::mode_exists, k, rank(t))};
  if (t.profile.is_leaf({})) return {x, {}};
  return {detail::gathered(rank(t), t, x, [&](int j) { return detail::replace_step(k, j); }), {}};
}

/// t with entries `from` .. `to`-1 gathered into one tuple; to = -1 means to the end. Error: mode_exists.
template <class T>
constexpr Result<Nested<T>> group(Nested<T> const& t, int from, int to) {
  if (to == -1) to = rank(t);
  auto const middle = take(t, from, to);
  if (!middle) return middle;
  int const count = rank(t) - (to - from) + 1;
  return {detail::gathered(count, t, *middle, [&](int k) { return detail::group_step(from, to, k); }), {}};
}

// ------------------------------------------------------------------------------------------------ nesting

/// The leaves in one tuple; a leaf stays a leaf.
template <class T>
constexpr Nested<T> flatten(Nested<T> const& t) {
  if (t.profile.is_leaf({})) return t;
  Nested<T> r = open<T>(t.leaves.count);
  for (auto const& x : t.leaves) graft(r, leaf(x));
  return r;
}

/// The leaves of t hung into the profile of `target`. Error: congruent, when the leaves are not as many.
template <class T, class U>
constexpr Result<Nested<T>> unflatten(Nested<T> const& t, Nested<U> const& target) {
  if (t.leaves.count != target.leaves.count)
    return {{}, because<std::int64_t>(Condition::congruent, t.leaves.count, target.leaves.count)};
  return {{target.profile, t.leaves}, {}};
}

/// Pairs the entries of a and b: ((a0,b0),(a1,b1),...). Error: congruent, when the ranks differ.
template <class T>
constexpr Result<Nested<T>> zip(Nested<T> const& a, Nested<T> const& b) {
  if (rank(a) != rank(b)) return {{}, because<std::int64_t>(Condition::congruent, rank(a), rank(b))};
  return {detail::paired(rank(a), a, b, false, true), {}};
}

/// Applies `op` to the subtrees of t that lie at the leaves of `guide`; entries of t beyond the guide's rank
/// are kept. A leaf of t under a tuple of one in the guide is wrapped. Error: congruent.
template <class T, class G, class Op>
constexpr Result<Nested<T>> at_leaves_of(Nested<G> const& guide, Nested<T> const& t, Op op) {
  if (guide.profile.is_leaf({})) return {op(t), {}};
  int const guided = rank(guide);
  if (guided > rank(t)) return {{}, because<std::int64_t>(Condition::congruent, guided, rank(t))};
  Result<Nested<T>> r{open<T>(rank(t)), {}};
  for (int k = 0; k < rank(t); ++k) {
    if (k >= guided) {
      graft(r.value, t, place_of(t, k));
      continue;
    }
    auto const piece = at_leaves_of(entry(guide, k), entry(t, k), op);
    if (!piece) return piece;
    graft_whole(r.value, piece.value);
  }
  return r;
}

}  // namespace colex
