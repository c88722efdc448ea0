// SPDX-License-Identifier: MIT
// The theorem of laws/injective_is_exact.hpp.
#include "colex/laws/injective_is_exact.hpp"

#include <algorithm>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/locate.hpp"
#include "colex/text.hpp"
#include "lemmas/division.hpp"
#include "oracle/truth.hpp"

namespace colex::sym {

namespace {

using Law = laws::injective_is_exact;

/// Strides that outgrow one another: the induction step.
void outgrowing(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const reach = p.integer("reach"), s = p.integer("s"), d = p.integer("d");
  Integer const a = p.integer("p"), b = p.integer("q"), u = p.integer("u"), w = p.integer("w");
  p.part("outgrow step: a stride beyond the reach keeps coordinates apart",
         {reach >= zero, s >= one, a >= zero, a <= reach, b >= zero, b <= reach, u >= zero, u < s, w >= zero,
          w < s},
         [&] {
           Mode<Integer> const mode{s, d};
           auto const after = p.shipped("outgrow_step", [&] { return outgrow_step(reach, mode); });
           if (after.refusal.condition != Condition::none) {
             p.claim("refused within the reach only", both(d <= reach, after.state == reach));
             return;
           }
           p.have("beyond it", both(d > reach, after.state == reach + (s - one) * d));
           p.claim("the step's law", Law::step_keeps(mode, a, b, u, w, after),
                   {by.divide.at(a + u * d, u, a, d), by.divide.at(b + w * d, w, b, d),
                    by.nonnegative.at(s - one - u, d)});
         });
}

/// Cramer's rule, by the shipped minors: what the entries of x0*v0 + x1*v1 (+ x2*v2) say of x0.
void cramer(Proof& p) {
  for (int const rank : {3, 4}) {
    Work work;
    List<Mode<Integer>> modes;
    for (int k = 0; k < rank; ++k) modes.push({Integer(2), Integer(1)});
    detail::KernelLattice<Integer> lattice(modes, work);
    std::vector<Integer> x, c;
    for (int i = 0; i < rank; ++i) {
      if (i + 1 < rank) x.push_back(p.integer(("x" + std::to_string(i)).c_str()));
      for (int k = 0; k < rank; ++k)
        lattice.vector[i][k] = p.integer(("v" + std::to_string(i) + std::to_string(k)).c_str());
    }
    for (int k = 0; k < rank; ++k) {
      Integer sum(0);
      for (int i = 0; i + 1 < rank; ++i) sum = sum + x[static_cast<std::size_t>(i)] * lattice.vector[i][k];
      c.push_back(sum);
    }
    for (int i = 0; i + 1 < rank; ++i)
      for (int j = 0; j < rank; ++j)
        p.part("coefficient " + std::to_string(i) + " of " + std::to_string(rank) + " strides without row " +
                   std::to_string(j),
               {}, [&] {
                 // expanded along vector i; the signs alternate over the rows that are left
                 Integer by_entries(0), determinant(0), sign(1);
                 for (int k = 0; k < rank; ++k) {
                   if (k == j) continue;
                   Integer const minor = p.shipped("minor", [&] { return lattice.minor(i, j, k); });
                   by_entries = by_entries + sign * c[static_cast<std::size_t>(k)] * minor;
                   determinant = determinant + sign * lattice.vector[i][k] * minor;
                   sign = Integer(0) - sign;
                 }
                 p.claim("times the determinant is what the minors weigh",
                         by_entries == x[static_cast<std::size_t>(i)] * determinant);
               });
  }
}

/// What the two ways rest on that are asked where the search is long.
void long_ways(Proof& p) {
  Integer const zero(0), one(1);
  Integer const i = p.integer("i"), j = p.integer("j"), c = p.integer("c"), step = p.integer("step");
  p.part("a digit of a difference goes to one of two coordinates", {step >= one}, [&] {
    detail::Collision<Integer> r{i, j};  // no mutants: with >= for > it does the same
    r.differ(c, step);
    p.claim("they differ by it more", r.i - r.j == i - j + c * step);
    p.claim("the other stays", either(r.i == i, r.j == j));
  });
  Integer const a = p.integer("a"), b = p.integer("b");
  Integer const x = p.integer("x"), y = p.integer("y"), q = p.integer("q"), d = p.integer("d"),
                rest = p.integer("rest");
  Integer const of = p.integer("of"), of_rest = p.integer("of_rest");
  p.part("a vector less a multiple of another", {}, [&] {
    Integer const less = p.shipped("less_multiple", [&] { return detail::less_multiple(a, q, b); });
    p.claim("spans what the two span", x * a + y * b == x * less + (y + x * q) * b);
    p.claim("and what they span was spanned", x * less + y * b == x * a + (y - x * q) * b);
    Integer const value = detail::less_multiple(a * d + rest, q, b * d + of_rest);
    p.claim("the value goes with the entries", value == less * d + detail::less_multiple(rest, q, of_rest));
  });
  cramer(p);
}

/// Division that rounds down, whatever the sign.
void rounding(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const a = p.integer("a"), b = p.integer("b");
  p.part("floor_div is Euclid's quotient", {b >= one}, [&] {
    Integer const back = zero - one - a, q = quot(back, b), r = rem(back, b);
    p.use(by.euclid.at(back, b));
    Integer const got = p.shipped("floor_div", [&] { return detail::floor_div(a, b); });
    p.claim("quotient", got == quot(a, b), {by.divide.at(a, zero - one - q, b - one - r, b)});
  });
  p.part("floor_mod is Euclid's remainder", {b >= one}, [&] {
    Integer const back = zero - one - a, q = quot(back, b), r = rem(back, b);
    p.use(by.euclid.at(back, b));
    Integer const got = p.shipped("floor_mod", [&] { return detail::floor_mod(a, b); });
    p.claim("remainder", got == rem(a, b), {by.divide.at(a, zero - one - q, b - one - r, b)});
  });
}

/// Euclid's algorithm, its extension and the doubling: what each step keeps.
void congruences(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1), two(2);
  Integer const a = p.integer("a"), b = p.integer("b"), m = p.integer("m"), g = p.integer("g");
  Integer const x = p.integer("x"), y = p.integer("y");

