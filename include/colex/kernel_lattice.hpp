// SPDX-License-Identifier: MIT
// Whether two coordinates of a layout with three or four modes have the same offset, by a short basis.
//
//   injective((1024,1024,1024,1024):(600000001,660000007,770000109,880200203)) == no      2^40 points
//
// Two coordinates with one offset differ by digits c, not all 0, with |c_k| <= s_k - 1, that solve
// sum c_k d_k == 0. The solutions are the integer combinations of a basis. Euclid's algorithm on the strides finds
// one, and subtracting its vectors from each other makes them short, measured in extents. By Cramer's rule a
// solution within the extents has small coefficients in a short basis, and these few are tried.
// Source: Cassels, An introduction to the geometry of numbers, chapter I, for the basis.
// Law: injective_is_exact.
#pragma once

#include <initializer_list>

#include "colex/budget.hpp"
#include "colex/differences.hpp"
#include "colex/reach.hpp"

namespace colex::detail {

/// One entry of a vector less q times that of another.
template <Number Int>
constexpr Int less_multiple(Int const& entry, Int const& q, Int const& of) {
  return entry - q * of;
}

/// Integer vectors that span all of them, each with the sum of its entries times the strides.
template <Number Int>
struct KernelLattice {
  static constexpr int kMost = 4, kFine = 1024;
  List<Mode<Int>> modes;
  int rank = 0;
  Int vector[kMost][kMost]{}, value[kMost]{};
  Work* work = nullptr;
  bool too_large = false;

  constexpr KernelLattice(List<Mode<Int>> const& given, Work& counted)
      : modes(given), rank(given.count), work(&counted) {
    for (int i = 0; i < rank; ++i) {
      vector[i][i] = Int(1);
      value[i] = modes[i].stride;
    }
  }
  constexpr bool ended() const { return too_large || work->ended(); }

  constexpr bool subtracts(int i, Int const& q, int j) const {
    for (int k = 0; k < rank; ++k)
      if (!product_fits(q, vector[j][k]) || !sum_fits(vector[i][k], q * vector[j][k])) return false;
    return true;
  }
  /// Vector i less q times vector j, which spans the same; nothing where a number leaves kReachLimit.
  constexpr void subtract(int i, Int const& q, int j) {
    work->take();
    if (!subtracts(i, q, j)) too_large = true;
    if (too_large) return;
    for (int k = 0; k < rank; ++k) vector[i][k] = less_multiple(vector[i][k], q, vector[j][k]);
    value[i] = less_multiple(value[i], q, value[j]);
  }

  /// Euclid's algorithm: each vector but the last comes to a value of 0. Always the two largest values, so that
  /// entries grow as slowly as they can.
  constexpr void solve() {
    while (!ended()) {
      int most = 0, next = -1;
      for (int i = 1; i < rank; ++i)
        if (magnitude(value[i]) > magnitude(value[most])) most = i;
      for (int i = 0; i < rank; ++i)
        if (i != most && !(value[i] == Int(0)) && (next < 0 || magnitude(value[i]) > magnitude(value[next])))
          next = i;
      if (next >= 0) {
        subtract(most, truncated_div(value[most], value[next]), next);
        continue;
      }
      for (int k = 0; k < rank; ++k) {
        Int const entry = vector[most][k];
        vector[most][k] = vector[rank - 1][k];
        vector[rank - 1][k] = entry;
      }
      value[rank - 1] = value[most];
      if (most != rank - 1) value[most] = Int(0);
      return;
    }
  }

  /// a / b in kFine-ths, about. Precondition: 0 <= a < b.
  static constexpr Int fraction(Int const& a, Int const& b) {
    return product_fits(a, Int(kFine)) ? a * Int(kFine) / b : a / (b / Int(kFine));
  }
  /// What vector i is long with q times vector j taken off: its entries in 2^10ths of the widest difference, added.
  constexpr Int length(int i, Int const& q, int j) const {
    Int sum(0);
    for (int k = 0; k < rank; ++k) {
      Int const entry = magnitude(vector[i][k] - q * vector[j][k]), widest = modes[k].shape - Int(1);
      Int const whole = entry / widest;
      if (!product_fits(whole, Int(kFine * kMost * 2))) return Int(kReachLimit);
      sum = sum + Int(kFine) * whole + fraction(entry % widest, widest);
    }
    return sum;
  }
  /// Takes q times vector j off vector i if that makes it shorter.
  constexpr bool shorten(int i, Int const& q, int j) {
    work->take();
    if (!subtracts(i, q, j) || !(length(i, q, j) < length(i, Int(0), j))) return false;
    subtract(i, q, j);
    return true;
  }
  /// Makes the vectors of value 0 shorter by each other until none can be. Any basis would do: a short one leaves fewer
  /// combinations to try.
  constexpr void reduce() {
    for (bool shorter = true; shorter && !ended();) {
      shorter = false;
      for (int i = 0; i + 1 < rank; ++i)
        for (int j = 0; j + 1 < rank; ++j)
          for (int k = 0; k < rank; ++k) {
            if (i == j || vector[j][k] == Int(0)) continue;
            Int const q = truncated_div(vector[i][k], vector[j][k]);
            for (Int const& by : {q, q - Int(1), q + Int(1)})
              if (!(by == Int(0)) && shorten(i, by, j)) shorter = true;
          }
    }
  }

