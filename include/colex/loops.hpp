// SPDX-License-Identifier: MIT
// The loops by name: over the modes of a list, over indices, and modes that come one a turn.
//
//   constexpr auto modes = layout("(2,4,8):(1,-2,16)").leaves;
//   static_assert(detail::exists(modes, [](auto const& m) { return m.stride < 0; }));
//   static_assert(detail::first_index<std::int64_t>(2, 9, [](auto i) { return i * i > 20; }) == 5);
//
// A function that loops by these only, and takes and answers what its template parameters say, is also run by
// smt/induction/recorded.hpp, on lists and indices that are texts: it prints itself for Coq, whose Combinators.v has each
// loop by the name here. Whoever adds a loop adds it to all three.
#pragma once

#include "colex/budget.hpp"
#include "colex/coalesce.hpp"

namespace colex {

/// The numbers in a list of modes.
template <class Modes>
struct NumbersIn;
template <Number Int>
struct NumbersIn<List<Mode<Int>>> {
  using type = Int;
};
template <class Modes>
using NumberIn = typename NumbersIn<Modes>::type;
/// What a search for modes answers.
template <Number Int>
struct AnswersOf {
  using type = Result<List<Mode<Int>>, Int>;
};
template <Number Int>
using AnswerOf = typename AnswersOf<Int>::type;

namespace detail {

// ------------------------------------------------------------------------------------------ over a list

/// Whether f is true of some mode, and whether of all.
template <Number Int, class F>
constexpr bool exists(List<Mode<Int>> const& list, F f) {
  for (auto const& m : list)
    if (f(m)) return true;
  return false;
}
template <Number Int, class F>
constexpr bool for_all(List<Mode<Int>> const& list, F f) {
  for (auto const& m : list)
    if (!f(m)) return false;
  return true;
}
/// The modes of which f is true.
template <Number Int, class F>
constexpr List<Mode<Int>> those(List<Mode<Int>> const& list, F f) {
  List<Mode<Int>> r;
  for (auto const& m : list)
    if (f(m)) r.push(m);
  return r;
}
/// As many of each, and f of every two.
template <Number Int, class F>
constexpr bool pairwise(List<Mode<Int>> const& a, List<Mode<Int>> const& b, F f) {
  if (a.count != b.count) return false;
  for (int k = 0; k < a.count; ++k)
    if (!f(a[k], b[k])) return false;
  return true;
}
/// Each mode changes the state, in place, or says no, `next(mode, state)`; `last(state)` of what all have made of it.
template <Number Int, class State, class F, class G>
constexpr bool through(List<Mode<Int>> const& list, State&& state, F next, G last) {
  for (auto const& m : list)
    if (!next(m, state)) return false;
  return last(state);
}
/// The same without the first mode, whose extent the state begins as. Precondition: there is one.
template <Number Int, class F>
constexpr bool through_rest(List<Mode<Int>> const& list, F next) {
  Int state = list[0].shape;
  for (int k = 1; k < list.count; ++k)
    if (!next(list[k], state)) return false;
  return true;
}
/// The same of each mode and the one after it.
template <Number Int, class State, class F>
constexpr bool linked(List<Mode<Int>> const& list, State state, F next) {
  for (int k = 0; k + 1 < list.count; ++k)
    if (!next(list[k], list[k + 1], state)) return false;
  return true;
}
template <class State>
constexpr bool yes(State const&) {
  return true;
}
/// What fold() emits, up to a refusal.
template <class State, Number Int, class F>
constexpr List<Mode<Int>> emissions(List<Mode<Int>> const& list, State const& start, F step) {
  List<Mode<Int>> r;
  FoldEnd<State, Int> end{start, {}};
  fold_onto(r, end, list.count, list, step);
  return r;
}
/// The same, where the step takes an extent of a second list as well. Precondition: as many of each.
template <class State, Number Int, class F>
constexpr List<Mode<Int>> emissions_with(List<Mode<Int>> const& list, List<Mode<Int>> const& other,
                                         State const& start, F step) {
  return emissions(list, start, [&, k = 0](State const& state, Mode<Int> const& m) mutable {
    return step(state, m, other[k++].shape);
  });
}
/// fold() in place: what it emits stands for what it has read. False where a step refuses, and then the list is of no use.
template <class State, Number Int, class F>
constexpr bool fold_in_place(List<Mode<Int>>& list, State state, F step) {
  int kept = 0;
  for (int k = 0; k < list.count; ++k) {
    Step<State, Int> const s = step(state, list[k]);
    if (s.refusal.condition != Condition::none) return false;
    if (s.emits) list[kept++] = s.mode;
    state = s.state;
  }
  while (list.count > kept) list.pop();
  return true;
}
/// What one look at a layout takes of a budget.
template <Number Int>
constexpr int cost_of(List<Mode<Int>> const& list) {
  return 1 + list.count / 4;
}

// -------------------------------------------------------------------------------------------- over indices

/// Whether f is true of from, from + by, ... below `to`.
template <Number Int, class F>
constexpr bool every(Int const& from, Int const& to, Int const& by, F f) {
  for (Int i = from; i < to; i = i + by)
    if (!f(i)) return false;
  return true;
}
/// The first index from `from` on of which f is true; `to` where there is none below it.
template <Number Int, class F>
constexpr Int first_index(Int const& from, Int const& to, F f) {
  Int i = from;
  while (i < to && !f(i)) i = i + Int(1);
  return i;
}
/// The indices below `points` of which f is true, within a budget, which f counts. They are asked for in order, but for a few.
template <Number Int, class F>
struct Where {
  Int points;
  F f;
  Work& work;
  Int seen{}, at{};  ///< number `seen` is the first from `at` on

