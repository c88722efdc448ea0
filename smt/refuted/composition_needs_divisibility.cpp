// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/composition.hpp"
#include "colex/structure.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), e = r.integer("e"), zero(0);
  // neither s nor e divides the other, and d*1 does not continue s:1
  r.part({s >= Integer(1), d > zero, d != s, e >= Integer(1), rem(s, e) != zero, rem(e, s) != zero}, [&] {
    auto const b = leaf(Mode<Integer>{Integer(2), e});
    r.claim(Boolean(!composition(two_modes(s, Integer(1), Integer(2), d), b)));
  });
}

std::string replay(Model const& m) {
  auto const a = two_modes<std::int64_t>(value(m, "s"), 1, 2, value(m, "d"));
  auto const b = leaf(Mode<std::int64_t>{2, value(m, "e")});
  auto const r = composition(a, b);
  if (!r || evaluate(*r, std::int64_t{1}) != evaluate_extended(a.leaves, value(m, "e"))) return "";
  return says("A = ", a, ", B = ", b, ": neither ", value(m, "s"), " nor ", value(m, "e"),
              " divides the other, and A o B is ", *r);
}

}  // namespace

RefutedClaim composition_needs_divisibility() {
  return {"composition_needs_divisibility",
          "A o (s:d) is a layout only if d divides, or is divided by, the products of A's extents",
          "Cecka, arXiv:2603.02298, section 3.3: stride divisibility read as necessary", refute, replay};
}

}  // namespace colex::sym
