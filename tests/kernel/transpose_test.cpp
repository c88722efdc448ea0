// SPDX-License-Identifier: MIT
// The transpose on the host platform: every misalignment of both arrays, sizes about the tile's, odd pitches,
// batches, rows that run backwards; right values, each element stored once, nothing read or stored outside of the
// arrays, no bank conflict. Then what is chosen to move an array, which takes it.
#include "transpose/transpose.hpp"

#include <gtest/gtest.h>

#include <map>

#include "transpose/mover.hpp"
#include "transpose_problem.hpp"

namespace colex::gpu {
namespace {

std::string joined(std::set<std::string> const& words) {
  std::string all;
  for (auto const& word : words) all += word + " ";
  return all;
}

template <class Config>
class Transpose : public testing::Test {};
using Shipped = testing::Types<TransposeB8, TransposeB8Tall, TransposeB8Flat, TransposeB16, TransposeB16Flat,
                               TransposeB32, TransposeB64, TransposeB128>;
TYPED_TEST_SUITE(Transpose, Shipped);

TYPED_TEST(Transpose, moves_every_misalignment_of_both_arrays) {
  constexpr int X = TypeParam::tile_x, Y = TypeParam::tile_y, W = TypeParam::word;
  // Of words of many elements every misalignment of one side, with one of the other.
  for (int from = 0; from < W; ++from)
    for (int to = 0; to < W; ++to)
      for (Index wider : {0, 1, 2, 3})
        for (auto const& [nx, ny] : {std::pair<Index, Index>{X + 5, Y + 1}, {37, Y - 1}, {X, Y}, {2, 3}}) {
          if (W > 4 && (to != (5 * from + 1) % W || nx > X || ny > Y)) continue;
          Transposed const t(nx, ny, 1, nx + wider, ny + (wider + from) % 4);
          EXPECT_EQ(joined(wrong_in<TypeParam>(t, from, to, static_cast<std::uint64_t>(7 * from + to))), "")
              << nx << " x " << ny << ", " << wider << " wider, from " << from << " to " << to;
        }
}

TYPED_TEST(Transpose, moves_random_sizes_batches_and_directions) {
  constexpr Index X = TypeParam::tile_x, Y = TypeParam::tile_y;
  constexpr int W = TypeParam::word;
  std::mt19937 random(3);
  auto const below = [&](Index n) { return static_cast<Index>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 40; ++round) {
    Index const nx = 2 + below(2 * X + 9), ny = 2 + below(2 * Y + 9), row = nx + below(5);
    Transposed const t(nx, ny, 1 + below(3), below(4) == 0 ? -row : row, ny + below(5));
    EXPECT_EQ(joined(wrong_in<TypeParam>(t, static_cast<int>(below(W)), static_cast<int>(below(W)),
                                         static_cast<std::uint64_t>(round))),
              "")
        << "round " << round;
  }
}

/// Rows that are misaligned alike, by squares or not, and columns that are not misaligned.
TYPED_TEST(Transpose, moves_squares) {
  constexpr Index X = TypeParam::tile_x, Y = TypeParam::tile_y, W = TypeParam::word;
  for (int from = 0; from < W; ++from)
    for (Index nx : {X - 1, X + 2})
      for (Index ny : {Y, Y - W, 2 * Y + W}) {
        Transposed const t(nx, ny, 1, (nx + 2 * W - 1) / W * W, (ny + W - 1) / W * W);
        EXPECT_EQ(joined(wrong_in<TypeParam>(t, from, 0, static_cast<std::uint64_t>(from + nx))), "")
            << nx << " x " << ny << ", from " << from;
      }
}

/// Each word of a whole tile costs a phase for the lanes that it has: rows, columns, and last words at most twice.
TYPED_TEST(Transpose, meets_no_bank_twice) {
  constexpr Index X = TypeParam::tile_x, Y = TypeParam::tile_y;
  LaunchReport report;
  EXPECT_EQ(joined(wrong_in<TypeParam>(Transposed(X, Y, 1, X, Y), 0, 0, 1, &sm90, &report)), "");
  EXPECT_LE(report.bank_degree(), TypeParam::word > 1 ? 2 : TypeParam::bank_degree);
}

TEST(TransposePlan, needs_a_contiguous_mode_on_each_side) {
  auto const planned = [](char const* from, char const* to) {
    return plan_transpose(2, layout(from), layout(to), 0, 0).has_value();
  };
  EXPECT_TRUE(planned("(9,7):(1,9)", "(9,7):(7,1)"));
  EXPECT_TRUE(planned("(9,7):(1,0)", "(9,7):(7,1)"));   // a broadcast
  EXPECT_FALSE(planned("(9,7):(1,9)", "(9,7):(1,9)"));  // one mode on both
  EXPECT_FALSE(planned("(9,7):(2,18)", "(9,7):(7,1)"));
  EXPECT_FALSE(planned("(9,7):(1,9)", "(9,7):(14,2)"));
  EXPECT_THROW(static_cast<void>(planned("(9,7):(1,9)", "(9,7):(1,1)")), std::invalid_argument);
}

TEST(TransposeIndex, matches_the_examples_of_its_header) {
  EXPECT_EQ(row_coordinate<int>(8, 2, 4), 7);
  EXPECT_EQ(misalignment<int>(3, 5, 6, 4), 1);
  EXPECT_EQ(word_start<int>(100, 1, 8), 107);
  EXPECT_EQ(first_row<int>(3, 1, 0, 4, 4), 14);
  EXPECT_EQ(element_at_step<int>(3, 1, 4), 0);
}

TEST(TransposeLayouts, match_the_examples_of_their_header) {
  auto const layouts = transpose_layouts(tile_of<TransposeB32>);
  EXPECT_EQ(layouts.rows, layout("((16,16),(1,4)):((4,64),(0,1024))"));
  EXPECT_EQ(layouts.columns, layout("((16,16),(1,4)):((256,1),(0,16))"));
  EXPECT_EQ(deal(by_rows(8, 4), 2, 1, 4, 2), layout("((4,2),(1,2)):((2,8),(0,16))"));
}

// ------------------------------------------------------------------------------------------------- the chooser

/// What moves the array: a name, after asking that the kernel can.
std::string chosen(int bytes, Layout<Index> const& from, Layout<Index> const& to, std::uintptr_t source,
                   std::uintptr_t destination) {
  Mover const mover = choose_mover(bytes, from, to, source, destination);
  Index const points = size(from);
  EXPECT_EQ(mover.source_elements, cosize(from));
  EXPECT_EQ(mover.destination_elements, cosize(to));
  if (auto const* run = std::get_if<MoveRun>(&mover.by)) {
    EXPECT_EQ(run->floats * 4, points * bytes);
    EXPECT_EQ((source | destination) % 16, 0u);
    for (Index i = 0; i < points; i += 1 + points / 50)
      EXPECT_EQ(transposed_place(from, i), transposed_place(to, i)) << "no run of memory";
    EXPECT_EQ(cosize(from), points);
    return "run";
  }
  if (auto const* squares = std::get_if<MoveSquares>(&mover.by)) {
    auto const& a = squares->array;
    EXPECT_EQ((source | destination) % 16, 0u);
    EXPECT_EQ(a.extent[0] * a.extent[1], points);
    EXPECT_TRUE(a.source[0] == 1 && a.destination[1] == 1 && a.source[1] * bytes % 8 == 0 &&
                a.destination[0] * bytes % 8 == 0);
    return squares->config;
  }
  if (auto const* turned = std::get_if<TransposePlan>(&mover.by)) {
    auto const& s = turned->shape;
    EXPECT_TRUE(s.source[0] == 1 && s.destination[1] == 1 && s.extent[0] > 1 && s.extent[1] > 1);
    EXPECT_EQ(s.source_lead, static_cast<Index>(source) / bytes % word_elements(bytes));
    EXPECT_EQ(s.destination_lead, static_cast<Index>(destination) / bytes % (sector_bytes / bytes));
    Index product = 1;
    for (Index const n : s.extent) product *= n;
    EXPECT_EQ(product, points);
    EXPECT_EQ(s.source_elements, cosize(from));
    return turned->config;
  }
  auto const& plan = std::get<StridedPlan>(mover.by);
  EXPECT_EQ(source % static_cast<unsigned>(plan.unit_bytes), 0u);
  EXPECT_EQ(destination % static_cast<unsigned>(plan.unit_bytes), 0u);
  EXPECT_EQ(plan.shape.units * plan.gathered * plan.unit_bytes, points * bytes);
  return "strided_copy";
}

TEST(Mover, is_the_one_that_suits) {
  auto const by = [](int bytes, char const* from, char const* to, std::uintptr_t source = 0,
                     std::uintptr_t destination = 0) {
    return chosen(bytes, layout(from), layout(to), source, destination);
  };
  EXPECT_EQ(by(4, "1024:1", "1024:1"), "run");
  EXPECT_EQ(by(1, "(64,16):(1,64)", "(64,16):(1,64)"), "run");
  EXPECT_EQ(by(1, "1022:1", "1022:1"), "strided_copy");
  EXPECT_EQ(by(4, "1024:1", "1024:1", 4, 16), "strided_copy");
  EXPECT_EQ(by(2, "(256,128):(1,256)", "(256,128):(128,1)"), "transpose_bf16");
  EXPECT_EQ(by(1, "(256,128):(1,256)", "(256,128):(128,1)"), "transpose_b8");
  EXPECT_EQ(by(2, "(256,128):(1,256)", "(256,128):(128,1)", 2, 0), "transpose_b16");
  EXPECT_EQ(by(2, "(256,128):(1,257)", "(256,128):(128,1)"), "transpose_b16");
  EXPECT_EQ(by(4, "(256,128):(1,256)", "(256,128):(128,1)"), "transpose_b32");
  EXPECT_EQ(by(1, "(256,64):(1,256)", "(256,64):(64,1)"), "transpose_b8_flat");
  EXPECT_EQ(by(1, "(48,128):(1,48)", "(48,128):(128,1)"), "transpose_b8_tall");
  EXPECT_EQ(by(2, "(256,64):(1,257)", "(256,64):(64,1)"), "transpose_b16_flat");
  EXPECT_EQ(by(2, "(256,128,3):(1,256,32768)", "(256,128,3):(128,1,32768)"), "transpose_b16");
  EXPECT_EQ(by(2, "(4,128):(1,4)", "(4,128):(128,1)"), "strided_copy");  // a side of less than 8
  EXPECT_EQ(by(2, "(64,8,5):(1,64,512)", "(64,8,5):(1,320,64)"), "strided_copy");
}

/// O-dispatch: whatever the array, what is chosen takes it.
TEST(Mover, takes_random_arrays) {
  std::mt19937 random(5);
  auto const below = [&](unsigned n) { return static_cast<Index>(random() % n); };
  std::map<std::string, int> times;
  for (int round = 0; round < 40000 && !testing::Test::HasFailure(); ++round) {
    int const rank = 1 + static_cast<int>(below(4)), bytes = 1 << below(5);
    std::vector<Index> extent(static_cast<std::size_t>(rank));
    for (auto& n : extent) n = below(3) == 0 ? 128 << below(2) : 1 + below(40);
    List<Mode<Index>> sides[2];
    for (auto& side : sides) {
      std::vector<std::size_t> order(extent.size());
      for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
      if (round % 3 != 0) std::shuffle(order.begin(), order.end(), random);
      std::vector<Index> stride(extent.size());
      Index next = 1 + below(5) / 4;
      for (std::size_t k : order) stride[k] = next, next = next * extent[k] + (round % 4 == 0 ? below(3) : 0);
      for (std::size_t k = 0; k < extent.size(); ++k)
        side.push({extent[k], round % 11 == 0 && below(3) == 0 ? -stride[k] : stride[k]});
    }
    SCOPED_TRACE("round " + std::to_string(round));
    auto const address = [&] { return static_cast<std::uintptr_t>(256 + bytes * (below(2) * below(7))); };
    ++times[chosen(bytes, flat(sides[0]), flat(sides[1]), address(), address())];
  }
  for (char const* kernel :
       {"run", "strided_copy", "transpose_b8", "transpose_b8_tall", "transpose_b8_flat", "transpose_b16",
        "transpose_b16_flat", "transpose_b32", "transpose_b64", "transpose_b128", "transpose_bf16"})
    EXPECT_GE(times[kernel], 5) << kernel << " is hardly ever chosen";
}

}  // namespace
}  // namespace colex::gpu
