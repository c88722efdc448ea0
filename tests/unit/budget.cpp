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

TEST(Budget, a_larger_one_decides_more_and_a_refusal_says_what_there_was) {
  L const l = layout("(3,5,7,11):(-1,100,-1000,5)");
  auto const little = surjective(l, I(40), Budget{3});
  EXPECT_EQ(little.condition, Condition::undecided);
  EXPECT_EQ(little.left, I(3));
  EXPECT_EQ(little.right, size(l));
  EXPECT_EQ(surjective(l, I(40)).condition, Condition::surjective);
}
