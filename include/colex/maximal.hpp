// SPDX-License-Identifier: MIT
// The longest layout that counts the offsets of two layouts at once: the search behind right_inverse (both
// the same) and max_common_layout. Modes may be taken in parts, and split over several modes.
//
//   right_inverse((4,3):(1,2)) == (4,2):(1,8)        eight points, though no whole mode follows 4:1
//   right_inverse((2,2,2):(0,1,1)) == 3:3            its second step carries from mode to mode
//
// R is built mode by mode. One that counts [0, reach) goes on at a coordinate of offset `reach`, for as many
// points as the counting holds; every such coordinate and every number of points is tried that can still lead
// to more than the best so far. Answers near the bound are looked for first, as that leaves few branches. The
// offsets of an injective layout have one coordinate each, so that nothing branches; otherwise the time can be
// exponential: the search counts its steps and says when it gave up. What it finds is
// answered only with a certificate (composes_to.hpp), so that an answer undoes them whatever the search did.
#pragma once

#include <initializer_list>

#include "colex/composes_to.hpp"
#include "colex/decide.hpp"

namespace colex::detail {

/// No inverse of the layout counts further: the first missing offset, or the extent where a stride is
/// negative.
template <Number Int>
constexpr Int counting_bound(Layout<Int> const& layout) {
  for (auto const& m : layout.leaves)
    if (m.shape > Int(1) && m.stride < Int(0))
      return size(layout) < extent(layout) ? size(layout) : extent(layout);
  return first_gap(layout.leaves);
}
/// Of both.
template <Number Int>
constexpr Int counting_bound(Layout<Int> const& a, Layout<Int> const& b) {
  Int const x = counting_bound(a), y = &a == &b ? x : counting_bound(b);
  return x < y ? x : y;
}

template <Number Int>
struct MaximalSearch {
  Layout<Int> layout[2];
  Int bound{};           ///< no R is longer
  List<Mode<Int>> best;  ///< with `most` points
  Int most{1};
  Work work{};
  List<Mode<Int>> taken;  ///< R so far
  Reach<Int> digits;      ///< of layout[0], to find coordinates
  List<Int> place;
  bool never_carries = true;  ///< in layout[0], whatever R is

  constexpr MaximalSearch(Layout<Int> const& a, Layout<Int> const& b) : layout{coalesce(a), coalesce(b)} {
    bound = counting_bound(a, b);
    Int points(1);
    for (int k = 0; k < layout[0].leaves.count; ++k) {
      Mode<Int> const& m = layout[0].leaves[k];
      digits.add({m.stride, Int(0), m.shape - Int(1), k, false, Int(0)});
      place.push(points);
      points = points * m.shape;
    }
    digits.close();
    never_carries = carries_one_way(layout[0].leaves);
  }
  constexpr bool ended() const { return most == bound || work.ended(); }

  /// Whether strides are positive and a carry from any mode to the next changes the offset in one direction, the same
  /// for all. L(x + y) == L(x) + L(y) holds whenever R counts on, so that then nothing carries: the digits of R's
  /// modes add up.
  static constexpr bool carries_one_way(List<Mode<Int>> const& modes) {
    bool up = false, down = false;
    for (int k = 0; k < modes.count; ++k) {
      if (modes[k].stride < Int(1)) return false;
      if (k + 1 == modes.count) break;
      Int const change = modes[k + 1].stride - modes[k].shape * modes[k].stride;
      up = up || change >= Int(0);
      down = down || change <= Int(0);
    }
    return !(up && down);
  }
  /// The digits that R's next mode can have. R ends with `times` as many points, (most, bound] / reach. Where nothing
  /// carries the next mode takes of each digit what R leaves, a prime factor of `times` at least. It is the last if
  /// `times` is prime, and then leaves in the end no more than `most` allows.
  constexpr List<Interval<Int>> next_digits(Int const& reach) const {
    Int const from = most / reach + Int(1), to = bound / reach;
    Int fewest = from == to ? to : Int(2);
    for (Int q(2); q * q <= fewest; q = q + Int(1))
      if (q == Int(64) || fewest % q == Int(0)) fewest = q;  // no smaller number divides it
    bool const last = to < Int(4) || fewest == to;
    Int const spare = extent(layout[0]) - Int(1) - most;
    List<Interval<Int>> r;
    for (auto const& d : digits.digits) {
      Interval<Int> allowed{d.lowest, d.highest};
      if (never_carries) {
        Int left = d.highest;
        for (auto const& t : taken)
          left = left - t.stride / place[d.mode] % (d.highest + Int(1)) * (t.shape - Int(1));
        allowed.last = left / (fewest - Int(1));
        Int const used = left - spare / d.stride;
        if (last && used > Int(0)) allowed.first = (used + to - Int(2)) / (to - Int(1));
      }
      r.push(allowed);
    }
    return r;
  }

