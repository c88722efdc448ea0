// SPDX-License-Identifier: MIT
// Left inverse: the layout that gives every coordinate back from its offset, or why there is none.
//
//   left_inverse((4,8):(8,1)) == (8,4):(4,1)       left_inverse((2,2):(2,4)) == (2,4):(0,1)
//   left_inverse((2,2):(2,3)) == (2,3):(1,1)       2 -> 1, 3 -> 2, 5 -> 3; peers refuse it
//   left_inverse((3,2):(1,2)) is refused: coordinates 2 and 3 have the same offset 2
//
// A layout reads the digits of an offset in a chain of moduli 1 | m1 | m2 | ... and weighs them. For strides
// that divide each other the chain is the strides. Otherwise every chain below the largest offset is tried; a
// finer chain can do whatever a coarser one can, so only steps by primes count. For one chain the weights are
// integer unknowns of one linear equation per offset, solved exactly.
//
// Laws: left_inverse_gives_back.  Source: Cecka, arXiv:2603.02298, 3.4; the decision is theorem T42 in
// docs/03_theory.md.
#pragma once

#include "colex/composes_to.hpp"
#include "colex/inverse_search.hpp"

namespace colex {

/// Exact: L'(L(k)) == k. Quasi: L(L'(L(k))) == L(k), modes of stride 0 counting as their coordinate 0 (CuTe).
/// Past their ends both layouts run on there: ((2,4),(3,5)):((4,1),(2,8)) has the quasi inverse
/// (2,2,2,5):(2,8,1,24).
enum class Inverse : bool { exact, quasi };

/// One mode of left_inverse, in order of stride: the digit up to this stride weighs what the mode before it
/// weighs, `pending.stride`. Error: stride_divides.
template <Number Int>
constexpr Step<Mode<Int>, Int> left_inverse_step(Mode<Int> const& pending, Mode<Int> const& mode,
                                                 Int const& step) {
  if (!(mode.stride % pending.shape == Int(0)))
    return {pending, false, {}, because<Int>(Condition::stride_divides, pending.shape, mode.stride)};
  return {{mode.stride, step}, true, {mode.stride / pending.shape, pending.stride}, {}};
}

namespace detail {
/// The modes of a layout that an inverse gives back: all that move, and with Inverse::exact those of stride
/// 0.
template <Number Int>
struct Kept {
  List<Mode<Int>> modes;
  List<Mode<Int>> places;  ///< the same modes with the step of each in the domain as its stride
  Int top{};               ///< the largest offset
};
/// Error: not_negative (a stride below 0).
template <Number Int>
constexpr Result<Kept<Int>, Int> kept_modes(Layout<Int> const& layout, Inverse kind) {
  Result<Kept<Int>, Int> r;
  Int points(1);
  for (int k = 0; k < layout.leaves.count; ++k) {
    Mode<Int> const& m = layout.leaves[k];
    if (m.shape > Int(1) && m.stride < Int(0)) {
      r.refusal = because<Int>(Condition::not_negative, m.stride);
      r.refusal.modes[0] = k;
      return r;
    }
    if (m.shape > Int(1) && !(kind == Inverse::quasi && m.stride == Int(0))) {
      r.value.modes.push(m);
      r.value.places.push({m.shape, points});
      r.value.top = r.value.top + (m.shape - Int(1)) * m.stride;
    }
    points = points * m.shape;
  }
  return r;
}

/// The inverse whose digits are read between the strides, in order: right for an injective layout. Error:
/// stride_divides (the strides do not divide each other).
template <Number Int>
constexpr Result<Layout<Int>, Int> chain_inverse(Kept<Int> const& kept) {
  List<Mode<Int>> sorted = kept.modes, positions;  // the step in the domain as `shape`
  for (int k = 0; k < sorted.count; ++k) positions.push({kept.places[k].stride, sorted[k].stride});
  sort_by_stride(positions);
  sort_by_stride(sorted);
  List<Mode<Int>>
      modes;  // coalesced as they come, so that 32 leaves and the gap below the least fit where the answer does
  Mode<Int> pending{Int(1), Int(0)};
  auto take = [&](Mode<Int> const& m) {
    auto const step = coalesce_step(pending, m);
    if (step.emits) modes.push(step.mode);
    pending = step.state;
  };
  auto const end = fold_end(sorted, Mode<Int>{Int(1), Int(0)},
                            [&, k = 0](Mode<Int> const& at, Mode<Int> const& m) mutable {
                              auto const step = left_inverse_step(at, m, positions[k++].shape);
                              if (step.emits) take(step.mode);
                              return step;
                            });
  if (end.refusal.condition != Condition::none) return Result<Layout<Int>, Int>::refuse(end.refusal);
  if (sorted.count > 0) take({sorted.back().shape, end.state.stride});
  modes.push(pending);
  if (modes.overfull) return Result<Layout<Int>, Int>::refuse(because<Int>(Condition::capacity));
  return Result<Layout<Int>, Int>::answer(flat(modes));
}

/// evaluate_extended() in `offset`; false where that leaves 64 bits.
template <Number Int>
constexpr bool evaluates_within(List<Mode<Int>> const& modes, Int const& index, Int& offset) {
  EvaluateState<Int> at{index, Int(0)};
  for (int k = 0; k + 1 < modes.count; ++k) at = evaluate_step(at, modes[k]);
  Int const stride = modes.count == 0 ? Int(0) : modes.back().stride;
  if (!product_fits(at.rest, stride) || !sum_fits(at.offset, at.rest * stride)) return false;
  offset = at.offset + at.rest * stride;
  return true;
}

/// Whether L(L'(L(k))) == L(k) for every k, by trying each; past their ends both layouts run on, as CuTe's
/// do. False as well where there are more than kEnumerationLimit points.
template <Number Int>
constexpr bool is_quasi_inverse(Layout<Int> const& layout, Layout<Int> const& inverse, Budget budget) {
  if constexpr (is_unbounded<Int>) {
    return false;  // nothing to try among symbols
  } else {
    Work work(budget);
    for (Int k(0), points = size(layout); k < points; k = k + Int(1)) {
      if (!work.take(1 + layout.leaves.count / 4)) return false;
      Int const offset = evaluate(layout, k);
      Int back(0), again(0);
      if (!evaluates_within(inverse.leaves, offset, back) || !evaluates_within(layout.leaves, back, again))
        return false;
      if (!(again == offset)) return false;
    }
    return true;
  }
}
}  // namespace detail

/// L' with L'(L(k)) == k for every k below size(L) (Inverse::quasi: see there). Exact: refused only where no
/// layout does that; an answer has passed composes_to(). Quasi: where two
/// coordinates share an offset, CuTe's inverse of the chain of strides, if the law holds of it. Errors:
/// injective (the colliding pair), not_negative (a stride below 0: L' is not defined there), invertible
/// (injective, yet every chain of moduli fails), undecided (the search took more than its budget),
/// well_formed()'s. Size: one past the largest offset, rounded up to whole modes.
template <Number Int>
constexpr Result<Layout<Int>, Int> left_inverse(Layout<Int> const& given, Inverse kind = Inverse::exact,
                                                Budget budget = {}) {
  auto refuse = [](Refusal<Int> const& why) { return Result<Layout<Int>, Int>::refuse(why); };
  if (Condition const c = well_formed(given); c != Condition::none) return refuse(because<Int>(c));
  auto const kept = detail::kept_modes(given, kind);
  if (!kept) return refuse(kept.refusal);
  Layout<Int> const moves = flat(kept.value.modes), place = flat(kept.value.places);
  Work work(budget);
  if (auto why = injective(moves, work.rest()); why.condition != Condition::none) {
    if (why.condition != Condition::injective) return refuse(why);
    if (kind == Inverse::quasi) {
      auto const least = detail::chain_inverse(detail::kept_modes(coalesce(given), kind).value);
      if (least && detail::is_quasi_inverse(given, least.value, work.rest())) return least;
    }
    why.left = evaluate(place, why.left);  // as coordinates of L, 0 in the modes left out
    why.right = why.index = evaluate(place, why.right);
    return refuse(why);
  }
  auto const chain = detail::chain_inverse(kept.value);
  if constexpr (is_unbounded<Int>) {
    if (chain) return chain;  // among symbols nothing is tried point by point
  }
  if (chain && composes_to(chain.value, moves, place, work.rest())) return chain;
  detail::InverseSearch<Int> search(moves);
  search.work = Work(work.rest());
  search.place = place;
  search.points = size(moves);
  search.top = kept.value.top;
  bool const found = search.run();
  auto const answer = keep_limits(search.result());
  if (found && answer && composes_to(answer.value, moves, place, search.work.rest())) return answer;
  if (found || search.exhausted()) return refuse(undecided(search.work, search.points));
  return refuse(because<Int>(Condition::invertible, chain.refusal.left, chain.refusal.right));
}

}  // namespace colex
