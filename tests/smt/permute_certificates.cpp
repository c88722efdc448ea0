// SPDX-License-Identifier: MIT
// What is decided of permute's layouts, and the checker's simulation of permute and transpose, reject wrong ones, each for
// its own reason.
#include <gtest/gtest.h>

#include <set>

#include "permute/permute_obligations.hpp"
#include "permute/permute_proof.hpp"
#include "transpose/transpose_proof.hpp"

namespace colex::gpu {
namespace {

std::set<std::string> violated(PermutePath const& wide, PermutePath const& narrow) {
  std::set<std::string> ids;
  for (auto const& obligation : permute_obligations(wide, narrow))
    if (!obligation.holds()) ids.insert(obligation.id);
  return ids;
}
template <class Config>
std::set<std::string> violated() {
  return violated(permute_path<Config>, permute_path<Narrow<Config>>);
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
/// TransposeF32 with other layouts.
template <class Change>
std::set<std::string> violated_with(Change change) {
  PermutePath path = permute_path<TransposeF32>;
  change(path.layouts);
  return violated(path, permute_path<Narrow<TransposeF32>>);
}

TEST(PermuteObligations, hold_for_the_shipped_configs) {
  EXPECT_TRUE(violated<TransposeF32>().empty());
  EXPECT_TRUE(violated<TransposeI8>().empty());
}

TEST(PermuteObligations, name_what_is_wrong) {
  EXPECT_EQ(violated<NoSwizzle>(), (std::set<std::string>{"O7.gfx942", "O7.gfx90a", "O7.gfx950", "O7.sm90"}));
  EXPECT_TRUE(violated<SplitRuns>().contains("O5.runs"));
  EXPECT_TRUE(violated<LeavesTile>().contains("O5.places"));
  EXPECT_TRUE(violated_with([](PermuteLayouts& l) {
                l.squares = layout("((16,12),(1,1)):((4,256),(0,0))");  // too few threads
              }).contains("O2.squares"));
  EXPECT_TRUE(violated_with([](PermuteLayouts& l) {
                l.runs = layout("((16,16),(1,4)):((256,1),(0,8))");
              }).contains("O2.runs"));
  EXPECT_TRUE(violated_with([](PermuteLayouts& l) {
                l.runs = layout("((16,16),(1,4)):((128,1),(0,16))");
              }).contains("O3.tile"));
  EXPECT_TRUE(
      violated_with([](PermuteLayouts& l) { l.kept = layout("(64,64):(64,0)"); }).contains("O5.places"));
}

/// What the checker says of a config with these parameters changed.
std::string said(nlohmann::ordered_json const& changes, KernelProof const& kernel = permute_proof,
                 char const* config = "permute3_f32") {
  auto parameters = kernel.describe(config);
  parameters.update(changes);
  std::vector<std::string> problems;
  kernel.simulate(parameters, problems);
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
  expect({{"squares", "((16,16),(1,1)):((4,64),(0,0))"}}, "another square");
  expect({{"narrow_runs", "((64,4),(1,16)):((64,1),(0,8))"}}, "another run");
  expect({{"runs", "((16,16),(1,2)):((256,1),(0,16))"}}, "other squares or runs");
  expect({{"places", "(64,64):(1,64)"}}, "elsewhere");
  expect({{"vector_elements", 3}}, "inconsistent");
  expect({{"rank", 7}}, "inconsistent");
  expect({{"swizzle", {62, 10, 6}}}, "inconsistent");
}

TEST(TransposeChecker, finds_wrong_layouts) {
  auto const expect = [](nlohmann::ordered_json const& changes, char const* what) {
    auto const all = said(changes, transpose_proof, "transpose_b32");
    EXPECT_NE(all.find(what), std::string::npos) << changes << " gives: " << all;
  };
  EXPECT_EQ(said({{"rank", 6}}, transpose_proof, "transpose_b32"), "");
  expect({{"rows", "((16,16),(1,4)):((4,64),(0,512))"}}, "of rows");   // twice
  expect({{"rows", "((16,16),(1,3)):((4,64),(0,1024))"}}, "of rows");  // not all
  expect({{"rows", "((16,16),(1,4)):((64,4),(0,1024))"}}, "of rows");  // to lanes of other lines
  expect({{"columns", "((16,16),(1,4)):((256,1),(0,8))"}}, "of columns");
  expect({{"row_places", "(4,17):(68,272)"}}, "kept elsewhere");  // no word is left out
  expect({{"row_places", "(4,16):(68,276)"}}, "other rows");
}

}  // namespace
}  // namespace colex::gpu
