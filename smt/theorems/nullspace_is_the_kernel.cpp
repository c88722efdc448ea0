// SPDX-License-Identifier: MIT
// The theorem of laws/nullspace_is_the_kernel.hpp.
#include "colex/laws/nullspace_is_the_kernel.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "lemmas/division.hpp"
#include "oracle/truth.hpp"

namespace colex::sym {

namespace {

using Law = laws::nullspace_is_the_kernel;
using State = EvaluateState<Integer>;

/// F: the modes passed, `points` coordinates, offsets on one side of 0. N: the kernel modes emitted, `zeros`
/// coordinates; I(k) is the index at which N lists the coordinate k.
void step(Proof& p, int side) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1), sign(side);
  std::string const name = side > 0 ? ", strides >= 0" : ", strides <= 0";
  Integer const points = p.integer("points"), zeros = p.integer("zeros"), s = p.integer("s"),
                d = p.integer("d");
  Integer const i = p.integer("i"), k = p.integer("k");
  Function const f("F", 1), n("N", 1), index("I", 1);
  Mode<Integer> const mode{s, d};
  // a mode of extent 1 may have any stride
  std::vector<Boolean> const given = {points >= one, zeros >= one, s >= one,
                                      either(s == one, sign * d >= zero)};

  auto shipped_step = [&] {
    auto const r = p.shipped("nullspace_step", [&] { return nullspace_step(points, mode); });
    p.have("the points", r.state == points * s);
    p.have("kernel modes are emitted, and no others",
           both(implies(Boolean(r.emits), d == zero), implies(d == zero, Boolean(r.emits))));
    if (r.emits)
      p.have("with their place", both(r.mode.shape == s, r.mode.stride == (s == one ? zero : points)));
    return r;
  };
  auto reads = [&](Integer const& at, Step<Integer, Integer> const& r) {  // N after the step
    if (!r.emits) return n(at);
    return evaluate_step(State{quot(at, zeros), n(rem(at, zeros))}, r.mode).offset;
  };

