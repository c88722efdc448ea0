// SPDX-License-Identifier: MIT
// Law: the tiles of a layout, taken at every grid coordinate, show every point once.
#pragma once

#include "colex/partition.hpp"

namespace colex::laws {

struct partitions_cover_once {
  static constexpr char const* statement =
      "the local tiles of L at all grid coordinates show every offset of L as often as L does";
  static constexpr char const* source = "T68, T69, T70";

  /// Enumerates a layout that is a bijection onto [0, size). `hits` is scratch of size(L) zeroed bytes.
  static constexpr bool holds(Layout<std::int64_t> const& l, IntTuple<std::int64_t> const& tile,
                              unsigned char* hits) {
    auto const split = zipped_divide(l, by_mode(tile));
    if (!split) return true;
    std::int64_t const tiles = size(entry(*split, 1));
    for (std::int64_t g = 0; g < tiles; ++g) {
      auto const at = idx2crd(g, product_each(shape(entry(*split, 1))));
      auto const part = local_tile(l, by_mode(tile), at);
      if (!part) return false;
      for (std::int64_t i = 0; i < size(part->layout); ++i)
        if (hits[part->offset + evaluate(part->layout, i)]++ != 0) return false;
    }
    return tiles * size(tile) == size(l);
  }
};

}  // namespace colex::laws
