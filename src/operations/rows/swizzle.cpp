// SPDX-License-Identifier: MIT
// swizzles and swizzled layouts.
#include <fmt/format.h>

#include "colex/any_recast.hpp"
#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// The whole table of a function on [0, points).
template <class F>
Answer table(Call const& in, Int points, F value) {
  if (points < 0 || points > kMaxValues) return refused(because<Int>(Condition::capacity));
  in.take(points);
  Table values;
  for (Int i = 0; i < points; ++i) values.push_back(value(i));
  return values;
}

/// Arguments from `first` on: bits, base, shift.
Swizzle swizzle(Call const& in, std::size_t first = 0) {
  Swizzle s;
  int* const field[] = {&s.bits, &s.base, &s.shift};
  for (std::size_t k = 0; k < 3; ++k) {
    Int const value = in.integer(first + k).value();
    if (value < -62 || value > 62) refuse(Condition::capacity);
    *field[k] = static_cast<int>(value);
  }
  return check(admissible(s)) ? s : Swizzle{};
}

AnyLayout admitted(AnyLayout const& c) { return check(admissible(c)) ? c : stand_in(); }

/// (bits, base, shift, offset, L)
AnyLayout from_numbers(Call const& in) {
  return admitted({swizzle(in), in.integer(3).value(), plain(in.layout(4))});
}
Answer values_from_numbers(Call const& in) {
  auto const c = from_numbers(in);
  return table(in, size(c), c);
}

Answer swizzled_values(Call const& in) {
  auto const c = in.any(0);
  if (in.count() == 1) return table(in, size(c), c);
  auto const coordinate = in.tuple(1);
  if (auto const why = inside(coordinate, shape(checked(c.inner))); why.condition != Condition::none)
    return refused(why);
  return Answer::number(c.outer(c.offset + accept(crd2idx(plain(coordinate), c.inner))));
}

Answer equal_swizzled(Call const& in) {
  constexpr char const* how[] = {"by normal form", "over GF(2)", "by enumeration"};
  constexpr char const* key[] = {"normal_form", "gf2", "enumeration"};
  auto const a = in.function(0), b = in.function(1);
  auto const verdict = accept(equal(a, b, in.budget()));
  int const by = static_cast<int>(verdict.by);
  if (verdict.equal) return Answer::yes(fmt::format("yes, {}", how[by])).by(key[by]);
  if (size(a) != size(b)) return other_sizes(size(a), size(b)).by(key[by]);
  if (Brief::now()) return Answer::unsaid_no().by(key[by]);
  Int const i = verdict.index;
  return Answer::no(fmt::format("no, {}: a difference at index {} ({} against {})", how[by], i, a(i), b(i)),
                    {{"index", i}, {"left", a(i)}, {"right", b(i)}})
      .by(key[by]);
}

/// swizzle_xor16(blocks): the swizzle; swizzle_xor16(row, column, blocks): the byte's new column.
Answer xor16(Call const& in) {
  if (in.count() == 2) return refused(because<Int>(Condition::congruent));
  auto const s = accept(swizzle_xor16(in.integer(in.count() - 1).value()));
  if (in.count() == 1) return s;
  Int const row = in.integer(0).value(), column = in.integer(1).value(), bytes = in.integer(2).value() * 16;
  if (row < 0 || column < 0 || column >= bytes)
    return refused(because<Int>(Condition::in_domain, row < 0 ? row : column, bytes));
  if (!product_fits(row + 1, bytes)) return refused(because<Int>(Condition::overflow));
  return Answer::number(s(row * bytes + column) - row * bytes);
}

}  // namespace

