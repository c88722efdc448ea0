// SPDX-License-Identifier: MIT
// Every shipped config of the permute kernel against a naive reference on the host platform: sizes, strides,
// orders of modes and of threads; right values, each element stored once, nothing else touched, no defect, no
// bank conflict. Then kernels with one planted bug each, which must be named.
#include "permute/permute.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "typed_configs.hpp"

namespace colex::gpu {
namespace {

template <class T>
T value_of(Index offset) {
  if constexpr (std::is_same_v<T, Bf16>) {
    return {static_cast<std::uint16_t>(40503 * offset + 7)};
  } else {
    return static_cast<T>(static_cast<std::int32_t>(2654435761u * static_cast<std::uint32_t>(offset)) >> 7);
  }
}

template <int rank>
Index required(Index const (&extent)[rank], Index const (&stride)[rank]) {
  Index last = 0;
  for (int k = 0; k < rank; ++k) {
    if (extent[k] == 0) return 0;
    last += (extent[k] - 1) * stride[k];
  }
  return last + 1;
}

/// Calls visit(source offset, destination offset) for each element.
template <int rank, class Visit>
void each_element(PermuteArray<rank> const& a, Visit visit, int mode = rank - 1, Index from = 0,
                  Index to = 0) {
  if (mode < 0) return visit(from, to);
  for (Index c = 0; c < a.extent[mode]; ++c)
    each_element(a, visit, mode - 1, from + c * a.source[mode], to + c * a.destination[mode]);
}

template <class Config>
LaunchReport check_permute(PermuteArray<Config::rank> const& a, std::uint64_t seed) {
  using T = typename Config::element;
  constexpr Index guard = 3;
  Index const from_size = required(a.extent, a.source), to_size = required(a.extent, a.destination);
  std::vector<T> values(from_size);
  for (Index i = 0; i < from_size; ++i) values[i] = value_of<T>(i);
  Buffer<T> source("source", values), destination("destination", to_size + guard);
  auto const report =
      permute<Config>(source.view(), destination.view(0, to_size), a, seed, bank_models[seed % 4]);

  for (auto const& finding : report.findings) ADD_FAILURE() << describe(finding);
  EXPECT_TRUE(report.clean());
  EXPECT_EQ(report.bank_degree(), 1) << bank_models[seed % 4]->name;
  std::vector<std::uint32_t> writes(destination.size());
  Index wrong = 0;
  each_element(a, [&](Index from, Index to) {
    ++writes[to];
    wrong += destination.is_initialised(to) && destination.at(to) == values[from] ? 0 : 1;
  });
  EXPECT_EQ(wrong, 0);
  wrong = 0;
  for (Index i = 0; i < destination.size(); ++i) wrong += destination.writes(i) != writes[i];
  for (Index i = 0; i < from_size; ++i) wrong += source.writes(i) != 0;
  EXPECT_EQ(wrong, 0) << "elements written too often, or not at all, or outside the array";
  return report;
}

/// m x n, column-major with columns `lead` apart, to row-major with rows `drop` apart; `batch` times.
template <class Config>
PermuteArray<Config::rank> transpose_of(Index m, Index n, Index lead, Index drop, Index batch = 1) {
  PermuteArray<Config::rank> a{{m, n}, {1, lead}, {drop, 1}};
  for (int k = 2; k < Config::rank; ++k)
    a.extent[k] = batch, a.source[k] = lead * n, a.destination[k] = drop * m;
  return a;
}

Index up_to(Index n, Index multiple) { return (n + multiple - 1) / multiple * multiple; }

template <class Config>
class PermuteTest : public testing::Test {
 protected:
  /// As small as can be, and with strides that allow wide accesses.
  void check_size(Index m, Index n, std::uint64_t seed) {
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n) + ", seed " + std::to_string(seed));
    check_permute<Config>(transpose_of<Config>(m, n, std::max<Index>(m, 1), std::max<Index>(n, 1)), seed);
    check_permute<Config>(transpose_of<Config>(m, n, up_to(m, Config::vector) + Config::vector,
                                               up_to(n, Config::vector) + Config::vector),
                          seed + 1);
  }
};
TYPED_TEST_SUITE(PermuteTest, AsTypes<PermuteConfigs>::type, ConfigName);

