// SPDX-License-Identifier: MIT
// Can the proof engine say no? False lemmas, false claims, vacuous hypotheses, undefined divisions, time-outs
// and an absent solver must each be reported as what they are.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>

#include "children.hpp"
#include "lemmas.hpp"
#include "prove.hpp"
#include "sym/bits.hpp"
#include "sym/sha256.hpp"

namespace colex::sym {
namespace {

Report prove_one(void (*theorem)(Proof&), Settings settings = {}) {
  Report report;
  report.name = "test";
  Proof proof(lemmas(), settings, report);
  theorem(proof);
  return report;
}

Integer const kZero(0), kOne(1);

TEST(Engine, ATrueClaimIsProvedByBoth) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x >= kZero}, [&] { p.claim("next is positive", x + kOne > kZero); });
  });
  EXPECT_TRUE(r.green());
  EXPECT_EQ(r.queries, 1);
  EXPECT_EQ(r.witnesses.size(), 1u);
}

TEST(Engine, AFalseClaimIsRefutedByBoth) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x >= kZero}, [&] { p.claim("positive", x > kZero); });
  });
  EXPECT_FALSE(r.green());
  EXPECT_EQ(r.z3, Verdict::refuted);
  EXPECT_EQ(r.cvc5, Verdict::refuted);
  ASSERT_FALSE(r.failures.empty());
  EXPECT_NE(r.failures[0].find("x = 0"), std::string::npos) << r.failures[0];
}

TEST(Engine, BitsAloneAndBesideIntegersAreDecidedByBoth) {
  auto const r = prove_one([](Proof& p) {
    Bits const x = Bits::constant("x");
    Integer const n = p.integer("n");
    p.part("alone", {x >= Bits(0)}, [&] { p.claim("undone", ((x ^ Bits(5)) ^ Bits(5)) == x); });
    p.part("beside", {x >= Bits(0), n >= kZero},
           [&] { p.claim("both", both((x & Bits(1)) <= x, n + kOne > kZero)); });
  });
  EXPECT_TRUE(r.green()) << (r.failures.empty() ? "" : r.failures[0]);
  EXPECT_EQ(r.witnesses.size(), 2u);
  auto const alone = prove_one([](Proof& p) {
    Bits const x = Bits::constant("x");
    p.part("part", {x >= Bits(0)}, [&] { p.claim("positive", x > Bits(0)); });
  });
  EXPECT_EQ(alone.z3, Verdict::refuted);
  EXPECT_EQ(alone.cvc5, Verdict::refuted);
  ASSERT_FALSE(alone.failures.empty());
  EXPECT_NE(alone.failures[0].find("x = #x0000000000000000"), std::string::npos) << alone.failures[0];
  auto const beside = prove_one([](Proof& p) {
    Bits const x = Bits::constant("x");
    Integer const n = p.integer("n");
    p.part("part", {x >= Bits(0), n >= kZero}, [&] { p.claim("either", either(x > Bits(0), n > kZero)); });
  });
  EXPECT_EQ(beside.z3, Verdict::refuted);
  EXPECT_EQ(beside.cvc5, Verdict::refuted);
}

TEST(Engine, NothingIsAskedAfterARefutationWhenToldToStop) {
  Settings settings;
  settings.stop_at_refutation = true;
  auto const r = prove_one(
      [](Proof& p) {
        Integer const x = p.integer("x");
        p.part("first", {x >= kZero}, [&] {
          p.claim("true", x + kOne > kZero);
          p.claim("false", x > kZero);
          p.claim("false as well", x > kOne);
        });
        p.part("second", {x >= kZero}, [&] { p.claim("false, too", x > kZero); });
      },
      settings);
  EXPECT_EQ(r.z3, Verdict::refuted);
  EXPECT_EQ(r.queries, 2);
  ASSERT_FALSE(r.failures.empty());
  EXPECT_EQ(r.failures[0], "test, first: false: z3 refuted (x = 0)");
}

