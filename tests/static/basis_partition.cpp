// SPDX-License-Identifier: MIT
// The worked examples of basis_partition.hpp, and its edges, as constants: compiling is passing.
#include "colex/basis_partition.hpp"

#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;
constexpr auto t(char const* text) { return parse_tuple(text).value; }
constexpr Placed<Coordinate> whole(char const* shape) { return {*identity_layout(t(shape)), {}}; }
constexpr auto by(char const* extents) { return by_mode(t(extents)); }

constexpr auto corner = *local_tile(whole("(100,60)"), by("(64,32)"), t("(1,1)"), Cover::at_least);
static_assert(corner.layout == whole("(64,32)").layout && corner.offset == E(0, 64) + E(1, 32));
constexpr auto held = *local_partition(corner, layout("(32,4):(4,1)"), I{5});
static_assert(held.offset == E(0, 65) + E(1, 33) && shape(held.layout).leaves[1] == Coordinate(8));
static_assert(held.layout.leaves[0].stride == E(0, 32) && held.layout.leaves[1].stride == E(1, 4));
static_assert(inner_partition(whole("(8,8)"), by("(4,4)"), t("(1,0)"))->offset == E(0, 4));
static_assert(outer_partition(whole("(8,8)"), by("(4,4)"), t("(1,1)"))->layout.leaves[0].stride == E(0, 4));
static_assert(local_tile(whole("(8,8)"), by("(3,4)"), t("(1,1)")).refusal.condition ==
              Condition::cotarget_divides);
static_assert(local_partition(whole("(8,8)"), layout("(4,2):(1,4)"), I{8}).refusal.condition ==
              Condition::surjective);
static_assert(slice_and_offset(slicer_of<I>(_, 2), corner)->offset == E(0, 64) + E(1, 34));
static_assert(domain_offset(t("(1,2)"), corner)->offset == E(0, 65) + E(1, 34));

// Of the tile's 64 x 32 points 36 x 28 are elements of 100 x 60.
constexpr auto below = elem_less(corner, t("(100,60)"));
static_assert(!below && below.points == 2048 && below.inside == 36 * 28 && below.index == 36);
static_assert(below.at == E(0, 100) + E(1, 32) && below.bounds[0] == 36 && below.bounds[1] == 28);
static_assert(bool(elem_less(whole("(64,32)"), t("(100,60)"))));
static_assert(elem_less(whole("(64,32)"), t("100")).why.condition == Condition::congruent);
static_assert(elem_less(corner, t("(100,60)"), Budget{8}).why.condition == Condition::undecided);
// Two modes along one vector: no bounds, all points are looked at. 0 1 2 3 + 0 2: 3, 4 and 5 are not below 3.
constexpr Layout<Coordinate> along_one() {
  Layout<Coordinate> r{t("(4,2)").profile, {}};
  r.leaves.push({Coordinate(4), E(0)}), r.leaves.push({Coordinate(2), E(0, 2)});
  return r;
}
constexpr auto together = elem_less(Placed<Coordinate>{along_one(), {}}, t("3"));
static_assert(together.inside == 4 && together.index == 3 && together.bounds.count == 0);
// Backwards the points inside are no prefix.
constexpr Layout<Coordinate> backwards() { return leaf(Mode<Coordinate>{Coordinate(4), E(0, -1)}); }
constexpr auto turned = elem_less(Placed<Coordinate>{backwards(), E(0, 5)}, t("4"));
static_assert(turned.inside == 2 && turned.index == 0 && turned.bounds.count == 0);
// Nothing inside.
static_assert(elem_less(Placed<Coordinate>{whole("(2,2)").layout, E(1, 9)}, t("(4,4)")).inside == 0);
int main() {}
