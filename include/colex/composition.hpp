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
// docs/laws.md.
#pragma once

#include "colex/carry.hpp"
#include "colex/coordinate.hpp"

namespace colex {

/// What A means past its size: its last mode runs on (CuTe), or it is not defined there.
enum class Domain : bool { extend_last, bounded };

/// The largest B that is compared with A point by point where the textbook conditions do not decide.
inline constexpr std::int64_t kEnumerationLimit = std::int64_t{1} << 22;

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

/// How the answer came about: the first of composition's three values (the other is a refusal).
enum class Admissible : std::uint8_t { textbook, representable, no };

/// A composition with the route by which it was decided.
template <Number Int>
struct Composition {
  Layout<Int> layout{};
  Admissible admissible = Admissible::textbook;
};

namespace detail {

/// A coalesced, with its extended last mode apart: modes but_last, then last.
template <Number Int>
struct Outer {
  List<Mode<Int>> modes;
  constexpr Mode<Int> last() const { return modes.back(); }
  constexpr List<Mode<Int>> but_last() const {
    List<Mode<Int>> r = modes;
    r.item[--r.count] = Mode<Int>{};
    return r;
  }
};

/// The textbook composition of A with one mode; `digits[j]` grows by the largest digit it uses of A's mode j.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> compose_textbook(Outer<Int> const& a, Mode<Int> const& b,
                                                        List<Int>& digits) {
  Result<List<Mode<Int>>, Int> r;
  auto const folded = fold(a.but_last(), b, [&, j = 0](Mode<Int> const& rest, Mode<Int> const& mode) mutable {
    auto const step = composition_step(rest, mode);
    if (step.emits) digits[j] = digits[j] + (step.mode.shape - Int(1)) * rest.stride;
    ++j;
    return step;
  });
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
  List<Mode<Int>> emitted = folded.emitted;
  emitted.push(tail);
  r.value = tail.shape == Int(1) && emitted.count == 1 ? emitted : coalesce(emitted);
  if (emitted.overfull) r.refusal.condition = Condition::capacity;
  return r;
}

}  // namespace detail

