// SPDX-License-Identifier: MIT
// The loops by name of colex/loops.hpp, up to the capacity of a list, against what Combinators.v says of them: of each function
// that they call nothing is known, so it answers one way but for one call, or but for two. And what Coq proves of stairs, inverses and
// coordinates, on numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "colex/colex.hpp"

namespace {

using colex::List;
using colex::Mode;
using colex::Work;
using I = std::int64_t;
namespace loops = colex::detail;

/// The modes 10:0, 11:1, 12:2, ...
List<Mode<I>> numbered(int count) {
  List<Mode<I>> r;
  for (int k = 0; k < count; ++k) r.push({10 + k, k});
  return r;
}
/// Calls f(count, says): at every length, says(k) is one answer for all k, for all but one, and for all but two.
template <class F>
void for_all_answers(F f) {
  for (int count = 0; count <= colex::kMaxLeaves; ++count)
    for (bool const usual : {false, true})
      for (int first = -1; first < count; ++first)
        for (int second = first; second < count; ++second)
          f(count, [=](I k) { return (k == first || k == second) != usual; });
}

TEST(Loops, over_a_list) {
  for_all_answers([](int count, auto const& says) {
    auto const list = numbered(count);
    int calls = 0;
    auto const asked = [&](Mode<I> const& m) {
      EXPECT_EQ(m, list[static_cast<int>(m.stride)]);
      ++calls;
      return says(m.stride);
    };
    int first_yes = 0, first_no = 0, yes = 0;
    while (first_yes < count && !says(first_yes)) ++first_yes;
    while (first_no < count && says(first_no)) ++first_no;
    EXPECT_EQ(loops::exists(list, asked), first_yes < count);
    EXPECT_EQ(std::exchange(calls, 0), std::min(count, first_yes + 1));
    EXPECT_EQ(loops::for_all(list, asked), first_no == count);
    EXPECT_EQ(std::exchange(calls, 0), std::min(count, first_no + 1));
    auto const kept = loops::those(list, asked);
    for (int k = 0; k < count; ++k)
      if (says(k)) {
        EXPECT_EQ(kept[yes++], list[k]);
      }
    EXPECT_EQ(kept.count, yes);
  });
}

TEST(Loops, over_two_lists_and_with_a_state) {
  for_all_answers([](int count, auto const& says) {
    auto const list = numbered(count);
    int first_no = 0;
    while (first_no < count && says(first_no)) ++first_no;
    auto const two = [&](Mode<I> const& m, Mode<I> const& n) {
      EXPECT_EQ(m, n);
      return says(m.stride);
    };
    EXPECT_EQ(loops::pairwise(list, list, two), first_no == count);
    if (count > 0) {
      auto const shorter = numbered(count - 1);
      EXPECT_FALSE(loops::pairwise(list, shorter, two));
      EXPECT_FALSE(loops::pairwise(shorter, list, two));
    }
    // the state is the text of what has been read
    using Read = std::vector<I>;
    auto const next = [&](Mode<I> const& m, Read& read) {
      EXPECT_EQ(read.size(), static_cast<std::size_t>(m.stride) + 1);
      read.push_back(m.stride);
      return says(m.stride);
    };
    for (bool const end : {false, true})
      EXPECT_EQ(loops::through(list, Read{-1}, next,
                               [&](Read const& read) {
                                 EXPECT_EQ(read.size(), static_cast<std::size_t>(count) + 1);
                                 EXPECT_EQ(first_no, count);
                                 return end;
                               }),
                first_no == count && end);
    if (count == 0) return;
    int pairs = 0;
    bool const linked = loops::linked(list, I{5}, [&](Mode<I> const& m, Mode<I> const& after, I& state) {
      EXPECT_EQ(m, list[pairs]);
      EXPECT_EQ(after, list[pairs + 1]);
      EXPECT_EQ(state, 5 + pairs);
      ++pairs;
      ++state;
      return says(m.stride);
    });
    EXPECT_EQ(linked, first_no >= count - 1);
    EXPECT_EQ(pairs, std::min(count - 1, first_no + 1));
    int rest = 0;
    bool const through = loops::through_rest(list, [&](Mode<I> const& m, I& state) {
      EXPECT_EQ(state, list[0].shape + rest);
      ++state;
      EXPECT_EQ(m, list[++rest]);
      return says(m.stride);
    });
    int late_no = 1;
    while (late_no < count && says(late_no)) ++late_no;
    EXPECT_EQ(through, late_no == count);
    EXPECT_EQ(rest, std::min(count - 1, late_no));
  });
}

TEST(Loops, a_fold_beside_a_second_list) {
  for (int count = 0; count <= colex::kMaxLeaves; ++count) {
    auto const list = numbered(count);
    auto beside = list;
    for (auto& m : beside) m.shape = 100 + m.stride;
    int calls = 0;
    auto const emitted =
        loops::emissions_with(list, beside, I{7}, [&](I const& state, Mode<I> const& m, I const& extent) {
          EXPECT_EQ(state, 7 + calls);
          EXPECT_EQ(m, list[calls]);
          EXPECT_EQ(extent, 100 + calls);
          ++calls;
          return colex::Step<I, I>{state + 1, calls % 3 != 0, {extent, state}, {}};
        });
    EXPECT_EQ(calls, count);
    EXPECT_EQ(emitted.count, count - count / 3);
    for (int k = 0; k < emitted.count; ++k) EXPECT_EQ(emitted[k], (Mode<I>{100 + k + k / 2, 7 + k + k / 2}));
  }
}

TEST(Loops, a_fold_in_place_is_a_fold) {
  for_all_answers([](int count, auto const& says) {
    for (bool const refuses : {false, true}) {
      auto const step = [&](I const& state, Mode<I> const& m) {
        colex::Step<I, I> r{state + m.shape, says(m.stride), {m.stride, state}, {}};
        if (refuses && !r.emits) r.refusal = colex::because<I>(colex::Condition::no_carry);
        return r;
      };
      auto list = numbered(count);
      auto const folded = colex::fold(list, I{3}, step);
      EXPECT_EQ(loops::emissions(list, I{3}, step), folded.emitted);
      bool const whole = folded.refusal.condition == colex::Condition::none;
      EXPECT_EQ(loops::fold_in_place(list, I{3}, step), whole);
      if (whole) {
        EXPECT_EQ(list, folded.emitted);
      }
    }
  });
}

TEST(Loops, over_indices) {
  for_all_answers([](int count, auto const& says) {
    for (I const from : {-3, 0, 2}) {
      I const to = from + count;
      auto const asked = [&](I i) {
        EXPECT_TRUE(from <= i && i < to);
        return says(i - from);
      };
      I first = 0;
      while (first < count && !says(first)) ++first;
      EXPECT_EQ(loops::first_index(from, to, asked), from + first);
      for (I const by : {1, 2, 3, 7}) {
        bool every = true;
        for (I i = 0; i < count; i += by) every = every && says(i);
        EXPECT_EQ(loops::every(from, to, by, asked), every);
      }
    }
    std::vector<I> right;
    for (I i = 0; i < count; ++i)
      if (says(i)) right.push_back(i);
    Work work;
    auto where = loops::where(I{count}, says, work);
    EXPECT_EQ(where.count(), static_cast<I>(right.size()));
    for (std::size_t n = 0; n < right.size(); ++n) {
      EXPECT_EQ(where(static_cast<I>(n)), right[n]);
      if (n % 3 == 2) {  // back again
        EXPECT_EQ(where(static_cast<I>(n / 2)), right[n / 2]);
      }
    }
  });
}

TEST(Loops, one_mode_a_turn) {
  using Turn = loops::Turn<I>;
  using Reading = loops::Reading<I>;
  for (int count = 0; count <= colex::kMaxLeaves + 1; ++count)
    for (bool const refused : {false, true}) {
      int calls = 0;
      auto const found = loops::turns(I{100}, Reading{1, 50}, [&](Reading& at) -> Turn {
        EXPECT_EQ(at.step, 1 + calls);
        EXPECT_EQ(at.rest, 50 - calls);
        if (calls == count)
          return refused ? Turn{false, {}, colex::because<I>(colex::Condition::additive, 3, 4)} : Turn{};
        at = {at.step + 1, at.rest - 1};
        ++calls;
        return {true, {calls, -calls}, {}};
      });
      if (refused) {
        EXPECT_EQ(found.refusal.condition, colex::Condition::additive);
        EXPECT_EQ(found.refusal.modes[0], std::min(count, colex::kMaxLeaves));
      } else if (count > colex::kMaxLeaves) {
        EXPECT_EQ(found.refusal.condition, colex::Condition::capacity);
      } else {
        ASSERT_TRUE(found);
        List<Mode<I>> want;
        for (int k = 1; k <= count; ++k) want.push({k, -k});
        if (count == 0) want.push({1, 0});
        EXPECT_EQ(found.value, want);
      }
    }
  auto const some = loops::one_at_least(numbered(2)), none = loops::one_at_least(numbered(0));
  EXPECT_EQ(some.value, numbered(2));
  EXPECT_EQ(none.value, (List<Mode<I>>{[] {
              List<Mode<I>> r;
              r.push({1, 0});
              return r;
            }()}));
  using Answer = colex::AnswerOf<I>;
  Answer const refusal = Answer::refuse(colex::because<I>(colex::Condition::additive));
  for (bool const holds : {false, true})
    for (int count = 0; count <= colex::kMaxLeaves; ++count)
      for (bool const refused : {false, true}) {
        auto const answer = refused ? refusal : Answer{numbered(count), {}};
        auto const said = loops::answer_or(
            answer,
            [&](List<Mode<I>> const& modes) {
              EXPECT_EQ(modes, numbered(count));
              return holds;
            },
            [&] { return none; });
        EXPECT_EQ(said.value, answer && holds ? answer.value : none.value);
      }
}

/// What FirstStep.v proves of the stairs, against those of the header: the first index at which the sum is not 0, looked for.
TEST(Loops, stairs_on_numbers) {
  std::mt19937 draw(20240229);
  auto const up_to = [&](I n) { return static_cast<I>(draw() % static_cast<unsigned>(n)); };
  int late = 0;
  for (int round = 0; round < 20000; ++round) {
    struct {
      I weight, over, under;
    } term[10];
    int const count = 1 + static_cast<int>(up_to(10));
    I const least = 2 + up_to(6);
    colex::detail::Stairs<I> stairs;
    for (int k = 0; k < count; ++k) {  // slopes near one another step together
      I const under = least + up_to(12), over = round % 2 == 0 ? under - 1 : 1 + up_to(under - 1);
      term[k] = {up_to(5) - 2, over, under};
      stairs.add(term[k].weight, over, under);
    }
    I const points = 1 + up_to(60);
    auto const sum = [&](I i) {
      I r = 0;
      for (int k = 0; k < count; ++k) r += term[k].weight * (i * term[k].over / term[k].under);
      return r;
    };
    I first = 1;
    while (first < points && sum(first) == 0) ++first;
    colex::Work work;
    ASSERT_EQ(stairs.first_step(points, work), first) << "round " << round;
    late += first > 4 && first < points ? 1 : 0;
  }
  EXPECT_GT(late, 1000);
}

/// Of a one-to-one layout without strides below 0 the inverse counts up to the first gap, as Algebra.v states.
TEST(Loops, inverses_are_the_longest_on_numbers) {
  std::mt19937 draw(20240229);
  int deep = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<Mode<I>> chain;
    I reach = 1;
    for (int k = 0, rank = 1 + static_cast<int>(draw() % 9); k < rank; ++k) {
      Mode<I> const m{2 + static_cast<I>(draw() % 3), reach * (draw() % 8 == 0 ? 2 : 1)};
      reach = m.shape * m.stride;
      chain.push_back(m);
    }
    std::shuffle(chain.begin(), chain.end(), draw);
    List<Mode<I>> a;
    for (auto const& m : chain) a.push(m);
    auto const layout = colex::flat(a);
    auto const inverse = colex::right_inverse(layout), common = colex::max_common_layout(layout, layout);
    ASSERT_TRUE(inverse && common);
    I const longest = colex::first_gap(a);
    ASSERT_EQ(colex::size(inverse.value), longest);
    ASSERT_EQ(colex::size(common.value), longest);
    deep += a.count > 3 && longest > 1 ? 1 : 0;
  }
  EXPECT_GT(deep, 500);
}