  p.part("gcd step: a common divisor stays one", {a >= zero, b >= one, g >= one, a == x * g, b == y * g},
         [&] {
           p.use(by.euclid.at(a, b));
           auto const s = p.shipped("gcd_step", [&] {
             return detail::gcd_step(detail::Remainders<Integer>{a, b});
           });
           p.claim("of both", both(s.a == y * g, s.b == (x - quot(a, b) * y) * g),
                   {by.rescale.at(b, y, g, zero, quot(a, b), quot(a, b) * g)});
           p.claim("and the second falls", both(s.b >= zero, s.b < b));
         });
  p.part("gcd step: and was one", {a >= zero, b >= one, g >= one}, [&] {
    p.use(by.euclid.at(a, b));
    auto const s = p.shipped("gcd_step", [&] { return detail::gcd_step(detail::Remainders<Integer>{a, b}); });
    p.suppose(both(s.a == y * g, s.b == x * g));
    p.claim("of both", both(b == y * g, a == (quot(a, b) * y + x) * g),
            {by.rescale.at(b, y, g, zero, quot(a, b), quot(a, b) * g)});
  });
  p.part("what is left over by the greatest common divisor has none",
         {g >= one, x >= one, y >= one, y * (x * g) == g}, [&] {
           p.claim("but 1", x == one,
                   {by.positive.at(x, g), by.monotone.at(one, y, x * g), by.monotone.at(one, x, g)});
         });

