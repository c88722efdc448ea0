// SPDX-License-Identifier: MIT
// coordinates as values: inverses, complement, products, and coordinates on the right of composition and divide.
#include "colex/basis_inverse.hpp"

#include "colex/colex.hpp"
#include "operations/rows/small.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

/// The answer f(L) of the first argument L, coordinates whose strides are multiples of one basis vector each.
template <class F>
Answer apart(Call const& in, F f) {
  auto const layout = in.basis(0);
  if (auto const why = detail::separate(layout); why.condition != Condition::none) return refused(why);
  return answer(f(layout));
}

/// The layout on the right of a product, small enough for basis strides.
Layout<Coordinate> copies(Call const& in) { return scalars(small(in.layout(1))); }

/// f(A, B) for coordinates B, A a layout or coordinates itself.
template <class F>
Answer visited(Call const& in, F f) {
  Visit const b{in.basis(1)};
  return in.is_basis(0) ? answer(f(in.basis(0), b)) : answer(f(plain(in.layout(0)), b));
}

/// The same for a divide by B, whose complement is needed too.
template <class F>
Answer divided(Call const& in, F f) {
  if (auto const why = detail::separate(in.basis(1)); why.condition != Condition::none) return refused(why);
  return visited(in, [&](auto const& a, Visit const& b) { return f(a, b, in.cover()); });
}

Answer complement_in(Call const& in) {
  return apart(in, [&](Layout<Coordinate> const& layout) {
    List<std::int64_t> box = least_box(layout).leaves;
    if (in.count() > 1) box = plain(in.shape(1)).leaves;
    return complement(layout, flat(box), in.cover());
  });
}

}  // namespace

