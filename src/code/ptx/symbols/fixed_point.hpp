// SPDX-License-Identifier: MIT
// An invariant over all ways through a kernel of PTX: sets that grow until nothing changes.
//
//   fixed_point<std::set<std::uint32_t>>(of, {}, [&](std::uint32_t at, auto now) { return now; })      of each instruction, when it begins
#pragma once

#include <set>
#include <vector>

#include "code/ptx/symbols/program.hpp"

namespace colex::code::ptx {

/// Puts the one set into the other; whether that has grown.
inline bool join(std::set<std::uint32_t>& to, std::set<std::uint32_t> const& from) {
  std::size_t const known = to.size();
  to.insert(from.begin(), from.end());
  return to.size() != known;
}
inline bool join(std::vector<bool>& to, std::vector<bool> const& from) {
  if (to.empty()) to.assign(from.size(), false);
  bool grows = false;
  for (std::size_t k = 0; k < from.size(); ++k)
    if (from[k] && !to[k]) grows = to[k] = true;
  return grows;
}

/// Goes through a kernel until nothing changes: `behind(at, before)` is what holds behind an instruction, sets that grow.
template <class Set, class Behind>
std::vector<Set> fixed_point(SymbolicKernel const& of, Set const& first, Behind behind) {
  auto const count = static_cast<std::uint32_t>(of.program.size());
  std::vector<Set> before(count, Set{});
  std::vector<bool> seen(count, false);
  std::vector<std::uint32_t> work{0};
  if (count != 0) before[0] = first, seen[0] = true;
  while (!work.empty()) {
    std::uint32_t const at = work.back();
    work.pop_back();
    if (at >= count) continue;
    Set const now = behind(at, before[at]);
    auto const go = [&](std::uint32_t to) {
      if (to >= count) return;
      bool const grows = join(before[to], now);
      if (grows || !seen[to]) seen[to] = true, work.push_back(to);
    };
    if (of.program[at].flow.branches) go(of.program[at].instruction.target);
    if (of.program[at].flow.falls) go(at + 1);
  }
  return before;
}

}  // namespace colex::code::ptx
