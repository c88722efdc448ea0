// SPDX-License-Identifier: MIT
// How certificates write what configs are made of.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "colex/swizzle.hpp"
#include "colex/write.hpp"

namespace colex::gpu {

inline std::string described(Layout<std::int64_t> const& layout) {
  std::string text;
  write(text, layout);
  return text;
}

inline nlohmann::ordered_json described(Swizzle const& s) { return {s.bits, s.base, s.shift}; }

}  // namespace colex::gpu
