// SPDX-License-Identifier: MIT
// The loops that smt/induction takes for granted, against the Coq drivers' words, up to the capacity of a list:
// fold() with a step of which nothing is known, and sort_by_stride().
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "colex/complement.hpp"

namespace {

using I = std::int64_t;
using colex::Condition;
using M = colex::Mode<I>;

enum Outcome : char { silent, emits, refuses };

/// Folds with a step that answers `outcomes` in turn, and compares with Fold.v's `loop`: the state that each
/// call is given, what is emitted, in order, and where it stops.
void expect_loop(std::vector<Outcome> const& outcomes) {
  colex::List<M> modes;
  for (std::size_t k = 0; k < outcomes.size(); ++k) modes.push({static_cast<I>(k) + 2, static_cast<I>(k)});
  std::vector<M> emitted;
  I state = 1000;
  std::size_t calls = 0;
  bool stopped = false;
  auto const folded = colex::fold(modes, I{1000}, [&](I const& given, M const& mode) {
    EXPECT_FALSE(stopped);
    EXPECT_EQ(given, state);
    EXPECT_EQ(mode, modes[static_cast<int>(calls)]);
    colex::Step<I, I> r{given * 3 % 1009 + 1, false, {7, static_cast<I>(calls)}, {}};
    if (outcomes[calls] == refuses) {
      r.refusal = colex::because<I>(Condition::divides, static_cast<I>(calls), 5);
      stopped = true;
    } else {
      r.emits = outcomes[calls] == emits;
      if (r.emits) emitted.push_back(r.mode);
      state = r.state;
    }
    ++calls;
    return r;
  });
  EXPECT_EQ(calls, stopped ? static_cast<std::size_t>(folded.refusal.modes[0]) + 1 : outcomes.size());
  EXPECT_EQ(folded.refusal.condition, stopped ? Condition::divides : Condition::none);
  if (stopped) {
    EXPECT_EQ(folded.refusal.left, static_cast<I>(calls) - 1);
  }
  EXPECT_EQ(folded.state, state);
  ASSERT_EQ(static_cast<std::size_t>(folded.emitted.count), emitted.size());
  for (std::size_t k = 0; k < emitted.size(); ++k) EXPECT_EQ(folded.emitted[static_cast<int>(k)], emitted[k]);
  EXPECT_FALSE(folded.emitted.overfull);
}

TEST(Fold, is_the_loop_for_every_outcome_up_to_rank_8) {
  for (std::size_t rank = 0; rank <= 8; ++rank) {
    std::vector<Outcome> outcomes(rank, silent);
    do {
      expect_loop(outcomes);
      std::size_t k = 0;
      while (k < rank && outcomes[k] == refuses) outcomes[k++] = silent;
      if (k == rank) break;
      outcomes[k] = static_cast<Outcome>(outcomes[k] + 1);
    } while (!HasFailure());
  }
}

TEST(Fold, is_the_loop_up_to_the_capacity) {
  for (std::size_t rank = 0; rank <= colex::kMaxLeaves; ++rank)
    for (Outcome const usual : {silent, emits}) {
      expect_loop(std::vector<Outcome>(rank, usual));
      for (std::size_t k = 0; k < rank; ++k)
        for (Outcome const other : {silent, emits, refuses}) {
          std::vector<Outcome> outcomes(rank, usual);
          outcomes[k] = other;
          expect_loop(outcomes);
        }
    }
}

/// Sorts modes of these strides, whose extents number them, and compares with a stable sort.
void expect_sorted(std::vector<I> const& strides) {
  colex::List<M> list;
  std::vector<M> expected;
  for (std::size_t k = 0; k < strides.size(); ++k) expected.push_back({static_cast<I>(k) + 1, strides[k]});
  for (auto const& m : expected) list.push(m);
  colex::sort_by_stride(list);
  std::stable_sort(expected.begin(), expected.end(),
                   [](M const& a, M const& b) { return a.stride < b.stride; });
  ASSERT_EQ(static_cast<std::size_t>(list.count), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(list[static_cast<int>(k)], expected[k]);
}

TEST(Sort, is_stable_for_every_order_up_to_rank_6) {
  for (std::size_t rank = 0; rank <= 6; ++rank) {
    std::vector<I> strides(rank, 0);
    while (!HasFailure()) {
      expect_sorted(strides);
      std::size_t k = 0;
      while (k < rank && strides[k] == static_cast<I>(rank) - 1) strides[k++] = 0;
      if (k == rank) break;
      ++strides[k];
    }
  }
}

TEST(Sort, is_stable_up_to_the_capacity) {
  std::mt19937 draw(20240229);
  for (int rank = 0; rank <= colex::kMaxLeaves; ++rank) {
    std::vector<I> strides(static_cast<std::size_t>(rank));
    for (int k = 0; k < rank; ++k) strides[static_cast<std::size_t>(k)] = rank - k;
    expect_sorted(strides);
    for (int round = 0; round < 200; ++round) {
      for (auto& s : strides) s = static_cast<I>(draw() % (round % 2 == 0 ? 4 : 1000)) - 2;
      expect_sorted(strides);
    }
  }
}

}  // namespace
