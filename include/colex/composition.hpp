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

namespace colex {

/// What A means past its size: its last mode runs on (CuTe), or it is not defined there.
enum class Domain : bool { extend_last, bounded };

/// What is left of a mode of B: `shape` points, `stride` apart in the domain of A's remaining modes.
/// Precondition of the step: shape >= 1, stride >= 0, mode.shape >= 1.
template <Number Int>
constexpr Step<Mode<Int>, Int> composition_step(Mode<Int> const& rest, Mode<Int> const& mode) {
  if (rest.stride % mode.shape == Int(0))
    return {{rest.shape, rest.stride / mode.shape}};  // passes the mode over
  if (mode.shape % rest.stride != Int(0))
    return {rest, false, {}, because<Int>(Condition::stride_divides, rest.stride, mode.shape)};
  Int const points = mode.shape / rest.stride;  // of the mode of A that one period of the result takes
  if (rest.shape <= points) return {{Int(1), Int(0)}, true, {rest.shape, mode.stride * rest.stride}};
  if (rest.shape % points != Int(0))
    return {rest, false, {}, because<Int>(Condition::run_divides, points, rest.shape)};
  return {{rest.shape / points, Int(1)}, true, {points, mode.stride * rest.stride}};
}

/// Which rule admits the composition; `no` goes with a refusal.
enum class Admissible : std::uint8_t { textbook, representable, no };

/// A composition with the route by which it was decided.
template <Number Int>
struct Composition {
  Layout<Int> layout{};
  Admissible admissible = Admissible::textbook;
};

namespace detail {

/// A coalesced; its last mode runs on.
template <Number Int>
struct Outer {
  List<Mode<Int>> modes;
  constexpr Mode<Int> last() const { return modes.back(); }
};

/// The textbook composition of A with one mode; `digits[j]` grows by the largest digit it uses of A's mode j.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> compose_textbook(Outer<Int> const& a, Mode<Int> const& b,
                                                        List<Int>& digits) {
  Result<List<Mode<Int>>, Int> r;
  auto const counted = [&, j = 0](Mode<Int> const& rest, Mode<Int> const& mode) mutable {
    auto const step = composition_step(rest, mode);
    if (step.emits) digits[j] = digits[j] + (step.mode.shape - Int(1)) * rest.stride;
    ++j;
    return step;
  };
  auto folded = fold_first(a.modes.count - 1, a.modes, b, counted);
  r.refusal = folded.refusal;
  if (!r) return r;
  if (!product_fits(folded.state.stride, a.last().stride)) {
    r.refusal = because<Int>(Condition::overflow, folded.state.stride, a.last().stride);
    return r;
  }
  Mode<Int> const tail{folded.state.shape, folded.state.stride * a.last().stride};
  if (!product_fits(tail.shape, tail.stride)) {
    r.refusal = because<Int>(Condition::overflow, tail.shape, tail.stride);
    return r;
  }
  auto& emitted = folded.emitted;
  emitted.push(tail);
  r.value = emitted.count == 1 ? emitted : coalesce(emitted);
  if (emitted.overfull) r.refusal.condition = Condition::capacity;
  return r;
}

/// A and B while A o B is decided.
template <Number Int>
struct Composing {
  Layout<Int> const& b;
  Outer<Int> outer{};
  Int top{};               ///< the largest index of A that B can reach
  bool linear = false;     ///< A is linear everywhere, below 0 as well
  bool tabulates = false;  ///< A's values up to `top` keep the limits
  bool textbook = true;    ///< all modes of B so far are
  List<Int> digits{};      ///< largest digit of each mode of A but the last, summed over the modes of B
  Work work{};

