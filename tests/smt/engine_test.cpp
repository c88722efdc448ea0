// SPDX-License-Identifier: MIT
// Can the proof engine say no? False lemmas, false claims, vacuous hypotheses, undefined divisions, time-outs
// and an absent solver must each be reported as what they are.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "catalogue.hpp"
#include "children.hpp"
#include "counts.hpp"
#include "lemmas.hpp"
#include "sym/bits.hpp"
#include "sym/sha256.hpp"

namespace colex::sym {
namespace {

Report prove_one(void (*theorem)(Proof&), Settings settings = {}) {
  Report report;
  report.name = "test";
  settings.every_path = !settings.stop_at_refutation;
  Proof proof(lemmas(), settings, report);
  theorem(proof);
  return report;
}

bool fails_with(Report const& r, std::string const& words) {
  for (auto const& f : r.failures)
    if (f.find(words) != std::string::npos) return true;
  return false;
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
  EXPECT_EQ(r.queries, 5);  // two claims on each; and that the paths cover
}

TEST(Engine, AWayNotTakenIsAskedOfBoth) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), y = p.integer("y");
    p.part("part", {x > y}, [&] {
      bool const below = bool(x < y);  // never
      p.claim("the other way", x > (below ? x : y));
    });
  });
  EXPECT_TRUE(r.green()) << (r.failures.empty() ? "" : r.failures[0]);
  ASSERT_EQ(r.parts.size(), 1u);
  EXPECT_EQ(r.parts[0].branches, 1);
  bool branch = false, cover = false;
  for (auto const& a : r.asked) {
    branch = branch || (a.what == "test, part: a way not taken" && a.z3 == Verdict::proved &&
                        a.cvc5 == Verdict::proved);
    cover = cover || (a.what == "test, part: the paths cover the hypotheses" && a.cvc5 == Verdict::proved);
  }
  EXPECT_TRUE(branch);
  EXPECT_TRUE(cover);
}

TEST(Engine, PathsThatDoNotCoverTheHypothesesAreRefuted) {
  Settings settings;
  settings.every_path = true;
  Report report;
  report.name = "test";
  Proof proof(lemmas(), settings, report);
  Integer const x = proof.integer("x");
  Explorer explorer;
  std::vector<z3::expr> leaves;
  explorer.explore({}, [&] {
    bool const positive = bool(x > kZero);
    z3::expr_vector way(context());
    for (auto const& d : explorer.decided()) way.push_back(d);
    if (positive) leaves.push_back(z3::mk_and(way));  // the other path is lost
  });
  report.parts.push_back({});
  proof.ask_about_branches(explorer.pruned(), {}, leaves);
  EXPECT_EQ(report.z3, Verdict::refuted);
  EXPECT_EQ(report.cvc5, Verdict::refuted);
  EXPECT_TRUE(fails_with(report, "the paths cover the hypotheses"));
}

TEST(Engine, AWayThatWasWronglyNotTakenIsRefuted) {
  Settings settings;
  settings.every_path = true;
  Report report;
  report.name = "test";
  Proof proof(lemmas(), settings, report);
  Integer const x = proof.integer("x");
  report.parts.push_back({});
  Explorer::Pruned const wrong{{(x > kZero).formula()}, {}, (x > kOne).formula()};
  proof.ask_about_branches({wrong}, {}, {context().bool_val(true)});
  EXPECT_EQ(report.z3, Verdict::refuted);
  EXPECT_EQ(report.cvc5, Verdict::refuted);
  EXPECT_TRUE(fails_with(report, "a way not taken"));
}

TEST(Engine, AContradictionAfterAClaimIsVacuous) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), i = p.integer("i"), j = p.integer("j");
    p.part("part", {x >= kZero}, [&] {
      p.claim("next is positive", x + kOne > kZero);
      p.suppose(x < kZero);
      p.claim("all are equal", i == j);
    });
  });
  EXPECT_EQ(r.z3, Verdict::vacuous);
  EXPECT_TRUE(fails_with(r, "what is supposed contradicts a path that can be taken")) << r.failures.size();
}

