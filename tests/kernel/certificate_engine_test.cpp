// SPDX-License-Identifier: MIT
// The queries of certificates: of every way that a path does not take, and that the paths are all there are; what is
// supposed late contradicts nothing; and obligations that are laws say no where the law's hypothesis does not hold.
#include <gtest/gtest.h>

#include <sstream>

#include "certificate/by_law.hpp"
#include "certificate/queries.hpp"

namespace colex::gpu {
namespace {

using Json = nlohmann::ordered_json;
using sym::Integer;

/// What is said of an obligation: the names of its queries, and each solver's verdict.
struct Said {
  std::string queries, z3, cvc5;
};
Said said_of(char const* name, std::function<void(sym::Proof&)> const& prove) {
  KernelProof const kernel{name, nullptr, nullptr, nullptr, nullptr};
  Claims claims;
  claims.subject = name;
  claims.obligations.push_back({"O", name, prove});
  Json const queries = queries_of(kernel, claims);
  std::ostringstream progress;
  sym::Settings settings;
  settings.mutants = false;
  Json const verdicts = verdicts_on(kernel, name, claims, queries, settings, progress);
  Said said;
  for (auto const& query : queries.at("obligations")[0])
    said.queries += std::string(query.at("claim")) + "\n";
  said.z3 = verdicts[0].at("z3"), said.cvc5 = verdicts[0].at("cvc5");
  return said;
}

TEST(CertificateEngine, asks_of_every_way) {
  auto const said = said_of("magnitude", [](sym::Proof& p) {
    Integer const x = p.integer("x");
    p.part("of all", {}, [&] {
      Integer const size = x >= Integer(0) ? x : Integer(0) - x;
      p.claim("at least 0", size >= Integer(0));
    });
    p.part("of some", {x >= Integer(3)}, [&] {
      Integer const size = x >= Integer(0) ? x : Integer(0) - x;
      p.claim("at least 3", size >= Integer(3));
    });
  });
  EXPECT_NE(said.queries.find("of all: the paths cover the hypotheses"), std::string::npos) << said.queries;
  EXPECT_NE(said.queries.find("of some: a way not taken"), std::string::npos) << said.queries;
  EXPECT_EQ(said.z3, "proved");
  EXPECT_EQ(said.cvc5, "proved");
}

TEST(CertificateEngine, notices_a_contradiction_after_the_first_claim) {
  auto const said = said_of("contradiction", [](sym::Proof& p) {
    Integer const x = p.integer("x");
    p.part("late", {x >= Integer(3)}, [&] {
      p.claim("true", x >= Integer(2));
      p.suppose(x <= Integer(2));
      p.claim("false", x >= Integer(1000));
    });
  });
  EXPECT_EQ(said.z3, "vacuous") << said.queries;
}

TEST(CertificateEngine, notices_a_false_claim) {
  auto const said = said_of("falsehood", [](sym::Proof& p) {
    Integer const x = p.integer("x");
    p.part("all", {x >= Integer(3)}, [&] { p.claim("false", x >= Integer(4)); });
  });
  EXPECT_EQ(said.z3, "refuted");
  EXPECT_EQ(said.cvc5, "refuted");
}

AnyLayout plain(char const* text) { return any(layout(text)); }
AnyLayout swizzled(int bits, int base, int shift, char const* text) {
  return any(ComposedLayout{{bits, base, shift}, 0, layout(text)});
}

TEST(ByLaw, names_the_law_and_its_layouts) {
  auto const dealt = covered_once("O2", "", plain("((4,8),2):((16,1),8)"), 64);
  EXPECT_EQ(dealt.law, "tv_layouts_cover_once");
  EXPECT_EQ(dealt.layouts, std::vector<std::string>{"((4,8),2):((16,1),8)"});
  auto const moved = covered_once("O5", "", swizzled(3, 2, 6, "(64,64):(64,1)"), 4096);
  EXPECT_EQ(moved.law, "any_layouts_are_exact");
  EXPECT_EQ(moved.layouts, std::vector<std::string>{"Sw<3,2,6> o 0 o (64,64):(64,1)"});
  EXPECT_EQ(covered_by("O2", "", 10, 4).layouts, (std::vector<std::string>{"10:1", "4:1"}));
}

TEST(ByLaw, decides_what_the_law_asks) {
  auto const covered = [](AnyLayout const& l, std::int64_t points) {
    return covered_once("", "", l, points).holds();
  };
  EXPECT_TRUE(covered(plain("((4,8),2):((16,1),8)"), 64));
  EXPECT_FALSE(covered(plain("((4,8),2):((16,1),4)"), 64));  // twice
  EXPECT_FALSE(covered(plain("((4,8),2):((16,1),8)"), 65));  // one is left out
  EXPECT_TRUE(covered(swizzled(3, 2, 6, "(64,64):(64,1)"), 4096));
  EXPECT_FALSE(covered(swizzled(3, 10, -6, "(64,64):(64,1)"), 4096));  // out of the tile
  auto const apart = [](char const* text, std::int64_t room) {
    return kept_apart("", "", layout(text), room).holds();
  };
  EXPECT_TRUE(apart("(8,4):(1,9)", 35));
  EXPECT_FALSE(apart("(8,4):(1,9)", 34));
  EXPECT_FALSE(apart("(8,4):(1,7)", 35));
  EXPECT_FALSE(apart("(8,4):(1,-9)", 35));
  auto const whole = [](AnyLayout const& l) { return comes_in_vectors("", "", l, 4).holds(); };
  EXPECT_TRUE(whole(plain("(8,4):(1,12)")));
  EXPECT_FALSE(whole(plain("(8,4):(1,10)")));
  EXPECT_FALSE(whole(plain("(8,4):(2,16)")));
  EXPECT_TRUE(whole(swizzled(3, 2, 6, "(64,64):(64,1)")));
  EXPECT_FALSE(whole(swizzled(3, 1, 6, "(64,64):(64,1)")));  // vectors whole, their elements out of order
  EXPECT_TRUE(multiples_of("", "", 4, {plain("(8,4):(4,16)")}).holds());
  EXPECT_FALSE(multiples_of("", "", 4, {plain("(8,4):(4,16)"), plain("(8,4):(4,2)")}).holds());
  EXPECT_TRUE(covered_by("", "", 10, 4).holds());
  auto const runs = [](char const* text, std::int64_t n) {
    return runs_in_vectors("", "", layout(text), n).holds();
  };
  EXPECT_TRUE(runs("(8,4):(1,12)", 4));
  EXPECT_FALSE(runs("(8,4):(1,10)", 4));
  EXPECT_FALSE(runs("(6,4):(1,8)", 4));  // a run of 6
  EXPECT_FALSE(runs("(2,8):(8,1)", 2));  // vectors whole, and not along mode 0
  EXPECT_TRUE(runs("(2,8):(8,1)", 1));
  auto const within = [](char const* text, std::int64_t room) {
    return kept_within("", "", layout(text), room).holds();
  };
  EXPECT_TRUE(within("(8,4):(1,7)", 29));
  EXPECT_FALSE(within("(8,4):(1,7)", 28));
  EXPECT_FALSE(within("(8,4):(1,-7)", 29));
  auto const words = [](char const* text, std::int64_t tile, std::int64_t reach) {
    return shifted("", "", layout(text), tile, reach).holds();
  };
  EXPECT_TRUE(words("16:4", 64, 8));
  EXPECT_FALSE(words("16:4", 60, 8));  // a word across the end of the tile
  EXPECT_FALSE(words("16:8", 64, 8));  // words that do not follow each other
  EXPECT_FALSE(words("16:4", 64, 6));  // a reach of no words
  EXPECT_TRUE(misaligned_alike("", "", 4, {plain("2:8"), plain("2:64")}).holds());
  EXPECT_FALSE(misaligned_alike("", "", 4, {plain("2:8"), plain("2:6")}).holds());
  EXPECT_TRUE(ragged("", "", 1).holds());
  EXPECT_FALSE(ragged("", "", 0).holds());
}

}  // namespace
}  // namespace colex::gpu
