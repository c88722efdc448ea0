// SPDX-License-Identifier: MIT
// shapes and layouts cut alike.
#include "colex/refinement.hpp"

#include "colex/any_compose.hpp"
#include "colex/basis.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

/// The two layouts as the entries of a tuple.
Answer pair(Alike<Checked> const& alike) {
  Tuple r{join(leaf(Entry{Entry::Is::layout, 0}), leaf(Entry{Entry::Is::layout, 1}))};
  r.layouts = {alike.a, alike.b};
  return Answer(Value(r));
}

IntTuple<std::int64_t> extents(Call const& in, std::size_t k) {
  return transform(shape(in.basis(k)), [](Coordinate const& s) { return s.scalar; });
}

}  // namespace

std::vector<Row> refinement_rows() {
  return {
      {R"(mutual_refinement(A: tuple, B: tuple)
  The pair (A', B'): leaves of A and of B opened into tuples, so that the leaves of A' are the first leaves of
  B', all of them where the sizes agree. Each piece is as large as it can be.
  needs: leaves of at least 1
  errors: shape_positive divides capacity
  laws: none
  source: Colfax, arXiv:2601.05972, mutual refinement
  C++: refinement.hpp mutual_refinement
  mutual_refinement((6,6), (2,6,6)) == (((2,3),(2,3)),(2,(3,2),(3,2)))
  mutual_refinement((4,6), (8,3)) == ((4,(2,3)),((4,2),3))
  mutual_refinement((2,0), 2) is refused: shape_positive
  mutual_refinement((4,6), (6,4)) is refused: divides: 6 is not a multiple of 4
  mutual_refinement(12, (2,2)) is refused: divides: 1 is not a multiple of 3)",
       [](Call const& in) { return answer(mutual_refinement(in.tuple(0), in.tuple(1))); }},
      {R"(greatest_common_domain(A: layout | swizzled, B: layout | swizzled)
  The modes s:d, in order, that lie within one leaf of A's shape and one of B's: d the least multiple of what
  the modes before it reach, s the greatest. A o G and B o G have one mode per mode of G. (1):(0) where there
  is none.
  errors: not_negative overlap capacity overflow in_domain
  laws: none
  source: NVlabs' PyCuTe greatest_common_domain, algebra.py
  C++: refinement.hpp greatest_common_domain
  greatest_common_domain((5,3,4), (10,6)) == (5,2):(1,30)
  greatest_common_domain((6,35), (15,14)) == (3,7):(1,30)
  greatest_common_domain(10, Sw<1,0,1> o 0 o (2,5):(1,2)) == (2,5):(1,2)
  greatest_common_domain((5,3), (3,5)) == (1):(0)
  greatest_common_domain(Sw<2,0,1> o 0 o 8:1, 8:1) is refused: overlap)",
       [](Call const& in) {
         return Answer(checked(greatest_common_domain(shape(in.any(0).inner), shape(in.any(1).inner))));
       }},
      {R"(greatest_common_domain(A: basis, B: basis)
  The same of the shapes of two layouts of coordinates.
  errors: none
  laws: none
  source: NVlabs' PyCuTe greatest_common_domain, algebra.py
  C++: refinement.hpp greatest_common_domain
  greatest_common_domain((6,35):(1@0,1@1), (15,14):(1@0,1@1)) == (3,7):(1,30))",
       [](Call const& in) {
         return Answer(checked(greatest_common_domain(extents(in, 0), extents(in, 1))));
       }},
      {R"(layout_add(A: layout, B: layout)
  The layout in normal form whose value at i is A(i) + B(i). It is refused exactly when no layout has these
  values.
  needs: A and B of one size
  errors: divides run_divides additive no_carry undecided overflow capacity in_domain
  laws: none
  source: NVlabs' PyCuTe layout_add, algebra.py
  C++: refinement.hpp layout_add
  layout_add((4,3):(1,4), (4,3):(3,1)) == (4,3):(4,5)
  layout_add((5,3,4):(1,5,15), (10,6):(1,10)) == 60:2
  layout_add((2,3):(1,5), (3,2):(0,3)) is refused: run_divides
  layout_add(4:1, 5:1) is refused: divides: 4 is not a multiple of 5)",
       [](Call const& in) { return answer(layout_add(in.layout(0), in.layout(1), in.budget())); }},
      {R"(layout_add(A: swizzled, B: swizzled)
  The layout of any kind whose value at i is A(i) + B(i), nested as A. All points are looked at, up to 2^12.
  needs: A and B of one size
  errors: divides linear run_divides additive no_carry undecided not_negative overlap overflow capacity starts_at_zero
  laws: any_layouts_are_exact
  source: NVlabs' PyCuTe layout_add, algebra.py
  C++: any_compose.hpp layout_add
  layout_add(Sw<1,0,2> o 0 o 8:1, 8:8) == Sw<1,0,2> o 0 o 8:9
  layout_add(Sw<1,0,1> o 0 o 4:1, 4:1) is refused: linear
  layout_add(Sw<1,0,1> o 0 o 4:1, 2:1) is refused: divides)",
       [](Call const& in) { return answer(layout_add(in.function(0), in.function(1), in.budget())); }},
      {R"(layout_add(A: basis, B: basis)
  The layout of coordinates whose value at i is A(i) + B(i).
  needs: A and B of one size
  errors: divides run_divides additive no_carry undecided overflow capacity
  laws: none
  source: NVlabs' PyCuTe layout_add, algebra.py
  C++: refinement.hpp layout_add
  layout_add((4,8):(1@0,1@1), (4,8):(0,1@0)) == (4,8):(1@0,1@0+1@1)
  layout_add(4:1@0, 5:1@0) is refused: divides)",
       [](Call const& in) { return answer(layout_add(in.basis(0), in.basis(1), in.budget())); }},
      {R"(expand_modes_alike(A: layout, B: layout)
  A and B over one shape, the coarsest whose coordinates both shapes have: where one has a leaf and the other
  a tuple, the leaf is opened into that tuple.
  errors: congruent divides
  laws: none
  source: Mojo expand_modes_alike, layout.mojo
  C++: refinement.hpp expand_modes_alike
  expand_modes_alike((6,4):(1,6), ((2,3),4):((3,1),6)) == (((2,3),4):((1,2),6),((2,3),4):((3,1),6))
  expand_modes_alike(4:1, 5:1) is refused: divides
  expand_modes_alike((2,3):(1,2), (2,3,1):(1,2,0)) is refused: congruent)",
       [](Call const& in) { return pair(accept(expand_modes_alike(in.layout(0), in.layout(1)))); }},
  };
}

}  // namespace colex::cli
