// SPDX-License-Identifier: MIT
// Where A, seen at multiples of d or at sums of positions, carries from one mode into the next. A(x + y) is
// A(x) + A(y), plus one gap, next stride - shape * stride, for each mode that x and y carry out of.
//
//   composition((8,8):(24,5), 4:5) == (2,2):(120,53)     i * 120, less 187 for each carry: 53 at i = 2
//
// So i -> A(i * d) is a line less a weighted sum of floor(i * d/P), P the points up to each gap; whether a
// layout is the same function is one question about such sums, see stairs.hpp. Nothing is enumerated.
// Source: theorems T26 and T27 in docs/03_theory.md.
#pragma once

#include "colex/find.hpp"
#include "colex/stairs.hpp"

namespace colex::detail {

/// Calls f(gap, points) at every mode of A but the last, `points` counting A's modes up to it.
template <Number Int, class F>
constexpr void each_gap(List<Mode<Int>> const& a, F f) {
  Int points(1);
  for (int j = 0; j + 1 < a.count; ++j) {
    points = points * a[j].shape;
    f(a[j].shape * a[j].stride - a[j + 1].stride, points);
  }
}

/// The stairs of i -> A(i * d).
template <Number Int>
constexpr Stairs<Int> stairs_at(List<Mode<Int>> const& a, Int const& d) {
  Stairs<Int> stairs;
  each_gap(a, [&](Int const& gap, Int const& points) { stairs.add(gap, d % points, points); });
  return stairs;
}

/// How far i -> A(i * d) is linear, for the mode s:d: at least 1, at most s. Preconditions: modes_along()'s. Errors:
/// undecided.
template <Number Int>
constexpr Result<Int, Int> first_run(List<Mode<Int>> const& a, Mode<Int> const& b, Work& work) {
  Stairs<Int> stairs = stairs_at(a, b.stride);
  Int const run = stairs.first_step(b.shape, work);
  return {run, stairs.gave_up ? undecided(work, b.shape) : Refusal<Int>{}};
}

/// The layout i -> A(i * d), 0 <= i < s, for the mode s:d and A coalesced with its last mode running on; or
/// why there is none, as find_modes() says it: each mode is the first run, and all of them together must be
/// right everywhere. Preconditions: d >= 0, A's values fit. Errors: run_divides, additive, overflow,
/// capacity, undecided.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> modes_along(List<Mode<Int>> const& a, Mode<Int> const& b, Work& work) {
  using Answer = Result<List<Mode<Int>>, Int>;
  Answer r;
  auto refuse = [&](Condition c, Int left, Int right, Int index, Int got, Int want) {
    r.refusal = {c, {r.value.count, -1}, left, right, true, index, got, want};
    return r;
  };
  auto value = [&](Int const& i) { return evaluate_extended(a, i * b.stride); };
  if (b.shape == Int(2)) {
    r.value.push({b.shape, value(Int(1))});
    return r;
  }
  Stairs<Int> difference = stairs_at(a, b.stride);  // of the answer and the truth
  Int step(1);
  for (Int rest = b.shape; rest > Int(1);) {
    Stairs<Int> stairs = stairs_at(a, step * b.stride);
    Int const run = stairs.first_step(rest, work), stride = value(step);
    if (stairs.gave_up) return Answer::refuse(undecided(work, b.shape));
    if (!product_fits(run, stride)) return Answer::refuse(because<Int>(Condition::overflow, run, stride));
    if (!(rest % run == Int(0)))
      return refuse(Condition::run_divides, run, rest, run * step, run * stride, value(run * step));
    if (r.value.count > 0) {
      Mode<Int> const before = r.value.back();
      difference.add(stride - before.shape * before.stride, Int(1), step);
    }
    r.value.push({run, stride});
    rest = rest / run;
    step = step * run;
  }
  if (r.value.count == 0) r.value.push({Int(1), Int(0)});
  if (r.value.overfull) return Answer::refuse(because<Int>(Condition::capacity));
  Int const index = difference.first_step(b.shape, work);
  if (difference.gave_up) return Answer::refuse(undecided(work, b.shape));
  if (index == b.shape) return r;
  Int top(1);  // the start of the coarsest run that `index` lies past
  for (auto const& m : r.value) {
    if (index / top < m.shape) break;
    top = top * m.shape;
  }
  Int const low = index % top;
  return refuse(Condition::additive, low, index - low, index, evaluate(r.value, index), value(index));
}