TEST(Engine, AContradictionOnOnePathIsVacuous) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), y = p.integer("y");
    p.part("part", {}, [&] {
      if (x < y) p.suppose(y < x);
      p.claim("something", x < y ? y == kOne : x >= y);
    });
  });
  EXPECT_EQ(r.z3, Verdict::vacuous);
  EXPECT_FALSE(r.green());
}

TEST(Engine, ANameIsDefinedOnce) {
  auto const before = [](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x >= kZero}, [&] {
      p.define("x", Integer(-1));
      p.claim("anything", x == kOne);
    });
  };
  EXPECT_THROW(prove_one(before), std::logic_error);
  auto const twice = [](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x >= kZero}, [&] {
      p.define("y", x);
      p.claim("next is positive", x + kOne > kZero);
      p.define("y", x + kOne);
      p.claim("anything", x == kOne);
    });
  };
  EXPECT_THROW(prove_one(twice), std::logic_error);
  // a symbol of which nothing is known yet is not taken either
  auto const free = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), y = p.integer("y");
    p.part("part", {x >= kZero}, [&] {
      p.define("y", kOne);
      p.claim("anything", y == kOne);
    });
  });
  EXPECT_EQ(free.z3, Verdict::refuted);
  EXPECT_THROW(Integer::constant("y~"), std::logic_error);
}

TEST(Engine, ABoundSaysEnumeratedWhereAPartTakesEveryCase) {
  std::vector<PartRun> ran(2);
  ran[1].cases = 7;
  EXPECT_TRUE(faults_of({{Kind::enumerated, ""}}, ran).empty());
  EXPECT_EQ(faults_of({{Kind::steps, ""}}, ran).size(), 1u);
  ran.pop_back();
  EXPECT_TRUE(faults_of({{Kind::steps, ""}}, ran).empty());
  EXPECT_EQ(faults_of({{Kind::enumerated, ""}}, ran).size(), 1u);
}

TEST(Engine, HowMuchWasAskedIsComparedWithWhatIsDeclared) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x"), y = p.integer("y");
    p.part("part", {x >= kZero, y >= kOne}, [&] {
      Integer const least = x < y ? x : y;
      p.claim("not above", both(least <= x, least <= y));
      p.claim("itself", least == least);
    });
  });
  EXPECT_TRUE(std::regex_match(declaration_of(r),
                               std::regex("  part \\[2 0 0 -\\]\n    not above \\[4 4 12 [0-9a-f]{8}\\]\n  "
                                          "  = itself \\[2 2 6 [0-9a-f]{8}\\]\n")))
      << declaration_of(r);
  std::string const declared = declared_as(r);
  EXPECT_TRUE(declared.starts_with("1 parts, 2 claims, 0 cases, 6 queries, ")) << declared;
  EXPECT_EQ(miscounts(declared, r), std::vector<std::string>{});
  ASSERT_EQ(miscounts("", r).size(), 1u);
  EXPECT_TRUE(miscounts("", r)[0].starts_with(declared + " ran, and smt/laws.inc declares nothing"))
      << miscounts("", r)[0];
  auto const planted = [&](auto change) {
    auto other = r;
    change(other);
    return miscounts(declared, other).size();
  };
  auto const is_it = [](Asked const& a) { return a.what == "test, part: not above"; };
  auto const asked = [&](Report& other) {
    return std::find_if(other.asked.begin(), other.asked.end(), is_it);
  };
  EXPECT_EQ(planted([&](Report& o) { asked(o)->goal = "less"; }), 1u);       // a claim that says less
  EXPECT_EQ(planted([&](Report& o) { ++asked(o)->hypotheses; }), 1u);        // a theorem that supposes more
  EXPECT_EQ(planted([&](Report& o) { --o.parts[0].paths; }), 1u);            // a path that is left out
  EXPECT_EQ(planted([&](Report& o) { o.parts[0].claims.pop_back(); }), 1u);  // a claim that is not made
  EXPECT_EQ(planted([&](Report& o) { o.parts[0].claims[1].name = "no claim"; }), 1u);
  EXPECT_EQ(planted([&](Report& o) {
              o.parts[0].claims[0] = {"not above", 0, 4};
            }),
            1u);  // settled by evaluation alone
  EXPECT_EQ(planted([&](Report& o) { o.parts[0].cases = 3; }), 1u);
  EXPECT_EQ(planted([&](Report& o) { o.parts.clear(); }), 1u);
  EXPECT_EQ(planted([&](Report& o) { std::erase_if(o.asked, is_it); }),
            2u);  // an engine that books a claim and does not ask
}

