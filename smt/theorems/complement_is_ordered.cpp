// SPDX-License-Identifier: MIT
// The theorem of laws/complement_is_ordered.hpp.
#include "colex/laws/complement_is_ordered.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_ordered;

/// complement() is complement_gaps(), coalesced; and refuses where that does.
void hands_on(Proof& p) {
  Integer const cotarget = p.integer("M"), one(1);
  Mode<Integer> const mode{p.integer("s"), p.integer("d")};
  for (Cover const cover : {Cover::strict, Cover::at_least})
    p.part(cover == Cover::strict ? "the function: strict" : "the function: covering", {mode.shape >= one},
           [&] {
             auto const r = complement(leaf(mode), cotarget, cover);
             if (bool(cotarget < one)) {
               p.claim("a cotarget below 1 is refused",
                       Boolean(r.refusal.condition == Condition::cotarget_positive));
               return;
             }
             auto const gaps = complement_gaps(leaf(mode), cotarget, cover);
             p.claim("refused alike", Boolean(r.refusal.condition == gaps.refusal.condition));
             if (!gaps) return;
             auto const rest = coalesce(gaps.value);
             bool same = rest.count == r.value.leaves.count;
             for (int k = 0; same && k < rest.count; ++k)
               same = identical(rest[k].shape, r.value.leaves[k].shape) &&
                      identical(rest[k].stride, r.value.leaves[k].stride);
             p.claim("the gaps, coalesced", Boolean(same));
           });
}

void prove(Proof& p) {
  hands_on(p);
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1);
  Integer const reach = p.integer("reach"), shape = p.integer("shape"), stride = p.integer("stride");

  p.part("step: gaps follow one another", {reach >= one, shape > one, stride >= one}, [&] {
    auto const step = p.shipped("complement_step", [&] {
      return complement_step(reach, Mode<Integer>{shape, stride});
    });
    if (step.refusal.condition != Condition::none) return;
    p.use(by.euclid.at(stride, reach));
    p.use(by.monotone.at(quot(stride, reach), one, reach));
    p.use(by.monotone.at(one, shape, stride));
    p.claim("ordered", Law::step_keeps(reach, step));
  });

  for (Cover const cover : {Cover::strict, Cover::at_least}) {
    Integer const cotarget = p.integer("M");
    p.part(cover == Cover::strict ? "finish: strict" : "finish: covering", {reach >= one, cotarget >= one},
           [&] {
             auto const last =
                 p.shipped("complement_finish", [&] { return complement_finish(reach, cotarget, cover); });
             if (last.refusal.condition != Condition::none) return;
             p.use(by.euclid.at(cotarget, reach));
             p.use(by.monotone.at(quot(cotarget, reach), one, reach));
             p.use(by.monotone.at(quot(cotarget, reach), zero, reach));
             p.claim("ordered", Law::step_keeps(reach, last));
           });
  }
}

}  // namespace

Theorem complement_is_ordered() {
  return {"complement_is_ordered",
          Law::statement,
          Law::source,
          {{Kind::steps, "all extents and M, strict and covering"},
           {Kind::coq, "every rank, of the shipped steps, any A, each of the three covers"}},
          R"(The next gap's stride is the reach, so that the count goes on past everything before it, and the
             gap ends at or below the new reach; Coq composes that at every rank, coalescing included.
             complement() itself is these gaps, coalesced, or their refusal: run whole on one mode.)",
          prove};
}

}  // namespace colex::sym
