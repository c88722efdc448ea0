// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "refuted/rounded_cotarget.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), cotarget = r.integer("M");
  r.part({s > Integer(1), d >= Integer(1), cotarget >= Integer(1)}, [&] {
    Layout<Integer> const layout = leaf(Mode<Integer>{s, d});
    auto const answer = complement(layout, cotarget, Cover::at_least);
    if (!answer) return;
    r.claim(cosize(*answer) >= rounded(layout, cotarget));
  });
}

std::string replay(Model const& m) {
  auto const layout = leaf(Mode<std::int64_t>{value(m, "s"), value(m, "d")});
  auto const cotarget = value(m, "M");
  auto const answer = complement(layout, cotarget, Cover::at_least);
  if (!answer) return "";
  if (cosize(*answer) >= rounded(layout, cotarget)) return "";
  return beyond_the_bound(layout, cotarget, *answer);
}

}  // namespace

RefutedClaim complement_cosize_reaches_the_rounded_cotarget() {
  return {"complement_cosize_reaches_the_rounded_cotarget",
          "cosize(complement(A, M)) >= round_up(M, cosize(A))",
          "CUTLASS, media/docs/cpp/cute/02_layout_algebra.md, complement, post-conditions", refute, replay};
}

}  // namespace colex::sym
