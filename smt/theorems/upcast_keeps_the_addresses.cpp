// SPDX-License-Identifier: MIT
// The theorem of laws/upcast_keeps_the_addresses.hpp.
#include "colex/laws/upcast_keeps_the_addresses.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/structure.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::upcast_keeps_the_addresses;

void step(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const within = p.integer("within"), n = p.integer("n"), x = p.integer("x");
  Mode<Integer> const mode{p.integer("s"), p.integer("d")};
  std::vector<Boolean> const given = {within >= zero, n >= one, mode.shape >= one};
  for (Cover const cover : {Cover::strict, Cover::at_least}) {
    bool const strict = cover == Cover::strict;
    p.part(strict ? "step: strict" : "step: covering", given, [&] {
      auto const r = p.shipped("upcast_step", [&] { return upcast_step(within, mode, n, cover); });
      Integer const apart = magnitude(mode.stride), points = p.define("points", quot(n, apart));
      p.use(by.euclid.at(apart, n));
      p.use(by.euclid.at(n, apart));
      p.use(by.monotone.at(points, one, apart));
      p.use(by.monotone.at(zero, points, apart));
      Boolean const whole = rem(apart, n) == zero, fits = rem(n, apart) == zero;
      if (r.refusal.condition != Condition::none) {
        p.claim("a refusal is right: neither divides the other, the stride is negative, or a vector is cut",
                both(!whole, mode.shape > one,
                     either(mode.stride < zero, either(!fits, both(Boolean(strict), mode.shape >= points,
                                                                   rem(mode.shape, points) != zero)))));
        p.claim("and leaves the fold as it was", both(r.state == within, Boolean(!r.emits)));
        return;
      }
      p.suppose(both(x >= zero, x < mode.shape));
      Integer const d = p.define("stride", r.mode.stride);
      if (bool(whole)) {
        p.have("a whole number of vectors", mode.stride == d * n);
        p.claim("the step keeps", Law::step_keeps(within, mode, n, x, r),
                {by.rescale.at(mode.stride, d, n, zero, x, n * x)});
        return;
      }
      if (!bool(mode.shape > one)) {
        p.have("the only point", x == zero);
        Integer const sign = mode.stride < zero ? zero - one : one;
        p.claim("whose stride is CuTe's: a sign where a vector has whole steps, else 0",
                both(r.mode.shape == one,
                     either(both(fits, r.mode.stride == sign), both(!fits, r.mode.stride == zero))));
        p.claim("the step keeps", Law::step_keeps(within, mode, n, x, r));
        return;
      }
      p.have("a vector has points of the mode", both(n == points * mode.stride, points >= one));
      Integer const q = p.define("q", quot(x, points)), v = p.define("v", rem(x, points));
      p.have("digits", both(x == q * points + v, v >= zero, v < points), {by.euclid.at(x, points)});
      p.have("vector", q >= zero, {by.monotone.at(q, zero, points)});
      p.have("place", x * mode.stride - n * q == v * mode.stride,
             {by.rescale.at(x, q, points, v, mode.stride, n)});
      Integer const top = bool(mode.shape < points) ? mode.shape - one : points - one;
      if (bool(mode.shape < points)) {
        p.have("in the first vector", both(q == zero, v == x), {by.divide.at(x, zero, x, points)});
      } else {
        Integer const m = p.define("last", quot(mode.shape - one, points));
        p.have("the last vector",
               both(mode.shape - one == m * points + rem(mode.shape - one, points),
                    rem(mode.shape - one, points) < points),
               {by.euclid.at(mode.shape - one, points)});
        p.claim("as many vectors as the mode reaches", r.mode.shape == m + one);
        p.have("no vector beyond", q <= m, {by.monotone.at(m, q, points)});
      }
      p.have("no place beyond", both(v * mode.stride >= zero, v * mode.stride <= top * mode.stride),
             {by.nonnegative.at(v, mode.stride), by.monotone.at(v, top, mode.stride)});
      p.claim("the step keeps", Law::step_keeps(within, mode, n, x, r));
    });
  }
}

/// upcast() whole, of one mode: what the step emits, where that stays inside a vector. Of three modes below.
void loop(Proof& p) {
  Integer const one(1), n = p.integer("n");
  Mode<Integer> const mode{p.integer("s0"), p.integer("d0")};
  p.part("the loop folds the step", {n >= one, mode.shape >= one}, [&] {
    auto const shipped = upcast(leaf(mode), n);
    auto const s = upcast_step(Integer(0), mode, n, Cover::strict);
    if (s.refusal.condition != Condition::none) {
      p.claim("refused", Boolean(shipped.refusal.condition == s.refusal.condition));
    } else if (bool(s.state >= n)) {
      p.claim("refused", Boolean(!shipped));
    } else {
      auto const& got = shipped.value.leaves[0];
      p.claim("upcast", Boolean(shipped && alike(got, s.mode)));
    }
  });
}

