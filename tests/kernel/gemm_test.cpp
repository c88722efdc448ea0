// SPDX-License-Identifier: MIT
// GEMM on the host platform against the definition: sizes from 0 on, every layout, strides, batches, splits,
// tile orders and epilogues. Every element of C is right and written once, nothing else is touched, no defect
// is reported. COLEX_GEMM_CONFIGS names the configs of this executable. With COLEX_NIGHTLY set, M, N and K
// take all 66^3 triples of sizes 0..65; COLEX_GEMM_SLICE=i/n then takes every n-th of them, from the i-th on.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "gemm/gemm_mma_configs.hpp"
#include "gemm_memory.hpp"
#include "typed_configs.hpp"

namespace colex::gpu {
namespace {

/// Runs a problem; returns the report, with failures added for what is wrong.
template <class Config>
LaunchReport run(Problem<Config> const& p, std::uint64_t seed) {
  using Types = GemmTypes<Config>;
  Buffer<typename Types::A> a("A", p.a_memory);
  MemoryOfB<Config> b(p, seed);
  Buffer<typename Types::C> filled("C", p.c_memory), empty("C", p.c.size);
  auto& c = p.beta == typename Types::Compute(0) ? empty : filled;  // beta = 0: C may be uninitialised
  Buffer<typename Types::Compute> bias("bias", p.bias);
  auto g = p.call(a.view(), b.plain.view(), c.view());
  g.b = b.matrix;
  g.seed = seed;
  g.bias = bias.view(), g.bias_size = bias.size();
  Buffer<typename Types::Sum> workspace("workspace", workspace_elements(g));
  g.workspace = workspace.view(), g.workspace_size = workspace.size();
  LaunchReport const report = gemm(g);

  if (!report.clean()) ADD_FAILURE() << describe(report.findings.front());
  std::vector<std::uint32_t> written(c.size());
  int wrong = 0;
  p.expect([&](Index at, Expected const& want) {
    ++written[at];
    if (!is_expected(c.at(at), want) && ++wrong == 1)
      ADD_FAILURE() << "element at " << at << ": " << exact(c.at(at)) << ", expected " << want.value
                    << " within " << want.bound;
  });
  EXPECT_EQ(wrong, 0);
  bool const launched = p.M > 0 && p.N > 0 && p.batches > 0;
  for (Index i = 0; launched && i < c.size(); ++i)
    if (c.writes(i) != written[i]) {
      ADD_FAILURE() << "offset " << i << " of C was written " << c.writes(i) << " times";
      break;
    }
  if (!launched) {
    EXPECT_EQ(report.blocks, 0u);
  }
  return report;
}

template <class Config>
std::string text(Problem<Config> const& p) {
  auto const strides = [](Placement const& x) {
    return " (" + std::to_string(x.row_stride) + "," + std::to_string(x.column_stride) + "," +
           std::to_string(x.batch_stride) + ")+" + std::to_string(x.origin);
  };
  return std::string(Config::name) + " M " + std::to_string(p.M) + " N " + std::to_string(p.N) + " K " +
         std::to_string(p.K) + " batches " + std::to_string(p.batches) + " splits " +
         std::to_string(p.splits) + " order " + std::to_string(static_cast<int>(p.order.order)) +
         " activation " + std::to_string(static_cast<int>(p.activation)) + " A" + strides(p.a) + " B" +
         strides(p.b) + " C" + strides(p.c);
}

template <class Config>
class GemmTest : public testing::Test {};
using Configs = testing::Types<COLEX_GEMM_CONFIGS>;
TYPED_TEST_SUITE(GemmTest, Configs, ConfigName);

/// Around the tiles, the runs of a copy and zero.
constexpr Index edges[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65};

/// All pairs of two of M, N, K from `values`: the third one is their sum, modulo the number of values.
template <class Config>
void sweep(std::vector<Index> const& values, std::size_t stride, std::uint64_t seed) {
  Random random(seed);
  std::size_t const n = values.size();
  std::map<int, std::uint64_t> loads;
  int problems = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      if ((i * n + j) % stride != seed % stride) continue;
      Problem<Config> const p(random, values[i], values[j], values[(i + j) % n],
                              static_cast<unsigned>(i + 3 * j) % 8);
      SCOPED_TRACE(text(p));
      auto const report = run(p, random());
      for (auto const& [width, count] : report.loads_by_width) loads[width] += count;
      ++problems;
      if (testing::Test::HasFailure()) return;
    }
  EXPECT_GT(problems, static_cast<int>(n * n / stride) - 2);
  EXPECT_GT(loads[1], 0u);
}

/// Every triple of sizes 0..65, or a slice of them. A problem depends on its sizes only, not on the slice.
template <class Config>
void sweep_all_triples() {
  constexpr Index values = 66;
  int slice = 0, slices = 1;
  if (char const* const given = std::getenv("COLEX_GEMM_SLICE")) {
    ASSERT_TRUE(std::sscanf(given, "%d/%d", &slice, &slices) == 2 && slice >= 0 && slice < slices) << given;
  }
  Index problems = 0;
  for (Index triple = slice; triple < values * values * values; triple += slices) {
    Index const M = triple % values, N = triple / values % values, K = triple / values / values;
    Random random(static_cast<std::uint64_t>(triple));
    Problem<Config> const p(random, M, N, K, static_cast<unsigned>(M + 3 * N + 5 * K) % 8);
    SCOPED_TRACE(text(p));
    run(p, random());
    ++problems;
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(problems, (values * values * values - slice + slices - 1) / slices);
  std::printf("%s: %lld of %lld triples of sizes\n", Config::name, static_cast<long long>(problems),
              static_cast<long long>(values * values * values));
}

bool nightly() { return std::getenv("COLEX_NIGHTLY") != nullptr; }

TYPED_TEST(GemmTest, is_right_for_all_pairs_of_sizes) {
  if (nightly()) return sweep_all_triples<TypeParam>();
  std::puts(
      "nightly: gemm: all 66^3 triples of sizes by each config; by day pairs of edges: the host platform "
      "takes hours");
  // The largest tile has 256 threads: fewer problems, at least one a size.
  sweep<TypeParam>({std::begin(edges), std::end(edges)}, COLEX_GEMM_STRIDE, 1);
}

TYPED_TEST(GemmTest, is_right_at_every_size) {
  Random random(2);
  Index const step = nightly() ? 1 : 2;
  for (Index i = 0; i <= 65; i += step) {
    Problem<TypeParam> const p(random, i, (29 * i + 7) % 66, (47 * i + 13) % 66,
                               static_cast<unsigned>(i) % 8);
    SCOPED_TRACE(text(p));
    run(p, random());
    if (this->HasFailure()) return;
  }
}

// Packed and aligned, so that the wide path runs, and whole tiles, so that nothing else does.
TYPED_TEST(GemmTest, moves_whole_tiles_by_the_widest_accesses) {
  using Mma = TiledMma<TypeParam>;
  using Types = GemmTypes<TypeParam>;
  Index const M = Mma::tile_m, N = 2 * Mma::tile_n, K = 3 * Mma::tile_k;
  for (bool a_along_k : {false, true})
    for (bool b_along_k : {false, true}) {
      Random random(3);
      Problem<TypeParam> p(random, M, N, K, 0);
      p.batches = p.splits = 1, p.beta = 0, p.bias.clear();
      auto const packed = [](Index rows, Index columns, bool columns_first) {
        return Placement{rows, columns,       1, columns_first ? columns : 1, columns_first ? 1 : rows, 0,
                         0,    rows * columns};
      };
      p.a = packed(M, K, a_along_k), p.b = packed(K, N, !b_along_k), p.c = packed(M, N, false);
      p.a_memory = random_memory<typename Types::A>(random, p.a);
      p.b_memory = random_memory<typename Types::B>(random, p.b);
      p.c_memory = random_memory<typename Types::C>(random, p.c);
      auto const report = run(p, 4);
      EXPECT_EQ(report.loads_by_width.count(1), 0u) << text(p);
      using CopyA = TileCopy<TileA<TypeParam>, true>;
      EXPECT_EQ(CopyA::vector, std::min<int>(16 / sizeof(typename Types::A), CopyA::elements));
    }
}

// A sum does not depend on the order of blocks, threads or tiles; with splits it is bit for bit the same.
TYPED_TEST(GemmTest, is_the_same_in_every_order) {
  using Types = GemmTypes<TypeParam>;
  Random random(5);
  Problem<TypeParam> p(random, 37, 41, 50, 2);
  p.splits = 3, p.batches = 1, p.beta = 0, p.bias.clear();
  std::vector<typename Types::C> first;
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    for (Order order : {Order::row, Order::grouped, Order::hilbert}) {
      Buffer<typename Types::A> a("A", p.a_memory);
      MemoryOfB<TypeParam> b(p, seed);
      Buffer<typename Types::C> c("C", p.c_memory);
      p.order.order = order;
      auto g = p.call(a.view(), b.plain.view(), c.view());
      g.b = b.matrix;
      Buffer<typename Types::Sum> workspace("workspace", workspace_elements(g));
      g.seed = seed, g.workspace = workspace.view(), g.workspace_size = workspace.size();
      EXPECT_TRUE(gemm(g).clean());
      std::vector<typename Types::C> got;
      for (Index n = 0; n < p.N; ++n)
        for (Index m = 0; m < p.M; ++m) got.push_back(c.at(p.c.at(m, n, 0)));
      if (first.empty()) first = got;
      EXPECT_TRUE(got == first);
    }
}

}  // namespace
}  // namespace colex::gpu
