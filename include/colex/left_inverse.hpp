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
// integer unknowns of one linear equation an offset, solved exactly.
//
// Laws: left_inverse_gives_back.  Source: Cecka, arXiv:2603.02298, 3.4; the decision is theorem T42 in
// docs/laws.md.
#pragma once

#include "colex/decide.hpp"

namespace colex {

/// Exact: L'(L(k)) == k. Quasi: L(L'(L(k))) == L(k), modes of stride 0 counting as their coordinate 0 (CuTe).
enum class Inverse : bool { exact, quasi };

namespace detail {

/// Integer unknowns under linear equations: solution + the integer combinations of the columns.
template <Number Int>
struct IntegerSystem {
  static constexpr int kMost = 24;
  int unknowns = 0, columns = 0;
  Int solution[kMost]{};
  Int column[kMost][kMost]{};  ///< column[c] is one direction in which the solution is still free
  bool too_large = false;

  constexpr void add_unknown() {
    if (unknowns == kMost) {
      too_large = true;
      return;
    }
    for (int i = 0; i < kMost; ++i) column[columns][i] = Int(i == unknowns ? 1 : 0);
    solution[unknowns++] = Int(0);
    ++columns;
  }
  /// x + a * b; 0 once a number leaves kReachLimit, which ends the search undecided.
  constexpr Int plus_product(Int const& x, Int const& a, Int const& b) {
    if (!too_large && product_fits(a, b)) {
      Int const product = a * b;
      if (sum_fits(x, product)) return x + product;
    }
    too_large = true;
    return Int(0);
  }
  /// A step of Euclid's algorithm on two columns, one entry of each: they span the same as before.
  constexpr void exchange(Int& pivot, Int& other, Int const& q) {
    Int const next = plus_product(pivot, q, other);
    pivot = other;
    other = next;
  }
  /// sum a[i] * unknown i == value: false when that contradicts the equations so far.
  constexpr bool add_equation(Int const (&a)[kMost], Int const& value) {
    if (too_large) return true;
    Int free[kMost]{};
    Int rest = value;
    for (int i = 0; i < unknowns; ++i) {
      if (a[i] == Int(0)) continue;
      rest = plus_product(rest, Int(0) - a[i], solution[i]);
      for (int c = 0; c < columns; ++c) free[c] = plus_product(free[c], a[i], column[c][i]);
    }
    if (too_large) return true;
    int pivot = -1;
    for (int c = 0; c < columns; ++c) {
      if (free[c] == Int(0)) continue;
      if (pivot < 0) {
        pivot = c;
        continue;
      }
      while (!(free[c] == Int(0))) {  // Euclid on two columns
        Int const q = Int(0) - truncated_div(free[pivot], free[c]);
        for (int i = 0; i < unknowns; ++i) exchange(column[pivot][i], column[c][i], q);
        exchange(free[pivot], free[c], q);
        if (too_large) return true;
      }
    }
    if (pivot < 0) return bool(rest == Int(0));
    if (!(magnitude(rest) % magnitude(free[pivot]) == Int(0))) return false;
    Int const times = truncated_div(rest, free[pivot]);
    --columns;
    for (int i = 0; i < unknowns; ++i) {
      solution[i] = plus_product(solution[i], times, column[pivot][i]);
      column[pivot][i] = column[columns][i];
    }
    return true;
  }
};

/// The digit of an offset between two moduli, of which `low` divides `high`.
template <Number Int>
constexpr Int chain_digit(Int const& offset, Int const& low, Int const& high) {
  return offset % high / low;
}

template <Number Int>
struct InverseSearch {
  Layout<Int> layout, place;  ///< offsets, and the coordinates they are to give back
  Int points{}, top{};        ///< number of coordinates, largest offset
  std::int64_t steps = 0;
  bool too_large = false;
  List<Int> moduli;
  IntegerSystem<Int> answer;

  /// The equations of the offsets in [from, to), digits beyond the last modulus unbounded.
  constexpr bool impose(IntegerSystem<Int>& system, Int const& from, Int const& to) {
    for (Int k(0); k < points; k = k + Int(1)) {
      Int const offset = evaluate(layout, k);
      if (offset < from || offset >= to) continue;
      ++steps;
      Int digit[IntegerSystem<Int>::kMost]{};
      for (int j = 0; j < moduli.count && j < IntegerSystem<Int>::kMost; ++j)
        digit[j] = j + 1 < moduli.count ? chain_digit(offset, moduli[j], moduli[j + 1]) : offset / moduli[j];
      if (!system.add_equation(digit, evaluate(place, k))) return false;
      if (system.too_large) {
        too_large = true;
        return false;
      }
    }
    return true;
  }
  constexpr bool exhausted() const { return too_large || steps > kSearchLimit; }

