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

  // F: the gaps so far, any increasing function of b points below reach. Appending (gap, reach) keeps it
  // increasing.
  Function const f("F", 1);
  Integer const b = p.integer("b"), gap = p.integer("gap"), j = p.integer("j");
  p.part("appending a gap keeps the count increasing",
         {reach >= one, b >= one, gap >= one, j >= zero, j + one < gap * b}, [&] {
           auto offset = [&](Integer const& at) {
             return evaluate_step(EvaluateState<Integer>{quot(at, b), f(rem(at, b))},
                                  Mode<Integer>{gap, reach})
                 .offset;
           };
           Integer const now = quot(j, b), low = rem(j, b);
           // induction hypothesis, at the points it is needed for
           p.suppose(both(f(low) >= zero, f(low) < reach, f(zero) >= zero, f(zero) < reach,
                          implies(low + one < b, both(f(low) < f(low + one), f(low + one) < reach))));
           p.use(by.euclid.at(j, b));
           p.use(by.divide.at(j + one, now, low + one, b));
           p.use(by.divide.at(j + one, now + one, zero, b));
           for (Integer const& at : {j, j + one}) {
             p.use(by.euclid.at(at, b));
             p.use(by.quotient_range.at(at, b, gap));
             p.use(by.divide.at(quot(at, b), zero, quot(at, b), gap));
           }
           p.claim("increasing", offset(j) < offset(j + one));
           p.claim("and below the end of the gap", offset(j) < gap * reach,
                   {by.two_digits.at(f(low), now, reach, gap)});
         });
}

}  // namespace

Theorem complement_is_ordered() {
  return {
      "complement_is_ordered",
      Law::statement,
      Law::source,
      {{Kind::steps, "all extents and M, strict and covering"},
       {Kind::coq, "every rank, of the shipped steps, any A, each of the three covers"}},
      R"(Invariant: the gaps emitted count upwards and stay below the reach. Base: one point, 0. Step: the next gap's
             stride is the reach, so the count goes on past everything before it, and the gap ends at or
             below the new reach. The last gap is appended in the same way; coalescing changes no value.
             complement() itself is these gaps, coalesced, or their refusal: run whole on one mode.)",
      prove};
}

}  // namespace colex::sym
