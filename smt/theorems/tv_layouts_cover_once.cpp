// SPDX-License-Identifier: MIT
// The theorem of laws/tv_layouts_cover_once.hpp. It uses surjective_is_exact, evaluate_is_colexicographic.
#include "colex/laws/tv_layouts_cover_once.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::tv_layouts_cover_once;

/// An index is one thread's one value, and what the layout has there is what T and V add.
void pairs(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const threads = p.integer("threads"), values = p.integer("values"), t = p.integer("t"),
                v = p.integer("v"), i = p.integer("i");
  p.part("an index is one thread's one value", {threads >= one, values >= one}, [&] {
    p.suppose(both(i >= zero, i < values * threads));
    Integer const thread = p.define("thread", rem(i, threads)), value = p.define("value", quot(i, threads));
    p.claim("of these",
            both(thread >= zero, thread < threads, value >= zero, value < values,
                 Law::index(threads, thread, value) == i),
            {by.euclid.at(i, threads), by.quotient_range.at(i, threads, values)});
    p.suppose(both(t >= zero, t < threads, v >= zero, v < values));
    Integer const at = p.define("at", Law::index(threads, t, v));
    p.claim("in range", both(at >= zero, at < values * threads), {by.two_digits.at(t, v, threads, values)});
    p.claim("of no other", implies(at == i, both(t == thread, v == value)), {by.divide.at(i, v, t, threads)});
  });
  Mode<Integer> const tm{p.integer("s0"), p.integer("d0")}, vm{p.integer("s1"), p.integer("d1")};
  p.part("the layout at that index is T at t and V at v",
         {tm.shape >= one, vm.shape >= one, t >= zero, t < tm.shape, v >= zero, v < vm.shape}, [&] {
           Integer const at = p.define("at", Law::index(tm.shape, t, v));
           p.have("an index", at >= zero, {by.two_digits.at(t, v, tm.shape, vm.shape)});
           p.use(by.divide.at(at, v, t, tm.shape));
           p.use(by.divide.at(t, zero, t, tm.shape));
           p.use(by.divide.at(v, zero, v, vm.shape));
           auto const tv = join(leaf(tm), leaf(vm));
           Integer const sum = evaluate(Layout<Integer>(tv), at);
           p.claim("T(t) + V(v)", sum == evaluate(entry(tv, 0), t) + evaluate(entry(tv, 1), v));
         });
}

/// The two ways of saying it. L: the layout; K: the index that holds an offset.
void definitions(Proof& p) {
  Integer const zero(0), one(1);
  Integer const n = p.integer("n"), m = p.integer("M"), i = p.integer("i"), j = p.integer("j"),
                y = p.integer("y");
  Function const layout("L", 1), holder("K", 1);
  auto index = [&](Integer const& k) { return both(k >= zero, k < n); };
  auto offset = [&](Integer const& v) { return both(v >= zero, v < m); };
  p.part("held once, and nothing else held: injective, onto, and no offset outside",
         {n >= one, m >= one, index(i), index(j), offset(y)}, [&] {
           for (Integer const& k : {i, j}) {  // what is held is in the tile, and its holder is the only one
             p.suppose(offset(layout(k)));
             p.suppose(holder(layout(k)) == k);
           }
           p.suppose(both(index(holder(y)), layout(holder(y)) == y));  // y is held
           p.claim("injective", implies(layout(i) == layout(j), i == j));
           p.claim("onto", both(index(holder(y)), layout(holder(y)) == y));
           p.claim("inside", offset(layout(i)));
         });
  p.part("injective, onto, and no offset outside: held once, and nothing else held",
         {n >= one, m >= one, index(i), offset(y)}, [&] {
           p.suppose(offset(layout(i)));
           p.suppose(both(index(holder(y)), layout(holder(y)) == y));                           // onto, at y
           p.suppose(both(index(holder(layout(i))), layout(holder(layout(i))) == layout(i)));   // and at L(i)
           p.suppose(implies(layout(holder(layout(i))) == layout(i), holder(layout(i)) == i));  // injective
           p.suppose(implies(layout(holder(y)) == layout(i), holder(y) == i));
           p.claim("y is held", layout(holder(y)) == y);
           p.claim("by no other", implies(layout(i) == y, i == holder(y)));
           p.claim("the holder of what is held", holder(layout(i)) == i);
         });
}

/// What the shipped bijective() adds to its two halves: an offset outside, where there are more indices than
/// offsets. Those that reach furthest are the ends of the image.
void outside(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), d = p.integer("d"), digit = p.integer("digit");
  Mode<Integer> const mode{s, d};
  p.part("a mode's offsets lie between its ends, and both are reached", {s >= one, digit >= zero, digit < s},
         [&] {
           auto const whole = leaf(mode);
           Integer const high = extent(whole) - one, low = extent(whole) - cosize(whole);
           p.claim("between", both(low <= digit * d, digit * d <= high),
                   {by.monotone.at(digit, s - one, d), by.nonnegative.at(digit, d),
                    by.nonnegative.at(digit, zero - d), by.nonnegative.at(s - one - digit, d),
                    by.nonnegative.at(s - one - digit, zero - d)});
           Integer const last = (s - one) * d;
           p.claim("reached", both(either(high == last, high == zero), either(low == last, low == zero)));
         });
}

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
             if (why.condition == Condition::in_domain)
               p.claim(
                   "an offset outside, and held",
                   both(either(why.left < zero, why.left >= end),
                        Boolean(bool(held([&](int at) { return bool(why.left == Integer(at)); }) >= one))));
           });
  }
}

void prove(Proof& p) {
  pairs(p);
  definitions(p);
  outside(p);
  whole(p);
}

}  // namespace

Theorem tv_layouts_cover_once() {
  return {
      "tv_layouts_cover_once",
      Law::statement,
      std::string(Law::source) + "; T68",
      {{Kind::coq,
        "every rank of T and of V, any M, of the shipped steps: a yes and a no, whatever the searches of "
        "injective() and surjective() answer"},
       {Kind::extents, "the shipped bijective(), strides given, extents <= 3"}},
      R"(An index of (T, V) is one pair of a thread and a value, and (T, V) is T(t) + V(v) there; modes of more than
             one leaf by the concatenation of evaluate_is_colexicographic. So what is held by one thread at
             one value is what one index has. Held once and nothing else held is: a function from offsets to
             indices that (T, V) undoes and that undoes (T, V), which is injective, onto [0, M), and inside.
             The shipped bijective() says yes only where the least offset is 0, so that no mode of several
             points counts downwards and surjective() has decided by the first gap (surjective_is_exact), and
             where there are M indices: as many as offsets, so that onto is one to one. It says no where two
             indices have one offset, which it evaluates again, where the first gap is below M, where a mode
             counts downwards, as then an offset is below 0, and where the largest offset, the sum of the
             modes' ends, is not below M. Coq composes this at every rank (Bijective.v). The searches
             decide which witness is shown, and whether the answer is undecided.)",
      prove};
}

}  // namespace colex::sym
