// SPDX-License-Identifier: MIT
// The queries of certificates: of every way that a path does not take, and that the paths are all there are; and what is
// supposed late contradicts nothing.
#include <gtest/gtest.h>

#include <sstream>

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

}  // namespace
}  // namespace colex::gpu
