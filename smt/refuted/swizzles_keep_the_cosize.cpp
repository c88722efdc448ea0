// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/composed_bits.hpp"
#include "refuted/replay.hpp"
#include "sym/bits.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const x = r.integer("x"), n = r.integer("n");
  auto bits = [](Integer const& v) { return Bits(z3::int2bv(Bits::width, v.term())); };
  // the layout n:1 seen through Sw<1,0,1>
  r.part({x >= Integer(0), x < n, n <= Integer(16)},
         [&] { r.claim(swizzled(Bits(1), Bits(0), Bits(1), bits(x)) < bits(n)); });
}

std::string replay(Model const& m) {
  std::int64_t const n = value(m, "n"), x = value(m, "x");
  ComposedLayout const c{{1, 0, 1}, 0, leaf(Mode<std::int64_t>{n, 1})};
  auto const end = extent(c);
  if (!end || *end <= cosize(c.inner)) return "";
  return says("Sw<1,0,1> o 0 o ", c.inner, " goes to ", c(x), " at ", x, ": its extent is ", *end,
              ", the cosize inside ", cosize(c.inner));
}

}  // namespace

RefutedClaim swizzles_keep_the_cosize() {
  return {"swizzles_keep_the_cosize", "the cosize of a swizzled layout is that of the layout inside",
          "CuTe's cosize of a ComposedLayout, and its peers'", refute, replay};
}

}  // namespace colex::sym
