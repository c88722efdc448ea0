// SPDX-License-Identifier: MIT
// Immediate postdominators, by the method of Cooper, Harvey and Kennedy on the reversed graph of stretches without branches.
#include <algorithm>

#include "code/ptx/module.hpp"

namespace colex::code::ptx {

namespace {

bool ends(Instruction const& i) {
  return i.opcode == "ret" || i.opcode == "ret.uni" || i.opcode == "exit" || i.opcode == "trap";
}
bool jumps(Instruction const& i) { return i.opcode == "bra" || i.opcode == "bra.uni"; }

}  // namespace

void find_meetings(std::vector<Instruction>& program) {
  auto const count = static_cast<std::uint32_t>(program.size());
  std::vector<bool> leads(count + 1, false);
  leads[0] = leads[count] = true;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (jumps(program[k])) leads[program[k].target] = leads[k + 1] = true;
    if (ends(program[k])) leads[k + 1] = true;
  }
  std::vector<std::uint32_t> starts, stretch(count + 1);
  for (std::uint32_t k = 0; k <= count; ++k) {
    if (leads[k]) starts.push_back(k);
    stretch[k] = static_cast<std::uint32_t>(starts.size() - 1);
  }
  auto const nodes = static_cast<std::uint32_t>(starts.size());  // the last is the end, which holds nothing
  std::uint32_t const end = nodes - 1;
  std::vector<std::vector<std::uint32_t>> next(nodes), before(nodes);
  for (std::uint32_t n = 0; n < end; ++n) {
    Instruction const& last = program[starts[n + 1] - 1];
    bool const always = last.guard == kSink;
    if (jumps(last)) next[n].push_back(stretch[last.target]);
    if (ends(last)) next[n].push_back(end);
    if (!(always && (jumps(last) || ends(last)))) next[n].push_back(n + 1);
    for (std::uint32_t to : next[n]) before[to].push_back(n);
  }
  // Nodes in the order in which a walk from the end, against the branches, leaves them.
  std::vector<std::uint32_t> left, rank(nodes, 0);
  std::vector<bool> seen(nodes, false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{end, 0}};
  seen[end] = true;
  while (!stack.empty()) {
    auto& [node, at] = stack.back();
    if (at < before[node].size()) {
      std::uint32_t const to = before[node][at++];
      if (!seen[to]) seen[to] = true, stack.emplace_back(to, 0);
    } else {
      rank[node] = static_cast<std::uint32_t>(left.size());
      left.push_back(node);
      stack.pop_back();
    }
  }
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> closest(nodes, kNone);
  closest[end] = end;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto node = left.rbegin() + 1; node < left.rend(); ++node) {
      std::uint32_t found = kNone;
      for (std::uint32_t to : next[*node]) {
        if (closest[to] == kNone) continue;
        if (found == kNone) {
          found = to;
          continue;
        }
        std::uint32_t a = found, b = to;
        while (a != b) {
          while (rank[a] < rank[b]) a = closest[a];
          while (rank[b] < rank[a]) b = closest[b];
        }
        found = a;
      }
      if (found != closest[*node]) closest[*node] = found, changed = true;
    }
  }
  for (std::uint32_t n = 0; n < end; ++n) {
    Instruction& last = program[starts[n + 1] - 1];
    if (jumps(last))
      last.meeting = closest[n] == kNone ? count : starts[closest[n]];  // from a loop without end, nowhere
  }
}

}  // namespace colex::code::ptx