// Every m and every n of 0..65, each with several of the other.
TYPED_TEST(PermuteTest, moves_every_size_to_65) {
  for (Index m = 0; m <= 65 && !this->HasFailure(); ++m)
    for (Index n : {m, (17 * m + 5) % 66, 65 - m}) this->check_size(m, n, static_cast<std::uint64_t>(m + n));
}

TYPED_TEST(PermuteTest, moves_sizes_around_its_tiles) {
  constexpr Index X = TypeParam::tile_x, Y = TypeParam::tile_y;
  std::uint64_t seed = 0;
  for (Index m : {Index{1}, X - 1, X, X + 1, 2 * X, 2 * X + 3})
    for (Index n : {Index{1}, Y - 1, Y, Y + 1, 2 * Y + 5})
      if (!this->HasFailure()) this->check_size(m, n, seed++);
}

TYPED_TEST(PermuteTest, moves_whole_tiles_by_the_widest_accesses_only) {
  constexpr Index X = TypeParam::tile_x, Y = TypeParam::tile_y;
  constexpr int V = TypeParam::vector;
  auto const report = check_permute<TypeParam>(transpose_of<TypeParam>(2 * X, Y, 2 * X, Y), 2);
  // Global and shared: each side loads and stores every element once.
  std::map<int, std::uint64_t> const twice{{V, 2 * 2 * X * Y / V}};
  EXPECT_EQ(report.loads_by_width, twice);
  EXPECT_EQ(report.stores_by_width, twice);
  EXPECT_EQ(report.blocks, 2u);
  EXPECT_EQ(report.barriers, 2u);
  EXPECT_EQ(report.bank_counts.size(), 2u);
  // A stride that is no multiple of V: single elements.
  auto const narrow = check_permute<TypeParam>(transpose_of<TypeParam>(X, Y, X + 1, Y), 2);
  EXPECT_EQ(narrow.loads_by_width, (std::map<int, std::uint64_t>{{1, 2 * X * Y}}));
}

TYPED_TEST(PermuteTest, moves_random_arrays) {
  constexpr int rank = TypeParam::rank;
  std::mt19937 random(7);
  auto const below = [&](Index n) { return static_cast<Index>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 40 && !this->HasFailure(); ++round) {
    PermuteArray<rank> a{};
    for (int k = 0; k < rank; ++k) a.extent[k] = 1 + below(rank == 2 ? 90 : 40);
    for (auto* strides : {a.source, a.destination}) {  // modes in random order, with random gaps
      std::vector<int> order(rank);
      for (int k = 0; k < rank; ++k) order[k] = k;
      std::shuffle(order.begin(), order.end(), random);
      Index step = 1 + below(3) / 2;
      for (int k : order) strides[k] = step, step = step * a.extent[k] + below(3) * below(4);
    }
    if (round % 5 == 0) a.source[below(rank)] = 0;  // a broadcast
    SCOPED_TRACE("round " + std::to_string(round));
    check_permute<TypeParam>(a, static_cast<std::uint64_t>(round));
  }
}

TEST(Permute, moves_three_modes_in_every_order) {
  Index const extent[3] = {66, 7, 65};
  int order[3] = {0, 1, 2};
  do {
    PermuteArray<3> a{{66, 7, 65}, {1, 68, 68 * 7}, {}};
    Index step = 1;
    for (int k : order) a.destination[k] = step, step *= extent[k];
    SCOPED_TRACE(std::to_string(order[0]) + std::to_string(order[1]) + std::to_string(order[2]));
    check_permute<Permute3F32>(a, 1);
  } while (std::next_permutation(order, order + 3));
}

