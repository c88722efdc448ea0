// SPDX-License-Identifier: MIT
// The theorem of laws/divide_permutes_the_layout.hpp.
#include "colex/laws/divide_permutes_the_layout.hpp"

#include "catalogue.hpp"
#include "sym/layouts.hpp"

namespace colex::sym {

namespace {

using Law = laws::divide_permutes_the_layout;

/// What the shipped divide hands to composition, at every rank up to 2 of both sides.
void hands_over(Proof& p) {
  Integer const one(1);
  char const* const names[2][4] = {{"s0", "d0", "n0", "e0"}, {"s1", "d1", "n1", "e1"}};
  List<Mode<Integer>> left, right;
  std::vector<Boolean> given;
  for (int rank = 1; rank <= 2; ++rank) {
    auto const& n = names[rank - 1];
    left.push({p.integer(n[0]), p.integer(n[1])});
    right.push({p.integer(n[2]), p.integer(n[3])});
    given.push_back(both(left.back().shape >= one, right.back().shape >= one));
    p.part("A and (B, complement of B in size(A)) are composed, rank " + std::to_string(rank), given, [&] {
      Layout<Integer> const a = flat(left), b = flat(right);
      auto const grid = complement(b, size(a));
      int asked = 0;
      bool as_said = true;
      Work work;
      auto const r = detail::divide_by_tile(
          a, b, Cover::strict,
          [&](Layout<Integer> const& x, Layout<Integer> const& y) {
            ++asked;
            as_said = alike(x, a) && grid && colex::rank(y) == 2 && alike(entry(y, 0).leaves, b.leaves) &&
                      alike(entry(y, 1).leaves, grid.value.leaves);
            return Result<Layout<Integer>, Integer>::answer(y);
          },
          work);
      p.claim("or complement's refusal is handed on",
              Boolean(grid ? asked == 1 && as_said && bool(r)
                           : asked == 0 && r.refusal.condition == grid.refusal.condition));
    });
  }
}

/// The whole functions: A is shown tile by tile, and the variants have the same modes.
void whole(Proof& p) {
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

void prove(Proof& p) {
  hands_over(p);
  whole(p);
}

}  // namespace

Theorem divide_permutes_the_layout() {
  return {
      "divide_permutes_the_layout",
      Law::statement,
      std::string(Law::source) + "; T43",
      {{Kind::coq, "as stated"},
       {Kind::rank, "2: what is handed to composition"},
       {Kind::extents,
        "the whole functions and their variants, A of extents (2,4) with any strides, four B of one mode"}},
      R"(A is composed with (B, B*), B* the strict complement of B in |A|; refused exactly where one of these is.)",
      prove};
}

}  // namespace colex::sym
