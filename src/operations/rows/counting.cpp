// SPDX-License-Identifier: MIT
// the lexicographic count.
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

Answer value_in_rows(Call const& in) {
  auto const layout = in.layout(0);
  auto const coordinate = in.tuple(1);
  if (auto const why = inside(reversed(coordinate), reversed(shape(layout)), Last::ends);
      why.condition != Condition::none)
    return refused(why);
  return answer(lex_crd2idx(coordinate, layout));
}

Answer coordinate_in_rows(Call const& in) {
  auto const shape = in.shape(1);
  if (auto const why = inside(leaf(in.integer(0)), shape, Last::runs_on); why.condition != Condition::none)
    return refused(why);
  return lex_idx2crd(in.integer(0), shape);
}

}  // namespace

std::vector<Row> counting_rows() {
  return {
      {R"(lex_make_layout(S: shape)
  The compact layout of S, the rightmost mode of stride 1.
  errors: overflow
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute; CuTe LayoutRight
  C++: lexicographic.hpp lex_make_layout
  lex_make_layout((2,3)) == (2,3):(3,1)
  lex_make_layout((4,(2,3))) == (4,(2,3)):(6,(3,1)))",
       [](Call const& in) { return answer(lex_make_layout(in.shape(0))); }},
      {R"(lex_evaluate(L: layout, c: coordinate)
  The offset (elements) at an index counted lexicographically, the rightmost mode fastest, or at a coordinate
  whose entries are.
  needs: c inside the shape
  errors: in_domain congruent
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_evaluate
  lex_evaluate((2,3):(3,1), 4) == 4
  lex_evaluate((2,3):(1,2), 1) == 2
  lex_evaluate((2,(2,3)):(6,(3,1)), (1,5)) == 11
  lex_evaluate((2,3):(3,1), 6) is refused: in_domain: 6 is not below 6)",
       value_in_rows},
      {R"(lex_idx2crd(i: integer, S: shape)
  The natural coordinate of an index counted lexicographically; the first mode takes what is left.
  needs: i at least 0
  errors: in_domain
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_idx2crd
  lex_idx2crd(4, (2,3)) == (1,1)
  lex_idx2crd(-1, (2,3)) is refused: in_domain: -1 is below 0)",
       coordinate_in_rows},
      {R"(lex_coalesce(L: layout)
  The fewest modes that give the same function of the lexicographic index.
  errors: none
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_coalesce
  lex_coalesce((2,3):(3,1)) == 6:1
  lex_coalesce((2,3):(1,2)) == (2,3):(1,2))",
       [](Call const& in) { return Answer(lex_coalesce(in.layout(0))); }},
      {R"(lex_coalesce(L: layout, P: tuple)
  lex_coalesce of each part of L that lies at a leaf of P; modes beyond P stay.
  needs: no more entries in P than L has modes
  errors: congruent
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_coalesce
  lex_coalesce(((2,3),(1,4)):((3,1),(0,2)), (1,1)) == (6,4):(1,2)
  lex_coalesce((2,3):(3,1), (1,1,1)) is refused: congruent)",
       [](Call const& in) { return answer(lex_coalesce(in.layout(0), in.tuple(1))); }},
      {R"(lex_filter(L: layout, [P: tuple])
  Without stride-0 and extent-1 modes, and lex_coalesced; with P each part that lies at a leaf of P.
  errors: congruent
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_filter
  lex_filter((2,(3,4)):(4,(0,1))) == 8:1
  lex_filter(((2,3),(1,4)):((3,0),(0,2)), (1,1)) == (2,4):(3,2)
  lex_filter((2,3):(3,1), (1,1,1)) is refused: congruent)",
       [](Call const& in) {
         return in.count() > 1 ? answer(lex_filter(in.layout(0), in.tuple(1)))
                               : Answer(lex_filter(in.layout(0)));
       }},
      {R"(lex_composition(A: layout, B: layout)
  c -> A(B(c)), both counted lexicographically; A's first mode runs on.
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_composition
  lex_composition((4,8):(8,1), (2,8):(16,1)) == (2,8):(16,1)
  lex_composition((4,6):(7,1), 4:4) is refused: additive)",
       [](Call const& in) { return answer(lex_composition(in.layout(0), in.layout(1), in.budget())); }},
      {R"(lex_composition(A: layout, T: tiler)
  lex_composition by mode. `_` leaves a mode alone, an integer n is n:1; modes that T does not reach are kept.
  needs: no more entries in T than A has modes
  errors: congruent in_domain run_divides additive no_carry undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_composition
  lex_composition((4,8):(8,1), <2,_>) == (2,8):(8,1)
  lex_composition((4,(2,4)):(8,(4,1)), <2:2,4>) == (2,4):(16,1)
  lex_composition((4,8):(8,1), <2,2,2>) is refused: congruent)",
       [](Call const& in) { return answer(lex_composition(in.layout(0), in.tiler(1), in.budget())); }},
      {R"(lex_complement(L: layout, M: integer)
  complement, its modes in the lexicographic order. With cover M is rounded up to whole repeats of L; under
  --convention cute holes may stay (CuTe's).
  needs: M at least 1
  options: cover
  errors: cotarget_positive stride_positive stride_divides cotarget_divides overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_complement
  lex_complement(4:2, 8) == 2:1
  lex_complement(8:2, 32) == (2,2):(16,1)
  lex_complement((4,2):(5,1), 10, Cover::disjoint) == 2:2
  lex_complement(4:2, 19, Cover::at_least) == (3,2):(8,1)
  lex_complement(4:3, 16) is refused: cotarget_divides: 12 does not divide 16)",
       [](Call const& in) { return answer(lex_complement(in.layout(0), in.integer(1), in.cover())); }},
  };
}

}  // namespace colex::cli
