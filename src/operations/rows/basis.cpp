// SPDX-License-Identifier: MIT
// coordinates as values: what takes a layout of basis strides.
#include <fmt/format.h>

#include "colex/basis_partition.hpp"
#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "operations/rows/filled.hpp"
#include "operations/rows/small.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

Answer coordinates(Call const& in) { return answer(identity_layout(plain(in.shape(0)))); }

/// The coordinates that a layout visits in a shape: identity_layout(S) o L.
Answer visited(Call const& in) {
  return answer(identity_composition(plain(in.shape(0)), plain(in.layout(1)), in.budget()), "A(B");
}

Coordinate scalar(Checked const& n) { return Coordinate(n.value()); }

Layout<Coordinate> numbers(Call const& in, std::size_t k) { return scalars(small(in.layout(k))); }
Tiler<Coordinate> tiles(Call const& in, std::size_t k) { return scalars(small(in.tiler(k))); }
Slicer<Coordinate> scalars(Slicer<Checked> const& slicer) {
  return transform(slicer, [](Slot<Checked> const& s) { return Slot<Coordinate>{s.keep, scalar(s.value)}; });
}

Answer value_at(Call const& in) {
  auto const placed = in.placed(0);
  auto const& layout = placed.layout;
  auto const at = in.tuple(1);
  auto const extents = transform(shape(layout), [](Coordinate const& s) { return Checked(s.scalar); });
  if (auto const why = inside(at, extents); why.condition != Condition::none) return refused(why);
  Coordinate const value = placed.offset + accept(crd2idx(transform(at, scalar), layout));
  auto entries = open<Checked>(0);
  for (int k = 0; k < entries_of(placed); ++k) entries = append(entries, leaf(Checked(value.along[k])));
  return entries;
}

/// An answer with as few points as an argument may have.
Answer joined(Layout<Coordinate> const& layout) {
  std::int64_t points = 1;
  for (auto const& mode : layout.leaves) {
    std::int64_t const extent = mode.shape.scalar;
    if (extent > 0 && points > kBasisLimit / extent)
      return refused(because<std::int64_t>(Condition::overflow));
    points *= extent;
  }
  return whole(layout);
}

Layout<Coordinate> basis_filler(Call const& in) {
  return in.count() > 2 ? in.basis(2) : leaf(Mode<Coordinate>{Coordinate(1), Coordinate(0)});
}

Answer bases_side_by_side(Call const& in) {
  auto all = open<Mode<Coordinate>>(0);
  for (std::size_t k = 0; k < in.count(); ++k) all = append(all, in.basis(k));
  return joined(all);
}

Answer equal_coordinates(Call const& in) {
  auto const a = in.basis(0), b = in.basis(1);
  auto const verdict = equal(a, b);
  if (verdict.equal) return Answer::yes().by("normal_form");
  if (!verdict.same_size) return other_sizes(size(a).scalar, size(b).scalar).by("normal_form");
  if (Brief::now()) return Answer::unsaid_no().by("normal_form");
  auto const index = verdict.index.scalar;
  Refusal<Coordinate> shown;
  shown.got = verdict.left, shown.want = verdict.right, shown.has_witness = true;
  int const count = shown_bases(shown);
  auto const list = [&](Coordinate const& c) {
    return count == 0 ? std::vector{c.scalar} : std::vector<std::int64_t>(c.along, c.along + count);
  };
  return Answer::no(
             fmt::format("no, first difference at index {} ({} against {})", index,
                         to_text(Entries{verdict.left, count}), to_text(Entries{verdict.right, count})),
             {{"index", index}, {"left", list(verdict.left)}, {"right", list(verdict.right)}})
      .by("normal_form");
}

}  // namespace

