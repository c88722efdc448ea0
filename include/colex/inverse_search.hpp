// SPDX-License-Identifier: MIT
// The search behind left_inverse: which chains of moduli, and which weights of their digits, give every
// coordinate back from its offset.
//
//   left_inverse((2,2):(2,3)) == (2,3):(1,1)                      the moduli 1 | 2, both digits of weight 1
//   left_inverse((64,64):(3,200)) is refused: invertible          every chain contradicts itself early
//
// For one chain the weights are integer unknowns of one linear equation per offset, solved exactly. The
// offsets are taken from the least up: a chain that has gone wrong below its next modulus goes wrong below
// every larger one.
// Source: theorem T42 in docs/03_theory.md.
#pragma once

#include "colex/decide.hpp"

namespace colex {

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
  Work work{};
  bool too_large = false;
  List<Int> moduli;
  IntegerSystem<Int> answer;
  OrderedSums<Int> sums;

  constexpr explicit InverseSearch(Layout<Int> const& offsets) : layout(offsets), sums(offsets.leaves) {}
  constexpr bool exhausted() const { return too_large || work.ended(); }

  /// The equation of one coordinate, digits beyond the last modulus unbounded; false where it contradicts.
  constexpr bool equation(IntegerSystem<Int>& system, Int const& offset, Int const& k) {
    Int digit[IntegerSystem<Int>::kMost]{};
    for (int j = 0; j < moduli.count && j < IntegerSystem<Int>::kMost; ++j)
      digit[j] = j + 1 < moduli.count ? chain_digit(offset, moduli[j], moduli[j + 1]) : offset / moduli[j];
    bool const agrees = system.add_equation(digit, evaluate(place, k));
    if (system.too_large) too_large = true;
    return agrees && work.take(1 + system.columns) && !too_large;
  }
  /// The equations of the offsets in [from, to), from the least one up where they can be walked through.
  constexpr bool impose(IntegerSystem<Int>& system, Int const& from, Int const& to) {
    if (sums.fits()) {
      auto walk = sums;
      for (work.take(64); !walk.empty() && walk.top().offset < to && work.take(); walk.pop())
        if (walk.top().offset >= from && !equation(system, walk.top().offset, walk.top().place)) return false;
      return !exhausted();
    }
    for (Int k(0); k < points && work.take(); k = k + Int(1)) {
      Int const offset = evaluate(layout, k);
      if (offset >= from && offset < to && !equation(system, offset, k)) return false;
    }
    return !exhausted();
  }
  /// Whether the moduli chosen, with nothing above them, give every coordinate back.
  constexpr bool ends(IntegerSystem<Int> system, Int const& from) {
    if (!impose(system, from, top + Int(1))) return false;
    answer = system;
    return true;
  }

  /// The moduli chosen so far decide every offset below the last one. Ends here, or goes on by a prime q. What
  /// the offsets below q * last say is the same for every larger q: where they contradict, so do those.
  constexpr bool extend(IntegerSystem<Int> system) {
    Int const last = moduli.back();
    system.add_unknown();
    if (ends(system, last)) return true;
    Int decided = last;
    for (Int q(2); last <= top / q && !exhausted(); q = q + Int(1)) {
      bool prime = true;
      for (Int p(2); p * p <= q && prime && work.take(); p = p + Int(1))
        if (q % p == Int(0)) prime = false;
      if (!prime) continue;
      if (!impose(system, decided, last * q)) return false;
      decided = last * q;
      moduli.push(last * q);
      if (extend(system)) return true;
      moduli.pop();
    }
    return false;
  }

  /// Moduli 1, m and those of the strides that m and each other divide.
  constexpr bool along_strides(Int const& m) {
    List<Mode<Int>> sorted = layout.leaves;
    sort_by_stride(sorted);
    IntegerSystem<Int> system;
    moduli = {};
    moduli.push(Int(1));
    system.add_unknown();
    auto add = [&](Int const& modulus) {
      if (modulus <= moduli.back() || !(modulus % moduli.back() == Int(0)) || modulus > top) return;
      moduli.push(modulus);
      system.add_unknown();
    };
    add(m);
    for (auto const& mode : sorted) add(mode.stride);
    return ends(system, Int(0));
  }

  /// One modulus first, of any size: the shortest answers. Then with the strides, then every chain. A modulus
  /// leaves the offsets below it whole: where these contradict, no larger one does.
  constexpr bool run() {
    IntegerSystem<Int> whole;
    whole.add_unknown();
    List<Int> first;
    first.push(Int(1));
    Int most(1);
    for (; most <= top && !exhausted(); most = most + Int(1)) {
      IntegerSystem<Int> system = whole;
      moduli = first;
      if (most > Int(1)) {
        if (!impose(whole, most - Int(1), most)) break;
        system = whole;
        moduli.push(most);
        system.add_unknown();
      }
      if (ends(system, most > Int(1) ? most : Int(0))) return true;
    }
    for (Int m(1); m <= most && !exhausted(); m = m + Int(1))
      if (along_strides(m)) return true;
    moduli = first;
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

}  // namespace colex
