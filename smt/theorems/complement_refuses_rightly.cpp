// SPDX-License-Identifier: MIT
// The theorem of laws/complement_refuses_rightly.hpp.
#include "colex/laws/complement_refuses_rightly.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/structure.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_refuses_rightly;
using State = EvaluateState<Integer>;

/// What the parts talk about: A as a function f of the index, its modes in order of stride; C as a set; the
/// modes passed have `n` indices and reach `reach`. A tiling would have: every offset below M is f(i) + c for
/// one pair i, c; and 0 is in C. Each part ends in two pairs with one sum, or a sum outside [0, M).
struct Tiling {
  Integer zero = 0, one = 1, reach, n;
  Function f, c, index;  ///< `index`: of the pair that makes an offset below the reach
  explicit Tiling(Proof& p)
      : reach(p.integer("reach")), n(p.integer("n")), f("A", 1), c("C", 1), index("I", 1) {}

  Boolean in(Integer const& offset) const { return c(offset) == one; }
  Boolean collide(Integer const& i, Integer const& x, Integer const& j, Integer const& y) const {
    return Law::collide([&](Integer const& k) { return f(k); },
                        [&](Integer const& offset) { return in(offset); }, i, x, j, y);
  }
  /// Induction hypothesis, at z: an offset below the reach is an index below n and an offset in C.
  Integer made(Proof& p, char const* name, Integer const& z) const {
    Integer const i = p.define(name, index(z));
    p.suppose(
        implies(both(z >= zero, z < reach), both(i >= zero, i < n, f(i) >= zero, f(i) <= z, in(z - f(i)))));
    return i;
  }
};

/// Above the reach, as far as the modes passed are alone, C repeats what it has below the reach.
void blocks(Proof& p) {
  Lemmas const& by = p.lemmas();
  Tiling const t(p);
  Integer const zero(0), one(1);
  Integer const q = p.integer("q"), z = p.integer("z"), bound = p.integer("bound");
  std::vector<Boolean> const given = {t.reach >= one, t.n >= one, q >= zero, z >= zero, z < t.reach};
  p.part("block: C has q*reach + z where it has z", given, [&] {
    Integer const y = p.define("y", q * t.reach + z);
    p.suppose(both(y < bound, t.in(z), t.f(zero) == zero));
    Function const cover("R", 1);
    Integer const i = p.define("i", cover(y)), low = p.define("low", t.f(i));
    p.suppose(both(i >= zero, low >= zero, low <= y, t.in(y - low)));  // y is covered
    p.suppose(implies(i >= t.n, low >= bound));  // all later modes have strides from the bound on
    if (i == zero) {
      p.claim("C has it", t.in(y));
      return;
    }
    Integer const w = p.define("w", y - low), u = p.define("u", quot(w, t.reach)),
                  v = p.define("v", rem(w, t.reach));
    p.have("digits of w", both(w == u * t.reach + v, v >= zero, v < t.reach), {by.euclid.at(w, t.reach)});
    p.suppose(implies(both(w < y, t.in(w)), t.in(v)));              // induction hypothesis, at w < y
    p.suppose(implies(both(i < t.n, t.in(v)), low + v < t.reach));  // what is passed stays below the reach
    if (low == zero) {
      p.claim("C has it", t.in(y));
      return;
    }
    p.have("one block", both(u == q, v + low == z), {by.unique.at(q, z, u, v + low, t.reach)});
    p.claim("or z is made twice", t.collide(i, v, zero, z));
  });
  p.part("block: C has z where it has q*reach + z", given, [&] {
    Integer const y = p.define("y", q * t.reach + z);
    p.suppose(both(y < bound, !t.in(z), t.f(zero) == zero));
    Integer const i = t.made(p, "i", z);
    Integer const w = p.define("w", z - t.f(i)), before = p.define("before", q * t.reach + w);
    p.suppose(implies(both(w < z, t.in(w)), t.in(before)));  // the other half, at an offset below y
    p.claim("or y is made twice", implies(t.in(y), t.collide(i, before, zero, y)));
  });
}