  /// The moduli chosen so far decide every offset below the last one. Ends here, or goes on by a prime.
  constexpr bool extend(IntegerSystem<Int> system) {
    Int const last = moduli.back();
    system.add_unknown();
    auto ended = system;
    if (impose(ended, last, top + Int(1))) {
      answer = ended;
      return true;
    }
    for (Int q(2); last <= top / q && !exhausted(); q = q + Int(1)) {
      bool prime = true;
      for (Int p(2); p * p <= q && prime; p = p + Int(1), ++steps)
        if (q % p == Int(0)) prime = false;
      if (!prime) continue;
      ++steps;
      auto refined = system;
      if (impose(refined, last, last * q)) {
        moduli.push(last * q);
        if (extend(refined)) return true;
        moduli.item[--moduli.count] = Int(0);
      }
    }
    return false;
  }

  /// One modulus first, of any size: the shortest answers.
  constexpr bool run() {
    for (Int m(1); m <= top && !exhausted(); m = m + Int(1)) {
      IntegerSystem<Int> system;
      moduli = {};
      moduli.push(Int(1));
      system.add_unknown();
      if (m > Int(1)) {
        moduli.push(m);
        system.add_unknown();
      }
      ++steps;
      if (!impose(system, Int(0), top + Int(1))) continue;
      answer = system;
      return true;
    }
    moduli = {};
    moduli.push(Int(1));
    return !exhausted() && extend({});
  }

  constexpr Layout<Int> result() const {
    List<Mode<Int>> modes;
    for (int j = 0; j < moduli.count; ++j)
      modes.push(
          {j + 1 < moduli.count ? moduli[j + 1] / moduli[j] : top / moduli[j] + Int(1), answer.solution[j]});
    return flat(coalesce(modes));
  }
};

}  // namespace detail

/// One mode of left_inverse, in order of stride: the digit up to this stride weighs what the mode before it
/// weighs, `pending.stride`. Error: stride_divides.
template <Number Int>
constexpr Step<Mode<Int>, Int> left_inverse_step(Mode<Int> const& pending, Mode<Int> const& mode,
                                                 Int const& step) {
  if (!(mode.stride % pending.shape == Int(0)))
    return {pending, false, {}, because<Int>(Condition::stride_divides, pending.shape, mode.stride)};
  return {{mode.stride, step}, true, {mode.stride / pending.shape, pending.stride}, {}};
}

/// L' with L'(L(k)) == k for every k below size(L) (Inverse::quasi: see there). Exact: refused only where no
/// layout does that. Errors: injective (the colliding pair), not_negative (a stride below 0: L' is not
/// defined there), invertible (injective, yet every chain of moduli fails), undecided (the search took more
/// than kSearchLimit steps), well_formed()'s. Size: one past the largest offset, rounded up to whole modes.
template <Number Int>
constexpr Result<Layout<Int>, Int> left_inverse(Layout<Int> const& given, Inverse kind = Inverse::exact) {
  auto refuse = [](Refusal<Int> const& why) { return Result<Layout<Int>, Int>::refuse(why); };
  if (Condition const c = well_formed(given); c != Condition::none) return refuse(because<Int>(c));
  List<Mode<Int>> modes, positions, places;  // of L; the step in the domain as `shape`; and as `stride`
  Int points(1), top(0);
  for (int k = 0; k < given.leaves.count; ++k) {
    Mode<Int> const& m = given.leaves[k];
    if (m.shape > Int(1) && m.stride < Int(0)) {
      auto why = because<Int>(Condition::not_negative, m.stride);
      why.modes[0] = k;
      return refuse(why);
    }
    if (m.shape > Int(1) && !(kind == Inverse::quasi && m.stride == Int(0))) {
      modes.push(m);
      positions.push({points, m.stride});
      places.push({m.shape, points});
      top = top + (m.shape - Int(1)) * m.stride;
    }
    points = points * m.shape;
  }
  if (auto why = injective(flat(modes)); why.condition != Condition::none) {
    if (why.condition == Condition::injective) {  // as coordinates of L, 0 in the modes left out
      why.left = evaluate(flat(places), why.left);
      why.right = why.index = evaluate(flat(places), why.right);
    }
    return refuse(why);
  }
  List<Mode<Int>> sorted = modes;
  sort_by_stride(positions);
  sort_by_stride(sorted);
  auto folded =
      fold(sorted, Mode<Int>{Int(1), Int(0)}, [&, k = 0](Mode<Int> const& at, Mode<Int> const& m) mutable {
        return left_inverse_step(at, m, positions[k++].shape);
      });
  if (folded.refusal.condition == Condition::none) {
    if (sorted.count > 0) folded.emitted.push({sorted.back().shape, folded.state.stride});
    return Result<Layout<Int>, Int>::answer(flat(coalesce(folded.emitted)));
  }
  Layout<Int> const kept = flat(modes);
  if (size(kept) > Int(kSearchLimit)) return refuse(because<Int>(Condition::undecided, size(kept)));
  detail::InverseSearch<Int> search;
  search.layout = kept;
  search.place = flat(places);
  search.points = size(kept);
  search.top = top;
  if (search.run()) return Result<Layout<Int>, Int>::answer(search.result());
  if (search.exhausted()) return refuse(because<Int>(Condition::undecided, Int(search.steps)));
  return refuse(because<Int>(Condition::invertible, folded.refusal.left, folded.refusal.right));
}

}  // namespace colex
