// SPDX-License-Identifier: MIT
// The manual: size, values and coordinates. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::measures[] = R"(Sizes, values and coordinates

size(L: layout)
  The number of points of the domain: the product of the extents. size(()) is 1.
  errors: none
  laws: evaluate_is_colexicographic coalesce_preserves_the_map
  source: Cecka, arXiv:2603.02298, 2.2; CuTe size, layout.hpp
  C++: layout.hpp size
  shell: colex size LAYOUT
  size((4,(2,3))) == 24
  size(()) == 1

cosize(L: layout)
  1 + the sum of (extent - 1) * |stride|, in elements. Equal to extent unless a stride is negative.
  errors: none
  laws: none
  source: CuTe cosize, layout.hpp
  C++: layout.hpp cosize
  shell: colex cosize LAYOUT
  cosize((4,8):(1,5)) == 39
  cosize(4:-3) == 10

extent(L: layout)
  The largest offset + 1, in elements: what a buffer must hold when no stride is negative.
  errors: none
  laws: none
  source: T61's bound made exact; docs/semantics.md
  C++: layout.hpp extent
  shell: colex extent LAYOUT
  extent((2,4):(2,2)) == 9
  extent(4:-3) == 1

rank(L: layout)
  The number of modes at the top. An integer has rank 1.
  errors: none
  laws: none
  source: CuTe rank, layout.hpp
  C++: nested.hpp rank
  shell: colex rank LAYOUT
  rank((4,(2,3))) == 2
  rank(8:1) == 1

depth(L: layout)
  How deep the profile nests. An integer has depth 0, a flat tuple 1.
  errors: none
  laws: none
  source: CuTe depth, layout.hpp
  C++: nested.hpp depth
  shell: colex depth LAYOUT
  depth((4,(2,3))) == 2
  depth(8:1) == 0

eval(L: layout, [c: coordinate])
  The offset (elements) at a coordinate, or all offsets in colexicographic order. The coordinate may be
  integral, natural or anything between, and must lie in the domain.
  needs: at most 2^20 values where no coordinate is given
  errors: congruent in_domain capacity
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.3; CuTe Layout::operator(), layout.hpp
  C++: layout.hpp evaluate
  shell: colex eval LAYOUT [COORDINATE]
  eval((2,2):(3,1)) == [0,3,1,4]
  eval((4,(2,4)):(2,(1,8)), (2,(0,1))) == 12
  eval(4:1, 4) is refused: in_domain: 4 is not below 4

crd2idx(c: coordinate, L: layout)
  The offset (elements) of a coordinate; the last mode under an entry runs on past its extent, as in CuTe.
  needs: entries of at least 0; all but the last mode under an entry below their extent
  errors: congruent in_domain overflow
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.3; CuTe crd2idx, stride.hpp
  C++: coordinate.hpp crd2idx
  shell: colex crd2idx COORDINATE LAYOUT
  crd2idx((2,(0,1)), (4,(2,4)):(2,(1,8))) == 12
  crd2idx(13, (4,3):(3,1)) == 6
  crd2idx((1,2,3), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike

crd2idx_shape(c: coordinate, S: shape)
  The position of a coordinate in a shape, counted colexicographically; the last mode under an entry runs on.
  needs: entries of at least 0
  errors: congruent in_domain overflow
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.2; CuTe crd2idx, stride.hpp
  C++: coordinate.hpp crd2idx
  crd2idx_shape((2,6,0), (4,8,3)) == 26
  crd2idx_shape((2,(1,2)), (3,(2,3))) == 17
  crd2idx_shape((1,2), 8) is refused: congruent: the arguments are not nested alike

idx2crd(i: coordinate, S: shape)
  The natural coordinate of an index, or of a coordinate of any nesting; the last mode under an entry takes
  what is left.
  needs: entries of at least 0
  errors: congruent in_domain
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 2.2; CuTe idx2crd, stride.hpp
  C++: domain.hpp idx2crd
  shell: colex idx2crd INDEX SHAPE
  idx2crd(16, (3,(2,3))) == (1,(1,2))
  idx2crd((2,5), (3,(2,3))) == (2,(1,2))
  idx2crd(3, ()) is refused: in_domain: 3 is not below 1

crd2crd(c: coordinate, S: shape, T: shape)
  The coordinate of T at the position that c has in S.
  needs: entries of at least 0; the position below size(T), or T's last mode takes what is left
  errors: congruent overflow
  laws: evaluate_is_colexicographic
  source: CuTe crd2crd, stride.hpp
  C++: coordinate.hpp crd2crd
  crd2crd((1,1), (2,3), 6) == 3
  crd2crd(5, 12, (4,3)) == (1,1)
  crd2crd((1,1), 6, (2,3)) is refused: congruent: the arguments are not nested alike

get_1d_coord(L: layout, offset: integer)
  An index i with L(i) == offset, the inverse question to eval. Where several have it, the one with digits
  (offset / stride) % extent when that one fits.
  errors: surjective undecided
  laws: none
  source: CuTe Layout::get_1d_coord, layout.hpp, which is right for compact layouts only
  C++: locate.hpp preimage
  get_1d_coord((4,8):(8,1), 19) == 14
  get_1d_coord((2,2):(2,3), 4) is refused: surjective: no coordinate has offset 4

get_hier_coord(L: layout, offset: integer)
  The natural coordinate with the given offset.
  errors: surjective undecided
  laws: none
  source: CuTe Layout::get_hier_coord, layout.hpp, which is right for compact layouts only
  C++: locate.hpp get_hier_coord
  get_hier_coord((4,(2,4)):(8,(4,1)), 14) == (1,(1,2))
  get_hier_coord(4:2, 3) is refused: surjective: no coordinate has offset 3

get_flat_coord(L: layout, offset: integer)
  The coordinate with the given offset, one entry a mode.
  errors: surjective undecided
  laws: none
  source: CuTe Layout::get_flat_coord, layout.hpp, which is right for compact layouts only
  C++: locate.hpp get_flat_coord
  get_flat_coord((4,(2,4)):(8,(4,1)), 14) == (1,5)
  get_flat_coord(4:2, 3) is refused: surjective: no coordinate has offset 3
)";