/// A mode whose stride the reach does not divide. Before it, the last mode passed has stride e: reach = s*e.
void refused_mode(Proof& p) {
  Lemmas const& by = p.lemmas();
  Tiling const t(p);
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), e = p.integer("e"), before = p.integer("before");
  Integer const shape = p.integer("shape"), d = p.integer("d");
  std::vector<Boolean> const given = {
      s > one, e >= one,   t.reach == s * e,  before >= one,    before<t.n, shape> one,
      d >= e,  t.in(zero), t.f(zero) == zero, t.f(before) == e, t.f(t.n) == d};
  p.part("a refused mode: two pairs have one sum", given, [&] {
    p.use(by.positive.at(s, e));
    auto const r = p.shipped("complement_step", [&] {
      return complement_step(t.reach, Mode<Integer>{shape, d});
    });
    if (r.refusal.condition == Condition::none) {
      p.claim("answered where the reach divides the stride", rem(d, t.reach) == zero);
      return;
    }
    Integer const q = p.define("q", quot(d, t.reach)), z = p.define("z", rem(d, t.reach));
    p.have("digits of d", both(d == q * t.reach + z, z > zero, z < t.reach), {by.euclid.at(d, t.reach)});
    p.have("not negative", q >= zero, {by.monotone.at(q, zero, t.reach)});
    Integer const i = t.made(p, "i", z), low = p.define("low", t.f(i));
    Integer const w = p.define("w", z - low), start = p.define("start", q * t.reach);
    if (low > zero) {  // d is made by a mode passed as well
      p.suppose(implies(both(start + w < d, t.in(w)), t.in(start + w)));  // block, below d
      p.claim("d is made twice", t.collide(i, start + w, t.n, zero));
      return;
    }
    if (q == zero) {
      p.claim("C has d itself", t.collide(t.n, zero, zero, z));
      return;
    }
    p.suppose(implies(t.in(z), z < e));           // below the reach, C has offsets below e only
    p.suppose(implies(t.in(zero), t.in(start)));  // block, below d
    Integer const room = p.define("room", e - z);
    Function const earlier("J", 1);  // below e: made by the modes before the last one
    Integer const j = p.define("j", earlier(room));
    p.suppose(implies(both(room >= zero, room < e),
                      both(j >= zero, j < before, t.f(j) >= zero, t.in(room - t.f(j)))));
    p.suppose(implies(both(j >= zero, j < t.n), t.f(t.n + j) == d + t.f(j)));  // the new mode's digit is 1
    p.claim("q*reach + e is made twice", t.collide(before, start, t.n + j, room - t.f(j)));
  });
}

