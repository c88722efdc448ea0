// SPDX-License-Identifier: MIT
// The manual: maps over GF(2). The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::bits[] = R"(Maps over GF(2), as tables of columns: the images of 1, 2, 4, ...

bit_map(L: layout)
  The columns of a layout of powers of two. Triton's bases.
  needs: extents powers of two, strides at least 0, modes on distinct bits
  errors: power_of_two linear not_negative capacity
  laws: bit_maps_are_layouts_exactly
  source: Triton's LinearLayout
  C++: bits.hpp bit_map
  bit_map((4,8):(8,1)) == [8,16,1,2,4]
  bit_map((4,3):(1,4)) is refused: power_of_two: 3 is not a power of two
  bit_map((4,4):(1,2)) is refused: linear

bit_layout(columns: columns)
  The layout that is the same function as the map, in normal form.
  needs: no two columns share a bit
  errors: linear not_negative capacity
  laws: bit_maps_are_layouts_exactly coalesce_is_a_normal_form
  source: Triton's LinearLayout
  C++: bits.hpp layout_of
  bit_layout([8,16,1,2,4]) == (4,8):(8,1)
  bit_layout([1,3]) is refused: linear

bit_swizzle(columns: columns)
  The swizzle that is the map.
  needs: the map is a swizzle that moves no bit beyond its inputs
  errors: linear not_negative capacity
  laws: swizzles_are_found_exactly
  source: CuTe Swizzle, swizzle.hpp
  C++: swizzle.hpp swizzle_of
  bit_swizzle([1,2,5,10]) == Sw<2,0,2>
  bit_swizzle([2,1]) is refused: linear

find_bit_map(f: table)
  The linear map with the values f(0), f(1), ..., or the first index at which f is not the XOR of its parts.
  needs: a power of two of values, none negative, the first of them 0
  errors: power_of_two starts_at_zero linear not_negative
  laws: bit_maps_are_layouts_exactly
  source: Triton's LinearLayout
  C++: bits.hpp find_bit_map
  find_bit_map([0,1,3,2]) == [1,3]
  find_bit_map([0,3,6,9]) is refused: linear
  find_bit_map([0,1,2]) is refused: power_of_two: 3 is not a power of two

bit_rank(columns: columns)
  The number of independent columns; all of them exactly when the map is injective.
  errors: not_negative capacity
  laws: swizzles_compose_over_gf2 bit_maps_invert_exactly
  source: elimination over GF(2)
  C++: bits.hpp rank
  bit_rank([1,2,3]) == 2
  bit_rank([8,16,1]) == 3
  bit_rank([-1]) is refused: not_negative

bit_inverse(columns: columns)
  The columns of the map that gives x back from m(x). Bits that no x reaches go to 0.
  needs: the map injective
  errors: injective not_negative capacity
  laws: bit_maps_invert_exactly
  source: Triton's LinearLayout::invert
  C++: bits.hpp inverse
  bit_inverse([1,3]) == [1,3]
  bit_inverse([2,1,4]) == [2,1,4]
  bit_inverse([1,1]) is refused: injective

bit_composition(a: columns, b: columns)
  The columns of x -> a(b(x)).
  needs: every value of b within a's inputs
  errors: in_domain not_negative capacity
  laws: swizzles_compose_over_gf2
  source: Triton's LinearLayout::compose
  C++: bits.hpp composition
  bit_composition([1,3], [1,3]) == [1,2]
  bit_composition([1,2], [4]) is refused: in_domain: 4 is not below 4

bit_bijective(columns: columns, outputs: bits)
  Whether the map is a bijection onto [0, 2^outputs). A no comes with a nonzero x that goes to 0, right, or an
  offset that nothing goes to, left.
  needs: at most 61 outputs and columns
  errors: not_negative capacity
  laws: bit_maps_invert_exactly
  source: Triton's LinearLayout::isInvertible
  C++: bits.hpp bijective
  bit_bijective([1,2,5,10], 4) == yes
  bit_bijective([1,2,3], 2) == no {"left":0,"right":7}
  bit_bijective([1,2], 3) == no {"left":4,"right":0}
  bit_bijective([1], 62) is refused: capacity
)";
