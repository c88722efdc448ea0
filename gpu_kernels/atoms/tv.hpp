// SPDX-License-Identifier: MIT
// Thread-value layouts: (lane, value) -> the element's column-major index in the atom's matrix.
// A: m + M k, B: n + N k, C: m + M n, and the block's number times the size of one block's matrix.
//
//   tv_layout({{16, 16}, {4, 4}}, {{4, 1}})      // ((16,4),4):((16,4),1): lane 17, value 2 is element 22
#pragma once

#include <initializer_list>

#include "colex/decide.hpp"

namespace colex::gpu {

using TvLayout = Layout<std::int64_t>;
using TvMode = Mode<std::int64_t>;

/// The layout of two modes, lanes and values, each made of `shape:stride` modes. Modes of one point are left
/// out; a side without any other keeps one.
constexpr TvLayout tv_layout(std::initializer_list<TvMode> lanes, std::initializer_list<TvMode> values) {
  TvLayout tv{{}, {}};
  tv.profile.tuple(2);
  for (auto const& side : {lanes, values}) {
    List<TvMode> modes;
    for (TvMode const& mode : side)
      if (mode.shape != 1) modes.push(mode);
    if (modes.count == 0) modes.push({1, 0});
    if (modes.count > 1) tv.profile.tuple(modes.count);
    for (TvMode const& mode : modes) {
      tv.profile.leaf();
      tv.leaves.push(mode);
    }
  }
  return tv;
}

/// The layout is a bijection of `threads` lanes and their values onto [0, elements).
constexpr bool covers_once(TvLayout const& tv, std::int64_t elements) {
  return size(tv) == elements && bijective(tv, elements).condition == Condition::none;
}

/// What must hold of an atom's data for it to compile: each operand's elements lie in the lanes exactly once.
template <class Atom>
constexpr bool atom_covers_once() {
  return covers_once(Atom::a_layout, Atom::M * Atom::K * Atom::blocks) &&
         covers_once(Atom::b_layout, Atom::N * Atom::K * Atom::blocks) &&
         covers_once(Atom::c_layout, Atom::M * Atom::N * Atom::blocks) &&
         size(Atom::a_layout) == Atom::threads * Atom::a_values &&
         size(Atom::b_layout) == Atom::threads * Atom::b_values &&
         size(Atom::c_layout) == Atom::threads * Atom::c_values;
}

}  // namespace colex::gpu
