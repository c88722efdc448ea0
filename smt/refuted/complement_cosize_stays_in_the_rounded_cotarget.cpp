// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/complement.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

/// M rounded up to a multiple of the cosize of 2:d, and of the complement's: (rounded, cosize).
template <Number Int>
struct Bounds {
  Int rounded, cosize;
};
template <Number Int>
Bounds<Int> bounds(Layout<Int> const& a, Layout<Int> const& rest, Int const& cotarget) {
  Int const unit = cosize(a);
  return {(cotarget + unit - Int(1)) / unit * unit, cosize(rest)};
}

void refute(Refutation& r) {
  Integer const s(2), d = r.integer("d"), cotarget = r.integer("M");
  r.part({d >= Integer(1), cotarget >= Integer(1)}, [&] {
    Layout<Integer> const layout = leaf(Mode<Integer>{s, d});
    auto const answer = complement(layout, cotarget, Cover::at_least);
    if (!answer) return;
    auto const b = bounds(layout, *answer, cotarget);
    r.claim(b.cosize <= b.rounded);
  });
}

std::string replay(Model const& m) {
  auto const layout = leaf(Mode<std::int64_t>{2, value(m, "d")});
  auto const cotarget = value(m, "M");
  auto const answer = complement(layout, cotarget, Cover::at_least);
  if (!answer) return "";
  auto const b = bounds(layout, *answer, cotarget);
  if (b.cosize <= b.rounded) return "";
  return "A = " + text(layout) + ", M = " + std::to_string(cotarget) + ": the covering complement " +
         text(*answer) + " has cosize " + std::to_string(b.cosize) + ", the bound is " +
         std::to_string(b.rounded);
}

}  // namespace

RefutedClaim complement_cosize_stays_in_the_rounded_cotarget() {
  return {"complement_cosize_stays_in_the_rounded_cotarget",
          "cosize(complement(A, M)) <= round_up(M, cosize(A))",
          "CUTLASS, test/unit/cute/core/complement.cpp, the post-condition it tests", refute, replay};
}

}  // namespace colex::sym