/// A mode that is taken: what the induction supposes holds for the modes passed with it.
void taken_mode(Proof& p) {
  Lemmas const& by = p.lemmas();
  Tiling const t(p);
  Integer const zero(0), one(1);
  Integer const shape = p.integer("shape"), d = p.integer("d"), z = p.integer("z"), w = p.integer("w");
  Integer const j = p.integer("j"), a = p.integer("a");
  std::vector<Boolean> const given = {t.reach >= one, t.n >= one, shape > one,
                                      d >= one,       t.in(zero), t.f(zero) == zero};
  auto shipped = [&] {
    return p.shipped("complement_step", [&] { return complement_step(t.reach, Mode<Integer>{shape, d}); });
  };
  p.part("a mode taken: below its stride, offsets are made by the modes before", given, [&] {
    auto const r = shipped();
    if (r.refusal.condition != Condition::none) return;
    Integer const gap = p.define("gap", r.mode.shape);
    p.have("the gap", gap * t.reach == d, {by.euclid.at(d, t.reach)});
    p.suppose(both(z >= zero, z < d));
    Integer const q = p.define("q", quot(z, t.reach)), low = p.define("low", rem(z, t.reach));
    p.have("digits of z", both(z == q * t.reach + low, low >= zero, low < t.reach),
           {by.euclid.at(z, t.reach)});
    Integer const i = t.made(p, "i", low), rest = p.define("rest", low - t.f(i));
    p.suppose(implies(both(q * t.reach + rest < d, t.in(rest)), t.in(q * t.reach + rest)));  // block
    p.claim("an index passed, an offset of C",
            both(i >= zero, i < t.n, t.f(i) >= zero, t.f(i) <= z, t.in(z - t.f(i))),
            {by.monotone.at(q, zero, t.reach)});
  });
  p.part("a mode taken: below the new reach, offsets are made, and C has none above the stride", given, [&] {
    auto const r = shipped();
    if (r.refusal.condition != Condition::none) return;
    Integer const end = p.define("end", r.state);
    p.have("the new reach", end == shape * d);
    p.suppose(both(z >= zero, z < end));
    Integer const digit = p.define("digit", quot(z, d)), low = p.define("low", rem(z, d));
    p.have("digits of z", both(z == digit * d + low, low >= zero, low < d, digit >= zero, digit < shape),
           {by.euclid.at(z, d), by.quotient_range.at(z, d, shape)});
    Function const below("J", 1);  // the part before
    Integer const i = p.define("i", below(low));
    p.suppose(both(i >= zero, i < t.n, t.f(i) >= zero, t.f(i) <= low, t.in(low - t.f(i))));
    Integer const at = p.define("at", digit * t.n + i);
    p.suppose(t.f(at) == digit * d + t.f(i));  // what A's evaluation adds, below the modes to come
    p.claim("an index", both(at >= zero, at < shape * t.n), {by.two_digits.at(i, digit, t.n, shape)});
    p.claim("an offset of C", both(t.f(at) >= zero, t.f(at) <= z, t.in(z - t.f(at))),
            {by.nonnegative.at(digit, d)});
    p.claim("or an offset above the stride is made twice",
            implies(both(t.in(z), z >= d), t.collide(at, low - t.f(i), zero, z)),
            {by.monotone.at(zero, digit, t.n), by.monotone.at(digit, one, d)});
  });
  p.part("a mode taken: indices passed and offsets of C stay below the new reach", given, [&] {
    auto const r = shipped();
    if (r.refusal.condition != Condition::none) return;
    Integer const gap = p.define("gap", r.mode.shape);
    p.have("the gap", gap * t.reach == d, {by.euclid.at(d, t.reach)});
    p.suppose(both(j >= zero, j < shape, a >= zero, a < t.n, t.in(w), w >= zero));
    p.suppose(w < d);  // the part before, or w is made twice
    Integer const q = p.define("q", quot(w, t.reach)), low = p.define("low", rem(w, t.reach));
    p.have("digits of w", both(w == q * t.reach + low, low >= zero, low < t.reach, q >= zero, q < gap),
           {by.euclid.at(w, t.reach), by.quotient_range.at(w, t.reach, gap),
            by.monotone.at(gap, zero, t.reach)});
    p.suppose(implies(t.in(w), t.in(low)));                 // block
    p.suppose(implies(t.in(low), t.f(a) + low < t.reach));  // induction hypothesis
    p.have("below the stride", t.f(a) + w < d, {by.monotone.at(q, gap, t.reach)});
    p.claim("below", (j * d + t.f(a)) + w < r.state, {by.monotone.at(j, shape, d)});
  });
}

/// An M that the last reach does not divide.
void refused_cotarget(Proof& p) {
  Lemmas const& by = p.lemmas();
  Tiling const t(p);
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), e = p.integer("e"), before = p.integer("before"), m = p.integer("M");
  std::vector<Boolean> const given = {s > one,  e >= one,   t.reach == s * e, before >= one,
                                      m >= one, t.in(zero), t.f(before) == e};
  p.part("a refused M: a sum beyond it", given, [&] {
    p.use(by.positive.at(s, e));
    auto const r =
        p.shipped("complement_finish", [&] { return complement_finish(t.reach, m, Cover::strict); });
    if (r.refusal.condition == Condition::none) {
      p.claim("answered where the reach divides M", rem(m, t.reach) == zero);
      return;
    }
    Integer const q = p.define("q", quot(m, t.reach)), z = p.define("z", rem(m, t.reach));
    p.have("digits of M", both(m == q * t.reach + z, z > zero, z < t.reach), {by.euclid.at(m, t.reach)});
    Integer const start = p.define("start", q * t.reach);
    p.suppose(implies(t.in(zero), t.in(start)));  // block, below M
    if (z <= e) {
      p.claim("q*reach and the last mode's stride", both(t.in(start), t.f(before) + start >= m));
      return;
    }
    Function const earlier("J", 1);  // below e: made by the modes before the last one
    Integer const j = p.define("j", earlier(e - one)), rest = p.define("rest", e - one - t.f(j));
    p.suppose(both(j >= zero, j < before, t.f(j) >= zero, rest >= zero, t.in(rest)));
    p.suppose(implies(both(start + rest < m, t.in(rest)), t.in(start + rest)));  // block
    Integer const last = p.define("last", (s - one) * before + j);
    p.suppose(t.f(last) == (s - one) * e + t.f(j));
    p.claim("the block's largest", both(t.in(start + rest), t.f(last) + (start + rest) >= m));
  });
}

