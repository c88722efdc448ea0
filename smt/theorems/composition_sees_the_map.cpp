// SPDX-License-Identifier: MIT
// The theorem of laws/composition_sees_the_map.hpp. It uses composition_evaluates_pointwise,
// coalesce_preserves_the_map, composition_refuses_rightly.
#include "colex/laws/composition_sees_the_map.hpp"

#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_sees_the_map;

/// The shipped compositions, A and X with any strides.
void whole(Proof& p) {
  Integer const dx = p.integer("dx");
  std::vector<std::vector<std::pair<int, int>>> const inner = {
      {{2, 1}, {2, 2}}, {{2, 1}, {3, 2}}, {{3, 1}, {2, 3}}, {{2, 2}, {2, 1}}, {{1, 5}, {3, 1}}, {{2, 3}}};
  for (int n = 2; n <= 3; ++n)
    p.part("the whole functions, A = (" + std::to_string(n) + ",2):(d0,d1)", {}, [&] {
      auto const a = any_strides({n, 2});
      auto const ax = join(a, leaf(Mode<Integer>{Integer(2), dx}));
      for (auto const& of_b : inner) {
        auto const b = numbers(of_b);
        auto const fine = composition(a, b), coarse = composition(a, coalesce(b));
        p.claim("answered where the finer one is", Boolean(bool(coarse) || !bool(fine)));
        bool const in = Law::stays_inside(a, b);
        auto const with_x = in ? composition(ax, b) : fine;
        p.claim("answered with X where it is without", Boolean(bool(with_x) == bool(fine)));
        if (!fine) continue;
        for (int i = 1; Boolean(Integer(i) < size(b)); ++i) {
          Integer const value = evaluate(fine.value, Integer(i));
          p.claim("A o B", value == evaluate_extended(a.leaves, evaluate(b, Integer(i))));
          p.claim("A o coalesce(B)", value == evaluate(coarse.value, Integer(i)));
          if (in) p.claim("(A, X) o B", value == evaluate(with_x.value, Integer(i)));
        }
      }
    });
}

}  // namespace

Theorem composition_sees_the_map() {
  return theorem<Law>(
      "composition_sees_the_map", whole, "; T24",
      {{Kind::coq, "as stated"}, {Kind::extents, "A of two modes with any strides, 6 layouts B"}},
      R"(The converse of the first is false: (3,2):(1,3) is 6:1 and cuts six points otherwise than (2,3):(1,10) does. By
             coalesce_is_a_normal_form all answers coalesce alike.)");
}

}  // namespace colex::sym
