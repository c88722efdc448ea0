// SPDX-License-Identifier: MIT
// Why this is right. A is coalesced, so that the first carry out of one of its modes leaves the line: the first run of i -> A(i * d) is
// the points before that carry, and where it does not divide the points left no layout is the function. The textbook fold's run_divides
// is that case.
//
// Two modes of A, the first of M points, and a mode s:d with o = d % M > 0: let r be the least number with r * o >= M, e = r * o - M,
// and J = s / r > 1. The r points from j * r on lie on one line for every j < J exactly where e * (J - 1) < o - e. Otherwise
// nothing is the layout; the next run decides by which condition: f(j * r) carries as f(i) does, with e for o and J for s.
#include "unknowns/beyond.hpp"

namespace colex::detail {

namespace {

using Int = unknowns::Unknown;
using Modes = List<Mode<Int>>;
using Answer = Result<Modes, Int>;

/// One carry is looked at so often before the search is asked.
constexpr int kLevels = 2;

/// i -> A(i * d) for A of two modes, the first of which neither divides d nor is a multiple of it. Errors: run_divides, additive;
/// undecided beyond kLevels.
Answer compose_by_one_carry(Modes const& a, Mode<Int> const& b) {
  Int const points = a[0].shape, over = b.stride % points;
  auto const value = [&](Int const& i) { return evaluate_extended(a, i * b.stride); };
  auto const carries = [&](Int const& rest, Int const& by) { return (rest - Int(1)) * by >= points; };
  auto const run_of = [&](Int const& by) { return (points + by - Int(1)) / by; };
  Answer r;
  if (!carries(b.shape, over)) {
    r.value.push({b.shape, value(Int(1))});
    return r;
  }
  Int run = run_of(over), rest = b.shape;
  if (rest % run != Int(0)) return Answer::refuse(because<Int>(Condition::run_divides, run, rest));
  rest = rest / run;
  Int past = run * over - points;
  // Where d < M and s * d = M * K, as the rest of a divide has it, e * J < d has no solution: d divides e * K, and with e * K = m * d it
  // says m * (1 - e / (d * r)) < 1, so m = 1, and then J = K - 1 / r is no integer.
  bool const whole = b.stride < points && b.shape * b.stride == points * a[1].shape;
  if (!whole && past * rest < over) {
    r.value.push({run, value(Int(1))});
    r.value.push({rest, value(run)});
    return r;
  }
  for (int level = 1; level < kLevels; ++level) {
    if (!carries(rest, past)) return Answer::refuse(because<Int>(Condition::additive, run, past));
    run = run_of(past);
    if (rest % run != Int(0)) return Answer::refuse(because<Int>(Condition::run_divides, run, rest));
    rest = rest / run;
    past = run * past - points;
  }
  return Answer::refuse(because<Int>(Condition::undecided));
}

}  // namespace

Answer compose_beyond(Composing<Int>& at, int k, Refusal<Int> const& why) {
  bool const refused = why.condition == Condition::run_divides;
  if (!refused && !(why.condition == Condition::stride_divides && at.outer.modes.count == 2))
    return compose_beyond<Int>(at, k, why);
  at.textbook = false;
  Answer r = refused ? Answer::refuse(because<Int>(Condition::run_divides, why.left, why.right))
                     : compose_by_one_carry(at.outer.modes, at.b.leaves[k]);
  r.refusal.modes[0] = k;
  return r;
}

}  // namespace colex::detail