  p.part("step: what N lists is kernel, and in order" + name, given, [&] {
    auto const r = shipped_step();
    Integer const count = r.emits ? s : one;
    p.suppose(both(i >= zero, i < count * zeros));
    Integer const w = p.define("w", r.emits ? quot(i, zeros) : zero);
    Integer const j = p.define("j", r.emits ? rem(i, zeros) : i);
    p.have("digits", both(i == w * zeros + j, w >= zero, w < count, j >= zero, j < zeros),
           {by.euclid.at(i, zeros), by.quotient_range.at(i, zeros, count)});
    Integer const low = p.define("low", n(j));
    p.suppose(both(low >= zero, low < points, f(low) == zero));  // induction hypothesis
    Integer const x = p.define("x", reads(i, r));
    p.have("the coordinate", x == w * points + low, {by.divide.at(w, zero, w, s)});
    p.have("its digits", both(quot(x, points) == w, rem(x, points) == low),
           {by.divide.at(x, w, low, points)});
    p.claim("a coordinate", both(x >= zero, x < s * points), {by.two_digits.at(low, w, points, s)});
    auto const read = evaluate_step(State{quot(x, points), f(rem(x, points))}, mode);
    p.claim("with offset 0", read.offset == zero, {by.divide.at(w, zero, w, s)});
    // and the next one is larger
    p.suppose(i + one < count * zeros);
    Integer const next = p.define("next", n(j + one)), first = p.define("first", n(zero));
    p.suppose(implies(j + one < zeros, both(low < next, next < points)));
    p.suppose(both(first >= zero, first < points));
    if (j + one < zeros) {
      p.have("digits of i + 1", both(quot(i + one, zeros) == w, rem(i + one, zeros) == j + one),
             {by.divide.at(i + one, w, j + one, zeros)});
      p.claim("increasing", reads(i, r) < reads(i + one, r), {by.divide.at(w, zero, w, s)});
    } else {
      p.have("another kernel point of the mode", both(Boolean(r.emits), w + one < s),
             {by.monotone.at(s - one, w + one, zeros), by.divide.at(i + one, w + one, zero, zeros),
              by.quotient_range.at(i + one, zeros, count)});
      p.have("digits of i + 1", both(quot(i + one, zeros) == w + one, rem(i + one, zeros) == zero),
             {by.divide.at(i + one, w + one, zero, zeros)});
      p.claim("increasing", reads(i, r) < reads(i + one, r),
              {by.divide.at(w, zero, w, s), by.divide.at(w + one, zero, w + one, s),
               by.distribute.at(points, one, w, one)});
    }
  });
  p.part("step: all of the kernel is listed" + name, given, [&] {
    auto const r = shipped_step();
    p.suppose(both(k >= zero, k < s * points));
    Integer const w = p.define("w", quot(k, points)), low = p.define("low", rem(k, points));
    p.have("digits of k", both(k == w * points + low, w >= zero, w < s, low >= zero, low < points),
           {by.euclid.at(k, points), by.quotient_range.at(k, points, s)});
    Integer const offset = p.define("offset", f(low)), at = p.define("at", index(low));
    p.suppose(sign * offset >= zero);  // induction hypotheses
    p.suppose(implies(offset == zero, both(at >= zero, at < zeros, n(at) == low)));
    auto const read = evaluate_step(State{w, offset}, mode);
    p.have("the offset", read.offset == offset + w * d, {by.divide.at(w, zero, w, s)});
    p.have("extent 1 has digit 0", implies(s == one, w == zero));
    p.claim("on its side", sign * read.offset >= zero, {by.nonnegative.at(w, sign * d)});
    p.suppose(read.offset == zero);
    p.have("offset 0 before", both(offset == zero, either(w == zero, d == zero)),
           {by.positive.at(w, sign * d), by.nonnegative.at(w, sign * d)});
    Integer const i2 = p.define("i2", r.emits ? w * zeros + at : at);
    p.have("an index", both(i2 >= zero, i2 < (r.emits ? s * zeros : zeros)),
           {by.two_digits.at(at, w, zeros, s)});
    p.claim("N lists k there", reads(i2, r) == k,
            {by.divide.at(i2, w, at, zeros), by.divide.at(w, zero, w, s)});
  });
}

/// The whole function at small extents, any strides, mixed signs included.
void whole(Proof& p) {
  Integer const zero(0);
  std::vector<std::vector<int>> const all = {{3}, {2, 2}, {3, 2}, {2, 2, 2}};
  for (auto const& extents : all) {
    Layout<Integer> l{{}, {}};
    std::string name = "the whole function: extents";
    for (int const s : extents) {
      l.leaves.push({Integer(s), p.integer(("d" + std::to_string(l.leaves.count)).c_str())});
      name += " " + std::to_string(s);
    }
    l.profile = flat(l.leaves).profile;
    p.part(name, {}, [&] {
      auto const r = nullspace(l);
      if (!r) {
        p.claim("refused where the kernel is no layout",
                Boolean(r.refusal.condition == Condition::run_divides ||
                        r.refusal.condition == Condition::additive));
        return;
      }
      Boolean kernel(true);
      std::int64_t i = 0;
      for (std::int64_t k = 0; k < size(l).numeral(); ++k) {
        bool const listed = i < size(*r).numeral() && bool(evaluate(*r, Integer(i)) == Integer(k));
        if (listed) ++i;
        Boolean const in_kernel = evaluate(l, Integer(k)) == zero;
        kernel = both(kernel, listed ? in_kernel : !in_kernel);
      }
      p.claim("lists the kernel, in order", both(kernel, Boolean(i == size(*r).numeral())));
    });
  }
}

