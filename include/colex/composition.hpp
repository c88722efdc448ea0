// SPDX-License-Identifier: MIT
// Composition A o B: the layout with c -> A(B(c)), nested as B is. It exists or it does not; this decides
// which.
//
//   composition((4,6,8,10):(2,3,5,7), 6:12) == (2,3):(9,5)
//   composition((4,6,8):(2,3,5), 6:3) is refused: run_divides
//
// One mode s:d of B takes, mode by mode of A, the digits that d leaves: the textbook fold, composition_step,
// which is right whenever it answers. Where it stops, modes_along() decides, without looking at every value.
// Several modes of B then add up to A(B(c)) exactly when they never carry into each other inside A, or when
// what the carries add cancels.
//
// Laws: composition_evaluates_pointwise.
// Source: Cecka, arXiv:2603.02298, 3.3; Shah 2.12-2.18; the no-carry criterion is theorem T26 in
// docs/03_theory.md.
#pragma once

#include "colex/carry.hpp"
#include "colex/coordinate.hpp"
#include "colex/textbook.hpp"

namespace colex {

/// What A means past its size: its last mode runs on (CuTe), or it is not defined there.
enum class Domain : bool { extend_last, bounded };

/// Which rule admits the composition; `no` goes with a refusal.
enum class Admissible : std::uint8_t { textbook, representable, no };

/// A composition with the route by which it was decided.
template <Number Int>
struct Composition {
  Layout<Int> layout{};
  Admissible admissible = Admissible::textbook;
};

namespace detail {

/// A and B while A o B is decided.
template <Number Int>
struct Composing {
  Layout<Int> const& b;
  Outer<Int> outer;
  Int top{0};            ///< the largest index of A that B can reach
  bool linear = false;   ///< A is linear everywhere, below 0 as well
  bool textbook = true;  ///< all modes of B so far are
  List<Int> digits;      ///< largest digit of each mode of A but the last, summed over the modes of B
  Work work;

