// SPDX-License-Identifier: MIT
// What a law claims of one step, given a wrong answer of the step: each line breaks one number of a right answer,
// and the law must say no. A law that lost a part of its claim says yes to one of them, unless the other parts
// imply that one.
#include "colex/laws/basis_inverses_give_back.hpp"
#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/laws/coalesce_preserves_the_map.hpp"
#include "colex/laws/complement_gives_back.hpp"
#include "colex/laws/complement_is_ordered.hpp"
#include "colex/laws/complement_tiles_the_codomain.hpp"
#include "colex/laws/composition_evaluates_pointwise.hpp"
#include "colex/laws/evaluate_is_colexicographic.hpp"
#include "colex/laws/left_inverse_gives_back.hpp"
#include "colex/laws/lexicographic_is_the_mirror.hpp"
#include "colex/laws/linear_layouts_compose_and_divide.hpp"
#include "colex/laws/ragged_tiles_hold_each_point_once.hpp"
#include "colex/laws/residues_follow_the_strides.hpp"
#include "colex/laws/right_inverse_undoes_layout.hpp"
#include "colex/laws/shifted_tiles_hold_each_word_once.hpp"
#include "colex/laws/surjective_is_exact.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
#include "colex/text.hpp"
using namespace colex;
using namespace colex::laws;
using I = std::int64_t;
using M = Mode<I>;

constexpr bool evaluates(EvaluateState<I> after) {
  return evaluate_is_colexicographic::step_keeps<I>(9, 4, {3, 7}, {2, 5}, after);
}
static_assert(evaluates({0, 19}));
static_assert(!evaluates({1, 19}) && !evaluates({0, 18}));

constexpr bool preserves(I rest, M pending, M mode, Step<M, I> step) {
  return coalesce_preserves_the_map::step_keeps<I>({rest, 3}, 1, pending, mode, step);
}
static_assert(preserves(7, {2, 1}, {3, 2}, {{6, 1}}) && preserves(7, {2, 1}, {3, 5}, {{3, 5}, true, {2, 1}}));
static_assert(!preserves(7, {2, 1}, {3, 2}, {{6, 2}}));                // the offset
static_assert(!preserves(1, {2, 1}, {3, 2}, {{12, 1}}));               // the size
static_assert(!preserves(6, {2, 0}, {3, 0}, {{2, 0}, true, {2, 0}}));  // the size, and what is left
static_assert(!preserves(7, {2, 1}, {3, 5}, {{3, 5}, true, {2, 4}}));

constexpr bool is_normal(M pending, M mode, Step<M, I> step) {
  return coalesce_is_a_normal_form::step_keeps<I>(pending, mode, step);
}
static_assert(is_normal({2, 1}, {3, 5}, {{3, 5}, true, {2, 1}}) && is_normal({2, 1}, {3, 2}, {{6, 1}}));
static_assert(!is_normal({2, 1}, {3, 2}, {{3, 2}, true, {2, 1}}));  // continues the one before it
static_assert(!is_normal({2, 1}, {3, 5}, {{3, 5}, true, {3, 1}}));
static_assert(!is_normal({2, 1}, {3, 5}, {{3, 5}, true, {2, 2}}));
static_assert(!is_normal({2, 1}, {3, 5}, {{1, 5}, true, {2, 1}}));
static_assert(!is_normal({2, 1}, {3, 5}, {{3, 5}}));  // the pending mode is lost
static_assert(!is_normal({1, 0}, {3, 5}, {{3, 4}}) && !is_normal({1, 0}, {1, 5}, {{1, 5}}));
static_assert(!is_normal({1, 0}, {3, 5}, {{1, 0}}));  // a mode of three points is lost
static_assert(!is_normal({1, 0}, {1, 5}, {{2, 0}}) && !is_normal({2, 1}, {3, 2}, {{1, 1}}));
static_assert(!is_normal({1, 0}, {3, 5}, {{1, 5}}) && !is_normal({1, 4}, {3, 5}, {{3, 4}}));
static_assert(!is_normal({1, 0}, {3, 5}, {{3, 5}, true, {1, 0}}));

constexpr bool tiles(Step<I, I> step) {
  return complement_tiles_the_codomain::step_keeps<I>(2, {3, 4}, 1, 1, 2, step);
}
static_assert(tiles({12, true, {2, 2}, {}}));
static_assert(!tiles({11, true, {2, 2}, {}}) && !tiles({24, true, {2, 3}, {}}) &&
              !tiles({12, true, {1, 2}, {}}));
static_assert(!tiles({12, true, {2, 1}, {}}) && !tiles({12, true, {2, -2}, {}}));

constexpr bool ordered(Step<I, I> step) { return complement_is_ordered::step_keeps<I>(2, step); }
static_assert(ordered({12, true, {2, 2}, {}}));
static_assert(!ordered({12, true, {2, 1}, {}}) && !ordered({3, true, {2, 2}, {}}) &&
              !ordered({12, true, {0, 2}, {}}));