TEST(Engine, ATautologyNeedsNoSolver) {
  auto const r = prove_one([](Proof& p) {
    Integer const x = p.integer("x");
    p.part("part", {x >= kZero}, [&] {
      p.claim("nothing", x == x);
      p.claim("something", x + kOne > kZero);
    });
  });
  ASSERT_EQ(r.parts.at(0).claims.size(), 2u);
  EXPECT_EQ(r.parts[0].claims[0].asked, 0);
  EXPECT_EQ(r.parts[0].claims[0].evaluated, 1);
  EXPECT_EQ(r.parts[0].claims[1].asked, 1);
}

TEST(Engine, ACacheBelievesOnlyWhatItsOwnerSigned) {
  namespace fs = std::filesystem;
  fs::path const folder = fs::temp_directory_path() / ("colex_cache_" + std::to_string(::getpid()));
  Cache const cache(folder, "a secret");
  std::string const key = Cache::key("z3", "(assert true)");
  Outcome outcome;
  outcome.verdict = Verdict::refuted;
  outcome.model["x"] = "1";
  cache.keep(key, outcome);
  auto const found = cache.find(key);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->outcome.verdict, Verdict::refuted);
  EXPECT_EQ(found->outcome.model.at("x"), "1");
  EXPECT_FALSE(found->earlier);                               // this run's own
  EXPECT_TRUE(Cache(folder, "a secret").find(key)->earlier);  // another run's
  EXPECT_FALSE(Cache(folder, "another secret").find(key));
  EXPECT_FALSE(Cache(folder, "").on());
  fs::path const entry = folder / key.substr(0, 2) / key.substr(2);
  std::stringstream text;
  text << std::ifstream(entry).rdbuf();
  std::string forged = text.str();
  forged.replace(forged.find("refuted"), 7, "proved");
  std::ofstream(entry) << forged;
  EXPECT_FALSE(cache.find(key));
  fs::remove_all(folder);
}

