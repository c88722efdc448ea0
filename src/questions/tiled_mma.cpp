// SPDX-License-Identifier: MIT
// Tiled matrix products, made of atoms by the algebra.
#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "operations/call.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kMaxWaves = 64, kMaxExtent = 4096;
constexpr char const* kModes[] = {"M", "N", "K"};

Layout<Int> mode_of(Int extent, Int stride) { return leaf(Mode<Int>{extent, stride}); }

Tiler<Int> blocks(Int rows, Int columns) { return by_mode(join(leaf(rows), leaf(columns))); }

Layout<Int> times(Layout<Int> const& layout, Int factor) {
  return accept(composition(mode_of(cosize(layout), factor), layout));
}

/// Throws where `extent` of the tile is no multiple of `atom` * `repeats`.
void divides(char const* what, Int extent, Int atom, Int repeats) {
  if (extent % (atom * repeats) == 0) return;
  throw InputError(
      fmt::format("tiled_mma: the tile's {} = {} is no multiple of {}, the atom's {} times {} atom{}", what,
                  extent, atom * repeats, atom, repeats, repeats == 1 ? "" : "s"));
}

/// The element of an operand that its rows and columns, in the order of the atoms, and the threads hold.
struct Operand {
  Layout<Int> const& atom;                      ///< (lane, value) -> element
  Int atom_rows, atom_columns;                  ///< of the atom
  Layout<Int> const &row_order, &column_order;  ///< of the tile
  Int row_waves, column_waves, others;  ///< waves along rows and columns; and those that hold the same
  int place;                            ///< of the others among (m, n, k)
};

Layout<Int> thread_values(Operand const& o, bool along_k) {
  auto const tile = join(o.row_order, times(o.column_order, size(o.row_order)));
  auto const divided = accept(zipped_divide(tile, blocks(o.atom_rows, o.atom_columns)));
  auto const lane_value = accept(composition(entry(divided, 0), o.atom));
  auto const split = accept(zipped_divide(entry(divided, 1), blocks(o.row_waves, o.column_waves)));
  auto const mine = entry(split, 0), rest = entry(split, 1), same = mode_of(o.others, 0);
  Layout<Int> waves[] = {entry(mine, 0), o.place == 1 ? same : entry(mine, 1),
                         o.place == 2 ? same : entry(mine, 1)};
  if (o.place == 0) waves[0] = same, waves[1] = entry(mine, 0);
  auto const lane = entry(lane_value, 0);
  return join(along_k ? join(lane, waves[0], waves[1], waves[2]) : join(lane, waves[0], waves[1]),
              join(entry(lane_value, 1), entry(rest, 0), entry(rest, 1)));
}

}  // namespace

MmaTile mma_tile(Value const& atoms, Value const& tile) {
  MmaTile r;
  if (!fits(Kind::layout, atoms)) throw InputError("atoms: expected layout, not " + what_is(atoms));
  r.waves = plain(as_layout(atoms));
  if (rank(r.waves) != 2 && rank(r.waves) != 3)
    throw InputError("atoms: expected (m,n) or (m,n,k), or a layout of these modes");
  if (size(r.waves) > kMaxWaves)
    throw InputError(fmt::format("tiled_mma: at most {} atoms side by side", kMaxWaves));
  if (auto const why = bijective(r.waves, size(r.waves)); why.condition != Condition::none)
    throw InputError(fmt::format("atoms: {} does not number {} waves: {}", to_text(r.waves), size(r.waves),
                                 std::string(sentence(why))));
  if (!std::holds_alternative<Tuple>(tile) || rank(as_tiler(tile).modes) != 3)
    throw InputError("tile: expected (M,N,K), three integers or layouts such as <(4,4):(1,8),32,16>");
  Tiler<Checked> const tiler = as_tiler(tile);
  for (int k = 0; k < 3; ++k) {
    Tiler<Checked> const mode = entry(tiler, k);
    if (!mode.is_tile()) throw InputError(fmt::format("tile: {} is no integer and no layout", kModes[k]));
    Layout<Int> const order = plain(mode.modes);
    Int const extent = size(order);
    if (extent < 1 || extent > kMaxExtent)
      throw InputError(fmt::format("tiled_mma: a tile's extents are 1 to {}", kMaxExtent));
    if (auto const why = bijective(order, extent); why.condition != Condition::none)
      throw InputError(fmt::format("tile: {} = {} does not permute 0 to {}: {}", kModes[k], to_text(order),
                                   extent - 1, std::string(sentence(why))));
    r.order[k] = order;
  }
  return r;
}

TiledMma tiled_mma(Atom const& atom, MmaTile const& tile) {
  if (atom.is != Atom::Is::mma || atom.blocks != 1)
    throw InputError(fmt::format("tiled_mma: {} is no matrix product of one block", atom.name));
  bool const along_k = rank(tile.waves) == 3;
  Int const waves[] = {size(entry(tile.waves, 0)), size(entry(tile.waves, 1)),
                       along_k ? size(entry(tile.waves, 2)) : 1};
  Int const extent[] = {atom.M, atom.N, atom.K};
  for (int k = 0; k < 3; ++k) divides(kModes[k], size(tile.order[k]), extent[k], waves[k]);
  TiledMma r;
  r.threads = atom.threads * size(tile.waves);
  auto const& [M, N, K] = tile.order;
  if (atom.a) r.a = thread_values({*atom.a, atom.M, atom.K, M, K, waves[0], waves[2], waves[1], 1}, along_k);
  if (atom.b) r.b = thread_values({*atom.b, atom.N, atom.K, N, K, waves[1], waves[2], waves[0], 0}, along_k);
  if (atom.c) r.c = thread_values({*atom.c, atom.M, atom.N, M, N, waves[0], waves[1], waves[2], 2}, along_k);
  bool in_order = true;
  for (Int wave = 0; wave < size(tile.waves); ++wave)
    in_order = in_order && evaluate(tile.waves, wave) == wave;
  if (in_order) return r;
  auto const back = accept(right_inverse(join(mode_of(atom.threads, 1), times(tile.waves, atom.threads))));
  for (auto* const operand : {&r.a, &r.b, &r.c})
    if (*operand) *operand = join(accept(composition(entry(**operand, 0), back)), entry(**operand, 1));
  return r;
}

}  // namespace colex::cli
