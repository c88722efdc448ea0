// SPDX-License-Identifier: MIT
// Law: words that begin before their points, dealt to tiles.     10 points, words of 4 shifted by 3: point 0 is in word 0
#pragma once

#include "colex/ragged.hpp"

namespace colex::laws {

struct shifted_tiles_hold_each_word_once {
  static constexpr char const* statement =
      "words of W points, word k from point k W - s on, 0 <= s < R, W dividing the T points of a tile: each "
      "point below n "
      "is in one word; tile k W div T has the word whole, is one of tiles_along(n + R - 1, T), and takes in "
      "no point "
      "further than R - 1 before its own";
  static constexpr char const* source = "vectorised copies between addresses that are aligned differently";

  /// Word k has point y.
  template <Number Int>
  static constexpr auto has(Int const& k, Int const& shift, Int const& W, Int const& y) {
    return both(k * W <= y + shift, y + shift < k * W + W);
  }
  /// A tile of so many words has word k whole: from its point `first` on, counted from the tile's own first.
  template <Number Int>
  static constexpr auto is_whole(Int const& first, Int const& W, Int const& words) {
    return both(first >= Int(0), first + W <= words * W);
  }
  /// Element j of the word that begins `first` points into a tile, less the shift, is taken in.
  template <Number Int>
  static constexpr auto is_taken_in(Int const& first, Int const& shift, Int const& j, Int const& reach,
                                    Int const& tile) {
    return both(Int(1) - reach <= first - shift + j, first - shift + j < tile);
  }
};

}  // namespace colex::laws
