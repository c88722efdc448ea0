// SPDX-License-Identifier: MIT
// Ragged tiles: each point is one tile's once, whatever the numbers, and the predicate says which places are points.
#include "colex/laws/ragged_tiles_hold_each_point_once.hpp"

#include "colex/testing/layouts.hpp"

using namespace colex;
using namespace colex::props;
using Law = laws::ragged_tiles_hold_each_point_once;

static Numbers draw(Dice& dice) {
  Int const tile = dice.percent(20) ? 1 : dice.between(1, 40);
  return {{{"points", dice.percent(30) ? tile * dice.between(0, 5) : dice.between(0, 200)}, {"tile", tile}}};
}

static std::string fault(Numbers const& c) {
  Int const n = c["points"], T = c["tile"], tiles = tiles_along(n, T);
  if (!Law::are_enough(n, T, tiles)) return "the number of tiles";
  Int seen = 0;
  for (Int t = 0; t < tiles + 2; ++t) {
    Int const inside = points_inside(t * T, T, n);
    if ((inside > 0) != (t < tiles)) return "a tile of the grid is idle, or one beyond it is not";
    for (Int p = 0; p < T; ++p) {
      if (!Law::is_membership(t * T, p, T, n, inside)) return "the predicate is not membership";
      if (p < inside && t * T + p != seen++) return "a point is left out, or there twice";
    }
  }
  if (seen != n) return "a point is left out";
  for (Int e = 0; e < n; ++e)
    if (!Law::holds_point(e, T, tiles, points_inside(e / T * T, T, n))) return "a point is in no tile";
  return "";
}

static Property<Numbers> const hold{
    .name = "ragged tiles hold each point once",
    .draw = draw,
    .precondition = [](Numbers const& c) { return c["points"] >= 0 && c["tile"] >= 1; },
    .fault = fault,
    .classes = {{"not even", [](Numbers const& c) { return c["points"] % c["tile"] != 0; }},
                {"even", [](Numbers const& c) { return c["points"] % c["tile"] == 0; }},
                {"less than a tile", [](Numbers const& c) { return c["points"] < c["tile"]; }},
                {"tiles of 1", [](Numbers const& c) { return c["tile"] == 1; }}}};

int main() { return exit_status({check(hold)}); }