  /// The determinant of the basis without vector i and without rows j and k.
  constexpr Int minor(int i, int j, int k) {
    int v[kMost]{}, r[kMost]{};
    for (int n = 0, at = 0; n + 1 < rank; ++n)
      if (n != i) v[at++] = n;
    for (int n = 0, at = 0; n < rank; ++n)
      if (n != j && n != k) r[at++] = n;
    if (rank == 3) return vector[v[0]][r[0]];
    Int const &a = vector[v[0]][r[0]], &b = vector[v[1]][r[1]], &c = vector[v[0]][r[1]],
              &d = vector[v[1]][r[0]];
    too_large = too_large || !product_fits(a, b) || !product_fits(c, d);
    if (too_large) return Int(0);
    Int const down = a * b, up = c * d;
    too_large = !sum_fits(down, up);
    return too_large ? Int(0) : down - up;
  }
  /// No solution within the extents has a larger coefficient of vector i: by Cramer's rule on the rows but j, whose
  /// determinant is that stride over the common divisor of all.
  constexpr Int most_of(int i) {
    Int best(kReachLimit);
    Int const common = magnitude(value[rank - 1]);
    for (int j = 0; j < rank; ++j) {
      Int sum(0);
      for (int k = 0; k < rank; ++k) {
        if (k == j) continue;
        Int const by = minor(i, j, k), widest = modes[k].shape - Int(1);
        if (too_large || !product_fits(by, widest) || !sum_fits(sum, by * widest)) {
          too_large = true;
          return best;
        }
        sum = sum + magnitude(by) * widest;
      }
      Int const most = sum / (magnitude(modes[j].stride) / common);
      if (most < best) best = most;
    }
    return best;
  }
};

/// A solution within the extents. Not `decided` where a number leaves kReachLimit. Preconditions: three or four modes;
/// no stride 0.
template <Number Int>
constexpr Decided<Int> lattice_collision(Moving<Int> const& moving, Work& work) {
  constexpr int kMost = KernelLattice<Int>::kMost;
  auto const& modes = moving.modes;
  KernelLattice<Int> lattice(modes, work);
  lattice.solve();
  lattice.reduce();
  int const n = lattice.rank - 1;
  Int x[kMost]{}, most[kMost]{};
  Decided<Int> r;
  auto solves = [&] {  // whether the combination x is within the extents, and is not 0
    work.take();
    Collision<Int> found;
    for (int k = 0; k <= n; ++k) {
      Int c(0);
      for (int i = 0; i < n; ++i) c = c + x[i] * lattice.vector[i][k];
      if (magnitude(c) >= modes[k].shape) return false;
      found.differ(c, moving.step[k]);
    }
    if (found.i == found.j) return false;
    r.collision = found;
    return true;
  };
  for (int i = 0; i < n && !lattice.ended(); ++i) {
    x[i] = Int(1);
    r.decided = solves();
    if (r.decided) return r;
    x[i] = Int(0);
  }
  for (int i = 0; i < n && !lattice.ended(); ++i) {
    most[i] = lattice.most_of(i);
    for (int k = 0; k <= n; ++k)
      if (!product_fits(Int(kMost), lattice.vector[i][k]) ||
          !product_fits(most[i], Int(kMost) * lattice.vector[i][k]))
        lattice.too_large = true;
    x[i] = Int(0) - most[i];
  }
  if (lattice.too_large) return r;
  r.decided = true;
  while (!work.ended()) {
    int i = 0;
    while (i < n && x[i] == Int(0)) ++i;
    if (i == n || solves()) return r;  // what follows 0 are the negatives of what is before
    for (i = 0; x[i] == most[i]; ++i) x[i] = Int(0) - most[i];
    x[i] = x[i] + Int(1);
  }
  return r;
}

}  // namespace colex::detail
