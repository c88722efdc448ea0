// SPDX-License-Identifier: MIT
// size, values and coordinates.
#include <fmt/format.h>

#include "colex/any_decide.hpp"
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

/// Every value in order, or the one at a coordinate inside the domain.
Answer values(Call const& in) {
  auto const layout = in.layout(0);
  if (in.count() > 1) {
    auto const coordinate = in.tuple(1);
    if (auto const why = inside(coordinate, shape(layout), Last::ends); why.condition != Condition::none)
      return refused(why);
    return answer(crd2idx(coordinate, layout));
  }
  auto const points = size(layout).value();
  if (points > kMaxValues)
    throw Failure("capacity",
                  fmt::format("capacity: {} values, and the table ends at 2^20; give a coordinate", points));
  in.take(points);
  Table table;
  for (std::int64_t i = 0; i < points; ++i) table.push_back(evaluate(layout, Checked(i)).value());
  return table;
}

/// The last mode under an entry runs on past its extent.
Answer offset_in_layout(Call const& in) {
  auto const coordinate = in.tuple(0);
  auto const layout = in.layout(1);
  if (auto const why = inside(coordinate, shape(layout), Last::runs_on); why.condition != Condition::none)
    return refused(why);
  auto const plain_offset = accept(crd2idx(coordinate, layout));
  if (!in.is_swizzled(1)) return plain_offset;
  auto const all = in.any(1);
  Checked const at = Checked(all.offset) + plain_offset;
  if (at < Checked(0)) return refused(because<std::int64_t>(Condition::not_negative, at.value()));
  if (auto const why = admissible(all.outer, at.value()); why.condition != Condition::none)
    return refused(why);
  return Answer::number(all.outer(at.value()));
}

Answer position_in_shape(Call const& in) {
  auto const coordinate = in.tuple(0), shape = in.shape(1);
  if (auto const why = inside(coordinate, shape, Last::runs_on); why.condition != Condition::none)
    return refused(why);
  return answer(crd2idx(coordinate, shape));
}

}  // namespace