/// What complement asks of single modes, and what the parts above say of A's evaluation.
void modes(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const shape = p.integer("shape"), d = p.integer("d"), s2 = p.integer("s2"), d2 = p.integer("d2");
  Integer const place = p.integer("place");
  p.part(
      "a stride below 1: two indices have one offset, or one goes below 0", {shape >= one, s2 >= one}, [&] {
        for (bool const alone : {true, false}) {
          Mode<Integer> const m{shape, d}, other{s2, d2};
          auto const r =
              complement_modes(alone ? Layout<Integer>(leaf(m)) : join(leaf(other), leaf(m)), Cover::strict);
          if (r) {
            for (auto const& kept : r.value) p.claim("kept", both(kept.shape > one, kept.stride >= one));
            continue;
          }
          Mode<Integer> const wrong = r.refusal.modes[0] == (alone ? 0 : 1) ? m : other;
          p.claim("a mode with two points", both(wrong.shape > one, wrong.stride < one));
          auto const step = evaluate_step(State{one, zero}, wrong);
          p.claim("whose second is at the stride: at 0 again, or below",
                  both(step.offset <= zero, step.offset == wrong.stride, step.rest == zero),
                  {by.divide.at(one, zero, one, wrong.shape)});
        }
      });
  Integer const rest = p.integer("rest"), offset = p.integer("offset"), least = p.integer("least");
  p.part("an index with a digit in a later mode has an offset from that stride on, step",
         {shape > one, d >= least, least >= one, rest >= zero, offset >= zero}, [&] {
           auto const after = p.shipped("evaluate_step", [&] {
             return evaluate_step(State{rest, offset}, {shape, d});
           });
           Integer const digit = p.define("digit", rem(rest, shape)),
                         above = p.define("above", quot(rest, shape));
           p.have("digits", both(rest == above * shape + digit, digit >= zero, digit < shape),
                  {by.euclid.at(rest, shape)});
           p.have("what is left", above >= zero, {by.monotone.at(above, zero, shape)});
           p.claim("it does not fall", after.offset >= offset, {by.nonnegative.at(digit, d)});
           p.claim("a digit lifts it", implies(digit >= one, after.offset >= least),
                   {by.monotone.at(zero, digit, d)});
           p.claim("without one, what is left has one",
                   implies(both(digit == zero, rest >= one), after.rest >= one),
                   {by.monotone.at(zero, shape, shape)});
         });
  Integer const low = p.integer("low"), digit = p.integer("digit");
  p.part("the index digit*n + low has the mode's digit, and below it what low has",
         {place >= one, shape > one, low >= zero, low < place, digit >= zero, digit < shape}, [&] {
           Integer const at = p.define("at", digit * place + low);
           p.have("digits", both(quot(at, place) == digit, rem(at, place) == low),
                  {by.divide.at(at, digit, low, place)});
           auto const own = p.shipped("evaluate_step", [&] {
             return evaluate_step(State{digit, offset}, {shape, d});
           });
           p.claim("adds digit times stride, and no later mode is reached",
                   both(own.offset == offset + digit * d, own.rest == zero),
                   {by.divide.at(digit, zero, digit, shape)});
         });
}

