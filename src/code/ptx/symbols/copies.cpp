// SPDX-License-Identifier: MIT
// How long asynchronous copies are under way: an invariant over all ways through a kernel. Of each copy instruction it holds how many groups have been
// closed since, and for each such number how many barriers the thread has passed. A wait for all groups but the last N ends what has N + 1 groups
// closed behind it.
#include <algorithm>

#include "code/ptx/execute.hpp"
#include "code/ptx/symbols/program.hpp"

namespace colex::code::ptx {

namespace {

constexpr std::uint32_t kMostGroups = 40;
constexpr std::uint64_t kLast = std::uint64_t{1} << 63;

std::uint64_t left_of(Entry const& entry, Instruction const& i) {
  if (i.operands.empty() || i.operands[0].slot == kSink) return kMostGroups;
  Slot const& s = entry.slots[static_cast<std::size_t>(i.operands[0].slot)];
  return s.kind == Slot::Kind::constant ? s.value : kMostGroups;
}

Pending behind(Entry const& entry, std::uint32_t at, bool is_barrier, Pending const& before) {
  Instruction const& i = entry.instructions[at];
  Pending r;
  auto const each = [&](auto f) {
    for (auto const& [key, barriers] : before) f(key.first, key.second, barriers);
  };
  bool const conditional = i.guard != kSink;
  if (i.key.starts_with("cp.async.commit_group")) {
    each([&](auto a, auto groups, auto barriers) { r[{a, std::min(groups + 1, kMostGroups)}] |= barriers; });
  } else if (i.key.starts_with("cp.async.wait_all") && !conditional) {
    // A bulk copy is of no group: 0 groups are closed behind it, always.
    each([&](auto a, auto groups, auto barriers) {
      if (entry.instructions[a].key.starts_with("cp.async.bulk")) r[{a, groups}] |= barriers;
    });
  } else if (i.key.starts_with("cp.async.wait_group") && !conditional) {
    std::uint64_t const left = left_of(entry, i);
    each([&](auto a, auto groups, auto barriers) {
      if (groups <= left || entry.instructions[a].key.starts_with("cp.async.bulk"))
        r[{a, groups}] |= barriers;
    });
  } else if (is_barrier) {
    each([&](auto a, auto groups, auto barriers) { r[{a, groups}] |= barriers << 1 | (barriers & kLast); });
  } else {
    r = before;
    if (i.key.starts_with("cp.async.ca") || i.key.starts_with("cp.async.cg") ||
        i.key.starts_with("cp.async.bulk."))
      r[{at, 0}] |= 1;
  }
  if (conditional)
    for (auto const& [key, barriers] : before) r[key] |= barriers;
  return r;
}

}  // namespace

void find_copies(SymbolicKernel& of) {
  Entry const& entry = *of.entry;
  auto const count = static_cast<std::uint32_t>(entry.instructions.size());
  std::vector<Pending>& before = of.pending;
  before.assign(count, {});
  std::vector<bool> seen(count, false);
  std::vector<std::uint32_t> work{0};
  while (!work.empty()) {
    std::uint32_t const at = work.back();
    work.pop_back();
    if (at >= count) continue;
    seen[at] = true;
    Flow const& flow = of.program[at].flow;
    Pending const now = behind(entry, at, flow.is_barrier, before[at]);
    auto const go = [&](std::uint32_t to) {
      if (to >= count) return;
      bool more = !seen[to];
      for (auto const& [key, barriers] : now) {
        std::uint64_t& known = before[to][key];
        more |= (barriers & ~known) != 0, known |= barriers;
      }
      if (more) seen[to] = true, work.push_back(to);
    };
    if (flow.branches) go(of.program[at].instruction.target);
    if (flow.falls) go(at + 1);
  }
  of.under_way.assign(count, {});
  for (std::uint32_t at = 0; at < count; ++at)
    for (auto const& [key, barriers] : before[at]) of.under_way[at][key.first] |= barriers;
}

bool keeps_copies(SymbolicKernel const& of) {
  auto const count = static_cast<std::uint32_t>(of.program.size());
  for (std::uint32_t at = 0; at < count; ++at) {
    Flow const& flow = of.program[at].flow;
    Pending const now = behind(*of.entry, at, flow.is_barrier, of.pending[at]);
    auto const holds = [&](std::uint32_t to) {
      return to >= count || std::all_of(now.begin(), now.end(), [&](auto const& one) {
               auto const known = of.pending[to].find(one.first);
               return known != of.pending[to].end() && (one.second & ~known->second) == 0;
             });
    };
    if ((flow.branches && !holds(of.program[at].instruction.target)) || (flow.falls && !holds(at + 1)))
      return false;
    for (auto const& [key, barriers] : of.pending[at]) {
      auto const said = of.under_way[at].find(key.first);
      if (said == of.under_way[at].end() || (barriers & ~said->second) != 0) return false;
    }
  }
  return true;
}

}  // namespace colex::code::ptx
