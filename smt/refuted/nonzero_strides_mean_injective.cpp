// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/decide.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const d0 = r.integer("d0"), d1 = r.integer("d1"), zero(0);
  r.part({d0 > zero, d1 > zero}, [&] {
    auto const l = square(d0, d1);
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < i; ++j) r.claim(evaluate(l, Integer(i)) != evaluate(l, Integer(j)));
  });
}

std::string replay(Model const& m) {
  auto const l = square(value(m, "d0"), value(m, "d1"));
  auto const why = injective(l);
  if (why.condition == Condition::none) return "";
  return says("L = ", l, ": L(", why.left, ") = L(", why.right, ") = ", evaluate(l, why.left));
}

}  // namespace

RefutedClaim nonzero_strides_mean_injective() {
  return {"nonzero_strides_mean_injective",
          "a layout without a mode of stride 0, that is with a trivial nullspace, is injective",
          "the test that copy algorithms make of their destination", refute, replay};
}

}  // namespace colex::sym