TEST(Engine, StoppingAtARefutationDoesNotMakeOneUp) {
  Settings settings;
  settings.stop_at_refutation = true;
  auto const r = prove_one(
      [](Proof& p) {
        Integer const x = p.integer("x");
        p.part("first", {x >= kZero}, [&] { p.claim("next is positive", x + kOne > kZero); });
        p.part("second", {x > kZero, x < kZero}, [&] { p.claim("anything", x == kOne); });
      },
      settings);
  EXPECT_EQ(r.z3, Verdict::vacuous);
  EXPECT_EQ(r.queries, 2);
}

TEST(Engine, ContradictoryHypothesesAreVacuous) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x > kZero, x < kZero}, [&] { p.claim("anything", x == kOne); });
  });
  EXPECT_EQ(r.z3, Verdict::vacuous);
  EXPECT_FALSE(r.green());
}

TEST(Engine, APartThatClaimsNothingIsVacuous) {
  auto const r = prove_one([](Proof& p) { p.part("part", {}, [] {}); });
  EXPECT_FALSE(r.green());
}

TEST(Engine, EveryPathIsExplored) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), y = p.integer("y");
    p.part("part", {}, [&] {
      Integer const larger = x < y ? y : x;
      p.claim("at least both", both(larger >= x, larger >= y));
    });
  });
  EXPECT_TRUE(r.green());
  EXPECT_EQ(r.paths, 2);
}

TEST(Engine, ADivisionThatMayBeUndefinedIsRefuted) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), y = p.integer("y");
    p.part("part", {x >= kZero}, [&] {
      Integer const q = x / y;
      p.claim("itself", q == q);
    });
  });
  EXPECT_EQ(r.z3, Verdict::refuted);
}

TEST(Engine, AFalseLemmaThrows) {
  Book book{Settings{}};
  Integer const x = Integer::constant("x"), y = Integer::constant("y");
  EXPECT_THROW(book.prove("false", "x <= y", {x, y}, {}, x <= y), std::runtime_error);
  EXPECT_THROW(book.prove("vacuous", "x < x => x = y", {x, y}, {x < x}, x == y), std::runtime_error);
}

TEST(Engine, ALemmaTakesAsManyValuesAsItHasVariables) {
  EXPECT_THROW(lemmas().euclid.at(kOne), std::logic_error);
}

TEST(Engine, MutantsOfAShippedStepAreNoticedOrSurvive) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x >= kZero}, [&] {
      auto const y = p.shipped("double", [&] { return (x + x) - kZero; });
      p.claim("twice", y == Integer(2) * x);
    });
  });
  EXPECT_TRUE(r.green());
  // dropping `+ x` is noticed; dropping `- 0` changes nothing
  EXPECT_EQ(r.mutants.at("double"), (std::vector<bool>{true, false}));
}

TEST(Engine, ATimeOutIsATimeOut) {
  Settings settings;
  settings.limits.milliseconds = 50;  // enough to see that the hypotheses hold of something, also with sanitizers
  settings.mutants = false;
  auto const r = prove_one(
      [](Proof& p) {
        Integer const x = p.integer("x"), a = p.integer("a"), b = p.integer("b");
        p.part("part", {x >= kZero, a > kZero, b > kZero},
               [&] { p.claim("hard", rem(x, a * b) == rem(x, a) + a * rem(quot(x, a), b)); });
      },
      settings);
  EXPECT_FALSE(r.green());
  EXPECT_TRUE(r.z3 == Verdict::timeout || r.z3 == Verdict::unknown) << name(r.z3);
}

TEST(Engine, WithoutTheSecondSolverNothingIsGreen) {
  Settings settings;
  std::string const path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  auto const r = prove_one(
      [](Proof& p) {
        Integer const x = p.integer("x");
        p.part("part", {x >= kZero}, [&] { p.claim("next is positive", x + kOne > kZero); });
      },
      settings);
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(r.z3, Verdict::proved);
  EXPECT_EQ(r.cvc5, Verdict::error);
  EXPECT_FALSE(r.green());
}

