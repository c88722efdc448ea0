// SPDX-License-Identifier: MIT
// maps over GF(2).
#include <stdexcept>

#include "colex/colex.hpp"
#include "operations/table.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

Refusal<Int> no_offset(Int value) {
  if (value < 0) return because(Condition::not_negative, value);
  return value < kReachLimit ? Refusal<Int>{} : because(Condition::overflow, value);
}

BitMap map(Call const& in, std::size_t k) {
  BitMap m;
  Table const& columns = in.table(k);
  if (columns.size() > std::size(m.column)) refuse(Condition::capacity);
  for (Int const column : columns) {
    if (!check(no_offset(column))) return {};
    m.column[m.inputs++] = column;
  }
  return m;
}

enum class Asked { layout, map };

/// Where two columns share a bit their sum is no XOR: the index of both, at which a layout has the sum and a map the XOR.
Answer refused_shared(std::vector<Int> const& columns, Asked asked) {
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (std::size_t j = 0; j < k; ++j) {
      if ((columns[j] & columns[k]) == 0) continue;
      Int const sum = columns[j] + columns[k], both = columns[j] ^ columns[k];
      Int const index = (Int{1} << j) | (Int{1} << k);
      return refused(asked == Asked::map ? shown_at(Condition::linear, index, both, sum)
                                         : shown_at(Condition::linear, index, sum, both));
    }
  throw std::logic_error("no two columns share a bit");
}

Answer columns_of(Call const& in) {
  auto const layout = plain(in.layout(0));
  auto const map = bit_map(layout);
  if (map || map.refusal.condition != Condition::linear) return answer(map);
  std::vector<Int> all;
  for (auto const& m : layout.leaves)
    for (Int s = 1; s < m.shape; s *= 2) all.push_back(s * m.stride);
  return refused_shared(all, Asked::map);
}

Answer layout_of_columns(Call const& in) {
  BitMap const m = map(in, 0);
  auto const layout = layout_of(m);
  if (!layout && layout.refusal.condition == Condition::linear)
    return refused_shared({m.column, m.column + m.inputs}, Asked::layout);
  return Answer(checked(accept(layout)));
}

Answer compose_maps(Call const& in) {
  auto const a = map(in, 0), b = map(in, 1);
  for (Int const column : b.column)
    if (column >> a.inputs != 0)
      return refused(because<Int>(Condition::in_domain, column, Int{1} << a.inputs));
  return columns(composition(a, b));
}

Answer bijective_map(Call const& in) {
  Int const outputs = in.integer(1).value();
  if (outputs < 0 || outputs > 61) return refused(because<Int>(Condition::capacity));
  BitMap const m = map(in, 0);
  if (m.inputs == 62) return refused(because<Int>(Condition::capacity));
  auto const why = bijective(m, static_cast<int>(outputs));
  return decision(why).by("gf2");
}

Answer find_map(Call const& in) {
  Table const& values = in.table(0);
  for (Int const v : values)
    if (auto const why = no_offset(v); why.condition != Condition::none) return refused(why);
  auto const value = [&](Int i) { return values[static_cast<std::size_t>(i)]; };
  return answer(find_bit_map(value, static_cast<Int>(values.size())));
}

}  // namespace

