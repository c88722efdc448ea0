// SPDX-License-Identifier: MIT
// The theorem of laws/composition_refuses_rightly.hpp. It uses composition_evaluates_pointwise.
#include "colex/laws/composition_refuses_rightly.hpp"

#include "cases/every_case.hpp"
#include "cases/factors.hpp"
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

/// A's values at B's: for each coordinate of B.
std::vector<Term> values_at(Layout<std::int64_t> const& a, Layout<std::int64_t> const& b) {
  std::vector<Term> r;
  for (auto const& index : values(b)) r.push_back(at(a, index));
  return r;
}

/// No layout that is nested as B has these values, which differ from a sum at the index that is named.
Term refused_rightly(Layout<std::int64_t> const& b, std::vector<Term> const& want,
                     Refusal<std::int64_t> const& why) {
  if (!Law::says_no(why.condition) || !why.has_witness || why.index < 0 || why.index >= std::ssize(want))
    return truth_of(false);
  std::vector<Term> all = {want[static_cast<std::size_t>(why.index)] == number(why.want),
                           number(why.got) != number(why.want)};
  for (auto const& extents : cuts(b.leaves)) all.push_back(no_layout(extents, want));
  return all_of(all);
}

/// The shipped function whole, on numbers: an answer exactly where some layout nested as B has the values.
void small(Proof& p) {
  using L = Layout<std::int64_t>;
  auto const pairs = [&](Small const& first, Small const& second) {
    return [=](auto const& ask) {
      each_layout(first, [&](L const& a) {
        each_layout(second, [&](L const& b) {
          auto const want = values_at(a, b);
          auto const r = composition(a, b);
          ask(r ? same(values(*r), want) : refused_rightly(b, want, r.refusal), a, b);
        });
      });
    };
  };
  every(p, "exact: A of rank <= 2, extents <= 4, strides 0 to 3; B one mode, extent <= 5, stride 0 to 4",
        pairs({.ranks = 2, .shapes = 4, .least = 0, .most = 3},
              {.ranks = 1, .shapes = 5, .least = 0, .most = 4}));
  every(p,
        "exact: A of rank <= 2, extents <= 3, strides 0 to 2; B of rank <= 2, extents <= 2, strides 0 to 4",
        pairs({.ranks = 2, .shapes = 3, .least = 0, .most = 2},
              {.ranks = 2, .shapes = 2, .least = 0, .most = 4}));
}

void prove(Proof& p) {
  below(p);
  small(p);
}

}  // namespace

Theorem composition_refuses_rightly() {
  return theorem<Law>(
      "composition_refuses_rightly", prove, "; T26",
      {{Kind::coq, "as stated"},
       {Kind::extents, "B below 0, A of one mode and of two, any strides; what is no layout"},
       {Kind::enumerated, "A and B of rank <= 2, small, and what a refusal names"}},
      R"(A refusal rests on the index that is named, where got and want differ (Shown.v). in_domain is A's domain: not a refusal
             of a layout that exists.)");
}

}  // namespace colex::sym
