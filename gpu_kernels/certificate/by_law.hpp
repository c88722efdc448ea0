// SPDX-License-Identifier: MIT
// Obligations that are laws of include/colex/laws at the layouts that a kernel's body evaluates. A law is proved for every
// layout (docs/laws.md); what is decided of a config is what the law asks of its layouts.
//
//   covered_once("O2.rows", "each word is one thread's", any(layout("((4,8),2):((16,1),8)")), 64)
//       law tv_layouts_cover_once, layouts ((4,8),2):((16,1),8), decided: bijective(L, 64)
#pragma once

#include <fmt/format.h>

#include "certificate/describe.hpp"
#include "certificate/obligation.hpp"
#include "colex/any_decide.hpp"
#include "colex/any_recast.hpp"
#include "colex/laws/any_layouts_are_exact.hpp"
#include "colex/laws/covering_tiles_hold_every_point.hpp"
#include "colex/laws/evaluate_is_colexicographic.hpp"
#include "colex/laws/injective_is_exact.hpp"
#include "colex/laws/tv_layouts_cover_once.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
#include "colex/text.hpp"

/// The name of a law, which is there.
#define COLEX_LAW(name) (static_cast<void>(::colex::laws::name::statement), #name)

namespace colex::gpu {

/// A law by its name, and the layouts that it is applied to.
inline FiniteObligation by_law(char const* law, char const* id, char const* statement, std::string decided,
                               std::vector<AnyLayout> const& layouts, std::function<bool()> holds) {
  FiniteObligation made{id, statement, std::move(decided), std::move(holds), law, {}};
  for (auto const& [outer, offset, inner] : layouts) {
    auto const& [bits, base, shift] = outer.swizzle;
    made.layouts.push_back((bits == 0 ? "" : fmt::format("Sw<{},{},{}> o {} o ", bits, base, shift, offset)) +
                           described(inner));
  }
  return made;
}

/// L, of (thread, value) or behind a swizzle, has each offset in [0, points) once, and no other.
inline FiniteObligation covered_once(char const* id, char const* statement, AnyLayout const& l,
                                     std::int64_t points) {
  return by_law(l.outer.is_identity() ? COLEX_LAW(tv_layouts_cover_once) : COLEX_LAW(any_layouts_are_exact),
                id, statement, fmt::format("bijective(L, {})", points), {l},
                [=] { return bijective(l, points).condition == Condition::none; });
}

/// No two points of L have one offset, and all are in [0, room).
inline FiniteObligation kept_apart(char const* id, char const* statement, Layout<std::int64_t> const& l,
                                   std::int64_t room) {
  return by_law(COLEX_LAW(injective_is_exact), id, statement,
                fmt::format("injective(L), no stride < 0, extent(L) <= {}", room), {any(l)}, [=] {
                  for (auto const& mode : l.leaves)
                    if (mode.stride < 0) return false;
                  return injective(l).condition == Condition::none && extent(l) <= room;
                });
}

/// The offsets of L, which has each once, come in whole vectors of n, from multiples of n on, in their order.
inline FiniteObligation comes_in_vectors(char const* id, char const* statement, AnyLayout const& l,
                                         std::int64_t n) {
  return by_law(
      l.outer.is_identity() ? COLEX_LAW(upcast_keeps_the_addresses) : COLEX_LAW(any_layouts_are_exact), id,
      statement, fmt::format("upcast(L, {0}) has 1 of {0} points, no swizzle moves offsets below {0}", n),
      {l}, [=] {
        auto const vectors = upcast(l, n);
        auto const& swizzle = l.outer.swizzle;
        return vectors && size(vectors.value.inner) * n == size(l.inner) &&
               (swizzle.source_mask() | swizzle.target_mask()) % n == 0;
      });
}

/// All offsets of the layouts are multiples of n.
inline FiniteObligation multiples_of(char const* id, char const* statement, std::int64_t n,
                                     std::vector<AnyLayout> const& layouts) {
  return by_law(COLEX_LAW(evaluate_is_colexicographic), id, statement,
                fmt::format("{} divides each stride", n), layouts, [=] {
                  for (auto const& l : layouts)
                    for (auto const& mode : l.inner.leaves)
                      if (mode.stride % n != 0) return false;
                  return true;
                });
}

/// `points` in steps of n: as many steps as it takes, rounded up, hold each of them.
inline FiniteObligation covered_by(char const* id, char const* statement, std::int64_t points,
                                   std::int64_t n) {
  auto const a = layout(std::to_string(points) + ":1"), b = layout(std::to_string(n) + ":1");
  return by_law(COLEX_LAW(covering_tiles_hold_every_point), id, statement,
                "logical_divide(A, B, cover) has that many", {any(a), any(b)}, [=] {
                  auto const steps = logical_divide(a, tile(b), Cover::at_least);
                  return steps && size(*steps) == (points + n - 1) / n * n;
                });
}

}  // namespace colex::gpu