  constexpr Composing(Layout<Int> const& a, Layout<Int> const& over, Domain domain, Budget budget)
      : b(over),
        outer{domain == Domain::bounded ? coalesce(a.leaves) : coalesce_extended(a.leaves)},
        linear(outer.modes.count == 1),
        work(budget) {
    digits.fill(outer.modes.count - 1);
  }
  /// What one point costs of the budget.
  constexpr int cost() const { return 1 + (outer.modes.count + b.leaves.count) / 4; }
  /// Whether A's values up to `top` keep the limits.
  constexpr bool tabulates() const { return values_fit(outer.modes, top); }
  constexpr Refusal<Int> too_far() const {
    return because<Int>(Condition::overflow, top, outer.last().stride);
  }
};

/// Whether B stays where A is defined. Error: in_domain.
template <Number Int>
[[gnu::always_inline]] constexpr bool stays_inside(Composing<Int>& at, Layout<Int> const& a, Domain domain,
                                                   Refusal<Int>& why) {
  for (int k = 0; k < at.b.leaves.count; ++k) {
    Mode<Int> const& m = at.b.leaves[k];
    if (m.stride < Int(0) && m.shape > Int(1) && !(at.linear && domain == Domain::extend_last)) {
      why = because<Int>(Condition::in_domain, m.stride, Int(0));
      why.modes[0] = k;
      return false;
    }
    at.top = at.top + (m.shape - Int(1)) * magnitude(m.stride);
  }
  if (domain == Domain::bounded && at.top >= size(a))
    return refused(why, because<Int>(Condition::in_domain, at.top, size(a)));
  return true;
}

/// Takes the work of find_modes() on so many points, eight looks at each; false where it does not do.
template <Number Int>
constexpr bool tabulates_within(Composing<Int>& at, Int const& points) {
  int const each = 8 * at.cost();
  if (points > Int(at.work.rest().steps / each)) return false;
  for (Int i(0); i < points && at.work.take(each);) i = i + Int(1);
  return !at.work.ended();
}

/// A along leaf k of B where the textbook fold refused with `why`: modes_along(). Errors: run_divides,
/// additive, overflow, capacity, undecided.
template <Number Int>
[[gnu::noinline]] constexpr Result<List<Mode<Int>>, Int> compose_beyond(Composing<Int>& at, int k,
                                                                        Refusal<Int> const& why) {
  Mode<Int> const& m = at.b.leaves[k];
  Result<List<Mode<Int>>, Int> r;
  if (why.condition == Condition::overflow || !at.tabulates()) {
    auto const far = because<Int>(Condition::overflow, why.left, why.right);
    r.refusal = why.condition == Condition::overflow ? far : at.too_far();
  } else {
    at.textbook = false;
    Work along(at.work.rest());
    along.limit /= 4;
    r = modes_along(at.outer.modes, m, along);
    if (r.refusal.condition == Condition::undecided && tabulates_within(at, m.shape))
      r = find_modes<Int>([&](Int const& i) { return evaluate_extended(at.outer.modes, i * m.stride); },
                          m.shape);
    for (int before = 0; before < k; ++before) r.refusal.index = r.refusal.index * at.b.leaves[before].shape;
  }
  r.refusal.modes[0] = k;
  return r;
}

/// A along leaf k of B, pushed onto `out`: the textbook fold, else compose_beyond(), whose errors these are.
template <Number Int>
[[gnu::always_inline]] constexpr bool compose_mode(List<Mode<Int>>& out, Composing<Int>& at, int k,
                                                   Refusal<Int>& why) {
  Mode<Int> const& m = at.b.leaves[k];
  bool const still = bool(m.shape == Int(1));  // a mode of one point never takes its stride
  if (!still || m.stride >= Int(0) || at.linear) {
    Refusal<Int> not_textbook;
    if (textbook_onto(out, at.outer, m, at.digits, not_textbook)) return true;
    if (!still) {
      auto const r = compose_beyond(at, k, not_textbook);
      if (!r) return refused(why, r.refusal);
      out.append(r.value, 0, r.value.count);
      return true;
    }
  }
  out.push({Int(1), Int(0)});
  return true;
}

/// The modes of B one after the other, nested as B is, in `r`, which is empty. Errors: compose_mode()'s, capacity,
/// well_formed()'s.
template <Number Int>
[[gnu::always_inline]] constexpr bool compose_modes(Layout<Int>& r, Composing<Int>& at, Refusal<Int>& why) {
  for (int n = 0, k = 0; n < at.b.profile.count; ++n) {
    if (at.b.profile.node[n] != 0) {
      r.profile.push(at.b.profile.node[n]);
      continue;
    }
    int const before = r.leaves.count;
    if (!compose_mode(r.leaves, at, k++, why)) return false;
    int const modes = r.leaves.count - before;
    if (modes != 1) r.profile.tuple(modes);
    for (int j = 0; j < modes; ++j) r.profile.leaf();
  }
  if (r.overfull()) return refused(why, because<Int>(Condition::capacity));
  if constexpr (!is_unbounded<Int>) {
    Condition c = well_formed_here(r);
    if (c == Condition::overflow) {  // perhaps only by what no point ever takes
      for (auto& m : r.leaves)
        if (m.shape == Int(1)) m.stride = Int(0);
      c = well_formed(r);
    }
    if (c != Condition::none) return refused(why, because<Int>(c));
  }
  return true;
}

/// Compares the answer with A(B(i)) at every i. Errors: no_carry (with the coordinate that breaks it),
/// undecided.
template <Number Int>
constexpr Refusal<Int> compare_points(Composing<Int>& at, Layout<Int> const& answer) {
  Int const points = size(at.b);
  if constexpr (is_unbounded<Int>)
    if (points > Int(kEnumerationLimit)) return undecided(at.work, points);
  for (Int i(0); i < points; i = i + Int(1)) {
    if (!at.work.take(at.cost())) return undecided(at.work, points);
    Int const got = evaluate(answer, i), want = evaluate_extended(at.outer.modes, evaluate(at.b, i));
    if (got == want) continue;
    return {Condition::no_carry, {-1, -1}, got, want, true, i, got, want};
  }
  return {};
}

/// Whether B's modes add up inside A where two of them may carry: they do not where all are textbook; otherwise what
/// the carries add may cancel. Errors: no_carry, overflow, undecided.
template <Number Int>
[[gnu::noinline]] constexpr bool carries_cancel(Composing<Int>& at, Layout<Int> const& answer,
                                                Refusal<Int>& why) {
  if (!at.tabulates()) return refused(why, at.too_far());
  if (at.textbook) {
    List<List<Int>> each;  // the largest digits of each mode of B
    for (auto const& m : at.b.leaves) {
      List<Int> largest;
      largest.fill(at.digits.count);
      if (m.shape > Int(1)) (void)compose_textbook(at.outer, m, largest);
      each.push(largest);
    }
    auto const shown = carry_witness(at.outer.modes, at.b, each, answer);
    if (!(shown.got == shown.want)) return refused(why, shown);  // always; a refusal rests on nothing else
  } else if (never_carries(at.outer.modes, at.b.leaves)) {
    return true;
  }
  why = compare_points(at, answer);
  return why.condition == Condition::none;
}

/// Whether B's modes add up inside A: they do where no two carry, and else as carries_cancel() says, whose errors these
/// are.
template <Number Int>
[[gnu::always_inline]] constexpr bool decide_carries(Composing<Int>& at, Layout<Int> const& answer,
                                                     Refusal<Int>& why) {
  if (at.b.leaves.count == 1) return true;
  bool carries = false;
  for (int j = 0; j < at.digits.count; ++j)
    if (at.digits[j] >= at.outer.modes[j].shape) carries = true;
  if (at.textbook && !carries) return true;
  return carries_cancel(at, answer, why);
}

/// A o B of layouts that keep the limits, in `r`, which has no value yet; the route in `textbook`.
template <Number Int>
[[gnu::always_inline]] constexpr void compose_onto(Result<Layout<Int>, Int>& r, Layout<Int> const& a,
                                                   Layout<Int> const& b, Domain domain, Budget budget,
                                                   bool& textbook) {
  Composing<Int> at(a, b, domain, budget);
  if (!stays_inside(at, a, domain, r.refusal)) return;
  r.value.clear();
  bool const each = compose_modes(r.value, at, r.refusal);
  textbook = at.textbook;
  if (each) {
    decide_carries(at, r.value, r.refusal);
  } else {
    r.value = {};
  }
}

/// compose(), with the route in `textbook`.
template <Number Int>
constexpr Result<Layout<Int>, Int> decide_composition(Layout<Int> const& a, Layout<Int> const& b,
                                                      Domain domain, Budget budget, bool& textbook) {
  Result<Layout<Int>, Int> r;
  r.refusal.condition = well_formed_here(a);
  if (r) r.refusal.condition = well_formed_here(b);
  if (r) compose_onto(r, a, b, domain, budget, textbook);
  return r;
}

/// composition() inside an operation that has asked already whether A keeps the limits, and does not ask again.
template <Number Int>
constexpr Result<Layout<Int>, Int> composition_of_checked(Layout<Int> const& a, Layout<Int> const& b,
                                                          Budget budget) {
  Result<Layout<Int>, Int> r;
  bool textbook = true;
  r.refusal.condition = well_formed_here(b);
  if (r) compose_onto(r, a, b, Domain::extend_last, budget, textbook);
  return r;
}

}  // namespace detail

/// A o B, with how it was decided. Exact: refused only where no layout nested as B gives c -> A(B(c)).
/// Preconditions: none. Errors: in_domain (B goes below 0, or past A's size when Domain::bounded),
/// run_divides, additive, no_carry (with the coordinate that breaks it), overflow, capacity, well_formed()'s;
/// undecided where a mode of B fails the textbook conditions, may carry, and the budget does not do for B's
/// points (all modes textbook: decided at any size), or where modes_along() gave up.
template <Number Int>
constexpr Result<Composition<Int>, Int> compose(Layout<Int> const& a, Layout<Int> const& b,
                                                Domain domain = Domain::extend_last, Budget budget = {}) {
  bool textbook = true;
  auto const r = detail::decide_composition(a, b, domain, budget, textbook);
  Admissible const route = textbook ? Admissible::textbook : Admissible::representable;
  return {{r.value, r ? route : Admissible::no}, r.refusal};
}

/// A o B as a layout; see compose().
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a, Layout<Int> const& b,
                                               Domain domain = Domain::extend_last, Budget budget = {}) {
  bool textbook = true;
  return detail::decide_composition(a, b, domain, budget, textbook);
}

}  // namespace colex