/// downcast and recast: any extents, strides from a few to any.
void narrower(Proof& p) {
  Integer const zero(0), one(1), two(2), n = p.integer("n");
  Mode<Integer> const x{p.integer("s0"), p.integer("d0")}, y{p.integer("s1"), p.integer("d1")};
  p.part("downcast, whole", {n >= one, x.shape >= one, y.shape >= one}, [&] {
    Layout<Integer> const l = join(leaf(x), leaf(y));
    auto const r = downcast(l, n);
    bool const steps[] = {bool(x.stride == one), bool(y.stride == one)};
    bool const moves[] = {bool(x.shape > one), bool(y.shape > one)};
    int moving = 0, still = 0;
    for (int k = 0; k < 2; ++k) {
      moving += steps[k] && moves[k];
      still += steps[k] && !moves[k];
    }
    p.claim("answered where one mode alone counts neighbours",
            Boolean(bool(r) == (moving == 1 || (moving == 0 && still == 1))));
    if (!r) {
      p.claim("and says how many do", Boolean(r.refusal.condition == Condition::adjacent &&
                                              r.refusal.left.numeral() == (moving > 0 ? moving : still)));
      return;
    }
    for (int k = 0; k < 2; ++k) {
      auto const &was = l.leaves[k], &now = r.value.leaves[k];
      bool const counts = steps[k] && (moves[k] || moving == 0);
      p.claim("that mode has n times its points, the others n times their strides",
              counts ? both(now.shape == was.shape * n, now.stride == one)
                     : both(now.shape == was.shape, now.stride == was.stride * n));
    }
    p.claim("the tree stays", Boolean(congruent(r.value, l)));
  });
  p.part("upcast and downcast by less than 1", {n < one}, [&] {
    Layout<Integer> const l = leaf(Mode<Integer>{two, one});
    p.claim("are refused", Boolean(downcast(l, n).refusal.condition == Condition::not_negative &&
                                   upcast(l, n).refusal.condition == Condition::not_negative &&
                                   recast_layout(l, n, one).refusal.condition == Condition::not_negative &&
                                   recast_layout(l, one, n).refusal.condition == Condition::not_negative));
  });
  p.part("recast", {y.shape >= one}, [&] {
    Layout<Integer> const l =
        join(leaf(Mode<Integer>{Integer(12), one}), leaf(Mode<Integer>{y.shape, y.stride}));
    p.claim("to a multiple: upcast",
            Boolean(alike(recast_layout(l, Integer(8), Integer(16)), upcast(l, two))));
    p.claim("to a part: downcast",
            Boolean(alike(recast_layout(l, Integer(16), Integer(8)), downcast(l, two))));
    p.claim("to the same: itself", Boolean(alike(recast_layout(l, Integer(16), Integer(16)), {l, {}})));
    auto const fine = downcast(l, Integer(3));
    auto const both_ways = recast_layout(l, Integer(12), Integer(8));
    p.claim("else down to the common part, then up",
            Boolean(alike(both_ways, fine ? upcast(*fine, two) : fine)));
  });
}

/// upcast() whole on three modes: which it takes, and the vector of every element.
void three(Proof& p) {
  using Int = std::int64_t;
  every(p, "three modes of extents 2 and 3, strides 1, 2 and 4, n 2 and 4", [](auto const& ask) {
    each_list<Mode<Int>>({{2, 1}, {2, 2}, {2, 4}, {3, 1}, {3, 2}, {3, 4}}, 3, [&](auto const& modes) {
      for (Int const n : {2, 4}) {
        auto const r = upcast(flat(modes), n);
        std::vector<Term> places, whole;  // of an element in its vector, by each mode; no vector is cut
        for (auto const& m : modes) {
          if (m.stride % n == 0) continue;
          Int const points = n / m.stride;
          places.push_back(number(std::min(m.shape, points) - 1) * number(m.stride));
          whole.push_back(number(m.shape) < number(points) ||
                          z3::mod(number(m.shape), number(points)) == number(0));
        }
        std::vector<Term> all = {right(bool(r), all_of(whole) && sum_of(places) < number(n))};
        for (Int c = 0; r && c < size(flat(modes)); ++c) {
          std::vector<Term> element, vector;
          Int left = c;
          for (int k = 0; k < 3; ++k) {
            Int const digit = left % modes[k].shape, d = modes[k].stride;
            left /= modes[k].shape;
            element.push_back(number(digit) * number(d));
            vector.push_back((d % n == 0 ? number(digit) : number(digit) / number(n / d)) *
                             number(r->leaves[k].stride));
          }
          all.push_back(sum_of(element) / number(n) == sum_of(vector));
        }
        ask(all_of(all), flat(modes), n);
      }
    });
  });
}

void prove(Proof& p) {
  step(p);
  loop(p);
  narrower(p);
  three(p);
}

}  // namespace

Theorem upcast_keeps_the_addresses() {
  return {
      "upcast_keeps_the_addresses",
      Law::statement,
      Law::source,
      {{Kind::steps, "all extents and n, any integer stride"},
       {Kind::coq, "every rank, of the shipped steps, strict and rounding up; what is refused"},
       {Kind::rank, "1: the whole function"},
       {Kind::enumerated,
        "the whole function, strict: three modes of extents 2 and 3, strides 1, 2 and 4, n 2 and 4"}},
      R"(At each digit of a mode, n times what the answer's mode adds falls short of what the mode adds by a place
             of at least 0 and at most what the step counts. Coq sums that over the modes at every rank
             (Upcast.v): upcast answers only where the places stay below n.)",
      prove};
}

}  // namespace colex::sym
