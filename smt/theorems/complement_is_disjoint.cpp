// SPDX-License-Identifier: MIT
// The theorem of laws/complement_is_disjoint.hpp.
#include "colex/laws/complement_is_disjoint.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_disjoint;

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

}  // namespace

Theorem complement_is_disjoint() {
  return theorem<Law>(
      "complement_is_disjoint", apart, "; T30, T31, T34",
      {{Kind::coq, "as stated"},
       {Kind::enumerated, "rank <= 2, extents <= 3, strides 0 to 4, M up to 12, each cover"}},
      R"(Coq composes at every rank that A and R have no offset but 0 in common. T31: where A and R tile [0, M), their
             furthest offsets make the last one (Bijective.v). T34: disjointness speaks of the sets of
             offsets; it is symmetric by its words, and coalescing (coalesce_preserves_the_map), sorting and
             dropping modes that do not move (Covers.v, Tiles.v) keep the set.)");
}

}  // namespace colex::sym