  /// What one point costs of the budget.
  constexpr int cost() const { return 1 + (outer.modes.count + b.leaves.count) / 4; }
  constexpr Refusal<Int> too_far() const {
    return because<Int>(Condition::overflow, top, outer.last().stride);
  }
};

/// Whether B stays where A is defined. Error: in_domain.
template <Number Int>
constexpr Refusal<Int> stays_inside(Composing<Int>& at, Layout<Int> const& a, Domain domain) {
  for (int k = 0; k < at.b.leaves.count; ++k) {
    Mode<Int> const& m = at.b.leaves[k];
    if (m.stride < Int(0) && m.shape > Int(1) && !(at.linear && domain == Domain::extend_last)) {
      auto why = because<Int>(Condition::in_domain, m.stride, Int(0));
      why.modes[0] = k;
      return why;
    }
    at.top = at.top + (m.shape - Int(1)) * magnitude(m.stride);
  }
  if (domain == Domain::bounded && at.top >= size(a))
    return because<Int>(Condition::in_domain, at.top, size(a));
  return {};
}

/// Takes the work of find_modes() on so many points, eight looks at each; false where it does not do.
template <Number Int>
constexpr bool tabulates_within(Composing<Int>& at, Int const& points) {
  int const each = 8 * at.cost();
  if (points > Int(at.work.rest().steps / each)) return false;
  for (Int i(0); i < points && at.work.take(each);) i = i + Int(1);
  return !at.work.ended();
}

/// A along leaf k of B: the textbook fold, else modes_along(). Errors: run_divides, additive, overflow,
/// capacity, undecided.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> compose_mode(Composing<Int>& at, int k) {
  Mode<Int> const& m = at.b.leaves[k];
  auto const still = [] {  // what a mode of one point may become: it never takes its stride
    Result<List<Mode<Int>>, Int> one;
    one.value.push({Int(1), Int(0)});
    return one;
  };
  if (m.shape == Int(1) && m.stride < Int(0) && !at.linear) return still();
  auto r = compose_textbook(at.outer, m, at.digits);
  if (r) return r;
  if (m.shape == Int(1)) return still();
  if (r.refusal.condition == Condition::overflow || !at.tabulates) {
    r.refusal = r.refusal.condition == Condition::overflow
                    ? because<Int>(Condition::overflow, r.refusal.left, r.refusal.right)
                    : at.too_far();
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

/// The modes of B one after the other, nested as B is. Errors: compose_mode()'s, capacity, well_formed()'s.
template <Number Int>
constexpr Result<Layout<Int>, Int> compose_modes(Composing<Int>& at) {
  using Answer = Result<Layout<Int>, Int>;
  Answer answer{{{}, {}}, {}};
  Layout<Int>& r = answer.value;
  for (int n = 0, k = 0; n < at.b.profile.count; ++n) {
    if (at.b.profile.node[n] != 0) {
      r.profile.push(at.b.profile.node[n]);
      continue;
    }
    auto const one = compose_mode(at, k++);
    if (!one) return Answer::refuse(one.refusal);
    if (one.value.count != 1) r.profile.tuple(one.value.count);
    for (auto const& m : one.value) {
      r.profile.leaf();
      r.leaves.push(m);
    }
  }
  if (r.overfull()) return Answer::refuse(because<Int>(Condition::capacity));
  if constexpr (!is_unbounded<Int>) {
    Condition c = well_formed(r);
    if (c == Condition::overflow) {  // perhaps only by what no point ever takes
      for (auto& m : r.leaves)
        if (m.shape == Int(1)) m.stride = Int(0);
      c = well_formed(r);
    }
    if (c != Condition::none) return Answer::refuse(because<Int>(c));
  }
  return answer;
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
    auto why = because<Int>(Condition::no_carry, got, want);
    why.has_witness = true;
    why.index = i;
    why.got = got;
    why.want = want;
    return why;
  }
  return {};
}

/// Whether B's modes add up inside A: they do where no two carry, and do not where all are textbook and two
/// carry; otherwise what the carries add may cancel. Errors: no_carry, overflow, undecided.
template <Number Int>
constexpr Refusal<Int> decide_carries(Composing<Int>& at, Layout<Int> const& answer) {
  if (at.b.leaves.count == 1) return {};
  bool carries = false;
  for (int j = 0; j < at.digits.count; ++j)
    if (at.digits[j] >= at.outer.modes[j].shape) carries = true;
  if (at.textbook && !carries) return {};
  if (!at.tabulates) return at.too_far();
  if (at.textbook) {
    List<List<Int>> each;  // the largest digits of each mode of B
    for (auto const& m : at.b.leaves) {
      List<Int> largest;
      largest.fill(at.digits.count);
      if (m.shape > Int(1)) (void)compose_textbook(at.outer, m, largest);
      each.push(largest);
    }
    auto const why = carry_witness(at.outer.modes, at.b, each, answer);
    if (!(why.got == why.want)) return why;  // always; a refusal rests on nothing else
    return compare_points(at, answer);
  }
  if (never_carries(at.outer.modes, at.b.leaves)) return {};
  return compare_points(at, answer);
}

/// compose(), with the route in `textbook`.
template <Number Int>
constexpr Result<Layout<Int>, Int> decide_composition(Layout<Int> const& a, Layout<Int> const& b,
                                                      Domain domain, Budget budget, bool& textbook) {
  using Answer = Result<Layout<Int>, Int>;
  if (Condition const c = well_formed(a); c != Condition::none) return Answer::refuse(because<Int>(c));
  if (Condition const c = well_formed(b); c != Condition::none) return Answer::refuse(because<Int>(c));
  Composing<Int> at{b};
  at.outer.modes = domain == Domain::bounded ? coalesce(a.leaves) : coalesce_extended(a.leaves);
  at.linear = at.outer.modes.count == 1;
  at.digits.fill(at.outer.modes.count - 1);
  at.work = Work(budget);
  if (auto const why = stays_inside(at, a, domain); why.condition != Condition::none)
    return Answer::refuse(why);
  at.tabulates = values_fit(at.outer.modes, at.top);
  auto r = compose_modes(at);
  textbook = at.textbook;
  if (r) r.refusal = decide_carries(at, r.value);
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
