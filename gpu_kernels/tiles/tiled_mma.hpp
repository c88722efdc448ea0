// SPDX-License-Identifier: MIT
// A tiled MMA: which element of a block's tiles of A, B and C each thread holds, built from an atom by the
// algebra. Tiles are indexed column-major: A by m + tile_m * k, B by n + tile_n * k, C by m + tile_m * n.
//
// A config names the atom, the tile, the waves along M and N (for an atom of one thread a wave is a thread),
// the orders order_m, order_n and order_k in which atoms run through the tile, and k_group: how many steps of
// the atom along K a thread's registers hold. order_k may be any permutation: A and B share it, and a sum
// does not depend on the order of its terms beyond rounding.
//
//   TiledMma<GemmF32>: thread 17 of 8 x 8 holds rows 4, 5, 6, 7 of A and columns 8, 9, 10, 11 of B.
#pragma once

#include "colex/decide.hpp"
#include "colex/divide.hpp"
#include "tiles/tile_layout.hpp"

namespace colex::gpu {

namespace detail {

/// The atom's (lane, value) layouts; an atom of one thread has one row, and its B column by column.
template <class Atom>
struct AtomLayouts {
  static constexpr Layout<Index> a = Atom::a_layout, b = Atom::b_layout, c = Atom::c_layout;
};
template <class Atom>
requires(Atom::threads == 1) struct AtomLayouts<Atom> {
  static constexpr auto values = [](Index many, Index apart) { return line(many, many == 1 ? 0 : apart); };
  static constexpr Layout<Index> a = join(line(1, 0), values(Atom::K, 1)),
                                 b = join(line(1, 0), join(values(Atom::K, Atom::N), values(Atom::N, 1))),
                                 c = join(line(1, 0), values(Atom::N, 1));
};

/// A tile of rows x columns, both in the order in which atoms of atom_rows x atom_columns run through it:
/// ((lane, value), (atoms along the rows, atoms along the columns)).
constexpr Layout<Index> atoms_of_tile(Layout<Index> const& atom, Index atom_rows, Index atom_columns,
                                      Layout<Index> const& row_order, Layout<Index> const& column_order) {
  Index const rows = size(row_order);
  auto const tile = join(*composition(line(rows, 1), row_order),
                         *composition(line(size(column_order), rows), column_order));
  auto const divided = *zipped_divide(tile, extents(atom_rows, atom_columns));
  return join(*composition(entry(divided, 0), atom), entry(divided, 1));
}

/// A or B: (thread, (atom's value, step of the group, atom along the rows), group of steps).
constexpr Layout<Index> operand_tv(Layout<Index> const& atoms, Index waves, Index other_waves,
                                   bool rows_first, Index k_group) {
  auto const lane_value = entry(atoms, 0);
  auto const split = *zipped_divide(entry(atoms, 1), extents(waves, k_group));
  auto const mine = entry(split, 0), rest = entry(split, 1);
  auto const others = line(other_waves, 0);
  auto const thread = rows_first ? join(entry(lane_value, 0), entry(mine, 0), others)
                                 : join(entry(lane_value, 0), others, entry(mine, 0));
  return join(thread, join(entry(lane_value, 1), entry(mine, 1), entry(rest, 0)), entry(rest, 1));
}

/// C: (thread, (atom's value, atom along M, atom along N)).
constexpr Layout<Index> accumulator_tv(Layout<Index> const& atoms, Index waves_m, Index waves_n) {
  auto const lane_value = entry(atoms, 0);
  auto const split = *zipped_divide(entry(atoms, 1), extents(waves_m, waves_n));
  auto const mine = entry(split, 0), rest = entry(split, 1);
  return join(join(entry(lane_value, 0), entry(mine, 0), entry(mine, 1)),
              join(entry(lane_value, 1), entry(rest, 0), entry(rest, 1)));
}

}  // namespace detail

template <class Config>
struct TiledMma {
  using Atom = typename Config::atom;
  static constexpr int threads = Atom::threads * Config::waves_m * Config::waves_n;
  static constexpr int tile_m = size(Config::order_m), tile_n = size(Config::order_n),
                       tile_k = size(Config::order_k);
  static constexpr int atoms_m = tile_m / (Atom::M * Config::waves_m),
                       atoms_n = tile_n / (Atom::N * Config::waves_n);
  static constexpr int k_groups = tile_k / (Atom::K * Config::k_group);

  struct A {
    static constexpr Layout<Index> layout =
        detail::operand_tv(detail::atoms_of_tile(detail::AtomLayouts<Atom>::a, Atom::M, Atom::K,
                                                 Config::order_m, Config::order_k),
                           Config::waves_m, Config::waves_n, true, Config::k_group);
  };
  struct B {
    static constexpr Layout<Index> layout =
        detail::operand_tv(detail::atoms_of_tile(detail::AtomLayouts<Atom>::b, Atom::N, Atom::K,
                                                 Config::order_n, Config::order_k),
                           Config::waves_n, Config::waves_m, false, Config::k_group);
  };
  struct C {
    static constexpr Layout<Index> layout =
        detail::accumulator_tv(detail::atoms_of_tile(detail::AtomLayouts<Atom>::c, Atom::M, Atom::N,
                                                     Config::order_m, Config::order_n),
                               Config::waves_m, Config::waves_n);
  };
};

/// Whether each point of [0, points) is an offset of the layout exactly `times` times: the modes of stride 0
/// repeat the others, and those are a bijection.
constexpr bool covers(Layout<Index> const& layout, Index points, Index times) {
  List<Mode<Index>> moving;
  Index repeats = 1;
  for (auto const& mode : layout.leaves) {
    if (mode.stride == 0) repeats *= mode.shape;
    if (mode.stride != 0) moving.push(mode);
  }
  return repeats == times && bijective(flat(moving), points).condition == Condition::none;
}

/// What must hold of a tiled MMA: each element of C is held once, and each of A and B by every wave that
/// needs it.
template <class Config>
constexpr bool check_tiled_mma() {
  using Mma = TiledMma<Config>;
  constexpr int m = Mma::tile_m, n = Mma::tile_n, k = Mma::tile_k;
  static_assert(size(entry(Mma::C::layout, 0)) == Mma::threads &&
                size(entry(Mma::A::layout, 0)) == Mma::threads &&
                size(entry(Mma::B::layout, 0)) == Mma::threads);
  static_assert(covers(Mma::C::layout, m * n, 1), "the threads do not hold each element of C once");
  static_assert(covers(Mma::A::layout, m * k, Config::waves_n),
                "the waves do not hold each element of A once");
  static_assert(covers(Mma::B::layout, n * k, Config::waves_m),
                "the waves do not hold each element of B once");
  return true;
}

}  // namespace colex::gpu
