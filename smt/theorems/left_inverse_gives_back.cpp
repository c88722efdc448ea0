// SPDX-License-Identifier: MIT
// The theorem of laws/left_inverse_gives_back.hpp.
#include "colex/laws/left_inverse_gives_back.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::left_inverse_gives_back;
using State = EvaluateState<Integer>;

/// The search solves linear equations in the weights. a is an equation's coefficient, P and C the entries of
/// two columns there; sp and sc what the equation makes of the columns' entries before.
void equations(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const a = p.integer("a"), pivot = p.integer("P"), other = p.integer("C"), q = p.integer("q");
  Integer const sp = p.integer("sp"), sc = p.integer("sc"), t = p.integer("t"), u = p.integer("u");
  using System = detail::IntegerSystem<Integer>;
  struct Pair {
    Integer pivot, other;
  };
  auto exchange = [&](Integer x, Integer y) {
    System system;
    system.exchange(x, y, q);
    return Pair{x, y};
  };
  p.part("columns: an equation's value follows the exchange, entry by entry", {}, [&] {
    auto const after = p.shipped("exchange", [&] { return exchange(pivot, other); });
    auto const before = exchange(sp, sc);  // induction hypothesis: the sums over the entries before
    auto const sum = exchange(sp + a * pivot, sc + a * other);
    p.claim("the new pivot", sum.pivot == before.pivot + a * after.pivot);
    p.claim("the new other", sum.other == before.other + a * after.other,
            {by.distribute.at(a, q, other, pivot), by.distribute.at(q, a, other, sc)});
  });
  p.part("columns: both span what they spanned", {}, [&] {
    auto const after = p.shipped("exchange", [&] { return exchange(pivot, other); });
    p.claim("old combinations are new ones",
            t * pivot + u * other == (u - q * t) * after.pivot + t * after.other,
            {by.distribute.at(t, q, other, pivot)});
    p.claim("new ones are old", t * after.pivot + u * after.other == u * pivot + (t + q * u) * other,
            {by.distribute.at(u, q, other, pivot)});
  });
  // x the solution so far, with sum a*x = value - rest; free the equation's value at the pivot
  Integer const value = p.integer("value"), rest = p.integer("rest"), free = p.integer("free"),
                x = p.integer("x"), sx = p.integer("sx"), times = p.integer("times");
  auto plus = [&](Integer const& base, Integer const& left, Integer const& right) {
    System system;
    return system.plus_product(base, left, right);
  };
  p.part("solution: an equation's value moves with it, entry by entry", {}, [&] {
    Integer const moved = p.shipped("plus_product", [&] { return plus(x, times, pivot); });
    p.claim("sum", (sx + times * sp) + a * moved == (sx + a * x) + times * (sp + a * pivot),
            {by.distribute.at(a, times, pivot, x), by.distribute.at(times, a, pivot, sp)});
  });
  p.part("solution: the equation holds, and those before still do",
         {sx == value - rest, rest == times * free}, [&] {
           p.claim("holds", p.shipped("plus_product", [&] { return plus(sx, times, free); }) == value);
           p.claim("before: the columns are in their kernel", plus(value, times, zero) == value);
         });
  p.part("refused only where no combination of the columns satisfies the equation",
         {sx == value - rest, sx + t * free == value}, [&] {
           p.claim("the pivot divides what is left", rest == t * free);
           p.claim("and without a pivot nothing is left", implies(free == zero, rest == zero));
         });
}

/// The whole of add_equation: one equation in two unknowns, by numbers.
void whole_equation(Proof& p) {
  using System = detail::IntegerSystem<std::int64_t>;
  auto const solved = [](std::int64_t a, std::int64_t b, std::int64_t value) {
    auto const weighed = [&](Term const& x, Term const& y) { return number(a) * x + number(b) * y; };
    System system;
    system.add_unknown();
    system.add_unknown();
    std::int64_t const weights[System::kMost]{a, b};
    if (!system.add_equation(weights, value))
      return weighed(context().int_const("x"), context().int_const("y")) != number(value);
    std::vector<Term> all = {
        truth_of(!system.too_large && system.columns == (a == 0 && b == 0 ? 2 : 1)),
        weighed(number(system.solution[0]), number(system.solution[1])) == number(value)};
    for (int c = 0; c < system.columns; ++c)
      all.push_back(weighed(number(system.column[c][0]), number(system.column[c][1])) == number(0));
    return all_of(all);
  };
  every(p, "an equation ax + by = v, a and b to 4, v to 6: refused where no integers do",
        [&](auto const& ask) {
          for (std::int64_t a = 0; a <= 4; ++a)
            for (std::int64_t b = 0; b <= 4; ++b)
              for (std::int64_t v = 0; v <= 6; ++v)
                ask(solved(a, b, v),
                    std::to_string(a) + "x + " + std::to_string(b) + "y = " + std::to_string(v));
        });
}

