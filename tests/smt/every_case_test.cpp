// SPDX-License-Identifier: MIT
// The formulas of smt/cases/every_case.hpp against tables and searches that share nothing with them, and what a
// part over every case says when a case is false.
#include "cases/every_case.hpp"

#include <gtest/gtest.h>

#include "cases/longest.hpp"
#include "lemmas.hpp"
#include "oracle/truth_inverse.hpp"

namespace colex::sym {
namespace {

using Int = std::int64_t;

template <class Cases>
Report prove_every(Cases cases, Settings const& settings = {}) {
  Report report;
  report.name = "test";
  Proof proof(lemmas(), settings, report);
  every(proof, "part", cases);
  return report;
}

bool follows(Term const& holds) {
  Outcome const r = ask_z3(Query{"", {}, holds}, Limits{});
  EXPECT_TRUE(r.verdict == Verdict::proved || r.verdict == Verdict::refuted) << r.detail;
  return r.verdict == Verdict::proved;
}

std::vector<Term> written(truth::Table const& table) {
  std::vector<Term> r;
  for (auto const v : table) r.push_back(number(v));
  return r;
}

TEST(EveryCase, TrueCasesAreProvedByBothManyAQuery) {
  std::string scripts;
  Settings settings;
  settings.on_script = [&](std::string const&, std::string const& script) { scripts += script; };
  auto const r = prove_every(
      [](auto const& ask) {
        for (Int k = 0; k < 250; ++k) ask(number(k) + number(1) > number(k), k);
      },
      settings);
  EXPECT_TRUE(r.green());
  EXPECT_EQ(r.queries, 3);
  EXPECT_NE(scripts.find("(+ 77 1)"), std::string::npos) << "not left to the solvers";
}

TEST(EveryCase, TheFirstFalseCaseIsNamed) {
  auto const r = prove_every([](auto const& ask) {
    for (Int k = 0; k < 250; ++k) ask(number(k) * number(k) != number(144), "square", k);
  });
  EXPECT_FALSE(r.green());
  EXPECT_EQ(r.z3, Verdict::refuted);
  EXPECT_EQ(r.cvc5, Verdict::refuted);
  ASSERT_FALSE(r.failures.empty());
  EXPECT_EQ(r.failures[0], "test, part, every case: square 12: z3 refuted ()");
}

TEST(EveryCase, AFalseCaseWithUnknownsIsRefutedToo) {
  auto const r = prove_every([](auto const& ask) {
    for (Int k = 1; k < 50; ++k) ask(no_layout({number(0), number(k), number(7)}), k);  // 3:k only for 2k = 7
    ask(no_layout({number(0), number(5), number(10)}), Int{5});
  });
  EXPECT_EQ(r.z3, Verdict::refuted);
  EXPECT_EQ(r.cvc5, Verdict::refuted);
}

TEST(EveryCase, NoCaseAtAllIsNoProof) {
  EXPECT_FALSE(prove_every([](auto const&) {}).green());
}

TEST(EveryCase, ValuesAreTheTable) {
  each_layout({.ranks = 3, .shapes = 3, .least = -1, .most = 2}, [](Layout<Int> const& l) {
    truth::Table const f = truth::table(l);
    std::vector<Term> at_each;
    for (Int k = 0; k < f.count; ++k) at_each.push_back(at(l, number(k)));
    ASSERT_TRUE(follows(all_of({same(values(l), written(f)), same(at_each, written(f))})));
  });
}

TEST(EveryCase, NoLayoutIsWhatTryingEveryExtentSays) {
  int layouts = 0;
  for (Int points : {1, 2, 3, 4, 6})
    for (Int code = 0; code < 729; code += points < 6 ? 1 : 7) {
      truth::Table table;
      for (Int k = 0, rest = code; k < points; ++k, rest /= 3) table.push(rest % 3);
      bool const is = truth::is_layout(table);
      layouts += is;
      ASSERT_EQ(follows(no_layout(written(table))), !is) << points << " " << code;
    }
  EXPECT_GT(layouts, 20);
}

TEST(EveryCase, NoneLongerIsWhatTheSearchSays) {
  int longer = 0;
  each_layout({.ranks = 2, .shapes = 4, .least = 0, .most = 3}, [&](Layout<Int> const& l) {
    truth::Table const f = truth::table(l);
    Int const longest = truth::LongestRightInverse(f, f).longest();
    ASSERT_TRUE(follows(none_longer({f}, longest)));
    if (longest == 1) return;
    ASSERT_FALSE(follows(none_longer({f}, longest - 1)));
    ++longer;
  });
  EXPECT_GT(longer, 20);
}

TEST(EveryCase, UndoesIsFalseOfAnyOtherStride) {
  Layout<Int> const l = join(leaf(Mode<Int>{2, 2}), leaf(Mode<Int>{2, 1})), r = l,
                    other = leaf(Mode<Int>{4, 1});
  EXPECT_TRUE(follows(undoes(l, r)));
  EXPECT_FALSE(follows(undoes(l, other)));
}

}  // namespace
}  // namespace colex::sym