  Integer const r0 = p.integer("r0"), r1 = p.integer("r1"), x0 = p.integer("x0"), x1 = p.integer("x1");
  Integer const y0 = p.integer("y0"), y1 = p.integer("y1");
  p.part("inverse, base: the modulus and a", {a >= zero, m >= one}, [&] {
    p.use(by.euclid.at(a, m));
    p.claim("remainders", both(a * zero == m + m * (zero - one), a * one == rem(a, m) + m * quot(a, m)));
  });
  p.part("inverse, step: a * x is the remainder modulo m",
         {r0 >= zero, r1 >= one, a * x0 == r0 + m * y0, a * x1 == r1 + m * y1}, [&] {
           p.use(by.euclid.at(r0, r1));
           auto const s = p.shipped("inverting_step", [&] {
             return detail::inverting_step(detail::Inverting<Integer>{r0, r1, x0, x1});
           });
           Integer const q = p.define("q", quot(r0, r1));
           p.claim("the remainders are Euclid's", both(s.r0 == r1, s.r1 == rem(r0, r1), s.r1 < r1));
           p.claim("the first", a * s.x0 == s.r0 + m * y1);
           p.claim("the second", a * s.x1 == s.r1 + m * (y0 - q * y1),
                   {by.rescale.at(a * x1, y1, m, r1, q, m * q)});
         });
  p.part("inverse, end: the remainder is 1, and reducing keeps that", {m >= one, a * x0 == one + m * y0},
         [&] {
           Integer const got = p.shipped("floor_mod", [&] { return detail::floor_mod(x0, m); });
           Integer const back = zero - one - x0;
           p.use(by.euclid.at(back, m));
           p.have("reduced", got == rem(x0, m),
                  {by.divide.at(x0, zero - one - quot(back, m), m - one - rem(back, m), m)});
           Integer const r = p.define("r", rem(x0, m)), q = p.define("q", quot(x0, m));
           p.have("digits", x0 == q * m + r, {by.euclid.at(x0, m)});
           p.claim("inverse", a * r == one + m * (y0 - q * a), {by.rescale.at(x0, q, m, r, a, m * a)});
         });

