// SPDX-License-Identifier: MIT
// Words that begin before their points: each point is in one word, and its tile has the word whole.
#include "colex/laws/shifted_tiles_hold_each_word_once.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::shifted_tiles_hold_each_word_once;

static Numbers draw(Dice& dice) {
  Int const reach = dice.between(1, 16);
  return {{{"points", dice.between(1, 100)},
           {"W", dice.between(1, 8)},
           {"words", dice.between(1, 6)},
           {"reach", reach},
           {"shift", dice.percent(20) ? 0 : dice.between(0, reach - 1)}}};
}

static std::string fault(Numbers const& c) {
  Int const n = c["points"], W = c["W"], words = c["words"], shift = c["shift"], T = words * W;
  Int const tiles = tiles_along(n + c["reach"] - 1, T);
  for (Int y = 0; y < n; ++y) {
    Int of = 0;
    for (Int k = 0; k <= (n + shift) / W; ++k) {
      if (!Law::has(k, shift, W, y)) continue;
      ++of;
      Int const tile = k * W / T, first = k * W % T;
      if (tile >= tiles) return "a word is in no tile of the grid";
      if (!Law::is_whole(first, W, words)) return "a word is in two tiles";
      for (Int j = 0; j < W; ++j)
        if (!Law::is_taken_in(first, shift, j, c["reach"], T)) return "a point is too far before the tile";
    }
    if (of != 1) return "a point is not in one word";
  }
  return "";
}

static Property<Numbers> const hold{
    .name = "shifted tiles hold each word once",
    .draw = draw,
    .precondition =
        [](Numbers const& c) {
          return c["points"] >= 1 && c["W"] >= 1 && c["words"] >= 1 && c["shift"] >= 0 &&
                 c["shift"] < c["reach"];
        },
    .fault = fault,
    .classes = {{"shifted", [](Numbers const& c) { return c["shift"] > 0; }},
                {"by more than a word", [](Numbers const& c) { return c["shift"] > c["W"]; }},
                {"a last tile for words that begin before", [](Numbers const& c) {
                   Int const T = c["words"] * c["W"];
                   return tiles_along(c["points"] + c["reach"] - 1, T) > tiles_along(c["points"], T);
                 }}}};

int main() { return exit_status({check(hold)}); }
