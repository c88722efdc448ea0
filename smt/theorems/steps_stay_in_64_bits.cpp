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

Integer const zero(0), one(1), most(kReachLimit);

/// Claims that all that the shipped code computed on this path stays in 64 bits.
void all_stay(Proof& p, std::vector<Hint> const& hints) {
  for (auto const& value : p.intermediates()) p.claim("stays in 64 bits", Law::in_64_bits(value), hints);
}

/// `stride` is `length` or its negative; both signs are a part each.
struct Sign {
  char const* name;
  int factor;
  Integer of(Integer const& length) const { return factor == 1 ? length : zero - length; }
};
constexpr Sign kSigns[] = {{"stride >= 0", 1}, {"stride <= 0", -1}};

void evaluation(Proof& p, Sign sign) {
  Lemmas const& by = p.lemmas();
  Integer const rest = p.integer("rest"), offset = p.integer("offset"), before = p.integer("reach_before");
  Integer const s = p.integer("shape"), length = p.integer("length");
  p.part(std::string("evaluate_step, ") + sign.name,
         {rest >= zero, rest <= Integer(std::numeric_limits<std::int64_t>::max()), s >= one, length >= zero,
          before >= zero, offset <= before, zero - before <= offset, s * length <= most,
          before + (s - one) * length <= most},
         [&] {
           auto const at = p.shipped("evaluate_step", [&] {
             return evaluate_step(EvaluateState<Integer>{rest, offset}, Mode<Integer>{s, sign.of(length)});
           });
           Integer const digit = rem(rest, s);
           std::vector<Hint> const hints = {
               by.euclid.at(rest, s), by.monotone.at(digit, s, length), by.nonnegative.at(digit, length),
               by.nonnegative.at(quot(rest, s), s - one), by.monotone.at(quot(rest, s), zero, s)};
           all_stay(p, hints);
           Integer const reach = before + (s - one) * length;
           p.claim("the offset stays within the reach", both(at.offset <= reach, zero - reach <= at.offset),
                   hints);
           p.claim("what is left stays below what was", both(at.rest >= zero, at.rest <= rest), hints);
         });
}

void coalescing(Proof& p, Sign sign) {
  Lemmas const& by = p.lemmas();
  Integer const s = p.integer("s"), d = p.integer("d"), t = p.integer("t"), e = p.integer("e");
  p.part(std::string("coalesce_step, ") + sign.name,
         {s >= one, t >= one, d >= zero, s * d <= most, Law::within_reach(t * e), s * t <= most}, [&] {
           Mode<Integer> const pending{s, sign.of(d)}, mode{t, e};
           auto const step = p.shipped("coalesce_step", [&] { return coalesce_step(pending, mode); });
           std::vector<Hint> const hints = {by.nonnegative.at(s, d), by.positive.at(s, t),
                                            by.rescale.at(e, pending.stride, s, zero, t, s * t)};
           all_stay(p, hints);
           p.claim("the new pending mode is within reach",
                   Law::within_reach(step.state.shape * step.state.stride), hints);
         });
}

void complements(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const reach = p.integer("reach"), s = p.integer("s"), d = p.integer("d"), m = p.integer("M");
  std::vector<Boolean> const given = {reach >= one, reach <= most, s >= one, d >= one, s * d <= most};
  Integer const hole = rem(d, reach);
  std::vector<Hint> const hints = {by.euclid.at(d, reach),
                                   by.monotone.at(quot(d, reach), zero, reach),
                                   by.monotone.at(zero, s, d),
                                   by.nonnegative.at(s - one, d),
                                   by.distribute.at(s, one, d - hole, hole),
                                   by.nonnegative.at(s, hole),
                                   by.nonnegative.at(s, d - hole),
                                   by.nonnegative.at(quot(d, reach), reach - one)};
  p.part("complement_step", given, [&] {
    auto const step = p.shipped("complement_step", [&] {
      return complement_step(reach, Mode<Integer>{s, d});
    });
    all_stay(p, hints);
    p.claim("the new reach keeps the limit", both(step.state >= one, step.state <= most), hints);
  });
  p.part("disjoint_step", given, [&] {
    auto const step = p.shipped("disjoint_step", [&] { return disjoint_step(reach, Mode<Integer>{s, d}); });
    p.use(by.divide.at(d - hole, quot(d, reach), zero, reach));
    all_stay(p, hints);
    p.claim("the new reach keeps the limit", step.state <= most, hints);
  });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    p.part(cover == Cover::strict ? "complement_finish, strict" : "complement_finish, covering",
           {reach >= one, reach <= most, m >= one, m <= most}, [&] {
             p.shipped("complement_finish", [&] { return complement_finish(reach, m, cover); });
             all_stay(p, {by.euclid.at(m, reach), by.monotone.at(quot(m, reach), zero, reach),
                          by.nonnegative.at(quot(m, reach), reach - one)});
           });
}