constexpr bool gives_back(Step<I, I> step) {
  return complement_gives_back::step_keeps<I>({2, 3}, {4, 12}, step);
}
static_assert(gives_back({12, true, {2, 3}, {}}));
static_assert(!gives_back({11, true, {2, 3}, {}}) && !gives_back({12, true, {3, 3}, {}}) &&
              !gives_back({12, true, {2, 2}, {}}));

constexpr bool composes(Step<M, I> step) {
  return composition_evaluates_pointwise::step_keeps<I>({6, 2}, {4, 10}, 3, step);
}
static_assert(composes({{3, 1}, true, {2, 20}}));
static_assert(!composes({{3, 1}, true, {2, 10}}) && !composes({{3, 2}, true, {2, 20}}));
static_assert(!composes({{4, 1}, true, {2, 20}}) && !composes({{3, 1}, true, {3, 20}}));
static_assert(!composes({{3, 1}}));
static_assert(!composition_evaluates_pointwise::step_keeps<I>({6, 2}, {4, 10}, 1, {{3, -1}, true, {2, 20}}));

constexpr bool undoes(M mode, Step<I, I> step) {
  return right_inverse_undoes_layout::step_keeps<I>(4, mode, 2, 2, step);
}
static_assert(undoes({3, 4}, {12}));
static_assert(!undoes({3, 4}, {10}) && !undoes({3, 5}, {99}) && !undoes({3, 8}, {99}));
static_assert(!undoes({3, 3}, {12}));

constexpr bool left_reads(Step<M, I> step) {
  return left_inverse_gives_back::step_keeps<I>({2, 5}, 1, 3, 7, step);
}
static_assert(left_reads({{6, 9}, true, {3, 5}}));
static_assert(!left_reads({{6, 9}, true, {3, 4}}) && !left_reads({{5, 9}, true, {3, 5}}) &&
              !left_reads({{2, 9}, true, {1, 5}}));
static_assert(!left_inverse_gives_back::step_keeps<I>({2, 0}, 1, 3, 7, {{2, 9}, true, {1, 0}}));

constexpr bool casts(M mode, I x, Step<I, I> step) {
  return upcast_keeps_the_addresses::step_keeps<I>(0, mode, 4, x, step);
}
static_assert(casts({4, 1}, 3, {3, true, {1, 1}, {}}) && casts({3, 8}, 2, {0, true, {3, 2}, {}}));
static_assert(!casts({4, 1}, 3, {2, true, {1, 1}, {}}) && !casts({4, 1}, 3, {3, true, {0, 1}, {}}));
static_assert(!casts({3, 8}, 2, {0, true, {3, 3}, {}}) && !casts({3, 8}, 2, {0, true, {3, 1}, {}}));
static_assert(!casts({6, -1}, 5, {3, true, {2, 2}, {}}));

// ------------------------------------------------------------------------------ what whole functions answer

using mirror = lexicographic_is_the_mirror;
constexpr auto rows = layout("(2,3):(3,1)"), turned = layout("(3,2):(1,3)");
static_assert(mirror::counts(rows, I{4}) && mirror::value(rows, I{4}) == 4 && mirror::value(rows, I{1}) == 1);
static_assert(mirror::reads(rows, turned, I{1}) && !mirror::reads(rows, rows, I{1}));
static_assert(!mirror::reads(rows, layout("(3,3):(1,3)"), I{1}));  // the size
constexpr Result<Layout<I>, I> none{{}, because<I>(Condition::no_carry)},
    other{{}, because<I>(Condition::linear)};
constexpr auto answer(char const* text) { return Result<Layout<I>, I>::answer(layout(text)); }
static_assert(mirror::alike(none, none, I{0}) && !mirror::alike(none, other, I{0}));
static_assert(!mirror::alike(answer("2:1"), none, I{0}) && !mirror::alike(none, answer("2:1"), I{0}));
static_assert(mirror::pair_alike(answer("((2),3):((1),2)"), answer("((2),3):((1),2)"), I{1}, I{2}) &&
              !mirror::pair_alike(answer("(2,3):(1,2)"), answer("(2,3):(1,4)"), I{1}, I{2}) &&
              !mirror::pair_alike(answer("(2,3):(2,2)"), answer("(2,3):(1,2)"), I{1}, I{2}) &&
              !mirror::pair_alike(answer("6:1"), answer("6:1"), I{1}, I{2}));
constexpr auto by_modes = layout("((2,3),(4,5),6):((1,2),(3,4),5)"),
               zipped = layout("((2,4),(3,5,6)):((1,3),(2,4,5))"),
               tiled = layout("((2,4),3,5,6):((1,3),2,4,5)"), flat_one = layout("(2,4,3,5,6):(1,3,2,4,5)");
static_assert(mirror::gathered(by_modes, zipped, tiled, flat_one, 2));
static_assert(!mirror::gathered(by_modes, zipped, tiled, layout("(2,4,3,6,5):(1,3,2,5,4)"), 2) &&
              !mirror::gathered(by_modes, zipped, layout("((4,2),3,5,6):((3,1),2,4,5)"), flat_one, 2) &&
              !mirror::gathered(by_modes, layout("((2,4),(5,3,6)):((1,3),(4,2,5))"), tiled, flat_one, 2) &&
              !mirror::gathered(by_modes, tiled, tiled, flat_one, 2));
