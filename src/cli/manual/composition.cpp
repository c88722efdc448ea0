// SPDX-License-Identifier: MIT
// The manual: composition and complement. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::composition[] = R"(Composition and complement

composition(A: layout, B: layout)
  The layout i -> A(B(i)), nested as B is. Exact: refused only where no such layout exists, and then with an
  index, the offset that its modes force there and the right one. A's last mode runs on past its extent;
  with "bounded": true A ends at its size. An integer n as B is n:1.
  needs: strides of B of at least 0 where A has several modes
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: Cecka, arXiv:2603.02298, 3.3; Shah 2.12-2.18; CuTe composition, layout.hpp
  C++: composition.hpp composition
  shell: colex compose A B [--bounded]
  composition((4,6,8,10):(2,3,5,7), 6:12) == (2,3):(9,5)
  composition((8,8):(24,5), 4:5) == (2,2):(120,53)
  composition((6,4):(1,7), 4:4) is refused: additive: no layout gives A(B(i)): at index 3 the modes before it force 13, A(B(3)) = 14
  composition(4:1, 8:1, Domain::bounded) is refused: in_domain: 7 is not below 4

composition_tiler(A: layout, T: tiler)
  A composed with each tile of T mode by mode; `_` leaves a mode alone, an integer n is n:1. The modes that a
  short tiler does not reach are kept; under --convention cute they are dropped.
  needs: no more entries in T than A has modes
  errors: congruent in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: Cecka, arXiv:2603.02298, 3.3; CuTe composition(layout, tiler), layout.hpp
  C++: tiler.hpp composition
  composition_tiler((4,8):(1,4), (2)) == (2,8):(1,4)
  composition_tiler((4,8):(1,4), (2), Rest::drop) == (2):(1)
  composition_tiler((4,8):(1,4), (2,_)) == (2,8):(1,4)
  composition_tiler((4,8):(1,4), (2,2,2)) is refused: congruent: the arguments are not nested alike

admissible_composition(A: layout, B: layout)
  Which of three A o B is: textbook, representable all the same, or no layout. Textbook: the divisibility
  conditions hold. No layout: with an index that breaks it.
  errors: undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: Shah 2.12-2.18 for the conditions
  C++: composition.hpp compose
  shell: colex admissible compose A B
  admissible_composition((4,6,8,10):(2,3,5,7), 6:12) == textbook: A(B(i)) is (2,3):(9,5); the divisibility conditions hold and no two modes of B carry
  admissible_composition((8,8):(24,5), 4:5) == representable all the same: A(B(i)) is (2,2):(120,53); the textbook conditions fail, and every value agrees
  admissible_composition((6,4):(1,7), 4:4) == no layout: additive: no layout gives A(B(i)): at index 3 the modes before it force 13, A(B(3)) = 14

complement(L: layout, [M: integer | shape])
  The modes that L leaves out of [0, M), M in elements. Strict: L and its complement together reach every
  offset below M exactly once. With "cover": true M is rounded up to whole repeats of L and modes of stride 0
  are left out; under --convention cute holes may stay (CuTe's contract). Default M: the least for which a
  complement exists. A shape as M counts by its size.
  needs: M at least 1
  errors: cotarget_positive stride_positive stride_divides cotarget_divides room overflow capacity
  laws: complement_tiles_the_codomain complement_is_ordered complement_is_disjoint
  source: Shah 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21-31; CuTe complement, layout.hpp
  C++: complement.hpp complement
  shell: colex complement LAYOUT [M] [--cover]
  complement(4:3, 24) == (3,2):(1,12)
  complement(8:2) == 2:1
  complement(4:2, 19, Cover::at_least) == (2,3):(1,8)
  complement(4:3, 16) is refused: cotarget_divides: 12 does not divide 16

complement_cotarget(L: layout, M: integer | shape)
  complement with M given; see there.
  needs: M at least 1
  errors: cotarget_positive stride_positive stride_divides cotarget_divides room overflow capacity
  laws: complement_tiles_the_codomain complement_is_ordered complement_is_disjoint
  source: Shah 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21-31; CuTe complement, layout.hpp
  C++: complement.hpp complement
  complement_cotarget(8:2, (4,8)) == (2,2):(1,16)
  complement_cotarget((2,3):(1,5), 20, Cover::disjoint) == (2,2):(2,15)
  complement_cotarget((2,2):(2,3), 16) is refused: stride_divides: 4 does not divide 3, the next stride in order
  complement_cotarget(4:0, 8) is refused: stride_positive

least_cotarget(L: layout)
  The least M for which a strict complement can exist: extent * stride of the mode that reaches farthest.
  errors: none
  laws: complement_tiles_the_codomain
  source: Shah 2.5-2.8
  C++: complement.hpp least_cotarget
  least_cotarget(4:3) == 12
  least_cotarget((2,4):(1,2)) == 8

admissible_complement(L: layout, M: integer | shape)
  Which of three the complement is: textbook, representable all the same, or no layout. Textbook: the chain
  condition holds in the given order. Representable: it holds in order of stride. No layout: with the numbers
  that show it.
  errors: overflow capacity
  laws: complement_tiles_the_codomain
  source: Shah 2.5-2.8; Colfax, arXiv:2601.05972, 2.1.6.21
  C++: complement.hpp complement
  shell: colex admissible complement LAYOUT M
  admissible_complement(8:2, 32) == textbook: the complement is (2,2):(1,16); every mode's reach divides the next stride, and the last divides M
  admissible_complement((2,2):(4,1), 8) == representable all the same: the complement is 2:2; in order of stride every reach divides the next stride, but not in the given order: 8 does not divide 1
  admissible_complement(4:3, 16) == no layout: cotarget_divides: 12 does not divide 16
)";
