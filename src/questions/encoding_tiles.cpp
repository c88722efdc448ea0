// SPDX-License-Identifier: MIT
// Triton's encodings that are tiles of lanes, warps and registers: blocked, the results of matrix instructions, slices.
// Source: Triton's TritonGPUAttrDefs.td and LinearLayoutConversions.cpp.
#include <fmt/format.h>

#include <algorithm>

#include "questions/encodings.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Row = std::vector<Int>;

Int extent_of(Int n) {
  if (n < 1 || n > 1 << 16) throw InputError("an extent is below 1 or beyond 2^16");
  return n;
}

/// What every encoding may say beside its own attributes.
#define COLEX_BLOCKS "CTAsPerCGA", "CTASplitNum", "CTAOrder", "CGALayout"

EncodedTile blocked(Attributes const& all) {
  know_all(all, {"sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", COLEX_BLOCKS});
  Row const each = one_row(all, "sizePerThread", 0), lanes = one_row(all, "threadsPerWarp", each.size()),
            warps = one_row(all, "warpsPerCTA", each.size()), order = one_row(all, "order", each.size());
  Row sorted = order;
  std::sort(sorted.begin(), sorted.end());
  EncodedTile r;
  r.dims = each.size();
  for (std::size_t d = 0; d < r.dims; ++d)
    if (sorted[d] != static_cast<Int>(d)) throw InputError("order is no permutation of the dimensions");
  for (Int const o : order) {  // the first of `order` runs fastest
    auto const d = static_cast<std::size_t>(o);
    r.values.push_back({extent_of(each[d]), d, 1});
    r.lanes.push_back({extent_of(lanes[d]), d, each[d]});
    r.warps.push_back({extent_of(warps[d]), d, each[d] * lanes[d]});
  }
  return r;
}

bool is_true(Attributes const& all, char const* name) {
  auto const at = all.find(name);
  if (at != all.end() && at->second != "true" && at->second != "false")
    throw InputError(fmt::format("{} is neither true nor false", name));
  return at != all.end() && at->second == "true";
}

Int number(Attributes const& all, char const* name) {
  Row const row = one_row(all, name, 1);
  return row[0];
}

/// Warps over instructions of so many rows and columns. Of tilesPerWarp instructions each, side by side, the registers
/// go along a row first.
void add_warps(EncodedTile& r, Attributes const& all, Int rows, Int columns, bool rows_first) {
  Row const warps = one_row(all, "warpsPerCTA", 2);
  Row const tiles = all.count("tilesPerWarp") != 0 ? one_row(all, "tilesPerWarp", 2) : Row{1, 1};
  r.values.push_back({extent_of(tiles[1]), 1, columns});
  r.values.push_back({extent_of(tiles[0]), 0, rows});
  Steps const down{extent_of(warps[0]), 0, rows * tiles[0]},
      across{extent_of(warps[1]), 1, columns * tiles[1]};
  r.dims = 2;
  if (rows_first)
    r.warps = {down, across};
  else
    r.warps = {across, down};
}

/// The result of mma.sync or, by warps, of wgmma.
EncodedTile nvidia_mma(Attributes const& all) {
  know_all(all, {"versionMajor", "versionMinor", "warpsPerCTA", "instrShape", COLEX_BLOCKS});
  Int const version = number(all, "versionMajor");
  if (version != 2 && version != 3) throw InputError(fmt::format("mma of version {} is not known", version));
  Row const shape = one_row(all, "instrShape", version == 2 ? 2 : 3);
  Int const m = extent_of(shape[0]), n = extent_of(shape[1]);
  if (m % 8 != 0 || n % 8 != 0) throw InputError("instrShape is not made of 8 x 8 results");
  EncodedTile r;
  r.values = {{2, 1, 1}, {m / 8, 0, 8}, {n / 8, 1, 8}};
  r.lanes = {{4, 1, 2}, {8, 0, 1}};
  add_warps(r, all, m, n, version == 3);
  return r;
}

/// M and N of an instruction of AMD, and K where it is there.
Row amd_shape(Attributes const& all) {
  Row const shape = one_row(all, "instrShape", 0);
  if (shape.size() != 2 && shape.size() != 3) throw InputError("instrShape is not M, N and K");
  return shape;
}

