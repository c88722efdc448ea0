// SPDX-License-Identifier: MIT
// The theorem of laws/complement_is_disjoint.hpp.
#include "colex/laws/complement_is_disjoint.hpp"

#include <string>
#include <vector>

#include "cases/every_case.hpp"
#include "catalogue.hpp"
#include "colex/filter.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_disjoint;

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
  same_offsets(p);
  apart(p);
}

}  // namespace

Theorem complement_is_disjoint() {
  return theorem<Law>(
      "complement_is_disjoint", prove, "; T30, T31, T34",
      {{Kind::coq, "as stated"},
       {Kind::extents, "that coalesce, sort and filter keep the offsets, 3 lists of extents, any strides"},
       {Kind::enumerated, "rank <= 2, extents <= 3, strides 0 to 4, M up to 12, each cover"}},
      R"(Coq composes at every rank that A and R have no offset but 0 in common. T31: where A and R tile [0, M), their
             furthest offsets make the last one (Bijective.v). T34: disjointness speaks of the sets of
             offsets; it is symmetric by its words, and coalescing (coalesce_preserves_the_map), sorting and
             dropping modes that do not move keep the set.)");
}

}  // namespace colex::sym
