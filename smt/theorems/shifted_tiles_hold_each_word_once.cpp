// SPDX-License-Identifier: MIT
// The theorem of laws/shifted_tiles_hold_each_word_once.hpp.
#include "colex/laws/shifted_tiles_hold_each_word_once.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::shifted_tiles_hold_each_word_once;
Integer const zero(0), one(1);

void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const points = p.integer("points"), W = p.integer("W"), words = p.integer("words"),
                reach = p.integer("reach"), shift = p.integer("shift"), y = p.integer("y"),
                k = p.integer("k"), j = p.integer("j");
  p.part("a word that has one of the points", {W >= one, shift >= zero, y >= zero}, [&] {
    p.suppose(both(words >= one, shift < reach, y < points, k >= zero, Law::has(k, shift, W, y)));
    Integer const T = p.define("T", words * W), tile = p.define("tile", quot(k, words)),
                  place = p.define("place", rem(k, words)), first = p.define("first", place * W),
                  start = p.define("start", tile * T);
    p.have("Euclid", both(k == tile * words + place, place >= zero, place < words), {by.euclid.at(k, words)});
    p.have("a tile", T >= one, {by.positive.at(words, W)});
    p.have("its first point", k * W == start + first, {by.rescale.at(k, tile, words, place, W, T)});
    p.have("is in the tile", both(first >= zero, first + W <= T),
           {by.nonnegative.at(place, W), by.monotone.at(place, words, W)});
    p.claim("is whole in its tile", Law::is_whole(first, W, words));
    Integer const reached = points + reach - one;
    auto const tiles = p.shipped("tiles_along", [&] { return tiles_along(reached, T); });
    Integer const all = reached + T - one;
    p.have("the tiles", tiles * T > all - T, {by.euclid.at(all, T)});
    p.claim("is in a tile of the grid", both(tile >= zero, tile < tiles),
            {by.monotone.at(tiles - one, tile, T), by.distribute.at(T, tiles, one, zero - one),
             by.monotone.at(tile, zero, words)});
    p.suppose(both(j >= zero, j < W));
    p.claim("comes from points that the tile takes in", Law::is_taken_in(first, shift, j, reach, T));
  });
}

}  // namespace

Theorem shifted_tiles_hold_each_word_once() {
  return theorem<Law>(
      "shifted_tiles_hold_each_word_once", prove, "",
      {{Kind::all_values, "every number of points, width, number of words of a tile, shift and reach"},
       {Kind::coq, "as stated"}},
      R"(No loop. A tile of u words has word k at place k mod u, whole, and number k div u; the last word begins below
             n + R - 1. Of which word a point is, and of which tile a word, Coq says alone.)");
}

}  // namespace colex::sym
