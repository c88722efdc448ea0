// SPDX-License-Identifier: MIT
// The laws of the operations on their worked examples, as constants; the census takes them further.
#include "colex/laws/basis_modes_compose.hpp"
#include "colex/laws/complement_gives_back.hpp"
#include "colex/laws/composition_is_associative.hpp"
#include "colex/laws/composition_sees_the_map.hpp"
#include "colex/laws/covering_tiles_hold_every_point.hpp"
#include "colex/laws/divide_permutes_the_layout.hpp"
#include "colex/laws/division_rounds.hpp"
#include "colex/laws/edits_keep_the_other_modes.hpp"
#include "colex/laws/injective_is_exact.hpp"
#include "colex/laws/left_inverse_gives_back.hpp"
#include "colex/laws/max_common_layout_is_common.hpp"
#include "colex/laws/nullspace_is_the_kernel.hpp"
#include "colex/laws/partitions_cover_once.hpp"
#include "colex/laws/product_repeats_the_block.hpp"
#include "colex/laws/ragged_tiles_hold_each_point_once.hpp"
#include "colex/laws/residues_follow_the_strides.hpp"
#include "colex/laws/right_inverse_undoes_layout.hpp"
#include "colex/laws/shifted_tiles_hold_each_word_once.hpp"
#include "colex/laws/surjective_is_exact.hpp"
#include "colex/laws/swizzle_is_an_involution.hpp"
#include "colex/laws/swizzles_compose_over_gf2.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
#include "colex/text.hpp"
using namespace colex;
using namespace colex::laws;
using I = std::int64_t;

template <class Holds>
constexpr bool every(I points, Holds holds) {
  for (I i = 0; i < points; ++i)
    if (!holds(i)) return false;
  return true;
}
static_assert(every(32, [](I k) { return right_inverse_undoes_layout::holds(layout("(4,8):(8,1)"), k); }));
static_assert(right_inverse_undoes_layout::step_holds<I>(4, {3, 4}, 2, 2));
static_assert(every(4, [](I k) { return left_inverse_gives_back::holds(layout("(2,2):(2,3)"), k); }));
static_assert(complement_gives_back::holds(layout("8:2"), 32) &&
              complement_gives_back::holds(layout("(2,2):(16,1)"), 32));
static_assert(nullspace_is_the_kernel::holds(layout("(2,3,4):(1,0,2)")));
static_assert(nullspace_is_the_kernel::holds(layout("(2,2):(1,-1)")));
static_assert(injective_is_exact::holds(layout("(3,2):(1,2)")) &&
              injective_is_exact::holds(layout("(2,2):(2,3)")));
static_assert(surjective_is_exact::holds(layout("(2,2):(1,3)"), 5) &&
              surjective_is_exact::holds(layout("4:-1"), 1));
static_assert(every(4, [](I i) {
  return max_common_layout_is_common::holds(layout("(4,8):(1,5)"), layout("32:1"), i);
}));
constexpr bool divides(char const* a, char const* b) {
  unsigned char seen[64]{};
  return divide_permutes_the_layout::holds(layout(a), layout(b), seen);
}
static_assert(divides("16:1", "4:4") && divides("(4,8):(8,1)", "(2,2):(2,8)"));
static_assert(product_repeats_the_block::holds(layout("4:1"), layout("3:2")));
static_assert(product_repeats_the_block::holds(layout("(2,2):(1,6)"), layout("(3,2):(1,3)")));
static_assert(every(32,
                    [](I i) { return upcast_keeps_the_addresses::holds(layout("(8,4):(1,8)"), I{4}, i); }));
using covering = covering_tiles_hold_every_point;
static_assert(every(10, [](I c) {
  auto const r = *logical_divide(layout("(5,2):(4,2)"), layout("2:1"), Cover::at_least);
  return covering::covers(layout("(5,2):(4,2)"), r, c) &&
         !covering::covers(layout("10:3"), layout("5:3"), I{9});
}));
static_assert(covering::step_of(layout("(2,2):(1,7)"), I{7}, I{5}) == 2 &&
              covering::rounded(I{5}, I{2}) == 6);