TEST(Permute, moves_layouts) {
  std::vector<float> values(100 * 70);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  Buffer<float> from("from", values), to("to", 7000);
  EXPECT_TRUE(permute<Permute3F32>(from.view(), to.view(), layout("((10,10),70):((1,10),100)"),
                                   layout("((10,10),70):((70,700),1)"))
                  .clean());
  for (Index x = 0; x < 100; ++x)
    for (Index y = 0; y < 70; ++y) EXPECT_EQ(to.at(70 * x + y), values[x + 100 * y]);
}

TEST(Permute, refuses_what_it_cannot_move) {
  Buffer<float> from("from", 64), to("to", 64);
  auto const refuses = [&](PermuteArray<2> const& a) {
    EXPECT_THROW(permute<TransposeF32>(from.view(), to.view(), a), std::invalid_argument);
  };
  refuses({{-1, 4}, {1, 4}, {4, 1}});  // a negative extent
  refuses({{4, 4}, {1, -4}, {4, 1}});  // a negative stride
  refuses({{4, 4}, {1, 4}, {1, 1}});   // two elements at one offset
  refuses({{4, 4}, {1, 4}, {3, 2}});   // the same, less plainly: 0*3+3*2 == 2*3+0*2
  refuses({{Index{1} << 30, Index{1} << 30}, {1, 0}, {Index{1} << 30, 1}});  // more tiles than blocks
  refuses({{Index{1} << 40, Index{1} << 40}, {1, 0}, {Index{1} << 40, 1}});
  EXPECT_THROW(permute<TransposeF32>(from.view(), to.view(), layout("(4,2):(1,4)"), layout("(2,4):(1,2)")),
               std::invalid_argument);
  EXPECT_THROW(
      permute<TransposeF32>(from.view(), to.view(), layout("(2,2,2):(1,2,4)"), layout("(2,2,2):(4,2,1)")),
      std::invalid_argument);
  EXPECT_EQ(permute<TransposeF32>(from.view(), to.view(), PermuteArray<2>{{0, 4}, {1, 4}, {4, 1}}).blocks,
            0u);
}

TEST(PermuteIndex, tiles_are_numbered_without_gap_or_repetition) {
  for (Index tiles_x = 1; tiles_x < 8; ++tiles_x)
    for (Index tiles_y = 1; tiles_y < 8; ++tiles_y)
      for (Index tile = 0; tile < 4 * tiles_x * tiles_y; ++tile) {
        auto const p = tile_place(tile, tiles_x, tiles_y);
        ASSERT_TRUE(p.x < tiles_x && p.y < tiles_y);
        ASSERT_EQ((p.rest * tiles_y + p.y) * tiles_x + p.x, tile);
      }
}

TEST(PermuteIndex, matches_the_examples_of_its_header) {
  auto const p = tile_place<Index>(7, 3, 2);
  EXPECT_TRUE(p.x == 1 && p.y == 0 && p.rest == 1);
}
TEST(PermuteLayouts, match_the_examples_of_their_header) {
  auto const layouts = permute_layouts({64, 64, 4, 256});
  EXPECT_EQ(layouts.squares, layout("((16,16),(1,1)):((4,256),(0,0))"));
  EXPECT_EQ(layouts.runs, layout("((16,16),(1,4)):((256,1),(0,16))"));
}

// ------------------------------------------------------------------------------------------- planted bugs

enum class Bug { none, no_barrier, no_predicate, half_swizzle, no_swizzle, trusting_strides };

struct Unswizzled : TransposeF32 {
  static constexpr Swizzle swizzle{0, 0, 0};
};

