// SPDX-License-Identifier: MIT
// The manual: structure of layouts. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::structure[] = R"(Structure: modes moved, never changed

flatten(L: layout)
  The leaves in one tuple; an integer stays one.
  errors: none
  laws: none
  source: CuTe flatten, layout.hpp
  C++: structure.hpp flatten
  flatten((4,(2,3)):(2,(1,8))) == (4,2,3):(2,1,8)
  flatten(4:1) == 4:1

unflatten(L: layout, P: tuple)
  The leaves of L hung into the profile of P.
  needs: as many leaves in P as in L
  errors: congruent
  laws: none
  source: CuTe unflatten, tuple_algorithms.hpp
  C++: structure.hpp unflatten
  unflatten((4,2,3):(2,1,8), (1,(1,1))) == (4,(2,3)):(2,(1,8))
  unflatten((4,2):(1,4), (1,(1,1))) is refused: congruent

get(L: layout, [path: mode ...])
  The mode at the end of a path of mode numbers, from 0.
  errors: mode_exists capacity
  laws: none
  source: CuTe get<Is...>, layout.hpp
  C++: structure.hpp get
  get((4,(2,3)):(2,(1,8)), 1, 0) == 2:1
  get((4,(2,3)):(2,(1,8)), 2) is refused: mode_exists

select(L: layout, [modes: mode ...])
  The modes with the numbers given, in that order, in a tuple.
  errors: mode_exists capacity
  laws: none
  source: CuTe select<Is...>, layout.hpp
  C++: structure.hpp select
  select((2,3,5):(1,2,6), 2, 0) == (5,2):(6,1)
  select((2,3):(1,2), 2) is refused: mode_exists

take(L: layout, from: mode, to: mode)
  The modes numbered from, from + 1, ... up to but not including to, in a tuple.
  needs: 0 <= from <= to <= rank(L)
  errors: mode_exists
  laws: none
  source: CuTe take<B,E>, layout.hpp
  C++: structure.hpp take
  take((2,3,5):(1,2,6), 1, 3) == (3,5):(2,6)
  take((2,3):(1,2), 0, 3) is refused: mode_exists

group(L: layout, from: mode, to: mode)
  The modes numbered from, from + 1, ... up to but not including to, gathered into one. With to = -1, all to
  the end.
  needs: 0 <= from <= to <= rank(L)
  errors: mode_exists
  laws: none
  source: CuTe group<B,E>, layout.hpp
  C++: structure.hpp group
  group((2,3,5):(1,2,6), 0, 2) == ((2,3),5):((1,2),6)
  group((2,3,5):(1,2,6), 1, -1) == (2,(3,5)):(1,(2,6))
  group((2,3):(1,2), 0, 3) is refused: mode_exists

replace(L: layout, k: mode, X: layout)
  L with mode k replaced by X; an integer layout is replaced whole.
  errors: mode_exists capacity overflow
  laws: none
  source: CuTe replace<I>, layout.hpp
  C++: structure.hpp replace
  replace((4,(2,3)):(2,(1,8)), 1, 5:7) == (4,5):(2,7)
  replace(4:1, 1, 5:7) is refused: mode_exists

append(L: layout, X: layout)
  L with X as one more mode at the end; an integer layout becomes a pair.
  errors: capacity overflow
  laws: none
  source: CuTe append, layout.hpp
  C++: structure.hpp append
  append(4:1, 2:4) == (4,2):(1,4)
  append((4,8):(1,4), (2,2):(64,32)) == (4,8,(2,2)):(1,4,(64,32))
  append(2:1, 4611686018427387904:1) is refused: overflow

prepend(L: layout, X: layout)
  L with X as one more mode at the front; an integer layout becomes a pair.
  errors: capacity overflow
  laws: none
  source: CuTe prepend, layout.hpp
  C++: structure.hpp prepend
  prepend(4:1, 2:4) == (2,4):(4,1)
  prepend(2:1, 4611686018427387904:1) is refused: overflow

append_n(L: layout, n: mode, [X: layout])
  L filled up with X (default 1:0) to n modes, at the end; unchanged where it has as many.
  errors: capacity overflow
  laws: none
  source: CuTe append<N>, layout.hpp
  C++: structure.hpp append_to
  append_n(4:1, 3) == (4,1,1):(1,0,0)
  append_n((4,2):(1,4), 1) == (4,2):(1,4)
  append_n(4:1, 33) is refused: capacity

prepend_n(L: layout, n: mode, [X: layout])
  L filled up with X (default 1:0) to n modes, at the front; unchanged where it has as many.
  errors: capacity overflow
  laws: none
  source: CuTe prepend<N>, layout.hpp
  C++: structure.hpp prepend_to
  prepend_n(4:1, 3) == (1,1,4):(0,0,1)
  prepend_n(4:1, 33) is refused: capacity

join(L: layout, [more: layout ...])
  The layout whose modes are the given ones, side by side: CuTe's make_layout of layouts.
  errors: capacity overflow
  laws: none
  source: CuTe make_layout(layouts...), layout.hpp
  C++: structure.hpp join
  join(4:1, (2,3):(1,2)) == (4,(2,3)):(1,(1,2))
  join(4611686018427387904:1, 2:1) is refused: overflow

zip(A: layout, B: layout)
  Corresponding modes in pairs: ((a0,b0),(a1,b1),...).
  needs: equal ranks
  errors: congruent capacity overflow
  laws: none
  source: CuTe zip, layout.hpp
  C++: structure.hpp zip
  zip((2,3):(1,2), (4,5):(6,30)) == ((2,4),(3,5)):((1,6),(2,30))
  zip((2,3):(1,2), 4:1) is refused: congruent

slice(c: slicer, L: layout)
  The modes of L at each `_` of the coordinate, in one tuple; a bare `_` keeps all.
  errors: congruent capacity
  laws: none
  source: CuTe slice, underscore.hpp
  C++: slice.hpp slice
  slice((_,2), (4,8):(1,4)) == (4):(1)
  slice((_,(1,_)), (4,(2,3)):(2,(1,8))) == (4,3):(2,8)
  slice((_,2,_), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike

dice(c: slicer, L: layout)
  The modes of L at each number of the coordinate, in one tuple: what slice leaves out.
  errors: congruent capacity
  laws: none
  source: CuTe dice, underscore.hpp
  C++: slice.hpp dice
  dice((_,2), (4,8):(1,4)) == (8):(4)
  dice((_,2,_), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike

slice_and_offset(c: slicer, L: layout)
  slice, and the offset (elements) of the numbers, each `_` counting as 0. A coordinate of the slice has its
  offset there plus this one.
  needs: numbers of at least 0
  errors: congruent not_negative capacity overflow
  laws: none
  source: CuTe slice_and_offset, layout.hpp
  C++: slice.hpp slice_and_offset
  slice_and_offset((_,2), (4,8):(1,4)) == (4):(1) at 8
  slice_and_offset((_,(1,_)), (4,(2,3)):(2,(1,8))) == (4,3):(2,8) at 1
  slice_and_offset((_,-1), (4,8):(1,4)) is refused: not_negative

domain_offset(c: coordinate, L: layout)
  L seen from c on: the layout is unchanged and starts at c's offset (elements).
  needs: entries of at least 0; no entry of c plus a coordinate may leave its mode
  errors: congruent overflow
  laws: none
  source: CuTe domain_offset, tensor_impl.hpp
  C++: slice.hpp domain_offset
  domain_offset((1,(1,2)), (4,(2,3)):(2,(1,8))) == (4,(2,3)):(2,(1,8)) at 19
  domain_offset((1,2,3), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike
)";
