// SPDX-License-Identifier: MIT
// The pipelined GEMM on the host platform: random problems whose operands it takes, with C of any strides, and calls that it must
// refuse. Every access is checked by the platform, every element of C against the reference.
#include <gtest/gtest.h>

#include "gemm_problem.hpp"
#include "tiles/bank_model.hpp"

namespace colex::gpu {
namespace {

template <class Config>
struct Pipelined : testing::Test {
  using Types = GemmTypes<Config>;
  static constexpr int run = 16 / sizeof(typename Types::A);
  static constexpr Index grain = is_scaled<Config> ? TiledMma<Config>::tile_k : run;  // K is a multiple of it

  static void check(Problem<Config> const& p, std::uint64_t seed) {
    Buffer<typename Types::A> a("A", p.a_memory);
    Buffer<typename Types::B> b("B", p.b_memory);
    Buffer<typename Types::C> c("C", p.c_memory);
    Buffer<typename Types::Compute> bias("bias", p.bias);
    auto call = p.call(a.view(), b.view(), c.view());
    if (!p.bias.empty()) call.bias = bias.view(), call.bias_size = bias.size();
    Buffer<typename Types::Sum> workspace("workspace", workspace_elements(call));
    call.workspace = workspace.view(), call.workspace_size = workspace.size(), call.seed = seed;
    Buffer<E8M0> a_scales("A's scales", p.a_scales), b_scales("B's scales", p.b_scales);
    if constexpr (is_scaled<Config>)
      call.scales = {matrix(p.a_scale, GlobalView<E8M0 const>(a_scales.view())),
                     matrix(p.b_scale, GlobalView<E8M0 const>(b_scales.view()))};
    auto const report = uncertified::gemm(call);
    std::string const which = std::to_string(p.M) + " x " + std::to_string(p.N) + " x " +
                              std::to_string(p.K) + ", " + std::to_string(p.splits) + " splits";
    ASSERT_TRUE(report.clean()) << which << ": " << describe(report.findings.front());
    int wrong = 0;
    p.expect([&](Index offset, Expected const& want) {
      if (!is_expected(c.at(offset), want) && ++wrong < 4)
        ADD_FAILURE() << which << ": element at " << offset << " is "
                      << static_cast<double>(exact(c.at(offset))) << ", expected "
                      << static_cast<double>(want.value);
      if (c.writes(offset) != 1 && ++wrong < 4)
        ADD_FAILURE() << which << ": " << c.writes(offset) << " writes";
    });
    Index writes = 0;
    for (Index i = 0; i < c.size(); ++i) writes += c.writes(i);
    EXPECT_EQ(writes, p.M * p.N * p.batches) << which << ": something beside C was written";
  }
};

using Configs =
    testing::Types<GemmMfmaBf16Pipelined, GemmMfmaF16Pipelined, GemmMfmaE4M3FnuzPipelined,
                   GemmMfmaI8Pipelined, GemmMfmaF32Pipelined, GemmMfmaF64Pipelined, GemmMfmaBf16Direct,
                   GemmMfmaF16Direct, GemmMfmaE4M3Direct, GemmMfmaMxfp8Direct, GemmMfmaMxfp4Direct,
                   GemmMmaSyncBf16Direct, GemmMmaSyncF16Direct, GemmMmaSyncI8Direct, GemmMmaSyncE4M3Direct,
                   GemmMmaSyncF64Direct, GemmMmaSyncF64Direct64, GemmMmaSyncF64Direct32, GemmF32Direct128,
                   GemmF32Direct64, GemmF32Direct32>;
TYPED_TEST_SUITE(Pipelined, Configs);

TYPED_TEST(Pipelined, sums_are_right) {
  using Mma = TiledMma<TypeParam>;
  constexpr Index k = Mma::tile_k, grain = TestFixture::grain;
  Random random(23);
  // Every number of steps up to 8, with the last one whole or not.
  std::vector<std::array<Index, 3>> sizes = {
      {1, 1, grain}, {0, 5, grain}, {5, 3, 0}, {257, 3, k}, {130, 258, 2 * k}};
  for (Index steps = 1; steps <= 8; ++steps)
    sizes.push_back(
        {1 + below(random, 40), 1 + below(random, 40), steps * k - grain * below(random, k / grain)});
  unsigned layouts = 0;
  for (auto const& [M, N, K] : sizes) {
    auto const p = problem_along_k<TypeParam>(random, M, N, K, 4 * (layouts++ % 2));
    TestFixture::check(p, layouts);
  }
}

TYPED_TEST(Pipelined, refuses_what_it_cannot_read) {
  constexpr Index run = TestFixture::run, grain = TestFixture::grain;
  Random random(5);
  auto const p = problem_along_k<TypeParam>(random, 20, 30, 4 * grain, 0);
  using Types = typename TestFixture::Types;
  Buffer<typename Types::A> a("A", p.a_memory);
  Buffer<typename Types::B> b("B", p.b_memory);
  Buffer<typename Types::C> c("C", p.c_memory);
  auto const refused = [&](char const* words, auto change) {
    auto call = p.call(a.view(), b.view(), c.view());
    call.splits = call.batches = 1;
    change(call);
    try {
      uncertified::gemm(call);
      ADD_FAILURE() << "not refused: " << words;
    } catch (std::invalid_argument const& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  refused("A is not contiguous along K",
          [](auto& g) { std::swap(g.a.row_stride, g.a.column_stride), g.M = g.K = run; });
  refused("K is no multiple", [](auto& g) { g.K -= 1; });
  refused("B: rows lie closer", [](auto& g) { g.b.column_stride = run; });
  refused("A: rows, batches", [](auto& g) { g.a.origin += 1; });
  refused("B: rows, batches", [](auto& g) { g.b.aligned = false; });
}

/// The worst degree of a wave's accesses of a tile in shared memory, by the model of a target.
template <class Tile, class Tv>
int worst_degree(BankModel const& model, Direction access, int accesses) {
  using Side = SharedPart<Tile, Tv>;
  constexpr int bytes = sizeof(typename Tile::element);
  int worst = 0;
  for (int wave = 0; wave < Tile::threads; wave += model.wave)
    for (int i = 0; i < accesses; ++i) {
      auto const cost = conflicts(model, access, Side::width * bytes, [&](int lane) {
        int const first = offset_in<Part<Side, 0>>(wave + lane);
        return Index{swizzled_offset<Tile>(first, offset_in<Part<Side, 1>>(i * Side::width))} * bytes;
      });
      worst = std::max(worst, cost.degree);
    }
  return worst;
}

/// A thread's accesses when it stores its part of a tile.
template <class Tile>
constexpr int stores = TileCopy<Tile, true>::elements / TileCopy<Tile, true>::vector;

TYPED_TEST(Pipelined, no_access_of_the_loop_meets_a_bank_conflict) {
  using Mma = TiledMma<TypeParam>;
  using A = TileA<TypeParam>;
  using B = TileB<TypeParam>;
  constexpr bool direct = is_direct<TypeParam>;
  int asked = 0;
  for (BankModel const* model : {&gfx90a, &gfx942, &gfx950, &sm90}) {
    constexpr int wave = TypeParam::atom::threads == 1 ? 32 : TypeParam::atom::threads;
    if (model->wave != wave || (direct && model != &gfx950 && model != &sm90)) continue;
    ++asked;
    using ReadA = SharedPart<A, typename Mma::A>;
    using ReadB = SharedPart<B, typename Mma::B>;
    constexpr int a_reads = ReadA::values / ReadA::width, b_reads = ReadB::values / ReadB::width;
    EXPECT_EQ((worst_degree<A, typename Mma::A>(*model, Direction::load, a_reads)), 1) << model->name;
    EXPECT_EQ((worst_degree<B, typename Mma::B>(*model, Direction::load, b_reads)), 1) << model->name;
    if (direct) continue;  // which stores by a wave's lanes one behind the other
    EXPECT_EQ((worst_degree<A, TileCopy<A, true>>(*model, Direction::store, stores<A>)), 1) << model->name;
    EXPECT_EQ((worst_degree<B, TileCopy<B, true>>(*model, Direction::store, stores<B>)), 1) << model->name;
  }
  EXPECT_GT(asked, 0);
}

// An instruction of other rows, or of blocks, does not take steps of an atom; gfx950's larger one does.
using Step = Mfma<F16, F16, float, 16, 16>;
static_assert(takes_steps_of<Mfma<F16, F16, float, 32, 16>, Mfma<F16, F16, float, 32, 8>>());
static_assert(!takes_steps_of<Mfma<F16, F16, float, 32, 16>, Step>());
static_assert(!takes_steps_of<Mfma<F16, F16, float, 16, 16, 1>, Mfma<F16, F16, float, 16, 4, 4>>());
static_assert(std::is_same_v<DeepestAtom<Step>, Step>, "on the host platform");

/// A thread computes the place of its first element only: the rest follows, for every first one and every step of a whole reach.
TYPED_TEST(Pipelined, places_follow_from_the_first) {
  using A = TileA<TypeParam>;
  for (int first = 0; first < A::size_in_shared; ++first)
    for (int more = 0; first + more < A::size_in_shared; more += 32)
      ASSERT_EQ(swizzled_offset<A>(first, more), swizzled_offset<A>(first + more)) << first << " + " << more;
}

}  // namespace
}  // namespace colex::gpu