/// The kernel's body for one tile of TransposeF32, with a bug.
template <Bug bug>
__global__ void transpose_with(GlobalView<float const> source, GlobalView<float> destination,
                               PermuteShape<2> s) {
  using In = std::conditional_t<bug == Bug::no_swizzle, Unswizzled, TransposeF32>;
  using Out = std::conditional_t<bug == Bug::half_swizzle, Unswizzled, In>;
  __shared__ Shared<float, tile_elements<TransposeF32>> tile;
  int const thread = static_cast<int>(threadIdx.x);
  if (bug != Bug::no_predicate && bug != Bug::trusting_strides && !s.wide) return;
  using Squares = PermutePlaces<In>::Squares;
  using Runs = PermutePlaces<In>::Runs;
  int const x = Squares::x(thread, 0), y = Squares::y(thread, 0);
  Vec<float, 4> row[4];
  for (int j = 0; j < 4; ++j)
    row[j] = load<4>(source, element_at<Index>(0, x, s.source[0], y + j, s.source[1]));
  for (int i = 0; i < 4; ++i)
    store(tile, PermutePlaces<In>::at(x + i, y),
          Vec<float, 4>{{row[0].value[i], row[1].value[i], row[2].value[i], row[3].value[i]}});
  if constexpr (bug != Bug::no_barrier) __syncthreads();
  for (int step = 0; step < 4; ++step) {
    int const to_x = Runs::x(thread, step), to_y = Runs::y(thread, step);
    store(destination, element_at<Index>(0, to_x, s.destination[0], to_y, s.destination[1]),
          load<4>(tile, PermutePlaces<Out>::at(to_x, to_y)));
  }
}

struct Outcome {
  LaunchReport report;
  Index wrong;
};
template <Bug bug>
Outcome run_with(Index m, Index n, Index lead) {
  std::vector<float> values(lead * n);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  Buffer<float> from("from", values), to("to", m * n);
  PermuteShape<2> const s{{m, n}, {1, lead}, {n, 1}, 1, 1, m == 64 && n == 64};
  Outcome out{launch({.grid = {1}, .block = {256}, .seed = 5, .banks = &sm90}, transpose_with<bug>,
                     from.view(), to.view(), s),
              0};
  for (Index x = 0; x < m; ++x)
    for (Index y = 0; y < n; ++y) out.wrong += to.at(x * n + y) != values[x + lead * y];
  return out;
}

TEST(PermutePlanted, without_a_bug_it_is_clean) {
  auto const out = run_with<Bug::none>(64, 64, 64);
  EXPECT_TRUE(out.report.clean());
  EXPECT_EQ(out.wrong, 0);
  EXPECT_EQ(out.report.bank_degree(), 1);
}
TEST(PermutePlanted, a_missing_barrier_is_a_race) {
  EXPECT_GT(run_with<Bug::no_barrier>(64, 64, 64).report.count(Defect::data_race), 0u);
}
TEST(PermutePlanted, a_dropped_predicate_is_out_of_bounds) {
  EXPECT_GT(run_with<Bug::no_predicate>(60, 64, 60).report.count(Defect::out_of_bounds), 0u);
}
TEST(PermutePlanted, a_swizzle_on_one_side_only_moves_the_wrong_elements) {
  auto const out = run_with<Bug::half_swizzle>(64, 64, 64);
  EXPECT_TRUE(out.report.clean());  // no access is wrong, the values are
  EXPECT_GT(out.wrong, 1000);
}
TEST(PermutePlanted, a_missing_swizzle_is_a_bank_conflict) {
  auto const out = run_with<Bug::no_swizzle>(64, 64, 64);
  EXPECT_EQ(out.wrong, 0);
  EXPECT_EQ(out.report.bank_degree(), 8);
}
TEST(PermutePlanted, wide_accesses_to_an_odd_stride_are_misaligned) {
  EXPECT_GT(run_with<Bug::trusting_strides>(64, 64, 65).report.count(Defect::misaligned), 0u);
}

}  // namespace
}  // namespace colex::gpu