  Integer const r = p.integer("r");
  p.part("product, step: r + a * b stays the same modulo m",
         {m >= one, r >= zero, r < m, a >= zero, a < m, b >= zero}, [&] {
           auto const s = p.shipped("doubling_step", [&] {
             return detail::doubling_step(detail::Doubling<Integer>{r, a, b}, m);
           });
           Integer const half = p.define("half", quot(b, two)), bit = p.define("bit", rem(b, two));
           p.have("the bit", both(b == half * two + bit, bit >= zero, bit < two, half >= zero));
           // how often m was taken off
           Integer const off_a = a + a >= m ? one : zero, off_r = bit == one && r + a >= m ? one : zero;
           p.have("range", both(s.r >= zero, s.r < m, s.a >= zero, s.a < m));
           p.have("the doubled", both(s.a == two * a - off_a * m, s.b == half));
           p.have("the sum", s.r == r + (bit == one ? a : zero) - off_r * m);
           p.claim("the same modulo m", s.r + s.a * s.b == r + a * b - m * (off_r + off_a * half),
                   {by.rescale.at(b, half, two, bit, a, two * a),
                    by.rescale.at(s.a, zero - off_a, m, two * a, half, m * half)});
           p.claim("and falls", implies(b >= one, s.b < b));
         });
}

/// Which digits the search tries: no solution has another.
void candidates(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const d = p.integer("d"), low = p.integer("low"), high = p.integer("high"),
                target = p.integer("target");
  Integer const below = p.integer("below"), above = p.integer("above"), c = p.integer("c"),
                t = p.integer("t");
  detail::Digit<Integer> const digit{d, low, high, 0, false, Integer(0)};

  p.part("sums: one digit more", {d >= one, low <= c, c <= high, below <= t, t <= above}, [&] {
    auto const r = p.shipped("with_digit", [&] {
      return detail::with_digit(detail::Interval<Integer>{below, above}, digit);
    });
    p.claim("in range", both(r.first <= t + c * d, t + c * d <= r.last),
            {by.nonnegative.at(c - low, d), by.nonnegative.at(high - c, d)});
    p.claim("and the ends are reached", both(r.first == below + low * d, r.last == above + high * d));
  });
  p.part("the interval holds every digit of a solution",
         {d >= one, low <= c, c <= high, below <= t, t <= above, c * d + t == target}, [&] {
           for (Integer const& at : {above - target, target - below}) {
             Integer const back = zero - one - at;
             p.use(by.euclid.at(at, d));
             p.use(by.euclid.at(back, d));
           }
           auto const r = p.shipped("digit_interval", [&] {
             return detail::digit_interval(digit, target, detail::Interval<Integer>{below, above});
           });
           // the quotients, rounded down on either branch of floor_div
           Integer const up = above - target, down = target - below;
           for (Integer const& at : {up, down}) {
             Integer const back = zero - one - at;
             p.use(by.divide.at(at, zero - one - quot(back, d), d - one - rem(back, d), d));
           }
           p.use(by.monotone.at(quot(up, d), zero - c, d));
           p.use(by.monotone.at(quot(down, d), c, d));
           p.claim("from", r.first <= c);
           p.claim("to", c <= r.last);
           p.claim("allowed digits only", both(r.first >= low, r.last <= high));
           p.claim("the last digit is determined", implies(both(below == zero, above == zero), r.first == c),
                   {by.monotone.at(c, r.first, d), by.monotone.at(zero - c, quot(up, d), d),
                    by.monotone.at(quot(up, d), zero - c, d)});
         });

  // stride = g * sigma, the other strides are multiples of g * jump, inv is sigma's inverse
  Integer const g = p.integer("g"), sigma = p.integer("sigma"), jump = p.integer("jump"),
                tau = p.integer("tau");
  Integer const inv = p.integer("inv"), y = p.integer("y"), z = p.integer("z"), w = p.integer("w");
  p.part("a solution's target is a multiple of the common divisor", {g >= one}, [&] {
    Integer const value = p.define("value", c * (g * sigma) + (g * jump) * y);
    p.claim("multiple", rem(value, g) == zero, {by.divide.at(value, c * sigma + jump * y, zero, g)});
  });
  p.part("a solution's digit is the residue modulo the jump",
         {jump >= one, tau == c * sigma + jump * y, sigma * inv == one + jump * z}, [&] {
           Integer const residue = p.define("residue", tau * inv - jump * w);
           p.claim("congruent", residue - c == jump * (c * z + y * inv - w),
                   {by.rescale.at(tau, y, jump, c * sigma, inv, jump * inv),
                    by.rescale.at(sigma * inv, z, jump, one, c, jump * c)});
         });
  Integer const from = p.integer("from"), residue = p.integer("residue"), n = p.integer("n");
  p.part("the digits tried are those of the residue, from the first on",
         {jump >= one, c >= from, residue - c == jump * n}, [&] {
           Integer const apart = residue - from, back = zero - one - apart;
           p.use(by.euclid.at(back, jump));
           Integer const first =
               p.shipped("first_congruent", [&] { return detail::first_congruent(from, residue, jump); });
           p.use(by.divide.at(apart, zero - one - quot(back, jump), jump - one - rem(back, jump), jump));
           p.use(by.euclid.at(apart, jump));
           Integer const q = p.define("q", quot(apart, jump));
           Integer const more = p.define("more", q - n);  // jumps from the first to c
           p.have("c", c == first + jump * more);
           p.claim("not before", first >= from);
           p.claim("reached going up", more >= zero, {by.monotone.at(more, zero, jump)});
         });
}

/// What the search decides is injectivity.
void differences(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), d = p.integer("d"), u = p.integer("u"), w = p.integer("w"),
                c = p.integer("c");
  p.part("two coordinates with one offset differ by a solution, digit by digit",
         {s >= one, u >= zero, u < s, w >= zero, w < s}, [&] {
           Integer const difference = p.define("difference", u - w);
           p.claim("a digit of the search", both(difference >= one - s, difference <= s - one));
           p.claim("its negation as well", both(w - u >= one - s, w - u <= s - one));
           p.claim("the mirrored stride", (zero - difference) * (zero - d) == difference * d);
           p.claim("adds what the offsets differ by", difference * d == u * d - w * d,
                   {by.distribute.at(d, one, u, zero - w)});
         });
  p.part("a solution gives two coordinates with one offset", {s >= one, c >= one - s, c <= s - one}, [&] {
    Integer const i = c > zero ? c : zero, j = c > zero ? zero : magnitude(c);
    p.claim("digits", both(i >= zero, i < s, j >= zero, j < s));
    p.claim("that differ by it", both(i * d - j * d == c * d, implies(c != zero, i != j)));
  });
}