void one_sign(Proof& p) {
  Integer const one(1), zero(0);
  Mode<Integer> const x{p.integer("s0"), p.integer("d0")}, y{p.integer("s1"), p.integer("d1")};
  for (int const sign : {1, -1})
    p.part(sign > 0 ? "strides >= 0: the modes of stride 0, whatever the extents" : "strides <= 0: likewise",
           {x.shape >= one, y.shape > one, Integer(sign) * x.stride >= zero, Integer(sign) * y.stride > zero},
           [&] {
             List<Mode<Integer>> modes;
             modes.push(x);
             modes.push(y);
             auto const r = nullspace(flat(modes));
             p.claim("answers", Boolean(bool(r)));
             if (!r) return;
             bool const kernel = bool(x.stride == zero);
             p.claim("one mode", Boolean(r.value.leaves.count == 1));
             p.claim("of stride 0", r.value.leaves[0].shape == (kernel ? x.shape : one));
           });
}

void small(Proof& p) {
  every_layout(p, "answered exactly where the kernel is a layout: rank <= 2, extents <= 5, strides -5 to 5",
               {.ranks = 2, .shapes = 5, .least = -5, .most = 5}, [](Layout<std::int64_t> const& l) {
                 auto const of = values(l);
                 std::vector<Term> all, kernel;
                 std::int64_t index = 0;
                 for (auto const v : truth::table(l)) {
                   Term const at = of[static_cast<std::size_t>(index)];
                   all.push_back(v == 0 ? at == number(0) : at != number(0));
                   if (v == 0) kernel.push_back(number(index));
                   ++index;
                 }
                 auto const r = nullspace(l);
                 all.push_back(r ? same(values(*r), kernel) : no_layout(kernel));
                 return all_of(all);
               });
}

/// Four modes, so that modes of stride 0 lie above many points.
void four(Proof& p) {
  using M = Mode<std::int64_t>;
  every(p, "four modes of 4:1, 4:4, 2:16 and 3:0", [](auto const& ask) {
    M const kinds[] = {{4, 1}, {4, 4}, {2, 16}, {3, 0}};
    for (int code = 0; code < 256; ++code) {
      List<M> modes;
      for (int k = 0, rest = code; k < 4; ++k, rest /= 4) modes.push(kinds[rest % 4]);
      auto const l = flat(modes);
      auto const r = nullspace(l);
      std::vector<Term> all = {truth_of(bool(r))}, kernel;
      std::int64_t index = 0;
      auto const of = values(l);
      for (auto const v : truth::table(l)) {
        Term const at = of[static_cast<std::size_t>(index)];
        all.push_back(v == 0 ? at == number(0) : at != number(0));
        if (v == 0) kernel.push_back(number(index));
        ++index;
      }
      if (r) all.push_back(same(values(*r), kernel));
      ask(all_of(all), l);
    }
  });
}

void prove(Proof& p) {
  one_sign(p);
  step(p, 1);
  step(p, -1);
  whole(p);
  small(p);
  four(p);
}

}  // namespace

Theorem nullspace_is_the_kernel() {
  return {
      "nullspace_is_the_kernel",
      Law::statement,
      Law::source,
      {{Kind::steps, "strides of one sign"},
       {Kind::coq,
        "every rank; strides of one sign of the shipped step, else find_layout of the kernel's table"},
       {Kind::extents, "mixed signs, 4 shapes of 3 to 8 points, any strides"},
       {Kind::enumerated, "rank <= 2, extents <= 5, strides -5 to 5; four modes of 4:1, 4:4, 2:16 and 3:0"}},
      R"(Strides of one sign, extent-1 modes aside. Invariant of the fold: offsets of the modes passed lie on that
             side of 0, and N, the kernel modes emitted, lists in increasing order exactly the coordinates
             with offset 0. Base: one point, listed. Step: an offset is a sum of two numbers on one side of
             0, so it is 0 only where both are: the coordinate below was listed, and the digit is 0 or the
             stride is. A mode of stride 0 is emitted at its place, so all its digits are listed, one run
             after the other; of any other mode only digit 0 is kernel. The function answers there at once,
             whatever the extents. With mixed signs the function enumerates the offsets and asks find_layout
             (find_layout_is_exact); this loop is proved on whole layouts with any strides.)",
      prove};
}

}  // namespace colex::sym
