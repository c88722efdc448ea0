// SPDX-License-Identifier: MIT
// What a law claims of one step, given a wrong answer of the step: each line breaks one number of a right answer,
// and the law must say no. A law that lost a part of its claim says yes to one of them, unless the other parts
// imply that one.
#include "colex/laws/coalesce_is_a_normal_form.hpp"
#include "colex/laws/coalesce_preserves_the_map.hpp"
#include "colex/laws/complement_gives_back.hpp"
#include "colex/laws/complement_is_ordered.hpp"
#include "colex/laws/complement_tiles_the_codomain.hpp"
#include "colex/laws/composition_evaluates_pointwise.hpp"
#include "colex/laws/evaluate_is_colexicographic.hpp"
#include "colex/laws/left_inverse_gives_back.hpp"
#include "colex/laws/right_inverse_undoes_layout.hpp"
#include "colex/laws/surjective_is_exact.hpp"
#include "colex/laws/upcast_keeps_the_addresses.hpp"
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

constexpr bool reaches(I v, I digit) { return surjective_is_exact::step_keeps<I>(4, {3, 4}, v, digit); }
static_assert(reaches(10, 2));
static_assert(!reaches(14, 3) && !reaches(-2, -1) && !reaches(10, 1) && !reaches(3, 1));

constexpr bool casts(M mode, I x, Step<I, I> step) {
  return upcast_keeps_the_addresses::step_keeps<I>(0, mode, 4, x, step);
}
static_assert(casts({4, 1}, 3, {3, true, {1, 1}, {}}) && casts({3, 8}, 2, {0, true, {3, 2}, {}}));
static_assert(!casts({4, 1}, 3, {2, true, {1, 1}, {}}) && !casts({4, 1}, 3, {3, true, {0, 1}, {}}));
static_assert(!casts({3, 8}, 2, {0, true, {3, 3}, {}}) && !casts({3, 8}, 2, {0, true, {3, 1}, {}}));
static_assert(!casts({6, -1}, 5, {3, true, {2, 2}, {}}));

int main() {}
