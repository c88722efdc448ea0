// SPDX-License-Identifier: MIT
// The derivation of an answer or of a refusal, step by step: the shipped steps of the algebra, folded here once more
// with a sentence and the numbers for each.
//
//   explain("complement", {8:2, 32}, {}).steps[0].text
//       "mode 8:2: the reach 1 divides the stride 2, so the gap is 2:1; the reach is now 16"
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "operations/table.hpp"

namespace colex::cli {

struct ExplainedStep {
  std::string text{};
  Json data{};  ///< {"rule": ..., and its numbers}
};

struct Explanation {
  std::string question{};
  std::vector<ExplainedStep> steps{};
  std::string answer{};  ///< the operation's, or its refusal
  bool holds = true;     ///< neither refused nor "no"
};

/// Throws InputError for an operation without a derivation, and what perform() throws for wrong input.
Explanation explain(std::string const& operation, std::vector<Argument> const& arguments, Flags const& flags);

/// "coalesce, complement, ..."
std::string explained_operations();

std::string to_text(Explanation const& e);
Json to_json(Explanation const& e);

}  // namespace colex::cli