/// The same refusals against the condition without an order, at every rank.
void order_free(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const s = p.integer("s"), e = p.integer("e"), shape = p.integer("shape"), d = p.integer("d");
  Integer const m = p.integer("M");
  Integer const reach = p.integer("reach"), top = p.integer("top");
  Mode<Integer> const last{s, e}, mode{shape, d};
  p.part("a refused mode and the one before it divide neither way",
         {s > one, e >= one, shape > one, d >= e, reach == s * e}, [&] {
           p.use(by.positive.at(s, e));
           p.use(by.positive.at(shape, d));
           auto const r = p.shipped("complement_step", [&] { return complement_step(reach, mode); });
           Integer const own = p.define("own", shape * d);
           p.have("the mode reaches past e", own > e, {by.monotone.at(one, shape, d)});
           p.have("so it does not divide e", rem(e, own) != zero, {by.divide.at(e, zero, e, own)});
           Boolean const fits = either(rem(d, reach) == zero, rem(e, own) == zero);
           p.claim("refused exactly there", r.refusal.condition == Condition::none ? fits : !fits);
           p.claim("the reach is the mode's own",
                   implies(Boolean(r.refusal.condition == Condition::none), r.state == own));
         });
  p.part("what divides the reach divides every later stride and reach",
         {top >= one, reach >= one, rem(reach, top) == zero, shape > one, d >= one}, [&] {
           auto const r = p.shipped("complement_step", [&] { return complement_step(reach, mode); });
           if (r.refusal.condition != Condition::none) return;
           Integer const k = p.define("k", quot(reach, top)), gap = p.define("gap", quot(d, reach));
           p.have("multiples", both(reach == k * top, d == gap * reach),
                  {by.euclid.at(reach, top), by.euclid.at(d, reach)});
           p.have("not negative", both(k >= zero, gap >= zero),
                  {by.monotone.at(k, zero, top), by.monotone.at(gap, zero, reach)});
           Integer const times = p.define("times", gap * k), more = p.define("more", shape * times);
           p.have("of the stride", d == times * top, {by.rescale.at(reach, k, top, zero, gap, top * gap)});
           p.have("of the reach", r.state == more * top,
                  {by.rescale.at(d, times, top, zero, shape, top * shape)});
           p.claim("the stride", rem(d, top) == zero, {by.divide.at(d, times, zero, top)});
           p.claim("the new reach", rem(r.state, top) == zero, {by.divide.at(r.state, more, zero, top)});
         });
  p.part("M, at the end", {top >= one, reach >= one, rem(reach, top) == zero, m >= one}, [&] {
    auto const r = p.shipped("complement_finish", [&] { return complement_finish(reach, m, Cover::strict); });
    if (r.refusal.condition != Condition::none) {
      p.claim("refused where the last reach does not divide M", rem(m, reach) != zero);
      return;
    }
    Integer const k = p.define("k", quot(reach, top)), gap = p.define("gap", quot(m, reach));
    p.have("multiples", both(reach == k * top, m == gap * reach),
           {by.euclid.at(reach, top), by.euclid.at(m, reach)});
    Integer const times = p.define("times", gap * k);
    p.have("of M", m == times * top, {by.rescale.at(reach, k, top, zero, gap, top * gap)});
    p.claim("answered: every reach divides M", rem(m, top) == zero, {by.divide.at(m, times, zero, top)});
  });
  List<Mode<Integer>> given_modes;
  char const* const names[4][2] = {{"s0", "d0"}, {"s1", "d1"}, {"s2", "d2"}, {"s3", "d3"}};
  for (int rank = 1; rank <= 4; ++rank) {
    given_modes.push({p.integer(names[rank - 1][0]), p.integer(names[rank - 1][1])});
    p.part("the sort, rank " + std::to_string(rank), {}, [&] {
      auto sorted = given_modes;
      sort_by_stride(sorted);
      int found = 0;
      for (int k = 0; k < rank; ++k)
        for (int j = 0; j < rank; ++j)
          if (identical(sorted[j].shape, given_modes[k].shape) &&
              identical(sorted[j].stride, given_modes[k].stride))
            ++found;
      p.claim("the same modes", Boolean(found == rank && sorted.count == rank));
      for (int k = 0; k + 1 < rank; ++k) p.claim("in order", sorted[k].stride <= sorted[k + 1].stride);
    });
  }
}

