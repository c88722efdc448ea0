// SPDX-License-Identifier: MIT
// Why a question about tuples or about a layout has the answer no: the entry and the numbers that show it, and one
// sentence for each.
//
//   constexpr auto why = why_not_compatible(tuple("(4,6)"), tuple("(4,(2,4))"));
//   static_assert(why.entry[0] == 1 && why.left == 6 && why.right == 8);
//   static_assert(why_text(why) == "no, entry 1: the extent 6 of A is not the 8 points of B");
//   static_assert(why_text(injective(layout("(3,2):(1,2)"))) == "no, coordinates 2 and 3 have the same offset 2");
#pragma once

#include "colex/cute/orders.hpp"
#include "colex/decide.hpp"
#include "colex/division.hpp"
#include "colex/sentence.hpp"
#include "colex/tuple.hpp"

namespace colex {

/// What shows a no about two tuples A and B. `entry` is the path to the entry that shows it, empty for the whole.
struct WhyNot {
  enum class Is : std::uint8_t {
    yes,
    entries,   ///< A has `left` entries there and B `right`; -1: it is an integer
    points,    ///< the extent is `left`, and B has `right` points there; -1: more than 2^62
    not_less,  ///< `left` is not below `right`
    equal,     ///< all entries are the same
    ended,  ///< all that both have are the same, or less; B has `right` entries, and A, with `left`, not fewer
    covered  ///< tiles that cover A have `left` points, and A has `right`; -1: more than 2^62
  } is = Is::yes;
  List<int> entry{};
  std::int64_t left = 0, right = 0;

