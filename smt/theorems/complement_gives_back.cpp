// SPDX-License-Identifier: MIT
// The theorem of laws/complement_gives_back.hpp. It uses coalesce_is_a_normal_form.
#include "colex/laws/complement_gives_back.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_gives_back;

/// A's modes passed end with the coalesced mode (k, end), at reach = k * end; the complement of the gaps so
/// far has reach `end`.
void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const one(1), zero(0);
  Integer const k = p.integer("k"), end = p.integer("end"), reach = p.integer("reach");
  Integer const s = p.integer("s"), d = p.integer("d"), cotarget = p.integer("M");
  Mode<Integer> const pending{k, end}, mode{s, d};
  std::vector<Boolean> const given = {k >= one, end >= one, reach == k * end, s > one, d >= one};

  p.part("step: the gaps' complement emits what coalescing A emits", given, [&] {
    p.have("reach", reach >= one, {by.positive.at(k, end)});
    auto const first = p.shipped("complement_step", [&] { return complement_step(reach, mode); });
    if (first.refusal.condition != Condition::none) return;
    auto const merged = coalesce_step(pending, mode);
    Integer const gap = p.define("gap", first.mode.shape);
    p.have("the gap", both(d == gap * reach, gap >= one, first.mode.stride == reach, first.state == s * d),
           {by.euclid.at(d, reach), by.monotone.at(quot(d, reach), one, reach)});
    if (gap == one) {  // no gap: dropped, and A's mode continues the pending one
      p.claim("coalescing merges",
              both(Boolean(!merged.emits), merged.state.shape == k * s, merged.state.stride == end));
      p.claim("the reach is where the merged mode ends", first.state == merged.state.shape * end,
              {by.rescale.at(k, k, one, zero, s, s), by.rescale.at(reach, end, k, zero, s, k * s)});
      return;
    }
    p.use(by.monotone.at(one, gap, reach));
    p.have("a real gap", d > reach);
    p.use(by.euclid.at(reach, end));
    p.use(by.divide.at(reach, k, zero, end));
    auto const second = complement_step(end, Mode<Integer>{gap, reach});
    p.have("answers", Boolean(second.refusal.condition == Condition::none));
    p.claim("the pending mode", Law::step_keeps(pending, mode, second));
    p.claim("which coalescing emits too, unless it has one point",
            Boolean(merged.emits ? identical(merged.mode.shape, k) && identical(merged.mode.stride, end)
                                 : bool(k == one)));
    p.claim("A's mode is pending",
            Boolean(identical(merged.state.shape, s) && identical(merged.state.stride, d)));
    p.claim("what is emitted does not merge with what follows it", second.state != k * end);
    p.claim("nor does the gap with the next one", first.state > gap * reach, {by.monotone.at(one, s, d)});
  });
  p.part("finish: the last gap gives the last pending mode",
         {k >= one, end >= one, reach == k * end, cotarget >= one}, [&] {
           p.have("reach", reach >= one, {by.positive.at(k, end)});
           auto const first = p.shipped("complement_finish",
                                        [&] { return complement_finish(reach, cotarget, Cover::strict); });
           if (first.refusal.condition != Condition::none) return;
           Integer const gap = p.define("gap", first.mode.shape);
           p.have("the gap", both(cotarget == gap * reach, gap >= one, first.mode.stride == reach),
                  {by.euclid.at(cotarget, reach), by.monotone.at(quot(cotarget, reach), one, reach)});
           p.use(by.divide.at(reach, k, zero, end));
           if (gap == one) {  // no gap to pass: the other complement's own last gap
             auto const last = complement_finish(end, cotarget, Cover::strict);
             p.have("answers", Boolean(last.refusal.condition == Condition::none));
             p.claim("the pending mode", both(last.mode.shape == k, last.mode.stride == end));
             return;
           }
           auto const second = complement_step(end, Mode<Integer>{gap, reach});
           p.have("answers", Boolean(second.refusal.condition == Condition::none));
           p.claim("the pending mode", both(second.mode.shape == k, second.mode.stride == end));
           p.have("and the reach is M", second.state == cotarget);
           auto const last = complement_finish(second.state, cotarget, Cover::strict);
           p.use(by.divide.at(cotarget, one, zero, cotarget));
           p.have("answers", Boolean(last.refusal.condition == Condition::none));
           p.claim("so nothing is left", last.mode.shape == one);
         });
}

}  // namespace

Theorem complement_gives_back() {
  return {"complement_gives_back",
          Law::statement,
          std::string(Law::source) + "; uniqueness T33",
          {{Kind::steps, "all extents and M"},
           {Kind::coq, "every rank, of the shipped steps; that the second complement answers as well"}},
          R"(Two folds in lockstep: coalesce over A's modes in order of stride, and complement over the gaps
             that A's complement emits. Where a gap has one point A's mode continues the pending one; otherwise
             the gap makes the second complement emit the pending mode, as coalescing does. Coq composes that at
             every rank. Uniqueness (T33) is Coq's, of any layout that tiles with A (Laws.v).)",
          prove};
}

}  // namespace colex::sym
