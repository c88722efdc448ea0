// SPDX-License-Identifier: MIT
// Reading a counterexample back into the shipped 64-bit code.
#pragma once

#include <cstdlib>
#include <string>

#include "colex/layout.hpp"
#include "sym/verdict.hpp"

namespace colex::sym {

/// The value of a symbol; 0 when the model leaves it open. Z3 prints -3 as (- 3).
inline std::int64_t value(Model const& m, std::string const& symbol) {
  auto const at = m.find(symbol);
  if (at == m.end()) return 0;
  return at->second.starts_with("(- ") ? -std::atoll(at->second.c_str() + 3) : std::atoll(at->second.c_str());
}

/// The text form of a layout of one mode.
inline std::string text(Layout<std::int64_t> const& layout) {
  std::string shape, stride;
  for (auto const& m : layout.leaves) {
    shape += (shape.empty() ? "" : ",") + std::to_string(m.shape);
    stride += (stride.empty() ? "" : ",") + std::to_string(m.stride);
  }
  bool const one = layout.profile.is_leaf({});
  return one ? shape + ":" + stride : "(" + shape + "):(" + stride + ")";
}

}  // namespace colex::sym
