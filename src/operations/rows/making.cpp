// SPDX-License-Identifier: MIT
// making layouts, coalesce, filter, sort.
#include "colex/colex.hpp"
#include "colex/cute.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using Strides = IntTuple<Checked> (*)(IntTuple<Checked> const&, Checked const&);

Answer compact(Call const& in, Strides strides) {
  auto const shape = in.shape(0);
  Checked const start = in.count() > 1 ? in.integer(1) : Checked(1);
  if (!product_fits(size(shape), start)) return refused(because<std::int64_t>(Condition::overflow));
  return strides(shape, start);
}

}  // namespace

std::vector<Row> making_rows() {
  return {
      {R"(make_layout(S: tuple, D: tuple)
  The layout of shape S and strides D (elements).
  needs: S and D nested alike, extents of at least 1
  errors: congruent shape_positive overflow
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 2.3; CuTe make_layout, layout.hpp
  C++: layout.hpp make_layout
  make_layout((4,(2,3)), (2,(1,8))) == (4,(2,3)):(2,(1,8))
  make_layout((4,8), 1) is refused: congruent: the arguments are not nested alike
  make_layout(0, 1) is refused: shape_positive)",
       [](Call const& in) { return answer(make_layout(in.tuple(0), in.tuple(1))); }},
      {R"(compact_col_major(S: shape, [start: integer])
  The strides of S counted colexicographically, the leftmost mode fastest, from start (default 1) on. Extent-1
  modes get stride 0.
  errors: overflow
  laws: edits_keep_the_other_modes
  source: CuTe compact_col_major, stride.hpp
  C++: layout.hpp compact_col_major
  compact_col_major((4,(1,3))) == (1,(0,4))
  compact_col_major((4,(1,3)), 2) == (2,(0,8))
  compact_col_major((1099511627776,4), 2199023255552) is refused: overflow)",
       [](Call const& in) { return compact(in, compact_col_major<Checked>); }},
      {R"(compact_row_major(S: shape, [start: integer])
  The strides of S counted lexicographically, the rightmost mode fastest, from start (default 1) on. Extent-1
  modes get stride 0.
  errors: overflow
  laws: edits_keep_the_other_modes
  source: CuTe compact_row_major, stride.hpp
  C++: make.hpp compact_row_major
  compact_row_major((4,(2,3))) == (6,(3,1))
  compact_row_major((4,8), 2) == (16,2))",
       [](Call const& in) { return compact(in, compact_row_major<Checked>); }},
      {R"(compact_order(S: shape, order: tuple)
  Compact strides that count modes of lower order first; equal orders count from left to right. An order leaf
  may stand for a whole tuple.
  needs: order as nested as S, or coarser
  errors: congruent overflow
  laws: edits_keep_the_other_modes
  source: CuTe compact_order, stride.hpp, which lets equal orders overlap
  C++: make.hpp compact_order
  compact_order((2,3,5), (2,0,1)) == (15,1,3)
  compact_order((3,3,4,2), (2,1,1,2)) == (12,1,3,36)
  compact_order((2,3), (0,1,2)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(compact_order(in.shape(0), in.tuple(1))); }},
      {R"(make_ordered_layout(S: shape, order: tuple)
  The layout of S with the strides of compact_order.
  needs: order as nested as S, or coarser
  errors: congruent overflow
  laws: edits_keep_the_other_modes
  source: CuTe make_ordered_layout, layout.hpp
  C++: make.hpp make_ordered_layout
  make_ordered_layout((2,3,5), (2,0,1)) == (2,3,5):(15,1,3)
  make_ordered_layout((2,3), (0,1,2)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(make_ordered_layout(in.shape(0), in.tuple(1))); }},
      {R"(domain_distribute(S: shape, n: integer)
  n points dealt out over S: their integral coordinates, increasing; each mode takes
  gcd(its extent, the points still to place). It exists exactly when n divides the size of S; under --convention cute
  fewer points are answered otherwise.
  errors: not_negative divides
  laws: partitions_cover_once
  source: CuTe domain_distribute, layout.hpp
  C++: distribute.hpp domain_distribute
  domain_distribute((6,4), 8) == (2,4):(1,6)
  domain_distribute((6,4), 9) is refused: divides: 24 is not a multiple of 9)",
       [](Call const& in) {
         return answer(in.cute() ? cute::domain_distribute(in.shape(0), in.integer(1))
                                 : domain_distribute(in.shape(0), in.integer(1)));
       }},
      {R"(make_layout_like(L: layout | swizzled)
  A compact layout of L's shape whose modes lie in the order of L's |strides|. Modes of stride 0 stay at 0. A
  swizzle does not count.
  errors: overflow not_negative overlap capacity in_domain
  laws: edits_keep_the_other_modes
  source: CuTe make_layout_like, layout.hpp
  C++: make.hpp make_layout_like
  make_layout_like((4,8):(16,1)) == (4,8):(8,1)
  make_layout_like((4,(2,3)):(6,(0,1))) == (4,(2,3)):(3,(0,1))
  make_layout_like(Sw<3,4,3> o 6 o (8,2):(2,16)) == (8,2):(1,8)
  make_layout_like(Sw<2,0,1> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) {
         return answer(make_layout_like(in.is_swizzled(0) ? checked(in.any(0).inner) : in.layout(0)));
       }},
      {R"(coalesce(L: layout | swizzled)
  The fewest modes that give the same function of the integral coordinate. Depth at most 1, 1:0 for one point;
  equal functions coalesce to equal layouts.
  errors: none
  laws: coalesce_preserves_the_map coalesce_is_a_normal_form
  source: Cecka, arXiv:2603.02298, 3.2; Colfax, arXiv:2601.05972, 2.3; CuTe coalesce, layout.hpp
  C++: coalesce.hpp coalesce
  coalesce((2,(1,6)):(1,(6,2))) == 12:1
  coalesce((2,1):(3,1)) == 2:3
  coalesce((4,8):(8,1)) == (4,8):(8,1)
  coalesce(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8))) == Sw<2,0,3> o 0 o 32:1)",
       [](Call const& in) { return Answer(coalesce(in.layout(0))); }},
      {R"(coalesce(L: layout | swizzled, P: tuple)
  Coalesces each part of L that lies at a leaf of P. Modes beyond P are kept.
  errors: congruent
  laws: none
  source: Cecka, arXiv:2603.02298, 3.2; CuTe coalesce(layout, profile), layout.hpp
  C++: filter.hpp coalesce
  coalesce((2,(1,6)):(1,(6,2)), (1,1)) == (2,6):(1,2)
  coalesce(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8)), (1,1)) == Sw<2,0,3> o 0 o (4,8):(1,4)
  coalesce(2:1, (1,1)) is refused: congruent)",
       [](Call const& in) { return answer(coalesce(in.layout(0), in.tuple(1))); }},
      {R"(coalesce_extended(L: layout | swizzled)
  Coalesces and keeps what the last mode does past its extent. That is how composition reads its left side.
  errors: none
  laws: coalesce_preserves_the_map
  source: Cecka, arXiv:2603.02298, 3.2; CuTe coalesce_x, layout.hpp
  C++: coalesce.hpp coalesce_extended
  coalesce_extended((4,1):(1,7)) == (4,1):(1,7)
  coalesce_extended((2,(1,6)):(1,(6,2))) == 12:1
  coalesce_extended(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8))) == Sw<2,0,3> o 0 o 32:1)",
       [](Call const& in) { return whole(coalesce_extended(in.layout(0))); }},
      {R"(filter(L: layout | swizzled)
  L without modes of stride 0 or extent 1, coalesced. The same image, each offset no more often; 1:0 where
  nothing is left.
  errors: none
  laws: complement_is_disjoint
  source: CuTe filter, layout.hpp
  C++: filter.hpp filter
  filter((2,(3,4)):(1,(0,2))) == 8:1
  filter((2,3):(0,0)) == 1:0
  filter(Sw<1,0,2> o 0 o (2,4):(0,2)) == Sw<1,0,2> o 0 o 4:2)",
       [](Call const& in) { return whole(filter(in.layout(0))); }},
      {R"(filter_zeros(L: layout | swizzled)
  Modes of stride 0 get extent 1; the profile and the image stay.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe filter_zeros, layout.hpp
  C++: filter.hpp filter_zeros
  filter_zeros((2,(3,4)):(1,(0,2))) == (2,(1,4)):(1,(0,2))
  filter_zeros(4:1) == 4:1
  filter_zeros(Sw<1,0,2> o 0 o (2,4):(0,2)) == Sw<1,0,2> o 0 o (1,4):(0,2))",
       [](Call const& in) { return whole(filter_zeros(in.layout(0))); }},
      {R"(filter(L: layout | swizzled, P: tuple)
  Filters each part of L that lies at a leaf of P. Modes beyond P are kept.
  errors: congruent
  laws: complement_is_disjoint
  source: CuTe filter(layout, profile), layout.hpp
  C++: filter.hpp filter
  filter(((2,3),4):((1,0),0), (1,1)) == (2,1):(1,0)
  filter(Sw<1,0,2> o 0 o (2,4):(0,2), (1,1)) == Sw<1,0,2> o 0 o (1,4):(0,2)
  filter(2:1, (1,1)) is refused: congruent)",
       [](Call const& in) { return answer(filter(in.layout(0), in.tuple(1))); }},
      {R"(sort(L: layout | swizzled)
  The modes in order of stride, flat; equal strides keep their order. The same image, counted otherwise.
  errors: none
  laws: complement_is_disjoint
  source: Colfax, arXiv:2601.05972, 2.1; CuTe sort
  C++: filter.hpp sort
  sort((4,8):(8,1)) == (8,4):(1,8)
  sort((2,(3,2)):(6,(1,3))) == (3,2,2):(1,3,6)
  sort(Sw<3,4,3> o 0 o (8,8):(8,1)) == Sw<3,4,3> o 0 o (8,8):(1,8))",
       [](Call const& in) { return whole(sort(in.layout(0))); }},
  };
}

}  // namespace colex::cli
