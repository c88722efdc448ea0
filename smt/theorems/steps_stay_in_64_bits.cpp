// SPDX-License-Identifier: MIT
// The theorem of laws/steps_stay_in_64_bits.hpp.
#include "colex/laws/steps_stay_in_64_bits.hpp"

#include <algorithm>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/tuple.hpp"
#include "lemmas/division.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

using Law = laws::steps_stay_in_64_bits;

/// In 128 bits, where nothing that is compared here wraps.
z3::expr wide(Bits const& x) { return z3::sext(x.term(), 64); }
z3::expr wide_magnitude(Bits const& x) {
  z3::expr const w = wide(x);
  return z3::ite(w < 0, -w, w);
}
z3::expr const& wide_most() {
  static z3::expr const limit = wide(Bits(kReachLimit));
  return limit;
}
std::int64_t const kEdges[] = {0,
                               1,
                               -1,
                               2,
                               3,
                               -7,
                               std::int64_t{1} << 28,
                               (std::int64_t{1} << 28) + 1,
                               -(std::int64_t{1} << 28),
                               -(std::int64_t{1} << 28) - 1,
                               std::int64_t{1} << 31,
                               (std::int64_t{1} << 61) - 1,
                               kReachLimit - 1,
                               kReachLimit,
                               -kReachLimit,
                               kReachLimit + 1,
                               -kReachLimit - 1,
                               std::numeric_limits<std::int64_t>::max(),
                               std::numeric_limits<std::int64_t>::min()};

/// The limits' own arithmetic, on words: exact for any word, one factor of a product being a numeral.
void limits(Proof& p) {
  Bits const a = Bits::constant("a"), b = Bits::constant("b");
  p.part("sum_fits, any words", {}, [&] {
    z3::expr const fits = wide_magnitude(a) + wide_magnitude(b) <= wide_most();
    p.claim("exactly where the sum is at most 2^62", sum_fits(a, b) ? Boolean(fits) : Boolean(!fits));
  });
  z3::expr const low = wide(Bits(-kReachLimit));
  for (std::int64_t const n : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-1}, std::int64_t{2},
                               std::int64_t{3}, std::int64_t{5}, std::int64_t{6}, std::int64_t{7},
                               (std::int64_t{1} << 61) + 1, kReachLimit, -kReachLimit, -kReachLimit - 1})
    p.part("product_fits, any word times " + std::to_string(n), {}, [&] {
      z3::expr const fits = wide_magnitude(b) * wide_magnitude(Bits(n)) <= wide_most() && wide(b) >= low;
      Boolean const want = n < -kReachLimit ? Boolean(false) : Boolean(fits);
      p.claim("exactly where the product is at most 2^62, both at least -2^62",
              product_fits(Bits(n), b) ? want : !want);
    });
}

/// What well_formed() asks of most layouts in place of products: each mode in a range.
void small_modes(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const points = p.integer("points"), zero(0), one(1), most(std::int64_t{1} << 28),
                farthest(std::int64_t{1} << 56);
  Mode<Integer> const m{p.integer("s"), p.integer("d")};
  p.part("a mode after some points", {points >= one}, [&] {
    if (!p.shipped("is_small", [&] { return detail::is_small(points, m); })) {
      p.claim("is not small for one of three reasons",
              either(!both(one <= m.shape, m.shape <= most),
                     either(!both(zero - most <= m.stride, m.stride <= most),
                            points > Integer(std::int64_t{1} << 31))));
      return;
    }
    p.claim("an extent", m.shape >= one);
    p.claim("the points with it are 2^59 at most", points * m.shape <= Integer(std::int64_t{1} << 59),
            {by.nonnegative.at(most - m.shape, points)});
    p.claim("it reaches 2^56 at most, and so a 32nd of half of 2^62",
            both(m.shape * m.stride <= farthest, zero - farthest <= m.shape * m.stride),
            {by.nonnegative.at(m.shape, most - m.stride), by.nonnegative.at(m.shape, most + m.stride)});
  });
}

