// SPDX-License-Identifier: MIT
// Why this is right. A is coalesced, so that the first carry out of one of its modes leaves the line: the first run of i -> A(i * d) is
// the points before that carry, and where it does not divide the points left no layout is the function. The textbook fold's run_divides
// is that case.
//
// Two modes of A, the first of M points, and a mode s:d, d < M: let r be the least number with r * d >= M, e = r * d - M, and
// J = s / r > 1. The r points from j * r on lie on one line for every j < J exactly where e * (J - 1) < d - e. Otherwise nothing is the
// layout; by which condition numbers say so depends on runs of runs, and is left open. A stride of q * M + d adds q * i to i -> A(i * d),
// and is no other question.
//
// The modes of B, each as A reads it, add up exactly where no sum of one rest modulo M of each is M or more: each carry adds the same gap.
// The rests of s:d are at most (s - 1) * d where that is below M, and M - d where d divides M. Else the last point before the first
// carry has one above M - d, which may be not the largest.
#include "unknowns/beyond.hpp"

namespace colex::detail {

namespace {

using Int = unknowns::Unknown;
using Modes = List<Mode<Int>>;
using Answer = Result<Modes, Int>;

/// d modulo the points M of A's first mode.
Int rest_of(Int const& d, Int const& points) { return d < points ? d : d % points; }

/// i -> A(i * d) for A of two modes, the first of M points; neither divides the other. Errors: run_divides, no_layout().
Answer compose_by_one_carry(Modes const& a, Mode<Int> const& b) {
  Int const points = a[0].shape, d = rest_of(b.stride, points);
  auto const value = [&](Int const& i) { return evaluate_extended(a, i * b.stride); };
  Answer r;
  if ((b.shape - Int(1)) * d < points) {  // no carry
    r.value.push({b.shape, value(Int(1))});
    return r;
  }
  // Where s * d = M * K, as the rest of a divide has it, e * J < d has no solution: d divides e * K, and with e * K = m * d it says
  // m * (1 - e / (d * r)) < 1, so m = 1, and then J = K - 1 / r is no integer.
  if (b.stride < points && b.shape * d == points * a[1].shape) return Answer::refuse(no_layout());
  Int const run = (points + d - Int(1)) / d, past = run * d - points;
  if (b.shape % run != Int(0)) return Answer::refuse(because<Int>(Condition::run_divides, run, b.shape));
  Int const runs = b.shape / run;
  if (past * runs >= d) return Answer::refuse(no_layout());
  r.value.push({run, value(Int(1))});
  r.value.push({runs, value(run)});
  return r;
}

}  // namespace

Answer compose_beyond(Composing<Int>& at, int k, Refusal<Int> const& why) {
  bool const refused = why.condition == Condition::run_divides;
  bool const one_carry = why.condition == Condition::stride_divides && at.outer.modes.count == 2;
  if (!refused && !one_carry) return compose_beyond<Int>(at, k, why);
  at.textbook = false;
  Answer r = refused ? Answer::refuse(because<Int>(Condition::run_divides, why.left, why.right))
                     : compose_by_one_carry(at.outer.modes, at.b.leaves[k]);
  r.refusal.modes[0] = k;
  return r;
}

Refusal<Int> compare_points(Composing<Int>& at, Layout<Int> const& answer) {
  if (at.outer.modes.count != 2) return compare_points<Int>(at, answer);
  Int const points = at.outer.modes[0].shape;
  Int surely(0), reached(0);
  bool largest = true;
  for (auto const& m : at.b.leaves) {
    if (m.shape == Int(1)) continue;
    Int const d = rest_of(m.stride, points), last = (m.shape - Int(1)) * d;
    if (d == Int(0)) continue;
    if (last < points) {
      surely = surely + last, reached = reached + last;
    } else if (points % d == Int(0)) {
      surely = surely + points - d, reached = reached + points - d;
    } else {
      surely = surely + points - d + Int(1), reached = reached + ((points + d - Int(1)) / d - Int(1)) * d;
      largest = false;
    }
  }
  if (surely >= points || (!largest && reached >= points)) return because<Int>(Condition::no_carry);
  return largest ? Refusal<Int>{} : compare_points<Int>(at, answer);
}

}  // namespace colex::detail

namespace colex::unknowns {

bool never_carries(List<Mode<Unknown>> const& a, List<Mode<Unknown>> const& b) {
  return a.count != 2 && detail::never_carries<List<Mode<Unknown>>>(a, b);
}

}  // namespace colex::unknowns
