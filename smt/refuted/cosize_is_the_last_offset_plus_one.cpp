// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/layout.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d");
  r.part({s >= Integer(1)}, [&] {
    Layout<Integer> const layout = leaf(Mode<Integer>{s, d});
    r.claim(cosize(layout) == evaluate(layout, size(layout) - Integer(1)) + Integer(1));
  });
}

std::string replay(Model const& m) {
  auto const layout = leaf(Mode<std::int64_t>{value(m, "s"), value(m, "d")});
  auto const left = cosize(layout), right = evaluate(layout, size(layout) - 1) + 1;
  if (left == right) return "";
  return says("L = ", layout, ": cosize(L) = ", left, ", L(size(L) - 1) + 1 = ", right);
}

}  // namespace

RefutedClaim cosize_is_the_last_offset_plus_one() {
  return {"cosize_is_the_last_offset_plus_one", "cosize(L) = L(size(L) - 1) + 1 for every layout L",
          "CUTLASS, media/docs/cpp/cute/01_layout.md: equivalent to A(size(A)-1)+1; pycute computes it so",
          refute, replay};
}

}  // namespace colex::sym
