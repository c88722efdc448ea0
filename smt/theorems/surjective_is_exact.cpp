// SPDX-License-Identifier: MIT
// The theorem of laws/surjective_is_exact.hpp.
#include "colex/laws/surjective_is_exact.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::surjective_is_exact;
using State = EvaluateState<Integer>;

/// Each offset below the new reach is a digit of the mode, and an offset below the reach.
void step(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const reach = p.integer("reach"), s = p.integer("s"), d = p.integer("d");
  Integer const v = p.integer("v");
  Mode<Integer> const mode{s, d};
  std::vector<Boolean> const given = {reach >= one, s >= one, d >= zero};

  p.part("step: every offset below the new reach is reached", given, [&] {
    auto const after = p.shipped("first_gap_step", [&] { return first_gap_step(reach, mode); });
    if (after.refusal.condition != Condition::none) {
      p.claim("refused at a stride beyond the reach", both(d > reach, s > one, after.refusal.left == reach));
      p.claim("and the fold stays as it was", both(after.state == reach, Boolean(!after.emits)));
      return;
    }
    p.have("the new reach", after.state == reach + (s - one) * d);
    p.suppose(both(v >= zero, v < after.state));
    // the digit: v div d, or the last one
    Integer u = zero;
    if (!(s == one) && !(d == zero)) u = quot(v, d) < s ? quot(v, d) : s - one;
    u = p.define("u", u);
    if (s > one && d > zero) {
      p.use(by.euclid.at(v, d));
      p.use(by.monotone.at(quot(v, d), zero, d));
      p.use(by.monotone.at(s - one, quot(v, d), d));
    }
    p.claim("a digit, and an offset reached before", Law::step_keeps(reach, mode, v, u));
  });
}

/// A negative stride: its mode read backwards has the positive one, from a lower start.
void mirror(Proof& p) {
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), d = p.integer("d"), c = p.integer("c"), v = p.integer("v"),
                shift = p.integer("shift");
  Integer const reach = p.integer("reach");
  p.part("a negative stride: offsets are those of its magnitude, shifted",
         {s >= one, d < zero, c >= zero, c < s}, [&] {
           Lemmas const& by = p.lemmas();
           Integer const back = p.define("back", s - one - c);
           auto const read = evaluate_step(State{c, zero}, Mode<Integer>{s, d});
           auto const mirrored = evaluate_step(State{back, zero}, Mode<Integer>{s, magnitude(d)});
           p.have("digits", both(rem(c, s) == c, rem(back, s) == back),
                  {by.divide.at(c, zero, c, s), by.divide.at(back, zero, back, s)});
           p.claim("a digit", both(back >= zero, back < s));
           p.claim("shifted", read.offset == mirrored.offset - (s - one) * magnitude(d));
         });
  p.part("so [0, M) is reached when M is at most the reach less the shift",
         {reach >= one, shift >= zero, v >= zero, v < reach - shift},
         [&] { p.claim("v + shift is below the reach", both(v + shift >= zero, v + shift < reach)); });
}

/// The whole function, sort included: small extents, any strides >= 0, any M.
void whole(Proof& p) {
  Integer const zero(0), cotarget = p.integer("M"), v = p.integer("v");
  std::vector<std::vector<int>> const all = {{1}, {3}, {2, 2}, {3, 2}, {2, 1, 2}, {2, 2, 2}};
  for (auto const& extents : all) {
    auto const l = any_strides(extents);
    std::vector<Boolean> given;
    for (auto const& m : l.leaves) given.push_back(m.stride >= zero);
    p.part("the whole function: extents" + listed(extents), given, [&] {
      auto const why = surjective(l, cotarget);
      bool const yes = why.condition == Condition::none;
      if (yes)
        p.suppose(both(v >= zero, v < cotarget));
      else
        p.claim("a gap below M", both(why.left >= zero, why.left < cotarget));
      Boolean reached(false);
      for (std::int64_t k = 0; k < size(l).numeral(); ++k)
        reached = either(reached, evaluate(l, Integer(k)) == (yes ? v : why.left));
      p.claim(yes ? "reached" : "not reached", yes ? reached : !reached);
    });
  }
}

/// Strides of any sign: what is reached, and what is named as missing.
void signs(Proof& p) {
  every(p, "rank <= 2, extents <= 3, strides -3 to 3, M up to 6", [](auto const& ask) {
    each_layout({.ranks = 2, .shapes = 3, .least = -3, .most = 3}, [&](Layout<std::int64_t> const& l) {
      auto const of = values(l);
      auto const has = [&](Term const& v) {
        std::vector<Term> some;
        for (auto const& x : of) some.push_back(x == v);
        return any_of(some);
      };
      for (std::int64_t m = 0; m <= 6; ++m) {
        auto const why = surjective(l, m);
        Term const missing = number(why.left);
        std::vector<Term> all;
        for (std::int64_t v = 0; v < m; ++v)
          if (why.condition == Condition::none) all.push_back(has(number(v)));
        ask(why.condition == Condition::none
                ? all_of(all)
                : truth_of(why.condition == Condition::surjective) && number(0) <= missing &&
                      missing < number(m) && !has(missing),
            l, m);
      }
    });
  });
}

void prove(Proof& p) {
  step(p);
  mirror(p);
  whole(p);
  signs(p);
}

}  // namespace

Theorem surjective_is_exact() {
  return {
      "surjective_is_exact",
      Law::statement,
      Law::source,
      {{Kind::steps, "the digit of an offset; a negative stride"},
       {Kind::coq, "in part: no mode of several points counts downwards, every rank, of the shipped step"},
       {Kind::words, "a yes with a negative stride, every rank"},
       {Kind::extents, "the whole function, small extents, any strides"},
       {Kind::enumerated, "strides of any sign: rank <= 2, extents <= 3, strides -3 to 3, M up to 6"},
       {Kind::left_out, "beyond that, a no with a negative stride, which is get_1d_coord()'s"}},
      R"(Strides >= 0: Coq composes at every rank that the offsets of the modes passed are [0, reach), and that the
             reach is missing where the step refuses. Negative strides: reading those modes backwards has the
             offsets of the magnitudes less a shift, so M <= reach - shift means yes; beyond that every
             offset below M is asked of get_1d_coord(), whose search is a part of injective_is_exact.)",
      prove};
}

}  // namespace colex::sym
