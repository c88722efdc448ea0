// SPDX-License-Identifier: MIT
// The theorem of laws/composition_sees_the_map.hpp. It uses composition_evaluates_pointwise,
// coalesce_preserves_the_map, composition_refuses_rightly.
#include "colex/laws/composition_sees_the_map.hpp"

#include "catalogue.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_sees_the_map;

Layout<Integer> numbers(std::vector<std::pair<int, int>> const& modes) {
  List<Mode<Integer>> r;
  for (auto const& [s, d] : modes) r.push({Integer(s), Integer(d)});
  return r.count == 1 ? leaf(r[0]) : flat(r);
}

/// The shipped compositions, A and X with any strides.
void whole(Proof& p) {
  Integer const d0 = p.integer("d0"), d1 = p.integer("d1"), dx = p.integer("dx");
  std::vector<std::vector<std::pair<int, int>>> const inner = {
      {{2, 1}, {2, 2}}, {{2, 1}, {3, 2}}, {{3, 1}, {2, 3}}, {{2, 2}, {2, 1}}, {{1, 5}, {3, 1}}, {{2, 3}}};
  for (int n = 2; n <= 3; ++n)
    p.part("the whole functions, A = (" + std::to_string(n) + ",2):(d0,d1)", {}, [&] {
      List<Mode<Integer>> modes;
      modes.push({Integer(n), d0});
      modes.push({Integer(2), d1});
      auto const a = flat(modes);
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

void prove(Proof& p) { whole(p); }

}  // namespace

Theorem composition_sees_the_map() {
  return {
      "composition_sees_the_map",
      Law::statement,
      std::string(Law::source) + "; T24",
      {{Kind::coq, "every rank, of the shipped steps: values, and that one is answered where the other is"},
       {Kind::extents, "A of two modes with any strides, 6 layouts B"}},
      R"(By composition_evaluates_pointwise A o B at i is A(B(i)). coalesce(B) has B's size and values
             (coalesce_preserves_the_map), so A o coalesce(B) has the same values. By induction over A's
             modes an index of A leaves nothing past its last mode: X reads 0 there, and A's last mode is
             read as if it ran on. So (A, X) o B has the same values where B stays in A. Answered: a layout
             nested as B has under each mode of coalesce(B) the modes of B that merged into it, which
             together are a layout of its points; so where A o B is a layout nested as B, it is one nested
             as coalesce(B). The converse is false: (3,2):(1,3) is 6:1 and cuts six points otherwise than
             (2,3):(1,10) does. With X the values are the same, so a layout exists with it where it exists
             without; composition refuses only where there is none, or at a limit
             (composition_refuses_rightly). By coalesce_is_a_normal_form all answers coalesce alike. Coq
             composes this at every rank, over the whole composition (Composed.v).)",
      prove};
}

}  // namespace colex::sym