TEST(Engine, ARefutationNeedsACounterexample) {
  Settings const settings;
  Refutation refutation(settings);
  Integer const x = refutation.integer("x");
  refutation.part({x >= kZero}, [&] { refutation.claim(x + kOne > kZero); });
  EXPECT_TRUE(refutation.counterexample().empty());
  Refutation smallest(settings);
  smallest.part({x >= kZero}, [&] { smallest.claim(x < Integer(5)); });
  EXPECT_EQ(smallest.counterexample().at("x"), "5");
  EXPECT_EQ(smallest.confirmation(), Verdict::refuted);
}

TEST(Engine, Sha256IsSha256) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(std::string(1000, 'a')),
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
}

TEST(Engine, TheHashOfAScriptSeesThroughOrderAndSharing) {
  auto const base = Cache::hash("(declare-fun x () Int)(assert (= (+ x 1) (* x 2)))");
  EXPECT_EQ(base, Cache::hash("; other words\n(assert (= (* 2 x) (+ 1 x)))\n(declare-fun x () Int)"));
  EXPECT_EQ(base, Cache::hash("(declare-fun x () Int)(assert (let ((?x7 (+ x 1)) (y (* x 2))) (= ?x7 y)))"));
  EXPECT_NE(base, Cache::hash("(declare-fun x () Int)(assert (= (+ x 1) (* x 3)))"));
  EXPECT_NE(base, Cache::hash("(declare-fun x () Int)(assert (not (= (+ x 1) (* x 2))))"));
  EXPECT_NE(Cache::hash("(assert (< x y))"), Cache::hash("(assert (< y x))"));
  EXPECT_NE(Cache::hash("(assert (let ((a x)) (< a y)))"), Cache::hash("(assert (let ((a y)) (< a x)))"));
  // strings are atoms, whatever is in them
  EXPECT_EQ(Cache::hash(R"x((assert (= s "a ; (b")))x"), Cache::hash(R"x((assert   (= "a ; (b" s)))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "1 1")))x"), Cache::hash(R"x((assert (= s "1  1")))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "(1")))x"), Cache::hash(R"x((assert (= s "(1)")))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "+ 1 2")))x"), Cache::hash(R"x((assert (= s "+ 2 1")))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "a"" b")))x"), Cache::hash(R"x((assert (= s "a""b")))x"));
}

TEST(Engine, AProcessThatCrashesOrHangsTakesNoOtherWithIt) {
  Children children;
  children.jobs = 2;
  children.seconds = 2;
  children.work = [](std::size_t k, auto const& say) -> std::string {
    say("begun");
    if (k == 1) std::abort();
    if (k == 2) throw std::runtime_error("no");
    while (k == 3) ::pause();
    return "done " + std::to_string(k);
  };
  int begun = 0;
  std::vector<Ended> ended(5);
  children.on_line = [&](std::size_t, std::string const&) { ++begun; };
  children.on_end = [&](std::size_t k, Ended const& e) { ended[k] = e; };
  children.run(5);
  EXPECT_EQ(begun, 5);
  EXPECT_EQ(ended[0].answer, "done 0");
  EXPECT_EQ(ended[4].answer, "done 4");
  EXPECT_NE(ended[1].fault.find("Abort"), std::string::npos) << ended[1].fault;
  EXPECT_NE(ended[2].fault.find("status 4"), std::string::npos) << ended[2].fault;
  EXPECT_TRUE(ended[3].timeout);
  EXPECT_EQ(ended[3].answer, "");
}

TEST(Engine, AHypothesisIsNeededOrNot) {
  Settings settings;
  settings.without_hypotheses = true;
  auto const r = prove_one(
      [](Proof& p) {
        Integer const x = p.integer("x"), y = p.integer("y");
        p.part("part", {x >= kOne, y >= kZero}, [&] {
          p.suppose(y > x);
          p.claim("positive", y > kZero);
          p.have("more than one", y > kOne);
        });
      },
      settings);
  ASSERT_EQ(r.hypotheses.size(), 3u);
  EXPECT_EQ(r.hypotheses[0].without, Verdict::refuted) << r.hypotheses[0].text;  // x = 0, y = 1
  EXPECT_EQ(r.hypotheses[1].without, Verdict::proved) << r.hypotheses[1].text;
  EXPECT_EQ(r.hypotheses[2].without, Verdict::refuted) << r.hypotheses[2].text;
}

}  // namespace
}  // namespace colex::sym
