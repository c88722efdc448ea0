// SPDX-License-Identifier: MIT
// The theorem of laws/surjective_is_exact.hpp.
#include "colex/laws/surjective_is_exact.hpp"

#include "cases/every_case.hpp"
#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::surjective_is_exact;

/// Strides of any sign: what is reached, and what is named as missing.
void signs(Proof& p) {
  every(p, "rank <= 2, extents <= 3, strides -3 to 3, M up to 6", [](auto const& ask) {
    each_layout({.ranks = 2, .shapes = 3, .least = -3, .most = 3}, [&](Layout<std::int64_t> const& l) {
      auto const of = values(l);
      auto const has = [&](Term const& v) {
        std::vector<Term> some;
        for (auto const& x : of) some.push_back(x == v);
        return any_of(some);
      };
      for (std::int64_t m = 0; m <= 6; ++m) {
        auto const why = surjective(l, m);
        Term const missing = number(why.left);
        std::vector<Term> all;
        for (std::int64_t v = 0; v < m; ++v)
          if (why.condition == Condition::none) all.push_back(has(number(v)));
        ask(why.condition == Condition::none
                ? all_of(all)
                : truth_of(why.condition == Condition::surjective) && number(0) <= missing &&
                      missing < number(m) && !has(missing),
            l, m);
      }
    });
  });
}

}  // namespace

Theorem surjective_is_exact() {
  return theorem<Law>(
      "surjective_is_exact", signs, "",
      {{Kind::coq,
        "every rank, strides of any sign, of the shipped function, to which the search for a coordinate of "
        "an offset is given: exact where its budget has not ended, which injective_is_exact has of its "
        "steps"},
       {Kind::enumerated,
        "strides of any sign, the search included: rank <= 2, extents <= 3, strides -3 to 3, M up to 6"}},
      R"(Coq composes at every rank that the offsets of the modes passed, in order of stride, are [0, reach), and that
             the reach is missing where the step refuses. A mode with a negative stride read backwards has the
             offsets of its magnitude less a shift, so M <= reach - shift means yes; beyond that every offset below
             M is looked for.)");
}

}  // namespace colex::sym
