// SPDX-License-Identifier: MIT
// Text in and out: parse and print undo each other; wrong text is named with its place; refusals are
// sentences.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "text/table.hpp"

namespace colex {
namespace {

/// A random layout with at most `budget` leaves; `()` and tuples of one included.
void grow(Layout<std::int64_t>& l, int& budget, int depth, std::mt19937& random) {
  auto const pick = [&](int bound) { return static_cast<int>(random() % static_cast<unsigned>(bound)); };
  if (depth == 0 || pick(3) == 0) {
    --budget;
    l.profile.leaf();
    l.leaves.push({1 + pick(5), pick(200) - 50});
    return;
  }
  int const entries = std::min(std::max(budget, 0), pick(4));
  l.profile.tuple(entries);
  for (int k = 0; k < entries; ++k) grow(l, budget, depth - 1, random);
}

TEST(Text, ParseUndoesPrint) {
  std::mt19937 random(7);
  int nested = 0;
  for (int n = 0; n < 500; ++n) {
    Layout<std::int64_t> l{{}, {}};
    int budget = 8;
    grow(l, budget, 4, random);
    if (l.overfull()) continue;
    auto const parsed = parse_layout(to_text(l));
    ASSERT_TRUE(parsed) << to_text(l) << ": " << parsed.message;
    EXPECT_EQ(parsed.value, l) << to_text(l);
    auto const strides = parse_tuple(to_text(stride(l)));
    ASSERT_TRUE(strides) << to_text(stride(l));
    EXPECT_EQ(strides.value, stride(l));
    nested += depth(l) > 1;
  }
  EXPECT_GT(nested, 100);
}

TEST(Text, TheLargestNumbersAreRead) {
  auto const top = "4611686018427387904";  // 2^62
  EXPECT_EQ(parse_tuple(top).value, leaf(kReachLimit));
  EXPECT_EQ(to_text(parse_layout(std::string("1:") + top).value), std::string("1:") + top);
  EXPECT_EQ(parse_tuple(std::string("-") + top).value, leaf(-kReachLimit));
}

TEST(Text, PrintUndoesParse) {
  for (char const* text :
       {"()", "():()", "4:1", "(5):(-3)", "(4,(2,3)):(2,(1,8))", "((1,2),()):((0,1),())"}) {
    auto const parsed = parse_layout(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(to_text(parsed.value), text == std::string("()") ? "():()" : text);
  }
  EXPECT_EQ(to_text(layout(" ( _4 , _8 ) : ( _1 , 4 ) ")), "(4,8):(1,4)");
  EXPECT_EQ(to_text(layout("(4,(2,3))")), "(4,(2,3)):(1,(4,8))");
}

TEST(Text, ErrorsNameTheirColumn) {
  struct Case {
    char const *text, *line;
  };
  for (Case const& c : {Case{"(4,8:(1,4)", "layout:1:5: expected ',' or ')'"},
                        {"", "layout:1:1: expected an integer or '('"},
                        {"(4,8):(1)", "layout:1:6: shape and stride are not nested alike"},
                        {"4:1)", "layout:1:4: unexpected text after the end"},
                        {"(4,,8)", "layout:1:4: expected an integer or '('"},
                        {"(4,8", "layout:1:5: expected ',' or ')'"},
                        {"4611686018427387905:0", "layout:1:1: integer beyond 2^62"}}) {
    auto const parsed = parse_layout(c.text);
    ASSERT_FALSE(parsed) << c.text;
    EXPECT_EQ(error_line("layout", parsed), c.line);
  }
}

TEST(Text, EveryConditionIsASentence) {
  for (int c = 0; c < kConditions; ++c) {
    auto const condition = static_cast<Condition>(c);
    std::string const text(sentence(because<std::int64_t>(condition, 12, 16)));
    EXPECT_EQ(text.find(std::string(name(condition)) + ": "), 0u) << text;
    EXPECT_GT(text.size(), std::string(name(condition)).size() + 10) << text;
    EXPECT_EQ(text.find('\n'), text.npos);
  }
}

TEST(Text, RefusalsShowTheirNumbers) {
  EXPECT_EQ(sentence(complement(layout("4:3"), std::int64_t{16}).refusal),
            "cotarget_divides: 12 does not divide 16");
  EXPECT_EQ(sentence(composition(layout("(6,4):(1,7)"), layout("4:4")).refusal, "A(B"),
            "additive: no layout gives A(B(i)): at index 3 the modes before it force 13, A(B(3)) = 14");
}

// The witness is an index of B, not of the mode of B that fails.
TEST(Text, CompositionsWitnessIsAnIndexOfB) {
  auto const a = layout("(4,6,8):(2,3,5)"), b = layout("(2,6):(1,3)");
  auto const why = composition(a, b).refusal;
  EXPECT_EQ(why.want, evaluate(a, evaluate(b, why.index)));
  EXPECT_LT(why.index, size(b));
  EXPECT_NE(why.got, why.want);
}

TEST(Table, ReadsOverLines) {
  EXPECT_EQ(parse_table("0,2,4\n7 9\t11\n").values, (std::vector<std::int64_t>{0, 2, 4, 7, 9, 11}));
  EXPECT_EQ(parse_table("-5").values, (std::vector<std::int64_t>{-5}));
}

TEST(Table, ErrorsNameTheirPlace) {
  auto const at = [](char const* text) {
    auto const r = parse_table(text);
    return error_line("table", r.line, r.column, r.message);
  };
  EXPECT_EQ(at(""), "table:1:1: expected an integer");
  EXPECT_EQ(at("0,1,"), "table:1:5: expected an integer");
  EXPECT_EQ(at("0\n1,,2"), "table:2:3: expected an integer");
  EXPECT_EQ(at("0,1x"), "table:1:4: expected ',' or white space");
  EXPECT_EQ(at("0\n99999999999999999999"), "table:2:1: integer beyond 2^62");
}

}  // namespace
}  // namespace colex