std::vector<Row> measures_rows() {
  return {
      {R"(size(L: layout)
  The number of points of the domain: the product of the extents. size(()) is 1.
  errors: none
  laws: evaluate_is_colexicographic coalesce_preserves_the_map
  source: Cecka, arXiv:2603.02298, 2.2; CuTe size, layout.hpp
  C++: layout.hpp size
  size((4,(2,3))) == 24
  size(()) == 1)",
       [](Call const& in) { return Answer(size(in.layout(0))); }},
      {R"(cosize(L: layout | swizzled)
  1 + the sum of (extent - 1) * |stride|, in elements. Equal to extent unless a stride is negative.
  errors: none
  laws: evaluate_is_colexicographic
  source: CuTe cosize, layout.hpp
  C++: layout.hpp cosize
  cosize((4,8):(1,5)) == 39
  cosize(4:-3) == 10
  cosize(Sw<2,0,3> o 0 o 9:1) == 9)",
       [](Call const& in) { return Answer(cosize(in.layout(0))); }},
      {R"(extent(L: layout)
  The largest offset + 1, in elements: what a buffer must hold when no stride is negative.
  errors: none
  laws: evaluate_is_colexicographic
  source: T61's bound made exact; docs/01_semantics.md
  C++: layout.hpp extent
  extent((2,4):(2,2)) == 9
  extent(4:-3) == 1)",
       [](Call const& in) { return Answer(extent(in.layout(0))); }},
      {R"(rank(L: layout | swizzled)
  The number of modes at the top. An integer has rank 1.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe rank, layout.hpp
  C++: nested.hpp rank
  rank((4,(2,3))) == 2
  rank(8:1) == 1
  rank(Sw<3,4,3> o 0 o (8,8):(8,1)) == 2)",
       [](Call const& in) { return Answer::number(rank(in.layout(0))); }},
      {R"(depth(L: layout | swizzled)
  How deep the profile nests. An integer has depth 0, a flat tuple 1.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe depth, layout.hpp
  C++: nested.hpp depth
  depth((4,(2,3))) == 2
  depth(8:1) == 0
  depth(Sw<3,4,3> o 0 o (8,8):(8,1)) == 1)",
       [](Call const& in) { return Answer::number(depth(in.layout(0))); }},
      {R"(evaluate(L: layout, [c: coordinate])
  The offset (elements) at a coordinate, or all offsets in colexicographic order. The coordinate may be
  integral, natural or anything between, and must lie in the domain.
  needs: at most 2^20 values where no coordinate is given
  errors: congruent in_domain capacity undecided
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.3; CuTe Layout::operator(), layout.hpp
  C++: layout.hpp evaluate
  evaluate((2,2):(3,1)) == [0,3,1,4]
  evaluate((4,(2,4)):(2,(1,8)), (2,(0,1))) == 12
  evaluate(4:1, 4) is refused: in_domain: 4 is not below 4)",
       values},
      {R"(crd2idx(c: coordinate, S: shape)
  The position of a coordinate in a shape, counted colexicographically; the last mode under an entry runs on.
  needs: entries of at least 0
  errors: congruent in_domain overflow
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.2; CuTe crd2idx, stride.hpp
  C++: coordinate.hpp crd2idx
  crd2idx((2,6,0), (4,8,3)) == 26
  crd2idx((2,(1,2)), (3,(2,3))) == 17
  crd2idx((1,2), 8) is refused: congruent: the arguments are not nested alike)",
       position_in_shape},
      {R"(crd2idx(c: coordinate, L: layout | swizzled)
  The offset (elements) of a coordinate; the last mode under an entry runs on past its extent, as in CuTe.
  needs: entries of at least 0; all but the last mode under an entry below their extent
  errors: congruent in_domain overflow not_negative overlap capacity
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.3; CuTe crd2idx, stride.hpp
  C++: coordinate.hpp crd2idx
  crd2idx((2,(0,1)), (4,(2,4)):(2,(1,8))) == 12
  crd2idx(13, (4,3):(3,1)) == 6
  crd2idx((3,2), Sw<3,4,3> o 0 o (8,8):(8,1)) == 26
  crd2idx((1,2,3), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike)",
       offset_in_layout},
      {R"(idx2crd(index: coordinate, S: shape)
  The natural coordinate of an index, or of a coordinate of any nesting; the last mode under an entry takes
  what is left.
  needs: entries of at least 0
  errors: congruent in_domain
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.2; CuTe idx2crd, stride.hpp
  C++: domain.hpp idx2crd
  idx2crd(16, (3,(2,3))) == (1,(1,2))
  idx2crd((2,5), (3,(2,3))) == (2,(1,2))
  idx2crd(3, ()) is refused: in_domain: 3 is not below 1)",
       [](Call const& in) { return answer(idx2crd(in.tuple(0), in.shape(1))); }},
      {R"(crd2crd(c: coordinate, S: shape, T: shape)
  The coordinate of T at the position that c has in S.
  needs: entries of at least 0; the position below size(T), or T's last mode takes what is left
  errors: congruent overflow
  laws: none
  source: CuTe crd2crd, stride.hpp
  C++: coordinate.hpp crd2crd
  crd2crd((1,1), (2,3), 6) == 3
  crd2crd(5, 12, (4,3)) == (1,1)
  crd2crd((1,1), 6, (2,3)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(crd2crd(in.tuple(0), in.shape(1), in.shape(2))); }},
      {R"(get_1d_coord(L: layout | swizzled, offset: integer)
  An index i with L(i) == offset, the inverse question to evaluate. Where several have it, the one with digits
  (offset / stride) % extent when that one fits.
  errors: surjective undecided not_negative overlap capacity overflow in_domain
  laws: injective_is_exact any_layouts_are_exact
  source: CuTe Layout::get_1d_coord, layout.hpp, which is right for compact layouts only
  C++: locate.hpp get_1d_coord
  get_1d_coord((4,8):(8,1), 19) == 14
  get_1d_coord(Sw<1,0,2> o 0 o (2,4):(4,1), 5) == 1
  get_1d_coord((2,2):(2,3), 4) is refused: surjective: no coordinate has offset 4)",
       [](Call const& in) {
         if (in.is_swizzled(0)) return answer(get_1d_coord(in.any(0), in.integer(1).value(), in.budget()));
         return answer(get_1d_coord(in.layout(0), in.integer(1), in.budget()));
       }},
      {R"(get_hier_coord(L: layout | swizzled, offset: integer)
  The natural coordinate with the given offset.
  errors: surjective undecided not_negative overlap capacity overflow in_domain
  laws: injective_is_exact
  source: CuTe Layout::get_hier_coord, layout.hpp, which is right for compact layouts only
  C++: locate.hpp get_hier_coord
  get_hier_coord((4,(2,4)):(8,(4,1)), 14) == (1,(1,2))
  get_hier_coord(Sw<1,0,2> o 0 o (2,4):(4,1), 5) == (1,0)
  get_hier_coord(4:2, 3) is refused: surjective: no coordinate has offset 3)",
       [](Call const& in) {
         if (in.is_swizzled(0)) return answer(get_hier_coord(in.any(0), in.integer(1).value(), in.budget()));
         return answer(get_hier_coord(in.layout(0), in.integer(1), in.budget()));
       }},
      {R"(get_flat_coord(L: layout | swizzled, offset: integer)
  The coordinate with the given offset, one entry per mode.
  errors: surjective undecided not_negative overlap capacity overflow in_domain
  laws: injective_is_exact
  source: CuTe Layout::get_flat_coord, layout.hpp, which is right for compact layouts only
  C++: locate.hpp get_flat_coord
  get_flat_coord((4,(2,4)):(8,(4,1)), 14) == (1,5)
  get_flat_coord(Sw<1,0,2> o 0 o (2,4):(4,1), 5) == (1,0)
  get_flat_coord(4:2, 3) is refused: surjective: no coordinate has offset 3)",
       [](Call const& in) {
         if (in.is_swizzled(0)) return answer(get_flat_coord(in.any(0), in.integer(1).value(), in.budget()));
         return answer(get_flat_coord(in.layout(0), in.integer(1), in.budget()));
       }},
  };
}

}  // namespace colex::cli