/// The same, whole functions, where it is close; the formulas are about integers without a bound.
void edges(Proof& p) {
  using Int = std::int64_t;
  Term const limit = number(kReachLimit);
  auto const length = [](Term const& x) { return z3::ite(x < 0, -x, x); };
  auto const right_of = [&](List<Mode<Int>> const& modes) {  // what well_formed() says of them
    Term reach = number(0), points = number(1), fits = truth_of(true), positive = truth_of(true);
    for (auto const& m : modes) {
      points = points * number(m.shape);
      reach = reach + length(number(m.shape == 1 ? 1 : m.shape - 1) * number(m.stride));
      fits = fits && points <= limit && length(number(m.shape) * number(m.stride)) <= limit && reach <= limit;
      positive = positive && number(m.shape) >= number(1);
    }
    auto const said = well_formed(flat(modes));
    return said == Condition::none             ? positive && fits
           : said == Condition::overflow       ? positive && !fits
           : said == Condition::shape_positive ? !positive
                                               : truth_of(false);
  };
  every(p, "well_formed(): two modes of extents and strides about the limits", [&](auto const& ask) {
    for (Int const s : kEdges)
      for (Int const d : kEdges)
        for (Int const t : {Int{1}, Int{2}, Int{4}, Int{1} << 31})
          for (Int const e : {Int{0}, Int{1}, -(Int{1} << 30), (Int{1} << 61) - 1, Int{1} << 62}) {
            List<Mode<Int>> modes;
            modes.push({s, d});
            modes.push({t, e});
            ask(right_of(modes), s, d, t, e);
          }
  });
  every(p, "well_formed(): four modes that reach the limits together, or do not", [&](auto const& ask) {
    each_list<Mode<Int>>({{2, kReachLimit / 2},
                          {2, -kReachLimit / 2},
                          {Int{1} << 20, 0},
                          {Int{1} << 28, Int{1} << 28},
                          {3, 1},
                          {1, -2}},
                         4, [&](auto const& modes) { ask(right_of(modes), flat(modes)); });
  });
  every(p, "products of tuples: pairs about the limits", [&](auto const& ask) {
    for (Int const x : kEdges)
      for (Int const y : kEdges) {
        IntTuple<Int> const pair = join(leaf(x), leaf(y));
        Term const m = number(x), n = number(y), one = length(m) <= limit;
        Term const fits = one && n >= -limit && length(m * n) <= limit;
        auto const whole = product(pair);
        auto const before = prefix_product(pair);
        std::vector<Term> all = {right(bool(whole), fits), right(bool(before), one)};
        if (whole) all.push_back(number(whole.value) == m * n);
        if (before) {
          all.push_back(number(before.value.leaves[0]) == number(1));
          all.push_back(number(before.value.leaves[1]) == m);
        }
        for (Int const z : {Int{1}, -kReachLimit}) {
          auto const inner = inner_product(pair, join(leaf(y), leaf(z)));
          Term const first = m * n, second = n * number(z);
          Term const inside = length(first) <= limit && length(second) <= limit && m >= -limit &&
                              n >= -limit && length(first) + length(second) <= limit;
          all.push_back(right(bool(inner), inside));
          if (inner) all.push_back(number(inner.value) == first + second);
        }
        ask(all_of(all), x, y);
      }
  });
}

void prove(Proof& p) {
  limits(p);
  small_modes(p);
  edges(p);
}

}  // namespace

Theorem steps_stay_in_64_bits() {
  return theorem<Law>(
      "steps_stay_in_64_bits", prove, "",
      {{Kind::all_values,
        "sum_fits, any words; product_fits, any word times 12 numerals; is_small, any integers"},
       {Kind::coq,
        "in part: each number that the shipped steps compute, every rank, along the loops of evaluate, "
        "coalesce, the complement with each cover, the textbook composition, right_inverse of whole modes, "
        "left_inverse, nullspace, first_gap and upcast; product_fits, sum_fits, any words; well_formed() and "
        "the offsets that it admits"},
       {Kind::words, "what the loops add around these steps; the steps of other functions are not in it"},
       {Kind::enumerated,
        "well_formed() and products of tuples, cases about the limits, two modes and four"}},
      R"(well_formed() bounds the size, each |shape * stride| and the sum of (shape - 1) * |stride| by 2^62.
             Where all modes are small it forms no reach: 32 of them reach 2^61.
             By Coq every sum, difference, product, quotient and remainder that a step computes lies in 64 bits
             along the loop, at every rank. The loops around the steps add only counts: of digits, which stay
             within what B reaches, and of points, which product_fits() guards. product_fits() and sum_fits()
             themselves are run on words here; the functions outside these folds are run on checked integers by
             the properties.)");
}

}  // namespace colex::sym