  /// Calls f(coordinate) for every coordinate of layout[0] whose digits k and after are allowed and add `target`.
  template <class F>
  constexpr void each_coordinate(int k, List<Interval<Int>> const& allowed, Int const& target,
                                 Int const& coordinate, F f) {
    if (ended() || !work.take()) return;
    if (k == digits.digits.count) {
      if (target == Int(0)) f(coordinate);
      return;
    }
    auto const& d = digits.digits[k];
    bool const last = k + 1 == digits.digits.count;
    Int from = allowed[k].first, to = allowed[k].last;
    if (d.stride > Int(0)) {
      Int const low = Int(0) - floor_div((last ? Int(0) : digits.range[k + 1].last) - target, d.stride);
      Int const high = floor_div(target - (last ? Int(0) : digits.range[k + 1].first), d.stride);
      if (low > from) from = low;
      if (high < to) to = high;
    }
    for (Int c = from; c <= to && !ended(); c = c + Int(1))
      each_coordinate(k + 1, allowed, target - c * d.stride,
                      coordinate + (d.mirrored ? Int(0) - c : c) * place[d.mode], f);
  }

  /// R(k) + i*e counts on at k + i*reach, for every k below reach, in both layouts.
  constexpr bool counts(Int const& reach, Int const& e, Int const& i) {
    for (Int k = reach; k > Int(0) && !ended(); work.take(4)) {
      k = k - Int(1);  // the largest digits first: where they carry it fails at once
      Int const at = evaluate(taken, k) + i * e;
      for (auto const& l : layout)
        if (at >= size(l) || !(evaluate(l, at) == k + i * reach)) return false;
    }
    return true;
  }

  /// How many multiples of e there is room for among the digits that R leaves, so that nothing carries.
  constexpr Int room(Int const& e) const {
    Int most_points = bound;
    for (auto const& l : layout) {
      Int points(1);
      for (auto const& m : l.leaves) {
        Int const digit = e / points % m.shape;
        Int left = m.shape - Int(1);
        for (auto const& t : taken) left = left - t.stride / points % m.shape * (t.shape - Int(1));
        if (left < Int(0)) return Int(1);
        if (digit > Int(0) && left / digit + Int(1) < most_points) most_points = left / digit + Int(1);
        points = points * m.shape;
      }
    }
    return most_points;
  }

  /// The best that R, which counts [0, reach), can become.
  constexpr void extend(Int const& reach) {
    if (bound / reach < Int(2) || bound / reach == most / reach) return;
    for (bool deeper : {false, true})  // first this mode alone, which raises the bar for what follows
      each_coordinate(0, next_digits(reach), reach, Int(0), [&](Int const& e) {
        if (taken.count > 0 && e == taken.back().shape * taken.back().stride) return;  // a longer mode
        work.take(layout[1].leaves.count / 2);
        if (e >= size(layout[1]) || !(evaluate(layout[1], e) == reach)) return;
        work.take((layout[0].leaves.count + layout[1].leaves.count) * (1 + taken.count));
        Int points = room(e);
        while (!ended() && points * reach < bound && counts(reach, e, points)) points = points + Int(1);
        if (points < Int(2) || taken.count == kMaxLeaves) return;
        if (points * reach > most) {
          most = points * reach;
          best = taken;
          best.push({points, e});
        }
        for (Int n = points; deeper && n > Int(1) && !ended(); work.take()) {
          Int const times = bound / (n * reach);
          if (times * n * reach <= most) {  // nothing that starts with n points is longer
            n = bound / ((times + Int(1)) * reach);
            continue;
          }
          taken.push({n, e});
          extend(n * reach);
          taken.pop();
          n = n - Int(1);
        }
      });
  }

  /// The best there is with more than `known` points, else no `best`. First what is nearly as long as the
  /// bound, which cuts most branches; where there is none, what is half as near.
  constexpr void run(Int const& known) {
    for (Int short_by(1); best.count == 0 && !work.ended(); short_by = short_by + short_by) {
      most = bound - known > short_by ? bound - short_by : known;
      extend(Int(1));
      if (most == known) return;
    }
  }
};

/// R, found in whatever way, once A(R(k)) == k == B(R(k)) is seen of every k below size(R). Errors: undecided,
/// well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> certified_inverse(Layout<Int> const& a, Layout<Int> const& b,
                                                     Layout<Int> const& r, Work& work) {
  auto const answer = keep_limits(r);
  if (!answer ||
      (composes_to_identity(a, r, work.rest()) && (&a == &b || composes_to_identity(b, r, work.rest()))))
    return answer;
  return answer.refuse(undecided(work, size(a)));
}

/// R with A(R(k)) == k == B(R(k)) for 0 <= k < size(R), and no longer one; `start`, the modes of one, where
/// it is as long. Errors: certified_inverse()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> maximal_inverse(Layout<Int> const& a, Layout<Int> const& b,
                                                   Layout<Int> const& start, Budget budget) {
  using Answer = Result<Layout<Int>, Int>;
  if constexpr (is_unbounded<Int>) {
    return Answer::answer(start);  // nothing to search among symbols: the whole modes alone
  } else {
    Work work(budget);
    if (size(start) == counting_bound(a, b)) return certified_inverse(a, b, start, work);
    MaximalSearch<Int> search(a, b);
    search.work = work;
    search.run(size(start));
    if (search.work.ended()) return Answer::refuse(undecided(search.work, size(a)));
    return certified_inverse(a, b, search.best.count == 0 ? start : flat(coalesce(search.best)), search.work);
  }
}

}  // namespace colex::detail
