// SPDX-License-Identifier: MIT
// Runs a few GEMM problems on the host platform and prints what is wrong, a word a line: the names of the
// defects that the platform reports, `value` for a wrong element, `writes` for one not written once. Exit
// status 0: nothing is wrong. gemm_planted.py compiles it with defects planted in the kernel's headers.
#include <cstdio>
#include <set>

#include "gemm_problem.hpp"

namespace colex::gpu {

struct GemmSmall : GemmFma<float, float, float> {
  static constexpr char const* name = "gemm_small";
};

std::set<std::string> run(Index m, Index n, Index k, Index splits, std::uint64_t seed) {
  Random random(seed);
  Problem<GemmSmall> p(random, m, n, k, static_cast<unsigned>(seed) % 8);
  p.splits = splits, p.beta = 0, p.bias.clear();
  p.batches = 1, p.order = {Order::grouped, 1, 8};
  Buffer<float> a("A", p.a_memory), b("B", p.b_memory), c("C", p.c.size);
  auto g = p.call(a.view(), b.view(), c.view());
  Buffer<float> workspace("workspace", workspace_elements(g));
  g.seed = seed, g.workspace = workspace.view(), g.workspace_size = workspace.size();
  auto const report = uncertified::gemm(g);
  std::set<std::string> wrong;
  for (auto const& [defect, count] : report.counts) wrong.insert(name(defect));
  p.expect([&](Index at, Expected const& want) {
    if (!is_expected(c.at(at), want)) wrong.insert("value");
    if (c.writes(at) != 1) wrong.insert("writes");
  });
  return wrong;
}

}  // namespace colex::gpu

int main() {
  std::set<std::string> wrong;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    wrong.merge(colex::gpu::run(40, 37, 45, 1, seed));
    wrong.merge(colex::gpu::run(33, 70, 50, 3, seed + 3));
  }
  for (auto const& what : wrong) std::puts(what.c_str());
  return wrong.empty() ? 0 : 1;
}
