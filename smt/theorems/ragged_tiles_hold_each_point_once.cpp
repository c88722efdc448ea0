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
  Integer const points = p.integer("points"), tile = p.integer("tile"), place = p.integer("place"),
                first = p.integer("first");
  p.part("the number of tiles", {points >= zero, tile >= one}, [&] {
    auto const answer = p.shipped("tiles_along", [&] { return tiles_along(points, tile); });
    p.claim("the least that hold them", Law::are_enough(points, tile, answer),
            {by.euclid.at(points + tile - one, tile)});
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
  return theorem<Law>(
      "ragged_tiles_hold_each_point_once", prove, "",
      {{Kind::all_values, "every number of points, every tile, every place"}, {Kind::coq, "as stated"}},
      R"(The shipped functions have no loop. The number of tiles is the one whose product with T is at least n and
             less than n + T; that each point is in one of them is Coq's. The predicate is compared with membership
             on each of its three ways.)");
}

}  // namespace colex::sym