/// The whole function: given strides, any extents up to 3; a pair of coordinates at most as witness.
void whole(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  std::vector<std::vector<int>> const all = {{2}, {0}, {1, 2}, {3, 2}, {2, 2}, {1, -1}, {-2, 3}};
  for (auto const& strides : all) {
    Layout<Integer> l{{}, {}};
    std::vector<Boolean> given;
    std::vector<Integer> u, w;
    std::string name = "the whole function: strides";
    for (int const d : strides) {
      std::string const k = std::to_string(l.leaves.count);
      l.leaves.push({p.integer(("s" + k).c_str()), Integer(d)});
      Integer const s = l.leaves.back().shape;
      given.push_back(both(s >= one, s <= Integer(3)));
      u.push_back(p.integer(("u" + k).c_str()));
      w.push_back(p.integer(("w" + k).c_str()));
      name += " " + std::to_string(d);
    }
    l.profile = flat(l.leaves).profile;
    p.part(name, given, [&] {
      auto const why = injective(l);
      if (why.condition == Condition::none) {
        Integer left(0), right(0);
        Boolean same(true);
        for (std::size_t k = 0; k < u.size(); ++k) {
          Integer const s = l.leaves[static_cast<int>(k)].shape, d = l.leaves[static_cast<int>(k)].stride;
          for (Integer const& digit : {u[k], w[k]}) p.suppose(both(digit >= zero, digit < s));
          left = left + u[k] * d;
          right = right + w[k] * d;
          same = both(same, u[k] == w[k]);
        }
        p.suppose(left == right);
        p.claim("one offset, one coordinate", same);
        return;
      }
      p.claim("a collision", Boolean(why.condition == Condition::injective));
      p.claim("of two coordinates", both(why.left >= zero, why.left < why.right, why.right < size(l)),
              {by.positive.at(l.leaves[0].shape, size(l)), by.monotone.at(one, l.leaves[0].shape, size(l))});
      for (auto const& m : l.leaves)  // every extent is a number on this path
        for (int n = 1; n <= 3; ++n)
          if (m.shape == Integer(n)) break;
      p.claim("with one offset, the one named",
              both(evaluate(l, why.left) == evaluate(l, why.right), why.got == evaluate(l, why.left)));
    });
  }
}

void refused(Proof& p) {
  Integer const s = p.integer("s"), d = p.integer("d");
  p.part("what is no layout", {s < Integer(1)}, [&] {
    p.claim("is not asked",
            Boolean(injective(leaf(Mode<Integer>{s, d})).condition == Condition::shape_positive));
  });
}

/// The offsets in ascending order, each below the next: no two are equal.
Term apart(Layout<std::int64_t> const& l, std::vector<Term> const& of) {
  truth::Table const f = truth::table(l);
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < of.size(); ++k) order.push_back(k);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return f[static_cast<std::int64_t>(a)] < f[static_cast<std::int64_t>(b)];
  });
  std::vector<Term> rising;
  for (std::size_t k = 1; k < order.size(); ++k) rising.push_back(of[order[k - 1]] < of[order[k]]);
  return all_of(rising);
}

