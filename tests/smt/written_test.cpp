// SPDX-License-Identifier: MIT
// What is no function of its decisions is named, and not printed: a step or a loop's function that counts its calls.
#include <gtest/gtest.h>

#include "induction/recorded.hpp"

namespace colex::induction {
namespace {

std::string what_is_thrown(std::function<void()> const& f) {
  try {
    f();
  } catch (std::exception const& why) {
    return why.what();
  }
  return "nothing";
}

TEST(Written, AFunctionOfItsDecisionsIsPrinted) {
  Term const a = number("a"), b = number("b");
  EXPECT_EQ(tree([&] { return bool(a < b) ? written(a) : written(b); }).answers,
            "if a <? b then\n    a\n  else\n    b");
}

TEST(Written, OneThatStopsDecidingIsNamed) {
  int calls = 0;
  auto const planted = [&]() -> Term {
    if (calls++ > 0) return Term(0);
    return bool(number("a") < number("b")) ? Term(1) : Term(2);
  };
  EXPECT_EQ(what_is_thrown([&] { define("counts", "", "Z", planted); }),
            "counts: run again it does another thing: `a <? b` and then nothing");
}

TEST(Written, OneThatDecidesOnAnotherThingIsNamed) {
  int calls = 0;
  auto const planted = [&] { return bool(number("a") < Term(calls++)) ? Term(1) : Term(2); };
  EXPECT_EQ(what_is_thrown([&] { define("moves", "", "Z", planted); }),
            "moves: run again it does another thing: `a <? 0` and then `a <? 1`");
}

TEST(Written, ALoopsFunctionThatCountsItsCallsIsNamed) {
  for (int const from : {1, 4, 16, 31}) {
    int calls = 0;
    auto const planted = [&](TermMode const& m) {
      return ++calls > from ? bool(m.stride < Term(0)) : bool(m.shape < Term(0));
    };
    auto const said = what_is_thrown(
        [&] { define("loop", "", "bool", [&] { return bool(exists(Listed{"A"}, planted)); }); });
    EXPECT_TRUE(said.starts_with("loop: ")) << from << ": " << said;
  }
}

TEST(Written, TermsComputeNowhereElseAfterAnError) {
  EXPECT_NE(what_is_thrown([] { tree([]() -> std::string { throw std::runtime_error("planted"); }); }),
            "nothing");
  EXPECT_EQ(what_is_thrown([] { static_cast<void>(number("a") + number("b")); }),
            "a Term computes outside tree()");
}

}  // namespace
}  // namespace colex::induction
