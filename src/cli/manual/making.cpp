// SPDX-License-Identifier: MIT
// The manual: making layouts, coalesce, filter, sort. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::making[] = R"(Making layouts; coalesce, filter and sort

make_layout(S: tuple, D: tuple)
  The layout of shape S and strides D (elements).
  needs: S and D nested alike, extents of at least 1
  errors: congruent shape_positive overflow
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.3; CuTe make_layout, layout.hpp
  C++: layout.hpp make_layout
  make_layout((4,(2,3)), (2,(1,8))) == (4,(2,3)):(2,(1,8))
  make_layout((4,8), 1) is refused: congruent: the arguments are not nested alike
  make_layout(0, 1) is refused: shape_positive

compact_col_major(S: shape, [start: integer])
  The strides of S counted colexicographically, the leftmost mode fastest, from start (default 1) on. Extent-1
  modes get stride 0.
  errors: overflow
  laws: none
  source: CuTe compact_col_major, stride.hpp
  C++: layout.hpp compact_col_major
  compact_col_major((4,(1,3))) == (1,(0,4))
  compact_col_major((4,(1,3)), 2) == (2,(0,8))
  compact_col_major((1099511627776,4), 2199023255552) is refused: overflow

compact_row_major(S: shape, [start: integer])
  The strides of S counted lexicographically, the rightmost mode fastest, from start (default 1) on. Extent-1
  modes get stride 0.
  errors: overflow
  laws: none
  source: CuTe compact_row_major, stride.hpp
  C++: make.hpp compact_row_major
  compact_row_major((4,(2,3))) == (6,(3,1))
  compact_row_major((4,8), 2) == (16,2)

compact_order(S: shape, order: tuple)
  Compact strides that count modes of lower order first; equal orders count from left to right. An order leaf
  may stand for a whole tuple.
  needs: order as nested as S, or coarser
  errors: congruent overflow
  laws: none
  source: CuTe compact_order, stride.hpp, which lets equal orders overlap
  C++: make.hpp compact_order
  compact_order((2,3,5), (2,0,1)) == (15,1,3)
  compact_order((3,3,4,2), (2,1,1,2)) == (12,1,3,36)
  compact_order((2,3), (0,1,2)) is refused: congruent: the arguments are not nested alike

make_ordered_layout(S: shape, order: tuple)
  The layout of S with the strides of compact_order.
  needs: order as nested as S, or coarser
  errors: congruent overflow
  laws: none
  source: CuTe make_ordered_layout, layout.hpp
  C++: make.hpp make_ordered_layout
  make_ordered_layout((2,3,5), (2,0,1)) == (2,3,5):(15,1,3)
  make_ordered_layout((2,3), (0,1,2)) is refused: congruent: the arguments are not nested alike

domain_distribute(S: shape, n: integer)
  n points dealt out over S: their integral coordinates, increasing, as many along each mode as its extent and
  what is left of n have in common. It exists exactly when n divides the size of S; CuTe answers fewer points
  otherwise.
  errors: not_negative divides
  laws: none
  source: CuTe domain_distribute, layout.hpp
  C++: distribute.hpp domain_distribute
  domain_distribute((6,4), 8) == (2,4):(1,6)
  domain_distribute((6,4), 9) is refused: divides: 24 is not a multiple of 9

make_layout_like(L: layout)
  A compact layout of L's shape whose modes lie in the order of L's |strides|. Modes of stride 0 stay at 0.
  errors: overflow
  laws: none
  source: CuTe make_layout_like, layout.hpp
  C++: make.hpp make_layout_like
  make_layout_like((4,8):(16,1)) == (4,8):(8,1)
  make_layout_like((4,(2,3)):(6,(0,1))) == (4,(2,3)):(3,(0,1))

coalesce(L: layout)
  The fewest modes that give the same function of the integral coordinate. Depth at most 1, 1:0 for one point;
  equal functions coalesce to equal layouts.
  errors: none
  laws: coalesce_preserves_the_map coalesce_is_a_normal_form
  source: Cecka, arXiv:2603.02298, 3.2; Colfax, arXiv:2601.05972, 2.3; CuTe coalesce, layout.hpp
  C++: coalesce.hpp coalesce
  shell: colex coalesce LAYOUT
  coalesce((2,(1,6)):(1,(6,2))) == 12:1
  coalesce((2,1):(3,1)) == 2:3
  coalesce((4,8):(8,1)) == (4,8):(8,1)

coalesce_profile(L: layout, P: tuple)
  Coalesces each part of L that lies at a leaf of P. Modes beyond P are kept.
  errors: congruent
  laws: coalesce_preserves_the_map
  source: Cecka, arXiv:2603.02298, 3.2; CuTe coalesce(layout, profile), layout.hpp
  C++: filter.hpp coalesce_by
  coalesce_profile((2,(1,6)):(1,(6,2)), (1,1)) == (2,6):(1,2)
  coalesce_profile(2:1, (1,1)) is refused: congruent

coalesce_extended(L: layout)
  Coalesces and keeps what the last mode does past its extent. That is how composition reads its left side.
  errors: none
  laws: coalesce_preserves_the_map
  source: Cecka, arXiv:2603.02298, 3.2; CuTe coalesce_x, layout.hpp
  C++: coalesce.hpp coalesce_extended
  coalesce_extended((4,1):(1,7)) == (4,1):(1,7)
  coalesce_extended((2,(1,6)):(1,(6,2))) == 12:1

filter(L: layout)
  L without modes of stride 0 or extent 1, coalesced. The same image, each offset no more often; 1:0 where
  nothing is left.
  errors: none
  laws: coalesce_preserves_the_map
  source: CuTe filter, layout.hpp
  C++: filter.hpp filter
  filter((2,(3,4)):(1,(0,2))) == 8:1
  filter((2,3):(0,0)) == 1:0

filter_zeros(L: layout)
  Modes of stride 0 get extent 1; the profile and the image stay.
  errors: none
  laws: none
  source: CuTe filter_zeros, layout.hpp
  C++: filter.hpp filter_zeros
  filter_zeros((2,(3,4)):(1,(0,2))) == (2,(1,4)):(1,(0,2))
  filter_zeros(4:1) == 4:1

filter_profile(L: layout, P: tuple)
  Filters each part of L that lies at a leaf of P. Modes beyond P are kept.
  errors: congruent
  laws: coalesce_preserves_the_map
  source: CuTe filter(layout, profile), layout.hpp
  C++: filter.hpp filter_by
  filter_profile(((2,3),4):((1,0),0), (1,1)) == (2,1):(1,0)
  filter_profile(2:1, (1,1)) is refused: congruent

sort(L: layout)
  The modes in order of stride, flat; equal strides keep their order. The same image, counted otherwise.
  errors: none
  laws: none
  source: Colfax, arXiv:2601.05972, 2.1; CuTe sort
  C++: filter.hpp sort
  sort((4,8):(8,1)) == (8,4):(1,8)
  sort((2,(3,2)):(6,(1,3))) == (3,2,2):(1,3,6)
)";