std::vector<Row> basis_inverse_rows() {
  return {
      {R"(right_inverse(L: basis)
  R with L(R(c)) == c for every coordinate c in R's shape: where the coordinates are. One mode per basis vector:
  the right_inverse of the modes along it. Under --convention cute made of whole modes.
  needs: every stride a multiple of one basis vector
  errors: linear undecided overflow capacity
  laws: basis_inverses_give_back
  source: CuTe right_inverse, layout.hpp
  C++: basis_inverse.hpp right_inverse
  right_inverse((4,5):(1@1,1@0)) == (5,4):(4,1)
  right_inverse((4,5):(2@0,2@1)) == (1,1):(0,0)
  right_inverse(4:1@0+1@1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         auto const parts = in.cute() ? Parts::whole_modes : Parts::any;
         return apart(in, [&](auto const& l) { return right_inverse(l, parts, in.budget()); });
       }},
      {R"(left_inverse(L: basis)
  R with R(L(i)) == i for every i below size(L): which index a coordinate has. One mode per basis vector. Under
  --convention cute modes that do not move count as their coordinate 0.
  needs: every stride a multiple of one basis vector
  errors: linear injective not_negative invertible undecided overflow capacity
  laws: basis_inverses_give_back
  source: CuTe left_inverse, layout.hpp
  C++: basis_inverse.hpp left_inverse
  left_inverse((4,5):(1@1,1@0)) == (5,4):(4,1)
  left_inverse((4,5):(2@0,2@1)) == ((2,4),(2,5)):((0,1),(0,4))
  left_inverse((2,3):(0,1@0), Inverse::quasi) == (3):(2)
  left_inverse((2,3):(1@0,1@0)) is refused: injective)",
       [](Call const& in) {
         auto const kind = in.cute() ? Inverse::quasi : Inverse::exact;
         return apart(in, [&](auto const& l) { return left_inverse(l, kind, in.budget()); });
       }},
      {R"(complement(L: basis, [M: shape])
  The coordinates that L leaves out of the box M, one mode per basis vector: L and its complement together reach
  every coordinate of the box exactly once. Default M: the least box for which there is one.
  needs: every stride a multiple of one basis vector
  options: cover
  errors: linear congruent stride_positive stride_divides cotarget_divides overflow capacity
  laws: basis_inverses_give_back
  source: CuTe complement, layout.hpp
  C++: basis_inverse.hpp complement
  complement((2,5):(4@1,5@0)) == (5,4):(1@0,1@1)
  complement(2:64@0, (128,64)) == (64,64):(1@0,1@1)
  complement(2:4@0, 9) is refused: cotarget_divides: 8 does not divide 9)",
       complement_in},
      {R"(logical_product(A: basis, B: layout)
  A repeated as B says: (A, A* o B). A* counts what A leaves out of its least box, vector by vector; along the
  last one there is room for all.
  needs: every stride a multiple of one basis vector
  errors: linear stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: product_repeats_the_block
  source: CuTe logical_product, layout.hpp
  C++: product.hpp logical_product
  logical_product((4,3):(1@0,1@1), (2,5):(1,2)) == ((4,3),(2,5)):((1@0,1@1),(3@1,6@1))
  logical_product(4:1@0+1@1, 3:1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         return apart(in, [&](auto const& l) { return logical_product(l, copies(in), in.budget()); });
       }},
      {R"(zipped_product(A: basis, B: layout)
  (block, copies) of logical_product.
  needs: every stride a multiple of one basis vector
  errors: linear stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: variants_regroup_the_modes kept_modes_stay_whole
  source: CuTe zipped_product, layout.hpp
  C++: product.hpp zipped_product
  zipped_product((4,3):(1@0,1@1), (2,5):(1,2)) == ((4,3),(2,5)):((1@0,1@1),(3@1,6@1))
  zipped_product(4:1@0+1@1, 3:1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         return apart(in, [&](auto const& l) { return zipped_product(l, tile(copies(in)), in.budget()); });
       }},
      {R"(tiled_product(A: basis, B: layout)
  (block, copies0, copies1, ...) of logical_product.
  needs: every stride a multiple of one basis vector
  errors: linear stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: variants_regroup_the_modes kept_modes_stay_whole
  source: CuTe tiled_product, layout.hpp
  C++: product.hpp tiled_product
  tiled_product((4,3):(1@0,1@1), (2,5):(1,2)) == ((4,3),2,5):((1@0,1@1),3@1,6@1)
  tiled_product(4:1@0+1@1, 3:1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         return apart(in, [&](auto const& l) { return tiled_product(l, tile(copies(in)), in.budget()); });
       }},
      {R"(flat_product(A: basis, B: layout)
  (block0, block1, ..., copies0, copies1, ...) of logical_product.
  needs: every stride a multiple of one basis vector
  errors: linear stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: variants_regroup_the_modes kept_modes_stay_whole
  source: CuTe flat_product, layout.hpp
  C++: product.hpp flat_product
  flat_product((4,3):(1@0,1@1), (2,5):(1,2)) == (4,3,2,5):(1@0,1@1,3@1,6@1)
  flat_product(4:1@0+1@1, 3:1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         return apart(in, [&](auto const& l) { return flat_product(l, tile(copies(in)), in.budget()); });
       }},
      {R"(blocked_product(A: basis, B: layout)
  Mode k is (block mode k, its copies) of logical_product.
  needs: every stride a multiple of one basis vector
  errors: linear stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: variants_regroup_the_modes
  source: CuTe blocked_product, layout.hpp
  C++: product.hpp blocked_product
  blocked_product((4,3):(1@0,1@1), (2,5):(1,2)) == ((4,2),(3,5)):((1@0,3@1),(1@1,6@1))
  blocked_product(4:1@0+1@1, 3:1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         return apart(in, [&](auto const& l) { return blocked_product(l, copies(in), in.budget()); });
       }},
      {R"(raked_product(A: basis, B: layout)
  Mode k is (copies, block mode k) of logical_product.
  needs: every stride a multiple of one basis vector
  errors: linear stride_positive stride_divides in_domain run_divides additive no_carry undecided overflow capacity
  laws: variants_regroup_the_modes
  source: CuTe raked_product, layout.hpp
  C++: product.hpp raked_product
  raked_product((4,3):(1@0,1@1), (2,5):(1,2)) == ((2,4),(5,3)):((3@1,1@0),(6@1,1@1))
  raked_product(4:1@0+1@1, 3:1) is refused: linear: the stride of leaf 0 is a sum of basis vectors)",
       [](Call const& in) {
         return apart(in, [&](auto const& l) { return raked_product(l, copies(in), in.budget()); });
       }},
      {R"(composition(A: layout | basis, B: basis)
  A at the coordinates that B visits: i -> A(B(i)), nested as B is. Basis vector k counts along leaf k of A, so
  nothing carries.
  needs: every coordinate inside A
  errors: congruent in_domain overflow capacity
  laws: basis_inverses_give_back
  source: CuTe composition, layout.hpp; arithmetic_tuple.hpp
  C++: basis_inverse.hpp composition
  composition((4,8):(8,1), (2,4):(1@1,1@0)) == (2,4):(1,8)
  composition((4,8):(8,1), 4:1@0+1@1) == 4:9
  composition((4,8):(1@1,1@0), 2:2@0) == 2:2@1
  composition((4,8):(8,1), 5:1@0) is refused: in_domain: 4 is not below 4)",
       [](Call const& in) {
         return visited(in, [](auto const& a, Visit const& b) { return composition(a, b); });
       }},
      {R"(logical_divide(A: layout | basis, B: basis)
  A divided by one tile of coordinates: (A o B, A o B*), B* the complement of B in the shape of A's leaves.
  needs: every coordinate inside A; every stride of B a multiple of one basis vector
  options: cover
  errors: linear congruent in_domain stride_positive stride_divides cotarget_divides overflow capacity
  laws: basis_inverses_give_back
  source: CuTe logical_divide, layout.hpp
  C++: basis_inverse.hpp logical_divide
  logical_divide((128,64):(1@1,1@0), 2:64@0) == (2,(64,64)):(64@1,(1@1,1@0))
  logical_divide((9,2):(1,9), 4:1@0) is refused: cotarget_divides: 4 does not divide 9)",
       [](Call const& in) {
         return divided(in, [](auto const& a, Visit const& b, Cover c) { return logical_divide(a, b, c); });
       }},
      {R"(zipped_divide(A: layout | basis, B: basis)
  (tile, grid) of logical_divide.
  needs: every coordinate inside A; every stride of B a multiple of one basis vector
  options: cover
  errors: linear congruent in_domain stride_positive stride_divides cotarget_divides overflow capacity
  laws: basis_inverses_give_back
  source: CuTe zipped_divide, layout.hpp
  C++: basis_inverse.hpp zipped_divide
  zipped_divide((128,64):(1@1,1@0), 2:64@0) == (2,(64,64)):(64@1,(1@1,1@0))
  zipped_divide((9,2):(1,9), 4:1@0) is refused: cotarget_divides: 4 does not divide 9)",
       [](Call const& in) {
         return divided(in, [](auto const& a, Visit const& b, Cover c) { return zipped_divide(a, b, c); });
       }},
      {R"(tiled_divide(A: layout | basis, B: basis)
  (tile, grid entries...) of logical_divide.
  needs: every coordinate inside A; every stride of B a multiple of one basis vector
  options: cover
  errors: linear congruent in_domain stride_positive stride_divides cotarget_divides overflow capacity
  laws: basis_inverses_give_back
  source: CuTe tiled_divide, layout.hpp
  C++: basis_inverse.hpp tiled_divide
  tiled_divide((128,64):(1@1,1@0), 2:64@0) == (2,64,64):(64@1,1@1,1@0)
  tiled_divide((9,2):(1,9), 4:1@0) is refused: cotarget_divides: 4 does not divide 9)",
       [](Call const& in) {
         return divided(in, [](auto const& a, Visit const& b, Cover c) { return tiled_divide(a, b, c); });
       }},
      {R"(flat_divide(A: layout | basis, B: basis)
  (tile entries..., grid entries...) of logical_divide.
  needs: every coordinate inside A; every stride of B a multiple of one basis vector
  options: cover
  errors: linear congruent in_domain stride_positive stride_divides cotarget_divides overflow capacity
  laws: basis_inverses_give_back
  source: CuTe flat_divide, layout.hpp
  C++: basis_inverse.hpp flat_divide
  flat_divide((128,64):(1@1,1@0), 2:64@0) == (2,64,64):(64@1,1@1,1@0)
  flat_divide((9,2):(1,9), 4:1@0) is refused: cotarget_divides: 4 does not divide 9)",
       [](Call const& in) {
         return divided(in, [](auto const& a, Visit const& b, Cover c) { return flat_divide(a, b, c); });
       }},
      {R"(dice(c: slicer, L: basis)
  The modes of L at each number of the coordinate, in one tuple.
  errors: congruent capacity
  laws: edits_keep_the_other_modes
  source: CuTe dice, underscore.hpp
  C++: slice.hpp dice
  dice((1,_), ((2,3),4):((1@0,1@1),1@2)) == ((2,3)):((1@0,1@1))
  dice((_,2,_), (4,8):(1@0,1@1)) is refused: congruent: the arguments are not nested alike)",
       [](Call const& in) {
         auto const c = transform(in.slicer(0), [](Slot<Checked> const& s) {
           return Slot<Coordinate>{s.keep, Coordinate(s.value.value())};
         });
         return answer(dice(c, in.basis(1)));
       }},
  };
}

}  // namespace colex::cli
