// SPDX-License-Identifier: MIT
// The theorem of laws/tv_layouts_cover_once.hpp. It uses surjective_is_exact, evaluate_is_colexicographic.
#include "colex/laws/tv_layouts_cover_once.hpp"

#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::tv_layouts_cover_once;

/// The shipped bijective(), whole: given strides and M, any extents up to 3.
void whole(Proof& p) {
  Integer const zero(0), one(1);
  struct Case {
    int thread, value, points;
  };
  for (Case const& given : {Case{1, 2, 4}, {2, 1, 4}, {1, 1, 3}, {1, -1, 2}, {1, 2, 3}}) {
    int const d0 = given.thread, d1 = given.value, points = given.points;
    List<Mode<Integer>> m;
    m.push({p.integer("s0"), Integer(d0)});
    m.push({p.integer("s1"), Integer(d1)});
    auto const tv = flat(m);
    Integer const s0 = m[0].shape, s1 = m[1].shape, end(points);
    std::string const name = "(" + std::to_string(d0) + "," + std::to_string(d1) + "), M = ";
    p.part("the whole function: strides " + name + std::to_string(points),
           {s0 >= one, s0 <= Integer(3), s1 >= one, s1 <= Integer(3)}, [&] {
             auto const why = bijective(tv, end);  // its steps' mutants are their theorems'
             // how often the offset k is held, and how many are held outside
             auto held = [&](auto const& counts) {
               Integer sum(0);
               for (int t = 0; t < 3; ++t)
                 for (int v = 0; v < 3; ++v) {
                   if (!bool(Integer(t) < s0) || !bool(Integer(v) < s1)) continue;
                   if (counts(t * d0 + v * d1)) sum = sum + one;
                 }
               return sum;
             };
             bool once = bool(held([&](int at) { return at < 0 || at >= points; }) == zero);
             for (int k = 0; k < points; ++k)
               once = once && bool(held([&](int at) { return at == k; }) == one);
             p.claim("as the count says", Boolean((why.condition == Condition::none) == once));
             p.claim("decided", Boolean(why.condition != Condition::undecided));
             if (why.condition == Condition::in_domain)
               p.claim(
                   "an offset outside, and held",
                   both(either(why.left < zero, why.left >= end),
                        Boolean(bool(held([&](int at) { return bool(why.left == Integer(at)); }) >= one))));
           });
  }
}

}  // namespace

Theorem tv_layouts_cover_once() {
  return theorem<Law>(
      "tv_layouts_cover_once", whole, "; T68",
      {{Kind::coq, "as stated"}, {Kind::extents, "the shipped bijective(), strides given, extents <= 3"}},
      R"(Held once and nothing else held is: (T, V) is injective, onto [0, M), and inside. Coq composes at every
             rank (Bijective.v) that bijective() says yes only there and no only elsewhere. The searches
             decide which witness is shown, and whether the answer is undecided.)");
}

}  // namespace colex::sym