/// get_1d_coord(), whose search this is, and the coordinate in the layout's own digits: at every offset, and around.
Term located(Layout<std::int64_t> const& l) {
  auto const of = values(l);
  std::vector<Term> all;
  for (std::int64_t v = -9; v <= 21; ++v) {
    auto const r = get_1d_coord(l, v);
    auto const natural = get_hier_coord(l, v), flat = get_flat_coord(l, v);
    if (!r) {
      for (auto const& value : of) all.push_back(value != number(v));
      all.push_back(truth_of(natural.refusal.condition == Condition::surjective &&
                             flat.refusal.condition == Condition::surjective));
      continue;
    }
    auto const k = static_cast<std::size_t>(r.value);
    all.push_back(k < of.size() ? of[k] == number(v) : truth_of(false));
    for (auto const& coordinate : {natural, flat}) {
      all.push_back(truth_of(coordinate && coordinate.value.leaves.count == l.leaves.count));
      std::vector<Term> sum;  // the coordinate's own digits
      for (int j = 0; j < coordinate.value.leaves.count && j < l.leaves.count; ++j) {
        all.push_back(number(0) <= number(coordinate.value.leaves[j]) &&
                      number(coordinate.value.leaves[j]) < number(l.leaves[j].shape));
        sum.push_back(number(coordinate.value.leaves[j]) * number(l.leaves[j].stride));
      }
      all.push_back(sum_of(sum) == number(v));
    }
  }
  return all_of(all);
}

/// The search whole, and where offsets are.
void small(Proof& p) {
  auto const decided = [](Layout<std::int64_t> const& l) {
    auto const of = values(l);
    auto const why = injective(l);
    if (why.condition == Condition::none) return apart(l, of);
    auto const x = static_cast<std::size_t>(why.left), y = static_cast<std::size_t>(why.right);
    return truth_of(why.condition == Condition::injective && x < y && y < of.size()) &&
           of[std::min(x, of.size() - 1)] == of[std::min(y, of.size() - 1)] &&
           of[std::min(x, of.size() - 1)] == number(why.got);
  };
  every_layout(p, "injective: rank <= 3, extents <= 3, strides -2 to 4",
               {.ranks = 3, .shapes = 3, .least = -2, .most = 4}, decided);
  auto const each_of_four = [](auto const& f) {
    each_list<Mode<std::int64_t>>({{2, 1}, {2, 2}, {2, 3}, {2, 4}, {2, 8}}, 4,
                                  [&](auto const& modes) { f(flat(modes)); });
  };
  every(p, "injective: four modes of two points, strides 1, 2, 3, 4 and 8",
        [&](auto const& ask) { each_of_four([&](Layout<std::int64_t> const& l) { ask(decided(l), l); }); });
  auto const long_ways = [&](Layout<std::int64_t> const& l) {
    auto const of = values(l);
    detail::Moving<std::int64_t> const moving(l.leaves);
    std::vector<Term> all;
    auto const told = [&](detail::Decided<std::int64_t> const& by) {
      auto const x = static_cast<std::size_t>(by.collision.i), y = static_cast<std::size_t>(by.collision.j);
      all.push_back(truth_of(by.decided && x < of.size() && y < of.size()));
      all.push_back(x == y ? apart(l, of) : of[std::min(x, of.size() - 1)] == of[std::min(y, of.size() - 1)]);
    };
    Work work;
    told(detail::met_collision(moving, work));
    if (moving.modes.count == 3 || moving.modes.count == 4) told(detail::lattice_collision(moving, work));
    all.push_back(truth_of(!work.ended()));
    return all_of(all);
  };
  every(p, "the long ways: rank <= 3, extents <= 3, strides -2 to 4 but 0", [&](auto const& ask) {
    each_layout({.ranks = 3, .shapes = 3, .least = -2, .most = 4}, [&](Layout<std::int64_t> const& l) {
      for (auto const& m : l.leaves)
        if (m.stride == 0) return;
      ask(long_ways(l), l);
    });
  });
  every(p, "the long ways: four modes of two points, strides 1, 2, 3, 4 and 8",
        [&](auto const& ask) { each_of_four([&](Layout<std::int64_t> const& l) { ask(long_ways(l), l); }); });
  every(p, "preimage: rank <= 2, extents <= 3, strides -2 to 3, and three more, every offset",
        [](auto const& ask) {
          auto const preimages = [&](Layout<std::int64_t> const& l) { ask(located(l), l); };
          each_layout({.ranks = 2, .shapes = 3, .least = -2, .most = 3}, preimages);
          for (auto const* const more : {"(3,3):(6,4)", "(3,2,2):(5,3,2)", "(2,2,2):(5,4,3)"})
            preimages(layout(more));
        });
}

