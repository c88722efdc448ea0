// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/composition.hpp"
#include "colex/structure.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

/// A = (s,2):(1,d), B = (2,2):(e0,e1). The interval of definition of n:e is [e, e*(n-1)]: here [e, e].
void refute(Refutation& r) {
  Integer const s = r.integer("s"), d = r.integer("d"), n = r.integer("n"), e = r.integer("e");
  Integer const one(1), two(2);
  // A is a layout of two modes; B0 = n:1 and B1 = 2:e are compared, both admissible, at the last coordinate
  r.part({s > one, d != s, d > Integer(0), n > one, e >= one}, [&] {
    detail::Outer<Integer> const a{coalesce_extended(two_modes(s, one, two, d).leaves)};
    List<Integer> digits;
    digits.fill(a.modes.count - 1);
    auto const first = detail::compose_textbook(a, Mode<Integer>{n, one}, digits);
    auto const second = detail::compose_textbook(a, Mode<Integer>{two, e}, digits);
    if (!first || !second) return;
    bool adds = true;  // no digit of A is used up: then A(B(c)) is the sum at every coordinate
    for (int j = 0; j < digits.count; ++j) adds = adds && bool(digits[j] < a.modes[j].shape);
    r.claim(implies(Boolean(adds), n - one < e));  // [1, n - 1] and [e, e] are disjoint
  });
}

std::string replay(Model const& m) {
  std::int64_t const s = value(m, "s"), d = value(m, "d"), n = value(m, "n"), e = value(m, "e");
  auto const a = two_modes<std::int64_t>(s, 1, 2, d), b = two_modes<std::int64_t>(n, 1, 2, e);
  auto const r = composition(a, b);
  if (!r || n - 1 < e) return "";
  for (std::int64_t i = 0; i < size(b); ++i)
    if (evaluate(*r, i) != evaluate_extended(a.leaves, evaluate(b, i))) return "";
  return says("A = ", a, ", B = ", b, ": the intervals [1, ", n - 1, "] and [", e, ", ", e,
              "] meet, and A o B is a layout all the same");
}

}  // namespace

RefutedClaim composition_needs_disjoint_intervals() {
  return {"composition_needs_disjoint_intervals",
          "A o (B0, B1) is computed mode by mode only if the intervals of definition are disjoint",
          "Shah, definitions 2.16 and 2.17 read as necessary; they are sufficient", refute, replay};
}

}  // namespace colex::sym
