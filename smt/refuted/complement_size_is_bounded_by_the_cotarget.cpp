// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), cotarget = r.integer("M");
  r.part({s >= Integer(1), d >= Integer(1), cotarget >= Integer(1)}, [&] {
    auto const answer = complement(leaf(Mode<Integer>{s, d}), cotarget, Cover::at_least);
    r.claim(size(answer.value) <= cotarget);
  });
}

std::string replay(Model const& m) {
  auto const layout = leaf(Mode<std::int64_t>{value(m, "s"), value(m, "d")});
  auto const cotarget = value(m, "M");
  auto const answer = complement(layout, cotarget, Cover::at_least);
  if (!answer || size(*answer) <= cotarget) return "";
  return says("A = ", layout, ", M = ", cotarget, ": the covering complement is ", *answer, ", of size ",
              size(*answer));
}

}  // namespace

RefutedClaim complement_size_is_bounded_by_the_cotarget() {
  return {"complement_size_is_bounded_by_the_cotarget",
          "the size of complement(A, M) is at most M, when it covers",
          "CUTLASS, media/docs/cpp/cute/02_layout_algebra.md, complement, property 1", refute, replay};
}

}  // namespace colex::sym