/// The largest i*d modulo `points`, i < s, or more, for the mode s:d.
template <Number Int>
constexpr Int largest_rest(Mode<Int> const& m, Int const& points) {
  if (m.shape == Int(1)) return Int(0);
  Int const over = m.stride % points, last = m.shape - Int(1);
  if (over == Int(0)) return Int(0);
  // a multiple of the common divisor; and no larger than the last one, where nothing wraps before it
  return last <= (points - Int(1)) / over ? last * over : points - gcd(over, points);
}
/// True only where no sum of one point of each mode of B carries in A: the largest remainders, modulo the
/// points up to each gap, add up to less. Precondition: strides of B >= 0, but for modes of one point.
template <class Modes>
constexpr bool never_carries(Modes const& a, Modes const& b) {
  using Int = NumberIn<Modes>;
  return bool(linked(a, Int(1), [&](Mode<Int> const& m, Mode<Int> const&, Int& before) {
    Int const points = before * m.shape;
    before = points;
    return bool(through(
        b, points - Int(1),
        [&](Mode<Int> const& one, Int& room) {
          Int const most = largest_rest(one, points);
          if (most > room) return false;
          room = room - most;
          return true;
        },
        yes<Int>));
  }));
}

/// Why B's modes, each of them textbook, do not add up. What the textbook fold takes is a box of digits of A,
/// so that each mode of B can show its largest digits up to A's mode j, and 0 above: at the lowest j where
/// these overflow, one mode of B after the other is added, up to the first carry. It is 1 and adds one gap,
/// which is not 0 in a normal A. `digits[k][j]`: the largest digit of
/// mode k in A's mode j. Precondition: for some j they add up to the extent or more.
template <Number Int>
constexpr Refusal<Int> carry_witness(List<Mode<Int>> const& a, Layout<Int> const& b,
                                     List<List<Int>> const& digits, Layout<Int> const& answer) {
  int lowest = a.count;
  for (int j = a.count - 2; j >= 0; --j) {
    Int room = a[j].shape - Int(1);
    for (auto const& largest : digits) room = room - largest[j];
    if (room < Int(0)) lowest = j;
  }
  auto why = because<Int>(Condition::no_carry);
  why.has_witness = true;
  Int carried(0), place(1);  // the digits at `lowest` so far; one step of mode k of B in its domain
  for (int k = 0; k < b.leaves.count && carried < a[lowest].shape; ++k) {
    Mode<Int> const& m = b.leaves[k];
    Int position(0), points(1);
    for (int j = 0; j <= lowest; ++j) {
      position = position + digits[k][j] * points;
      points = points * a[j].shape;
    }
    if (m.shape > Int(1) && m.stride > Int(0)) why.index = why.index + position / m.stride * place;
    carried = carried + digits[k][lowest];
    place = place * m.shape;
  }
  why.left = why.got = evaluate(answer, why.index);
  why.right = why.want = evaluate_extended(a, evaluate(b, why.index));
  return why;
}

/// |A(i)| stays at or below kReachLimit for 0 <= i <= top, also where A's last mode runs on.
template <Number Int>
constexpr bool values_fit(List<Mode<Int>> const& a, Int const& top) {
  if constexpr (is_unbounded<Int>) {
    return true;
  } else {
    Int rest = magnitude(top), reach(0);
    for (int j = 0; j + 1 < a.count; ++j) {
      reach = reach + (a[j].shape - Int(1)) * magnitude(a[j].stride);
      rest = rest / a[j].shape;
    }
    return product_fits(rest, a.back().stride) && sum_fits(reach, rest * a.back().stride);
  }
}

}  // namespace colex::detail
