// SPDX-License-Identifier: MIT
// The theorem of laws/complement_is_disjoint.hpp.
#include "colex/laws/complement_is_disjoint.hpp"

#include <string>
#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/filter.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_disjoint;

/// T31: the largest offsets of A and of its complement add up to the last one below M. `top_a` and `top_r`
/// are those of the modes and gaps so far; strides are at least 1, so the largest offset is at the last
/// digits.
void tops(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const one(1);
  Integer const reach = p.integer("reach"), shape = p.integer("shape"), stride = p.integer("stride"),
                m = p.integer("M");
  Integer const top_a = p.integer("top_a"), top_r = p.integer("top_r");
  Boolean const before = top_a + top_r == reach - one;
  p.part("the largest offsets add up to the reach less 1, step", {reach >= one, shape > one, stride >= one},
         [&] {
           auto const step = complement_step(reach, Mode<Integer>{shape, stride});  // Coq has its mutants
           if (step.refusal.condition != Condition::none) return;
           p.suppose(before);
           Integer const gap = p.define("gap", step.mode.shape);
           p.have("the gap ends where the mode starts",
                  both(step.mode.stride == reach, gap * reach == stride), {by.euclid.at(stride, reach)});
           p.claim("still", top_a + (shape - one) * stride + top_r + (gap - one) * reach == step.state - one);
         });
  for (Cover const cover : {Cover::strict, Cover::at_least})
    p.part(
        cover == Cover::strict ? "and at the end to M less 1" : "and at the end to what is covered, less 1",
        {reach >= one, m >= one}, [&] {
          auto const step = complement_finish(reach, m, cover);
          if (step.refusal.condition != Condition::none) return;
          p.suppose(before);
          Integer const gap = p.define("gap", step.mode.shape);
          p.have("the gap fills it", both(step.mode.stride == reach, gap * reach == step.state),
                 {by.euclid.at(m, reach)});
          p.claim("so", top_a + top_r + (gap - one) * reach == step.state - one);
          if (cover == Cover::strict) p.claim("M", step.state == m);
        });
}

/// T34: what A and B share does not depend on how B is written: coalesced, sorted or without the modes that
/// do not move it has the same offsets.
void same_offsets(Proof& p) {
  for (std::vector<std::int64_t> const& extents : {std::vector<std::int64_t>{3}, {2, 3}, {3, 1, 2}}) {
    auto const b = any_strides(extents);
    p.part("coalesced, sorted, filtered: the same offsets, extents " + listed(extents, ",").substr(1), {},
           [&] {
             for (auto const& other : {flat(coalesce(b.leaves)), sort(b), filter(b)}) {
               auto const among = [](Layout<Integer> const& x, Layout<Integer> const& y) {
                 Boolean all(true);
                 for (std::int64_t i = 0; i < size(x).numeral(); ++i) {
                   Boolean some(false);
                   for (std::int64_t j = 0; j < size(y).numeral(); ++j)
                     some = some | (evaluate(x, Integer(i)) == evaluate(y, Integer(j)));
                   all = all & some;
                 }
                 return !!all;  // one query, not one for each value
               };
               p.claim("each offset of B is one of the other", among(b, other));
               p.claim("and back", among(other, b));
             }
           });
  }
}

/// The whole function: no offset but 0 is one of the layout's and one of the complement's.
void apart(Proof& p) {
  using L = Layout<std::int64_t>;
  every(p, "the whole function, three covers: rank <= 2, extents <= 3, strides 0 to 4, M up to 12",
        [](auto const& ask) {
          each_layout({.ranks = 2, .shapes = 3, .least = 0, .most = 4}, [&](L const& l) {
            for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint})
              for (std::int64_t to = 1; to <= 12; ++to) {
                auto const r = complement(l, to, cover);
                if (!r) continue;
                std::vector<Term> all;
                for (auto const& x : values(l))
                  for (auto const& y : values(*r)) all.push_back(x != y || x == number(0));
                ask(all_of(all), l, to);
              }
          });
        });
}

void prove(Proof& p) {
  tops(p);
  same_offsets(p);
  apart(p);
}

}  // namespace

Theorem complement_is_disjoint() {
  return {"complement_is_disjoint",
          Law::statement,
          std::string(Law::source) + "; T30, T31, T34",
          {{Kind::steps, "T31, all extents and M, strict and covering"},
           {Kind::coq, "as stated"},
           {Kind::extents,
            "that coalesce, sort and filter keep the offsets, 3 lists of extents, any "
            "strides"},
           {Kind::enumerated, "rank <= 2, extents <= 3, strides 0 to 4, M up to 12, each cover"}},
          R"(Coq composes at every rank that A and R have no offset but 0 in common. T31: nothing passed, the
             reach is 1 and the largest offsets are 0; each step keeps that they add up to the reach less 1, so
             at the end to M less 1: cosize(R) = M - cosize(A) + 1. T34: disjointness speaks of the sets of
             offsets; it is symmetric by its words, and coalescing (coalesce_preserves_the_map), sorting and
             dropping modes that do not move keep the set.)",
          prove};
}

}  // namespace colex::sym
