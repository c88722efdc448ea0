// SPDX-License-Identifier: MIT
// The theorem of laws/surjective_is_exact.hpp.
#include "colex/laws/surjective_is_exact.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::surjective_is_exact;
using State = EvaluateState<Integer>;

/// F: the modes passed, `points` coordinates; `at` gives for each offset below `reach` one that has it.
void step(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const reach = p.integer("reach"), points = p.integer("points"), s = p.integer("s"),
                d = p.integer("d");
  Integer const v = p.integer("v"), k = p.integer("k");
  Function const f("F", 1), at("at", 1);
  Mode<Integer> const mode{s, d};
  std::vector<Boolean> const given = {reach >= one, points >= one, s >= one, d >= zero};

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
    Integer const w = p.define("w", v - u * d), low = p.define("low", at(w));
    p.suppose(both(u >= zero, u < s, low >= zero, low < points, f(low) == w));  // claimed; and induction
    Integer const x = p.define("x", u * points + low);
    p.have("its coordinate", both(x >= zero, x < s * points), {by.two_digits.at(low, u, points, s)});
    p.have("digits", both(quot(x, points) == u, rem(x, points) == low), {by.divide.at(x, u, low, points)});
    auto const read = evaluate_step(State{quot(x, points), f(rem(x, points))}, mode);
    p.claim("has the offset", both(read.offset == v, read.rest == zero), {by.divide.at(u, zero, u, s)});
  });
  p.part("step: no offset reaches further", given, [&] {
    auto const after = p.shipped("first_gap_step", [&] { return first_gap_step(reach, mode); });
    if (after.refusal.condition != Condition::none) return;
    p.suppose(both(k >= zero, k < s * points));
    Integer const u = p.define("u", quot(k, points)), low = p.define("low", f(rem(k, points)));
    p.have("digit", both(u >= zero, u < s), {by.quotient_range.at(k, points, s)});
    p.suppose(both(low >= zero, low < reach));  // induction hypothesis
    auto const read = evaluate_step(State{u, low}, mode);
    p.have("offset", read.offset == low + u * d, {by.divide.at(u, zero, u, s)});
    p.claim("below the new reach", both(read.offset >= zero, read.offset < after.state),
            {by.nonnegative.at(u, d), by.monotone.at(u, s, d), by.nonnegative.at(s - one, d),
             by.nonnegative.at(s - one - u, d)});
  });
}

/// After a refusal: sorted by stride, no later mode steps onto the gap.
void gap(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const reach = p.integer("reach"), s = p.integer("s"), d = p.integer("d"), t = p.integer("t"),
                e = p.integer("e"), rest = p.integer("rest"), offset = p.integer("offset");
  p.part("step: the gap at the reach stays",
         {reach >= one, s >= one, d >= zero, t >= one, e >= d, rest >= zero, offset >= zero, offset != reach},
         [&] {
           auto const refused = p.shipped("first_gap_step", [&] {
             return first_gap_step(reach, Mode<Integer>{s, d});
           });
           if (refused.refusal.condition == Condition::none) return;
           Integer const u = p.define("u", rem(rest, t));
           p.have("digit", both(u >= zero, u < t), {by.euclid.at(rest, t)});
           // the refused mode (e = d) or any after it
           auto const read = evaluate_step(State{rest, offset}, Mode<Integer>{t, e});
           p.claim("no offset is the gap", both(read.offset >= zero, read.offset != refused.refusal.left),
                   {by.nonnegative.at(u, e), by.monotone.at(zero, u, e)});
         });
}

/// A negative stride: its mode read backwards has the positive one, from a lower start.
void mirror(Proof& p) {
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), d = p.integer("d"), c = p.integer("c"), v = p.integer("v"),
                shift = p.integer("shift");
  Function const f("F", 1);
  Integer const reach = p.integer("reach"), points = p.integer("points");
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
    Layout<Integer> l{{}, {}};
    std::vector<Boolean> given;
    std::string name = "the whole function: extents";
    for (int const s : extents) {
      l.leaves.push({Integer(s), p.integer(("d" + std::to_string(l.leaves.count)).c_str())});
      given.push_back(l.leaves.back().stride >= zero);
      name += " " + std::to_string(s);
    }
    l.profile = flat(l.leaves).profile;
    p.part(name, given, [&] {
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
  gap(p);
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
      {{Kind::steps, "no stride negative, or a yes"},
       {Kind::coq, "in part: no mode of several points counts downwards, every rank, of the shipped step"},
       {Kind::words, "a yes with a negative stride, every rank"},
       {Kind::extents, "the whole function, small extents, any strides"},
       {Kind::enumerated, "strides of any sign: rank <= 2, extents <= 3, strides -3 to 3, M up to 6"},
       {Kind::left_out, "beyond that, a no with a negative stride, which is get_1d_coord()'s"}},
      R"(Strides >= 0, in order. Invariant: the coordinates of the modes passed have the offsets [0, reach), all of
             them and no other. Base: offset 0, reach 1. Step: a mode whose stride is within the reach adds
             whole intervals that touch, so [0, reach + (s-1)*d) is reached; extent 1 and stride 0 add
             nothing. Refusal: the stride is beyond the reach, and so is every later one, so an offset is
             below the reach, where all later digits are 0, or above it: the reach itself is missing, and it
             is below M when the function says no. Negative strides: reading those modes backwards has the
             offsets of the magnitudes less a shift, so M <= reach - shift means yes; beyond that every
             offset below M is asked of get_1d_coord(), whose search is a part of injective_is_exact. Whole
             function, sort included: ranks 1 to 3 at small extents, any strides >= 0 and any M.)",
      prove};
}

}  // namespace colex::sym