/// `counted` is what compose_textbook() adds to a digit: the largest digit of A's mode that B's mode uses. It
/// stays within what B's mode reaches, so that the sum over B's modes stays within B's reach.
void composing(Proof& p, Sign sign) {
  Lemmas const& by = p.lemmas();
  Integer const n = p.integer("n"), e = p.integer("e"), s = p.integer("s"), d = p.integer("d");
  p.part(std::string("composition_step, ") + sign.name,
         {n >= one, e >= zero, n <= most, (n - one) * e <= most, e <= most, s >= one, d >= zero,
          s * d <= most, s <= most},
         [&] {
           Mode<Integer> const rest{n, e}, mode{s, sign.of(d)};
           p.use(by.divide.at(e, zero, zero, s));
           p.use(by.euclid.at(s, e));
           Integer const points = quot(s, e);
           p.use(by.monotone.at(points, one, e));
           auto const step = p.shipped("composition_step", [&] { return composition_step(rest, mode); });
           if (step.refusal.condition != Condition::none) {
             all_stay(p, {by.euclid.at(e, s), by.monotone.at(quot(e, s), zero, s),
                          by.nonnegative.at(quot(e, s), s - one), by.nonnegative.at(points, e - one),
                          by.euclid.at(n, points)});
             return;
           }
           Integer const left = quot(n, points);
           std::vector<Hint> const hints = {by.euclid.at(e, s),
                                            by.monotone.at(quot(e, s), zero, s),
                                            by.nonnegative.at(quot(e, s), s - one),
                                            by.nonnegative.at(points, e - one),
                                            by.monotone.at(zero, points, e),
                                            by.monotone.at(e - one, s, d),
                                            by.nonnegative.at(e, d),
                                            by.euclid.at(n, points),
                                            by.monotone.at(left, zero, points),
                                            by.nonnegative.at(left, points - one)};
           all_stay(p, hints);
           p.claim("what is left of the mode of B shrinks",
                   both(step.state.shape <= n, step.state.stride <= e),
                   step.emits ? hints
                              : std::vector<Hint>{by.euclid.at(e, s), by.monotone.at(quot(e, s), zero, s),
                                                  by.nonnegative.at(quot(e, s), s - one)});
           if (!step.emits) return;
           p.claim("the digit counted is within the reach of B's mode",
                   (step.mode.shape - one) * e <= (n - one) * e,
                   {by.monotone.at(step.mode.shape - one, n, e), by.monotone.at(left, one, points)});
         });
}

void inverses(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const reach = p.integer("reach"), s = p.integer("s"), d = p.integer("d"), at = p.integer("at");
  p.part("right_inverse_step", {reach >= one, s >= one, Law::within_reach(s * d), reach <= most}, [&] {
    auto const step = p.shipped("right_inverse_step", [&] {
      return right_inverse_step(reach, Mode<Integer>{s, d}, at);
    });
    all_stay(p, {by.positive.at(reach, s)});
    p.claim("the new reach keeps the limit", both(step.state >= one, step.state <= most),
            {by.positive.at(reach, s)});
  });
}

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
    Mode<Int> const kinds[] = {
        {2, kReachLimit / 2}, {2, -kReachLimit / 2}, {Int{1} << 20, 0}, {3, 1}, {1, -2}};
    for (int code = 0; code < 625; ++code) {
      List<Mode<Int>> modes;
      for (int k = 0, rest = code; k < 4; ++k, rest /= 5) modes.push(kinds[rest % 5]);
      ask(right_of(modes), flat(modes));
    }
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
  for (Sign const sign : kSigns) evaluation(p, sign);
  for (Sign const sign : kSigns) coalescing(p, sign);
  complements(p);
  for (Sign const sign : kSigns) composing(p, sign);
  inverses(p);
  limits(p);
  edges(p);
}

}  // namespace

Theorem steps_stay_in_64_bits() {
  return {
      "steps_stay_in_64_bits",
      Law::statement,
      Law::source,
      {{Kind::all_values,
        "the steps of evaluate, coalesce, complement, composition and "
        "right_inverse, within well_formed()'s limits; sum_fits, any words; "
        "product_fits, any word times 12 numerals"},
       {Kind::coq,
        "in part: each number that the shipped steps compute, every rank, along the loops of evaluate, "
        "coalesce, the complement with each cover, the textbook composition, right_inverse of whole modes, "
        "left_inverse, nullspace, first_gap and upcast; product_fits, sum_fits, any words; well_formed() and "
        "the offsets that it admits"},
       {Kind::words, "what the loops add around these steps; the steps of other functions are not in it"},
       {Kind::enumerated,
        "well_formed() and products of tuples, cases about the limits, two modes and four"}},
      R"(well_formed() bounds the size, each |shape * stride| and the sum of (shape - 1) * |stride| by 2^62. For each
             step: every sum, difference, product, quotient and remainder that it computes lies in 64 bits,
             and what it hands on keeps the bound that the next step needs, so the fold does at every rank, by Coq.
             The loops around the steps add only counts: of digits, which stay within what B reaches, and of
             points, which product_fits() guards. product_fits() and sum_fits() themselves are run on words;
             the functions outside these folds are run on checked integers by the properties.)",
      prove};
}

}  // namespace colex::sym