/// What the equations weigh is what the answer's evaluation reads.
void digits(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const v = p.integer("v"), low = p.integer("low"), r = p.integer("r"), top = p.integer("top"),
                weight = p.integer("weight"), offset = p.integer("offset");
  p.part("the search's digit between two moduli is the answer's", {v >= zero, low >= one, r >= one}, [&] {
    Integer const high = p.define("high", r * low);
    p.have("modulus", high >= one, {by.positive.at(r, low)});
    p.use(by.euclid.at(v, high));
    Integer const got = p.shipped("chain_digit", [&] { return detail::chain_digit(v, low, high); });
    Integer const above = p.define("above", quot(v, low));
    p.claim("the answer's extent", quot(high, low) == r, {by.divide.at(high, r, zero, low)});
    p.have("not negative", above >= zero, {by.euclid.at(v, low), by.monotone.at(above, zero, low)});
    Integer const digit = p.define("digit", rem(above, r)), lowest = p.define("lowest", rem(v, low));
    Integer const below = p.define("below", rem(v, high));
    p.have("digits of v",
           both(below == digit * low + lowest, lowest >= zero, lowest < low, quot(v, high) == quot(above, r)),
           {by.split.at(v, low, r, high), by.euclid.at(v, low)});
    p.have("the digit", got == digit, {by.divide.at(below, digit, lowest, low)});
    auto const read = evaluate_step(State{above, offset}, Mode<Integer>{r, weight});
    p.claim("the same", read.offset == offset + got * weight);
    p.claim("and what is left is above the next modulus", read.rest == quot(v, high));
  });
  p.part("the last mode holds every offset", {v >= zero, v <= top, low >= one}, [&] {
    Integer const q = p.define("q", quot(v, low)), most = p.define("most", quot(top, low));
    p.have("bounded", both(q >= zero, q <= most),
           {by.euclid.at(v, low), by.euclid.at(top, low), by.monotone.at(q, zero, low),
            by.monotone.at(most, q, low)});
    auto const read = evaluate_step(State{q, offset}, Mode<Integer>{most + one, weight});
    p.claim("read whole", both(read.offset == offset + q * weight, read.rest == zero),
            {by.divide.at(q, zero, q, most + one)});
  });
}

void negative(Proof& p) {
  Integer const one(1), s = p.integer("s");
  p.part("a stride below 0: refused where it has a second point", {s >= one, s <= Integer(3)}, [&] {
    auto const r = left_inverse(leaf(Mode<Integer>{s, Integer(-1)}));
    bool const refused = r.refusal.condition == Condition::not_negative;
    p.claim("refused", refused ? s > one : both(s == one, Boolean(bool(r))));
  });
}

/// Refused for a pair of coordinates: they do collide, so that nothing gives both back.
void refusals(Proof& p) {
  Integer const zero(0), one(1), i = p.integer("i"), j = p.integer("j");
  Function const layout("L", 1), back("R", 1);
  struct Case {
    std::vector<int> strides;
    Inverse kind;
  };
  std::vector<Case> const all = {{{0}, Inverse::exact},
                                 {{2, 2}, Inverse::exact},
                                 {{3, -1}, Inverse::exact},
                                 {{0, 1, 1}, Inverse::quasi},
                                 {{1, 0, 1}, Inverse::quasi}};
  for (auto const& [strides, kind] : all) {
    Layout<Integer> l{{}, {}};
    std::vector<Boolean> given;
    std::string name = kind == Inverse::exact ? "the whole refusal, exact: strides" : "quasi: strides";
    for (int const d : strides) {
      l.leaves.push({p.integer(("s" + std::to_string(l.leaves.count)).c_str()), Integer(d)});
      given.push_back(both(l.leaves.back().shape >= one, l.leaves.back().shape <= Integer(2)));
      name += " " + std::to_string(d);
    }
    l.profile = flat(l.leaves).profile;
    p.part(name, given, [&, kind = kind] {
      auto const r = left_inverse(l, kind);
      bool negative = false;
      for (auto const& m : l.leaves)  // every extent is a number on this path
        if (!(m.shape == one) && m.shape == Integer(2) && m.stride < zero) negative = true;
      if (negative) {
        p.claim("offsets below 0 are no coordinates of L'",
                Boolean(r.refusal.condition == Condition::not_negative));
        return;
      }
      if (r) {
        if (kind == Inverse::exact)
          p.claim("answered only without a collision", Boolean(injective(l).condition == Condition::none));
        return;
      }
      Integer const x = r.refusal.left, y = r.refusal.right;
      p.claim("a pair", Boolean(r.refusal.condition == Condition::injective && r.refusal.has_witness));
      p.claim("of coordinates", both(x >= zero, x < y, y < size(l)));
      p.claim("with one offset", both(evaluate(l, x) == evaluate(l, y), evaluate(l, x) == r.refusal.got));
      Integer points(1);
      for (auto const& m : l.leaves) {
        if (kind == Inverse::quasi && m.stride == zero)
          p.claim("and digit 0 where the stride is 0",
                  both(rem(quot(x, points), m.shape) == zero, rem(quot(y, points), m.shape) == zero));
        points = points * m.shape;
      }
    });
  }
}

