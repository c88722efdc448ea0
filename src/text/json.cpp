// SPDX-License-Identifier: MIT
#include "text/json.hpp"

#include <nlohmann/json.hpp>

namespace colex {

nlohmann::ordered_json parsed_json(std::string_view text) {
  return nlohmann::ordered_json::parse(text, nullptr, false);
}

}  // namespace colex
