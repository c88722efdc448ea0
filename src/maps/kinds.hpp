// SPDX-License-Identifier: MIT
// What an index map is: the plainest kind of layout that is the same function, and for each plainer kind the first point
// that refuses it. Every point is looked at.
//
//   (i<4, j<8) -> i*8 + j                          layout      (4,8):(8,1)
//   (i<4, j<8) -> i*8 + j + 3                      offset      3 more
//   (i<32, j<8) -> i*32 + (j ^ (i % 8))            swizzled    Sw<3,0,5> o 0 o (32,8):(32,1)
//   (i<8) -> i ^ (i >> 1) ^ (i >> 2)               linear      a map over GF(2)
//   (i<4, j<8) -> (j, i)                           basis       (4,8):(1@1,1@0)
//   (r<8, c<8) -> r*8 + (c + r) % 8                none
#pragma once

#include <memory>
#include <optional>

#include "maps/index_map.hpp"
#include "operations/value.hpp"

namespace colex::cli {

enum class MapKind : std::uint8_t { layout, offset, swizzled, linear, basis, none, undecided };
char const* name(MapKind kind);

/// Why a map is not of a kind. At `index` every function of the kind that agrees with the map before it has `forced`; for
/// a swizzle, the one that agrees longest; where that is below 0, of the layout behind it.
struct NotOfKind {
  MapKind kind{};
  std::string why{};  ///< a sentence; names the point where there is one
  std::int64_t index = -1, forced = 0, value = 0;
};

struct MapForm {
  MapKind kind = MapKind::none;
  Value value{};                    ///< a layout of that kind; the map itself where it is of none
  std::vector<NotOfKind> not_of{};  ///< the kinds before it
};

/// Takes steps of the question's budget. Throws Failure: undecided.
MapForm form_of(std::shared_ptr<IndexMap const> const& map);

/// The value of the form, for operations; a map of no kind knows why.
Value value_of(std::shared_ptr<IndexMap> const& map);

}  // namespace colex::cli
