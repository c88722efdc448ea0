// SPDX-License-Identifier: MIT
// Law: what is said of a swizzled layout is true of its values.   Sw<2,0,3> o 0 o 9:1 has the extent 10
#pragma once

#include "colex/composed_bits.hpp"
#include "colex/laws/bit_maps_invert_exactly.hpp"

namespace colex::laws {

struct swizzled_layouts_are_exact {
  static constexpr char const* statement =
      "for swizzled layouts C and D: extent(C) is the largest C(i) plus 1; equal(C, D) says yes exactly when "
      "C(i) = D(i) for every i, and names an i otherwise; inverse(C)(C(i) ^ C(0)) = i; (C o B)(i) = C(B(i)); "
      "affine_bits(C)(i) = C(i); admissible(C) says no where an argument of the swizzle leaves [0, 2^62]";
  static constexpr char const* source = "T59-T62; CuTe's ComposedLayout";

  template <class Word>
  static constexpr auto yes() {
    return Word(0) == Word(0);
  }
  template <class Word>
  static constexpr auto no() {
    return Word(0) != Word(0);
  }
  /// What the swizzle is applied to at i.
  template <Number Word>
  static constexpr Word argument(BasicComposedLayout<Word> const& c, std::int64_t i) {
    return c.offset + evaluate(c.inner, Word(i));
  }
  /// C(i), by definition.
  template <Number Word>
  static constexpr Word value(BasicComposedLayout<Word> const& c, std::int64_t i) {
    return swizzled(c.outer.bits, c.outer.base, c.outer.shift, argument(c, i));
  }
  template <Number Word>
  static constexpr Word value(BasicBitMap<Word> const& m, Word const& x) {
    return bit_maps_invert_exactly::value(m, x);
  }

  /// admissible(), for `points` points and an offset of at least -2^62.
  template <Number Word>
  static constexpr auto admitted(BasicComposedLayout<Word> const& c, std::int64_t points) {
    Condition const own = swizzle_condition(c.outer.bits, c.outer.base, c.outer.shift);
    Condition const inner = well_formed(c.inner), first = own != Condition::none ? own : inner;
    auto const why = admissible(c);
    if (first != Condition::none) return why.condition == first ? yes<Word>() : no<Word>();
    Word const end(kReachLimit);
    bool const low = why.condition == Condition::not_negative;
    auto all_in = yes<Word>(), shown = no<Word>();
    for (std::int64_t i = 0; i < points; ++i) {
      Word const at = argument(c, i);
      all_in = both(all_in, at >= Word(0), at < end);
      shown = either(shown, low                  ? both(at < Word(0), at == why.left)
                            : c.offset > Word(0) ? at >= end
                                                 : at < at);
    }
    return why.condition == Condition::none ? all_in : shown;
  }
  /// affine_bits() and inverse(). Refused as `linear` where the index shown is no XOR of its parts.
  template <Number Word>
  static constexpr auto affine(BasicComposedLayout<Word> const& c, std::int64_t points) {
    auto const r = affine_bits(c);
    auto const back = inverse(c);
    auto holds = yes<Word>();
    if (!r) {
      if (back || back.refusal.condition != r.refusal.condition) return no<Word>();
      if (Condition const why = admissible(c).condition; why != Condition::none)
        return why == r.refusal.condition ? yes<Word>() : no<Word>();
      if (r.refusal.condition == Condition::power_of_two)
        return (points & (points - 1)) != 0 ? yes<Word>() : no<Word>();
      if (r.refusal.condition != Condition::linear) return no<Word>();
      auto shown = no<Word>();  // the index named is no XOR of its parts
      for (std::int64_t i = 0; i < points; ++i) {
        Word parts = value(c, 0);
        for (std::int64_t s = 1; s < points; s *= 2)
          if ((i & s) != 0) parts = parts ^ (value(c, s) ^ value(c, 0));
        shown = either(shown, both(r.refusal.index == Word(i), value(c, i) != parts));
      }
      return shown;
    }
    Word const at_zero = r.value.at_zero;
    for (std::int64_t i = 0; i < points; ++i) {
      Word const moved = value(c, i) ^ at_zero;
      holds = both(holds, value(r.value.map, Word(i)) == moved);
      if (back) holds = both(holds, value(back.value, moved) == Word(i));
    }
    if (!back)
      holds = both(holds, back.refusal.left == Word(0), back.refusal.right != Word(0),
                   value(r.value.map, back.refusal.right) == Word(0));
    return holds;
  }
  /// extent(), where it is not undecided.
  template <Number Word>
  static constexpr auto reaches(BasicComposedLayout<Word> const& c, std::int64_t points) {
    auto const r = extent(c);
    if (!r) return admissible(c).condition == r.refusal.condition ? yes<Word>() : no<Word>();
    auto all = yes<Word>(), some = no<Word>();
    for (std::int64_t i = 0; i < points; ++i) {
      all = both(all, value(c, i) < r.value);
      some = either(some, value(c, i) == r.value - Word(1));
    }
    return both(all, some);
  }
  /// equal(), where it is not undecided, of layouts of so many points.
  template <Number Word>
  static constexpr auto compared(BasicComposedLayout<Word> const& c, BasicComposedLayout<Word> const& d,
                                 std::int64_t points, std::int64_t points_of_d) {
    auto const r = equal(c, d);
    Condition const of_c = defined(c).condition, of_d = defined(d).condition;
    if (!r) return r.refusal.condition == (of_c != Condition::none ? of_c : of_d) ? yes<Word>() : no<Word>();
    if (points != points_of_d) return r.value.equal ? no<Word>() : r.value.index == Word(0);
    auto same = yes<Word>(), shown = no<Word>();
    for (std::int64_t i = 0; i < points; ++i) {
      auto const agree = value(c, i) == value(d, i);
      same = both(same, agree);
      shown = either(shown, both(!agree, r.value.index == Word(i)));
    }
    return r.value.equal ? same : shown;
  }
  /// composition(), with a layout of so many points; past the end of C its last mode runs on.
  template <Number Word>
  static constexpr auto after(BasicComposedLayout<Word> const& c, Layout<Word> const& b,
                              std::int64_t points) {
    auto const r = composition(c, b);
    auto const inner = composition(c.inner, b);
    if (!r) return inner.refusal.condition == r.refusal.condition ? yes<Word>() : no<Word>();
    auto same = size(r.value) == Word(points);
    for (std::int64_t i = 0; i < points; ++i)
      same = both(same, r.value(Word(i)) ==
                            swizzled(c.outer.bits, c.outer.base, c.outer.shift,
                                     c.offset + evaluate_extended(c.inner.leaves, evaluate(b, Word(i)))));
    return same;
  }
};

}  // namespace colex::laws
