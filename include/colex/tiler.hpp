// SPDX-License-Identifier: MIT
// A tiler: what composition, divide and product take on their right. A layout acts on the whole left side; a
// tuple acts mode by mode; `_` leaves a mode alone; an integer n stands for the layout n:1.
//
//   composition((4,8):(1,4), <2, _>) == (2,8):(1,4)
//   composition((4,8):(1,4), <2>) == (2,8):(1,4)
//   composition((4,8):(1,4), <2>, Rest::drop) == (2):(1)       as CuTe has it
//
// A tiler is one tree of modes with two marks per node: where a tile starts, and where `_` stands.
// Source: Cecka, arXiv:2603.02298, 3.3.
#pragma once

#include "colex/composition.hpp"
#include "colex/structure.hpp"

namespace colex {

template <Number Int>
struct Tiler {
  Layout<Int> modes{};
  std::uint64_t tiles = 0;  ///< bit n: node n starts a layout that acts whole
  std::uint64_t keeps = 0;  ///< bit n: node n is `_`; with bit n of `tiles`, as CuTe has it (pairs_kept)

  constexpr Tiler() = default;
  constexpr Tiler(Layout<Int> const& nodes, std::uint64_t tile_bits, std::uint64_t keep_bits)
      : modes(nodes), tiles(tile_bits), keeps(keep_bits) {}
  /// What an operation takes as a tiler: a layout acts whole, n is n:1, a tuple acts by mode.
  constexpr Tiler(Layout<Int> const& layout) : modes(layout), tiles(1) {}
  template <PlainInteger T>
  constexpr Tiler(T n) : Tiler(by_mode(leaf(number_of<Int>(n)))) {}
  constexpr Tiler(IntTuple<Int> const& extents) : Tiler(by_mode(extents)) {}
  constexpr Tiler(Underscore) : modes(leaf(Mode<Int>{Int(1), Int(0)})), keeps(1) {}

  constexpr bool is_tile() const { return (tiles & 1) != 0; }
  constexpr bool is_keep() const { return (keeps & 1) != 0; }
  bool operator==(Tiler const&) const = default;
};

/// Entry k of a by-mode tiler.
template <Number Int>
constexpr Tiler<Int> entry(Tiler<Int> const& t, int k) {
  int const node = place_of(t.modes, k).node;
  return {entry(t.modes, k), t.tiles >> node, t.keeps >> node};
}

/// The layout as one tile.
template <Number Int>
constexpr Tiler<Int> tile(Layout<Int> const& layout) {
  return {layout, 1, 0};
}

/// A by-mode tiler of whole extents: every leaf n is n:1.
template <Number Int>
constexpr Tiler<Int> by_mode(IntTuple<Int> const& extents) {
  Tiler<Int> r;
  r.modes = transform(extents, [](Int const& n) { return Mode<Int>{n, n == Int(1) ? Int(0) : Int(1)}; });
  for (int n = 0; n < r.modes.profile.count; ++n)
    if (r.modes.profile.node[n] == 0) r.tiles |= std::uint64_t{1} << n;
  return r;
}

/// `_`.
template <Number Int>
constexpr Tiler<Int> keep() {
  return {leaf(Mode<Int>{Int(1), Int(0)}), 0, 1};
}

/// The tiler with `_` as CuTe has it: unzip() takes the two entries of a mode of two for a tile and its grid.
template <Number Int>
constexpr Tiler<Int> pairs_kept(Tiler<Int> tiler) {
  tiler.tiles |= tiler.keeps;
  return tiler;
}

/// The by-mode tiler of the given ones: <a, b, ...>.
template <Number Int, class... More>
constexpr Tiler<Int> by_mode(Tiler<Int> const& first, More const&... more) {
  Tiler<Int> r{open<Mode<Int>>(1 + sizeof...(more)), 0, 0};
  auto add = [&](Tiler<Int> const& t) {
    if (r.modes.profile.count < kMaxNodes) {
      r.tiles |= t.tiles << r.modes.profile.count;
      r.keeps |= t.keeps << r.modes.profile.count;
    }
    graft(r.modes, t.modes);
  };
  add(first);
  (add(more), ...);
  return r;
}

/// What happens to the modes that a short tiler does not reach.
enum class Rest : bool { keep, drop };

namespace detail {
/// What a tiler and a layout have at one place each.
template <Number Int>
struct Tiled {
  Layout<Int> const& layout;
  Tiler<Int> const& tiler;
  Place at{}, by{};

