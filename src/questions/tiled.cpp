// SPDX-License-Identifier: MIT
// Tiled copies and tiled matrix products, made of atoms by the algebra.
#include <fmt/format.h>

#include <algorithm>

#include "colex/colex.hpp"
#include "operations/call.hpp"
#include "questions/atoms.hpp"
#include "tiles/tiled_mma.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kMaxTile = Int{1} << 20;

Layout<Int> line(Int extent, Int stride) { return leaf(Mode<Int>{extent, stride}); }

/// Throws where `extent` of the tile is no multiple of `atom` * `times`.
void divides(char const* what, Int extent, Int atom, Int times) {
  if (extent % (atom * times) == 0) return;
  throw InputError(
      fmt::format("tiled_mma: the tile's {} = {} is no multiple of {}, the atom's {} times {} atom{}", what,
                  extent, atom * times, atom, times, times == 1 ? "" : "s"));
}

}  // namespace

TiledCopy tiled_copy(Layout<Int> const& threads, Layout<Int> const& values) {
  if (size(threads) > kMaxTile || size(values) > kMaxTile / size(threads))
    throw InputError(fmt::format("tiled_copy: a tile has at most {} elements", kMaxTile));
  auto const raked = accept(raked_product(threads, values));
  auto const back = accept(right_inverse(raked));
  TiledCopy r;
  r.threads = size(threads), r.values = size(values);
  r.rows = size(entry(raked, 0)), r.columns = size(raked) / r.rows;
  if (auto const why = bijective(raked, size(raked)); why.condition != Condition::none)
    throw Failure("bijective", "bijective: the threads and values do not cover a tile once: " +
                                   std::string(sentence(why)));
  r.tv = accept(composition(back, join(line(r.threads, 1), line(r.values, r.threads))));
  return r;
}

CopyPartition partition(TiledCopy const& copy, Layout<Int> const& tensor, int element) {
  if (rank(tensor) != 2) throw InputError("tiled_copy: the tensor has two modes");
  Int const extents[] = {size(entry(tensor, 0)), size(entry(tensor, 1))}, tile[] = {copy.rows, copy.columns};
  if (extents[0] > kMaxTile || extents[1] > kMaxTile)
    throw InputError(fmt::format("tiled_copy: a mode of the tensor has at most {} points", kMaxTile));
  CopyPartition r;
  for (int k = 0; k < 2; ++k) {
    r.tiles[k] = (extents[k] + tile[k] - 1) / tile[k];
    r.inside[k] = extents[k] - (r.tiles[k] - 1) * tile[k];
  }
  auto const offset = [&](Int i) { return evaluate(tensor, i % copy.rows + extents[0] * (i / copy.rows)); };
  Int const rows = std::min(copy.rows, extents[0]), columns = std::min(copy.columns, extents[1]);
  for (Int width = 2; width * element <= 16 && copy.values % width == 0; width *= 2) {
    bool fits = true;
    for (Int t = 0; t < copy.threads && fits; ++t)
      for (Int v = 0; v < copy.values && fits; ++v) {
        Int const first = evaluate(copy.tv, t + copy.threads * (v / width * width)),
                  at = evaluate(copy.tv, t + copy.threads * v);
        bool const inside = at % copy.rows < rows && at / copy.rows < columns && first % copy.rows < rows &&
                            first / copy.rows < columns;
        if (inside) fits = offset(first) % width == 0 && offset(at) == offset(first) + v % width;
      }
    // The other tiles begin at multiples of the tile, which must be aligned too.
    for (int k = 0; k < 2 && fits; ++k)
      for (Int i = tile[k]; i < extents[k] && fits; i += tile[k])
        fits = evaluate(tensor, k == 0 ? i : i * extents[0]) % width == 0;
    if (!fits) break;
    r.width = width;
  }
  return r;
}

TiledMma tiled_mma(Atom const& atom, Int m, Int n, Int const (&tile)[3]) {
  if (atom.is != Atom::Is::mma || atom.blocks != 1)
    throw InputError(fmt::format("tiled_mma: {} is no matrix product of one block", atom.name));
  if (m < 1 || n < 1 || m > 64 || n > 64) throw InputError("tiled_mma: 1 to 64 atoms along M and along N");
  for (Int const extent : tile)
    if (extent < 1 || extent > 4096) throw InputError("tiled_mma: a tile's extents are 1 to 4096");
  divides("M", tile[0], atom.M, m), divides("N", tile[1], atom.N, n), divides("K", tile[2], atom.K, 1);
  TiledMma r;
  r.threads = atom.threads * m * n;
  using namespace gpu::detail;
  auto const M = line(tile[0], 1), N = line(tile[1], 1), K = line(tile[2], 1);
  if (atom.c) r.c = accumulator_tv(atoms_of_tile(*atom.c, atom.M, atom.N, M, N), m, n);
  auto const operand = [&](Layout<Int> const& tv, Int extent, Layout<Int> const& order, Int waves, Int others,
                           bool rows) {
    return operand_tv(atoms_of_tile(tv, extent, atom.K, order, K), waves, others, rows, tile[2] / atom.K);
  };
  if (atom.a) r.a = operand(*atom.a, atom.M, M, m, n, true);
  if (atom.b) r.b = operand(*atom.b, atom.N, N, n, m, false);
  return r;
}

}  // namespace colex::cli
