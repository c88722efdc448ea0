// SPDX-License-Identifier: MIT
// Questions that always end: none takes a second of processor time, on inputs that were hard once and on the
// hardest that a search finds; and a larger budget decides more.
#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <string>

#include "colex/colex.hpp"
#include "number/checked.hpp"

namespace {

using colex::Budget;
using colex::Condition;
using I = colex::Checked;
using L = colex::Layout<I>;

struct Question {
  char const* name;
  Condition (*ask)(L const&, Budget);
};

I half_of(L const& l) { return extent(l) / I(2) + I(1); }

std::vector<Question> const questions = {
    {"injective", [](L const& l, Budget b) { return injective(l, b).condition; }},
    {"surjective", [](L const& l, Budget b) { return surjective(l, half_of(l), b).condition; }},
    {"bijective", [](L const& l, Budget b) { return bijective(l, size(l), b).condition; }},
    {"contiguous", [](L const& l, Budget b) { return contiguous(l, b).condition; }},
    {"preimage", [](L const& l, Budget b) { return get_1d_coord(l, half_of(l), b).refusal.condition; }},
    {"left_inverse",
     [](L const& l, Budget b) { return left_inverse(l, colex::Inverse::exact, b).refusal.condition; }},
    {"left_inverse, quasi",
     [](L const& l, Budget b) { return left_inverse(l, colex::Inverse::quasi, b).refusal.condition; }},
    {"right_inverse",
     [](L const& l, Budget b) { return right_inverse(l, colex::Parts::any, b).refusal.condition; }},
    {"nullspace", [](L const& l, Budget b) { return nullspace(l, b).refusal.condition; }},
    {"composition",
     [](L const& l, Budget b) {
       auto const by = transform(l, [](auto const& m) {
         return colex::Mode<I>{m.shape, magnitude(m.stride) % I(64) + I(1)};
       });
       return composition(l, by, colex::Domain::extend_last, b).refusal.condition;
     }},
};

L layout(std::string const& text) {
  return transform(colex::parse_layout(text).value, [](auto const& m) {
    return colex::Mode<I>{I(m.shape), I(m.stride)};
  });
}

double seconds(Question const& q, L const& l) {
  auto const start = std::clock();
  (void)q.ask(l, {});
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Seconds. Work is counted, not timed, and the default budget stays well below this.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COLEX_SANITIZED
#endif
#endif
#ifdef COLEX_SANITIZED
constexpr double kMost = 20.0;  // a sanitizer's build is that much slower
#else
constexpr double kMost = 1.0;
#endif

class Hardest {
 public:
  explicit Hardest(std::uint64_t seed) : engine_(seed) {}

  /// A layout of up to twelve modes, of extents and strides of any magnitude and either sign.
  L draw() {
    colex::List<colex::Mode<I>> modes;
    for (auto count = below(11) + 2; count > 0; --count) modes.push(mode());
    return within(flat(modes));
  }
  /// The same with one mode drawn anew, or one stride moved a little.
  L near(L l) {
    auto const k = static_cast<int>(below(static_cast<std::uint64_t>(l.leaves.count)));
    if (below(2) == 0) {
      l.leaves[k] = mode();
    } else {
      l.leaves[k].stride = l.leaves[k].stride + I(std::int64_t(below(5)) - 2);
    }
    return within(l);
  }

 private:
  std::uint64_t below(std::uint64_t n) { return engine_() % n; }
  colex::Mode<I> mode() {
    auto const magnitude = [&](std::uint64_t bits) {
      return I(static_cast<std::int64_t>(below(std::uint64_t{1} << (below(bits) + 1)) + 1));
    };
    I const stride = magnitude(34);
    return {below(3) == 0 ? I(2) : magnitude(10), below(4) == 0 ? -stride : stride};
  }
  /// Modes are left out until the layout keeps the limits.
  static L within(L l) {
    while (well_formed(l) != Condition::none) l.leaves.pop();
    return flat(l.leaves);
  }
  std::mt19937_64 engine_;
};

}  // namespace

TEST(Budget, inputs_that_were_hard) {
  for (char const* text : {
           "(12,2,5,1021,2,1000,5,3,4,1021):(903155,-1012358,-770474,455091,-420253,513189,995362,-741030,5,-"
           "934189)",
           "(2,2):(-1,8388608)",
           "(2,4):(9,1099511627776)",
           "(5,4):(761573088069,655981743729)",
           "(64,64):(3,200)",
           "(1000,1000):(3,4001)",
           "(100,100,100):(1,3,7)",
           "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(903155,1012358,770474,455091,420253,513189,995362,741030,"
           "934189,"
           "123457,654321,777777,888889,999331,345679,567891)",
           "(2,4194305):(-1,3)",
           "(8192,8192):(1,-1)",
       })
    for (auto const& q : questions) EXPECT_LT(seconds(q, layout(text)), kMost) << q.name << ' ' << text;
}

/// From random layouts to ever slower ones; what was slowest is printed.
TEST(Budget, the_hardest_that_a_search_finds) {
  Hardest draw(7);
  for (auto const& q : questions) {
    L slowest = draw.draw();
    double most = seconds(q, slowest);
    auto const start = std::clock();
    for (int turn = 0; turn < 400 && double(std::clock() - start) / CLOCKS_PER_SEC < 1; ++turn) {
      L const next = turn % 4 == 0 ? draw.draw() : draw.near(slowest);
      if (double const took = seconds(q, next); took > most) most = took, slowest = next;
    }
    std::string text;
    write(text, transform(slowest, [](auto const& m) {
            return colex::Mode<std::int64_t>{m.shape.value(), m.stride.value()};
          }));
    EXPECT_LT(most, kMost) << q.name << ' ' << text;
    std::printf("%-20s %.3f s  %s\n", q.name, most, text.c_str());
  }
}

TEST(Budget, decides_what_is_no_larger_than_it_says) {
  // 65,536 points; 4,096 points; an inverse that is three modes long
  L const many = layout(
      "(2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(903155,1012358,770474,455091,420253,513189,995362,741030,934189,"
      "123457,"
      "654321,777777,888889,999331,345679,567891)");
  EXPECT_EQ(injective(many).condition, Condition::none);
  EXPECT_EQ(left_inverse(layout("(64,64):(3,200)")).refusal.condition, Condition::invertible);
  auto const long_one = left_inverse(layout("(2,4):(9,1099511627776)"));
  ASSERT_TRUE(long_one);
  for (std::int64_t k = 0; k < 8; ++k)
    EXPECT_EQ(evaluate(*long_one, evaluate(layout("(2,4):(9,1099511627776)"), I(k))), I(k));
  EXPECT_EQ(contiguous(layout("(2,2):(-1,8388608)")).left, I(1));
}

std::string twos(std::initializer_list<char const*> strides) {
  std::string shape, stride;
  for (char const* d : strides) {
    shape += (shape.empty() ? "" : ",") + std::string("2");
    stride += (stride.empty() ? "" : ",") + std::string(d);
  }
  return "(" + shape + "):(" + stride + ")";
}

TEST(Budget, does_for_many_small_modes) {
  // 2^26 points: no two differ by 0, then two that do
  std::initializer_list<char const*> const apart = {
      "61928418239371393", "50873846123905127", "45982374619283741", "70192837465019283", "38475610293847561",
      "64738291028374655", "59182736451827361", "41029384756102939", "67482910293847563", "53627181920394857",
      "36271829304857617", "69182736450192837", "47382910293847561", "58291029384756103", "62839405867182937",
      "39485761029384757", "66172839405867181", "51928374650192835", "44756102938475619", "71029384756102931",
      "57463829102938475", "37465829102938471", "68291029384756109", "49283746501928371", "55102938475610293",
      "63748291029384751"};
  EXPECT_EQ(injective(layout(twos(apart))).condition, Condition::none);
  L two = layout(twos(apart));
  two.leaves[25].stride =
      two.leaves[3].stride + two.leaves[8].stride - two.leaves[14].stride + two.leaves[20].stride;
  auto const why = injective(two);
  ASSERT_EQ(why.condition, Condition::injective);
  EXPECT_LT(why.left, why.right);
  EXPECT_EQ(evaluate(two, why.left), evaluate(two, why.right));
}

TEST(Budget, does_for_three_and_four_modes_of_2_to_the_40_points) {
  std::mt19937_64 random(18);
  auto below = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most));
  };
  int apart = 0, together = 0;
  for (int turn = 0; turn < 400; ++turn) {
    int const rank = 3 + turn % 2;
    L l{{}, {}};
    for (int k = 0, bits = 40; k < rank; ++k) {
      int const b = k + 1 == rank ? bits : 1 + static_cast<int>(below(bits - (rank - 1 - k)));
      bits -= b;
      l.leaves.push({I(std::int64_t{1} << b), I(1 + below(std::int64_t{1} << (1 + below(61 - b))))});
    }
    l.profile = flat(l.leaves).profile;
    if (well_formed(l) != Condition::none) continue;
    auto const why = injective(l);
    ASSERT_NE(why.condition, Condition::undecided);
    (why.condition == Condition::none ? apart : together) += 1;
    if (why.condition == Condition::injective) {
      ASSERT_EQ(evaluate(l, why.left), evaluate(l, why.right));
    }
  }
  EXPECT_GT(apart, 100);
  EXPECT_GT(together, 50);
}

TEST(Budget, does_for_an_inverse_that_is_nearly_as_long_as_it_could_be) {
  // 1090 offsets from 0 on are reached; 1088 is the most that a layout counts
  auto const r = right_inverse(layout("(100,100,100):(1,3,7)"));
  ASSERT_TRUE(r);
  EXPECT_EQ(size(*r), I(1088));
  for (std::int64_t k = 0; k < 1088; ++k)
    ASSERT_EQ(evaluate(layout("(100,100,100):(1,3,7)"), evaluate(*r, I(k))), I(k));
}

TEST(Budget, a_larger_one_decides_more_and_a_refusal_says_what_there_was) {
  L const l = layout("(3,5,7,11):(-1,100,-1000,5)");
  auto const little = surjective(l, I(40), Budget{3});
  EXPECT_EQ(little.condition, Condition::undecided);
  EXPECT_EQ(little.left, I(3));
  EXPECT_EQ(little.right, size(l));
  EXPECT_EQ(surjective(l, I(40)).condition, Condition::surjective);
}
