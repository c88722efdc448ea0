// SPDX-License-Identifier: MIT
// What refuted claims share: reading a counterexample back into the shipped 64-bit code, and a layout to claim things of.
#pragma once

#include <cstdlib>
#include <string>

#include "colex/structure.hpp"
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

/// (2,2):(d0,d1)
template <Number Int>
Layout<Int> square(Int const& d0, Int const& d1) {
  return join(leaf(Mode<Int>{Int(2), d0}), leaf(Mode<Int>{Int(2), d1}));
}

}  // namespace colex::sym
