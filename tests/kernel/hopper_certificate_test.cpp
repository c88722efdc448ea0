// SPDX-License-Identifier: MIT
// The finite obligations of the Hopper GEMM and the checker's simulation hold for what is shipped, and reject
// what is not right, each for its own reason.
#include <gtest/gtest.h>

#include <set>

#include "certificate/certificate.hpp"
#include "hopper/hopper_obligations.hpp"
#include "hopper/hopper_proof.hpp"

namespace colex::gpu::hopper {
namespace {

using Json = nlohmann::ordered_json;
using Shipped = GemmConfig<Element::bf16, Major::k, Major::line, medium>;

template <class Config>
std::set<std::string> violated() {
  std::set<std::string> ids;
  for (auto const& obligation : finite_obligations(hopper_numbers_of<Config>()))
    if (std::string(obligation.id) != "O6" && !obligation.holds()) ids.insert(obligation.id);
  return ids;
}

struct HalfTheStride : Shipped::B {
  static constexpr std::int64_t stride_offset = Shipped::B::stride_offset / 2;
};
struct OtherB : Shipped {
  using B = HalfTheStride;
};
struct StepTooFar : Shipped::WarpgroupA {
  static constexpr std::int64_t step_offset = 64;
};
struct OtherA : Shipped {
  using WarpgroupA = StepTooFar;
};
struct LessMemory : Shipped {
  static constexpr int shared_bytes = Shipped::shared_bytes - 128;
};
struct OneWarpgroup : Shipped {
  static constexpr int consumers = 1;
};
struct FewerBytes : Shipped {
  static constexpr int stage_bytes = Shipped::stage_bytes - 1024;
};

/// Boxes a row short, and as many bytes awaited.
struct ShortBoxes : Shipped::A {
  static constexpr std::uint32_t rows_of_box(std::int64_t lines) {
    return lines < 9 ? 8 : Shipped::A::rows_of_box(lines - 1);
  }
};
struct OtherBoxes : Shipped {
  using A = ShortBoxes;
};

TEST(HopperObligations, hold_for_a_shipped_config) { EXPECT_TRUE(violated<Shipped>().empty()); }

TEST(HopperObligations, name_what_is_wrong) {
  EXPECT_EQ(violated<OtherB>(), std::set<std::string>{"O5.layout"});
  EXPECT_TRUE(violated<OtherA>().contains("O5.layout"));
  EXPECT_EQ(violated<LessMemory>(), std::set<std::string>{"O5.memory"});
  EXPECT_EQ(violated<OneWarpgroup>(), std::set<std::string>{"O8"});
  EXPECT_TRUE(violated<FewerBytes>().contains("O2"));
  EXPECT_EQ(violated<OtherBoxes>(), (std::set<std::string>{"O2", "O2.lines"}));
}

TEST(HopperMachineCode, is_recorded_of_every_shipped_config) {
  for (auto const& config : hopper_proof.configs()) {
    auto const codes = machine_code_of("hopper_gemm", config);
    ASSERT_EQ(codes.size(), 1u) << config << ": run tools/certify";
    EXPECT_EQ(codes[0].at("target"), "sm_90a");
  }
}

std::vector<std::string> problems_of(Json const& parameters) {
  std::vector<std::string> problems;
  simulate_hopper(parameters, problems);
  return problems;
}

TEST(HopperChecker, accepts_every_shipped_config) {
  EXPECT_EQ(hopper_proof.configs().size(), 50u);
  for (auto const& config : hopper_proof.configs()) {
    auto const problems = problems_of(hopper_proof.describe(config));
    EXPECT_TRUE(problems.empty()) << config << ": " << problems.front();
  }
}

TEST(HopperChecker, finds_what_is_wrong) {
  auto const expect = [](char const* config, char const* what, auto edit) {
    Json parameters = hopper_proof.describe(config);
    edit(parameters);
    auto const problems = problems_of(parameters);
    ASSERT_FALSE(problems.empty()) << what;
    EXPECT_NE(problems.front().find(what), std::string::npos) << problems.front();
  };
  char const* const kk = "hopper_bf16_kk_large";
  char const* const mn = "hopper_f16_mn_small";
  expect(kk, "and read at", [](Json& p) { p["a"]["stride_bytes"] = 512; });
  expect(kk, "and read at", [](Json& p) { p["b"]["step_bytes"] = 64; });
  expect(mn, "and read at", [](Json& p) { p["b"]["leading_bytes"] = 4096; });
  expect(mn, "inconsistent", [](Json& p) { p["a"]["box"] = {64, 32}; });
  expect(kk, "inconsistent", [](Json& p) { p["threads"] = 256; });
  expect(kk, "a stage is not", [](Json& p) { p["stage_bytes"] = 47 * 1024; });
  expect(kk, "do not fit", [](Json& p) { p["stages"] = 5; });
  expect(kk, "wgmma leaves", [](Json& p) { p["held"] = p["stored"]; });
  expect(kk, "stores value", [](Json& p) { p["stored"] = p["held"]; });
}

}  // namespace
}  // namespace colex::gpu::hopper
