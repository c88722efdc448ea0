// SPDX-License-Identifier: MIT
// decisions and inverses.
#include <fmt/format.h>

#include "colex/any_inverse.hpp"
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

/// Which layout has these values at 0, 1, 2, ...?
Answer find_table(Call const& in) {
  Table const& values = in.table(0);
  auto const value = [&](Checked i) { return Checked(values[static_cast<std::size_t>(i.value())]); };
  return answer(find_layout<Checked>(value, static_cast<std::int64_t>(values.size())));
}

Answer equal_layouts(Call const& in) {
  auto const a = in.layout(0), b = in.layout(1);
  auto const verdict = equal(a, b);
  if (verdict.equal) return Answer::yes().by("normal_form");
  if (!verdict.same_size) return other_sizes(size(a).value(), size(b).value()).by("normal_form");
  return differ(verdict.index.value(), verdict.left.value(), verdict.right.value()).by("normal_form");
}

}  // namespace

std::vector<Row> inverses_rows() {
  return {
      {R"(equal(A: layout, B: layout)
  Whether two layouts are the same function: as many points, the same offset at every index. Decided on normal
  forms, without looking at values; a no names the first index at which they differ.
  errors: none
  laws: coalesce_is_a_normal_form
  source: Colfax, arXiv:2601.05972, 2.3.3.14
  C++: equal.hpp equal
  equal(10:3, (2,5):(3,6)) == yes
  equal((2,2):(3,1), (2,2):(1,3)) == no, first difference at index 1 (3 against 1)
  equal(4:1, 5:1) == no, the sizes differ (4 against 5))",
       equal_layouts},
      {R"(find_layout(f: table)
  The layout in normal form with f(i) at index i, or the first index that shows that none exists. One pass
  over the table. C++ takes any function of the index.
  needs: 1 to 2^24 values, the first of them 0
  errors: starts_at_zero run_divides additive overflow capacity
  laws: find_layout_is_exact
  source: Colfax, arXiv:2601.05972, 2.3.3.14: the coalesced form is unique
  C++: find.hpp find_layout
  find_layout([0,2,4,7,9,11]) == (3,2):(2,7)
  find_layout([0,2,4,7,9,12]) is refused: additive: no layout gives f(i): at index 5 the modes before it force 11, f(5) = 12
  find_layout([1,2]) is refused: starts_at_zero: no layout gives f(i): f(0) = 1, not 0)",
       find_table},
      {R"(injective(L: layout | swizzled)
  Whether no two coordinates share an offset. A no comes with two that do, left and right, and their offset.
  errors: undecided not_negative overlap capacity overflow in_domain
  laws: injective_is_exact
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp injective
  injective((2,2):(2,3)) == yes
  injective((3,2):(1,2)) == no, coordinates 2 and 3 have the same offset 2
  injective([1,2,3] o 0 o 8:1) == no, coordinates 0 and 7 have the same offset 0
  injective(Sw<2,0,1> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) {
         return in.is_swizzled(0) ? decision(injective(in.any(0), in.budget()))
                                  : decision(injective(in.layout(0), in.budget()));
       }},
      {R"(surjective(L: layout | swizzled, M: integer)
  Whether every offset in [0, M) is reached. A no comes with a missing offset, left.
  errors: undecided not_negative overlap capacity overflow in_domain
  laws: surjective_is_exact
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp surjective
  surjective((4,3):(1,2), 8) == yes
  surjective((2,2):(1,3), 5) == no, offset 2 is at no coordinate
  surjective((2,4194305):(-1,3), 8388608) == no, offset 1 is at no coordinate
  surjective([1,1] o 0 o 4:1, 4) == no, offset 2 is at no coordinate
  surjective((12,2,5,1021,2,1000,5,3,4,1021):(903155,-1012358,-770474,455091,-420253,513189,995362,-741030,5,-934189), 4194304) is refused: undecided)",
       [](Call const& in) {
         return in.is_swizzled(0) ? decision(surjective(in.any(0), in.integer(1).value(), in.budget()))
                                  : decision(surjective(in.layout(0), in.integer(1), in.budget()));
       }},
      {R"(bijective(L: layout | swizzled, M: integer)
  Injective, surjective onto [0, M), and no offset outside it. A no comes with the witness of the first that
  fails, an offset outside for the last.
  errors: undecided not_negative overlap capacity overflow in_domain
  laws: tv_layouts_cover_once
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp bijective
  bijective((4,8):(8,1), 32) == yes
  bijective((4,8):(8,1), 33) == no, offset 32 is at no coordinate
  bijective((4,8):(8,1), 31) == no, offset 31 is outside [0,31)
  bijective(Sw<2,0,2> o 0 o (4,4):(1,4), 16) == yes
  bijective(Sw<2,0,1> o 0 o 8:1, 8) is refused: overlap)",
       [](Call const& in) {
         return in.is_swizzled(0) ? decision(bijective(in.any(0), in.integer(1).value(), in.budget()))
                                  : decision(bijective(in.layout(0), in.integer(1), in.budget()));
       }},
      {R"(contiguous(L: layout | swizzled)
  Whether every offset below the largest is reached: no holes. Offsets may repeat.
  errors: undecided not_negative overlap capacity overflow in_domain
  laws: none
  source: Cecka, arXiv:2603.02298, 2.3
  C++: decide.hpp contiguous
  contiguous((2,3):(1,1)) == yes
  contiguous((4,6):(1,5)) == no, offset 4 is at no coordinate
  contiguous(Sw<1,0,1> o 0 o 3:1) == no, offset 2 is at no coordinate
  contiguous(Sw<2,0,1> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) {
         return in.is_swizzled(0) ? decision(contiguous(in.any(0), in.budget()))
                                  : decision(contiguous(in.layout(0), in.budget()));
       }},
      {R"(right_inverse(L: layout | swizzled)
  R with L(R(k)) == k for every k below size(R), and no layout does that for more k: where the offsets 0, 1,
  2, ... are. Behind a swizzle or a map that is not linear over GF(2), and where offsets repeat, R is looked for with
  the first coordinate of each offset only. Under --convention cute made of whole modes of the coalesced layout (CuTe's).
  errors: undecided surjective not_negative overlap capacity overflow in_domain
  laws: right_inverse_undoes_layout
  source: Cecka, arXiv:2603.02298, 3.4; CuTe right_inverse, layout.hpp
  C++: inverse.hpp right_inverse
  right_inverse((4,8):(8,1)) == (8,4):(4,1)
  right_inverse((4,3):(1,2)) == (4,2):(1,8)
  right_inverse((4,3):(1,2), Parts::whole_modes) == 4:1
  right_inverse((4,6):(1,5)) == 4:1
  right_inverse(Sw<1,0,2> o 0 o 8:1) == Sw<1,0,2> o 0 o 8:1
  right_inverse(Sw<2,0,1> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) {
         return in.is_swizzled(0) ? answer(right_inverse(in.any(0), in.parts(), in.budget()))
                                  : answer(right_inverse(in.layout(0), in.parts(), in.budget()));
       }},
      {R"(left_inverse(L: layout | swizzled)
  R with R(L(k)) == k for every k below size(L): which coordinate an offset has. Under --convention cute
  L(R(L(k))) == L(k) is asked for only, so that modes of stride 0 may stand.
  needs: L injective, strides of at least 0; behind a swizzle or a map that the inner layout's inverse behind the
  swizzle, or a map over GF(2), takes the offsets back
  errors: injective not_negative invertible undecided overflow capacity linear overlap in_domain
  laws: left_inverse_gives_back
  source: Cecka, arXiv:2603.02298, 3.4; CuTe left_inverse, layout.hpp
  C++: left_inverse.hpp left_inverse
  left_inverse((4,8):(8,1)) == (8,4):(4,1)
  left_inverse((2,2):(2,3)) == (2,3):(1,1)
  left_inverse((2,2):(0,1), Inverse::quasi) == 2:2
  left_inverse(Sw<1,0,2> o 0 o 8:1) == Sw<1,0,2> o 0 o 8:1
  left_inverse(Sw<1,0,1> o 0 o (2,2):(1,3)) == [1,2,3] o 0 o 8:1
  left_inverse((3,2):(1,2)) is refused: injective: coordinates 2 and 3 have the same offset 2)",
       [](Call const& in) {
         auto const kind = in.cute() ? Inverse::quasi : Inverse::exact;
         return in.is_swizzled(0) ? answer(left_inverse(in.any(0), kind, in.budget()))
                                  : answer(left_inverse(in.layout(0), kind, in.budget()));
       }},
      {R"(nullspace(L: layout | swizzled)
  N, increasing, whose values are exactly the coordinates with offset 0. Where strides have both signs, and behind what
  is not linear over GF(2), the coordinates are enumerated.
  errors: run_divides additive undecided starts_at_zero linear not_negative overlap capacity overflow in_domain
  laws: nullspace_is_the_kernel
  source: CuTe nullspace, layout.hpp
  C++: inverse.hpp nullspace
  nullspace((2,3,4):(1,0,2)) == 3:2
  nullspace((2,2):(1,-1)) == 2:3
  nullspace((5,3):(1,-1)) == 3:6
  nullspace((128,64):(1,-1)) == 64:129
  nullspace([1,1] o 0 o 4:1) == 2:3
  nullspace([0,0,7] o 1 o 4:1) == 3:1
  nullspace((8192,8192):(1,-1)) is refused: undecided)",
       [](Call const& in) {
         return in.is_swizzled(0) ? answer(nullspace(in.any(0), in.budget()))
                                  : answer(nullspace(in.layout(0), in.budget()));
       }},
      {R"(max_common_layout(A: layout | swizzled, B: layout | swizzled)
  The longest run of elements that A and B hold side by side: R with A(R(i)) == i == B(R(i)), and no layout
  does that for more i. Behind a swizzle or a map: where both are linear over GF(2), or one is injective and one has at
  most 2^12 points, within the budget; else it may be shorter. Under --convention cute made of whole modes.
  errors: undecided overflow capacity surjective not_negative overlap in_domain
  laws: max_common_layout_is_common
  source: CuTe max_common_layout, layout.hpp
  C++: common.hpp max_common_layout
  max_common_layout((4,8):(8,1), (4,8):(8,1)) == (8,4):(4,1)
  max_common_layout(6:1, 8:1) == 6:1
  max_common_layout((6,4):(1,7), (4,4):(4,1)) == 1:0
  max_common_layout((4,3):(1,2), (4,3):(1,2), Parts::whole_modes) == 4:1
  max_common_layout(Sw<3,3,3> o 0 o 512:1, 512:1) == 64:1
  max_common_layout(Sw<2,0,1> o 0 o 8:1, 8:1) is refused: overlap)",
       [](Call const& in) {
         if (in.is_swizzled(0) || in.is_swizzled(1))
           return answer(max_common_layout(in.function(0), in.function(1), in.parts(), in.budget()));
         return answer(max_common_layout(in.layout(0), in.layout(1), in.parts(), in.budget()));
       }},
      {R"(max_common_vector(A: layout | swizzled, B: layout | swizzled)
  How many elements A and B hold side by side: how wide a copy may be. The size of max_common_layout, which behind
  a swizzle or a map may be less than the most.
  errors: undecided overflow capacity surjective not_negative overlap in_domain
  laws: none
  source: CuTe max_common_vector, layout.hpp
  C++: common.hpp max_common_vector
  max_common_vector((4,8):(1,4), (4,8):(1,4)) == 32
  max_common_vector((4,8):(1,5), 32:1) == 4
  max_common_vector((6,4):(1,7), (4,4):(4,1)) == 1
  max_common_vector((3,(7,2)):(2,(6,1)), (((3,4),1),4):(((1,12),3),3), Parts::whole_modes) == 1
  max_common_vector(Sw<3,3,3> o 0 o 512:1, 512:1) == 64
  max_common_vector(Sw<2,0,3> o 0 o 8:1, Sw<2,0,3> o 0 o 12:1) == 8
  max_common_vector(Sw<2,0,1> o 0 o 8:1, 8:1) is refused: overlap)",
       [](Call const& in) {
         if (in.is_swizzled(0) || in.is_swizzled(1))
           return Answer::number(
               accept(max_common_vector(in.function(0), in.function(1), in.parts(), in.budget())));
         return answer(max_common_vector(in.layout(0), in.layout(1), in.parts(), in.budget()));
       }},
      {R"(max_alignment(L: layout | swizzled)
  The largest n such that L is made of blocks of n adjacent elements, each starting at a multiple of n. It may be less
  than the largest where offsets of a plain L repeat, and behind a swizzle that is not linear over GF(2) on more than 2^12
  points.
  errors: undecided not_negative overlap capacity overflow in_domain
  laws: none
  source: CuTe max_alignment, layout.hpp
  C++: common.hpp max_alignment
  max_alignment((4,8):(1,12)) == 4
  max_alignment((6,2):(1,10)) == 2
  max_alignment(Sw<3,4,3> o 8 o (96,64):(64,1)) == 8
  max_alignment(Sw<1,3,3> o 0 o 7:1) == 7
  max_alignment(Sw<2,0,1> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) {
         return in.is_swizzled(0) ? answer(max_alignment(in.any(0), in.budget()))
                                  : answer(max_alignment(in.layout(0)));
       }},
  };
}

}  // namespace colex::cli