TEST(Engine, TheSecretIsItsOwnersAlone) {
  namespace fs = std::filesystem;
  fs::path const folder = fs::temp_directory_path() / ("colex_state_" + std::to_string(::getpid()));
  setenv("XDG_STATE_HOME", folder.c_str(), 1);
  std::string const secret = Cache::owners_secret();
  EXPECT_EQ(secret.size(), 64u);
  EXPECT_EQ(secret, Cache::owners_secret());
  fs::permissions(folder / "colex/cache_key", fs::perms::group_read, fs::perm_options::add);
  EXPECT_EQ(Cache::owners_secret(), "");
  fs::remove_all(folder);
  unsetenv("XDG_STATE_HOME");
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
  settings.limits.milliseconds =
      50;  // enough to see that the hypotheses hold of something, also with sanitizers
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

TEST(Engine, HashesOfPartsAreThoseOfTheWhole) {
  std::string text;
  for (int k = 0; k < 300; ++k) text += static_cast<char>(k * k % 251);
  for (std::size_t size = 0; size <= text.size(); ++size) {
    std::string_view const whole(text.data(), size);
    std::string_view const parts[] = {whole.substr(0, size / 3), whole.substr(size / 3, size / 2),
                                      whole.substr(size / 3 + whole.substr(size / 3, size / 2).size())};
    EXPECT_EQ(sha256(parts), sha256(std::string(whole)));
    EXPECT_EQ(sha256(parts), sha256_portably(parts));
  }
}

TEST(Engine, HmacIsThatOfRfc4231) {
  EXPECT_EQ(hmac_sha256("Jefe", "what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  EXPECT_EQ(hmac_sha256(std::string(20, '\x0b'), "Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  EXPECT_EQ(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Engine, TheHashOfAScriptSeesThroughOrderAndSharing) {
  auto const base = Cache::hash("(declare-fun x () Int)(assert (= (+ x 1) (* x 2)))");
  EXPECT_EQ(base, Cache::hash("; other words\n(assert (= (* 2 x) (+ 1 x)))\n(declare-fun x () Int)"));
  EXPECT_EQ(base, Cache::hash("(declare-fun x () Int)(assert (let ((?x7 (+ x 1)) (y (* x 2))) (= ?x7 y)))"));
  EXPECT_NE(base, Cache::hash("(declare-fun x () Int)(assert (= (+ x 1) (* x 3)))"));
  EXPECT_NE(base, Cache::hash("(declare-fun x () Int)(assert (not (= (+ x 1) (* x 2))))"));
  EXPECT_NE(Cache::hash("(assert (< x y))"), Cache::hash("(assert (< y x))"));
  EXPECT_NE(Cache::hash("(assert (let ((a x)) (< a y)))"), Cache::hash("(assert (let ((a y)) (< a x)))"));
  EXPECT_EQ(Cache::hash("(assert (let ((a x)) (< (let ((a y)) a) a)))"), Cache::hash("(assert (< y x))"));
  // strings are atoms, whatever is in them
  EXPECT_EQ(Cache::hash(R"x((assert (= s "a ; (b")))x"), Cache::hash(R"x((assert   (= "a ; (b" s)))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "1 1")))x"), Cache::hash(R"x((assert (= s "1  1")))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "(1")))x"), Cache::hash(R"x((assert (= s "(1)")))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "+ 1 2")))x"), Cache::hash(R"x((assert (= s "+ 2 1")))x"));
  EXPECT_NE(Cache::hash(R"x((assert (= s "a"" b")))x"), Cache::hash(R"x((assert (= s "a""b")))x"));
  EXPECT_EQ(Cache::hash("(assert (= (bvxor a b) c))"), Cache::hash("(assert (= c (bvxor b a)))"));
  EXPECT_NE(Cache::hash("(assert (= (bvsub a b) c))"), Cache::hash("(assert (= (bvsub b a) c))"));
}

/// As Z3 writes a large term: each let in the body of the one before. Names copied at each would need gigabytes.
TEST(Engine, TheHashOfManyNestedLetsNeedsNoCopies) {
  int const lets = 15000;
  std::string script = "(assert ";
  for (int k = 0; k < lets; ++k) {
    std::string const name = "a" + std::to_string(k), before = k == 0 ? "x" : "a" + std::to_string(k - 1);
    script += "(let ((" + name + " (- " + before + " y))) ";
  }
  script += "(< a" + std::to_string(lets - 1) + " a7)" + std::string(lets + 1, ')');
  auto const begun = std::clock();
  EXPECT_EQ(Cache::hash(script).size(), 64u);
  EXPECT_LT(static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC, 5);
}

TEST(Engine, AProcessThatCrashesOrHangsTakesNoOtherWithIt) {
  Children children;
  children.jobs = 2;
  children.passing = 6;
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
  EXPECT_NE(ended[3].fault.find("after 6 s"), std::string::npos) << ended[3].fault;
  EXPECT_EQ(ended[3].answer, "");
}

TEST(Engine, OneThatComputesTooLongIsATimeout) {
  Children children;
  children.seconds = 1, children.passing = 0;  // however long that is by the clock
  children.work = [](std::size_t, auto const&) -> std::string {
    while (std::clock() != -2) {
    }
    return "";
  };
  Ended ended;
  children.on_end = [&](std::size_t, Ended const& e) { ended = e; };
  children.run(1);
  EXPECT_TRUE(ended.timeout);
  EXPECT_EQ(ended.fault, "not finished within 1 s of processor time");
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
