// SPDX-License-Identifier: MIT
// What a refusal and a wrong text do at run time: a line on standard error and the end, or an exception.
#include <gtest/gtest.h>

#include <iomanip>
#include <sstream>

#include "colex/colex.hpp"
#include "colex/fmt.hpp"

namespace {

using namespace colex;
using I = std::int64_t;

template <class F>
std::string thrown(F f) {
  try {
    f();
  } catch (RefusedError const& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(Errors, StopPrintsTheSentence) {
  EXPECT_DEATH(static_cast<void>(*complement(layout("4:3"), 16)),
               "^colex: cotarget_divides: 12 does not divide 16\n");
  EXPECT_DEATH(
      static_cast<void>(composition(layout("(4,6,8):(1,10,100)"), layout("(3,2):(8,12)"))->leaves),
      "^colex: no_carry: no layout gives f\\(i\\): at index 5 the modes add up to 70, f\\(5\\) = 110\n");
  EXPECT_DEATH(layout("(4,8)")(1, 2, 3), "^colex: congruent: the arguments are not nested alike\n");
  EXPECT_DEATH(make_shape(~0ull), "^colex: overflow: ");
}

TEST(Errors, AnOperationThatIsKnownIsPrintedWithItsOperands) {
  EXPECT_DEATH(
      static_cast<void>(*op::composition(layout("(6,4):(1,7)"), layout("4:4"))),
      "^colex: composition\\(\\(6,4\\):\\(1,7\\), 4:4\\): additive: no layout gives A\\(B\\(i\\)\\): ");
  EXPECT_EQ(to_text(op::zipped_divide(layout("16:1"), make_tile(4))),
            "zipped_divide(16:1, <4:1>) = ((4),(4)):((1),(4))");
}

/// One operation for each type of answer, which tests/static/op_list.py has all of.
TEST(Errors, AnOperationPrintsItsQuestionAndItsAnswer) {
  std::vector<std::string> const printed = {
      (std::ostringstream() << op::complement(layout("8:2"), 32)).str(),
      (std::ostringstream() << op::complement(layout("4:3"), 16)).str(),
      to_text(op::coalesce(layout("(2,4):(1,2)"))),
      to_text(op::extent(layout("(4,8):(1,4)"))),
      to_text(op::idx2crd(I{13}, tuple("(4,8)"))),
      to_text(op::admissible_complement(layout("8:2"), 32)),
      to_text(op::evenly_divides(tuple("8"), tuple("4"))),
      to_text(op::equal(layout("(2,2):(1,2)"), layout("(2,2):(1,3)"))),
      to_text(op::equal(layout("4:1"), layout("2:1"))),
      to_text(op::equal(ComposedLayout{{1, 0, 1}, 0, layout("4:1")}, ComposedLayout{{}, 0, layout("4:1")})),
      to_text(op::expand_modes_alike(layout("4:1"), layout("(2,2):(1,2)"))),
      to_text(op::local_tile(layout("(8,8):(1,8)"), make_tile(4, 4), tuple("(1,1)"))),
      to_text(op::identity_layout(tuple("(4,8)"))),
      to_text(op::make_swizzle(896, 112)),
      to_text(op::bit_map(layout("(2,2):(2,1)"))),
      to_text(op::affine_bits(ComposedLayout{{1, 0, 1}, 4, layout("4:1")})),
      to_text(op::composition(ComposedLayout{{3, 4, 3}, 0, layout("(8,8):(8,1)")}, layout("(4,8):(2,8)"))),
      to_text(op::position_independent(any(ComposedLayout{{1, 0, 1}, 21, layout("4:1")}))),
      to_text(op::slice(slicer_of<I>(_, 2), layout("(4,8):(1,4)"))),
      to_text(op::upcast(BitMap{{1, 2, 12}, 3}, 2)),
  };
  std::vector<std::string> const expected = {
      "complement(8:2, 32) = (2,2):(1,16)",
      "complement(4:3, 16): cotarget_divides: 12 does not divide 16",
      "coalesce((2,4):(1,2)) = 8:1",
      "extent((4,8):(1,4)) = 32",
      "idx2crd(13, (4,8)) = (1,3)",
      "admissible_complement(8:2, 32) = textbook",
      "evenly_divides(8, 4) = yes",
      "equal((2,2):(1,2), (2,2):(1,3)) = no, first difference at index 2 (2 against 3)",
      "equal(4:1, 2:1) = no, of other sizes",
      "equal(Sw<1,0,1> o 0 o 4:1, Sw<0,0,0> o 0 o 4:1) = no, a difference at index 2",
      "expand_modes_alike(4:1, (2,2):(1,2)) = ((2,2):(1,2),(2,2):(1,2))",
      "local_tile((8,8):(1,8), <4:1,4:1>, (1,1)) = (4,4):(1,8) at 36",
      "identity_layout((4,8)) = (4,8):(1@0,1@1)",
      "make_swizzle(896, 112) = Sw<3,4,3>",
      "bit_map((2,2):(2,1)) = [2,1]",
      "affine_bits(Sw<1,0,1> o 4 o 4:1) = [1,3] ^ 4",
      "composition(Sw<3,4,3> o 0 o (8,8):(8,1), (4,8):(2,8)) = Sw<3,4,3> o 0 o (4,8):(16,1)",
      "position_independent(Sw<1,0,1> o 21 o 4:1) = Sw<1,0,1> o 1 o 4:1 at 20",
      "slice((_,2), (4,8):(1,4)) = (4):(1)",
      "upcast([1,2,12], 2) = [3]",
  };
  EXPECT_EQ(printed, expected);
}

TEST(Errors, WrongTextPrintsItsColumn) {
  std::string const typed = "(4,8:(1,4)";
  EXPECT_DEATH(layout(typed), "^colex: column 5: expected ',' or '\\)': \"\\(4,8:\\(1,4\\)\"\n");
  EXPECT_DEATH(tuple("4\x1b"), "^colex: column 2: unexpected text after the end: \"4\\?\"\n");
  EXPECT_DEATH(layout(std::string(5000, '(')), "^colex: column 65: more than 32 leaves");
}

TEST(Errors, ValueOrThrow) {
  EXPECT_EQ(make_layout(make_shape(4, 8), make_stride(1, 4)).value_or_throw(), layout("(4,8)"));
  EXPECT_EQ(thrown([] { complement(layout("4:3"), 16).value_or_throw(); }),
            "cotarget_divides: 12 does not divide 16");
  EXPECT_EQ(thrown([] { op::complement(layout("4:3"), 16).value_or_throw(); }),
            "complement(4:3, 16): cotarget_divides: 12 does not divide 16");
  try {
    complement(layout("4:3"), 16).value_or_throw();
    FAIL();
  } catch (RefusedError const& error) {
    EXPECT_EQ(error.condition(), Condition::cotarget_divides);
    EXPECT_EQ(error.refusal().left, 12);
    EXPECT_EQ(error.refusal().right, 16);
  }
}

TEST(Errors, OfCoordinatesTheMessageHasBoth) {
  try {
    identity_composition(tuple("(4,6)"), layout("5:1")).value_or_throw();
    FAIL();
  } catch (RefusedError const& error) {
    EXPECT_EQ(error.refusal().index, 4);
    EXPECT_STREQ(
        error.what(),
        "run_divides: no layout gives f(i): at index 4 the modes before it force (4,0), f(4) = (0,1)");
  }
}

TEST(Errors, EverySentenceFits) {
  for (int c = 0; c < kConditions; ++c) {
    auto why = because<I>(Condition(c), INT64_MIN + 1, INT64_MIN + 1);
    why.index = why.got = why.want = INT64_MIN + 1;
    why.modes[0] = 31;
    auto const said = sentence(why, "A(B");
    std::string whole;
    write(whole, why, "A(B");
    EXPECT_EQ(std::string(said), whole);
  }
}

template <class T>
std::string streamed(T const& value) {
  std::ostringstream out;
  out << value;
  return out.str();
}

TEST(Print, AStreamsWidthFillAndSideAreKept) {
  std::ostringstream out;
  out << std::setw(8) << layout("4:-3") << std::left << std::setfill('.') << std::setw(6) << layout("4:1")
      << layout("2:1");
  EXPECT_EQ(out.str(), "    4:-34:1...2:1");
  std::string const whole = std::string(150, ' ') + "4:1";
  EXPECT_EQ((std::ostringstream() << std::setw(153) << layout("4:1")).str(), whole);
  std::string text = "(", strides = ")";
  for (int k = 1; k <= 32; ++k) {
    text += k < 32 ? "2," : "2):(";
    strides = (k < 32 ? ",100000" : "100000") + strides;
  }
  EXPECT_EQ(streamed(layout(text + strides)), text + strides);
}

TEST(Print, EveryFormPrintsAlikeEverywhere) {
  auto const check = [](auto const& value, std::string const& text) {
    EXPECT_EQ(to_text(value), text);
    EXPECT_EQ(streamed(value), text);
    EXPECT_EQ(fmt::format("{}", value), text);
    EXPECT_EQ(fmt::format("{:>40}", value), std::string(40 - text.size(), ' ') + text);
#ifdef __cpp_lib_format
    EXPECT_EQ(std::format("{:>40}", value), std::string(40 - text.size(), ' ') + text);
#endif
  };
  check(layout("(4,(2,3)):(2,(1,-8))"), "(4,(2,3)):(2,(1,-8))");
  check(tuple("(4,(2,-3),())"), "(4,(2,-3),())");
  check(Tiler<I>(layout("(2,2):(1,8)")), "(2,2):(1,8)");
  check(make_tile(4, _, make_tile(2, layout("3:7"))), "<4:1,_,<2:1,3:7>>");
  check(make_coord(_, make_coord(2, _)), "(_,(2,_))");
  check(layout("(4,8):(1,4)")(_, 2), "(4):(1) at 8");
  check(Swizzle{2, 0, -3}, "Sw<2,0,-3>");
  check(ComposedLayout{{3, 4, 3}, 5, layout("(8,8):(8,1)")}, "Sw<3,4,3> o 5 o (8,8):(8,1)");
  check(*identity_layout(make_shape(4, make_shape(8, 2))), "(4,(8,2)):(1@0,(1@1,1@2))");
  check(E(1, -1) + E(0, 2) + E(2, 3), "2@0-1@1+3@2");
  check(Coordinate(0), "0");
  check(complement(layout("4:3"), 24), "(3,2):(1,12)");
  check(complement(layout("4:3"), 13).refusal, "cotarget_divides: 12 does not divide 13");
}

}  // namespace
