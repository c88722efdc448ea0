// SPDX-License-Identifier: MIT
// Layouts as text, for counterexamples: (4,(2,3)):(2,(1,8)), and shell commands that show them.
#pragma once

#include <string>
#include <utility>

#include "colex/layout.hpp"

namespace colex::props {

/// The subtree at `at`, each leaf written by `write`.
template <class T, class Write>
std::string tree_text(Nested<T> const& t, Place at, Write const& write) {
  if (t.profile.is_leaf(at)) return std::to_string(write(t.leaves[at.leaf]));
  std::string r = "(";
  Place child = t.profile.first(at);
  for (int k = 0; k < t.profile.entries(at); ++k, child = t.profile.past(child)) {
    if (k > 0) r += ",";
    r += tree_text(t, child, write);
  }
  return r + ")";
}

inline std::string text(Layout<std::int64_t> const& l) {
  auto shape = [](auto const& m) { return m.shape; };
  auto stride = [](auto const& m) { return m.stride; };
  return tree_text(l, {}, shape) + ":" + tree_text(l, {}, stride);
}

inline std::string quoted(Layout<std::int64_t> const& l) { return "'" + text(l) + "'"; }

}  // namespace colex::props
