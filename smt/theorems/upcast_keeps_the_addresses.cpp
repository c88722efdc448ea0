// SPDX-License-Identifier: MIT
// The theorem of laws/upcast_keeps_the_addresses.hpp.
#include "colex/laws/upcast_keeps_the_addresses.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/structure.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::upcast_keeps_the_addresses;

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
  narrower(p);
  three(p);
}

}  // namespace

Theorem upcast_keeps_the_addresses() {
  return theorem<Law>(
      "upcast_keeps_the_addresses", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::enumerated,
        "the whole function, strict: three modes of extents 2 and 3, strides 1, 2 and 4, n 2 and 4"}},
      R"(Coq: upcast answers only where the places that the modes leave stay below n (Upcast.v).)");
}

}  // namespace colex::sym
