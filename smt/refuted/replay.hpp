// SPDX-License-Identifier: MIT
// What refuted claims share: reading a counterexample back into the shipped 64-bit code, and a layout to claim things of.
#pragma once

#include <cstdlib>
#include <string>

#include "colex/structure.hpp"
#include "colex/write.hpp"
#include "sym/verdict.hpp"

namespace colex::sym {

/// The value of a symbol; 0 when the model leaves it open. Z3 prints -3 as (- 3).
inline std::int64_t value(Model const& m, std::string const& symbol) {
  auto const at = m.find(symbol);
  if (at == m.end()) return 0;
  return at->second.starts_with("(- ") ? -std::atoll(at->second.c_str() + 3) : std::atoll(at->second.c_str());
}

/// The words, numbers and layouts, one after the other.
template <class... Parts>
std::string says(Parts const&... parts) {
  std::string r;
  detail::write_all(r, parts...);
  return r;
}

/// (s0,s1):(d0,d1)
template <Number Int>
Layout<Int> two_modes(Int const& s0, Int const& d0, Int const& s1, Int const& d1) {
  return join(leaf(Mode<Int>{s0, d0}), leaf(Mode<Int>{s1, d1}));
}
/// (2,2):(d0,d1)
template <Number Int>
Layout<Int> square(Int const& d0, Int const& d1) {
  return two_modes(Int(2), d0, Int(2), d1);
}

}  // namespace colex::sym
