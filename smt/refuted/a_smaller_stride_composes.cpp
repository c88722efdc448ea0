// SPDX-License-Identifier: MIT
// Expect: refuted.
#include "catalogue.hpp"
#include "colex/composition.hpp"
#include "colex/structure.hpp"
#include "refuted/replay.hpp"

namespace colex::sym {

namespace {

/// The published fold for A = (c,2):(d0,d1) and B = shape:stride, which admits a stride below the extent c.
template <Number Int>
Layout<Int> guarded_by_less(Int const& c, Int const& d0, Int const& d1, Int const& shape, Int const& stride) {
  Int const low = c / stride + (c % stride == Int(0) ? Int(0) : Int(1));  // rounded up
  Int const taken = low < shape ? low : shape;
  return two_modes(taken, Int(d0 * stride), Int(shape / taken), d1);
}

void refute(Refutation& r) {
  Integer const c = r.integer("c"), d0(1), d1 = r.integer("d1"), e(2), shape(4);
  r.part({c > e, d1 > Integer(0)}, [&] {
    auto const answer = guarded_by_less(c, d0, d1, shape, e);
    if (size(answer) != shape) return;  // the published test of the extent
    for (int i = 0; i < 4; ++i)
      r.claim(evaluate(answer, Integer(i)) ==
              evaluate_extended(two_modes(c, d0, Integer(2), d1).leaves, Integer(i) * e));
  });
}

std::string replay(Model const& m) {
  std::int64_t const c = value(m, "c"), d0 = 1, d1 = value(m, "d1"), e = 2;
  auto const a = two_modes<std::int64_t>(c, d0, 2, d1),
             answer = guarded_by_less<std::int64_t>(c, d0, d1, 4, e);
  auto const shipped = composition(a, leaf(Mode<std::int64_t>{4, e}));
  for (std::int64_t i = 0; i < 4; ++i) {
    auto const truth = evaluate_extended(a.leaves, i * e);
    if (shipped && evaluate(*shipped, i) != truth) return "";
    if (evaluate(answer, i) != truth)
      return says("A = ", a, ", B = 4:", e, ": the fold gives ", answer, ", ", evaluate(answer, i), " at ", i,
                  ", A(B(", i, ")) = ", truth);
  }
  return "";
}

}  // namespace

RefutedClaim a_smaller_stride_composes() {
  return {"a_smaller_stride_composes",
          "A o (s:r) may be folded at a mode of extent c when c divides r or r < c",
          "CUTLASS, include/cute/layout.hpp, composition: the stride divisibility assertion", refute, replay};
}

}  // namespace colex::sym
