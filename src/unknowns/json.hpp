// SPDX-License-Identifier: MIT
// Answers with unknowns as JSON, for programs; docs/questions.md has the keys.
#pragma once

#include <nlohmann/json.hpp>

#include "unknowns/for_which.hpp"
#include "unknowns/law.hpp"

namespace colex::unknowns {

nlohmann::ordered_json to_json(Table const& table);
nlohmann::ordered_json to_json(Weakest const& condition, std::vector<std::string> const& names);
nlohmann::ordered_json to_json(std::vector<Instance> const& all, LawOptions const& options);

}  // namespace colex::unknowns
