// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "colex/decide.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const d0 = r.integer("d0"), d1 = r.integer("d1"), one(1);
  r.part({d0 >= one, d1 >= one, d0 != d1}, [&] {  // 0, d0, d1, d0 + d1: injective
    auto const gaps = complement_gaps(square(d0, d1), Integer(1), Cover::disjoint);
    r.claim(Boolean(bool(gaps)));
  });
}

std::string replay(Model const& m) {
  auto const layout = square(value(m, "d0"), value(m, "d1"));
  auto const gaps = complement_gaps(layout, std::int64_t{1}, Cover::disjoint);
  if (gaps || injective(layout).condition != Condition::none) return "";
  return says("A = ", layout, " is injective, and CuTe's rule refuses it: ", name(gaps.refusal.condition),
              ", ", gaps.refusal.left, " against ", gaps.refusal.right);
}

}  // namespace

RefutedClaim complement_refuses_non_injective_only() {
  return {"complement_refuses_non_injective_only", "where CuTe's complement refuses, A is not injective",
          "CUTLASS, include/cute/layout.hpp, complement: \"Non-injective Layout detected\"", refute, replay};
}

}  // namespace colex::sym
