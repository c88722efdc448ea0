// SPDX-License-Identifier: MIT
// structure of layouts.
#include "colex/colex.hpp"
#include "operations/rows/filled.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

Layout<Checked> filler(Call const& in) {
  return in.count() > 2 ? in.layout(2) : leaf(Mode<Checked>{Checked(1), Checked(0)});
}

/// The layouts given, as the modes of one.
Answer side_by_side(Call const& in) {
  auto all = open<Mode<Checked>>(0);
  for (std::size_t k = 0; k < in.count(); ++k) all = append(all, in.layout(k));
  return whole(all);
}

}  // namespace

std::vector<Row> structure_rows() {
  return {
      {R"(flatten(L: layout | swizzled)
  The leaves in one tuple; an integer stays one.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe flatten, layout.hpp
  C++: structure.hpp flatten
  flatten((4,(2,3)):(2,(1,8))) == (4,2,3):(2,1,8)
  flatten(4:1) == 4:1
  flatten(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8))) == Sw<2,0,3> o 0 o (4,2,4):(1,4,8))",
       [](Call const& in) { return Answer(flat(in.layout(0).leaves)); }},
      {R"(unflatten(L: layout | swizzled, P: tuple)
  The leaves of L hung into the profile of P.
  needs: as many leaves in P as in L
  errors: congruent
  laws: edits_keep_the_other_modes
  source: CuTe unflatten, tuple_algorithms.hpp
  C++: structure.hpp unflatten
  unflatten((4,2,3):(2,1,8), (1,(1,1))) == (4,(2,3)):(2,(1,8))
  unflatten(Sw<1,0,1> o 0 o (4,2,3):(2,1,8), (1,(1,1))) == Sw<1,0,1> o 0 o (4,(2,3)):(2,(1,8))
  unflatten((4,2):(1,4), (1,(1,1))) is refused: congruent)",
       [](Call const& in) { return answer(unflatten(in.layout(0), in.tuple(1))); }},
      {R"(get(L: layout | swizzled, [path: mode ...])
  The mode at the end of a path of mode numbers, from 0.
  errors: mode_exists capacity not_negative
  laws: edits_keep_the_other_modes
  source: CuTe get<Is...>, layout.hpp
  C++: structure.hpp get
  get((4,(2,3)):(2,(1,8)), 1, 0) == 2:1
  get(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8)), 1) == Sw<2,0,3> o 0 o (2,4):(4,8)
  get((4,(2,3)):(2,(1,8)), 2) is refused: mode_exists)",
       [](Call const& in) { return answer(get(in.layout(0), in.modes(1))); }},
      {R"(select(L: layout | swizzled, [modes: mode ...])
  The modes with the numbers given, in that order, in a tuple.
  errors: mode_exists capacity in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe select<Is...>, layout.hpp
  C++: structure.hpp select
  select((2,3,5):(1,2,6), 2, 0) == (5,2):(6,1)
  select(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8)), 1, 0) == Sw<2,0,3> o 0 o ((2,4),4):((4,8),1)
  select((2,3):(1,2), 2) is refused: mode_exists)",
       [](Call const& in) { return answer(select(in.layout(0), in.modes(1))); }},
      {R"(take(L: layout | swizzled, from: mode, to: mode)
  The modes numbered from, from + 1, ... up to but not including to, in a tuple.
  needs: 0 <= from <= to <= rank(L)
  errors: mode_exists
  laws: edits_keep_the_other_modes
  source: CuTe take<B,E>, layout.hpp
  C++: structure.hpp take
  take((2,3,5):(1,2,6), 1, 3) == (3,5):(2,6)
  take(Sw<2,0,3> o 0 o (4,(2,4)):(1,(4,8)), 0, 1) == Sw<2,0,3> o 0 o (4):(1)
  take((2,3):(1,2), 0, 3) is refused: mode_exists)",
       [](Call const& in) { return answer(take(in.layout(0), in.mode(1), in.mode(2))); }},
      {R"(group(L: layout | swizzled, from: mode, to: mode)
  The modes numbered from, from + 1, ... up to but not including to, gathered into one. With to = -1, all to
  the end.
  needs: 0 <= from <= to <= rank(L)
  errors: mode_exists
  laws: edits_keep_the_other_modes
  source: CuTe group<B,E>, layout.hpp
  C++: structure.hpp group
  group((2,3,5):(1,2,6), 0, 2) == ((2,3),5):((1,2),6)
  group((2,3,5):(1,2,6), 1, -1) == (2,(3,5)):(1,(2,6))
  group(Sw<1,0,1> o 4 o (2,2,2):(1,2,4), 0, 2) == Sw<1,0,1> o 4 o ((2,2),2):((1,2),4)
  group((2,3):(1,2), 0, 3) is refused: mode_exists)",
       [](Call const& in) { return answer(group(in.layout(0), in.mode(1), in.mode(2))); }},
      {R"(replace(L: layout | swizzled, k: mode, X: layout)
  L with mode k replaced by X; an integer layout is replaced whole.
  errors: mode_exists capacity overflow in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe replace<I>, layout.hpp
  C++: structure.hpp replace
  replace((4,(2,3)):(2,(1,8)), 1, 5:7) == (4,5):(2,7)
  replace(Sw<1,0,2> o 0 o (2,4):(4,1), 1, 2:2) == Sw<1,0,2> o 0 o (2,2):(4,2)
  replace(4:1, 1, 5:7) is refused: mode_exists)",
       [](Call const& in) { return answer(replace(in.layout(0), in.mode(1), in.layout(2))); }},
      {R"(append(L: layout | swizzled, X: layout)
  L with X as one more mode at the end; an integer layout becomes a pair.
  errors: capacity overflow in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe append, layout.hpp
  C++: structure.hpp append
  append(4:1, 2:4) == (4,2):(1,4)
  append((4,8):(1,4), (2,2):(64,32)) == (4,8,(2,2)):(1,4,(64,32))
  append(Sw<1,0,2> o 0 o (2,4):(4,1), 2:8) == Sw<1,0,2> o 0 o (2,4,2):(4,1,8)
  append([1,2,4] o 0 o 4:1, 2:8) is refused: in_domain: 11 is not below 8
  append(2:1, 4611686018427387904:1) is refused: overflow)",
       [](Call const& in) { return whole(append(in.layout(0), in.layout(1))); }},
      {R"(prepend(L: layout | swizzled, X: layout)
  L with X as one more mode at the front; an integer layout becomes a pair.
  errors: capacity overflow in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe prepend, layout.hpp
  C++: structure.hpp prepend
  prepend(4:1, 2:4) == (2,4):(4,1)
  prepend(Sw<1,0,2> o 0 o (2,4):(4,1), 2:8) == Sw<1,0,2> o 0 o (2,2,4):(8,4,1)
  prepend(2:1, 4611686018427387904:1) is refused: overflow)",
       [](Call const& in) { return whole(prepend(in.layout(0), in.layout(1))); }},
      {R"(append_to(L: layout | swizzled, n: mode, [X: layout])
  L filled up with X (default 1:0) to n modes, at the end; unchanged where it has as many.
  errors: capacity overflow in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe append<N>, layout.hpp
  C++: structure.hpp append_to
  append_to(4:1, 3) == (4,1,1):(1,0,0)
  append_to((4,2):(1,4), 1) == (4,2):(1,4)
  append_to(Sw<1,0,2> o 0 o (2,4):(4,1), 3) == Sw<1,0,2> o 0 o (2,4,1):(4,1,0)
  append_to(4:1, 33) is refused: capacity)",
       [](Call const& in) {
         return filled(in.layout(0), in.mode(1), filler(in),
                       [](auto const&... all) { return whole(append_to(all...)); });
       }},
      {R"(prepend_to(L: layout | swizzled, n: mode, [X: layout])
  L filled up with X (default 1:0) to n modes, at the front; unchanged where it has as many.
  errors: capacity overflow in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe prepend<N>, layout.hpp
  C++: structure.hpp prepend_to
  prepend_to(4:1, 3) == (1,1,4):(0,0,1)
  prepend_to(Sw<1,0,2> o 0 o (2,4):(4,1), 3) == Sw<1,0,2> o 0 o (1,2,4):(0,4,1)
  prepend_to(4:1, 33) is refused: capacity)",
       [](Call const& in) {
         return filled(in.layout(0), in.mode(1), filler(in),
                       [](auto const&... all) { return whole(prepend_to(all...)); });
       }},
      {R"(join(L: layout, [more: layout ...])
  The layout whose modes are the given ones, side by side: CuTe's make_layout of layouts.
  errors: capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe make_layout(layouts...), layout.hpp
  C++: structure.hpp join
  join(4:1, (2,3):(1,2)) == (4,(2,3)):(1,(1,2))
  join(4611686018427387904:1, 2:1) is refused: overflow)",
       side_by_side},
      {R"(zip(A: layout | swizzled, B: layout)
  Corresponding modes in pairs: ((a0,b0),(a1,b1),...).
  needs: equal ranks
  errors: congruent capacity overflow not_negative in_domain
  laws: edits_keep_the_other_modes
  source: CuTe zip, layout.hpp
  C++: structure.hpp zip
  zip((2,3):(1,2), (4,5):(6,30)) == ((2,4),(3,5)):((1,6),(2,30))
  zip(Sw<1,0,2> o 0 o (2,4):(4,1), (2,2):(8,16)) == Sw<1,0,2> o 0 o ((2,2),(4,2)):((4,8),(1,16))
  zip((2,3):(1,2), 4:1) is refused: congruent)",
       [](Call const& in) { return answer(zip(in.layout(0), in.layout(1))); }},
      {R"(transpose(L: layout | swizzled)
  The modes at the top in the opposite order: the value at (j,...,i) is L's at (i,...,j).
  errors: none
  laws: lexicographic_is_the_mirror
  source: Mojo Layout.transpose, layout.mojo
  C++: reverse.hpp transpose
  transpose((4,8):(1,4)) == (8,4):(4,1)
  transpose((2,(3,5)):(1,(2,6))) == ((3,5),2):((2,6),1)
  transpose(Sw<3,4,3> o 0 o (8,16):(16,1)) == Sw<3,4,3> o 0 o (16,8):(1,16))",
       [](Call const& in) { return Answer(transpose(in.layout(0))); }},
      {R"(slice(c: slicer, L: layout | swizzled)
  The modes of L at each `_` of the coordinate, in one tuple; a bare `_` keeps all.
  errors: congruent capacity in_domain not_negative
  laws: edits_keep_the_other_modes
  source: CuTe slice, underscore.hpp
  C++: slice.hpp slice
  slice((_,2), (4,8):(1,4)) == (4):(1)
  slice((_,(1,_)), (4,(2,3)):(2,(1,8))) == (4,3):(2,8)
  slice((3,_), Sw<3,4,3> o 0 o (8,8):(8,1)) == Sw<3,4,3> o 24 o (8):(1)
  slice((_,2,_), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         if (in.is_swizzled(1)) return answer(slice_and_offset(in.slicer(0), in.layout(1)));
         return answer(slice(in.slicer(0), in.layout(1)));
       }},
      {R"(dice(c: slicer, L: layout | swizzled)
  The modes of L at each number of the coordinate, in one tuple: what slice leaves out.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe dice, underscore.hpp
  C++: slice.hpp dice
  dice((_,2), (4,8):(1,4)) == (8):(4)
  dice((3,_), Sw<3,4,3> o 0 o (8,8):(8,1)) == Sw<3,4,3> o 0 o (8):(8)
  dice((_,2,_), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(dice(in.slicer(0), in.layout(1))); }},
      {R"(slice_and_offset(c: slicer, L: layout | swizzled)
  slice, and the offset (elements) of the numbers, each `_` counting as 0. A coordinate of the slice has its
  offset there plus this one.
  needs: numbers of at least 0
  errors: congruent not_negative capacity overflow in_domain
  laws: none
  source: CuTe slice_and_offset, layout.hpp
  C++: slice.hpp slice_and_offset
  slice_and_offset((_,2), (4,8):(1,4)) == (4):(1) at 8
  slice_and_offset((_,(1,_)), (4,(2,3)):(2,(1,8))) == (4,3):(2,8) at 1
  slice_and_offset((3,_), Sw<3,4,3> o 0 o (8,8):(8,1)) == Sw<3,4,3> o 24 o (8):(1)
  slice_and_offset((_,-1), (4,8):(1,4)) is refused: not_negative)",
       [](Call const& in) { return answer(slice_and_offset(in.slicer(0), in.layout(1))); }},
      {R"(domain_offset(c: coordinate, L: layout | swizzled)
  L seen from c on: the layout is unchanged and starts at c's offset (elements).
  needs: entries of at least 0; no entry of c plus a coordinate may leave its mode
  errors: congruent overflow not_negative in_domain
  laws: none
  source: CuTe domain_offset, tensor_impl.hpp
  C++: slice.hpp domain_offset
  domain_offset((1,(1,2)), (4,(2,3)):(2,(1,8))) == (4,(2,3)):(2,(1,8)) at 19
  domain_offset((1,2), Sw<3,4,3> o 0 o (8,8):(8,1)) == Sw<3,4,3> o 10 o (8,8):(8,1)
  domain_offset((1,2,3), (4,8):(1,4)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(domain_offset(in.tuple(0), in.layout(1))); }},
  };
}

}  // namespace colex::cli
