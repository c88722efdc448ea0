// SPDX-License-Identifier: MIT
// The theorem of laws/divide_permutes_the_layout.hpp.
#include "colex/laws/divide_permutes_the_layout.hpp"

#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::divide_permutes_the_layout;

/// The whole functions: A is shown tile by tile, and the variants have the same modes.
void prove(Proof& p) {
  auto const a = any_strides({2, 4});
  for (auto const& [s, d] : std::vector<std::pair<int, int>>{{2, 1}, {2, 2}, {4, 2}, {2, 4}}) {
    auto const b = leaf(Mode<Integer>{Integer(s), Integer(d)});
    p.part("A of extents (2,4) by " + std::to_string(s) + ":" + std::to_string(d), {}, [&] {
      auto const r = logical_divide(a, b), zipped = zipped_divide(a, b), tiled = tiled_divide(a, b),
                 side_by_side = flat_divide(a, b);
      p.claim("answered", Boolean(r && zipped && tiled && side_by_side));
      if (!r || !zipped || !tiled || !side_by_side) return;
      auto const grid = complement(b, Integer(8));
      p.claim("the variants have its modes",
              Boolean(Law::alike(*r, *zipped) && Law::alike(*r, *tiled) && Law::alike(*r, *side_by_side)));
      for (std::int64_t t = 0; t < s; ++t)
        for (std::int64_t g = 0; g < 8 / s; ++g)
          p.claim("A at B and its complement",
                  evaluate(*r, Integer(t + g * s)) ==
                      evaluate(a, evaluate(b, Integer(t)) + evaluate(*grid, Integer(g))));
    });
  }
}

}  // namespace

Theorem divide_permutes_the_layout() {
  return theorem<Law>(
      "divide_permutes_the_layout", prove, "; T43",
      {{Kind::coq, "as stated"},
       {Kind::extents,
        "the whole functions and their variants, A of extents (2,4) with any strides, four B of one mode"}},
      R"(A is composed with (B, B*), B* the strict complement of B in |A|; refused exactly where one of these is.)");
}

}  // namespace colex::sym
