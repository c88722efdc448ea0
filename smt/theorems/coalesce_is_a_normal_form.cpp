// SPDX-License-Identifier: MIT
// The theorem of laws/coalesce_is_a_normal_form.hpp.
#include "colex/laws/coalesce_is_a_normal_form.hpp"

#include "catalogue.hpp"
#include "colex/equal.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::coalesce_is_a_normal_form;

/// equal() of two layouts: yes where all values agree, or the first index where they do not.
void decided(Proof& p, std::string const& name, Layout<Integer> const& a, Layout<Integer> const& b) {
  p.part(name, {}, [&] {
    auto const r = equal(a, b);
    std::int64_t const points = size(a).numeral();
    p.claim("of one size or not",
            Boolean(r.same_size == (points == size(b).numeral()) && (r.same_size || !r.equal)));
    if (!r.same_size) return;
    std::int64_t const until = r.equal ? points : r.index.numeral();
    p.claim("an index of theirs", Boolean(r.equal || (0 <= until && until < points)));
    Boolean same(true);
    for (std::int64_t i = 0; i < until; ++i)
      same = both(same, evaluate(a, Integer(i)) == evaluate(b, Integer(i)));
    p.claim("equal up to there", same);
    if (r.equal) return;
    p.claim("and there they differ",
            both(r.left == evaluate(a, r.index), r.right == evaluate(b, r.index), r.left != r.right));
  });
}

/// equal(), whole: four or six points in any two modes or one.
void decided(Proof& p) {
  std::vector<std::pair<std::vector<int>, std::vector<int>>> const pairs = {
      {{2, 2}, {4}}, {{2, 2}, {2, 2}}, {{3, 2}, {2, 3}}, {{2, 1, 3}, {6}}, {{4}, {3}}};
  for (auto const& [ea, eb] : pairs)
    decided(p, "equal, whole:" + listed(ea) + " and" + listed(eb), any_strides(ea, "a"),
            any_strides(eb, "b"));
  Layout<Integer> ending[2];  // but for the last stride
  for (auto& l : ending) {
    List<Mode<Integer>> modes;
    for (int const d : {1, 3, 7, 15}) modes.push({Integer(2), Integer(d)});
    modes.push({Integer(2), p.integer(&l == ending ? "a4" : "b4")});
    l = flat(modes);
  }
  decided(p, "equal, whole: five modes, all but the last alike", ending[0], ending[1]);
}

void prove(Proof& p) { decided(p); }

}  // namespace

Theorem coalesce_is_a_normal_form() {
  return theorem<Law>(
      "coalesce_is_a_normal_form", prove, "; T8, T9",
      {{Kind::coq, "as stated"},
       {Kind::extents, "equal() itself, 5 pairs of extents, any strides; five modes, the last stride any"}},
      R"(Coq: two layouts are the same function exactly when they coalesce alike. Here equal(), whole.)");
}

}  // namespace colex::sym
