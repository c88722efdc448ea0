// SPDX-License-Identifier: MIT
// Do the obligations notice a wrong index function? Every operation of the copy kernel's index functions,
// replaced one at a time, must be refuted by some obligation of some config.
#include <gtest/gtest.h>

#include <algorithm>

#include "copy/copy_obligations.hpp"
#include "lemmas/division.hpp"

namespace colex::gpu {

TEST(CopyObligations, EveryMutantOfTheIndexFunctionsIsRefuted) {
  sym::Settings settings;
  settings.second_solver = false;
  sym::Book book(settings);
  sym::Lemmas const lemmas(book);
  sym::Report report;
  for (auto const& o : CopyObligations<CopyUnpadF32>::all()) {
    sym::Proof proof(lemmas, settings, report);
    o.prove(proof);
  }
  EXPECT_EQ(report.z3, sym::Verdict::proved);
  for (char const* step : {"grid_blocks", "first_element", "run_length"}) {
    ASSERT_TRUE(report.mutants.contains(step)) << step;
    EXPECT_GE(report.mutants.at(step).size(), 2u) << step;
    for (std::size_t k = 0; k < report.mutants.at(step).size(); ++k)
      EXPECT_TRUE(report.mutants.at(step)[k]) << step << ", operation " << k + 1;
  }
  // required_elements() may ask for too much and be safe; asking for less must be noticed
  auto const& needed = report.mutants.at("required_elements");
  EXPECT_GE(std::count(needed.begin(), needed.end(), true), 3);
}

}  // namespace colex::gpu