std::vector<Row> bits_rows() {
  return {
      {R"(bit_map(L: layout)
  The columns of a layout of powers of two. Triton's bases.
  needs: extents powers of two, strides at least 0, modes on distinct bits
  errors: power_of_two linear not_negative capacity
  laws: bit_maps_are_layouts_exactly
  source: Triton's LinearLayout
  C++: bits.hpp bit_map
  bit_map((4,8):(8,1)) == [8,16,1,2,4]
  bit_map((4,3):(1,4)) is refused: power_of_two: 3 is not a power of two
  bit_map((4,4):(1,2)) is refused: linear: no such map gives f(i): at index 6 the values before it force 0, f(6) = 4)",
       columns_of},
      {R"(layout_of(columns: columns)
  The layout that is the same function as the map, in normal form.
  needs: no two columns share a bit
  errors: linear not_negative overflow capacity
  laws: bit_maps_are_layouts_exactly
  source: Triton's LinearLayout
  C++: bits.hpp layout_of
  layout_of([8,16,1,2,4]) == (4,8):(8,1)
  layout_of([1,3]) is refused: linear: no such map gives f(i): at index 3 the values before it force 4, f(3) = 2)",
       layout_of_columns},
      {R"(swizzle_of(columns: columns)
  The swizzle that is the map.
  needs: the map is a swizzle that moves no bit beyond its inputs
  errors: linear not_negative overflow capacity
  laws: swizzles_are_found_exactly
  source: CuTe Swizzle, swizzle.hpp
  C++: swizzle.hpp swizzle_of
  swizzle_of([1,2,5,10]) == Sw<2,0,2>
  swizzle_of([1,2,4,13]) is refused: linear: no such map gives f(i): at index 8 the values before it force 8, f(8) = 13)",
       [](Call const& in) {
         BitMap const m = map(in, 0);
         auto const s = swizzle_of(m);
         if (s) return Answer(*s);
         return Brief::now() ? Answer::refusal(Condition::linear) : refused(no_swizzle(m));
       }},
      {R"(find_bit_map(f: table)
  The linear map with the values f(0), f(1), ..., or the first index at which f is not the XOR of its parts.
  needs: a power of two of values, none negative, the first of them 0
  errors: power_of_two starts_at_zero linear not_negative
  laws: bit_maps_are_layouts_exactly
  source: Triton's LinearLayout
  C++: bits.hpp find_bit_map
  find_bit_map([0,1,3,2]) == [1,3]
  find_bit_map([0,3,6,9]) is refused: linear
  find_bit_map([0,1,2]) is refused: power_of_two: 3 is not a power of two)",
       find_map},
      {R"(rank(columns: columns)
  The number of independent columns; all of them exactly when the map is injective.
  errors: not_negative capacity
  laws: bit_maps_invert_exactly
  source: elimination over GF(2)
  C++: bits.hpp rank
  rank([1,2,3]) == 2
  rank([8,16,1]) == 3
  rank([-1]) is refused: not_negative)",
       [](Call const& in) { return Answer::number(rank(map(in, 0))); }},
      {R"(inverse(columns: columns)
  The columns of the map that gives x back from m(x). Bits that no x reaches go to 0.
  needs: the map injective
  errors: injective not_negative overflow capacity
  laws: bit_maps_invert_exactly
  source: Triton's LinearLayout::invert
  C++: bits.hpp inverse
  inverse([1,3]) == [1,3]
  inverse([2,1,4]) == [2,1,4]
  inverse([1,1]) is refused: injective)",
       [](Call const& in) { return answer(inverse(map(in, 0))); }},
      {R"(composition(a: columns, b: columns)
  The columns of x -> a(b(x)).
  needs: every value of b within a's inputs
  errors: in_domain not_negative overflow capacity
  laws: swizzles_compose_over_gf2
  source: Triton's LinearLayout::compose
  C++: bits.hpp composition
  composition([1,3], [1,3]) == [1,2]
  composition([1,2], [4]) is refused: in_domain: 4 is not below 4)",
       compose_maps},
      {R"(bijective(columns: columns, outputs: bits)
  Whether the map is a bijection onto [0, 2^outputs). A no comes with a nonzero x that goes to 0, right, or an
  offset that nothing goes to, left.
  needs: at most 61 outputs and columns
  errors: not_negative overflow capacity
  laws: bit_maps_invert_exactly
  source: Triton's LinearLayout::isInvertible
  C++: bits.hpp bijective
  bijective([1,2,5,10], 4) == yes
  bijective([1,2,3], 2) == no, coordinates 0 and 7 have the same offset 0
  bijective([1,2], 3) == no, offset 4 is at no coordinate
  bijective([1], 62) is refused: capacity)",
       bijective_map},
  };
}

}  // namespace colex::cli
