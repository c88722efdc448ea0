// SPDX-License-Identifier: MIT
// What an operation is asked with: two layouts and two numbers in one number system, drawn as 64-bit
// integers and converted. `n` >= 1 is a cotarget or a vector's length, `i` >= 0 an index or an offset.
#pragma once

#include "colex/testing/layouts.hpp"

namespace colex::props {

template <Number N>
struct Inputs {
  Layout<N> a, b;
  N n, i;
};

/// The same inputs in another number system.
template <Number N>
Inputs<N> converted(Inputs<Int> const& c) {
  auto one = [](LayoutI const& l) {
    return transform(l, [](Mode<Int> const& m) { return Mode<N>{N(m.shape), N(m.stride)}; });
  };
  return {one(c.a), one(c.b), N(c.n), N(c.i)};
}

std::vector<Inputs<Int>> smaller(Inputs<Int> const& c);
Shown show(Inputs<Int> const& c);

/// How large the inputs may be: numerals of a solver are slow, so they get no large ones.
struct Room {
  Int points;
  bool huge;  ///< may extents and strides reach 2^62?
};
using Draw = Inputs<Int> (*)(Dice&, Room const&);

Inputs<Int> draw_one(Dice& dice, Room const& room);     ///< any layout, index up to twice its size
Inputs<Int> draw_small(Dice& dice, Room const& room);   ///< one that may be enumerated; n, i small
Inputs<Int> draw_tiny(Dice& dice, Room const& room);    ///< one that may be searched
Inputs<Int> draw_tables(Dice& dice, Room const& room);  ///< i is inside or outside the table
Inputs<Int> draw_cast(Dice& dice, Room const& room);    ///< strides that suit vectors of n, or nearly
Inputs<Int> draw_target(Dice& dice, Room const& room);  ///< n is a cotarget, admissible or not
Inputs<Int> draw_alike(Dice& dice, Room const& room);   ///< b is a, nearly a, or unrelated
Inputs<Int> draw_small_alike(Dice& dice,
                             Room const& room);        ///< the same with a layout that may be enumerated
Inputs<Int> draw_pair(Dice& dice, Room const& room);   ///< b is a tiler of a, nearly one, or any; i below |b|
Inputs<Int> draw_block(Dice& dice, Room const& room);  ///< two small ones
Inputs<Int> draw_tiles(Dice& dice, Room const& room);  ///< b's extents divide a's, or nearly; i below |b|

/// The precondition of them all: well formed, and small enough for the draw's kind.
bool usable(Inputs<Int> const& c);

}  // namespace colex::props
