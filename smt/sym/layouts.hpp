// SPDX-License-Identifier: MIT
// Layouts of symbols, as theorems write them.
//
//   any_strides({2, 3})     (2,3):(d0,d1)
//   any_mode(0)             s0:d0
//   numbers({{2, 1}})       2:1
//   alike(x, y)             the same tree, leaf by leaf the same terms
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "colex/layout.hpp"
#include "colex/result.hpp"
#include "sym/integer.hpp"

namespace colex::sym {

/// A symbol of that name and number.
inline Integer numbered(std::string const& name, std::size_t k) {
  return Integer::constant((name + std::to_string(k)).c_str());
}
inline Mode<Integer> any_mode(std::size_t k) { return {numbered("s", k), numbered("d", k)}; }

/// Modes of these extents, of any strides.
template <class Extents = std::vector<int>>
Layout<Integer> any_strides(Extents const& extents, std::string const& stride = "d") {
  List<Mode<Integer>> modes;
  for (auto const s : extents)
    modes.push({Integer(s), numbered(stride, static_cast<std::size_t>(modes.count))});
  return flat(modes);
}
/// Modes of numerals; one of them is no tuple.
inline Layout<Integer> numbers(std::vector<std::pair<int, int>> const& modes) {
  List<Mode<Integer>> r;
  for (auto const& [s, d] : modes) r.push({Integer(s), Integer(d)});
  return r.count == 1 ? leaf(r[0]) : flat(r);
}
/// The numbers, each behind `before`.
template <class Numbers>
std::string listed(Numbers const& numbers, std::string const& before = " ") {
  std::string r;
  for (auto const n : numbers) r += before + std::to_string(n);
  return r;
}

inline bool alike(Mode<Integer> const& x, Mode<Integer> const& y) {
  return identical(x.shape, y.shape) && identical(x.stride, y.stride);
}
inline bool alike(List<Mode<Integer>> const& x, List<Mode<Integer>> const& y) {
  bool all = x.count == y.count;
  for (int k = 0; all && k < x.count; ++k) all = alike(x[k], y[k]);
  return all;
}
inline bool alike(Layout<Integer> const& x, Layout<Integer> const& y) {
  return congruent(x, y) && alike(x.leaves, y.leaves);
}
/// Refused alike, or both answered and alike.
inline bool alike(Result<Layout<Integer>, Integer> const& x, Result<Layout<Integer>, Integer> const& y) {
  return x.refusal.condition == y.refusal.condition && (!x || alike(x.value, y.value));
}

}  // namespace colex::sym