  constexpr Int count() const {
    Int n(0);
    for (Int i(0); i < points && !work.ended(); i = i + Int(1))
      if (f(i)) n = n + Int(1);
    return n;
  }
  constexpr Int operator()(Int const& n) {
    if (n < seen) seen = at = Int(0);
    for (; !work.ended(); at = at + Int(1)) {
      if (!f(at)) continue;
      if (seen == n) break;
      seen = seen + Int(1);
    }
    return at;
  }
};
template <Number Int, class F>
constexpr Where<Int, F> where(Int const& points, F f, Work& work) {
  return {points, f, work, Int(0), Int(0)};
}

// ------------------------------------------------------------------------------------------ one mode a turn

/// How far a search has read: the points of a step in the domain, and how many steps are left.
template <Number Int>
struct Reading {
  Int step, rest;
};
/// One mode more, or why there is none.
template <Number Int>
struct Turn {
  bool goes_on = false;
  Mode<Int> mode{};
  Refusal<Int> refusal{};
};
/// Modes, as `go(state)` gives them, until nothing is left or it refuses; 1:0 where there are none. `refusal.modes` is
/// the number of modes before. Error besides: capacity. Precondition: at most `most` turns.
template <Number Int, class F>
constexpr Result<List<Mode<Int>>, Int> turns([[maybe_unused]] Int const& most, Reading<Int> state, F go) {
  Result<List<Mode<Int>>, Int> r;
  for (;;) {
    Turn<Int> const t = go(state);
    if (!t.goes_on) {
      r.refusal = t.refusal;
      r.refusal.modes[0] = t.refusal.condition == Condition::none ? -1 : r.value.count;
      break;
    }
    r.value.push(t.mode);
  }
  if (r && r.value.count == 0) r.value.push({Int(1), Int(0)});
  if (r && r.value.overfull) r.refusal.condition = Condition::capacity;
  return r;
}
/// `answer` where f is true of its modes, else what `other` answers.
template <Number Int, class F, class G>
constexpr Result<List<Mode<Int>>, Int> answer_or(Result<List<Mode<Int>>, Int> const& answer, F f, G other) {
  if (answer && f(answer.value)) return answer;
  return other();
}
/// `modes`, and 1:0 where there are none.
template <Number Int>
constexpr Result<List<Mode<Int>>, Int> one_at_least(List<Mode<Int>> const& modes) {
  Result<List<Mode<Int>>, Int> r{modes, {}};
  if (modes.count == 0) r.value.push({Int(1), Int(0)});
  return r;
}

}  // namespace detail
}  // namespace colex
