// SPDX-License-Identifier: MIT
// The theorem of laws/ragged_tiles_hold_each_point_once.hpp.
#include "colex/laws/ragged_tiles_hold_each_point_once.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::ragged_tiles_hold_each_point_once;
Integer const zero(0), one(1);

void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const points = p.integer("points"), tile = p.integer("tile"), tiles = p.integer("tiles"),
                e = p.integer("e"), t = p.integer("t"), place = p.integer("place"),
                first = p.integer("first");
  p.part("the number of tiles", {points >= zero, tile >= one}, [&] {
    auto const answer = p.shipped("tiles_along", [&] { return tiles_along(points, tile); });
    p.claim("the least that hold them", Law::are_enough(points, tile, answer),
            {by.euclid.at(points + tile - one, tile)});
  });
  std::vector<Boolean> const grid{points >= zero, tile >= one, tiles >= zero,
                                  Law::are_enough(points, tile, tiles)};
  p.part("a point", grid, [&] {
    p.suppose(both(e >= zero, e < points));
    Integer const q = p.define("q", quot(e, tile)), r = p.define("r", rem(e, tile)),
                  start = p.define("start", q * tile);
    p.have("Euclid", both(e == start + r, r >= zero, r < tile), {by.euclid.at(e, tile)});
    p.have("its tile", q < tiles,
           {by.monotone.at(tiles - one, q, tile), by.distribute.at(tile, tiles, one, zero - one)});
    auto const inside = p.shipped("points_inside", [&] { return points_inside(start, tile, points); });
    p.claim("is in the grid, and passes the predicate", Law::holds_point(e, tile, tiles, inside));
  });
  p.part("of one tile, at one place", {tile >= one, t >= zero, place >= zero, place < tile}, [&] {
    Integer const point = p.define("point", t * tile + place);
    p.claim("these", both(quot(point, tile) == t, rem(point, tile) == place),
            {by.divide.at(point, t, place, tile)});
  });
  p.part("no tile is idle", grid, [&] {
    p.suppose(both(t >= zero, t < tiles));
    p.claim("it begins below", t * tile < points, {by.monotone.at(t, tiles, tile)});
  });
  p.part("the predicate", {points >= zero, tile >= one, first >= zero, place >= zero, place < tile}, [&] {
    auto const inside = p.shipped("points_inside", [&] { return points_inside(first, tile, points); });
    p.claim("is membership", Law::is_membership(first, place, tile, points, inside));
    p.claim("all pass where the tile is whole",
            either(both(inside == tile, first + tile <= points), both(inside<tile, first + tile> points)));
  });
}

}  // namespace

Theorem ragged_tiles_hold_each_point_once() {
  return {
      "ragged_tiles_hold_each_point_once",
      Law::statement,
      Law::source,
      {{Kind::all_values, "every number of points, every tile, every place"}, {Kind::coq, "as stated"}},
      R"(The shipped functions have no loop. The number of tiles is the one whose product with T is at least n and
             less than n + T; with that a point's quotient by T is below it. The predicate is compared with membership
             on each of its three ways.)",
      prove};
}

}  // namespace colex::sym
