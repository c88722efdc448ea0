// SPDX-License-Identifier: MIT
// Why this is right. A is coalesced, so that the first carry out of one of its modes leaves the line: the first run of i -> A(i * d) is
// the points before that carry, and where it does not divide the points left no layout is the function. The textbook fold's run_divides
// is that case.
//
// Two modes of A, the first of M points, and a mode s:d, d < M: let r be the least number with r * d >= M, e = r * d - M, and
// J = s / r > 1. The r points from j * r on lie on one line for every j < J exactly where e * (J - 1) < d - e. Otherwise nothing is the
// layout, and the next runs say by which condition: f(j * r) carries as f(i) does, with e for d and J for s.
#include "unknowns/beyond.hpp"

namespace colex::detail {

namespace {

using Int = unknowns::Unknown;
using Modes = List<Mode<Int>>;
using Answer = Result<Modes, Int>;

/// Runs of runs that are looked at; of M with a name the second is too long a number already.
constexpr int kLevels = 6;

/// i -> A(i * d) for A of two modes, the first of M > d points, which is no multiple of d. Errors: run_divides, additive; undecided
/// beyond kLevels.
Answer compose_by_one_carry(Modes const& a, Mode<Int> const& b) {
  Int const points = a[0].shape, d = b.stride;
  auto const value = [&](Int const& i) { return evaluate_extended(a, i * d); };
  Answer r;
  if ((b.shape - Int(1)) * d < points) {  // no carry
    r.value.push({b.shape, value(Int(1))});
    return r;
  }
  Int run = (points + d - Int(1)) / d, past = run * d - points;
  if (b.shape % run != Int(0)) return Answer::refuse(because<Int>(Condition::run_divides, run, b.shape));
  Int runs = b.shape / run;
  // Where s * d = M * K, as the rest of a divide has it, e * J < d has no solution: d divides e * K, and with e * K = m * d it says
  // m * (1 - e / (d * r)) < 1, so m = 1, and then J = K - 1 / r is no integer.
  bool const whole = b.shape * d == points * a[1].shape;
  if (!whole && past * runs < d) {
    r.value.push({run, value(Int(1))});
    r.value.push({runs, value(run)});
    return r;
  }
  for (int level = 0; level < kLevels && (runs - Int(1)) * past >= points; ++level) {
    run = (points + past - Int(1)) / past;
    if (runs % run != Int(0)) return Answer::refuse(because<Int>(Condition::run_divides, run, runs));
    runs = runs / run;
    past = run * past - points;
  }
  if ((runs - Int(1)) * past >= points) return Answer::refuse(because<Int>(Condition::undecided));
  return Answer::refuse(because<Int>(Condition::additive, run, past));
}

}  // namespace

Answer compose_beyond(Composing<Int>& at, int k, Refusal<Int> const& why) {
  bool const refused = why.condition == Condition::run_divides;
  bool const one_carry = why.condition == Condition::stride_divides && at.outer.modes.count == 2;
  if (!refused && !(one_carry && at.b.leaves[k].stride < at.outer.modes[0].shape))
    return compose_beyond<Int>(at, k, why);
  at.textbook = false;
  Answer r = refused ? Answer::refuse(because<Int>(Condition::run_divides, why.left, why.right))
                     : compose_by_one_carry(at.outer.modes, at.b.leaves[k]);
  r.refusal.modes[0] = k;
  return r;
}

}  // namespace colex::detail
