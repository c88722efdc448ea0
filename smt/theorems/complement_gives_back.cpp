// SPDX-License-Identifier: MIT
// The theorem of laws/complement_gives_back.hpp.
#include "colex/laws/complement_gives_back.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::complement_gives_back;

void prove(Proof& p) {
  every(p, "given back whole: rank <= 2, extents <= 3, strides 0 to 6", [](auto const& ask) {
    each_layout({.ranks = 2, .shapes = 3, .least = 0, .most = 6}, [&](Layout<std::int64_t> const& a) {
      for (std::int64_t const to : {1, 2, 3, 4, 6, 8, 12, 24}) {
        auto const r = complement(a, to);
        if (!r) continue;
        auto const back = complement(*r, to);
        List<Mode<std::int64_t>> moves;
        for (auto const& m : a.leaves)
          if (m.shape > 1 && m.stride != 0) moves.push(m);
        sort_by_stride(moves);
        ask(back ? same(values(*back), values(moves)) : truth_of(false), a, to);
      }
    });
  });
}

}  // namespace

Theorem complement_gives_back() {
  return theorem<Law>(
      "complement_gives_back", prove, "; uniqueness T33",
      {{Kind::coq, "as stated"},
       {Kind::enumerated, "the whole function, strict: rank <= 2, extents <= 3, strides 0 to 6"}},
      R"(Coq: the second complement is A coalesced in order of stride; uniqueness (T33), of any layout that tiles with A (Laws.v).)");
}

}  // namespace colex::sym