/// The sort whole: extents say where a mode stood, so the order by stride and then by extent is stable.
void sorted(Proof& p) {
  using Int = std::int64_t;
  auto const asked = [](auto const& ask, std::vector<Int> const& strides) {
    List<Mode<Int>> given;
    for (Int const d : strides) given.push({given.count + 2, d});
    auto modes = given;
    sort_by_stride(modes);
    std::vector<Term> all = {truth_of(modes.count == given.count && !modes.overfull)};
    for (int k = 0; k < modes.count; ++k) {
      Term const s = number(modes[k].shape), d = number(modes[k].stride);
      std::vector<Term> stood;
      for (auto const& m : given) stood.push_back(s == number(m.shape) && d == number(m.stride));
      all.push_back(any_of(stood));
      if (k + 1 == modes.count) continue;
      Term const t = number(modes[k + 1].shape), e = number(modes[k + 1].stride);
      all.push_back(d < e || (d == e && s < t));
    }
    ask(all_of(all), flat(given));
  };
  every(p, "the sort, stable: up to 5 modes of strides 1 to 3", [&](auto const& ask) {
    std::vector<Int> strides;
    auto const add = [&](auto const& self) -> void {
      if (!strides.empty()) asked(ask, strides);
      if (strides.size() == 5) return;
      for (Int d = 1; d <= 3; ++d) {
        strides.push_back(d);
        self(self);
        strides.pop_back();
      }
    };
    add(add);
  });
  every(p, "the sort, stable: 6 to 32 modes, rising or falling pairs of strides, turned round",
        [&](auto const& ask) {
          for (Int const rank : {6, 7, 8, 9, 16, 31, 32})
            for (bool const falls : {false, true})
              for (Int turn = 0; turn < rank; turn += rank < 10 ? 1 : 5) {
                std::vector<Int> strides;
                for (Int k = 0; k < rank; ++k) {
                  Int const at = (k + turn) % rank / 2;
                  strides.push_back(falls ? rank - at : at);
                }
                asked(ask, strides);
              }
        });
}

void prove(Proof& p) {
  blocks(p);
  refused_mode(p);
  taken_mode(p);
  refused_cotarget(p);
  modes(p);
  order_free(p);
  sorted(p);
}

}  // namespace

Theorem complement_refuses_rightly() {
  return {
      "complement_refuses_rightly",
      Law::statement,
      std::string(Law::source) + "; T32",
      {{Kind::steps, "all extents and M, the modes before the step as unknown functions"},
       {Kind::coq, "every rank, of the shipped steps, the sort among them"},
       {Kind::rank, "4: the sort"},
       {Kind::enumerated,
        "the sort and its stability: up to 5 modes of strides 1 to 3, and some of up to 32 modes"}},
      R"(Suppose that C tiles: every offset in [0, M) is A(i) + c for exactly one pair, and 0 is in C. A stride below
             1 gives two pairs with one sum, or a sum below 0. Otherwise take the modes of two points or
             more in order of stride; an index that uses a mode has an offset of its stride at least, by
             induction over the modes. Invariant, for the modes passed, of n indices, the last one s:e,
             reach = s*e: an offset below the reach is A(i) + c with i < n; A(i) + c with i < n and c below
             the reach stays below it; C has nothing in [e, reach); and an offset below e is made by the
             modes before the last. Base: no mode, one index, reach 1, 0 in C. Blocks: as far as no later
             mode comes in, C has q*reach + z exactly where it has z, by strong induction over q*reach + z;
             otherwise some offset is made twice. Step, refused: the reach does not divide the stride d, and
             d or q*reach + e is made twice. Step, taken: the invariant holds with the new mode, or some
             offset is made twice. End: where the last reach does not divide M, a block that starts below M
             has a sum beyond it. So where the fold refuses there is no C; where it does not,
             complement_tiles_the_codomain gives one. Without an order: a refused mode and the one before it
             divide neither way, since d >= e; and where nothing is refused every reach divides every later
             stride, every later reach and M, by induction over the later modes. So complement answers
             exactly where, of any two modes, one's reach divides the other's stride, and every reach
             divides M; at every rank. The sort is an insertion sort of adjacent swaps; that it sorts is
             proved at ranks up to 4, and of its loop at every rank by Coq.)",
      prove};
}

}  // namespace colex::sym