/// The digits of v by these moduli, each times an unknown, are a coordinate: for all values of a layout.
Term gives_back(std::vector<Term> const& of, std::vector<std::int64_t> const& moduli) {
  std::vector<Term> equal;
  for (std::size_t k = 0; k < of.size(); ++k) {
    std::vector<Term> sum;
    for (std::size_t j = 0; j < moduli.size(); ++j) {
      Term digit = of[k] / number(moduli[j]);
      if (j + 1 < moduli.size()) digit = z3::mod(digit, number(moduli[j + 1] / moduli[j]));
      sum.push_back(digit * context().int_const(("w" + std::to_string(j)).c_str()));
    }
    equal.push_back(sum_of(sum) == number(static_cast<std::int64_t>(k)));
  }
  return all_of(equal);
}

/// Whatever a layout's moduli are, they are among these up to `top`, the primes between them in some order.
void each_chain(std::int64_t top, std::vector<std::int64_t> moduli, std::vector<Term> const& of,
                std::vector<Term>& none) {
  bool extended = false;
  for (std::int64_t q = 2; moduli.back() * q <= top; ++q) {
    if (!is_prime(static_cast<int>(q))) continue;
    extended = true;
    auto longer = moduli;
    longer.push_back(moduli.back() * q);
    each_chain(top, longer, of, none);
  }
  if (!extended) none.push_back(!gives_back(of, moduli));
}

/// Whole, with the chains of moduli: an answer where there is one, and only there.
void small(Proof& p) {
  every_layout(p, "answered exactly where some layout gives back: rank <= 2, extents <= 4, strides 0 to 6",
               {.ranks = 2, .shapes = 4, .least = 0, .most = 6}, [](Layout<std::int64_t> const& l) {
                 auto const of = values(l);
                 auto const r = left_inverse(l);
                 std::vector<Term> all;
                 std::int64_t top = 0;
                 for (auto const& m : l.leaves) top += (m.shape - 1) * m.stride;
                 if (r) {
                   int const last = r->leaves.count - 1;  // with one point less there it would not hold `top`
                   all.push_back(number(top) < number(size(*r)) &&
                                 number(size(*r) / r->leaves[last].shape * (r->leaves[last].shape - 1)) <=
                                     number(top));
                   for (std::size_t k = 0; k < of.size(); ++k) {
                     all.push_back(at(*r, of[k]) == number(static_cast<std::int64_t>(k)));
                     all.push_back(of[k] < number(size(*r)));
                   }
                 } else if (r.refusal.condition == Condition::injective) {
                   auto const x = static_cast<std::size_t>(r.refusal.left),
                              y = static_cast<std::size_t>(r.refusal.right);
                   all.push_back(x < y && y < of.size() ? of[x] == of[y] : truth_of(false));
                 } else {
                   each_chain(top, {1}, of, all);
                 }
                 return all_of(all);
               });
}

void prove(Proof& p) {
  negative(p);
  refusals(p);
  equations(p);
  whole_equation(p);
  digits(p);
  small(p);
}

}  // namespace

Theorem left_inverse_gives_back() {
  return theorem<Law>(
      "left_inverse_gives_back", prove, "; T40",
      {{Kind::steps, "the steps of the equations"},
       {Kind::coq,
        "every rank, of the shipped steps: what the chain or any search finds, once composes_to() says yes, "
        "without which nothing exact is answered; the chain of an injective L as well without that"},
       {Kind::enumerated,
        "more than the law says, that an answer is no longer than it must be, and that `invertible` is "
        "refused "
        "rightly: which chains of moduli are tried, "
        "rank <= 2, extents <= 4, strides 0 to 6"}},
      R"(L is injective, or the function refuses with two coordinates that collide (injective_is_exact). Whatever
             the chain of strides that divide one another or the search gives is answered only once
             composes_to() says yes, whose steps Coq composes at every rank (Certificate.v; the chain of an
             injective L without it, LeftInverse.v). The search: for one chain of moduli L' is right when its
             weights satisfy one linear equation an offset, the digits being those that L' reads. Every step
             of the solver keeps the set of solutions, solution plus combinations of the columns: exchange
             spans the same; taking the pivot's multiple satisfies the equation and keeps those before; it
             refuses only where the pivot does not divide what is left. C++'s exact quotient of signed numbers
             is assumed. That it tries every chain that could do, hence the refusal `invertible`, is shown for
             each small layout: for every chain of prime steps up to the largest offset no weights give the
             coordinates back; a chain of composite steps can be refined. Further by the census; where it
             gives up is tested.)");
}

}  // namespace colex::sym
