// SPDX-License-Identifier: MIT
// Law: a packed layout is unpacked as it was.   (4,8):(8,1), in 64 bytes
#pragma once

#include "colex/laws/edits_keep_the_other_modes.hpp"
#include "colex/packed.hpp"

namespace colex::laws {

struct packed_layouts_are_whole {
  static constexpr char const* statement =
      "unpacked(*packed<n>(L)) = L, of each L with at most n leaves and 16 n - 2 nodes; others are refused";
  static constexpr char const* source = "packed.hpp";

  /// In room for so many leaves; on symbols leaf by leaf the same term.
  template <int kRoom, Number Int>
  static constexpr bool holds(Layout<Int> const& l) {
    auto const r = packed<kRoom>(l);
    if (l.overfull() || l.leaves.count > kRoom || l.profile.count > 16 * kRoom - 2)
      return r.refusal.condition == Condition::capacity;
    return r && edits_keep_the_other_modes::same(unpacked(r.value), l);
  }
};

}  // namespace colex::laws
