// SPDX-License-Identifier: MIT
// The GEMM part of the certificate checker accepts every shipped config's parameters, and no spoilt ones.
#include <gtest/gtest.h>

#include <set>

#include "gemm/gemm_numbers.hpp"
#include "gemm/gemm_obligations.hpp"
#include "gemm/gemm_proof.hpp"

namespace colex::gpu {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> problems_of(Json const& parameters) {
  std::vector<std::string> problems;
  simulate_gemm(parameters, problems);
  return problems;
}

TEST(GemmCertificate, every_config_holds_under_enumeration) {
  EXPECT_GE(gemm_proof.configs().size(), 20u);
  for (auto const& config : gemm_proof.configs()) {
    auto const problems = problems_of(gemm_proof.describe(config));
    EXPECT_TRUE(problems.empty()) << config << ": " << problems.front();
  }
}

TEST(GemmCertificate, spoilt_parameters_do_not) {
  auto const refused = [](char const* what, auto edit) {
    Json parameters = gemm_proof.describe("gemm_mfma_bf16_f32");
    edit(parameters);
    EXPECT_FALSE(problems_of(parameters).empty()) << what;
  };
  auto const swap = [](Json& text, std::string const& old, std::string const& by) {
    std::string s = text;
    ASSERT_NE(s.find(old), s.npos) << s;
    text = s.replace(s.find(old), old.size(), by);
  };
  refused("a swizzle that moves single elements", [](Json& p) { p["a"]["swizzle"] = {2, 0, 6}; });
  refused("a swizzle downwards", [](Json& p) { p["b"]["swizzle"] = {3, 3, -9}; });
  refused("rows that overlap in shared memory", [&](Json& p) { swap(p["a"]["shared"], "(32,1)", "(31,1)"); });
  refused("a copy that skips an element",
          [](Json& p) { p["a"]["copy_along_k"] = "(256,(8,2)):(8,(1,1024))"; });
  refused("wider reads than runs", [](Json& p) { p["a"]["read"] = 16; });
  refused("another order of K in A's layout alone",
          [&](Json& p) { p["a"]["thread_value_group"] = p["b"]["thread_value_group"]; });
  refused("another atom", [](Json& p) { p["atom_a"] = "((32,2),4):((1,128),32)"; });
  refused("accumulators of the f64 atom", [](Json& p) { p["atom_c"] = "((16,4),4):((16,1),4)"; });
  refused("more threads", [](Json& p) { p["threads"] = 512; });
  refused("a smaller tile on paper", [](Json& p) { p["tile"][0] = 64; });
}

TEST(GemmCertificate, spoilt_orders_of_preshuffled_b_do_not_hold) {
  auto const refused = [](char const* what, char const* key, Json const& value) {
    Json parameters = gemm_proof.describe("gemm_mfma_bf16_f32_preshuffled");
    ASSERT_TRUE(problems_of(parameters).empty());
    ASSERT_TRUE(parameters["b"].contains(key) && parameters["b"][key] != value) << what;
    parameters["b"][key] = value;
    EXPECT_FALSE(problems_of(parameters).empty()) << what;
  };
  // The right one is (8,(16,4,2),4,1):(128,(1,1024,16),32,0).
  refused("an element that is there twice", "shuffled", "(8,(16,4,2),4):(128,(1,1024,16),16)");
  refused("an element outside the tile", "shuffled", "(8,(16,4,2),4):(128,(1,1024,16),64)");
  refused("half a tile", "shuffled", "(8,(16,4,2),2):(128,(1,1024,16),32)");
  refused("runs along N", "shuffled", "(8,(16,4,2),4):(1,(128,2048,8),16)");
  refused("wider reads than runs", "read", 16);
  refused("the fragments of A", "thread_value_group",
          gemm_proof.describe("gemm_mfma_bf16_f32_preshuffled")["a"]["thread_value_group"]);
}

TEST(GemmCertificate, spoilt_scales_do_not_hold) {
  auto const refused = [](char const* what, auto edit) {
    for (char const* config : {"gemm_mfma_mxfp8_bf16_direct", "gemm_mfma_mxfp4_bf16_direct"}) {
      Json parameters = gemm_proof.describe(config);
      ASSERT_TRUE(problems_of(parameters).empty());
      edit(parameters);
      EXPECT_FALSE(problems_of(parameters).empty()) << config << ": " << what;
    }
  };
  // The right layout is ((32,2),1):((1,32),0).
  refused("a lane's row is another lane's", [](Json& p) { p["scales"]["layout"] = "((2,32),1):((32,1),0)"; });
  refused("both groups hold one block", [](Json& p) { p["scales"]["layout"] = "((32,2),1):((1,0),0)"; });
  refused("a block that the instruction does not have",
          [](Json& p) { p["scales"]["layout"] = "((32,2),1):((1,64),0)"; });
  refused("more blocks of K", [](Json& p) { p["scales"]["block"] = p["scales"]["block"].get<int>() / 2; });
  EXPECT_FALSE(gemm_proof.describe("gemm_mfma_e4m3_bf16_direct").contains("scales"));
}

std::set<std::string> violated(GemmNumbers const& config) {
  std::set<std::string> ids;
  for (auto const& obligation : gemm_layout_obligations(config))
    if (!obligation.holds()) ids.insert(obligation.id);
  return ids;
}

TEST(GemmLayouts, laws_hold_of_every_config_and_notice_other_layouts) {
  for (GemmNumbers const& config : gemm_configs()) {
    EXPECT_TRUE(violated(config).empty()) << config.name << ": " << *violated(config).begin();
    for (auto const& obligation : gemm_layout_obligations(config)) EXPECT_FALSE(obligation.law.empty());
  }
  GemmNumbers const& shipped = *find_named(gemm_configs(), "gemm_mfma_bf16_f32");
  auto const spoilt = [&](auto edit) {
    GemmNumbers numbers = shipped;
    edit(numbers);
    return violated(numbers);
  };
  using Ids = std::set<std::string>;
  auto overlapping = *shipped.a.shared.layout;
  overlapping.leaves[0].stride = 0;
  EXPECT_TRUE(spoilt([&](auto& c) { c.a.shared.layout = &overlapping; }).contains("O5.a"));
  EXPECT_EQ(spoilt([](auto& c) { c.b.shared.swizzle = {2, 0, 6}; }), (Ids{"O3.b.k", "O3.b.read"}));
  auto skips = *shipped.a.shared.copy_along_k;
  skips.leaves[0].stride = 0;
  EXPECT_TRUE(spoilt([&](auto& c) { c.a.shared.copy_along_k = &skips; }).contains("O2.a.k"));
  auto twice = *shipped.c;
  twice.leaves[0].stride = 0;
  EXPECT_EQ(spoilt([&](auto& c) { c.c = &twice; }), Ids{"O8.c"});
  EXPECT_EQ(spoilt([](auto& c) { c.a.read *= 2; }), Ids{"O3.a.read"});
  EXPECT_TRUE(spoilt([&](auto& c) { c.b.thread_value_group = &twice; }).contains("O8.b"));
  EXPECT_EQ(spoilt([](auto& c) { c.tile[2] = 0; }), Ids{"O1.k"});
}

/// Proves the obligations, and wants each operation of the functions named, replaced, to be refuted.
sym::Report refute_every_mutant(std::vector<Obligation> const& obligations,
                                std::initializer_list<char const*> steps) {
  sym::Settings settings;
  settings.second_solver = false;
  sym::Book book(settings);
  sym::Lemmas const lemmas(book);
  sym::Report report;
  for (auto const& obligation : obligations) {
    sym::Proof proof(lemmas, settings, report);
    obligation.prove(proof);
  }
  EXPECT_TRUE(report.green());
  for (char const* step : steps) {
    auto const& refuted = report.mutants[step];
    EXPECT_FALSE(refuted.empty()) << step;
    for (std::size_t k = 0; k < refuted.size(); ++k)
      EXPECT_TRUE(refuted[k]) << step << ", operation " << k + 1;
  }
  return report;
}

/// Tile orders, preshuffled tiles and the bound of loads, of the functions that the kernel runs.
TEST(GemmObligations, notice_every_mutant_of_orders_and_tiles) {
  std::set<std::string> const asked{"O1.hilbert", "O1.chiplets", "O1.shuffle", "O4.bounded", "O6.ring"};
  auto obligations = gemm_obligations({32, 32, 16});
  std::erase_if(obligations, [&](Obligation const& obligation) { return !asked.contains(obligation.id); });
  EXPECT_EQ(obligations.size(), 5u);
  auto report = refute_every_mutant(
      obligations, {"hilbert_part", "within", "at", "hilbert_line", "xcd_remap", "shuffled_tile",
                    "shuffled_work", "bounded_elements", "ring_stage", "ring_under_way"});
  EXPECT_GE(report.mutants["hilbert_part"].size(), 15u);
}

/// Likewise of scales, which only scaled configs have.
TEST(GemmObligations, notice_every_mutant_of_scales) {
  refute_every_mutant(scale_obligations({256, 256, 64, 8, 8, 32}),
                      {"scale_columns", "scale_column", "scales_ahead", "scales_under_way"});
  EXPECT_EQ(gemm_obligations({256, 256, 64}).size() + 3, gemm_obligations({256, 256, 64, 8, 8, 32}).size());
}

}  // namespace
}  // namespace colex::gpu
