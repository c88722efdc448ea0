// SPDX-License-Identifier: MIT
// The manual: swizzles and swizzled layouts. The form of a page is in cli/manual.hpp.
#include "cli/manual.hpp"

char const colex::cli::pages::swizzle[] = R"(Swizzles and swizzled layouts

swizzle_table(bits: bits, base: bits, shift: bits, n: integer)
  The first n values of Sw<bits,base,shift>. A value is x with `bits` bits, read |shift| above their place,
  XORed into the ones from base on.
  needs: |shift| >= bits, or bits = 0; bits + base + |shift| at most 62; n at most 2^20
  errors: not_negative adjacent capacity
  laws: swizzle_is_an_involution
  source: CuTe Swizzle, swizzle.hpp
  C++: swizzle.hpp Swizzle
  swizzle_table(1, 0, 1, 4) == [0,1,3,2]
  swizzle_table(2, 0, 1, 4) is refused: adjacent

make_swizzle(source: integer, target: integer)
  The swizzle that XORs the bits of one mask into those of another.
  needs: each mask one run of bits, as many in both, not overlapping
  errors: linear adjacent capacity
  laws: swizzles_are_found_exactly
  source: CuTe make_swizzle, swizzle_layout.hpp
  C++: swizzle.hpp make_swizzle
  make_swizzle(896, 112) == Sw<3,4,3>
  make_swizzle(1, 8) == Sw<1,0,-3>
  make_swizzle(5, 8) is refused: linear

swizzle_composition(bits: bits, base: bits, shift: bits, bits2: bits, base2: bits, shift2: bits)
  The first swizzle after the second, as columns of a map over GF(2): any two compose. CuTe composes those of
  one shift. bit_swizzle says whether the map is a swizzle again.
  needs: what swizzle_table needs, twice
  errors: not_negative adjacent capacity
  laws: swizzles_compose_over_gf2
  source: CuTe composition(Swizzle, Swizzle), swizzle.hpp
  C++: swizzle.hpp composition
  swizzle_composition(1, 0, 1, 1, 0, 1) == [1,2]
  swizzle_composition(1, 0, 1, 1, 1, 1) == [1,3,7]
  swizzle_composition(2, 0, 1, 1, 0, 1) is refused: adjacent

swizzle_xor16(row_or_blocks: integer, [column: integer], [blocks: integer])
  For rows of `blocks` 16-byte blocks: the swizzle that moves block k of row r to block k XOR r. With row and
  column (bytes) given, the byte's new column.
  needs: blocks a power of two
  errors: power_of_two congruent in_domain overflow capacity
  laws: swizzles_are_found_exactly
  source: FlyDSL swizzle_xor16
  C++: swizzle.hpp swizzle_xor16
  swizzle_xor16(8) == Sw<3,4,3>
  swizzle_xor16(3, 32, 8) == 16
  swizzle_xor16(6) is refused: power_of_two: 6 is not a power of two

composed_eval(bits: bits, base: bits, shift: bits, offset: integer, L: layout)
  Every value of Sw<bits,base,shift> o offset o L, from numbers; eval takes the text form.
  needs: at most 2^20 points, no offset below 0
  errors: not_negative adjacent capacity overflow
  laws: swizzle_is_an_involution
  source: CuTe ComposedLayout, layout_composed.hpp
  C++: swizzle.hpp ComposedLayout
  composed_eval(1, 0, 1, 0, 4:1) == [0,1,3,2]
  composed_eval(1, 0, 1, -1, 4:1) is refused: not_negative

composed_eval_offset(bits: bits, base: bits, shift: bits, offset: integer, L: layout)
  The same as composed_eval.
  needs: at most 2^20 points, no offset below 0
  errors: not_negative adjacent capacity overflow
  laws: swizzle_is_an_involution
  source: CuTe ComposedLayout, layout_composed.hpp
  C++: swizzle.hpp ComposedLayout
  composed_eval_offset(1, 0, 1, 2, 2:1) == [3,2]
  composed_eval_offset(1, 0, 1, -1, 4:1) is refused: not_negative

composed_extent(bits: bits, base: bits, shift: bits, offset: integer, L: layout)
  The largest offset + 1 of Sw<bits,base,shift> o offset o L, from numbers; extent takes the text form.
  errors: not_negative adjacent capacity overflow undecided
  laws: swizzled_layouts_are_exact
  source: the true extent; CuTe's cosize of a ComposedLayout is the inner layout's
  C++: swizzle.hpp extent
  composed_extent(2, 0, 3, 0, 9:1) == 10
  composed_extent(3, 0, -3, 0, 8:1) == 64
  composed_extent(1, 0, 1, -1, 4:1) is refused: not_negative

