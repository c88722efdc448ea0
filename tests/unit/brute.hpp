// SPDX-License-Identifier: MIT
// Tables that grow, for tests that build theirs bit by bit; the answers are the census's.
#pragma once

#include <vector>

#include "../../oracle/truth.hpp"

namespace brute {

using colex::truth::Int;
using Table = std::vector<Int>;

inline Table table(colex::Layout<Int> const& layout) {
  auto const t = colex::truth::table(layout);
  return {t.begin(), t.end()};
}
inline bool is_layout(Table const& f) {
  colex::truth::Table t;
  for (Int const v : f) t.push(v);
  return colex::truth::is_layout(t);
}
inline colex::Layout<Int> make(std::vector<colex::Mode<Int>> const& modes) {
  colex::List<colex::Mode<Int>> list;
  for (auto const& m : modes) list.push(m);
  return colex::flat(list);
}

}  // namespace brute
