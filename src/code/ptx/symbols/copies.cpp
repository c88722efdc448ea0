// SPDX-License-Identifier: MIT
// How long asynchronous copies and products are under way: an invariant over all ways through a kernel. Of each of their instructions it holds how many groups
// of its kind have been closed since, and for each such number how many barriers the thread has passed. A wait for all groups but the last N ends what has
// N + 1 groups closed behind it. Copies that an mbarrier counts are of no group (phases.cpp).
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

/// What runs behind a thread, by the groups that it is of.
enum class Kind : std::uint8_t { none, copy, product, store };

Kind kind_of(Instruction const& i) {
  if (i.key.starts_with("cp.async.ca") || i.key.starts_with("cp.async.cg")) return Kind::copy;
  if (i.key.starts_with("wgmma.mma_async")) return Kind::product;
  if (i.key.starts_with("cp.async.bulk.") && i.key.ends_with(".bulk_group")) return Kind::store;
  return Kind::none;
}
Kind closes(Instruction const& i) {
  if (i.key.starts_with("cp.async.commit_group")) return Kind::copy;
  if (i.key.starts_with("wgmma.commit_group")) return Kind::product;
  return i.key.starts_with("cp.async.bulk.commit_group") ? Kind::store : Kind::none;
}
Kind waits_for(Instruction const& i) {
  if (i.key.starts_with("cp.async.wait_")) return Kind::copy;
  if (i.key.starts_with("wgmma.wait_group")) return Kind::product;
  return i.key.starts_with("cp.async.bulk.wait_group") ? Kind::store : Kind::none;
}

Pending behind(Entry const& entry, std::uint32_t at, bool is_barrier, Pending const& before) {
  Instruction const& i = entry.instructions[at];
  Pending r;
  auto const each = [&](auto f) {
    for (auto const& [key, barriers] : before) f(key.first, key.second, barriers);
  };
  auto const is = [&](std::uint32_t a, Kind kind) { return kind_of(entry.instructions[a]) == kind; };
  bool const conditional = i.guard != kSink;
  if (Kind const kind = closes(i); kind != Kind::none) {
    each([&](auto a, auto groups, auto barriers) {
      r[{a, is(a, kind) ? std::min(groups + 1, kMostGroups) : groups}] |= barriers;
    });
  } else if (Kind const waited = waits_for(i); waited != Kind::none && !conditional) {
    bool const all = i.key.starts_with("cp.async.wait_all");
    std::uint64_t const left = all ? 0 : left_of(entry, i);
    each([&](auto a, auto groups, auto barriers) {
      if (!is(a, waited) || (!all && groups <= left)) r[{a, groups}] |= barriers;
    });
  } else if (is_barrier) {
    each([&](auto a, auto groups, auto barriers) { r[{a, groups}] |= barriers << 1 | (barriers & kLast); });
  } else {
    r = before;
    if (kind_of(i) != Kind::none) r[{at, 0}] |= 1;
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
