// SPDX-License-Identifier: MIT
// the lexicographic count: equality, inverses, what two layouts have in common.
#include "colex/lexicographic_inverse.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

Answer equal_in_rows(Call const& in) {
  auto const a = in.layout(0), b = in.layout(1);
  auto const verdict = lex_equal(a, b);
  if (verdict.equal) return Answer::yes().by("normal_form");
  if (!verdict.same_size) return other_sizes(size(a).value(), size(b).value()).by("normal_form");
  return differ(verdict.index.value(), verdict.left.value(), verdict.right.value()).by("normal_form");
}

Answer found_in_rows(Call const& in) {
  Table const& values = in.table(0);
  auto const value = [&](Checked i) { return Checked(values[static_cast<std::size_t>(i.value())]); };
  return answer(lex_find_layout<Checked>(value, Checked(static_cast<std::int64_t>(values.size()))));
}

}  // namespace

std::vector<Row> counting_inverse_rows() {
  return {
      {R"(lex_equal(A: layout, B: layout)
  Whether two layouts are the same function of the lexicographic index; a no names the first index at which
  they differ.
  errors: none
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_equal
  lex_equal((2,3):(3,1), 6:1) == yes
  lex_equal((2,2):(1,2), 4:1) == no, first difference at index 1 (2 against 1))",
       equal_in_rows},
      {R"(lex_find_layout(f: table)
  The layout in normal form with f(i) at the lexicographic index i, or the first index that shows that none
  exists.
  needs: 1 to 2^24 values, the first of them 0
  errors: starts_at_zero run_divides additive overflow capacity
  laws: lexicographic_is_the_mirror
  source: Colfax, arXiv:2601.05972, 2.3.3.14: the coalesced form is unique
  C++: lexicographic_inverse.hpp lex_find_layout
  lex_find_layout([0,2,4,7,9,11]) == (2,3):(7,2)
  lex_find_layout([0,2,4,7,9,12]) is refused: additive)",
       found_in_rows},
      {R"(lex_get_1d_coord(L: layout, x: integer)
  The lexicographic index that has the offset x (elements).
  errors: surjective undecided
  laws: lexicographic_is_the_mirror
  source: CuTe get_1d_coord, layout.hpp, for the count of torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_get_1d_coord
  lex_get_1d_coord((4,8):(1,4), 19) == 28
  lex_get_1d_coord((2,2):(2,3), 4) is refused: surjective)",
       [](Call const& in) { return answer(lex_get_1d_coord(in.layout(0), in.integer(1), in.budget())); }},
      {R"(lex_right_inverse(L: layout)
  right_inverse, both sides counted lexicographically. Under --convention cute made of whole modes.
  errors: undecided
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_right_inverse
  lex_right_inverse((4,8):(1,4)) == (8,4):(1,8)
  lex_right_inverse((4,6):(5,1)) == (4,5):(6,1))",
       [](Call const& in) { return answer(lex_right_inverse(in.layout(0), in.parts(), in.budget())); }},
      {R"(lex_left_inverse(L: layout)
  left_inverse, both sides counted lexicographically. Under --convention cute L(R(L(k))) == L(k) is asked for
  only.
  needs: L injective, strides of at least 0
  errors: injective not_negative invertible undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: PyTorch torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_left_inverse
  lex_left_inverse((4,8):(8,1)) == 32:1
  lex_left_inverse((4,8):(1,4)) == (8,4):(1,8)
  lex_left_inverse((2,3):(2,1)) is refused: injective)",
       [](Call const& in) {
         auto const kind = in.cute() ? Inverse::quasi : Inverse::exact;
         return answer(lex_left_inverse(in.layout(0), kind, in.budget()));
       }},
      {R"(lex_nullspace(L: layout)
  nullspace, both sides counted lexicographically: the indices with offset 0.
  errors: run_divides additive undecided
  laws: lexicographic_is_the_mirror
  source: CuTe nullspace, layout.hpp, for the count of torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_nullspace
  lex_nullspace((2,3,4):(1,0,2)) == 3:4
  lex_nullspace((2,2):(1,-1)) == 2:3
  lex_nullspace((8192,8192):(1,-1)) is refused: undecided)",
       [](Call const& in) { return answer(lex_nullspace(in.layout(0), in.budget())); }},
      {R"(lex_max_common_layout(A: layout, B: layout)
  max_common_layout, all sides counted lexicographically. Under --convention cute made of whole modes.
  errors: undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: CuTe max_common_layout, layout.hpp, for the count of torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_max_common_layout
  lex_max_common_layout((4,8):(8,1), (4,8):(8,1)) == 32:1
  lex_max_common_layout((4,8):(1,4), (4,8):(1,4)) == (8,4):(1,8))",
       [](Call const& in) {
         return answer(lex_max_common_layout(in.layout(0), in.layout(1), in.parts(), in.budget()));
       }},
      {R"(lex_max_common_vector(A: layout, B: layout)
  The size of lex_max_common_layout.
  errors: undecided overflow capacity
  laws: lexicographic_is_the_mirror
  source: CuTe max_common_vector, layout.hpp, for the count of torch.distributed._pycute
  C++: lexicographic_inverse.hpp lex_max_common_vector
  lex_max_common_vector((4,8):(8,1), 32:1) == 32
  lex_max_common_vector((4,8):(1,4), 32:1) == 1)",
       [](Call const& in) {
         return answer(lex_max_common_vector(in.layout(0), in.layout(1), in.parts(), in.budget()));
       }},
  };
}

}  // namespace colex::cli
