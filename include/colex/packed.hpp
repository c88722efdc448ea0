// SPDX-License-Identifier: MIT
// A layout of few modes in the bytes that they take: a Packed<1> has 32 bytes and a Packed<2> 64, where a Layout, which
// has room for 32 modes, has 592.
//
//   constexpr auto tile = *packed<2>(layout("(4,8):(8,1)"));
//   static_assert(sizeof(tile) == 64 && unpacked(tile) == layout("(4,8):(8,1)") && tile(9) == 10);
//   static_assert(packed<1>(layout("(4,8):(8,1)")).refusal.condition == Condition::capacity);
//
// For tables, members of one's own types and template arguments. Operations take and answer Layouts, which know nothing
// of it. Law: packed_layouts_are_whole.
#pragma once

#include "colex/layout.hpp"

namespace colex {

/// At most kRoom leaves, and as many bytes for the nesting as for their numbers. A default one is `()`.
template <int kRoom, Number Int = std::int64_t>
requires(1 <= kRoom && kRoom <= kMaxLeaves) struct Packed {
  static constexpr int kNodes = 16 * kRoom - 2 < kMaxNodes ? 16 * kRoom - 2 : kMaxNodes;

  Mode<Int> mode[kRoom]{};
  std::uint8_t node[kNodes]{1};  ///< as a Profile's
  std::uint8_t leaves = 0, nodes = 1;

  /// As of the layout: evaluate().
  template <class... Coordinate>
  constexpr auto operator()(Coordinate const&... c) const {
    return evaluate(unpacked(*this), c...);
  }
  bool operator==(Packed const&) const = default;
};

/// The layout that was packed.
template <int kRoom, Number Int>
constexpr Layout<Int> unpacked(Packed<kRoom, Int> const& packed) {
  Layout<Int> r{{}, {}};
  for (int n = 0; n < packed.nodes; ++n) r.profile.push(packed.node[n]);
  for (int k = 0; k < packed.leaves; ++k) r.leaves.push(packed.mode[k]);
  return r;
}

/// The layout in room for kRoom leaves. Law: unpacked() gives it back. Error: capacity (it has more leaves, or more
/// nodes in its profile).
template <int kRoom, Number Int>
constexpr Result<Packed<kRoom, Int>, Int> packed(Layout<Int> const& layout) {
  Result<Packed<kRoom, Int>, Int> r;
  auto const& [profile, leaves] = layout;
  if (layout.overfull() || leaves.count > kRoom || profile.count > r.value.kNodes) {
    r.refusal.condition = Condition::capacity;
    return r;
  }
  for (int n = 0; n < profile.count; ++n) r.value.node[n] = profile.node[n];
  for (int k = 0; k < leaves.count; ++k) r.value.mode[k] = leaves[k];
  r.value.nodes = static_cast<std::uint8_t>(profile.count);
  r.value.leaves = static_cast<std::uint8_t>(leaves.count);
  return r;
}

}  // namespace colex