void prove(Proof& p) {
  outgrowing(p);
  long_ways(p);
  rounding(p);
  congruences(p);
  candidates(p);
  differences(p);
  whole(p);
  refused(p);
  small(p);
}

}  // namespace

Theorem injective_is_exact() {
  return theorem<Law>(
      "injective_is_exact", prove, "",
      {{Kind::steps,
        "strides that outgrow one another; the steps of the search, of the short basis and of meeting in the "
        "middle; the loops in words"},
       {Kind::extents, "rank <= 2, extents <= 3, any strides"},
       {Kind::enumerated,
        "rank <= 3, extents <= 3, strides -2 to 4; four modes of two points, strides 1, 2, 3, 4 and 8; short "
        "basis and meeting in the middle alike, without stride 0; offsets: rank <= 2, strides -2 to 3, and "
        "three layouts of up to three modes"}},
      R"(Strides that outgrow one another, a fold of outgrow_step over the modes that move, in order of |stride|: offsets of
             the modes passed lie in [0, reach] and are apart; a stride beyond the reach leaves both so (the
             step's law). Mirroring a mode moves all offsets alike, so that |strides| decide. Otherwise: two
             coordinates with one offset differ, digit by digit, by a solution of sum c_k*d_k = 0 with |c_k| < s_k,
             not all 0, and a solution gives two such coordinates; mirroring makes the strides positive, and
             negating makes the first nonzero digit positive. So exactly the equations solve() is asked are
             to be decided. By induction over the digits, solve(k, target) answers true only with digits
             that sum to target (the last is checked, each other one is taken off the target), and false
             only where none do, unless it says undecided: what the digits after k can sum to lies between
             the sums of their ends and is a multiple of the gcd of their strides, so a solution's digit
             lies in digit_interval, target is a multiple of the gcd with d_k, and the digit is fixed modulo
             the jump; first_congruent and the loop try all of those. The gcd has every common divisor and
             is one, by Euclid's step; the modular inverse and product are what their steps keep. The same
             search decides get_1d_coord(), which is run whole on every offset of small layouts. The pair that is
             named has the digits max(c_k, 0) and max(-c_k, 0), which are digits of L and differ by the
             solution, so it has one offset. Where that search takes an eighth of the budget, two other ways decide. Three or
             four modes, KernelLattice: vectors that span all integer vectors, from the unit vectors by
             subtracting multiples, each step of which spans the same and keeps the values; all but the
             last come to value 0, so the solutions are the combinations of these. The whole has
             determinant 1 or -1, so by Cramer's rule on values the minor without row j is the stride j
             over the last value, and by Cramer's rule on entries the determinant times a coefficient is
             what the minors weigh; so no solution within the extents has a larger coefficient than
             most_of(), and all up to those are tried, half of them, as negatives are solutions too. Many
             small modes, met_collision(): what the digits add over one half is what the opposite digits
             add over the other; both lists are walked through in order, up to 0, so every number that is
             in both is seen, and each other way to add 0 within one half. Not proved here: that the step count is reached only by long
             searches.)");
}

}  // namespace colex::sym