std::vector<Row> basis_rows() {
  return {
      {R"(identity_layout(S: shape)
  The layout whose value at a coordinate is that coordinate: strides 1@0, 1@1 and so on, one per leaf.
  needs: at most 8 leaves
  errors: capacity
  laws: basis_modes_compose
  source: Cecka, arXiv:2603.02298, 3.3; CuTe make_identity_layout, layout.hpp; arithmetic_tuple.hpp
  C++: basis.hpp identity_layout
  identity_layout((4,(2,4))) == (4,(2,4)):(1@0,(1@1,1@2))
  identity_layout((1,1,1,1,1,1,1,1,1)) is refused: capacity)",
       coordinates},
      {R"(make_identity_layout(S: shape)
  identity_layout by CuTe's name; see there.
  needs: at most 8 leaves
  errors: capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.3; CuTe make_identity_layout, layout.hpp
  C++: basis.hpp make_identity_layout
  make_identity_layout((4,8)) == (4,8):(1@0,1@1)
  make_identity_layout((1,1,1,1,1,1,1,1,1)) is refused: capacity)",
       coordinates},
      {R"(identity_composition(S: shape, L: layout)
  The coordinates of S that L visits: identity_layout(S) o L.
  needs: at most 8 leaves in S; strides of L of at least 0
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.3; CuTe composition, arithmetic_tuple.hpp
  C++: basis.hpp identity_composition
  identity_composition((4,8), (2,4):(2,8)) == (2,4):(2@0,2@1)
  identity_composition((4,8), 8:5) == (4,2):(1@0+1@1,5@1)
  identity_composition((6,4), 4:4) is refused: additive: no layout gives A(B(i)): at index 3 the modes before it force (6,1), A(B(3)) = (0,2))",
       visited},
      {R"(size(L: basis)
  The number of points of a layout of coordinates.
  errors: none
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: layout.hpp size
  size((4,8):(1@0,1@1)) == 32)",
       [](Call const& in) { return Answer::number(size(in.basis(0)).scalar); }},
      {R"(rank(L: basis)
  The number of modes at the top.
  errors: none
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: nested.hpp rank
  rank((4,8):(1@0,1@1)) == 2)",
       [](Call const& in) { return Answer::number(rank(in.basis(0))); }},
      {R"(depth(L: basis)
  How deep the profile nests.
  errors: none
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: nested.hpp depth
  depth((4,(2,4)):(1@0,(1@1,1@2))) == 2)",
       [](Call const& in) { return Answer::number(depth(in.basis(0))); }},
      {R"(evaluate(L: placed, c: coordinate)
  The coordinate at a coordinate: one entry per basis element, up to the last that L has.
  needs: c inside the shape
  errors: congruent in_domain
  laws: evaluate_is_colexicographic
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: layout.hpp evaluate
  evaluate((4,8):(1@0,1@1), 22) == (2,5)
  evaluate((4,8):(1@0,1@1), (2,5)) == (2,5)
  evaluate((4,2):(1@0+1@1,5@1), (3,1)) == (3,8)
  evaluate((4,8):(1@0,1@1) at (64,32), (2,5)) == (66,37)
  evaluate((4,8):(1@0,1@1), 32) is refused: in_domain: 32 is not below 32)",
       value_at},
      {R"(coalesce(L: basis)
  The fewest modes that give the same coordinates.
  errors: none
  laws: coalesce_preserves_the_map coalesce_is_a_normal_form
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: coalesce.hpp coalesce
  coalesce((2,(1,6)):(1@0,(3@1,2@0))) == 12:1@0
  coalesce((4,8):(1@0,1@1)) == (4,8):(1@0,1@1))",
       [](Call const& in) { return whole(coalesce(in.basis(0))); }},
      {R"(coalesce(L: basis, P: tuple)
  Each part of L that lies at a leaf of P coalesced; modes beyond P are kept.
  errors: congruent
  laws: coalesce_preserves_the_map
  source: CuTe coalesce, layout.hpp
  C++: coalesce.hpp coalesce
  coalesce(((2,2),4):((1@0,2@0),4@0), (1,1)) == (4,4):(1@0,4@0)
  coalesce((2,4):(1@0,1@1), (1,1,1)) is refused: congruent)",
       [](Call const& in) { return answer(coalesce(in.basis(0), transform(in.tuple(1), scalar))); }},
      {R"(flatten(L: basis)
  The leaves in one tuple.
  errors: none
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: structure.hpp flatten
  flatten((4,(2,4)):(1@0,(1@1,1@2))) == (4,2,4):(1@0,1@1,1@2))",
       [](Call const& in) { return whole(flatten(in.basis(0))); }},
      {R"(transpose(L: basis)
  The modes at the top in the opposite order.
  errors: none
  laws: lexicographic_is_the_mirror
  source: Mojo Layout.transpose, layout.mojo
  C++: reverse.hpp transpose
  transpose((4,8):(1@0,1@1)) == (8,4):(1@1,1@0))",
       [](Call const& in) { return whole(transpose(in.basis(0))); }},
      {R"(get(L: basis, [path: mode ...])
  The mode at the end of a path of mode numbers, from 0.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: structure.hpp get
  get((4,8):(1@0,1@1), 1) == 8:1@1
  get((4,8):(1@0,1@1), 2) is refused: mode_exists)",
       [](Call const& in) { return answer(get(in.basis(0), in.modes(1))); }},
      {R"(select(L: basis, [modes: mode ...])
  The modes with the numbers given, in that order, in a tuple.
  errors: mode_exists capacity
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: structure.hpp select
  select((4,8):(1@0,1@1), 1, 0) == (8,4):(1@1,1@0)
  select((4,8):(1@0,1@1), 2) is refused: mode_exists)",
       [](Call const& in) { return answer(select(in.basis(0), in.modes(1))); }},
      {R"(take(L: basis, from: mode, to: mode)
  The modes numbered from up to but not including to, in a tuple.
  errors: mode_exists
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: structure.hpp take
  take((4,8):(1@0,1@1), 1, 2) == (8):(1@1)
  take((4,8):(1@0,1@1), 0, 3) is refused: mode_exists)",
       [](Call const& in) { return answer(take(in.basis(0), in.mode(1), in.mode(2))); }},
      {R"(group(L: basis, from: mode, to: mode)
  The modes numbered from up to but not including to, gathered into one; -1: to the end.
  errors: mode_exists
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: structure.hpp group
  group((2,3,5):(1@0,1@1,1@2), 0, 2) == ((2,3),5):((1@0,1@1),1@2)
  group((4,8):(1@0,1@1), 0, 3) is refused: mode_exists)",
       [](Call const& in) { return answer(group(in.basis(0), in.mode(1), in.mode(2))); }},
      {R"(slice(c: slicer, L: basis)
  The modes of L at each `_` of the coordinate, in one tuple.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: slice.hpp slice
  slice((_,2), (4,8):(1@0,1@1)) == (4):(1@0)
  slice((_,2,_), (4,8):(1@0,1@1)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) { return answer(slice(scalars(in.slicer(0)), in.basis(1))); }},
      {R"(unflatten(L: basis, P: tuple)
  The leaves of L hung into the profile of P.
  needs: as many leaves in P as in L
  errors: congruent
  laws: edits_keep_the_other_modes
  source: CuTe unflatten, tuple_algorithms.hpp
  C++: structure.hpp unflatten
  unflatten((4,2,3):(1@0,1@1,2@1), (1,(1,1))) == (4,(2,3)):(1@0,(1@1,2@1))
  unflatten((4,2):(1@0,1@1), (1,(1,1))) is refused: congruent)",
       [](Call const& in) { return answer(unflatten(in.basis(0), in.tuple(1))); }},
      {R"(replace(L: basis, k: mode, X: basis)
  L with mode k replaced by X; an integer layout is replaced whole.
  errors: mode_exists capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe replace<I>, layout.hpp
  C++: structure.hpp replace
  replace((4,8):(1@0,1@1), 1, 2:3@1) == (4,2):(1@0,3@1)
  replace(4:1@0, 1, 5:7@1) is refused: mode_exists)",
       [](Call const& in) { return joined(accept(replace(in.basis(0), in.mode(1), in.basis(2)))); }},
      {R"(append(L: basis, X: basis)
  L with X as one more mode at the end; an integer layout becomes a pair.
  errors: capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe append, layout.hpp
  C++: structure.hpp append
  append(4:1@0, 2:1@1) == (4,2):(1@0,1@1)
  append(268435456:1@0, 2:1@1) is refused: overflow)",
       [](Call const& in) { return joined(append(in.basis(0), in.basis(1))); }},
      {R"(prepend(L: basis, X: basis)
  L with X as one more mode at the front; an integer layout becomes a pair.
  errors: capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe prepend, layout.hpp
  C++: structure.hpp prepend
  prepend(4:1@0, 2:1@1) == (2,4):(1@1,1@0)
  prepend(268435456:1@0, 2:1@1) is refused: overflow)",
       [](Call const& in) { return joined(prepend(in.basis(0), in.basis(1))); }},
      {R"(append_to(L: basis, n: mode, [X: basis])
  L filled up with X (default 1:0) to n modes, at the end; unchanged where it has as many.
  errors: capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe append<N>, layout.hpp
  C++: structure.hpp append_to
  append_to(4:1@0, 3) == (4,1,1):(1@0,0,0)
  append_to(4:1@0, 33) is refused: capacity)",
       [](Call const& in) {
         return filled(in.basis(0), in.mode(1), basis_filler(in),
                       [](auto const&... all) { return joined(append_to(all...)); });
       }},
      {R"(prepend_to(L: basis, n: mode, [X: basis])
  L filled up with X (default 1:0) to n modes, at the front; unchanged where it has as many.
  errors: capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe prepend<N>, layout.hpp
  C++: structure.hpp prepend_to
  prepend_to(4:1@0, 3) == (1,1,4):(0,0,1@0)
  prepend_to(4:1@0, 33) is refused: capacity)",
       [](Call const& in) {
         return filled(in.basis(0), in.mode(1), basis_filler(in),
                       [](auto const&... all) { return joined(prepend_to(all...)); });
       }},
      {R"(join(L: basis, [more: basis ...])
  The layout whose modes are the given ones, side by side.
  errors: capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe make_layout(layouts...), layout.hpp
  C++: structure.hpp join
  join(4:1@0, (2,3):(1@1,1@2)) == (4,(2,3)):(1@0,(1@1,1@2))
  join(268435456:1@0, 2:1@1) is refused: overflow)",
       bases_side_by_side},
      {R"(zip(A: basis, B: basis)
  Corresponding modes in pairs: ((a0,b0),(a1,b1),...).
  needs: equal ranks
  errors: congruent capacity overflow
  laws: edits_keep_the_other_modes
  source: CuTe zip, layout.hpp
  C++: structure.hpp zip
  zip((2,3):(1@0,1@1), (4,5):(2@0,3@1)) == ((2,4),(3,5)):((1@0,2@0),(1@1,3@1))
  zip((2,3):(1@0,1@1), 4:1@0) is refused: congruent)",
       [](Call const& in) { return joined(accept(zip(in.basis(0), in.basis(1)))); }},
      {R"(coalesce_extended(L: basis)
  coalesce, beyond the end too: the last mode runs on as L's does.
  errors: none
  laws: coalesce_preserves_the_map
  source: CuTe coalesce_x, layout.hpp
  C++: coalesce.hpp coalesce_extended
  coalesce_extended((4,3):(1@0,4@0)) == 12:1@0
  coalesce_extended((4,1):(1@0,7@1)) == (4,1):(1@0,7@1))",
       [](Call const& in) { return whole(coalesce_extended(in.basis(0))); }},
      {R"(filter_zeros(L: basis)
  Modes of stride 0 get extent 1; the nesting stays, and the set of coordinates.
  errors: none
  laws: edits_keep_the_other_modes
  source: CuTe filter_zeros, layout.hpp
  C++: filter.hpp filter_zeros
  filter_zeros((2,(3,4)):(1@0,(0,2@1))) == (2,(1,4)):(1@0,(0,2@1)))",
       [](Call const& in) { return whole(filter_zeros(in.basis(0))); }},
      {R"(filter(L: basis)
  The modes of stride 0 left out, and the others coalesced; the set of coordinates stays.
  errors: none
  laws: complement_is_disjoint
  source: CuTe filter, layout.hpp
  C++: filter.hpp filter
  filter((2,(3,4)):(1@0,(0,2@0))) == 8:1@0)",
       [](Call const& in) { return whole(filter(in.basis(0))); }},
      {R"(equal(A: basis, B: basis)
  Whether two layouts have the same coordinate at every index, and as many points. Decided on normal forms.
  errors: none
  laws: coalesce_is_a_normal_form
  source: Colfax, arXiv:2601.05972, 2.3.3.14
  C++: equal.hpp equal
  equal((2,5):(3@0,6@0), 10:3@0) == yes
  equal((4,8):(1@0,1@1), (4,8):(1@1,1@0)) == no, first difference at index 1 ((1,0) against (0,1))
  equal(4:1@0, 5:1@0) == no, the sizes differ (4 against 5))",
       equal_coordinates},
      {R"(composition(A: basis, B: layout)
  The coordinates that A has at B's values: i -> A(B(i)), nested as B is.
  needs: strides of B of at least 0; extents and strides up to 2^28, here and below
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: composition.hpp composition
  composition((4,8):(1@0,1@1), (2,4):(2,8)) == (2,4):(2@0,2@1)
  composition((4,8):(1@0,1@1), 8:5) == (4,2):(1@0+1@1,5@1)
  composition((6,4):(1@0,1@1), 4:4) is refused: additive)",
       [](Call const& in) {
         return answer(composition(in.basis(0), numbers(in, 1), Domain::extend_last, in.budget()), "A(B");
       }},
      {R"(composition(A: basis, T: tiler)
  A composed with each tile of T mode by mode.
  errors: congruent in_domain run_divides additive no_carry undecided overflow capacity
  laws: none
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: tiler.hpp composition
  composition((4,8):(1@0,1@1), <2,4:2>) == (2,4):(1@0,2@1)
  composition((4,8):(1@0,1@1), <2,2,2>) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         return answer(composition(in.basis(0), tiles(in, 1), Rest::keep, in.budget()));
       }},
      {R"(logical_divide(A: basis, B: layout)
  The coordinates of logical_divide by one tile.
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp logical_divide
  logical_divide((8,4):(1@0,1@1), 4:1) == (4,(2,4)):(1@0,(4@0,1@1))
  logical_divide((9,2):(1@0,1@1), 4:1) is refused: cotarget_divides: 4 does not divide 18)",
       [](Call const& in) {
         return answer(logical_divide(in.basis(0), tile(numbers(in, 1)), in.cover(), in.budget()));
       }},
      {R"(logical_divide(A: basis, T: tiler)
  The coordinates of logical_divide by mode: which element of a tensor each point of a tile is.
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp logical_divide
  logical_divide((4,8):(1@0,1@1), <2,4>) == ((2,2),(4,2)):((1@0,2@0),(1@1,4@1))
  logical_divide((4,8):(1@0,1@1), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) {
         return answer(logical_divide(in.basis(0), tiles(in, 1), in.cover(), in.budget()));
       }},
      {R"(zipped_divide(A: basis, B: layout)
  The coordinates of zipped_divide by one tile.
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp zipped_divide
  zipped_divide((8,4):(1@0,1@1), 4:1) == (4,(2,4)):(1@0,(4@0,1@1))
  zipped_divide((9,2):(1@0,1@1), 4:1) is refused: cotarget_divides: 4 does not divide 18)",
       [](Call const& in) {
         return answer(zipped_divide(in.basis(0), tile(numbers(in, 1)), in.cover(), in.budget()));
       }},
      {R"(zipped_divide(A: basis, T: tiler)
  The coordinates of zipped_divide by mode: which element of a tensor each point of a tile is. `_` as there.
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp zipped_divide
  zipped_divide((4,8):(1@0,1@1), <2,4>) == ((2,4),(2,2)):((1@0,1@1),(2@0,4@1))
  zipped_divide((12,(4,8)):(1@0,(1@1,4@1)), <2,_>) == ((2,(4,8)),(6,1)):((1@0,(1@1,4@1)),(2@0,0))
  zipped_divide((4,8):(1@0,1@1), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) {
         return answer(zipped_divide(in.basis(0), tiles(in, 1), in.cover(), in.budget()));
       }},
      {R"(tiled_divide(A: basis, B: layout)
  The coordinates of tiled_divide by one tile.
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp tiled_divide
  tiled_divide((8,4):(1@0,1@1), 4:1) == (4,2,4):(1@0,4@0,1@1)
  tiled_divide((9,2):(1@0,1@1), 4:1) is refused: cotarget_divides: 4 does not divide 18)",
       [](Call const& in) {
         return answer(tiled_divide(in.basis(0), tile(numbers(in, 1)), in.cover(), in.budget()));
       }},
      {R"(tiled_divide(A: basis, T: tiler)
  The coordinates of tiled_divide by mode: which element of a tensor each point of a tile is. `_` as there.
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp tiled_divide
  tiled_divide((4,8):(1@0,1@1), <2,4>) == ((2,4),2,2):((1@0,1@1),2@0,4@1)
  tiled_divide((4,8):(1@0,1@1), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) {
         return answer(tiled_divide(in.basis(0), tiles(in, 1), in.cover(), in.budget()));
       }},
      {R"(flat_divide(A: basis, B: layout)
  The coordinates of flat_divide by one tile.
  options: cover
  errors: stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp flat_divide
  flat_divide((8,4):(1@0,1@1), 4:1) == (4,2,4):(1@0,4@0,1@1)
  flat_divide((9,2):(1@0,1@1), 4:1) is refused: cotarget_divides: 4 does not divide 18)",
       [](Call const& in) {
         return answer(flat_divide(in.basis(0), tile(numbers(in, 1)), in.cover(), in.budget()));
       }},
      {R"(flat_divide(A: basis, T: tiler)
  The coordinates of flat_divide by mode: which element of a tensor each point of a tile is. `_` as there.
  options: cover
  errors: congruent stride_positive stride_divides cotarget_divides surjective run_divides additive no_carry undecided overflow capacity
  laws: divide_permutes_the_layout
  source: Cecka, arXiv:2603.02298, 3.3; CuTe arithmetic_tuple.hpp
  C++: divide.hpp flat_divide
  flat_divide((4,8):(1@0,1@1), <2,4>) == (2,4,2,2):(1@0,1@1,2@0,4@1)
  flat_divide((4,8):(1@0,1@1), <3>) is refused: cotarget_divides: 3 does not divide 4)",
       [](Call const& in) {
         return answer(flat_divide(in.basis(0), tiles(in, 1), in.cover(), in.budget()));
       }},
  };
}

}  // namespace colex::cli
