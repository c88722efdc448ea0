// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/filter.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const d0 = r.integer("d0"), d1 = r.integer("d1");
  r.part({}, [&] {
    auto const l = square(d0, d1);
    Integer kernel(0);
    for (int i = 0; i < 4; ++i)
      if (evaluate(l, Integer(i)) == Integer(0)) kernel = kernel + Integer(1);
    r.claim(kernel * size(filter(l)) == size(l));
  });
}

std::string replay(Model const& m) {
  auto const l = square(value(m, "d0"), value(m, "d1"));
  std::int64_t kernel = 0;
  for (std::int64_t i = 0; i < 4; ++i) kernel += evaluate(l, i) == 0;
  if (kernel * size(filter(l)) == size(l)) return "";
  return says("L = ", l, ": ", kernel,
              " coordinates have offset 0, size(L) / size(filter(L)) = ", size(l) / size(filter(l)));
}

}  // namespace

RefutedClaim kernel_is_what_filter_drops() {
  return {"kernel_is_what_filter_drops", "size(L) / size(filter(L)) coordinates of L have offset 0",
          "CUTLASS, include/cute/layout.hpp, nullspace: its post-condition", refute, replay};
}

}  // namespace colex::sym
