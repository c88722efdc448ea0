// SPDX-License-Identifier: MIT
// The manual: coordinates as values, and the lexicographic count. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::counting[] = R"(Coordinates as values; the lexicographic count

identity_layout(S: shape)
  The layout whose value at a coordinate is that coordinate: strides E<0>, E<1> and so on, one a leaf.
  needs: at most 8 leaves
  errors: capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.3; CuTe make_identity_layout, layout.hpp; arithmetic_tuple.hpp
  C++: basis.hpp identity_layout
  identity_layout((4,(2,4))) == (4,(2,4)):(E<0>,(E<1>,E<2>))
  identity_layout((1,1,1,1,1,1,1,1,1)) is refused: capacity

make_identity_layout(S: shape)
  identity_layout by CuTe's name; see there.
  needs: at most 8 leaves
  errors: capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.3; CuTe make_identity_layout, layout.hpp
  C++: basis.hpp make_identity_layout
  make_identity_layout((4,8)) == (4,8):(E<0>,E<1>)
  make_identity_layout((1,1,1,1,1,1,1,1,1)) is refused: capacity

identity_composition(S: shape, L: layout)
  The coordinates of S that L visits: identity_layout(S) o L.
  needs: at most 8 leaves in S; strides of L of at least 0
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: Cecka, arXiv:2603.02298, 3.3; CuTe composition, arithmetic_tuple.hpp
  C++: basis.hpp scalars
  identity_composition((4,8), (2,4):(2,8)) == (2,4):(2E<0>,2E<1>)
  identity_composition((4,8), 8:5) == (4,2):(E<0>+E<1>,5E<1>)
  identity_composition((6,4), 4:4) is refused: additive

lex_make_layout(S: shape)
  The compact layout of S, the rightmost mode of stride 1.
  errors: overflow
  laws: none
  source: PyTorch torch.distributed._pycute; CuTe LayoutRight
  C++: lexicographic.hpp make_layout
  lex_make_layout((2,3)) == (2,3):(3,1)
  lex_make_layout((4,(2,3))) == (4,(2,3)):(6,(3,1))

lex_eval(L: layout, i: integer)
  The offset (elements) at an index counted lexicographically, the rightmost mode fastest.
  needs: 0 <= i < size(L)
  errors: in_domain
  laws: evaluate_is_colexicographic
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp evaluate
  lex_eval((2,3):(3,1), 4) == 4
  lex_eval((2,3):(1,2), 1) == 2
  lex_eval((2,3):(3,1), 6) is refused: in_domain: 6 is not below 6

lex_idx2crd(i: integer, S: shape)
  The natural coordinate of an index counted lexicographically; the first mode takes what is left.
  needs: i at least 0
  errors: in_domain
  laws: evaluate_is_colexicographic
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp idx2crd
  lex_idx2crd(4, (2,3)) == (1,1)
  lex_idx2crd(-1, (2,3)) is refused: in_domain: -1 is below 0

lex_coalesce(L: layout)
  The fewest modes that give the same function of the lexicographic index.
  errors: none
  laws: coalesce_preserves_the_map coalesce_is_a_normal_form
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp coalesce
  lex_coalesce((2,3):(3,1)) == 6:1
  lex_coalesce((2,3):(1,2)) == (2,3):(1,2)

lex_composition(A: layout, B: layout)
  c -> A(B(c)), both counted lexicographically; A's first mode runs on.
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp composition
  lex_composition((4,8):(8,1), (2,8):(16,1)) == (2,8):(16,1)
  lex_composition((4,6):(7,1), 4:4) is refused: additive

lex_complement(L: layout, M: integer)
  complement, its modes in the lexicographic order.
  needs: M at least 1
  errors: cotarget_positive stride_positive stride_divides cotarget_divides overflow capacity
  laws: complement_tiles_the_codomain complement_is_ordered complement_is_disjoint
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp complement
  lex_complement(4:2, 8) == 2:1
  lex_complement(8:2, 32) == (2,2):(16,1)
  lex_complement(4:3, 16) is refused: cotarget_divides: 12 does not divide 16

lex_right_inverse(L: layout)
  right_inverse, both sides counted lexicographically.
  errors: undecided
  laws: right_inverse_undoes_layout
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp right_inverse
  lex_right_inverse((4,8):(1,4)) == (8,4):(1,8)
  lex_right_inverse((4,6):(5,1)) == (4,5):(6,1)
)";
