// SPDX-License-Identifier: MIT
// The strided copy against a naive reference on the host platform: every width, random layouts, broadcasts,
// modes that run backwards; right values, each element stored once, nothing else touched, the widest accesses
// that the layouts allow. Then kernels with one planted bug each, which must be named.
#include "strided_copy/strided_copy.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>

namespace colex::gpu {
namespace {

using Bytes = std::vector<unsigned char>;

/// Where index i lies in memory that begins at the layout's lowest element.
Index place_of(Layout<Index> const& layout, Index i) {
  Index lowest = 0;
  for (auto const& mode : layout.leaves)
    if (mode.stride < 0) lowest += (mode.shape - 1) * mode.stride;
  return evaluate(layout, i) - lowest;
}

template <class Config>
LaunchReport move(Bytes const& from, Bytes& to, std::vector<std::uint32_t>& writes, StridedPlan const& plan,
                  std::uint64_t seed) {
  using Unit = typename Config::element;
  std::vector<Unit> units(from.size() / sizeof(Unit));
  std::memcpy(units.data(), from.data(), units.size() * sizeof(Unit));
  Buffer<Unit> source("source", units),
      destination("destination", static_cast<Index>(to.size() / sizeof(Unit)));
  auto const report = uncertified::strided_copy<Config>(source.view(), destination.view(), plan.shape, seed);
  for (Index i = 0; i < destination.size(); ++i) {
    writes[static_cast<std::size_t>(i)] = destination.writes(i);
    if (!destination.is_initialised(i)) continue;
    Unit const value = destination.at(i);
    std::memcpy(&to[static_cast<std::size_t>(i) * sizeof(Unit)], &value, sizeof(Unit));
  }
  return report;
}

/// Moves random bytes, and compares every one of them and the count of writes. Returns the plan.
StridedPlan check_copy(int element_bytes, Layout<Index> const& from, Layout<Index> const& to, int alignment,
                       std::uint64_t seed, bool as_wide = false) {
  auto plan = plan_strided_copy(element_bytes, from, to, alignment);
  if (plan.shape.narrow && !as_wide) check_copy(element_bytes, from, to, alignment, seed, true);
  if (as_wide) plan.shape.narrow = false;  // which the kernel takes as well
  auto const whole = [&](Index elements) {
    return static_cast<std::size_t>((elements * element_bytes + plan.unit_bytes - 1) / plan.unit_bytes *
                                    plan.unit_bytes);
  };
  Bytes source(whole(plan.source_elements)), got(whole(plan.destination_elements), 0xCB), want = got;
  std::mt19937 random(static_cast<unsigned>(seed));
  for (auto& byte : source) byte = static_cast<unsigned char>(random());
  std::vector<std::uint32_t> writes(got.size()), times(got.size());
  auto const bytes = static_cast<std::size_t>(element_bytes),
             unit = static_cast<std::size_t>(plan.unit_bytes);
  for (Index i = 0; i < size(from); ++i) {
    std::size_t const at = static_cast<std::size_t>(place_of(to, i)) * bytes;
    std::memcpy(&want[at], &source[static_cast<std::size_t>(place_of(from, i)) * bytes], bytes);
    times[at / unit] = 1;
  }
  LaunchReport report;
  switch (plan.unit_bytes) {
    case 1:
      report = plan.gathered > 1 ? move<StridedCopyB8x4>(source, got, writes, plan, seed)
                                 : move<StridedCopyB8>(source, got, writes, plan, seed);
      break;
    case 2:
      report = plan.gathered > 1 ? move<StridedCopyB16x2>(source, got, writes, plan, seed)
                                 : move<StridedCopyB16>(source, got, writes, plan, seed);
      break;
    case 4:
      report = move<StridedCopyB32>(source, got, writes, plan, seed);
      break;
    case 8:
      report = move<StridedCopyB64>(source, got, writes, plan, seed);
      break;
    default:
      report = move<StridedCopyB128>(source, got, writes, plan, seed);
  }
  for (auto const& finding : report.findings) ADD_FAILURE() << describe(finding);
  EXPECT_TRUE(report.clean());
  EXPECT_EQ(got, want);
  EXPECT_EQ(writes, times) << "units stored too often, or not at all";
  return plan;
}

TEST(StridedCopy, moves_attention_heads_by_16_bytes) {
  // (D, H, S) to (D, S, H), as a transpose of heads and sequence does.
  auto const plan = check_copy(2, layout("(64,3,5):(1,64,192)"), layout("(64,3,5):(1,320,64)"), 16, 1);
  EXPECT_EQ(plan.unit_bytes, 16);
  EXPECT_EQ(plan.shape.units, 64 * 3 * 5 / 8);
}

TEST(StridedCopy, takes_the_widest_unit_that_both_layouts_allow) {
  auto const unit_of = [](int bytes, char const* from, char const* to, int alignment) {
    return check_copy(bytes, layout(from), layout(to), alignment, 3).unit_bytes;
  };
  EXPECT_EQ(unit_of(2, "(8,4):(1,16)", "(8,4):(1,8)", 16), 16);
  EXPECT_EQ(unit_of(2, "(8,4):(1,16)", "(8,4):(1,8)", 4), 4);   // memory begins at 4 bytes
  EXPECT_EQ(unit_of(2, "(8,4):(1,12)", "(8,4):(1,8)", 16), 8);  // a pitch of 24 bytes
  EXPECT_EQ(unit_of(2, "(8,4):(1,9)", "(8,4):(1,8)", 16), 2);   // an odd pitch
  EXPECT_EQ(unit_of(1, "(6,4):(1,8)", "(6,4):(1,6)", 16), 2);   // runs of 6 bytes
  EXPECT_EQ(unit_of(4, "(8,4):(2,16)", "(8,4):(1,8)", 16), 4);  // every other element
  EXPECT_EQ(unit_of(16, "(3,4):(1,3)", "(3,4):(4,1)", 16), 16);
  EXPECT_EQ(unit_of(4, "(8,4):(1,8)", "(8,4):(1,8)", 16), 16);  // contiguous: one mode
}

TEST(StridedCopy, gathers_elements_that_lie_apart_into_stores_of_4_bytes) {
  auto const gathered = [](int bytes, char const* from, char const* to, int alignment = 16) {
    auto const plan = check_copy(bytes, layout(from), layout(to), alignment, 3);
    EXPECT_EQ(plan.shape.units * plan.gathered * plan.unit_bytes, size(layout(from)) * bytes);
    return plan.gathered;
  };
  EXPECT_EQ(gathered(2, "(8,4):(2,16)", "(8,4):(1,8)"), 2);  // every other element
  EXPECT_EQ(gathered(1, "(12,5):(3,36)", "(12,5):(1,16)"), 4);
  EXPECT_EQ(gathered(2, "(8,5):(-3,24)", "(8,5):(1,10)"), 2);  // backwards
  EXPECT_EQ(gathered(2, "(8,4):(0,1)", "(8,4):(1,8)"), 2);     // a broadcast
  EXPECT_EQ(gathered(2, "(8,4):(1,9)", "(8,4):(1,8)"), 2);     // an odd pitch of the source
  EXPECT_EQ(gathered(2, "(8,4):(2,16)", "(8,4):(1,9)"), 1);    // of the destination
  EXPECT_EQ(gathered(2, "(7,4):(2,16)", "(7,4):(1,8)"), 1);    // an odd run
  EXPECT_EQ(gathered(1, "(6,4):(2,16)", "(6,4):(1,8)"), 1);
  EXPECT_EQ(gathered(2, "(8,4):(2,16)", "(8,4):(1,8)", 2), 1);  // memory begins at 2 bytes
  EXPECT_EQ(gathered(4, "(8,4):(2,16)", "(8,4):(1,8)"), 1);     // a store of 4 bytes already
}

TEST(StridedCopy, merges_modes_that_run_on_in_both_layouts) {
  auto const plan = plan_strided_copy(1, layout("(2,2,2,2,2,2,2,3):(1,2,4,8,16,32,64,256)"),
                                      layout("(2,2,2,2,2,2,2,3):(1,2,4,8,16,32,64,128)"), 1);
  EXPECT_EQ(plan.shape.extent[0], 128);
  EXPECT_EQ(plan.shape.extent[1], 3);
  EXPECT_EQ(plan.shape.extent[2], 1);
}

TEST(StridedCopy, moves_broadcasts_and_modes_that_run_backwards) {
  check_copy(4, layout("(8,5):(1,0)"), layout("(8,5):(1,8)"), 16, 1);
  check_copy(4, layout("(8,5):(-1,8)"), layout("(8,5):(1,8)"), 16, 2);
  check_copy(4, layout("(8,5):(1,8)"), layout("(8,5):(-1,8)"), 16, 3);
  check_copy(4, layout("(8,5):(-1,-8)"), layout("(8,5):(-1,-8)"), 16, 4);
  check_copy(2, layout("7:-3"), layout("7:5"), 2, 5);
}

/// Two arrays of 2 bytes from odd pitches to multiples of 8, and how often their elements came out wrong or were not stored once.
template <class Launch>
int wrong_of_two(Index columns, Index rows, Index other_rows, Launch const& start) {
  Index const pitch = (columns + 7) / 8 * 8;
  int wrong = 0;
  std::deque<Buffer<std::uint16_t>> from, to;
  std::vector<StridedShape<strided_rank>> shapes;
  for (Index const m : {rows, other_rows}) {
    std::vector<std::uint16_t> values(static_cast<std::size_t>(columns * m));
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::uint16_t>(7 * i + static_cast<std::size_t>(m));
    from.emplace_back("from", values), to.emplace_back("to", pitch * m);
    auto const modes = [&](Index step) { return join(line(columns, 1), line(m, step)); };
    shapes.push_back(plan_strided_copy(2, modes(columns), modes(pitch), 2).shape);
  }
  LaunchReport const report = start(StridedMove<StridedCopyB16>{from[0].view(), to[0].view(), shapes[0]},
                                    StridedMove<StridedCopyB16>{from[1].view(), to[1].view(), shapes[1]});
  for (std::size_t which : {0, 1})
    for (Index i = 0; i < to[which].size(); ++i) {
      Index const row = i / pitch, column = i % pitch;
      bool const moved = column < columns;
      wrong += to[which].writes(i) != (moved ? 1u : 0u);
      if (moved)
        wrong += !to[which].is_initialised(i) || to[which].at(i) != from[which].at(row * columns + column);
    }
  return wrong + (report.clean() ? 0 : 1);
}

TEST(StridedCopy, moves_two_arrays_in_one_launch) {
  auto const both = [](auto const& first, auto const& second) {
    return uncertified::strided_copies<StridedCopyB16>(first, second, 9);
  };
  for (Index const columns : {1, 7, 31, 1023})
    for (Index const rows : {1, 2, 33})
      for (Index const others : {1, 40}) EXPECT_EQ(wrong_of_two(columns, rows, others, both), 0);
}

TEST(StridedCopy, two_arrays_are_narrow_and_not_empty) {
  Buffer<std::uint16_t> from("from", 8), to("to", 8);
  auto const of = [&](char const* source, char const* destination) {
    return StridedMove<StridedCopyB16>{from.view(), to.view(),
                                       plan_strided_copy(2, layout(source), layout(destination), 2).shape};
  };
  auto const good = of("(3,2):(1,3)", "(3,2):(1,4)"), backwards = of("8:-1", "8:1");
  EXPECT_FALSE(backwards.shape.narrow);
  EXPECT_THROW(static_cast<void>(uncertified::strided_copies<StridedCopyB16>(good, backwards)),
               std::invalid_argument);
  auto empty = good;
  empty.shape.units = 0;
  EXPECT_THROW(static_cast<void>(uncertified::strided_copies<StridedCopyB16>(empty, good)),
               std::invalid_argument);
}

TEST(StridedCopy, moves_one_element_and_the_layout_of_no_modes) {
  check_copy(4, layout("1:7"), layout("1:3"), 4, 1);
  check_copy(4, layout("()"), layout("()"), 4, 1);
}

TEST(StridedCopy, moves_random_layouts) {
  std::mt19937 random(11);
  auto const below = [&](unsigned n) { return static_cast<Index>(random() % n); };
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round) {
    int const rank = 1 + static_cast<int>(below(6)), bytes = 1 << below(5);
    Layout<Index> from{}, to{};
    from.profile = {}, from.profile.tuple(rank);
    for (int k = 0; k < rank; ++k) from.profile.leaf();
    to.profile = from.profile;
    std::vector<Index> extent(static_cast<std::size_t>(rank));
    for (auto& n : extent) n = 1 + below(rank > 4 ? 4 : 9);
    for (auto* side : {&from, &to}) {
      std::vector<std::size_t> order(extent.size());
      for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
      if (round % 3 != 0) std::shuffle(order.begin() + round % 2, order.end(), random);
      std::vector<Index> stride(extent.size());
      Index next = 1 + below(4) / 3;
      for (std::size_t k : order) stride[k] = next, next = next * extent[k] + below(3) * below(5) / 3 * 4;
      for (std::size_t k = 0; k < extent.size(); ++k)
        side->leaves.push({extent[k], round % 7 == 0 && below(3) == 0 ? -stride[k] : stride[k]});
    }
    if (round % 5 == 0) from.leaves[static_cast<int>(below(static_cast<unsigned>(rank)))].stride = 0;
    SCOPED_TRACE("round " + std::to_string(round));
    check_copy(bytes, from, to, 16, static_cast<std::uint64_t>(round));
  }
}

TEST(StridedCopy, refuses_what_it_cannot_move) {
  auto const refuses = [](int bytes, char const* from, char const* to, int alignment = 16) {
    EXPECT_THROW(static_cast<void>(plan_strided_copy(bytes, layout(from), layout(to), alignment)),
                 std::invalid_argument)
        << from << " to " << to;
  };
  refuses(3, "4:1", "4:1");                  // no width of an access
  refuses(4, "4:1", "4:1", 2);               // elements that are not aligned
  refuses(4, "4:1", "4:1", 12);              // no power of two
  refuses(4, "(4,2):(1,4)", "(2,4):(1,2)");  // another shape
  refuses(4, "(4,2):(1,4)", "(4,2):(1,1)");  // two elements at one offset
  refuses(4, "(4,4):(1,4)", "(4,4):(3,2)");  // the same, less plainly
  refuses(4, "(2,2,2,2,2,2,2):(64,32,16,8,4,2,1)", "(2,2,2,2,2,2,2):(1,2,4,8,16,32,64)");  // 7 modes
}

TEST(StridedLayouts, match_the_examples_of_their_header) {
  EXPECT_EQ(thread_units(64, 4), layout("(64,(4,2147483647)):(1,(64,256))"));
  EXPECT_EQ(thread_units(64, 4)(5 + 64 * 3 + 256 * 2), 709);
}

// ------------------------------------------------------------------------------------------- planted bugs

enum class Bug { none, no_bound, overlapping_steps, wrong_digit, wrong_neighbour, store_off_by_one };

template <Bug bug>
__global__ void strided_with(GlobalView<std::uint32_t const> source, GlobalView<std::uint32_t> destination,
                             StridedShape<strided_rank> s) {
  Index const stride = bug == Bug::overlapping_steps ? 32 : 64;
  for (Index step = 0; step < 2; ++step) {
    Index const number = (Index{blockIdx.x} * 2 + step) * stride + threadIdx.x;
    if (bug != Bug::no_bound && number >= s.units) continue;
    if (bug == Bug::wrong_digit) s.extent[0] = s.extent[1];
    store(destination, given_layout<strided_rank>(s.extent, s.destination)(number),
          load<1>(source, given_layout<strided_rank>(s.extent, s.source)(number)));
  }
}

/// A gather of two elements per store of every other of 16, with one bug. How many of the 8 come out wrong.
template <Bug bug>
__global__ void gather_with(GlobalView<std::uint16_t const> source, GlobalView<std::uint16_t> destination,
                            StridedShape<strided_rank> s) {
  Index const from = given_layout<strided_rank>(s.extent, s.source)(Index{threadIdx.x}),
              to = given_layout<strided_rank>(s.extent, s.destination)(Index{threadIdx.x});
  Vec<std::uint16_t, 2> unit;
  for (int j = 0; j < 2; ++j)
    unit.value[j] = load<1>(source, from + j * (bug == Bug::wrong_neighbour ? 1 : s.apart)).value[0];
  store(destination, to + (bug == Bug::store_off_by_one && threadIdx.x < 3), unit);
}
template <Bug bug>
std::pair<LaunchReport, int> gather() {
  auto const plan = plan_strided_copy(2, layout("8:2"), layout("8:1"), 4);
  std::vector<std::uint16_t> values(16);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::uint16_t>(i + 1);
  Buffer<std::uint16_t> from("from", values), to("to", 8);
  std::pair<LaunchReport, int> out{
      launch({.grid = {1}, .block = {4}, .seed = 5}, gather_with<bug>, from.view(), to.view(), plan.shape),
      0};
  for (Index i = 0; i < 8; ++i) out.second += !to.is_initialised(i) || to.at(i) != 2 * i + 1;
  return out;
}

struct Outcome {
  LaunchReport report;
  Index stored_once;
};
template <Bug bug>
Outcome run_with() {
  auto const plan = plan_strided_copy(4, layout("(10,20):(20,1)"), layout("(10,20):(1,10)"), 4);
  std::vector<std::uint32_t> values(200);
  Buffer<std::uint32_t> from("from", values), to("to", 200);
  Outcome out{
      launch({.grid = {2}, .block = {64}, .seed = 5}, strided_with<bug>, from.view(), to.view(), plan.shape),
      0};
  for (Index i = 0; i < 200; ++i) out.stored_once += to.writes(i) == 1;
  return out;
}

TEST(StridedPlanted, without_a_bug_it_is_clean) {
  auto const out = run_with<Bug::none>();
  EXPECT_TRUE(out.report.clean());
  EXPECT_EQ(out.stored_once, 200);
}
TEST(StridedPlanted, a_dropped_bound_stores_units_again) {
  EXPECT_LT(run_with<Bug::no_bound>().stored_once, 200);
}
TEST(StridedPlanted, steps_that_overlap_store_twice_and_leave_units_out) {
  EXPECT_LT(run_with<Bug::overlapping_steps>().stored_once, 200);
}
TEST(StridedPlanted, a_wrong_extent_misses_units) {
  EXPECT_LT(run_with<Bug::wrong_digit>().stored_once, 200);
}

/// Two arrays in one launch whose second counts its blocks from the launch's first, or begins a block too early.
template <int off>
__global__ void two_with(StridedMove<StridedCopyB16> first, StridedMove<StridedCopyB16> second,
                         std::uint32_t blocks) {
  begin_early();
  if (blockIdx.x < blocks - (off == 1)) {
    move_narrow<StridedCopyB16>(first.source, first.destination, first.shape, blockIdx.x);
  } else {
    move_narrow<StridedCopyB16>(second.source, second.destination, second.shape,
                                blockIdx.x - (off == 2 ? 0 : blocks - (off == 1)));
  }
}
template <int off>
int two() {
  return wrong_of_two(31, 40, 50, [](auto const& first, auto const& second) {
    std::uint32_t const blocks = static_cast<std::uint32_t>(strided_blocks<StridedCopyB16>(first.shape));
    return launch(
        {.grid = {blocks + static_cast<std::uint32_t>(strided_blocks<StridedCopyB16>(second.shape))},
         .block = {StridedCopyB16::threads},
         .seed = 3,
         .early = true},
        two_with<off>, first, second, blocks);
  });
}
TEST(StridedPlanted, the_second_array_begins_with_a_block_of_its_own) {
  EXPECT_EQ(two<0>(), 0);
  EXPECT_GT(two<1>(), 0);
  EXPECT_GT(two<2>(), 0);
}

TEST(StridedPlanted, a_gather_takes_the_right_neighbours) {
  auto const right = gather<Bug::none>();
  EXPECT_TRUE(right.first.clean());
  EXPECT_EQ(right.second, 0);
  EXPECT_GT(gather<Bug::wrong_neighbour>().second, 0);
  EXPECT_FALSE(gather<Bug::store_off_by_one>().first.clean()) << "a store that is not aligned";
}

}  // namespace
}  // namespace colex::gpu