/// The result of MFMA, or of WMMA of version 1 (RDNA3) or 2 (RDNA4).
EncodedTile amd(Attributes const& all, bool wmma) {
  EncodedTile r;
  Int rows = 16;
  if (wmma) {
    know_all(all, {"version", "warpsPerCTA", "tilesPerWarp", "instrShape", "isTransposed", "isTranspose",
                   COLEX_BLOCKS});
    Int const version = number(all, "version");
    if (version != 1 && version != 2)
      throw InputError(fmt::format("wmma of version {} is not known", version));
    if (all.count("instrShape") != 0) {
      Row const shape = amd_shape(all);
      if (shape[0] != 16 || shape[1] != 16) throw InputError("instrShape is not 16 x 16");
    }
    if (all.count("tilesPerWarp") != 0 && one_row(all, "tilesPerWarp", 2) != Row{1, 1})
      throw InputError("which registers hold which of wmma's tilesPerWarp is not known");
    r.values.push_back({8, 0, version == 1 ? 2 : 1});
    r.lanes = {{16, 1, 1}, {2, 0, version == 1 ? 1 : 8}};
  } else {
    know_all(all, {"version", "versionMajor", "versionMinor", "warpsPerCTA", "tilesPerWarp", "instrShape",
                   "elementBitWidth", "isTransposed", COLEX_BLOCKS});
    for (char const* const name : {"version", "versionMajor"})
      if (all.count(name) != 0 && (number(all, name) < 0 || number(all, name) > 4))
        throw InputError(fmt::format("mfma of version {} is not known", number(all, name)));
    if (all.count("versionMinor") != 0 && number(all, "versionMinor") != 0)
      throw InputError(fmt::format("mfma of minor version {} is not known", number(all, "versionMinor")));
    Row const shape = amd_shape(all);
    rows = shape[0];
    if (shape[1] != rows || (rows != 16 && rows != 32))
      throw InputError("instrShape is neither 16 x 16 nor 32 x 32");
    Int const bits = all.count("elementBitWidth") != 0 ? number(all, "elementBitWidth") : 32;
    if (bits != 32 && (bits != 64 || rows != 16))
      throw InputError(fmt::format("no {0} x {0} result has elementBitWidth = {1}", rows, bits));
    Int const height = bits == 64 ? 1 : 4,
              lanes_down = 64 / rows;  // elements that stand together, and lanes below each other
    r.values = {{height, 0, 1}, {rows / (height * lanes_down), 0, height * lanes_down}};
    r.lanes = {{rows, 1, 1}, {lanes_down, 0, height}};
  }
  if (is_true(all, "isTransposed") || is_true(all, "isTranspose"))
    for (auto* const side : {&r.values, &r.lanes})
      for (Steps& s : *side) s.dim = 1 - s.dim;
  add_warps(r, all, rows, rows, false);
  return r;
}

/// The parent without one dimension: its lanes and warps stay, registers that hold the same go.
EncodedTile slice(Attributes const& all, Aliases const& aliases, int depth) {
  know_all(all, {"dim", "parent"});
  if (depth > 8) throw InputError("slices nested beyond 8");
  auto const dim = static_cast<std::size_t>(number(all, "dim"));
  auto const at = all.find("parent");
  if (at == all.end()) throw InputError("parent is missing");
  Encoding parent;
  if (auto const alias = aliases.find(at->second); alias != aliases.end()) {
    parent = alias->second;
  } else {
    std::string const& text = at->second;
    std::size_t const dot = text.find('.'), open = text.find('<');
    if (dot == text.npos || open == text.npos || open < dot || text.back() != '>')
      throw InputError(fmt::format("the parent {} is not in the text", printable(text)));
    parent = {text.substr(dot + 1, open - dot - 1), text.substr(open + 1, text.size() - open - 2)};
  }
  EncodedTile r = tile_of(parent.name, attributes_of(parent.attributes), aliases, depth + 1);
  if (dim >= r.dims || r.dims == 1) throw InputError("a slice along a dimension that its parent lacks");
  std::erase_if(r.values, [&](Steps const& s) { return s.dim == dim; });
  for (auto* const side : {&r.lanes, &r.warps, &r.values})
    for (Steps& s : *side) {
      if (s.dim == dim)
        s.step = 0, s.dim = 0;
      else if (s.dim > dim)
        --s.dim;
    }
  --r.dims;
  return r;
}

}  // namespace

Int EncodedTile::extent(std::size_t dim) const {
  Int last = 0;
  for (auto const* const side : {&lanes, &warps, &values})
    for (Steps const& s : *side)
      if (s.dim == dim) last += (s.shape - 1) * s.step;
  return last + 1;
}

EncodedTile tile_of(std::string_view name, Attributes const& all, Aliases const& aliases, int depth) {
  within_one_block(all);
  if (name == "blocked") return blocked(all);
  if (name == "nvidia_mma" || name == "mma") return nvidia_mma(all);
  if (name == "amd_mfma" || name == "mfma") return amd(all, false);
  if (name == "amd_wmma" || name == "wmma") return amd(all, true);
  if (name == "slice") return slice(all, aliases, depth);
  throw InputError(fmt::format("the layout of {} depends on the tensor", printable(name)));
}

}  // namespace colex::cli
