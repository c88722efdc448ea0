// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), cotarget = r.integer("M");
  // one mode is a sorted chain, whatever its stride
  r.part({s > Integer(1), d >= Integer(1), cotarget >= Integer(1), rem(cotarget, s) == Integer(0)}, [&] {
    auto const answer = complement(leaf(Mode<Integer>{s, d}), cotarget);
    r.claim(Boolean(bool(answer)));
  });
}

std::string replay(Model const& m) {
  auto const layout = leaf(Mode<std::int64_t>{value(m, "s"), value(m, "d")});
  auto const cotarget = value(m, "M");
  auto const answer = complement(layout, cotarget);
  if (answer || cotarget % size(layout) != 0) return "";
  return says("A = ", layout, ", M = ", cotarget, ": size(A) divides M, but ", name(answer.refusal.condition),
              " fails: ", answer.refusal.left, " does not divide ", answer.refusal.right);
}

}  // namespace

RefutedClaim chains_complement_every_multiple() {
  return {"chains_complement_every_multiple",
          "a sorted chain A has a complement in [0, M) for every M that size(A) divides",
          "a published lemma on complements; refuted there by 4:3 with M = 16", refute, replay};
}

}  // namespace colex::sym
