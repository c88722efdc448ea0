// SPDX-License-Identifier: MIT
// Every shipped config of the copy kernel against a naive reference, on the host platform, for many counts
// and thread orders: right values, each element stored exactly once, nothing else touched, no defect.
#include "copy/copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "colex/make_shape.hpp"
#include "typed_configs.hpp"

namespace colex::gpu {
namespace {

/// Offset by the definition: the tile at the element's place in it, and a step for each tile before.
Index offset_by_definition(Layout<Index> const& tile, Index step, Index element) {
  return evaluate(tile, element % size(tile)) + element / size(tile) * step;
}

template <class T>
T value_of(Index offset) {
  if constexpr (std::is_same_v<T, Bf16>) {
    return {static_cast<std::uint16_t>(40503 * offset + 7)};
  } else {
    return static_cast<T>(3 * offset + 1);
  }
}

template <class Config>
LaunchReport check_copy(Index count, std::uint64_t seed) {
  using T = typename Config::element;
  constexpr Index guard = 5;
  Index const from_size = required_elements<SourceArray<Config>>(count);
  Index const to_size = required_elements<DestinationArray<Config>>(count);
  std::vector<T> values(from_size);
  for (Index i = 0; i < from_size; ++i) values[i] = value_of<T>(i);
  Buffer<T> source("source", values), destination("destination", to_size + guard);

  LaunchReport const report = copy<Config>(source.view(), destination.view(0, to_size), count, seed);

  for (auto const& finding : report.findings) ADD_FAILURE() << describe(finding);
  EXPECT_TRUE(report.clean());
  std::set<Index> stored;
  for (Index e = 0; e < count; ++e) {
    Index const to = offset_by_definition(Config::destination, Config::destination_step, e);
    Index const from = offset_by_definition(Config::source, Config::source_step, e);
    EXPECT_TRUE(stored.insert(to).second) << "the reference stores " << to << " twice";
    EXPECT_LT(to, to_size);
    EXPECT_LT(from, from_size);
    EXPECT_TRUE(destination.is_initialised(to));
    EXPECT_TRUE(destination.at(to) == value_of<T>(from)) << "element " << e;
  }
  for (Index i = 0; i < destination.size(); ++i)
    EXPECT_EQ(destination.writes(i), stored.count(i)) << "offset " << i;
  for (Index i = 0; i < from_size; ++i) EXPECT_EQ(source.writes(i), 0u);
  return report;
}

template <class Config>
class CopyTest : public testing::Test {};
TYPED_TEST_SUITE(CopyTest, AsTypes<CopyConfigs>::type, ConfigName);

TYPED_TEST(CopyTest, copies_every_count) {
  Index const most = 3 * size(TypeParam::source) + 2 * TypeParam::vector + 1;
  for (Index count = 0; count <= most && !this->HasFailure(); ++count) {
    SCOPED_TRACE("count " + std::to_string(count));
    check_copy<TypeParam>(count, 1);
  }
}

TYPED_TEST(CopyTest, copies_around_the_end_of_a_block_in_every_order) {
  Index const per_block = TypeParam::threads * TypeParam::vector;
  for (Index blocks : {1, 3})
    for (Index beside : {-TypeParam::vector - 1, -1, 0, 1, TypeParam::vector})
      for (std::uint64_t seed : {0, 1, 2, 3}) {
        SCOPED_TRACE("count " + std::to_string(blocks * per_block + beside) + ", seed " +
                     std::to_string(seed));
        auto const report = check_copy<TypeParam>(blocks * per_block + beside, seed);
        EXPECT_EQ(report.blocks, static_cast<std::uint64_t>(blocks + (beside > 0 ? 1 : 0)));
        if (this->HasFailure()) return;
      }
}

TYPED_TEST(CopyTest, moves_a_whole_run_by_the_widest_access) {
  Index const count = 2 * Index{TypeParam::threads} * TypeParam::vector;
  auto const report = check_copy<TypeParam>(count, 0);
  std::map<int, std::uint64_t> const loads{
      {SourceArray<TypeParam>::width, count / SourceArray<TypeParam>::width}};
  std::map<int, std::uint64_t> const stores{
      {DestinationArray<TypeParam>::width, count / DestinationArray<TypeParam>::width}};
  EXPECT_EQ(report.loads_by_width, loads);
  EXPECT_EQ(report.stores_by_width, stores);
}

TYPED_TEST(CopyTest, does_not_launch_for_count_zero) {
  auto const report = check_copy<TypeParam>(0, 0);
  EXPECT_EQ(report.blocks, 0u);
  EXPECT_EQ(report.accesses(), 0u);
}

/// The most elements of one access, at most 16 bytes of them, that lie side by side from a multiple of their number
/// on: of every access to 16 repetitions of a tile.
template <class T>
int widest_by_enumeration(Layout<std::int64_t> const& tile, Index step) {
  std::vector<Index> offsets;
  for (Index repetition = 0; repetition < 16; ++repetition)
    for (Index i = 0; i < size(tile); ++i) offsets.push_back(repetition * step + tile(i));
  for (std::size_t width = 16 / sizeof(T); width > 1; width /= 2) {
    bool holds = true;
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      Index const first = offsets[k - k % width];
      holds = holds && first % static_cast<Index>(width) == 0 &&
              offsets[k] == first + static_cast<Index>(k % width);
    }
    if (holds) return static_cast<int>(width);
  }
  return 1;
}

TYPED_TEST(CopyTest, has_the_widest_accesses) {
  using T = typename TypeParam::element;
  EXPECT_EQ(SourceArray<TypeParam>::width,
            widest_by_enumeration<T>(TypeParam::source, TypeParam::source_step));
  EXPECT_EQ(DestinationArray<TypeParam>::width,
            widest_by_enumeration<T>(TypeParam::destination, TypeParam::destination_step));
}

TEST(Copy, has_the_widths_of_its_documentation) {
  auto const widths = []<class Config>(Config) {
    return std::pair(SourceArray<Config>::width, DestinationArray<Config>::width);
  };
  EXPECT_EQ(widths(CopyIdentityF32{}), std::pair(4, 4));
  EXPECT_EQ(widths(CopyUnpadF32{}), std::pair(4, 4));
  EXPECT_EQ(widths(CopyTransposeF32{}), std::pair(4, 1));
  EXPECT_EQ(widths(CopyExchangeBf16{}), std::pair(8, 8));
  EXPECT_EQ(widths(CopyBitReverseF32{}), std::pair(1, 4));
  EXPECT_EQ(widths(CopyStridedI64{}), std::pair(1, 2));
}

TEST(Copy, refuses_a_negative_count) {
  Buffer<float> source("source", 4), destination("destination", 4);
  EXPECT_THROW(copy<CopyIdentityF32>(source.view(), destination.view(), -1), std::invalid_argument);
}

TEST(Copy, refuses_a_count_beyond_the_grid) {
  Buffer<float> source("source", 4), destination("destination", 4);
  EXPECT_THROW(copy<CopyIdentityF32>(source.view(), destination.view(), (Index{1} << 31) * 1024),
               std::invalid_argument);
}

// The last element of a full tile lies at the end of what is required: required_elements is tight there.
TYPED_TEST(CopyTest, requires_no_more_than_whole_tiles_need) {
  using To = DestinationArray<TypeParam>;
  Index const tile = size(TypeParam::destination);
  for (Index tiles = 1; tiles < 5; ++tiles) {
    Index last = 0;
    for (Index e = 0; e < tiles * tile; ++e) last = std::max(last, To::value(e));
    EXPECT_EQ(required_elements<To>(tiles * tile), last + 1);
  }
}

TEST(CopyLayouts, match_the_examples_of_their_header) {
  EXPECT_EQ(thread_runs(64, 4), layout("(64,2147483647):(4,256)"));
  EXPECT_EQ(repeated(layout("(8,4):(1,12)"), 48)(32), 48);
  EXPECT_EQ(widest_run(repeated(layout("(8,4):(1,8)"), 32), 4), 4);
  EXPECT_EQ(widest_run(repeated(layout("(8,4):(4,1)"), 32), 4), 1);
  EXPECT_EQ(widest_run(repeated(layout("(8,4):(1,10)"), 40), 4), 2);
}

/// Whether each `width` of the first `count` elements lie side by side, from a multiple of it on.
bool runs_are_contiguous_and_aligned(Layout<Index> const& array, Index width, Index count) {
  for (Index e = 0; e < count; ++e) {
    Index const first = array(e - e % width);
    if (first % width != 0 || array(e) != first + e % width) return false;
  }
  return true;
}

// Over many small arrays: what is allowed holds, and where a width is refused that the array's size could show, it does not.
TEST(CopyLayouts, allow_a_run_exactly_where_runs_are_contiguous_and_aligned) {
  int allowed = 0, refused = 0;
  for (Index n : {1, 2, 3, 4, 6, 8})
    for (Index inner : {0, 1, 2, 3, 4})
      for (Index m : {1, 2, 3})
        for (Index outer : {0, 1, 2, 4, 6, 8, 12})
          for (Index step : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32})
            for (Index width : {2, 4, 8}) {
              Layout<Index> const tile = join(leaf(Mode<Index>{n, inner}), leaf(Mode<Index>{m, outer}));
              auto const array = repeated(tile, step);
              bool const allows = allows_runs_of(array, width);
              ASSERT_EQ(allows, runs_are_contiguous_and_aligned(array, width, 4 * width * size(tile)))
                  << n << ',' << m << ':' << inner << ',' << outer << " step " << step << " width " << width;
              ++(allows ? allowed : refused);
            }
  EXPECT_GT(allowed, 100);
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace colex::gpu
