// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "colex/structure.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const d0 = r.integer("d0"), d1 = r.integer("d1"), cotarget = r.integer("M"), one(1);
  r.part({d0 >= one, d1 >= one, cotarget >= one}, [&] {
    auto const answer = complement(square(d0, d1), cotarget);
    if (!answer) return;
    r.claim(rem(d1, Integer(2) * d0) == Integer(0));
  });
}

std::string replay(Model const& m) {
  auto const layout = square(value(m, "d0"), value(m, "d1"));
  auto const cotarget = value(m, "M");
  auto const answer = complement(layout, cotarget);
  if (!answer || value(m, "d1") % (2 * value(m, "d0")) == 0) return "";
  return says("A = ", layout, ", M = ", cotarget, ": the complement is ", *answer);
}

}  // namespace

RefutedClaim complement_needs_the_given_order() {
  return {"complement_needs_the_given_order",
          "A has a complement only if each extent times stride divides the next stride, in the order given",
          "published conditions of admissibility that do not sort first", refute, replay};
}

}  // namespace colex::sym
