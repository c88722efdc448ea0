// SPDX-License-Identifier: MIT
// A few GEMM problems on the host platform, with the defects of gemm_planted.py.
#include "gemm_planted.inc"

#include "gemm/gemm_grouped.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "gemm/preshuffle.hpp"
#include "gemm_problem.hpp"
#include "planted_main.hpp"

namespace colex::gpu {

struct GemmSmall : GemmFma<float, float, float> {
  static constexpr char const* name = "gemm_small";
};

template <class Config>
std::set<std::string> run(Problem<Config> p, Index splits, TileOrder order, std::uint64_t seed) {
  using Types = GemmTypes<Config>;
  p.splits = splits, p.beta = 0;
  p.batches = 1, p.order = order;
  Buffer<typename Types::A> a("A", p.a_memory), b("B", p.b_memory);
  Buffer<typename Types::C> c("C", p.c.size);
  auto g = p.call(a.view(), b.view(), c.view());
  Buffer<typename Types::Compute> bias("bias", p.bias);
  g.bias = bias.view(), g.bias_size = bias.size();
  Buffer<E8M0> x("A's scales", p.a_scales), y("B's scales", p.b_scales);
  if constexpr (is_scaled<Config>)
    g.scales = {matrix(p.a_scale, GlobalView<E8M0 const>(x.view())),
                matrix(p.b_scale, GlobalView<E8M0 const>(y.view()))};
  Buffer<typename Types::Sum> workspace("workspace", workspace_elements(g));
  g.seed = seed, g.workspace = workspace.view(), g.workspace_size = workspace.size();
  auto const report = uncertified::gemm(g);
  std::set<std::string> wrong;
  for (auto const& [defect, count] : report.counts) wrong.insert(name(defect));
  p.expect([&](Index at, Expected const& want) {
    if (!is_expected(c.at(at), want)) wrong.insert("value");
    if (c.writes(at) != 1) wrong.insert("writes");
  });
  Index writes = 0;
  for (Index i = 0; i < c.size(); ++i) writes += c.writes(i);
  if (writes > p.M * p.N) wrong.insert("writes");  // something beside C
  return wrong;
}

std::set<std::string> run(Index m, Index n, Index k, Index splits, TileOrder order, std::uint64_t seed) {
  Random random(seed);
  return run(Problem<GemmSmall>(random, m, n, k, static_cast<unsigned>(seed) % 8), splits, order, seed);
}

/// A problem of the pipelined kernel, or of the direct one, of seven steps, the last of which is not whole unless it has scales; columns
/// of C lie an odd number apart, or, with a bias of rows, at a pitch of whole runs.
template <class Config>
std::set<std::string> run_along_k(std::uint64_t seed, Index splits = 1, bool by_rows = false,
                                  Index pitch = 41) {
  Random random(seed);
  using Tile = TileA<Config>;
  constexpr Index last = is_scaled<Config> ? Index{Tile::columns} : Index{TileCopy<Tile, true>::vector};
  auto p = problem_along_k<Config>(random, 40, 20, 6 * Tile::columns + last, 4);
  p.c = {40, 20, 1, 1, pitch, 0, guard, pitch * 20 + 2 * guard};
  if (pitch % 16 == 0) {
    p.bias_of_rows = true, p.bias.clear();
    for (int i = 0; i < 40; ++i) p.bias.emplace_back(i % 7 - 3);
  }
  if (by_rows)
    p.c = {40, 19, 1, 20, 1, 0, guard, 40 * 20 + 2 * guard}, p.N = 19, p.activation = Activation::none,
    p.bias.clear();
  p.c_memory = random_memory<typename GemmTypes<Config>::C>(random, p.c);
  return run(p, splits, {Order::row, 1, 1}, seed);
}

/// A problem with preshuffled B, or a list of three of them where `is_list`.
std::set<std::string> run_shuffled(Index m, Index n, Index k, bool is_list, std::uint64_t seed) {
  using Config = GemmMfmaBf16Shuffled;
  Random random(seed);
  Problem<Config> p(random, m, n, k, 0);
  p.batches = p.splits = 1, p.beta = 0, p.bias.clear(), p.order.xcds = 1;
  Buffer<Bf16> a("A", p.a_memory), b("B", p.b_memory), shuffled("preshuffled B", p.shuffled_size());
  Buffer<float> first("C", p.c.size), second("C", p.c.size), third("C", p.c.size);
  auto g = p.call(a.view(), b.view(), first.view());
  auto report = preshuffle(Preshuffle<Config>{n, k, g.b, p.shuffled_b(shuffled.view()), 1, seed});
  g.b = p.shuffled_b(GlobalView<Bf16 const>(shuffled.view()));
  std::vector<Buffer<float>*> results{&first};
  if (is_list) {
    std::vector<Gemm<Config>> list{g, g, g};
    list[1].c.view = second.view(), list[2].c.view = third.view();
    results = {&first, &second, &third};
    GroupedPlan<Config> const plan(list);
    Buffer<std::uint64_t> problems("problems", plan.problems);
    Buffer<Index> first_block("first blocks", plan.first_block);
    report.merge(gemm_grouped(plan, problems.view(), first_block.view(), 1, seed));
  } else {
    report.merge(gemm(g));
  }
  std::set<std::string> wrong;
  for (auto const& [defect, count] : report.counts) wrong.insert(name(defect));
  for (auto* c : results)
    p.expect([&](Index at, Expected const& want) {
      if (!is_expected(c->at(at), want)) wrong.insert("value");
      if (c->writes(at) != 1) wrong.insert("writes");
    });
  return wrong;
}

template <Index M, Index N, Index K, Index splits, Order order, Index group, std::uint64_t first>
planted::Words run_three() {
  planted::Words wrong;
  for (std::uint64_t seed = first; seed < first + 3; ++seed)
    wrong.merge(run(M, N, K, splits, {order, 1, group}, seed));
  return wrong;
}

constexpr planted::Problem problems[] = {
    {"preshuffled", [] { return run_shuffled(20, 130, 40, false, 9); }},
    {"a list", [] { return run_shuffled(130, 20, 33, true, 10); }},
    {"one part", run_three<40, 37, 45, 1, Order::grouped, 8, 0>},
    {"three parts", run_three<33, 70, 50, 3, Order::grouped, 8, 3>},
    {"Hilbert's curve", run_three<97, 130, 3, 1, Order::hilbert, 3, 6>},
    {"pipelined bf16", [] { return run_along_k<GemmMfmaBf16Pipelined>(11); }},
    {"pipelined bf16 with a bias of rows",
     [] { return run_along_k<GemmMfmaBf16Pipelined>(20, 1, false, 48); }},
    {"pipelined i8", [] { return run_along_k<GemmMfmaI8Pipelined>(15); }},
    {"pipelined f64", [] { return run_along_k<GemmMfmaF64Pipelined>(16); }},
    {"direct bf16", [] { return run_along_k<GemmMfmaBf16Direct>(12); }},
    {"direct mxfp8", [] { return run_along_k<GemmMfmaMxfp8Direct>(13); }},
    {"direct mxfp8 in two parts", [] { return run_along_k<GemmMfmaMxfp8Direct>(14, 2); }},
    {"direct mxfp4", [] { return run_along_k<GemmMfmaMxfp4Direct>(17); }},
    {"direct f64", [] { return run_along_k<GemmMmaSyncF64Direct>(18); }},
    {"direct f64 by rows", [] { return run_along_k<GemmMmaSyncF64Direct>(19, 1, true); }},
    {"direct f32", [] { return run_along_k<GemmF32Direct32>(21, 2); }},
};

}  // namespace colex::gpu

int main(int argc, char** argv) {
  return colex::planted::run_planted(defects, colex::gpu::problems, argc, argv);
}
