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
  order_free(p);
  sorted(p);
}

}  // namespace

Theorem complement_refuses_rightly() {
  return {
      "complement_refuses_rightly",
      Law::statement,
      std::string(Law::source) + "; T32",
      {{Kind::steps, "the condition without an order, all extents and M"},
       {Kind::coq, "every rank, of the shipped steps, the sort among them"},
       {Kind::enumerated,
        "the sort and its stability: up to 5 modes of strides 1 to 3, and some of up to 32 modes"}},
      R"(That nothing completes A where complement refuses is proved by Coq, over the shipped steps and the sort
             (Completion.v). Without an order: a refused mode and the one before it divide neither way, since
             d >= e; and where nothing is refused every reach divides every later stride, every later reach
             and M. So complement answers exactly where, of any two modes, one's reach divides the other's
             stride, and every reach divides M.)",
      prove};
}

}  // namespace colex::sym
