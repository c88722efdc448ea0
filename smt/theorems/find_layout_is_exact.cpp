// SPDX-License-Identifier: MIT
// The theorem of laws/find_layout_is_exact.hpp.
#include "colex/laws/find_layout_is_exact.hpp"

#include "cases/every_case.hpp"
#include "cases/factors.hpp"
#include "catalogue.hpp"
#include "oracle/truth.hpp"

namespace colex::sym {

namespace {

using Law = laws::find_layout_is_exact;

constexpr int kPoints = 8;

/// Is f the layout of these extents? Its strides can only be f at the place values.
void whole(Proof& p, int points) {
  std::vector<Integer> f;
  for (int k = 0; k < points; ++k) f.push_back(p.integer(("f" + std::to_string(k)).c_str()));
  Integer const beyond = p.integer("beyond");  // what a search reads that goes too far
  p.part("the whole function, " + std::to_string(points) + (points == 1 ? " point" : " points"), {}, [&] {
    auto const at = [&](Integer const& i) {
      auto const k = static_cast<std::size_t>(i.numeral());
      return k < f.size() ? f[k] : beyond;
    };
    auto const found = find_layout<Integer>(at, Integer(points));
    if (!found) {
      if (found.refusal.condition == Condition::starts_at_zero)
        p.claim("f(0) beside the 0 it is not",
                both(found.refusal.left == f[0], found.refusal.right == Integer(0)));
      p.claim("the witness shows a difference",
              both(found.refusal.got != found.refusal.want, found.refusal.want == at(found.refusal.index)));
      for (auto const& extents : factorizations(points)) p.claim("no layout is f", !is_layout(f, extents));
      return;
    }
    auto const& layout = found.value;
    Boolean same = size(layout) == Integer(points);
    for (int k = 0; k < points; ++k)
      same = both(same, evaluate(layout, Integer(k)) == f[static_cast<std::size_t>(k)]);
    p.claim("the layout is f", same);
    auto const normal = coalesce(layout.leaves);
    p.claim("in normal form", Boolean(normal.count == layout.leaves.count));
  });
}

void prove(Proof& p) {
  for (int points = 1; points <= kPoints; ++points) whole(p, points);
}

}  // namespace

Theorem find_layout_is_exact() {
  return theorem<Law>(
      "find_layout_is_exact", prove, "; T13",
      {{Kind::coq, "as stated"}, {Kind::extents, "the whole function, loops included, up to 8 points"}},
      R"(Answered means equal everywhere, refused means that no factorisation of the points gives f.)");
}

}  // namespace colex::sym
