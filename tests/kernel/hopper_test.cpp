// SPDX-License-Identifier: MIT
// The Hopper GEMM without a device: the layouts of operands and accumulators, the order of tiles, the check
// of arguments, and the ring's protocol, explored in every interleaving.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdio>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "c/hopper_model.hpp"
#include "hopper/choose.hpp"
#include "hopper/gemm_config.hpp"
#include "hopper/gemm_problem.hpp"
#include "hopper/ring_model.hpp"

namespace colex::gpu::hopper {
namespace {

constexpr Element bf16 = Element::bf16, e4m3 = Element::e4m3;
constexpr Major k_major = Major::k, line_major = Major::line;

// ------------------------------------------------------------------------------------------------- operands

TEST(Hopper, another_layout_is_not_what_tma_writes) {
  using Tile = OperandTile<bf16, k_major, 128, 128>;
  using Other = OperandTile<bf16, line_major, 128, 64>;
  EXPECT_TRUE(equal(Tile::written_in(1), Tile::read_in(1))->equal);
  EXPECT_FALSE(equal(Tile::written_in(1), Tile::read_in(2))->equal);  // a step too far
  EXPECT_FALSE(equal(Tile::written_in(1), Other::read_in(1))->equal);
  ComposedLayout wrong = Tile::read_in(1);
  wrong.outer = {2, 4, 3};  // the 64-byte swizzle
  EXPECT_FALSE(equal(Tile::written_in(1), wrong)->equal);
  wrong = Tile::read_in(1);
  wrong.inner.leaves[1].stride = 512;  // half the stride offset
  EXPECT_FALSE(equal(Tile::written_in(1), wrong)->equal);
}

TEST(Hopper, descriptors_have_the_documented_fields) {
  using K = OperandTile<bf16, k_major, 128, 128>;
  using Lines = OperandTile<bf16, line_major, 256, 64>;
  std::uint32_t const address = 0x2C400;
  auto const field = [](std::uint64_t d, int from, int bits) {
    return d >> from & ((std::uint64_t{1} << bits) - 1);
  };
  for (int step = 0; step < steps; ++step) {
    std::uint64_t const k = later_descriptor<K>(descriptor<K>(address), 0, step),
                        lines = later_descriptor<Lines>(descriptor<Lines>(address), 0, step);
    EXPECT_EQ(field(k, 0, 14), (address + 32u * step) / 16);
    EXPECT_EQ(field(lines, 0, 14), (address + 2048u * step) / 16);
    EXPECT_EQ(field(k, 32, 14), 64u);
    EXPECT_EQ(field(lines, 32, 14), 64u);
    EXPECT_EQ(field(k, 16, 14), 1u);
    EXPECT_EQ(field(lines, 16, 14), 512u);
    for (auto d : {k, lines}) {
      EXPECT_EQ(field(d, 62, 2), 1u);
      EXPECT_EQ(field(d, 49, 3), 0u);
    }
  }
}

// --------------------------------------------------------------------------------------------- accumulators

/// transpose_in_quad by four threads that exchange words through memory.
std::array<std::array<int, 4>, 4> transposed_by_threads(int first_lane) {
  std::array<std::array<int, 4>, 4> result{};
  std::array<int, 4> sent{};
  std::barrier meet(4);
  std::vector<std::jthread> lanes;
  for (int lane = 0; lane < 4; ++lane)
    lanes.emplace_back([&, lane] {
      int words[4];
      for (int w = 0; w < 4; ++w) words[w] = 10 * lane + w;
      transpose_in_quad(words, first_lane + lane, [&](int word, int mask) {
        sent[static_cast<std::size_t>(lane)] = word;
        meet.arrive_and_wait();
        int const received = sent[static_cast<std::size_t>(lane ^ mask)];
        meet.arrive_and_wait();
        return received;
      });
      std::copy(words, words + 4, result[static_cast<std::size_t>(lane)].begin());
    });
  lanes.clear();
  return result;
}

TEST(Hopper, four_lanes_transpose) {
  for (int first_lane : {0, 4, 124})
    EXPECT_EQ(transposed_by_threads(first_lane),
              (std::array<std::array<int, 4>, 4>{
                  {{0, 10, 20, 30}, {1, 11, 21, 31}, {2, 12, 22, 32}, {3, 13, 23, 33}}}));
}

/// What lane w of a quad holds as word q is what lane q stores as word w: held, then transposed, is stored.
template <int N>
void expect_stored() {
  static_assert(accumulator_is_covered<N>());
  for (int quad = 0; quad < warpgroup_threads; quad += 4)
    for (int half = 0; half < 2; ++half)
      for (int group = 0; group < column_groups(N); ++group)
        for (int q = 0; q < 4; ++q)
          for (int i = 0; i < stored_run; ++i) {
            int const value = first_held_value(half, group, q) + i % 2;
            auto const to = element_of(stored<N>, quad + q, i + stored_run * (half + 2 * group));
            ASSERT_EQ(value < N / 2, to.column < N);
            if (value >= N / 2) continue;
            ASSERT_EQ(element_of(held<N>, quad + i / 2, value), to);
            StoredPlaces<N, 2> const places(0, 0, quad + q);
            ASSERT_EQ(to, (Element2d{places.row(half), places.column(group) + i}));
          }
}
TEST(Hopper, every_element_is_stored_where_it_belongs) {
  expect_stored<128>();
  expect_stored<256>();
  expect_stored<112>();  // the last 16 columns are half a group
}

TEST(Hopper, another_table_of_the_accumulator_is_refused) {
  auto wrong = held<256>;
  wrong.leaves[4].stride = 4;  // the second row 4 below, as if a quad held rows next to each other
  EXPECT_NE(bijective(wrong, wgmma_rows * 256).condition, Condition::none);
  EXPECT_EQ(bijective(held<256>, wgmma_rows * 256).condition, Condition::none);
}

// -------------------------------------------------------------------------------------------- order of tiles

/// The tiles of a grid in the order in which they are visited; whether that is each one once.
template <class Order>
bool visits_each_once(TileGrid const& grid, Order order) {
  std::vector<char> seen(static_cast<std::size_t>(tile_count(grid)), 0);
  for (int index = 0; index < tile_count(grid); ++index) {
    TileIndex const at = order(grid, index);
    if (at.row < 0 || at.row >= grid.rows || at.column < 0 || at.column >= grid.columns) return false;
    if (seen[static_cast<std::size_t>(at.row * grid.columns + at.column)]++ != 0) return false;
  }
  return true;
}

TEST(Hopper, tile_order_is_a_bijection) {
  for (int rows = 1; rows <= 40; ++rows)
    for (int columns = 1; columns <= 40; ++columns)
      for (int band = 1; band <= 42; ++band)
        ASSERT_TRUE(visits_each_once({rows, columns, band}, tile_at<int>))
            << rows << 'x' << columns << " band " << band;
}

TEST(Hopper, an_order_without_the_short_last_band_is_noticed) {
  auto const whole_bands = [](TileGrid const& grid, int index) -> TileIndex {
    int const per_band = grid.band * grid.columns, within = index % per_band;
    return {index / per_band * grid.band + within % grid.band, within / grid.band};
  };
  EXPECT_TRUE(visits_each_once({16, 5, 8}, whole_bands));
  EXPECT_FALSE(visits_each_once({9, 5, 8}, whole_bands));
}

// ---------------------------------------------------------------------------------------------- the choice

TEST(Hopper, the_shape_that_fills_the_device_is_picked) {
  auto const picked = [](Index M, Index N, Index K) { return choose({.M = M, .N = N, .K = K}, 132).shape; };
  EXPECT_EQ(tile_names[picked(4096, 4096, 4096)], std::string("128x256c2"));
  EXPECT_EQ(tile_names[picked(5120, 5120, 5120)], std::string("128x224c2"));
  EXPECT_EQ(tile_shapes[picked(1, 1, 64)].M, 64);
  EXPECT_EQ(choose({.M = 64, .N = 64, .K = 131072}, 132).splits, 1);
  EXPECT_GT(choose({.M = 64, .N = 64, .K = 131072, .splits = 0, .workspace_elements = 1 << 30}, 132).splits,
            60);
}

/// Rows that begin inside of lines of 128 bytes ask twice as many of the cache: fewer rows are worth more then. Inside of
/// sectors of 32 bytes they ask more still.
TEST(Hopper, odd_pitches_are_counted) {
  EXPECT_EQ(lines_of_a_row(1024, bf16), 1);
  EXPECT_EQ(lines_of_a_row(1008, bf16), 2);
  EXPECT_EQ(lines_of_a_row(1000, bf16), 3);
  EXPECT_EQ(lines_of_a_row(992, e4m3), 2);
  EXPECT_EQ(lines_of_a_row(1008, e4m3), 3);
  ProductSize size{.M = 1000, .N = 1000, .K = 1000};
  EXPECT_EQ(tile_names[choose(size, 132).shape], std::string("64x128"));
  size.a_lines = size.b_lines = 2;
  EXPECT_EQ(tile_names[choose(size, 132).shape], std::string("128x128c2"));
}

TEST(Hopper, costs_are_those_of_the_device_by_name) {
  EXPECT_EQ(&costs_of("NVIDIA H100 80GB HBM3"), &h100_costs);
  EXPECT_EQ(&costs_of("NVIDIA H200"), &h200_costs);
  EXPECT_EQ(&costs_of("another"), device_costs[0]);
}

/// The library's own model, whose costs are fitted.
TEST(Hopper, the_library_knows_costs_of_cards) {
  EXPECT_EQ(c::costs_of("NVIDIA H100 80GB HBM3").device, std::string("NVIDIA H100"));
  EXPECT_EQ(c::costs_of("NVIDIA H200").device, std::string("NVIDIA H200"));
  EXPECT_EQ(&c::costs_of("another"), &c::all_costs[0]);
  for (DeviceCosts const* header : device_costs)  // by which the library finds its own
    EXPECT_EQ(c::costs_of(header->device).device, std::string(header->device));
  for (c::Costs const& costs : c::all_costs) {
    auto const took = [&](Index M, Index N, Index K) {
      return c::choose({.M = M, .N = N, .K = K, .splits = 0, .workspace_elements = 1 << 28}, 132, costs);
    };
    EXPECT_TRUE(tile_shapes[took(8192, 8192, 8192).shape].M == 128 &&
                tile_shapes[took(8192, 8192, 8192).shape].cluster == 2);
    EXPECT_EQ(tile_shapes[took(1, 1, 64).shape].M, 64);
    EXPECT_GT(took(64, 64, 131072).splits, 30);
    EXPECT_NEAR(took(8192, 8192, 8192).microseconds, 1400, 200);  // measured: docs/06_performance.md
    EXPECT_LT(took(64, 64, 64).microseconds, took(4096, 64, 64).microseconds);
  }
}

/// O-dispatch: whatever the problem, what is chosen has a plan: the preconditions of its config hold, its
/// splits are as asked, and no other tile with as many splits is predicted to take less.
TEST(Hopper, what_is_chosen_can_be_launched) {
  std::mt19937_64 random(7);
  auto const drawn = [&](int bits) {
    return 1 + static_cast<Index>(random() >> (63 - random() % static_cast<unsigned>(bits)));
  };
  alignas(16) static char memory[16];
  int split = 0;
  for (int i = 0; i < 20000; ++i) {
    int const processors = 2 + static_cast<int>(random() % 200);
    ProductSize const size{drawn(20),
                           drawn(20),
                           drawn(24),
                           drawn(6),
                           random() % 2 == 0 ? e4m3 : bf16,
                           i % 3 == 0 ? 0 : 1,
                           i % 2 == 0 ? 0 : drawn(34),
                           i % 5 == 0 ? line_major : k_major,
                           1 + i / 2 % 2,
                           1 + i / 4 % 2};
    Choice const choice = i % 16 < 8
                              ? choose(size, processors)
                              : c::choose(size, processors, c::all_costs[i / 16 % std::size(c::all_costs)]);
    ASSERT_GE(choice.shape, 0);
    ASSERT_LT(choice.shape, tile_shape_count);
    ASSERT_TRUE(choice.found) << size.M << " x " << size.N << " x " << size.K << ", " << size.batches
                              << " batches, " << processors;
    ASSERT_GT(choice.microseconds, 0);
    ASSERT_TRUE(takes(tile_shapes[choice.shape], size.element, size.b));
    ASSERT_TRUE(size.splits == 0 || choice.splits == size.splits);
    split += choice.splits > 1;
    Index const unit = 16 / bytes_of(size.element), pitch = (size.K + unit - 1) / unit * unit;
    GemmProblem const p{.M = size.M,
                        .N = size.N,
                        .K = size.K,
                        .a = {memory, pitch, k_major, size.M * pitch},
                        .b = {memory, pitch, k_major, size.N * pitch},
                        .c = memory,
                        .c_pitch = size.N,
                        .batches = size.batches,
                        .c_step = size.M * size.N,
                        .splits = choice.splits,
                        .workspace = reinterpret_cast<float*>(memory),
                        .workspace_elements = size.workspace_elements};
    auto const expect_plan = [&](auto shape) {
      if (choice.shape != shape.value) return;
      GemmPlan const plan =
          plan_of<GemmConfig<bf16, k_major, k_major, tile_shapes[shape.value]>>(p, processors);
      ASSERT_TRUE(bytes_of(size.element) == 1 || plan.refusal == nullptr) << plan.refusal;
      ASSERT_EQ(detail::unsplittable(p), nullptr);
    };
    [&]<int... shape>(std::integer_sequence<int, shape...>) {
      (expect_plan(std::integral_constant<int, shape>{}), ...);
    }
    (std::make_integer_sequence<int, tile_shape_count>{});
  }
  EXPECT_GT(split, 200);
}

/// A gated product is one of twice the columns, of the tiles that gate.
TEST(Hopper, gated_products_are_chosen_for) {
  EXPECT_TRUE(takes(tile_128x256c2, bf16, line_major, true) && takes(tile_64x128, bf16, k_major, true));
  EXPECT_FALSE(takes(tile_128x192, bf16, k_major, true) || takes(tile_64x32, bf16, k_major, true));
  EXPECT_FALSE(takes(tile_128x256c2, e4m3, k_major, true));
  char byte = 0;
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    auto const drawn = [&] { return 1 + static_cast<Index>(random() % (Index{2} << random() % 16)); };
    GemmProblem p{drawn(), drawn(), drawn(), {&byte, 8, k_major}, {&byte, 8, k_major}, &byte, 8};
    p.up = &byte;
    ProductSize const size = product_size(p, bf16);
    EXPECT_EQ(size.N, 2 * p.N);
    Choice const choice = choose(size, 132);
    EXPECT_TRUE(choice.splits == 1 && takes(tile_shapes[choice.shape], bf16, k_major, true));
  }
}

// ------------------------------------------------------------------------------------------------- arguments

TEST(Hopper, arguments_are_checked) {
  alignas(16) static char memory[1 << 16];
  GemmProblem const good{8, 8, 8, {memory, 8, k_major}, {memory + 1024, 8, line_major}, memory + 4096, 8};
  EXPECT_EQ(refusal_of<bf16>(good), nullptr);
  auto const refused = [&](auto change) {
    GemmProblem p = good;
    change(p);
    char const* const why = refusal_of<bf16>(p);
    return std::string(why == nullptr ? "" : why);
  };
  auto const gated = [&](auto change) { return refused([&](auto& p) { p.up = memory + 2048, change(p); }); };
  EXPECT_EQ(gated([](auto&) {}), "");
  EXPECT_EQ(gated([](auto& p) { p.splits = 2; }), "gemm: a gated product has no splits of K");
  EXPECT_EQ(gated([](auto& p) { p.epilogue.beta = 1; }), "gemm: a gated product has no alpha, beta or bias");
  EXPECT_EQ(gated([](auto& p) { p.a.major = line_major; }),
            "gemm: K must be contiguous in A of a gated product");
  EXPECT_EQ(gated([](auto& p) { p.up = memory + 8; }),
            "gemm: the operand beside the gate's does not begin at 16 bytes");
  EXPECT_EQ(gated([](auto& p) { p.up = memory + 4096; }), "gemm: the result overlaps an operand");
  EXPECT_EQ(refused([](auto& p) { p.M = -1; }), "gemm: a size is negative");
  EXPECT_EQ(refused([](auto& p) { p.K = Index{1} << 31; }), "gemm: a size is more than 2^31 - 1025");
  EXPECT_EQ(refused([](auto& p) { p.c = nullptr; }), "gemm: the result is null");
  EXPECT_EQ(refused([](auto& p) { p.c = memory + 4097; }), "gemm: the result is not aligned to its elements");
  EXPECT_EQ(refused([](auto& p) { p.c_pitch = 7; }), "gemm: the pitch of the result is less than N");
  EXPECT_EQ(refused([](auto& p) { p.c_pitch = Index{1} << 40; }),
            "gemm: the pitch of the result is 2^40 or more");
  EXPECT_EQ(refused([](auto& p) { p.a.data = nullptr; }), "gemm: an operand is null");
  EXPECT_EQ(refused([](auto& p) { p.b.data = memory + 1032; }),
            "gemm: an operand does not begin at 16 bytes");
  EXPECT_EQ(refused([](auto& p) { p.a.pitch = 12; }),
            "gemm: the pitch of an operand is not a multiple of 16 bytes");
  EXPECT_EQ(refused([](auto& p) { p.K = 9; }),
            "gemm: the pitch of an operand is less than its contiguous extent");
  EXPECT_EQ(refused([](auto& p) { p.b.pitch = Index{1} << 39; }),
            "gemm: the pitch of an operand is 2^40 bytes or more");
  EXPECT_EQ(refused([](auto& p) { p.M = Index{1} << 20, p.a.pitch = Index{1} << 30; }),
            "gemm: an operand spans 2^47 bytes or more");
  EXPECT_EQ(refused([](auto& p) { p.M = Index{1} << 30, p.c_pitch = Index{1} << 30; }),
            "gemm: the result spans 2^47 bytes or more");
  EXPECT_EQ(refused([](auto& p) { p.c = memory + 1024 + 126; }), "gemm: the result overlaps an operand");
  EXPECT_EQ(refused([](auto& p) { p.c = memory + 1024 + 128; }), "");
  EXPECT_EQ(refused([](auto& p) { p.a.data = p.b.data = p.c = nullptr, p.M = 0; }),
            "");  // nothing is touched
  EXPECT_EQ(refused([](auto& p) { p.a.data = p.b.data = nullptr, p.K = 0; }), "");
  EXPECT_EQ(refused([](auto& p) { p.batches = -1; }),
            "gemm: the number of batches is negative or more than 2^30");
  EXPECT_EQ(refused([](auto& p) { p.batches = 2, p.c_step = 63; }), "gemm: batches of the result overlap");
  EXPECT_EQ(refused([](auto& p) { p.batches = 2, p.c_step = 64; }), "");
  EXPECT_EQ(refused([](auto& p) { p.batches = 2, p.c_step = 8, p.c_pitch = 16; }), "");
  EXPECT_EQ(
      refused([](auto& p) { p.batches = 2, p.c_step = 64, p.a.step = 12; }),
      "gemm: the step from batch to batch of an operand is negative, 2^40 bytes or more, or no multiple of "
      "16 bytes");
  EXPECT_EQ(refused([](auto& p) { p.splits = 0; }), "gemm: the number of splits is not from 1 to 1024");
  EXPECT_EQ(refused([](auto& p) { p.splits = 2; }), "gemm: the workspace is null");
  EXPECT_EQ(refused([](auto& p) {
              p.splits = 2, p.workspace = reinterpret_cast<float*>(memory + 4096 + 64),
              p.workspace_elements = 64;
            }),
            "gemm: the workspace overlaps another array");
  EXPECT_EQ(refused([](auto& p) { p.bias = reinterpret_cast<float*>(memory + 4096 + 124); }),
            "gemm: the result overlaps bias");
  auto const beside = [&](bool of_rows) {  // 8 rows of C, 2 columns: the bias of columns ends where C begins
    return refused([&](auto& p) {
      p.N = 2, p.bias = reinterpret_cast<float*>(memory + 4096 - 8), p.bias_of_rows = of_rows;
    });
  };
  EXPECT_EQ(beside(false), "");
  EXPECT_EQ(beside(true), "gemm: the result overlaps bias");
  GemmProblem bytes = good;
  bytes.a.pitch = bytes.b.pitch = 16;
  EXPECT_STREQ(refusal_of<e4m3>(bytes), "gemm: K must be contiguous in operands of 8 and 32 bits");
  bytes.b.major = k_major;
  EXPECT_EQ(refusal_of<e4m3>(bytes), nullptr);
  EXPECT_EQ(refusal_of<Element::i8>(bytes), nullptr);
  bytes.epilogue.alpha = 2;
  EXPECT_STREQ(refusal_of<Element::i8>(bytes), "gemm: products of 8-bit integers take no epilogue here");
  bytes.epilogue.alpha = 1, bytes.K = 131072;
  EXPECT_STREQ(refusal_of<Element::i8>(bytes),
               "gemm: K is more than 131071, and sums of 8-bit integers may not fit 32 bits");
}

// ------------------------------------------------------------------------------------------------- the ring

using model::Act;
using model::Kind;
using model::Protocol;
using model::Step;
using model::Trace;

/// The ring of a config, with as many warps as are modelled: the bytes are the config's.
template <class Config>
constexpr model::RingShape ring_of(int stages, int warps, int telling = 0) {
  return {stages, Config::cluster, warps, Config::A::bytes, Config::B::bytes / Config::cluster, telling};
}
using Alone = GemmConfig<bf16, k_major, k_major, tile_128x128>;
using Pair = GemmConfig<bf16, k_major, k_major, tile_128x256c2>;

void expect_sound(Protocol const& protocol) {
  auto const verdict = explore(protocol);
  EXPECT_EQ(verdict.fault, "");
  std::printf("%zu states: %d stages, cluster of %d, %d warps, %d lanes\n", verdict.states,
              protocol.ring.stages, protocol.ring.cluster, protocol.ring.warps, protocol.ring.telling);
}

TEST(Ring, no_interleaving_goes_wrong_in_a_block) {
  EXPECT_EQ(Alone::stage_bytes, ring_of<Alone>(4, 1).own_bytes + ring_of<Alone>(4, 1).shared_bytes);
  expect_sound(model::record(ring_of<Alone>(2, 1), 3, 4));
  expect_sound(model::record(ring_of<Alone>(2, 2), 2, 4));
  expect_sound(model::record(ring_of<Alone>(3, 2), 2, 4));
  expect_sound(model::record(ring_of<Alone>(4, 2), 3, 3));
  expect_sound(model::record<true>(ring_of<Alone>(3, 2), 2, 4));
}

TEST(Ring, no_interleaving_goes_wrong_in_a_cluster) {
  EXPECT_EQ(Pair::stage_bytes, ring_of<Pair>(4, 1).own_bytes + 2 * ring_of<Pair>(4, 1).shared_bytes);
  expect_sound(model::record(ring_of<Pair>(2, 1), 2, 2));
  expect_sound(model::record(ring_of<Pair>(2, 1), 5, 1));
  expect_sound(model::record<true>(ring_of<Pair>(2, 1), 2, 2));
}

TEST(Ring, no_interleaving_goes_wrong_where_lanes_tell_factors) {
  expect_sound(model::record<true>(ring_of<Alone>(2, 1, 1), 3, 4));
  expect_sound(model::record<true>(ring_of<Alone>(3, 1, 1), 2, 4));
  expect_sound(model::record<true>(ring_of<Alone>(2, 1, 2), 2, 3));
  expect_sound(model::record<true>(ring_of<Alone>(3, 1, 2), 1, 4));
  expect_sound(model::record<true>(ring_of<Alone>(2, 2, 2), 2, 2));
  expect_sound(model::record<true>(ring_of<Alone>(3, 2, 1), 2, 3));
  // Of a cluster one stage is explored, where each tile has one part.
  expect_sound(model::record<true>(ring_of<Pair>(1, 1, 1), 4, 1));
  EXPECT_EQ(explore(model::record<true>(ring_of<Pair>(2, 1, 2), 1, 1)).fault,
            "the ring is larger than the model");
}

/// The protocol with every step for which `changes` holds replaced; none at all if that is std::nullopt.
template <class Change>
Protocol changed(Protocol protocol, Change change) {
  for (auto& agent : protocol.agents) {
    Trace trace;
    for (Step const& step : agent.trace)
      if (std::optional<Step> const other = change(step)) trace.push_back(*other);
    agent.trace = trace;
  }
  return protocol;
}
auto without(Act act) {
  return [act](Step const& s) { return s.act == act ? std::nullopt : std::optional(s); };
}
Protocol block() { return model::record(ring_of<Alone>(2, 2), 2, 3); }
Protocol pair() { return model::record(ring_of<Pair>(2, 1), 2, 2); }

TEST(Ring, no_wait_for_empty) {
  auto const planted = [](Step const& s) {
    return s.act == Act::wait && s.kind == Kind::empty ? std::nullopt : std::optional(s);
  };
  EXPECT_NE(explore(changed(block(), planted)).fault, "");
  EXPECT_NE(explore(changed(pair(), planted)).fault, "");
}
TEST(Ring, no_wait_for_full) {
  auto const planted = [](Step const& s) {
    return s.act == Act::wait && s.kind == Kind::full ? std::nullopt : std::optional(s);
  };
  EXPECT_EQ(explore(changed(block(), planted)).fault, "a stage is read before its bytes have landed");
}
TEST(Ring, wrong_parity) {
  auto const flipped = [](Kind kind) {
    return [kind](Step s) {
      if (s.act == Act::wait && s.kind == kind) s.value ^= 1;
      return std::optional(s);
    };
  };
  EXPECT_EQ(explore(changed(block(), flipped(Kind::empty))).fault, "deadlock");
  EXPECT_EQ(explore(changed(block(), flipped(Kind::full))).fault,
            "a stage is read before its bytes have landed");
}
TEST(Ring, released_before_the_products_are_done) {
  Protocol protocol = block();
  for (auto& agent : protocol.agents)
    for (std::size_t i = 0; i + 1 < agent.trace.size(); ++i)
      if (agent.trace[i].act == Act::drain && agent.trace[i + 1].act == Act::release)
        std::swap(agent.trace[i], agent.trace[i + 1]), ++i;
  EXPECT_EQ(explore(protocol).fault, "a stage is overwritten while it is read");
  EXPECT_NE(explore(changed(block(),
                            [](Step s) {
                              if (s.act == Act::drain) ++s.value;
                              return std::optional(s);
                            }))
                .fault,
            "");
}
TEST(Ring, no_release) { EXPECT_EQ(explore(changed(block(), without(Act::release))).fault, "deadlock"); }
TEST(Ring, no_fence_after_making_the_barriers) {
  EXPECT_EQ(explore(changed(block(), without(Act::fence))).fault,
            "the copy engine uses a barrier that it cannot see yet");
}
TEST(Ring, nobody_waits_for_the_barriers_to_be_made) {
  EXPECT_EQ(explore(changed(block(), without(Act::sync))).fault, "a barrier is used before it is made");
}
TEST(Ring, a_block_leaves_while_the_other_still_releases) {
  Protocol protocol = pair();
  for (auto& agent : protocol.agents) agent.trace.pop_back();  // the sync of finish()
  EXPECT_EQ(explore(protocol).fault, "an arrival at a block that has left");
}
TEST(Ring, the_other_block_is_not_asked) {
  Protocol protocol = pair();
  protocol.empty_arrivals = empty_arrivals(1, protocol.ring.warps);
  EXPECT_NE(explore(protocol).fault, "");
}
TEST(Ring, wrong_number_of_bytes) {
  Protocol few = block(), many = block();
  few.expected_bytes -= few.ring.own_bytes;
  many.expected_bytes += 16;
  EXPECT_NE(explore(few).fault, "");
  EXPECT_EQ(explore(many).fault, "deadlock");
}

Protocol told() { return model::record<true>(ring_of<Alone>(2, 1, 2), 2, 3); }
/// The same with the steps of the lanes that tell changed alone.
template <class Change>
Protocol told_with(Change change) {
  Protocol protocol = told();
  for (auto& agent : protocol.agents)
    if (agent.trace.end() != std::find_if(agent.trace.begin(), agent.trace.end(),
                                          [](Step const& s) { return s.act == Act::tell; })) {
      Protocol one{protocol.ring, {agent}, 0, 0, 0};
      agent = changed(one, change).agents.front();
    }
  return protocol;
}

TEST(ToldRing, other_numbers_of_arrivals) {
  Protocol none = told(), few = told(), many = told();
  none.full_arrivals = full_arrivals(0);
  few.full_arrivals = full_arrivals(1);
  many.full_arrivals = full_arrivals(3);
  EXPECT_NE(explore(none).fault, "");
  EXPECT_NE(explore(few).fault, "");
  EXPECT_EQ(explore(many).fault, "deadlock");
}
TEST(ToldRing, a_lane_does_not_wait_for_empty) {
  EXPECT_NE(explore(told_with(without(Act::wait))).fault, "");
  EXPECT_NE(explore(told_with([](Step s) {
              if (s.act == Act::wait) s.value ^= 1;
              return std::optional(s);
            })).fault,
            "");
}
TEST(ToldRing, a_lane_tells_nothing_or_another_part) {
  EXPECT_EQ(explore(told_with(without(Act::tell))).fault, "deadlock");
  EXPECT_EQ(explore(told_with([](Step s) {
              if (s.act == Act::tell) ++s.value;
              return std::optional(s);
            })).fault,
            "a stage is read before its factors have come");
}
TEST(ToldRing, factors_are_read_before_they_have_come) {
  Protocol protocol = told();
  protocol.told_when_copied = false;
  EXPECT_EQ(explore(protocol).fault, "a stage is read before its factors have come");
  EXPECT_NE(explore(changed(told(),
                            [](Step const& s) {
                              return s.act == Act::wait && s.kind == Kind::full ? std::nullopt
                                                                                : std::optional(s);
                            }))
                .fault,
            "");
}
TEST(ToldRing, a_stage_is_released_while_its_factors_are_read) {
  Protocol protocol = told();
  for (auto& agent : protocol.agents)
    for (std::size_t i = 0; i + 1 < agent.trace.size(); ++i)
      if (agent.trace[i].act == Act::drain && agent.trace[i + 1].act == Act::release)
        std::swap(agent.trace[i], agent.trace[i + 1]), ++i;
  EXPECT_EQ(explore(protocol).fault, "a stage is overwritten while it is read");
}

}  // namespace
}  // namespace colex::gpu::hopper
