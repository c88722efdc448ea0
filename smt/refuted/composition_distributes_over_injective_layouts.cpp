// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/composition.hpp"
#include "colex/structure.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

/// A = (6,2):(1,d), B = (3,2):(2,e1).
void refute(Refutation& r) {
  Integer const d = r.integer("d"), e0(2), e1 = r.integer("e1");
  // B is injective: 0, e0, 2*e0 and the same plus e1 are six offsets
  r.part({d >= Integer(1), e1 >= Integer(1), e1 != e0, e1 != Integer(2) * e0}, [&] {
    detail::Outer<Integer> const a{
        coalesce_extended(two_modes(Integer(6), Integer(1), Integer(2), d).leaves)};
    List<Integer> digits;
    digits.fill(a.modes.count - 1);
    auto const first = detail::compose_textbook(a, Mode<Integer>{Integer(3), e0}, digits);
    auto const second = detail::compose_textbook(a, Mode<Integer>{Integer(2), e1}, digits);
    if (!first || !second) return;
    // the last coordinate, (2,1)
    r.claim(evaluate(flat(*first), Integer(2)) + evaluate(flat(*second), Integer(1)) ==
            evaluate_extended(a.modes, Integer(2) * e0 + e1));
  });
}

std::string replay(Model const& m) {
  auto const a = two_modes<std::int64_t>(6, 1, 2, value(m, "d"));
  Mode<std::int64_t> const b0{3, 2}, b1{2, value(m, "e1")};
  auto const b = join(leaf(b0), leaf(b1));
  auto const first = composition(a, leaf(b0)), second = composition(a, leaf(b1));
  if (!first || !second || composition(a, b)) return "";
  auto const apart = evaluate(*first, std::int64_t{2}) + evaluate(*second, std::int64_t{1});
  auto const together = evaluate_extended(a.leaves, evaluate(b, std::int64_t{5}));
  if (apart == together) return "";
  return says("A = ", a, ", B = ", b, ", injective: mode by mode ", apart, " at 5, A(B(5)) = ", together);
}

}  // namespace

RefutedClaim composition_distributes_over_injective_layouts() {
  return {"composition_distributes_over_injective_layouts",
          "when B is injective, A o (B0, B1) = (A o B0, A o B1)",
          "CUTLASS, media/docs/cpp/cute/02_layout_algebra.md, composition: left-distributive", refute,
          replay};
}

}  // namespace colex::sym
