// SPDX-License-Identifier: MIT
// The permute kernel's finite obligations and the checker's simulation reject wrong configs, each for its own
// reason.
#include <gtest/gtest.h>

#include <set>

#include "permute/permute_obligations.hpp"
#include "permute/permute_proof.hpp"

namespace colex::gpu {
namespace {

template <class Config>
std::set<std::string> violated() {
  std::set<std::string> ids;
  for (auto const& obligation : permute_finite_obligations(permute_places<Config>()))
    if (!obligation.holds()) ids.insert(obligation.id);
  return ids;
}

struct NoSwizzle : TransposeF32 {
  static constexpr Swizzle swizzle{0, 0, 0};
};
struct SplitRuns : TransposeF32 {
  static constexpr Swizzle swizzle{3, 1, 6};  // moves pairs: runs of 4 come apart
};
struct LeavesTile : TransposeF32 {
  static constexpr Swizzle swizzle{3, 10, -6};  // XORs into bits beyond the tile
};
struct TooFewThreads : TransposeF32 {
  static constexpr int threads = 192;  // 256 squares
};

TEST(PermuteObligations, hold_for_the_shipped_configs) {
  EXPECT_TRUE(violated<TransposeF32>().empty());
  EXPECT_TRUE(violated<TransposeI8>().empty());
}

TEST(PermuteObligations, name_what_is_wrong) {
  EXPECT_EQ(violated<NoSwizzle>(), (std::set<std::string>{"O7.gfx942", "O7.gfx90a", "O7.gfx950", "O7.sm90"}));
  EXPECT_TRUE(violated<SplitRuns>().contains("O5"));
  EXPECT_TRUE(violated<LeavesTile>().contains("O5"));
  EXPECT_TRUE(violated<TooFewThreads>().contains("O2"));
}

/// What the checker says of these parameters.
std::string said(nlohmann::ordered_json const& changes) {
  auto parameters = permute_proof.describe("permute3_f32");
  parameters.update(changes);
  std::vector<std::string> problems;
  simulate_permute(parameters, problems);
  std::string all;
  for (auto const& problem : problems) all += problem + "\n";
  return all;
}

TEST(PermuteChecker, simulates_the_shipped_parameters_without_complaint) {
  EXPECT_EQ(said({{"rank", 3}}), "");
}

TEST(PermuteChecker, finds_what_is_wrong) {
  auto const expect = [](nlohmann::ordered_json const& changes, char const* what) {
    EXPECT_NE(said(changes).find(what), std::string::npos) << changes << " gives: " << said(changes);
  };
  expect({{"swizzle", {0, 0, 0}}}, "bank conflict");
  expect({{"narrow_swizzle", {0, 0, 0}}}, "bank conflict");
  expect({{"swizzle", {3, 1, 6}}}, "the tile");
  expect({{"vector_elements", 3}}, "inconsistent");
  expect({{"rank", 7}}, "inconsistent");
  expect({{"swizzle", {62, 10, 6}}}, "inconsistent");
}

}  // namespace
}  // namespace colex::gpu
