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
#include "colex/equal.hpp"
#include "colex/laws/any_layouts_are_exact.hpp"
#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/laws/covering_tiles_hold_every_point.hpp"
#include "colex/laws/evaluate_is_colexicographic.hpp"
#include "colex/laws/injective_is_exact.hpp"
#include "colex/laws/ragged_tiles_hold_each_point_once.hpp"
#include "colex/laws/residues_follow_the_strides.hpp"
#include "colex/laws/shifted_tiles_hold_each_word_once.hpp"
#include "colex/laws/tv_layouts_cover_once.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
#include "colex/text.hpp"
#include "copy/copy_layouts.hpp"

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

/// Offsets of L are sums of its digits' strides: none is below 0, the last is that of the last point, below `room`.
inline FiniteObligation kept_within(char const* id, char const* statement, Layout<std::int64_t> const& l,
                                    std::int64_t room) {
  return by_law(COLEX_LAW(evaluate_is_colexicographic), id, statement,
                fmt::format("no stride < 0, extent(L) <= {}", room), {any(l)}, [=] {
                  for (auto const& mode : l.leaves)
                    if (mode.stride < 0) return false;
                  return extent(l) <= room;
                });
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

/// n points of L from a multiple of n on lie side by side, from a multiple of n on.
inline FiniteObligation runs_in_vectors(char const* id, char const* statement, Layout<std::int64_t> const& l,
                                        std::int64_t n) {
  return by_law(COLEX_LAW(upcast_keeps_the_addresses), id, statement,
                fmt::format("{0} is 1, or divides mode 0, of stride 1, and upcast(L, {0}) is answered", n),
                {any(l)}, [=] { return allows_runs_of(l, n); });
}

/// Two layouts are one function, at every point.
inline FiniteObligation same_function(char const* id, char const* statement, Layout<std::int64_t> const& a,
                                      Layout<std::int64_t> const& b) {
  return by_law(COLEX_LAW(coalesce_is_a_normal_form), id, statement, "equal(A, B)", {any(a), any(b)},
                [=] { return equal(a, b).equal; });
}

/// Whether n divides every stride of the layouts.
inline bool divides_strides(std::vector<AnyLayout> const& layouts, std::int64_t n) {
  for (auto const& l : layouts)
    for (auto const& mode : l.inner.leaves)
      if (mode.stride % n != 0) return false;
  return true;
}

/// All offsets of the layouts are multiples of n.
inline FiniteObligation multiples_of(char const* id, char const* statement, std::int64_t n,
                                     std::vector<AnyLayout> const& layouts) {
  return by_law(COLEX_LAW(evaluate_is_colexicographic), id, statement,
                fmt::format("{} divides each stride", n), layouts,
                [=] { return divides_strides(layouts, n); });
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

/// Any number of points in tiles of so many: each is in one tile at one place, and the tile's predicate says which.
inline FiniteObligation ragged(char const* id, char const* statement, std::int64_t tile) {
  return by_law(COLEX_LAW(ragged_tiles_hold_each_point_once), id, statement, "its tile has a point",
                {any(leaf(Mode<std::int64_t>{tile, 1}))}, [=] { return tile >= 1; });
}

/// An affine index whose coordinate moves along these layouts is misaligned alike everywhere, modulo n.
inline FiniteObligation misaligned_alike(char const* id, char const* statement, std::int64_t n,
                                         std::vector<AnyLayout> const& layouts) {
  return by_law(COLEX_LAW(residues_follow_the_strides), id, statement,
                fmt::format("{} divides each stride", n), layouts,
                [=] { return n >= 1 && divides_strides(layouts, n); });
}

/// Words that begin up to reach - 1 points before their tile, `words` of them from its own first point on, all of a tile.
inline FiniteObligation shifted(char const* id, char const* statement, Layout<std::int64_t> const& words,
                                std::int64_t tile, std::int64_t reach) {
  return by_law(COLEX_LAW(shifted_tiles_hold_each_word_once), id, statement,
                fmt::format("words of L follow each other to {}, and {} is a number of words", tile, reach),
                {any(words)}, [=] {
                  auto const W = tile / size(words);
                  return W >= 1 && reach >= 1 && size(words) * W == tile && reach % W == 0 &&
                         (size(words) == 1 || words == leaf(Mode<std::int64_t>{size(words), W}));
                });
}

}  // namespace colex::gpu
