// SPDX-License-Identifier: MIT
// Random layouts, and the simpler layouts that a counterexample shrinks to.
//
//   arbitrary(dice, 200)      (3,(1,4)):(-2,(9,8))     at most 200 points
//   adversarial(dice, 200)    ((2),(((1,2)))):((5),(((-64,5))))   size-1 modes, strides 0 and equal, deep
//   chain(dice, 200)          (2,4):(24,3), 96            modes whose gaps divide: a complement exists
//   padded(dice, 200)         (4,3):(4,1), (4,3):(5,20)   compact in some order, rows perhaps padded
//   refined(dice, L)          a layout with L's values: modes split, size-1 modes added, nested anew
//   nearly(dice, L)           one number of L changed: one divisibility broken
#pragma once

#include <cstdint>
#include <vector>

#include "colex/layout.hpp"
#include "colex/testing/dice.hpp"
#include "colex/testing/property.hpp"
#include "colex/testing/show.hpp"

namespace colex::props {

using Int = std::int64_t;
using LayoutI = Layout<Int>;
using Modes = std::vector<Mode<Int>>;

// ---------------------------------------------------------------------------------------------- generators

/// The same modes in a random tree; `deep` prefers long thin ones.
LayoutI nested(Dice& dice, Modes const& modes, bool deep = false);

/// Rank 0 to 5, extents 1 to 12, strides -8 to 64, at most `points` points.
LayoutI arbitrary(Dice& dice, Int points);

/// What breaks implementations: extent 1 with any stride, stride 0, equal strides, negative ones, deep trees.
LayoutI adversarial(Dice& dice, Int points);

/// Extents and strides up to the limit of well_formed(), 2^62; not to be enumerated.
LayoutI huge(Dice& dice);

/// A layout equal to `l`: modes split where the extent allows, extent-1 modes added, in a new tree.
LayoutI refined(Dice& dice, LayoutI const& l);

/// One extent or stride of `l` changed; the number of points may change.
LayoutI nearly(Dice& dice, LayoutI const& l);

/// Gaps and extents g0 s0 g1 s1 ... g drawn first; the modes are s_k : (g0 s0 ... g_k), in random order and
/// nesting; `cotarget` is the product of all, at most `points`. Every complement-admissible layout arises so.
struct Chain {
  LayoutI layout;
  Int cotarget;
};
Chain chain(Dice& dice, Int points);

/// Compact strides in a random order of the modes; in half of the cases one or more strides are padded.
LayoutI padded(Dice& dice, Int points);

/// A tiler for `a`: every mode of `a` is cut into digits, some digits are picked, put in random order and
/// joined into runs; picked digits never carry into each other.
LayoutI tiler(Dice& dice, LayoutI const& a, Int points);

/// A mixture of all kinds.
LayoutI any_layout(Dice& dice, Int points);

/// A tiler of `a`, two of them (which may carry into each other), one with a number changed or a stride
/// negated, one mode, or anything: what composition is asked with, admissible and not.
LayoutI any_inner(Dice& dice, LayoutI const& a);

/// A random divisor of n >= 1.
Int divisor(Dice& dice, Int n);

// ---------------------------------------------------------------------------------------------- shrinking

/// Numbers nearer to 0: 0, 1, then half way, ..., down to n minus 1; -n for a negative n.
std::vector<Int> smaller(Int n);

/// Simpler layouts, simplest first: nesting dropped, a mode dropped, two modes joined, all strides divided,
/// one extent or stride made smaller, alone or with the strides that are multiples of it. Each is lighter
/// than `l` in (modes, tree, extents, strides), so shrinking ends.
std::vector<LayoutI> smaller(LayoutI const& l);

/// Every stride divided by k; precondition: k divides each.
LayoutI divided(LayoutI const& l, Int k);
bool divides_strides(LayoutI const& l, Int k);

// ---------------------------------------------------------------------------------------------- cases

/// A layout and a coordinate.
struct AtIndex {
  LayoutI a;
  Int index;
};
std::vector<AtIndex> smaller(AtIndex const& c);
Shown show(AtIndex const& c);

/// Two layouts.
struct Pair {
  LayoutI a, b;
};
std::vector<Pair> smaller(Pair const& c);
Shown show(Pair const& c);

/// A layout and the M of a complement.
struct Target {
  LayoutI a;
  Int cotarget;
};
std::vector<Target> smaller(Target const& c);
Shown show(Target const& c);
/// Admissible, nearly admissible, arbitrary and adversarial ones; M at most `points`.
Target any_target(Dice& dice, Int points);

/// A layout and a vector's length: strides that suit the vector, or nearly.
Target any_cast(Dice& dice, Int points);

/// The inputs of a loop-free step, by name.
struct Numbers {
  std::vector<std::pair<char const*, Int>> of;
  Int operator[](char const* name) const;
};
std::vector<Numbers> smaller(Numbers const& c);
Shown show(Numbers const& c);

}  // namespace colex::props