static_assert(ragged_tiles_hold_each_point_once::are_enough(I{10}, I{4}, tiles_along(I{10}, I{4})) &&
              ragged_tiles_hold_each_point_once::holds_point(I{9}, I{4}, I{3},
                                                             points_inside(I{8}, I{4}, I{10})) &&
              !ragged_tiles_hold_each_point_once::is_membership(I{8}, I{2}, I{4}, I{10}, I{3}));
static_assert(shifted_tiles_hold_each_word_once::has(I{0}, I{3}, I{4}, I{0}) &&
              !shifted_tiles_hold_each_word_once::has(I{0}, I{3}, I{4}, I{1}) &&
              !shifted_tiles_hold_each_word_once::is_whole(I{6}, I{4}, I{2}));
static_assert(residues_follow_the_strides::is_residue(I{13}, misalignment(I{3}, I{5}, I{2}, I{4}), I{4}) &&
              !residues_follow_the_strides::is_residue(I{13}, I{5}, I{4}));
static_assert(division_rounds::is_ceiling(I{7}, I{2}, I{4}) &&
              !division_rounds::is_ceiling(I{6}, I{2}, I{4}) && division_rounds::is_exact(I{3}, I{6}, I{1}) &&
              division_rounds::neither_divides(I{6}, I{4}));
using edits = edits_keep_the_other_modes;
static_assert(edits::is_tuple(*take(layout("(4,(2,3),5):(1,(4,8),24)"), 1, 3), layout("(2,3):(4,8)"),
                              layout("5:24")) &&
              !edits::is_tuple(layout("(4,5):(1,24)"), layout("5:24"), layout("4:1")));
constexpr bool covered(char const* l, char const* tile) {
  unsigned char hits[64]{};
  return partitions_cover_once::holds(layout(l), parse_tuple(tile).value, hits);
}
static_assert(covered("(8,8):(1,8)", "(4,2)") && covered("(4,6):(6,1)", "(2,3)"));
static_assert(every(64, [](I x) { return swizzle_is_an_involution::holds({2, 0, 3}, x); }));
static_assert(every(64, [](I x) { return swizzles_compose_over_gf2::holds({2, 0, 3}, {2, 1, -3}, x); }));

using associative = composition_is_associative;
static_assert(every(4, [](I i) {
  return associative::holds(layout("(4,2):(1,8)"), layout("(2,4):(4,1)"), layout("4:2"), i);
}));
// C leaves B's domain: the two sides are answered, and differ
static_assert(!associative::stays_inside(layout("2:1"), layout("4:1")) &&
              !associative::holds(layout("(2,2):(1,5)"), layout("2:1"), layout("4:1"), I{2}));
// the first is answered, the second is not
constexpr auto cut = *composition(layout("(2,24):(24,1)"), layout("10:5"));
static_assert(composition(*composition(layout("(12,1):(4,1)"), layout("(2,24):(24,1)")), layout("10:5")) &&
              !composition(layout("(12,1):(4,1)"), cut));

using sees = composition_sees_the_map;
static_assert(every(6, [](I i) {
  return sees::holds(layout("(2,6):(7,1)"), layout("(2,3):(1,2)"), i) &&
         sees::holds_longer(layout("(2,3):(7,1)"), Mode<I>{2, 50}, layout("(2,3):(1,2)"), i);
}));
// (3,2):(1,3) is 6:1, but only 6:1 composes with (2,3):(1,10)
static_assert(!composition(layout("(2,3):(1,10)"), layout("(3,2):(1,3)")) &&
              composition(layout("(2,3):(1,10)"), layout("6:1")));

static_assert(every(4, [](I i) {
  return basis_modes_compose::holds(layout("(4,8):(1,40)"), 1, Mode<I>{4, 2}, i) &&
         basis_modes_compose::holds(layout("((2,4),8):((1,40),3)"), 0, Mode<I>{4, 2}, i);
}));
int main() {}