  constexpr bool is_tile() const { return (tiler.tiles >> by.node & 1) != 0; }
  constexpr bool is_keep() const { return (tiler.keeps >> by.node & 1) != 0; }
  /// Entries of the tuple that the tiler is here.
  constexpr int tiled() const { return tiler.modes.profile.rank(by); }
  constexpr int all() const { return layout.profile.rank(at); }
  /// Calls f(entry, whether the tiler reaches it) for every entry of the layout, in order, while it is true.
  template <class F>
  constexpr void each_entry(F f) const {
    Tiled one{layout, tiler, place_of(layout, 0, at), place_of(tiler.modes, 0, by)};
    int const count = all(), reached = tiled();
    for (int k = 0; k < count && f(one, k < reached); ++k) {
      one.at = layout.profile.past(one.at);
      if (k < reached) one.by = tiler.modes.profile.past(one.by);
    }
  }
};

/// apply(), appended to `out`.
template <Number Int, class Op>
constexpr Refusal<Int> apply_at(Layout<Int>& out, Tiled<Int> const& here, Rest rest, Op& op) {
  if (here.is_keep()) {
    graft(out, here.layout, here.at);
    return {};
  }
  if (here.is_tile()) {
    auto const piece = op(subtree(here.layout, here.at), subtree(here.tiler.modes, here.by));
    if (piece) graft(out, piece.value);
    return piece.refusal;
  }
  int const tiled = here.tiled(), all = here.all();
  if (tiled > all) return because<Int>(Condition::congruent, Int(tiled), Int(all));
  out.profile.tuple(rest == Rest::keep ? all : tiled);
  Refusal<Int> why{};
  here.each_entry([&](Tiled<Int> const& one, bool reached) {
    if (reached) {
      why = apply_at(out, one, rest, op);
    } else if (rest == Rest::keep) {
      graft(out, one.layout, one.at);
    }
    return why.condition == Condition::none;
  });
  return why;
}
}  // namespace detail

/// Applies `op(mode, tile)`, which answers a Result<Layout>, wherever the tiler has a tile. Errors: congruent
/// (the tiler has more entries than the layout), op's, and those of well_formed().
template <Number Int, class Op>
constexpr Result<Layout<Int>, Int> apply(Layout<Int> const& layout, Tiler<Int> const& tiler, Rest rest,
                                         Op op) {
  if (tiler.is_keep()) return {layout, {}};
  if (tiler.is_tile()) return op(layout, tiler.modes);
  Result<Layout<Int>, Int> r{{{}, {}}, {}};
  r.refusal = detail::apply_at(r.value, detail::Tiled<Int>{layout, tiler}, rest, op);
  if (r) r.refusal.condition = well_formed(r.value);
  return r;
}

/// A o tiler: by mode where the tiler is a tuple. Modes the tiler does not reach are kept; CuTe drops them.
/// Errors: composition's, and apply's.
template <Number Int>
constexpr Result<Layout<Int>, Int> composition(Layout<Int> const& a,
                                               std::type_identity_t<Tiler<Int>> const& tiler,
                                               Rest rest = Rest::keep, Budget budget = {}) {
  Work work(budget);
  return apply(a, tiler, rest, [&](Layout<Int> const& mode, Layout<Int> const& by) {
    return composition(mode, by, Domain::extend_last, work.rest());
  });
}

namespace detail {
/// What unzip() makes of a layout of `ranks` entries where the tiler is a tile, `_`, both (pairs_kept) or
/// neither.
enum class Unzipped { pair, all_tile, by_entry };
template <class Truth, class Int>
constexpr Unzipped unzip_step(Truth const& is_tile, Truth const& is_keep, Int const& ranks) {
  if (is_keep) return is_tile && ranks == Int(2) ? Unzipped::pair : Unzipped::all_tile;
  return is_tile ? Unzipped::pair : Unzipped::by_entry;
}
/// What stands at place k of unpack()'s answer, of a tile and a grid of so many entries.
template <class Int>
constexpr Pick<Int> unpack_step(Int const& tiles, Int const& grids, Int const& k) {
  if (k < tiles) return {false, bool(tiles == Int(1)), k};
  return {true, bool(grids == Int(1)), k - tiles};
}

/// unzip() at one place, appended to `tiles` and `grids`.
template <Number Int>
constexpr void unzip_at(Layout<Int>& tiles, Layout<Int>& grids, Tiled<Int> const& here) {
  Unzipped const what = unzip_step(here.is_tile(), here.is_keep(), here.all());
  if (what == Unzipped::pair) {
    graft(tiles, here.layout, place_of(here.layout, 0, here.at));
    graft(grids, here.layout, place_of(here.layout, 1, here.at));
  } else if (what == Unzipped::all_tile) {
    graft(tiles, here.layout, here.at);
    graft(grids, leaf(Mode<Int>{Int(1), Int(0)}));
  } else {
    tiles.profile.tuple(here.tiled());
    grids.profile.tuple(here.all());
    here.each_entry([&](Tiled<Int> const& one, bool reached) {
      if (reached) {
        unzip_at(tiles, grids, one);
      } else {
        graft(grids, one.layout, one.at);
      }
      return true;
    });
  }
}
}  // namespace detail

/// Splits by tiler a layout whose tiled modes are pairs (tile, grid): ((tiles...), (grids..., untiled...)).
/// A mode under `_` is all tile, with the grid 1:0. CuTe takes its two entries for a tile and its grid, and
/// does not compile where it has not two: pairs_kept().  Law: kept_modes_stay_whole.
template <Number Int>
constexpr Layout<Int> unzip(Layout<Int> const& pairs, Tiler<Int> const& tiler) {
  using detail::Unzipped, detail::unzip_at;
  if (detail::unzip_step(tiler.is_tile(), tiler.is_keep(), rank(pairs)) == Unzipped::pair) return pairs;
  auto tiles = open<Mode<Int>>(2);
  Layout<Int> grids{{}, {}};
  unzip_at(tiles, grids, detail::Tiled<Int>{pairs, tiler});
  graft(tiles, grids);
  return tiles;
}

namespace detail {
/// unzip() of an answer. Errors: its own, and capacity, as `_` adds a mode.
template <Number Int>
constexpr Result<Layout<Int>, Int> unzipped(Result<Layout<Int>, Int> const& pairs, Tiler<Int> const& tiler) {
  if (!pairs) return pairs;
  auto r = Result<Layout<Int>, Int>::answer(unzip(pairs.value, tiler));
  if (r.value.overfull()) r.refusal = because<Int>(Condition::capacity);
  return r;
}
}  // namespace detail

/// (tile, grid) with the entries of the grid, and of the tile where `tile_too`, side by side. An entry of
/// rank 1 stays as it is.
template <class T>
constexpr Nested<T> unpack(Nested<T> const& pair, bool tile_too) {
  Nested<T> const tile = entry(pair, 0), grid = entry(pair, 1);
  int const tiles = tile_too ? rank(tile) : 1, grids = rank(grid);
  auto const step = [&](int k) { return detail::unpack_step(tiles, grids, k); };
  return detail::gathered(tiles + grids, tile, grid, step);
}

}  // namespace colex
