// SPDX-License-Identifier: MIT
// The checker's own formulas: each kernel family that solvers prove something of has some, they hold for every config, what
// they suppose can be, and wrong parameters refute some of them.
#include <gtest/gtest.h>

#include <map>

#include "certificate/certificate.hpp"
#include "kernels.hpp"

namespace colex::gpu {
namespace {

using Json = nlohmann::ordered_json;

/// What cvc5 says of each script: the same one is decided once.
std::map<std::string, std::string> decided(std::map<std::string, std::string> const& script_of) {
  std::vector<std::string> scripts, ids;
  for (auto const& [script, id] : script_of) scripts.push_back(script), ids.push_back(id);
  auto const said = decided_by_cvc5(scripts);
  std::map<std::string, std::string> answers;
  for (std::size_t k = 0; k < scripts.size(); ++k) answers[ids[k] + "\n" + scripts[k]] = said.at(k);
  return answers;
}

/// The scripts of all configs of a family, and what each is about.
std::map<std::string, std::string> scripts_of(KernelProof const& kernel) {
  std::map<std::string, std::string> all;
  if (kernel.restate == nullptr) return all;
  for (auto const& config : kernel.configs())
    for (auto const& [id, script] : kernel.restate(kernel.describe(config))) all[script] = id;
  return all;
}

TEST(Restated, every_family_with_queries_has_formulas_and_they_hold) {
  for (KernelProof const* kernel : kernel_proofs()) {
    EXPECT_EQ(kernel->restate == nullptr, kernel->claims(kernel->configs().front()).obligations.empty())
        << kernel->kernel;
    auto const all = scripts_of(*kernel);
    if (kernel->restate != nullptr) {
      EXPECT_GE(all.size(), 2u) << kernel->kernel;
    }
    for (auto const& [script, said] : decided(all))
      EXPECT_EQ(said, "unsat") << kernel->kernel << ": " << script;
    std::cout << kernel->kernel << ": " << all.size() << " formulas\n";
  }
}

/// Without its goal a script asks whether what it supposes can be; a solver may not know, but may not say no.
TEST(Restated, what_they_suppose_can_be) {
  for (KernelProof const* kernel : kernel_proofs()) {
    std::map<std::string, std::string> supposed;
    for (auto [script, id] : scripts_of(*kernel)) {
      auto const goal = script.rfind("(assert (not "), question = script.rfind("(check-sat)");
      ASSERT_TRUE(goal < question && question != script.npos) << script;
      supposed[script.substr(0, goal) + "(check-sat)\n"] = id;
    }
    for (auto const& [script, said] : decided(supposed))
      EXPECT_EQ(said, "sat") << kernel->kernel << ": " << script;
  }
}

/// Each family's first config with one parameter wrong: some formula is refuted.
TEST(Restated, wrong_parameters_refute_them) {
  struct Wrong {
    char const *config, *parameter;
    Json value;
  };
  for (auto const& [config, parameter, value] : {Wrong{"transpose_b32", "/word_elements", 3},
                                                 Wrong{"hopper_bf16_kk_64x128", "/tile/2", 3'000'000'000}}) {
    KernelProof const& kernel = *kernel_of(config, kernel_proofs());
    Json parameters = kernel.describe(config);
    parameters.at(Json::json_pointer(parameter)) = value;
    std::map<std::string, std::string> all;
    for (auto const& [id, script] : kernel.restate(parameters)) all[script] = id;
    int refuted = 0;
    for (auto const& [script, said] : decided(all)) refuted += said == "sat";
    EXPECT_GE(refuted, 1) << config << " with " << parameter << " " << value;
  }
}

}  // namespace
}  // namespace colex::gpu
