// SPDX-License-Identifier: MIT
// The theorem of laws/complement_is_ordered.hpp.
#include "colex/laws/complement_is_ordered.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_is_ordered;

void cotarget(Proof& p) {
  Integer const cotarget = p.integer("M"), one(1);
  Mode<Integer> const mode{p.integer("s"), p.integer("d")};
  p.part("a cotarget below 1", {mode.shape >= one, cotarget < one}, [&] {
    for (Cover const cover : {Cover::strict, Cover::at_least})
      p.claim("is refused", Boolean(complement(leaf(mode), cotarget, cover).refusal.condition ==
                                    Condition::cotarget_positive));
  });
}

/// Each offset is more than the one before.
void counts(Proof& p) {
  every(p, "three covers, rank <= 2, extents <= 3, strides 0 to 4, M up to 9", [](auto const& ask) {
    each_layout({.ranks = 2, .shapes = 3, .least = 0, .most = 4}, [&](Layout<std::int64_t> const& l) {
      for (Cover const cover : {Cover::strict, Cover::at_least, Cover::disjoint})
        for (std::int64_t to = 1; to <= 9; ++to) {
          auto const r = complement(l, to, cover);
          if (!r) continue;
          std::vector<Term> all;
          auto const of = values(*r);
          for (std::size_t k = 1; k < of.size(); ++k) all.push_back(of[k - 1] < of[k]);
          ask(all_of(all), l, to);
        }
    });
  });
}

void prove(Proof& p) {
  cotarget(p);
  counts(p);
}

}  // namespace

Theorem complement_is_ordered() {
  return theorem<Law>(
      "complement_is_ordered", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::rank, "1: a cotarget below 1 is refused"},
       {Kind::enumerated, "three covers, rank <= 2, extents <= 3, strides 0 to 4, M up to 9"}},
      "Coq has the printed function, each cover.");
}

}  // namespace colex::sym
