// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), cotarget = r.integer("M"), one(1);
  r.part({s > one, d >= one, cotarget >= one}, [&] {
    auto const answer = complement(leaf(Mode<Integer>{s, d}), cotarget, Cover::at_least);
    if (!answer || size(*answer) == one) return;
    r.claim(evaluate(*answer, one) < evaluate(*answer, Integer(0)));
  });
}

std::string replay(Model const& m) {
  auto const layout = leaf(Mode<std::int64_t>{value(m, "s"), value(m, "d")});
  auto const answer = complement(layout, value(m, "M"), Cover::at_least);
  if (!answer || size(*answer) == 1 || evaluate(*answer, std::int64_t{1}) < 0) return "";
  return says("A = ", layout, ", M = ", value(m, "M"), ": R = ", *answer,
              " has R(1) = ", evaluate(*answer, std::int64_t{1}), ", R(0) = 0");
}

}  // namespace

RefutedClaim complement_counts_downwards() {
  return {"complement_counts_downwards", "R = complement(A, M) has R(i) < R(i - 1)",
          "CUTLASS, include/cute/layout.hpp, complement, the comment that states its ordering", refute,
          replay};
}

}  // namespace colex::sym