// No loop of the algebra goes over basis vectors but those of Coordinate's operators: each vector goes by itself.
TEST(Loops, a_coordinate_goes_vector_by_vector) {
  using colex::Coordinate;
  using colex::E;
  for (int k = 0; k < colex::kMaxBases; ++k)
    for (int j = 0; j < colex::kMaxBases; ++j)
      for (I const scale : {-3, 1, 64}) {
        Coordinate const v = E(k, scale) + E(j, 5), sum = v + v - E(j, 5), product = v * Coordinate(7),
                         turned = Coordinate(7) * v;
        for (int n = 0; n < colex::kMaxBases; ++n) {
          I const at_k = n == k ? scale : 0, at_j = n == j ? 5 : 0;
          EXPECT_EQ(v.along[n], at_k + at_j);
          EXPECT_EQ(sum.along[n], 2 * at_k + at_j);
          EXPECT_EQ(product.along[n], 7 * (at_k + at_j));
          EXPECT_EQ(turned.along[n], 7 * (at_k + at_j));
        }
      }
  for (int rank = 1; rank <= colex::kMaxBases; ++rank) {
    List<Mode<I>> box;
    for (int k = 0; k < rank; ++k) box.push({2 + k % 2, 1});
    auto const own = colex::shape(colex::flat(box));
    auto const identity = colex::identity_layout(own);
    ASSERT_TRUE(identity);
    for (I i = 0, points = colex::size(colex::flat(box)); i < points; ++i) {
      auto const at = colex::evaluate(identity.value, Coordinate(i));
      auto const digits = colex::idx2crd(i, own);
      for (int k = 0; k < colex::kMaxBases; ++k) EXPECT_EQ(at.along[k], k < rank ? digits.leaves[k] : 0);
    }
  }
}

}  // namespace