swizzled_eval(L: swizzled, [c: coordinate])
  The offset at a coordinate, or all offsets in order. Called as eval with a layout written Sw<...> o ... .
  needs: at most 2^20 values where no coordinate is given; no offset below 0
  errors: congruent in_domain not_negative adjacent capacity overflow
  laws: swizzle_is_an_involution
  source: CuTe ComposedLayout, layout_composed.hpp
  C++: swizzle.hpp ComposedLayout
  eval(Sw<2,0,3> o 0 o 9:1) == [0,1,2,3,4,5,6,7,9]
  eval(Sw<3,4,3> o 0 o (8,8):(8,1), (3,2)) == 26
  eval(Sw<1,0,1> o -1 o 8:1) is refused: not_negative

swizzled_size(L: swizzled)
  The number of points. Called as size with a layout written Sw<...> o ... .
  errors: not_negative adjacent capacity overflow
  laws: none
  source: CuTe size(ComposedLayout), layout_composed.hpp
  C++: swizzle.hpp size
  size(Sw<3,4,3> o 0 o (8,8):(8,1)) == 64
  size(Sw<3,4,2> o 0 o 8:1) is refused: adjacent

swizzled_extent(L: swizzled)
  The largest offset + 1, the swizzle included. Over GF(2) where the layout is linear, else by enumeration.
  needs: at most 2^22 points where they are enumerated
  errors: not_negative adjacent capacity overflow undecided
  laws: swizzled_layouts_are_exact
  source: the true extent; CuTe's cosize of a ComposedLayout is the inner layout's
  C++: swizzle.hpp extent
  extent(Sw<2,0,3> o 0 o 9:1) == 10
  extent(Sw<3,3,3> o 512 o (8,8):(1,64)) == 1024
  extent(Sw<2,0,3> o 0 o 5000000:1) is refused: undecided

swizzled_composition(A: swizzled, B: layout)
  A o B; the swizzle stays outside. Called as composition with A written Sw<...> o ... .
  errors: in_domain run_divides additive no_carry undecided overflow capacity not_negative adjacent
  laws: composition_evaluates_pointwise swizzled_layouts_are_exact
  source: CuTe composition(ComposedLayout, layout), layout_composed.hpp
  C++: swizzle.hpp composition
  composition(Sw<3,4,3> o 0 o (8,8):(8,1), (4,8):(2,8)) == Sw<3,4,3> o 0 o (4,8):(16,1)
  composition(Sw<3,4,3> o 0 o (6,4):(1,7), 4:4) is refused: additive

swizzled_equal(A: swizzled, B: swizzled)
  Whether two are the same function, and how that was decided: by normal form, over GF(2), or by enumeration.
  Called as equal with at least one layout written Sw<...> o ... .
  needs: at most 2^22 points where they are enumerated
  errors: undecided not_negative adjacent capacity overflow
  laws: coalesce_is_a_normal_form swizzled_layouts_are_exact
  source: T60; CuTe has no such operation
  C++: swizzle.hpp equal
  equal(Sw<3,3,3> o 0 o (64,8):(1,64), Sw<3,3,3> o 0 o (8,8,8):(1,8,64)) == yes, by normal form
  equal(Sw<3,3,3> o 0 o (64,8):(1,64), Sw<2,3,3> o 0 o (64,8):(1,64)) == no, over GF(2): a difference at index 256 (288 against 256)
  equal(Sw<2,0,3> o 0 o 9:1, Sw<2,0,4> o 0 o 9:1) == no, by enumeration: a difference at index 8 (9 against 8)
  equal(Sw<2,0,3> o 0 o 5000000:1, Sw<2,0,4> o 0 o 5000000:1) is refused: undecided

swizzled_inverse(L: swizzled)
  The inverse as columns of a map over GF(2). Applied to L(i) XOR L(0) it gives i. Called as inverse.
  needs: L injective and linear over GF(2)
  errors: injective linear power_of_two not_negative adjacent capacity overflow
  laws: swizzled_layouts_are_exact
  source: Triton's LinearLayout::invert; CuTe right_inverse(ComposedLayout) keeps an offset only
  C++: swizzle.hpp inverse
  inverse(Sw<1,0,2> o 0 o 8:1) == [1,2,5]
  inverse(Sw<1,0,1> o 0 o 3:1) is refused: power_of_two: 3 is not a power of two

swizzled_bit_map(L: swizzled)
  The columns of L as a map over GF(2), the images of 1, 2, 4, ... without the constant L(0). Called as
  bit_map.
  needs: extents powers of two, modes and offset on distinct bits
  errors: power_of_two linear not_negative adjacent capacity overflow
  laws: swizzled_layouts_are_exact
  source: Triton's LinearLayout
  C++: swizzle.hpp affine_bits
  bit_map(Sw<1,0,2> o 0 o 8:1) == [1,2,5]
  bit_map(Sw<1,0,1> o 1 o 4:1) is refused: linear
)";
