// SPDX-License-Identifier: MIT
// Law: a layout is a map over GF(2), a map is a layout, and a table is a map, exactly where the answer says
// so.   (4,8):(8,1) is [8,16,1,2,4] and back; (4,4):(1,2) is no map
#pragma once

#include "colex/bits.hpp"
#include "colex/laws/bit_maps_invert_exactly.hpp"

namespace colex::laws {

struct bit_maps_are_layouts_exactly {
  static constexpr char const* statement =
      "bit_map(L), layout_of(m) and find_bit_map(f) have the values they are made from at every index, or no "
      "map (no layout) has them";
  static constexpr char const* source = "Triton's LinearLayout; T60";

  /// m(x) as it is defined.
  template <class Word>
  static constexpr Word value(BasicBitMap<Word> const& m, std::int64_t x) {
    return bit_maps_invert_exactly::value(m, Word(x));
  }
  /// A map over GF(2) has these values, of which there are `points`, a power of two: f(0) is 0, and f is the
  /// XOR of its values at the bits.
  template <class Word, class F>
  static constexpr auto is_map(F f, std::int64_t points) {
    auto yes = f(std::int64_t{0}) == Word(0);
    for (std::int64_t x = 1; x < points; ++x) {
      std::int64_t const low = x & (0 - x);
      yes = both(yes, f(x) == (f(x ^ low) ^ f(low)));
    }
    return yes;
  }
  /// A layout has these values: the same with sums. Extents of 2 are enough, as 4:d is (2,2):(d,2d).
  template <class Word, class F>
  static constexpr auto is_layout(F f, std::int64_t points) {
    auto yes = f(std::int64_t{0}) == Word(0);
    for (std::int64_t x = 1; x < points; ++x) {
      std::int64_t const low = x & (0 - x);
      yes = both(yes, f(x) == f(x ^ low) + f(low));
    }
    return yes;
  }

  /// bit_map(), for a layout that is well formed and of `points` points. Refused as `linear`: no map has its
  /// values; otherwise the numbers show why.
  template <Number Word>
  static constexpr auto map_of(Layout<Word> const& layout, std::int64_t points) {
    auto const value_at = [&](std::int64_t x) { return evaluate(layout, Word(x)); };
    auto const r = bit_map(layout);
    auto yes = Word(0) == Word(0);
    if (r) {
      yes = Word(std::int64_t{1} << r.value.inputs) == Word(points);
      for (std::int64_t x = 0; x < points; ++x) yes = both(yes, value(r.value, x) == value_at(x));
    } else if (r.refusal.condition == Condition::linear) {
      yes = !is_map<Word>(value_at, points);
    } else {
      bool const by_extent = r.refusal.condition == Condition::power_of_two;
      yes = Word(0) != Word(0);  // some mode shows it
      for (auto const& m : layout.leaves) {
        Word const shown = by_extent ? m.shape : m.stride;
        auto const shows = by_extent ? (m.shape & (m.shape - Word(1))) != Word(0)
                                     : both(m.shape > Word(1), m.stride < Word(0));
        yes = either(yes, both(shows, r.refusal.left == shown));
      }
    }
    return yes;
  }
  /// layout_of(), for fewer columns than make a layout too long. Refused: no layout has the map's values.
  template <Number Word>
  static constexpr auto layout_of_map(BasicBitMap<Word> const& m) {
    auto const value_at = [&](std::int64_t x) { return value(m, x); };
    std::int64_t const points = std::int64_t{1} << m.inputs;
    auto const r = layout_of(m);
    if (!r) return !is_layout<Word>(value_at, points);
    auto yes = size(r.value) == Word(points);
    for (std::int64_t x = 0; x < points; ++x) yes = both(yes, evaluate(r.value, Word(x)) == value_at(x));
    return yes;
  }
  /// find_bit_map(), for a power of two of values. Refused: no map has them, and the witness is one.
  template <Number Word, class F>
  static constexpr auto map_of_table(F f, std::int64_t points) {
    auto const r = find_bit_map<Word>(f, points);
    if (!r && r.refusal.condition == Condition::starts_at_zero)
      return both(f(std::int64_t{0}) != Word(0), r.refusal.left == f(std::int64_t{0}));
    auto yes = Word(0) == Word(0);
    if (!r) {
      bool const by_index = r.refusal.has_witness && r.refusal.modes[0] == -1 && r.refusal.modes[1] == -1;
      yes = by_index ? !is_map<Word>(f, points) : Word(0) != Word(0);
      for (std::int64_t x = 0; x < points; ++x)  // what the bits of the index add up to, against the value
        if (bool(r.refusal.index == Word(x)))
          yes = both(yes, r.refusal.got != r.refusal.want, r.refusal.want == f(x));
      return yes;
    }
    yes = Word(std::int64_t{1} << r.value.inputs) == Word(points);
    for (std::int64_t x = 0; x < points; ++x) yes = both(yes, value(r.value, x) == f(x));
    return yes;
  }
};

}  // namespace colex::laws
