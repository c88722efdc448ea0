// SPDX-License-Identifier: MIT
// The theorem of laws/composition_is_associative.hpp. It uses composition_evaluates_pointwise,
// composition_refuses_rightly.
#include "colex/laws/composition_is_associative.hpp"

#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_is_associative;

/// The four shipped compositions, A with any strides.
void whole(Proof& p) {
  std::vector<std::vector<std::pair<int, int>>> const inner = {
      {{4, 1}}, {{2, 2}, {2, 1}}, {{3, 2}, {2, 1}}, {{2, 3}, {3, 1}}};
  std::vector<std::vector<std::pair<int, int>>> const innermost = {
      {{3, 1}}, {{2, 2}}, {{2, 2}, {2, 1}}, {{3, 2}}};
  for (int n = 2; n <= 3; ++n)
    p.part("the whole functions, A = (" + std::to_string(n) + ",2):(d0,d1)", {}, [&] {
      auto const a = any_strides({n, 2});
      for (auto const& of_b : inner) {
        auto const b = numbers(of_b);
        auto const ab = composition(a, b);
        if (!ab) continue;
        for (auto const& of_c : innermost) {
          auto const c = numbers(of_c);
          auto const bc = composition(b, c);
          if (!bc || !Law::stays_inside(b, c)) continue;
          auto const left = composition(ab.value, c), right = composition(a, bc.value);
          p.claim("the first is answered where the second is", Boolean(bool(left) || !bool(right)));
          if (!left) continue;
          for (int i = 1; Boolean(Integer(i) < size(c)); ++i) {
            Integer const value = evaluate_extended(a.leaves, evaluate(b, evaluate(c, Integer(i))));
            p.claim("(A o B) o C", evaluate(left.value, Integer(i)) == value);
            if (right) p.claim("A o (B o C)", evaluate(right.value, Integer(i)) == value);
          }
        }
      }
    });
}

}  // namespace

Theorem composition_is_associative() {
  return theorem<Law>(
      "composition_is_associative", whole, "; T16",
      {{Kind::coq, "as stated"}, {Kind::extents, "A of two modes with any strides, 4 times 4 pairs B, C"}},
      R"(A's own domain plays no part, as its last mode runs on on both sides. The converse is false: B o C may cut a mode of
             C in pieces that are no layouts after A.)");
}

}  // namespace colex::sym
