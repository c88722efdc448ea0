// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/recast.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), n = r.integer("n"), i = r.integer("i");
  Integer const zero(0), one(1);
  r.part({s > one, d > n, n > one, i >= zero, i < s}, [&] {
    Layout<Integer> const l = leaf(Mode<Integer>{s, d});
    Layout<Integer> const rounded = leaf(Mode<Integer>{s, quot(d + n - one, n)});
    r.claim(quot(evaluate(l, i), n) == evaluate(rounded, i));
  });
}

std::string replay(Model const& m) {
  std::int64_t const s = value(m, "s"), d = value(m, "d"), n = value(m, "n"), i = value(m, "i");
  Layout<std::int64_t> const l = leaf(Mode<std::int64_t>{s, d});
  Layout<std::int64_t> const rounded = leaf(Mode<std::int64_t>{s, (d + n - 1) / n});
  std::int64_t const got = evaluate(rounded, i), want = evaluate(l, i) / n;
  if (got == want || upcast(l, n)) return "";
  return says("L = ", l, " in vectors of ", n, ": ", rounded, " says that element ", i, " is in vector ", got,
              ", it is in ", want);
}

}  // namespace

RefutedClaim upcast_rounds_strides_up() {
  return {"upcast_rounds_strides_up", "upcast(L, n) may round up a stride that n does not divide",
          "upcast of peers that do not check, among them CuTe's for strides known at run time only", refute,
          replay};
}

}  // namespace colex::sym
