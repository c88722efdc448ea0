// SPDX-License-Identifier: MIT
// Triton's encodings as data, between encodings.cpp, which reads and writes, and encoding_tiles.cpp, which knows what
// each of those means that are tiles of lanes, warps and registers.
//
//   tile_of("blocked", {sizePerThread = [1, 8], ...})    registers (8, dimension 1, step 1), lanes ...
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

#include "operations/failure.hpp"

namespace colex::cli {

using Attributes = std::map<std::string, std::string>;
/// `#blocked = #ttg.blocked<{...}>`: what stands for "#blocked".
struct Encoding {
  std::string name{};        ///< "blocked"
  std::string attributes{};  ///< "{...}"
};
using Aliases = std::map<std::string, Encoding>;
/// Of a tensor or of shared memory: "64x128xf16", and where that stands.
struct TensorShape {
  std::vector<std::int64_t> extents{};
  int line = 1;
  std::vector<std::int64_t> allocated{};  ///< what it is a part of, if that is said
};
using Shapes = std::map<std::string, std::vector<TensorShape>>;  ///< by alias
Shapes shapes_in(std::string_view text);

inline constexpr std::size_t kMaxDims = 8;

/// `shape` indices of a lane, a warp or a register, each a step of so many elements along a dimension.
struct Steps {
  std::int64_t shape = 1;
  std::size_t dim = 0;
  std::int64_t step = 1;  ///< 0: all hold the same elements
};
struct EncodedTile {
  std::vector<Steps> lanes{}, warps{}, values{};  ///< fastest first
  std::size_t dims = 0;
  std::int64_t extent(std::size_t dim) const;
};

/// Throws InputError where the text is not {NAME = VALUE, ...}.
Attributes attributes_of(std::string_view text);
/// Throws InputError with the first attribute that is none of these: it could change the layout.
void know_all(Attributes const& all, std::initializer_list<std::string_view> known);
/// Throws InputError where an attribute divides the tensor among blocks.
void within_one_block(Attributes const& all);
/// The list of `dims` integers (0: of any number up to kMaxDims) under a name. Throws InputError.
std::vector<std::int64_t> one_row(Attributes const& all, char const* name, std::size_t dims);
/// Throws InputError with the reason where the encoding is none of these, or depends on the tensor.
EncodedTile tile_of(std::string_view name, Attributes const& all, Aliases const& aliases, int depth = 0);

}  // namespace colex::cli
