// SPDX-License-Identifier: MIT
// The manual: decisions and inverses. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::inverses[] = R"(Decisions and inverses

equal(A: layout, B: layout)
  Whether two layouts are the same function: as many points, the same offset at every index. Decided on normal
  forms, without looking at values; a no names the first index at which they differ.
  errors: none
  laws: coalesce_is_a_normal_form
  source: Colfax, arXiv:2601.05972, 2.3.3.14
  C++: equal.hpp equal
  shell: colex equal A B
  equal(10:3, (2,5):(3,6)) == yes
  equal((2,2):(3,1), (2,2):(1,3)) == no, first difference at index 1 (3 against 1)
  equal(4:1, 5:1) == no, the sizes differ (4 against 5)

find(f: table)
  The layout in normal form with f(i) at index i, or the first index that shows that none exists. One pass
  over the table. C++ takes any function of the index.
  needs: 1 to 2^24 values, the first of them 0
  errors: starts_at_zero run_divides additive overflow capacity
  laws: find_layout_is_exact
  source: Colfax, arXiv:2601.05972, 2.3.3.14: the coalesced form is unique
  C++: find.hpp find_layout
  shell: colex find TABLE
  find([0,2,4,7,9,11]) == (3,2):(2,7)
  find([0,2,4,7,9,12]) is refused: additive: no layout gives f(i): at index 5 the modes before it force 11, f(5) = 12
  find([1,2]) is refused: starts_at_zero: no layout gives f(i): f(0) = 1, not 0

injective(L: layout)
  Whether no two coordinates share an offset. A no comes with two that do, left and right, and their offset.
  errors: undecided
  laws: injective_is_exact
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp injective
  injective((2,2):(2,3)) == yes
  injective((3,2):(1,2)) == no {"got":2,"index":3,"left":2,"right":3,"want":2}

surjective(L: layout, M: integer)
  Whether every offset in [0, M) is reached. A no comes with a missing offset, left.
  errors: undecided
  laws: surjective_is_exact
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp surjective
  surjective((4,3):(1,2), 8) == yes
  surjective((2,2):(1,3), 5) == no {"left":2,"right":0}
  surjective((2,4194305):(-1,3), 8388608) is refused: undecided

bijective(L: layout, M: integer)
  Injective, surjective onto [0, M), and no offset outside it. A no comes with the witness of the first that
  fails, an offset outside for the last.
  errors: undecided
  laws: injective_is_exact surjective_is_exact tv_layouts_cover_once
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp bijective
  bijective((4,8):(8,1), 32) == yes
  bijective((4,8):(8,1), 33) == no {"left":32,"right":0}
  bijective((4,8):(8,1), 31) == no {"left":31,"right":31}

contiguous(L: layout)
  Whether every offset below the largest is reached: no holes. Offsets may repeat.
  errors: undecided
  laws: surjective_is_exact
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp contiguous
  contiguous((2,3):(1,1)) == yes
  contiguous((4,6):(1,5)) == no {"left":4,"right":0}

right_inverse(L: layout)
  R with L(R(k)) == k for every k below size(R), and no layout does that for more k: where the offsets 0, 1,
  2, ... are. Under --convention cute made of whole modes of the coalesced layout (CuTe's).
  errors: undecided
  laws: right_inverse_undoes_layout
  source: Cecka, arXiv:2603.02298, 3.4; CuTe right_inverse, layout.hpp
  C++: inverse.hpp right_inverse
  right_inverse((4,8):(8,1)) == (8,4):(4,1)
  right_inverse((4,3):(1,2)) == (4,2):(1,8)
  right_inverse((4,3):(1,2), Parts::whole_modes) == 4:1
  right_inverse((4,6):(1,5)) == 4:1

left_inverse(L: layout)
  R with R(L(k)) == k for every k below size(L): which coordinate an offset has. Under --convention cute
  L(R(L(k))) == L(k) is asked for only, so that modes of stride 0 may stand.
  needs: L injective, strides of at least 0
  errors: injective not_negative invertible undecided overflow capacity
  laws: left_inverse_gives_back
  source: Cecka, arXiv:2603.02298, 3.4; CuTe left_inverse, layout.hpp
  C++: left_inverse.hpp left_inverse
  left_inverse((4,8):(8,1)) == (8,4):(4,1)
  left_inverse((2,2):(2,3)) == (2,3):(1,1)
  left_inverse((2,2):(0,1), Inverse::quasi) == 2:2
  left_inverse((3,2):(1,2)) is refused: injective: coordinates 2 and 3 have the same offset 2

nullspace(L: layout)
  N, increasing, whose values are exactly the coordinates with offset 0. Where strides have both signs the
  coordinates are enumerated.
  errors: run_divides additive undecided
  laws: nullspace_is_the_kernel
  source: CuTe nullspace, layout.hpp
  C++: inverse.hpp nullspace
  nullspace((2,3,4):(1,0,2)) == 3:2
  nullspace((2,2):(1,-1)) == 2:3
  nullspace((5,3):(1,-1)) == 3:6
  nullspace((128,64):(1,-1)) is refused: undecided

max_common_layout(A: layout, B: layout)
  The longest run of elements that A and B hold side by side: R with A(R(i)) == i == B(R(i)), and no layout
  does that for more i. Under --convention cute made of whole modes, and refused where those compose to none.
  errors: run_divides additive no_carry undecided overflow capacity
  laws: max_common_layout_is_common
  source: CuTe max_common_layout, layout.hpp
  C++: common.hpp max_common_layout
  max_common_layout((4,8):(8,1), (4,8):(8,1)) == (8,4):(4,1)
  max_common_layout(6:1, 8:1) == 6:1
  max_common_layout((6,4):(1,7), (4,4):(4,1)) == 1:0
  max_common_layout((6,4):(1,7), (4,4):(4,1), Parts::whole_modes) is refused: additive

max_common_vector(A: layout, B: layout)
  How many elements A and B hold side by side: how wide a copy may be. The size of max_common_layout.
  errors: run_divides additive no_carry undecided overflow capacity
  laws: max_common_layout_is_common
  source: CuTe max_common_vector, layout.hpp
  C++: common.hpp max_common_vector
  max_common_vector((4,8):(1,4), (4,8):(1,4)) == 32
  max_common_vector((4,8):(1,5), 32:1) == 4
  max_common_vector((6,4):(1,7), (4,4):(4,1)) == 1
  max_common_vector((6,4):(1,7), (4,4):(4,1), Parts::whole_modes) is refused: additive

max_alignment(L: layout)
  The largest n such that L is made of blocks of n adjacent elements, each starting at a multiple of n.
  errors: none
  laws: none
  source: CuTe max_alignment, layout.hpp
  C++: common.hpp max_alignment
  max_alignment((4,8):(1,12)) == 4
  max_alignment((6,2):(1,10)) == 2
)";