  constexpr bool holds() const { return is == Is::yes; }
  /// The same within entry k.
  constexpr WhyNot within(int k) const {
    WhyNot r = *this;
    r.entry = {};
    r.entry.push(k);
    r.entry.append(entry, 0, entry.count);
    return r;
  }
};

namespace detail {
using Extents = IntTuple<std::int64_t>;

constexpr int entries_at(Profile const& p, Place at) { return p.is_leaf(at) ? -1 : p.entries(at); }

constexpr WhyNot why_not_congruent(Profile const& a, Profile const& b, Place x, Place y) {
  int const left = entries_at(a, x), right = entries_at(b, y);
  if (left != right) return {WhyNot::Is::entries, {}, left, right};
  x = a.first(x), y = b.first(y);
  for (int k = 0; k < left; ++k, x = a.past(x), y = b.past(y))
    if (auto const why = why_not_congruent(a, b, x, y); !why.holds()) return why.within(k);
  return {};
}

/// The first entry of A, from the first or from the last on, for which `why` has something to say.
template <class Why>
constexpr WhyNot first_entry(Extents const& a, Extents const& b, int count, bool from_last, Why why) {
  for (int k = 0; k < count; ++k) {
    int const i = from_last ? rank(a) - 1 - k : k, j = from_last ? rank(b) - 1 - k : k;
    if (auto const r = why(entry(a, i), entry(b, j)); !r.holds()) return r.within(i);
  }
  return {};
}
constexpr WhyNot other_entries(Extents const& a, Extents const& b) {
  return {WhyNot::Is::entries, {}, entries_at(a.profile, {}), entries_at(b.profile, {})};
}

/// Of entries that differ, which decide.
constexpr WhyNot why_not_before(Extents const& a, Extents const& b, bool from_last) {
  if (a.profile.is_leaf({}))
    return a.leaves[0] < b.leaves[0]
               ? WhyNot{}
               : WhyNot{a.leaves[0] == b.leaves[0] ? WhyNot::Is::equal : WhyNot::Is::not_less,
                        {},
                        a.leaves[0],
                        b.leaves[0]};
  int const both = rank(a) < rank(b) ? rank(a) : rank(b);
  for (int k = 0; k < both; ++k) {
    int const i = from_last ? rank(a) - 1 - k : k, j = from_last ? rank(b) - 1 - k : k;
    auto const x = entry(a, i), y = entry(b, j);
    if (x == y) continue;
    auto const why = why_not_before(x, y, from_last);
    return why.holds() ? why : why.within(i);
  }
  if (rank(a) < rank(b)) return {};
  return {rank(a) == rank(b) ? WhyNot::Is::equal : WhyNot::Is::ended, {}, rank(a), rank(b)};
}
}  // namespace detail

/// Why two profiles are not alike: the first entry at which they differ.
constexpr WhyNot why_not_congruent(Profile const& a, Profile const& b) {
  return detail::why_not_congruent(a, b, {}, {});
}

/// The first entry of A that is a tuple where B's is none, or one of another rank.
constexpr WhyNot why_not_weakly_congruent(IntTuple<std::int64_t> const& a, IntTuple<std::int64_t> const& b) {
  if (a.profile.is_leaf({})) return {};
  if (b.profile.is_leaf({}) || rank(a) != rank(b)) return detail::other_entries(a, b);
  return detail::first_entry(a, b, rank(a), false,
                             [](auto const& x, auto const& y) { return why_not_weakly_congruent(x, y); });
}

/// The same, or the first extent of A that is not the number of points of B's entry there.
constexpr WhyNot why_not_compatible(IntTuple<std::int64_t> const& a, IntTuple<std::int64_t> const& b) {
  if (a.profile.is_leaf({})) {
    auto const points = product(b);
    if (points && a.leaves[0] == points.value) return {};
    return {WhyNot::Is::points, {}, a.leaves[0], points ? points.value : -1};
  }
  if (b.profile.is_leaf({}) || rank(a) != rank(b)) return detail::other_entries(a, b);
  return detail::first_entry(a, b, rank(a), false,
                             [](auto const& x, auto const& y) { return why_not_compatible(x, y); });
}

/// The first leaf of A that is not below B's, or where B has ended. Precondition: cute::comparable(a, b).
constexpr WhyNot why_not_elem_less(IntTuple<std::int64_t> const& a, IntTuple<std::int64_t> const& b) {
  if (a.profile.is_leaf({}))
    return a.leaves[0] < b.leaves[0] ? WhyNot{} : WhyNot{WhyNot::Is::not_less, {}, a.leaves[0], b.leaves[0]};
  auto why = detail::first_entry(a, b, rank(a) < rank(b) ? rank(a) : rank(b), false,
                                 [](auto const& x, auto const& y) { return why_not_elem_less(x, y); });
  if (!why.holds() || rank(a) <= rank(b)) return why;
  return {WhyNot::Is::ended, {}, rank(a), rank(b)};
}

/// The first, or the last, entry that differs, or that none does. Precondition: cute::comparable(a, b).
constexpr WhyNot why_not_lex_less(IntTuple<std::int64_t> const& a, IntTuple<std::int64_t> const& b) {
  return detail::why_not_before(a, b, false);
}
constexpr WhyNot why_not_colex_less(IntTuple<std::int64_t> const& a, IntTuple<std::int64_t> const& b) {
  return detail::why_not_before(a, b, true);
}

/// The first entry of A that tiles of B's entry do not fill. Precondition: evenly_divides(a, b) is not refused.
constexpr WhyNot why_not_evenly_divides(IntTuple<std::int64_t> const& a, IntTuple<std::int64_t> const& b) {
  if (!b.profile.is_leaf({})) {
    if (rank(b) > rank(a)) return detail::other_entries(a, b);
    return detail::first_entry(a, b, rank(b), false,
                               [](auto const& x, auto const& y) { return why_not_evenly_divides(x, y); });
  }
  auto const tiles = ceil_div(a, b);
  auto const points = product(a), count = product(tiles.value);
  std::int64_t const tile = b.leaves[0];
  if (!tiles || !points) return {};
  bool const fits = count && product_fits(count.value, tile);
  if (fits && count.value * tile == points.value) return {};
  return {WhyNot::Is::covered, {}, fits ? count.value * tile : -1, points.value};
}

// ------------------------------------------------------------------------------------------------ sentences

namespace detail {
struct Entries {
  std::int64_t count;
};
template <class Out>
constexpr void write(Out& out, Entries const& e) {
  if (e.count < 0) return colex::detail::write_all(out, "an integer");
  colex::detail::write_all(out, "a tuple of ", e.count);
}
struct Points {
  std::int64_t count;
};
template <class Out>
constexpr void write(Out& out, Points const& p) {
  if (p.count < 0) return colex::detail::write_all(out, "more than 2^62");
  colex::detail::write_all(out, p.count);
}
}  // namespace detail

/// "yes", or "no, " and the sentence.
template <class Out>
constexpr void write(Out& out, WhyNot const& why) {
  auto const say = [&](auto const&... pieces) { detail::write_all(out, pieces...); };
  if (why.holds()) return say("yes");
  say("no, ");
  if (why.entry.count > 0) {
    say("entry ");
    for (int k = 0; k < why.entry.count; ++k) say(k == 0 ? "" : ",", why.entry[k]);
    say(": ");
  }
  switch (why.is) {
    case WhyNot::Is::yes:
      return;
    case WhyNot::Is::entries:
      return say("A is ", detail::Entries{why.left}, " and B ", detail::Entries{why.right});
    case WhyNot::Is::points:
      return say("the extent ", why.left, " of A is not the ", detail::Points{why.right}, " points of B");
    case WhyNot::Is::not_less:
      return say(why.left, " is not below ", why.right);
    case WhyNot::Is::equal:
      return say("A and B are equal");
    case WhyNot::Is::ended:
      return say("B ends after ", why.right, " entries, and A has ", why.left);
    case WhyNot::Is::covered:
      return say("tiles that cover A have ", detail::Points{why.left}, " points, and A has ", why.right);
  }
}

/// Of injective, surjective, bijective or contiguous: "yes", "no, " and the sentence, or why it is not decided.
template <class Out>
constexpr void write_decision(Out& out, Refusal<std::int64_t> const& why) {
  auto const say = [&](auto const&... pieces) { detail::write_all(out, pieces...); };
  switch (why.condition) {
    case Condition::none:
      return say("yes");
    case Condition::in_domain:
      return say("no, offset ", why.left, " is outside [0,", why.right, ")");
    case Condition::surjective:
      return say("no, offset ", why.left, " is at no coordinate");
    case Condition::injective:
      say("no, ");
      return detail::write_reason(out, why, "f", why.got, why.want);
    default:
      return write(out, why);
  }
}

constexpr Sentence why_text(WhyNot const& why) {
  Sentence out;
  write(out, why);
  return out;
}
constexpr Sentence why_text(Refusal<std::int64_t> const& why) {
  Sentence out;
  write_decision(out, why);
  return out;
}

}  // namespace colex