std::vector<Row> swizzle_rows() {
  return {
      {R"(evaluate(bits: bits, base: bits, shift: bits, n: integer)
  The first n values of Sw<bits,base,shift>. A value is x with `bits` bits, read |shift| above their place,
  XORed into the ones from base on.
  needs: |shift| >= bits, or bits = 0; bits + base + |shift| at most 62; n at most 2^20
  errors: not_negative overlap capacity undecided
  laws: any_layouts_are_exact
  source: CuTe Swizzle, swizzle.hpp
  C++: swizzle.hpp Swizzle::operator()
  evaluate(1, 0, 1, 4) == [0,1,3,2]
  evaluate(2, 0, 1, 4) is refused: overlap)",
       [](Call const& in) { return table(in, in.integer(3).value(), swizzle(in)); }},
      {R"(make_swizzle(source: integer, target: integer)
  The swizzle that XORs the bits of one mask into those of another.
  needs: each mask one run of bits, as many in both, not overlapping
  errors: linear overlap capacity
  laws: swizzles_are_found_exactly
  source: CuTe make_swizzle, swizzle_layout.hpp
  C++: swizzle.hpp make_swizzle
  make_swizzle(896, 112) == Sw<3,4,3>
  make_swizzle(1, 8) == Sw<1,0,-3>
  make_swizzle(5, 8) is refused: linear: 5 and 8 are not the bits that a swizzle XORs)",
       [](Call const& in) { return answer(make_swizzle(in.integer(0).value(), in.integer(1).value())); }},
      {R"(composition(bits: bits, base: bits, shift: bits, bits2: bits, base2: bits, shift2: bits)
  The first swizzle after the second, as columns of a map over GF(2): any two compose. CuTe composes those of
  one shift. swizzle_of says whether the map is a swizzle again.
  needs: of each what evaluate needs of one
  errors: not_negative overlap capacity
  laws: swizzles_compose_over_gf2
  source: CuTe composition(Swizzle, Swizzle), swizzle.hpp
  C++: swizzle.hpp composition
  composition(1, 0, 1, 1, 0, 1) == [1,2]
  composition(1, 0, 1, 1, 1, 1) == [1,3,7]
  composition(2, 0, 1, 1, 0, 1) is refused: overlap)",
       [](Call const& in) { return columns(composition(swizzle(in), swizzle(in, 3))); }},
      {R"(swizzle_xor16(row_or_blocks: integer, [column: integer], [blocks: integer])
  For rows of `blocks` 16-byte blocks: the swizzle that moves block k of row r to block k XOR r. With row and
  column (bytes) given, the byte's new column.
  needs: blocks a power of two
  errors: power_of_two congruent in_domain overflow capacity
  laws: swizzles_are_found_exactly
  source: FlyDSL swizzle_xor16
  C++: swizzle.hpp swizzle_xor16
  swizzle_xor16(8) == Sw<3,4,3>
  swizzle_xor16(3, 32, 8) == 16
  swizzle_xor16(6) is refused: power_of_two: 6 is not a power of two)",
       xor16},
      {R"(evaluate(bits: bits, base: bits, shift: bits, offset: integer, L: layout)
  Every value of Sw<bits,base,shift> o offset o L, from numbers.
  needs: at most 2^20 points, no offset below 0
  errors: not_negative overlap capacity overflow undecided
  laws: swizzled_layouts_are_exact
  source: CuTe ComposedLayout, layout_composed.hpp
  C++: composed.hpp ComposedLayout::operator()
  evaluate(1, 0, 1, 0, 4:1) == [0,1,3,2]
  evaluate(1, 0, 1, -1, 4:1) is refused: not_negative)",
       values_from_numbers},
      {R"(extent(bits: bits, base: bits, shift: bits, offset: integer, L: layout)
  The largest offset + 1 of Sw<bits,base,shift> o offset o L, from numbers.
  errors: not_negative overlap capacity overflow undecided
  laws: swizzled_layouts_are_exact
  source: the true extent; CuTe's cosize of a ComposedLayout is the inner layout's
  C++: composed_bits.hpp extent
  extent(2, 0, 3, 0, 9:1) == 10
  extent(3, 0, -3, 0, 8:1) == 64
  extent(1, 0, 1, -1, 4:1) is refused: not_negative)",
       [](Call const& in) { return answer(extent(from_numbers(in), in.budget())); }},
      {R"(evaluate(L: swizzled, [c: coordinate])
  The offset at a coordinate, or all offsets in order.
  needs: at most 2^20 values where no coordinate is given; no offset below 0
  errors: congruent in_domain not_negative overlap capacity overflow undecided
  laws: swizzled_layouts_are_exact
  source: CuTe ComposedLayout, layout_composed.hpp
  C++: composed.hpp ComposedLayout::operator()
  evaluate(Sw<2,0,3> o 0 o 9:1) == [0,1,2,3,4,5,6,7,9]
  evaluate(Sw<3,4,3> o 0 o (8,8):(8,1), (3,2)) == 26
  evaluate(Sw<1,0,1> o -1 o 8:1) is refused: not_negative)",
       swizzled_values},
      {R"(size(L: swizzled)
  The number of points.
  errors: not_negative overlap capacity overflow in_domain
  laws: none
  source: CuTe size(ComposedLayout), layout_composed.hpp
  C++: composed.hpp size
  size(Sw<3,4,3> o 0 o (8,8):(8,1)) == 64
  size(Sw<3,4,2> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) { return Answer::number(size(in.any(0))); }},
      {R"(extent(L: swizzled)
  The largest offset + 1, the swizzle included. Over GF(2) where the layout is linear, else by enumeration.
  needs: at most 2^22 points where they are enumerated
  errors: not_negative overlap capacity overflow undecided in_domain
  laws: swizzled_layouts_are_exact
  source: the true extent; CuTe's cosize of a ComposedLayout is the inner layout's
  C++: composed_bits.hpp extent
  extent(Sw<2,0,3> o 0 o 9:1) == 10
  extent(Sw<3,3,3> o 512 o (8,8):(1,64)) == 1024
  extent(Sw<2,0,3> o 0 o 5000000:1) is refused: undecided)",
       [](Call const& in) { return answer(extent(in.any(0), in.budget())); }},
      {R"(equal(A: swizzled, B: swizzled)
  Whether two are the same function, and how that was decided: by normal form, over GF(2), or by enumeration.
  needs: at most 2^22 points where they are enumerated
  errors: undecided not_negative overlap capacity overflow in_domain
  laws: swizzled_layouts_are_exact
  source: T60; CuTe has no such operation
  C++: composed_bits.hpp equal
  equal(Sw<3,3,3> o 0 o (64,8):(1,64), Sw<3,3,3> o 0 o (8,8,8):(1,8,64)) == yes, by normal form
  equal(Sw<3,3,3> o 0 o (64,8):(1,64), Sw<2,3,3> o 0 o (64,8):(1,64)) == no, over GF(2): a difference at index 256 (288 against 256)
  equal(Sw<2,0,3> o 0 o 9:1, Sw<2,0,4> o 0 o 9:1) == no, by enumeration: a difference at index 8 (9 against 8)
  equal(Sw<1,0,1> o 0 o 5000000:4, Sw<0,0,0> o 0 o 5000000:4) is refused: undecided)",
       equal_swizzled},
      {R"(position_independent(L: swizzled)
  L with as much of its offset outside of the swizzle as goes: a multiple of all bits that the swizzle touches. L
  may be placed at any address that is one. The answer is the layout at that offset (elements).
  errors: not_negative overlap capacity overflow in_domain
  laws: any_layouts_are_exact
  source: CuTe as_position_independent_swizzle_layout, swizzle_layout.hpp
  C++: any_recast.hpp position_independent
  position_independent(Sw<1,0,1> o 21 o 4:1) == Sw<1,0,1> o 1 o 4:1 at 20
  position_independent([1,3,4,8] o 13 o 2:1) == [1,3,4,8] o 1 o 2:1 at 12
  position_independent(Sw<1,0,1> o 0 o 4:-1) is refused: not_negative)",
       [](Call const& in) {
         auto const at = accept(position_independent(in.any(0)));
         return Answer::word(fmt::format("{} at {}", to_text(Value(at.layout)), at.offset));
       }},
      {R"(simplest(L: swizzled)
  The same function in its plainest form: a layout, one behind the swizzle of the fewest bits, or a map over
  GF(2). Where L is not linear over GF(2) and has more than 2^12 points it stays as it is.
  errors: not_negative overlap capacity overflow in_domain undecided
  laws: any_layouts_are_exact
  source: theorem T60; CuTe has no such operation
  C++: any_layout.hpp simplest
  simplest(Sw<3,4,3> o 0 o (8,8):(8,1)) == (8,8):(8,1)
  simplest([1,2,5] o 0 o 8:1) == Sw<1,0,2> o 0 o 8:1
  simplest(Sw<2,0,1> o 0 o 8:1) is refused: overlap)",
       [](Call const& in) { return answer(simplest(in.any(0), in.budget())); }},
      {R"(inverse(L: swizzled)
  The inverse as columns of a map over GF(2). Applied to L(i) XOR L(0) it gives i.
  needs: L injective and linear over GF(2)
  errors: injective linear power_of_two not_negative overlap capacity overflow undecided in_domain
  laws: swizzled_layouts_are_exact
  source: Triton's LinearLayout::invert; CuTe right_inverse(ComposedLayout) keeps an offset only
  C++: composed_bits.hpp inverse
  inverse(Sw<1,0,2> o 0 o 8:1) == [1,2,5]
  inverse(Sw<1,0,1> o 0 o 3:1) is refused: power_of_two: 3 is not a power of two)",
       [](Call const& in) { return answer(inverse(in.any(0), in.budget())); }},
      {R"(bit_map(L: swizzled)
  The columns of L as a map over GF(2), the images of 1, 2, 4, ... without the constant L(0).
  needs: extents powers of two, modes and offset on distinct bits
  errors: undecided power_of_two linear not_negative overlap capacity overflow in_domain
  laws: none
  source: Triton's LinearLayout
  C++: composed_bits.hpp bit_map
  bit_map(Sw<1,0,2> o 0 o 8:1) == [1,2,5]
  bit_map(Sw<1,0,1> o 1 o 4:1) is refused: linear)",
       [](Call const& in) { return answer(bit_map(in.any(0), in.budget())); }},
  };
}

}  // namespace colex::cli
