// SPDX-License-Identifier: MIT
// NVIDIA's matrix instructions: the formulas of atoms/quad.hpp give the layouts that CUTLASS lists, mma on
// the host platform, fed by those, is the product, and ldmatrix deals tiles to lanes as mma.sync wants them.
#include "atom_check.hpp"
#include "atoms/ldmatrix.hpp"
#include "atoms/wgmma.hpp"
#include "colex/equal.hpp"
#include "colex/recast.hpp"
#include "cutlass_layouts.hpp"

namespace colex::gpu::test {
namespace {

bool same(TvLayout const& a, TvLayout const& b) { return equal(a, b).equal; }

TEST(MmaSync, has_the_layouts_that_cutlass_lists) {
  int forms = 0;
  for_each_mma_sync([&](auto form) {
    using Atom = typename decltype(form)::Atom;
    HardwareLayouts const listed = cutlass<Atom>();
    EXPECT_TRUE(same(listed.a, Atom::a_layout)) << form.ptx;
    EXPECT_TRUE(same(listed.b, Atom::b_layout)) << form.ptx;
    EXPECT_TRUE(same(listed.c, Atom::c_layout)) << form.ptx;
    ++forms;
  });
  EXPECT_EQ(forms, 18);
}

TEST(MmaSync, is_the_product) {
  for_each_mma_sync([](auto form) {
    using Atom = typename decltype(form)::Atom;
    EXPECT_EQ(wrong_elements<Atom>(cutlass<Atom>(), random_problems<Atom>(8, 1), 32), 0) << form.ptx;
    EXPECT_EQ(wrong_elements<Atom>(cutlass<Atom>(), one_hot_problems<Atom>(), 32), 0) << form.ptx;
  });
}

/// The two 8-row halves of A after the two 8-column halves: the order of B's registers, not of A's.
struct PlantedA : MmaSync<F16, F16, float, 16, 16> {
  static constexpr TvLayout a_layout = tv_layout({{4, 32}, {8, 1}}, {{2, 16}, {2, 128}, {2, 8}});
};
/// The accumulator as if a lane held two rows of one column.
struct PlantedC : MmaSync<std::int8_t, std::int8_t, std::int32_t, 16, 32> {
  static constexpr TvLayout c_layout = tv_layout({{4, 2}, {8, 16}}, {{2, 1}, {2, 8}});
};

TEST(MmaSync, wrong_tables_are_noticed) {
  static_assert(atom_covers_once<PlantedA>() && atom_covers_once<PlantedC>());
  EXPECT_GT(wrong_elements<PlantedA>(cutlass<PlantedA>(), random_problems<PlantedA>(1, 1), 32), 0);
  EXPECT_GT(wrong_elements<PlantedA>(cutlass<PlantedA>(), one_hot_problems<PlantedA>(), 32), 0);
  EXPECT_GT(wrong_elements<PlantedC>(cutlass<PlantedC>(), random_problems<PlantedC>(1, 1), 32), 0);
  EXPECT_GT(wrong_elements<PlantedC>(cutlass<PlantedC>(), one_hot_problems<PlantedC>(), 32), 0);
}

TEST(MmaSync, waves_of_64_are_refused) {
  using Atom = MmaSync<F16, F16, float, 16, 16>;
  Buffer<F16> a("a", std::vector<F16>(1024)), b("b", std::vector<F16>(1024));
  Buffer<float> c("c", std::vector<float>(1024)), d("d", 1024);
  auto const report =
      launch({.grid = {1}, .block = {64}}, multiply_once<Atom>, a.view(), b.view(), c.view(), d.view());
  EXPECT_EQ(report.count(Defect::divergent_collective), 64u);
}

TEST(Wgmma, has_the_layouts_that_cutlass_lists) {
  EXPECT_TRUE(same(WgmmaLayouts<Bf16, 256>::c_layout, layout("((4,8,4),(2,2,32)):((128,1,16),(64,8,512))")));
  EXPECT_TRUE(same(WgmmaLayouts<Bf16, 8>::c_layout, layout("((4,8,4),(2,2,1)):((128,1,16),(64,8,512))")));
  EXPECT_TRUE(same(WgmmaLayouts<F16, 64>::a_layout, layout("((4,8,4),(2,2,2)):((128,1,16),(64,8,512))")));
  EXPECT_TRUE(same(WgmmaLayouts<Tf32, 64>::a_layout, layout("((4,8,4),(2,2)):((64,1,16),(8,256))")));
  EXPECT_TRUE(same(WgmmaLayouts<E4M3, 64>::a_layout, layout("((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))")));
  EXPECT_TRUE(same(WgmmaLayouts<Bf16, 64>::shared_b_layout, layout("(128,(64,16)):(0,(1,64))")));
}

// ------------------------------------------------------------------------------------------- ldmatrix

/// Our units are 16-bit elements, CUTLASS's are bits.
TEST(Ldmatrix, has_the_layouts_that_cutlass_lists) {
  auto const in_elements = [](TvLayout const& bits) { return *upcast(bits, std::int64_t{16}); };
  EXPECT_TRUE(
      same(in_elements(layout("(32,(32,4)):(32,(1,1024))")), LdmatrixLayouts<4, Order::rows>::registers));
  EXPECT_TRUE(same(in_elements(layout("((4,8),(16,2,4)):((256,16),(1,128,1024))")),
                   LdmatrixLayouts<4, Order::columns>::registers));
  EXPECT_TRUE(same(in_elements(layout("(32,128):(128,1)")), LdmatrixLayouts<4, Order::rows>::rows));
  EXPECT_TRUE(same(LdmatrixLayouts<1, Order::rows>::registers, layout("(32,2):(2,1)")));
}

constexpr int pitch = 24;  // elements; a row is 16 elements, and the rows lie at multiples of 16 bytes

/// Loads the first 8 * matrices rows of 8 elements, stores what the lanes got, and puts the tile back by
/// stmatrix, 8 columns further right.
template <int matrices, Order order>
__global__ void there_and_back(GlobalView<F16 const> in, GlobalView<F16> registers, GlobalView<F16> back) {
  __shared__ Shared<F16, 32 * pitch> tile;
  Index const row = threadIdx.x;
  store(tile, row * pitch, load<8>(in, 8 * row));
  __syncthreads();
  auto const fragment = ldmatrix<matrices, order>(tile.view(), row * pitch);
  stmatrix<matrices, order>(tile.view(), row * pitch + 8, fragment);
  for (int v = 0; v < 2 * matrices; ++v) store(registers, 2 * matrices * row + v, Vec<F16, 1>{{fragment[v]}});
  __syncthreads();
  if (row < 8 * matrices) store(back, 8 * row, load<8>(tile, row * pitch + 8));
}

template <int matrices, Order order>
void check_ldmatrix(TvLayout const& listed) {
  std::vector<F16> values(256);
  for (int i = 0; i < 256; ++i) values[i] = {static_cast<std::uint16_t>(i)};
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    Buffer<F16> in("in", values), registers("registers", 64 * matrices), back("back", 64 * matrices);
    auto const report = launch({.grid = {1}, .block = {32}, .seed = seed, .wave = 32},
                               there_and_back<matrices, order>, in.view(), registers.view(), back.view());
    EXPECT_TRUE(report.clean()) << describe(report.findings[0]);
    for (int i = 0; i < 64 * matrices; ++i) {
      EXPECT_EQ(registers.at(i % 32 * 2 * matrices + i / 32).bits, evaluate(listed, std::int64_t{i}));
      EXPECT_EQ(back.at(i).bits, i);
    }
  }
}

TEST(Ldmatrix, deals_rows_or_columns_and_stmatrix_puts_them_back) {
  check_ldmatrix<1, Order::rows>(layout("(32,2):(2,1)"));
  check_ldmatrix<2, Order::rows>(layout("(32,(2,2)):(2,(1,64))"));
  check_ldmatrix<4, Order::rows>(layout("(32,(2,4)):(2,(1,64))"));
  check_ldmatrix<1, Order::columns>(layout("((4,8),2):((16,1),8)"));
  check_ldmatrix<2, Order::columns>(layout("((4,8),(2,2)):((16,1),(8,64))"));
  check_ldmatrix<4, Order::columns>(layout("((4,8),(2,4)):((16,1),(8,64))"));
}

enum class Fault { none, misaligned, outside, no_barrier };

/// m16n8k16 from row-major tiles of A and B in shared memory; B is n-contiguous, so its load transposes.
template <Fault fault>
__global__ void tile_product(GlobalView<F16 const> a, GlobalView<F16 const> b, GlobalView<float> c) {
  using Atom = MmaSync<F16, F16, float, 16, 16>;
  __shared__ Shared<F16, 16 * pitch> a_tile;
  __shared__ Shared<F16, 16 * 8> b_tile;
  Index const lane = threadIdx.x, row = lane % 16, half = lane / 16;
  store(a_tile, row * pitch + 8 * half, load<8>(a, 16 * row + 8 * half));
  if (lane < 16) store(b_tile, 8 * lane, load<8>(b, 8 * lane));
  if (fault != Fault::no_barrier) __syncthreads();
  Index const shift = fault == Fault::misaligned ? 4 : fault == Fault::outside ? 8 : 0;
  auto const a_part = ldmatrix<4>(a_tile.view(), row * pitch + 8 * half + shift * (lane == 31 ? 1 : 0) +
                                                     (fault == Fault::outside && lane == 31 ? pitch : 0));
  auto const b_part = ldmatrix<2, Order::columns>(b_tile.view(), 8 * row);
  auto const sum = mma<Atom>({}, a_part, b_part);
  for (int v = 0; v < 4; ++v) store(c, 4 * lane + v, Vec<float, 1>{{sum[v]}});
}

template <Fault fault>
LaunchReport run_tile_product(std::uint64_t seed, int& wrong) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::vector<F16> a_values(256), b_values(128);
  for (auto* values : {&a_values, &b_values})
    for (F16& x : *values) x = F16::from_float(static_cast<float>(static_cast<int>(random() % 7) - 3));
  Buffer<F16> a("a", a_values), b("b", b_values);
  Buffer<float> c("c", 128);
  auto const report = launch({.grid = {1}, .block = {32}, .seed = seed, .wave = 32}, tile_product<fault>,
                             a.view(), b.view(), c.view());
  auto const c_layout = layout("((4,8),(2,2)):((32,1),(16,8))");
  wrong = 0;
  for (int i = 0; i < 128; ++i) {
    auto const element = static_cast<int>(evaluate(c_layout, std::int64_t{i})), m = element % 16,
               n = element / 16;
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += a_values[16 * m + k].to_float() * b_values[8 * k + n].to_float();
    wrong += c.at(i % 32 * 4 + i / 32) != sum;
  }
  return report;
}

TEST(Ldmatrix, feeds_mma_sync) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    int wrong = -1;
    EXPECT_TRUE(run_tile_product<Fault::none>(seed, wrong).clean());
    EXPECT_EQ(wrong, 0);
  }
}

TEST(Ldmatrix, its_accesses_are_checked) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    int wrong = 0;
    EXPECT_EQ(run_tile_product<Fault::misaligned>(seed, wrong).count(Defect::misaligned), 1u);
    EXPECT_EQ(run_tile_product<Fault::outside>(seed, wrong).count(Defect::out_of_bounds), 1u);
    EXPECT_GT(run_tile_product<Fault::no_barrier>(seed, wrong).count(Defect::data_race), 0u);
  }
}

}  // namespace
}  // namespace colex::gpu::test
