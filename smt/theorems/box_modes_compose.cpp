// SPDX-License-Identifier: MIT
// The theorem of laws/box_modes_compose.hpp.
#include "colex/laws/box_modes_compose.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::box_modes_compose;
constexpr std::int64_t kExtent = 3, kPoints = 6;

/// Every mode of up to kPoints points that fills a box of A's digits.
void boxes(Proof& p, std::vector<std::int64_t> const& extents, std::vector<Integer> const& strides) {
  std::string name;
  Layout<Integer> a;
  List<Mode<Integer>> modes;
  std::int64_t place = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    modes.push({Integer(extents[k]), strides[k]});
    name += (k == 0 ? "(" : ",") + std::to_string(extents[k]);
    if (k + 1 < extents.size()) place *= extents[k];
  }
  a = flat(modes);
  p.part("extents " + name + ")", {}, [&] {
    for (std::int64_t s = 2; s <= kPoints; ++s)
      for (std::int64_t e = 1; e <= place; ++e) {
        Mode<Integer> const mode{Integer(s), Integer(e)};
        if (!Law::fills_a_box(a, mode)) continue;
        auto const r = composition(a, leaf(mode));  // whole: its steps' mutants are composition's theorem's
        std::string const what = std::to_string(s) + ":" + std::to_string(e);
        p.claim(what + " is answered", Boolean(bool(r)));
        if (!r) continue;
        Boolean same = size(*r) == Integer(s);
        for (std::int64_t i = 0; i < s; ++i)
          same = both(same, evaluate(*r, Integer(i)) == evaluate_extended(a.leaves, Integer(i * e)));
        p.claim(what + " has A's values", same);
      }
  });
}

void prove(Proof& p) {
  std::vector<Integer> const strides = {p.integer("d0"), p.integer("d1"), p.integer("d2")};
  for (std::int64_t n = 2; n <= kExtent; ++n) {
    boxes(p, {n, 2}, strides);
    for (std::int64_t m = 2; m <= kExtent; ++m) boxes(p, {n, m, 2}, strides);
  }
}

}  // namespace

Theorem box_modes_compose() {
  return theorem<Law>(
      "box_modes_compose", prove, "",
      {{Kind::coq, "as stated"},
       {Kind::extents, "rank 2 and 3, extents <= 3, modes of <= 6 points, any strides"}},
      R"(A box of digits is a layout (Boxes.v). Here every mode s:e of these sizes with e up to the place of A's last mode,
             whose extent says nothing since it runs on.)");
}

}  // namespace colex::sym
