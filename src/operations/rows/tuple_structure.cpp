// SPDX-License-Identifier: MIT
// structure of tuples: a tuple that is written without strides stays one.
#include "colex/colex.hpp"
#include "operations/rows/filled.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

IntTuple<Checked> tuple_filler(Call const& in) { return in.count() > 2 ? in.tuple(2) : leaf(Checked(1)); }

/// Entries of a tuple as a value: a layout among them that is left alone is that layout.
Answer part(Tuple const& of, Nested<Entry> const& tree) {
  if (tree.overfull()) refuse(Condition::capacity);
  Tuple r{tree};
  for (Entry& e : r.tree.leaves) {
    auto const from = static_cast<std::size_t>(e.value);
    if (e.is == Entry::Is::layout) {
      if (tree.profile.is_leaf({})) return of.layouts[from];
      e.value = static_cast<std::int64_t>(r.layouts.size());
      r.layouts.push_back(of.layouts[from]);
    } else if (e.is == Entry::Is::basis) {
      e.value = static_cast<std::int64_t>(r.bases.size());
      r.bases.push_back(of.bases[from]);
    }
  }
  return Value(r);
}

}  // namespace

std::vector<Row> tuple_structure_rows() {
  return {
      {R"(size(T: tuple)
  The product of all leaves; 1 for ().
  errors: overflow
  laws: edits_keep_the_other_modes
  source: CuTe size, int_tuple.hpp
  C++: layout.hpp size
  size((4,(2,3))) == 24
  size((4,0)) == 0
  size((4611686018427387904,2)) is refused: overflow)",
       [](Call const& in) { return Answer(size(in.tuple(0))); }},
      {R"(rank(T: tuple)
  The number of entries at the top. An integer has rank 1.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe rank, int_tuple.hpp
  C++: nested.hpp rank
  rank((4,(0,3))) == 2
  rank(()) == 0)",
       [](Call const& in) { return Answer::number(rank(in.tuple(0))); }},
      {R"(depth(T: tuple)
  How deep the tuple nests. An integer has depth 0.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe depth, int_tuple.hpp
  C++: nested.hpp depth
  depth((4,(0,3))) == 2
  depth(8) == 0)",
       [](Call const& in) { return Answer::number(depth(in.tuple(0))); }},
      {R"(flatten(T: tuple)
  The leaves in one tuple; an integer stays one.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe flatten, tuple_algorithms.hpp
  C++: structure.hpp flatten
  flatten((4,(0,3))) == (4,0,3)
  flatten(4) == 4)",
       [](Call const& in) { return whole(flatten(in.tuple(0))); }},
      {R"(unflatten(T: tuple, P: tuple)
  The leaves of T hung into the profile of P.
  needs: as many leaves in P as in T
  errors: congruent
  laws: edits_keep_the_other_modes
  source: CuTe unflatten, tuple_algorithms.hpp
  C++: structure.hpp unflatten
  unflatten((4,0,3), (1,(1,1))) == (4,(0,3))
  unflatten((4,2), (1,(1,1))) is refused: congruent)",
       [](Call const& in) { return answer(unflatten(in.tuple(0), in.tuple(1))); }},
      {R"(get(T: tuple, [path: mode ...])
  The entry at the end of a path of entry numbers, from 0.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: CuTe get<Is...>, int_tuple.hpp
  C++: structure.hpp get
  get((4,(2,0)), 1, 1) == 0
  get((4,(2,0)), 2) is refused: mode_exists)",
       [](Call const& in) { return answer(get(in.tuple(0), in.modes(1))); }},
      {R"(flatten(T: entries)
  The leaves of a tuple of layouts, `_` and integers in one tuple.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe flatten, tuple_algorithms.hpp
  C++: structure.hpp flatten
  flatten((1,(_,3:2))) == (1,_,3:2))",
       [](Call const& in) { return part(in.entries(0), flatten(in.entries(0).tree)); }},
      {R"(get(T: entries, [path: mode ...])
  The entry of a tuple of layouts, `_` and integers at the end of a path of entry numbers, from 0.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: CuTe get<Is...>, int_tuple.hpp
  C++: structure.hpp get
  get(((4,8):(1,4),_), 0) == (4,8):(1,4)
  get((4:1,_), 2) is refused: mode_exists)",
       [](Call const& in) { return part(in.entries(0), accept(get(in.entries(0).tree, in.modes(1)))); }},
      {R"(select(T: entries, [entries: mode ...])
  The entries of a tuple of layouts, `_` and integers with the numbers given, in that order, in a tuple.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: CuTe select<Is...>, tuple_algorithms.hpp
  C++: structure.hpp select
  select((4:1,_,2:3), 2, 1) == (2:3,_)
  select((4:1,_), 2) is refused: mode_exists)",
       [](Call const& in) { return part(in.entries(0), accept(select(in.entries(0).tree, in.modes(1)))); }},
      {R"(slice(c: slicer, T: entries)
  The entries of a tuple of layouts, `_` and integers at each `_` of the coordinate, in one tuple.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe slice, underscore.hpp
  C++: slice.hpp slice
  slice((_,_,1), (0,_,1)) == (0,_)
  slice((_,2,_), (4,_)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return part(in.entries(1), accept(slice(in.slicer(0), in.entries(1).tree))); }},
      {R"(dice(c: slicer, T: entries)
  The entries of a tuple of layouts, `_` and integers at each number of the coordinate, in one tuple.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe dice, underscore.hpp
  C++: slice.hpp dice
  dice((_,1,1), (0,_,1)) == (_,1)
  dice((_,2,_), (4,_)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return part(in.entries(1), accept(dice(in.slicer(0), in.entries(1).tree))); }},
      {R"(select(T: tuple, [entries: mode ...])
  The entries with the numbers given, in that order, in a tuple.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: CuTe select<Is...>, tuple_algorithms.hpp
  C++: structure.hpp select
  select((2,(3,0),5), 2, 1) == (5,(3,0))
  select((2,3), 2) is refused: mode_exists)",
       [](Call const& in) { return answer(select(in.tuple(0), in.modes(1))); }},
      {R"(take(T: tuple, from: mode, to: mode)
  The entries numbered from, from + 1, ... up to but not including to, in a tuple.
  needs: 0 <= from <= to <= rank(T)
  errors: mode_exists
  laws: edits_keep_the_other_modes
  source: CuTe take<B,E>, tuple_algorithms.hpp
  C++: structure.hpp take
  take((2,(3,0),5), 1, 3) == ((3,0),5)
  take((2,3), 0, 3) is refused: mode_exists)",
       [](Call const& in) { return answer(take(in.tuple(0), in.mode(1), in.mode(2))); }},
      {R"(group(T: tuple, from: mode, to: mode)
  The entries numbered from, from + 1, ... up to but not including to, gathered into one. With to = -1, all to
  the end.
  needs: 0 <= from <= to <= rank(T)
  errors: mode_exists
  laws: edits_keep_the_other_modes
  source: CuTe group<B,E>, tuple_algorithms.hpp
  C++: structure.hpp group
  group((2,0,5), 0, 2) == ((2,0),5)
  group((2,3), 0, 3) is refused: mode_exists)",
       [](Call const& in) { return answer(group(in.tuple(0), in.mode(1), in.mode(2))); }},
      {R"(replace(T: tuple, k: mode, X: tuple)
  T with entry k replaced by X; an integer is replaced whole.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: CuTe replace<I>, tuple_algorithms.hpp
  C++: structure.hpp replace
  replace((4,(2,3)), 1, 0) == (4,0)
  replace(4, 1, 5) is refused: mode_exists)",
       [](Call const& in) { return answer(replace(in.tuple(0), in.mode(1), in.tuple(2))); }},
      {R"(append(T: tuple, X: tuple)
  T with X as one more entry at the end; an integer becomes a pair.
  errors: capacity
  laws: edits_keep_the_other_modes
  source: CuTe append, tuple_algorithms.hpp
  C++: structure.hpp append
  append((4,8), (0,2)) == (4,8,(0,2))
  append(4, 2) == (4,2))",
       [](Call const& in) { return whole(append(in.tuple(0), in.tuple(1))); }},
      {R"(prepend(T: tuple, X: tuple)
  T with X as one more entry at the front; an integer becomes a pair.
  errors: capacity
  laws: edits_keep_the_other_modes
  source: CuTe prepend, tuple_algorithms.hpp
  C++: structure.hpp prepend
  prepend((4,8), 0) == (0,4,8)
  prepend(4, 2) == (2,4))",
       [](Call const& in) { return whole(prepend(in.tuple(0), in.tuple(1))); }},
      {R"(append_to(T: tuple, n: mode, [X: tuple])
  T filled up with X (default 1) to n entries, at the end; unchanged where it has as many.
  errors: capacity
  laws: edits_keep_the_other_modes
  source: CuTe append<N>, tuple_algorithms.hpp
  C++: structure.hpp append_to
  append_to((4,2), 4, 0) == (4,2,0,0)
  append_to(4, 2) == (4,1)
  append_to(4, 33) is refused: capacity)",
       [](Call const& in) {
         return filled(in.tuple(0), in.mode(1), tuple_filler(in),
                       [](auto const&... all) { return whole(append_to(all...)); });
       }},
      {R"(prepend_to(T: tuple, n: mode, [X: tuple])
  T filled up with X (default 1) to n entries, at the front; unchanged where it has as many.
  errors: capacity
  laws: edits_keep_the_other_modes
  source: CuTe prepend<N>, tuple_algorithms.hpp
  C++: structure.hpp prepend_to
  prepend_to((4,2), 3, 0) == (0,4,2)
  prepend_to(4, 33) is refused: capacity)",
       [](Call const& in) {
         return filled(in.tuple(0), in.mode(1), tuple_filler(in),
                       [](auto const&... all) { return whole(prepend_to(all...)); });
       }},
      {R"(zip(A: tuple, B: tuple)
  Corresponding entries in pairs: ((a0,b0),(a1,b1),...).
  needs: equal ranks
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe zip, tuple_algorithms.hpp
  C++: structure.hpp zip
  zip((2,0), (4,(5,6))) == ((2,4),(0,(5,6)))
  zip((2,3), 4) is refused: congruent)",
       [](Call const& in) { return answer(zip(in.tuple(0), in.tuple(1))); }},
      {R"(reverse(T: tuple)
  The entries at the top in the opposite order; an integer stays one.
  errors: none
  laws: lexicographic_is_the_mirror
  source: CuTe reverse, tuple_algorithms.hpp
  C++: reverse.hpp reverse
  reverse((1,(2,0),4)) == (4,(2,0),1)
  reverse(7) == 7)",
       [](Call const& in) { return whole(reverse(in.tuple(0))); }},
      {R"(slice(c: slicer, T: tuple)
  The entries of T at each `_` of the coordinate, in one tuple; a bare `_` keeps all.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe slice, underscore.hpp
  C++: slice.hpp slice
  slice((_,2,_), (4,8,0)) == (4,0)
  slice((_,2,_), (4,8)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(slice(in.slicer(0), in.tuple(1))); }},
      {R"(dice(c: slicer, T: tuple)
  The entries of T at each number of the coordinate, in one tuple: what slice leaves out.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe dice, underscore.hpp
  C++: slice.hpp dice
  dice((_,2,_), (4,(8,1),0)) == ((8,1))
  dice((_,2,_), (4,8)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(dice(in.slicer(0), in.tuple(1))); }},
  };
}

}  // namespace colex::cli
