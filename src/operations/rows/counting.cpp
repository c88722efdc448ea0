// SPDX-License-Identifier: MIT
// the lexicographic count.
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

void require_inside(IntTuple<Checked> const& coordinate, IntTuple<Checked> const& shape, Last last) {
  if (auto const why = inside(coordinate, shape, last); why.condition != Condition::none) refuse(plain(why));
}

Answer value_in_rows(Call const& in) {
  auto const layout = in.layout(0);
  auto const coordinate = in.tuple(1);
  require_inside(reversed(coordinate), reversed(shape(layout)), Last::ends);
  return accept(lex_crd2idx(coordinate, layout));
}

Answer coordinate_in_rows(Call const& in) {
  require_inside(leaf(in.integer(0)), in.shape(1), Last::runs_on);
  return lex_idx2crd(in.integer(0), in.shape(1));
}

}  // namespace

std::vector<Row> counting_rows() {
  return {
      {R"(lex_make_layout(S: shape)
  The compact layout of S, the rightmost mode of stride 1.
  errors: overflow
  laws: none
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
  laws: evaluate_is_colexicographic
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_evaluate
  was: lex_eval
  lex_evaluate((2,3):(3,1), 4) == 4
  lex_evaluate((2,3):(1,2), 1) == 2
  lex_evaluate((2,(2,3)):(6,(3,1)), (1,5)) == 11
  lex_evaluate((2,3):(3,1), 6) is refused: in_domain: 6 is not below 6)",
       value_in_rows},
      {R"(lex_idx2crd(i: integer, S: shape)
  The natural coordinate of an index counted lexicographically; the first mode takes what is left.
  needs: i at least 0
  errors: in_domain
  laws: evaluate_is_colexicographic
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_idx2crd
  lex_idx2crd(4, (2,3)) == (1,1)
  lex_idx2crd(-1, (2,3)) is refused: in_domain: -1 is below 0)",
       coordinate_in_rows},
      {R"(lex_coalesce(L: layout)
  The fewest modes that give the same function of the lexicographic index.
  errors: none
  laws: coalesce_preserves_the_map coalesce_is_a_normal_form
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_coalesce
  lex_coalesce((2,3):(3,1)) == 6:1
  lex_coalesce((2,3):(1,2)) == (2,3):(1,2))",
       [](Call const& in) { return Answer(lex_coalesce(in.layout(0))); }},
      {R"(lex_composition(A: layout, B: layout)
  c -> A(B(c)), both counted lexicographically; A's first mode runs on.
  errors: in_domain run_divides additive no_carry undecided overflow capacity
  laws: composition_evaluates_pointwise
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_composition
  lex_composition((4,8):(8,1), (2,8):(16,1)) == (2,8):(16,1)
  lex_composition((4,6):(7,1), 4:4) is refused: additive)",
       [](Call const& in) { return answer(lex_composition(in.layout(0), in.layout(1), in.budget())); }},
      {R"(lex_complement(L: layout, M: integer)
  complement, its modes in the lexicographic order; under --convention cute as CuTe's.
  needs: M at least 1
  errors: cotarget_positive stride_positive stride_divides cotarget_divides overflow capacity
  laws: complement_tiles_the_codomain complement_is_ordered complement_is_disjoint
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_complement
  lex_complement(4:2, 8) == 2:1
  lex_complement(8:2, 32) == (2,2):(16,1)
  lex_complement((4,2):(5,1), 10, Cover::disjoint) == 2:2
  lex_complement(4:3, 16) is refused: cotarget_divides: 12 does not divide 16)",
       [](Call const& in) {
         return answer(
             lex_complement(in.layout(0), in.integer(1), in.cute() ? Cover::disjoint : Cover::strict));
       }},
      {R"(lex_right_inverse(L: layout)
  right_inverse, both sides counted lexicographically.
  errors: undecided
  laws: right_inverse_undoes_layout
  source: PyTorch torch.distributed._pycute
  C++: lexicographic.hpp lex_right_inverse
  lex_right_inverse((4,8):(1,4)) == (8,4):(1,8)
  lex_right_inverse((4,6):(5,1)) == (4,5):(6,1))",
       [](Call const& in) { return answer(lex_right_inverse(in.layout(0), in.budget())); }},
  };
}

}  // namespace colex::cli