/// A o B, with how it was decided. Exact: refused only where no layout nested as B gives c -> A(B(c)).
/// Preconditions: none. Errors: in_domain (B goes below 0, or past A's size when Domain::bounded),
/// run_divides, additive, no_carry (with the coordinate that breaks it), overflow, capacity, well_formed()'s;
/// undecided where a mode of B fails the textbook conditions, may carry, and B has more than
/// kEnumerationLimit points (all modes textbook: decided at any size), or where modes_along() gave up.
template <Number Int>
constexpr Result<Composition<Int>, Int> compose(Layout<Int> const& a, Layout<Int> const& b,
                                                Domain domain = Domain::extend_last) {
  Result<Composition<Int>, Int> r;
  auto refuse = [&](Refusal<Int> const& why) {
    r.value.admissible = Admissible::no;
    r.refusal = why;
    return r;
  };
  if (Condition const c = well_formed(a); c != Condition::none) return refuse(because<Int>(c));
  if (Condition const c = well_formed(b); c != Condition::none) return refuse(because<Int>(c));
  detail::Outer<Int> const outer{domain == Domain::bounded ? coalesce(a.leaves)
                                                           : coalesce_extended(a.leaves)};

  bool const linear = outer.modes.count == 1;  // then A is linear everywhere, below 0 as well
  Int top(0);
  for (int k = 0; k < b.leaves.count; ++k) {
    Mode<Int> const& m = b.leaves[k];
    if (m.stride < Int(0) && m.shape > Int(1) && !(linear && domain == Domain::extend_last)) {
      auto why = because<Int>(Condition::in_domain, m.stride, Int(0));
      why.modes[0] = k;
      return refuse(why);
    }
    top = top + (m.shape - Int(1)) * magnitude(m.stride);
  }
  if (domain == Domain::bounded && top >= size(a))
    return refuse(because<Int>(Condition::in_domain, top, size(a)));

  bool const tabulates = detail::values_fit(outer.modes, top);

  List<Int> digits;  // largest digit of each mode of A but the last, summed over the modes of B
  digits.count = outer.modes.count - 1;
  bool textbook = true;
  Refusal<Int> failed{};
  r.value.layout = substitute(b, [&](int k, Mode<Int> const& m) {
    if (failed.condition != Condition::none) return leaf(m);
    Mode<Int> const still{Int(1), Int(0)};  // what a mode of one point may become: it never takes its stride
    if (m.shape == Int(1) && m.stride < Int(0) && !linear) return leaf(still);
    if (auto const one = detail::compose_textbook(outer, m, digits)) {
      return flat(*one);
    } else if (m.shape == Int(1)) {
      return leaf(still);
    } else if (one.refusal.condition == Condition::overflow) {
      failed = because<Int>(Condition::overflow, one.refusal.left, one.refusal.right);
      failed.modes[0] = k;
      return leaf(m);
    }
    if (!tabulates) {
      failed = because<Int>(Condition::overflow, top, outer.last().stride);
      failed.modes[0] = k;
      return leaf(m);
    }
    textbook = false;
    auto found = detail::modes_along(outer.modes, m);
    if (found.refusal.condition == Condition::undecided && m.shape <= Int(kEnumerationLimit))
      found = find_modes<Int>([&](Int const& i) { return evaluate_extended(outer.modes, i * m.stride); },
                              m.shape);
    failed = found.refusal;
    failed.modes[0] = k;
    for (int before = 0; before < k; ++before) failed.index = failed.index * b.leaves[before].shape;
    return flat(found.value);
  });
  if (failed.condition != Condition::none) return refuse(failed);
  if (r.value.layout.overfull()) return refuse(because<Int>(Condition::capacity));
  if constexpr (!is_unbounded<Int>) {
    if (well_formed(r.value.layout) == Condition::overflow)  // perhaps only by what no point ever takes
      r.value.layout = substitute(r.value.layout, [](int, Mode<Int> const& m) {
        return leaf(m.shape == Int(1) ? Mode<Int>{Int(1), Int(0)} : m);
      });
    if (Condition const c = well_formed(r.value.layout); c != Condition::none) return refuse(because<Int>(c));
  }
  if (!textbook) r.value.admissible = Admissible::representable;
  if (b.leaves.count == 1) return r;

  bool carries = false;
  for (int j = 0; j < digits.count; ++j)
    if (digits[j] >= outer.modes[j].shape) carries = true;
  if (textbook && !carries) return r;
  if (!tabulates) return refuse(because<Int>(Condition::overflow, top, outer.last().stride));
  if (textbook) {
    List<List<Int>> each;  // the largest digits of each mode of B
    for (auto const& m : b.leaves) {
      List<Int> largest;
      largest.count = digits.count;
      if (m.shape > Int(1)) (void)detail::compose_textbook(outer, m, largest);
      each.push(largest);
    }
    return refuse(detail::carry_witness(outer.modes, b, each, r.value.layout));
  }
  if (detail::never_carries(outer.modes, b.leaves)) return r;
  if (size(b) > Int(kEnumerationLimit)) return refuse(because<Int>(Condition::undecided, size(b)));
  for (Int i(0); i < size(b); i = i + Int(1)) {
    Int const got = evaluate(r.value.layout, i), want = evaluate_extended(outer.modes, evaluate(b, i));
    if (got == want) continue;
    auto why = because<Int>(Condition::no_carry, got, want);
    why.has_witness = true;
    why.index = i;
    why.got = got;
    why.want = want;
    return refuse(why);
  }
  return r;
}

/// A o B as a layout; see compose().
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a, Layout<Int> const& b,
                                               Domain domain = Domain::extend_last) {
  auto const r = compose(a, b, domain);
  return {r.value.layout, r.refusal};
}

}  // namespace colex
