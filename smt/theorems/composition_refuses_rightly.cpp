// SPDX-License-Identifier: MIT
// The theorem of laws/composition_refuses_rightly.hpp. It uses composition_evaluates_pointwise.
#include "colex/laws/composition_refuses_rightly.hpp"

#include "catalogue.hpp"
#include "colex/structure.hpp"
#include "lemmas/division.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::composition_refuses_rightly;

/// B below 0: only where A is one mode, which goes on below 0 as it does above.
void below(Proof& p) {
  Integer const zero(0), one(1), d0 = p.integer("d0"), d1 = p.integer("d1"), e = p.integer("e");
  Layout<Integer> const line = leaf(Mode<Integer>{Integer(4), d0});
  Layout<Integer> const two = join(leaf(Mode<Integer>{Integer(2), d0}), leaf(Mode<Integer>{Integer(2), d1}));
  Layout<Integer> const b = join(leaf(Mode<Integer>{Integer(2), one}), leaf(Mode<Integer>{Integer(2), e}));
  p.part("B goes below 0", {e < zero, d1 != Integer(2) * d0}, [&] {
    auto const straight = composition(line, b), bent = composition(two, b);
    auto const ends = compose(line, b, Domain::bounded);
    p.claim("one mode runs on below 0", Boolean(bool(straight)));
    if (!straight) return;
    p.claim("with A's values there",
            both(straight->leaves[0].stride == d0, straight->leaves[1].stride == d0 * e));
    for (auto const& why : {bent.refusal, ends.refusal})
      p.claim("two modes do not, nor one that ends; the mode of B and its stride are named",
              both(Boolean(why.condition == Condition::in_domain && why.modes[0] == 1), why.left == e));
    auto const still = composition(two, leaf(Mode<Integer>{one, e}));
    p.claim("a mode of one point goes nowhere",
            Boolean(still && still->leaves.count == 1 && still->leaves[0].shape.numeral() == 1));
  });
  p.part("what is no layout", {e < one}, [&] {
    Layout<Integer> const none = leaf(Mode<Integer>{e, d0});
    p.claim("does not compose",
            Boolean(composition(none, line).refusal.condition == Condition::shape_positive &&
                    composition(line, none).refusal.condition == Condition::shape_positive));
  });
}

}  // namespace

Theorem composition_refuses_rightly() {
  return theorem<Law>(
      "composition_refuses_rightly", below, "; T26",
      {{Kind::coq, "as stated"},
       {Kind::extents, "B below 0, A of one mode and of two, any strides; what is no layout"}},
      R"(A refusal rests on the index that is named, where got and want differ (Shown.v). in_domain is A's domain: not a refusal
             of a layout that exists.)");
}

}  // namespace colex::sym