static_assert(mirror::turned(rows, parse_tuple("(1,2)").value));

using linear = linear_layouts_compose_and_divide;
constexpr auto id = linear_identity("a", "b", 2), back = linear_identity("b", "a", 2),
               swapped = LinearLayout{id.in, id.out, BitMap{{2, 1}, 2}},
               low = LinearLayout{id.in, id.out, BitMap{{1, 0}, 2}};
static_assert(linear::composes(swapped, back, *composition(swapped, back), 1) &&
              !linear::composes(swapped, back, linear_identity("b", "b", 2), 1));
static_assert(linear::solves(id, swapped, LinearLayout{id.in, id.in, swapped.map}, 1) &&
              !linear::solves(id, swapped, LinearLayout{id.in, id.in, id.map}, 1));
static_assert(linear::is_missed(low, 2) && !linear::is_missed(low, 1));
static_assert(linear::gives_back(swapped, LinearLayout{id.out, id.in, swapped.map}, 1) &&
              !linear::gives_back(swapped, LinearLayout{id.out, id.in, id.map}, 1));
constexpr auto a_bit = linear_identity("a", "a", 1), both_bits = linear_identity("a", "a", 2);
static_assert(linear::multiplies(a_bit, a_bit, both_bits, 2));
static_assert(!linear::multiplies(a_bit, a_bit, LinearLayout{both_bits.in, both_bits.out, swapped.map}, 2) &&
              !linear::multiplies(a_bit, linear_zeros("a", "a", 1, 1), both_bits, 2));
static_assert(linear::transposes(swapped, swapped, 1) && !linear::transposes(swapped, id, 1));
static_assert(linear::reshapes(id, id, 1) && !linear::reshapes(id, swapped, 1) &&
              linear::is_part(id, id, 3) && !linear::is_part(id, low, 2));
static_assert(linear::stands_beside(id, id, *linear_concat_ins(id, linear_identity("c", "b", 2)), 1, 2) &&
              !linear::stands_beside(id, swapped, *linear_concat_ins(id, linear_identity("c", "b", 2)), 1,
                                     2));
static_assert(linear::stands_above(id, id, *linear_concat_outs(id, linear_identity("a", "c", 2)), 1) &&
              !linear::stands_above(id, swapped, *linear_concat_outs(id, linear_identity("a", "c", 2)), 1));
static_assert(linear::keeps(both_bits, "a", 2) &&
              !linear::keeps(LinearLayout{both_bits.in, both_bits.out, swapped.map}, "a", 2));
static_assert(linear::keeps_low_bits(low, 1, 3) && !linear::keeps_low_bits(low, 2, 3));

using given_back = basis_inverses_give_back;
constexpr auto places = *identity_layout(parse_tuple("(2,3)").value);
static_assert(given_back::undoes(places, layout("(2,3):(1,2)"), 4) &&
              !given_back::undoes(places, layout("(2,3):(3,1)"), 4) &&
              !given_back::undoes(places, layout("(2,3):(1,4)"), 4));
static_assert(given_back::gives_back(places, layout("(2,3):(1,2)"), 4) &&
              !given_back::gives_back(places, layout("(2,3):(1,3)"), 4));
static_assert(given_back::composes(layout("(4,8):(8,1)"), places, layout("(2,3):(8,1)"), 3) &&
              !given_back::composes(layout("(4,8):(8,1)"), places, layout("(2,3):(1,8)"), 1) &&
              !given_back::composes(layout("(4,8):(8,1)"), places, layout("(2,4):(8,1)"), 3));
static_assert(given_back::place(places, places, parse_tuple("(4,4)").value, 1, 2) == 5 &&
              given_back::place(places, places, parse_tuple("(2,3)").value, 1, 1) == -1);

static_assert(!ragged_tiles_hold_each_point_once::are_enough(I{10}, I{4}, I{2}) &&
              !ragged_tiles_hold_each_point_once::are_enough(I{10}, I{4}, I{4}) &&
              !ragged_tiles_hold_each_point_once::holds_point(I{9}, I{4}, I{2}, I{2}) &&
              !ragged_tiles_hold_each_point_once::holds_point(I{9}, I{4}, I{3}, I{1}));
static_assert(!residues_follow_the_strides::is_residue(I{13}, I{-3}, I{4}) &&
              !residues_follow_the_strides::is_residue(I{13}, I{2}, I{4}));
static_assert(!shifted_tiles_hold_each_word_once::is_taken_in(I{0}, I{3}, I{0}, I{3}, I{8}) &&
              !shifted_tiles_hold_each_word_once::is_taken_in(I{8}, I{0}, I{0}, I{3}, I{8}) &&
              !shifted_tiles_hold_each_word_once::is_whole(I{-1}, I{4}, I{2}));

int main() {}
