// SPDX-License-Identifier: MIT
// The bank models against phases listed lane by lane, and the degrees that the models give MFMA and ldmatrix
// reads, cell by cell of the table in docs/04_kernels.md. Everything is a finite check over all lanes.
#include "tiles/bank_model.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "colex/swizzle.hpp"
#include "platform/platform.hpp"

namespace colex::gpu {
namespace {

using Lanes = std::set<int>;

Lanes lanes(std::initializer_list<std::pair<int, int>> ranges) {
  Lanes all;
  for (auto [first, last] : ranges)
    for (int lane = first; lane <= last; ++lane) all.insert(lane);
  return all;
}

/// `count` runs of 64 / count or 32 / count consecutive lanes.
std::set<Lanes> runs(int wave, int count) {
  std::set<Lanes> all;
  for (int i = 0; i < count; ++i) all.insert(lanes({{wave / count * i, wave / count * (i + 1) - 1}}));
  return all;
}

std::set<Lanes> phases(BankModel const& model, Direction access, int bytes) {
  std::map<int, Lanes> by_phase;
  for (int lane = 0; lane < model.wave; ++lane) by_phase[model.phase(access, bytes, lane)].insert(lane);
  std::set<Lanes> all;
  for (auto const& [phase, together] : by_phase) {
    EXPECT_TRUE(phase >= 0 && phase < most_lanes);
    all.insert(together);
  }
  return all;
}

TEST(BankModel, gfx942_serves_the_lanes_listed) {
  std::set<Lanes> const b128{lanes({{0, 3}, {20, 23}}),   lanes({{32, 35}, {52, 55}}),
                             lanes({{4, 7}, {16, 19}}),   lanes({{36, 39}, {48, 51}}),
                             lanes({{8, 11}, {28, 31}}),  lanes({{40, 43}, {60, 63}}),
                             lanes({{12, 15}, {24, 27}}), lanes({{44, 47}, {56, 59}})};
  for (auto const* model : {&gfx942, &gfx90a}) {
    EXPECT_EQ(phases(*model, Direction::load, 16), b128);
    EXPECT_EQ(phases(*model, Direction::load, 8), runs(64, 4));
    EXPECT_EQ(phases(*model, Direction::load, 4), runs(64, 2));
    EXPECT_EQ(phases(*model, Direction::store, 16), runs(64, 8));
    EXPECT_EQ(phases(*model, Direction::store, 8), runs(64, 4));
  }
}

TEST(BankModel, gfx950_serves_the_lanes_listed) {
  std::set<Lanes> const b128{lanes({{0, 3}, {12, 15}, {20, 27}}), lanes({{32, 35}, {44, 47}, {52, 59}}),
                             lanes({{4, 11}, {16, 19}, {28, 31}}), lanes({{36, 43}, {48, 51}, {60, 63}})};
  EXPECT_EQ(phases(gfx950, Direction::load, 16), b128);
  EXPECT_EQ(phases(gfx950, Direction::load, 8), runs(64, 2));
  EXPECT_EQ(phases(gfx950, Direction::load, 4), runs(64, 1));
  EXPECT_EQ(phases(gfx950, Direction::store, 16), runs(64, 8));
}

TEST(BankModel, sm90_serves_the_lanes_listed) {
  for (Direction access : {Direction::load, Direction::store}) {
    EXPECT_EQ(phases(sm90, access, 16), runs(32, 4));
    EXPECT_EQ(phases(sm90, access, 8), runs(32, 2));
    EXPECT_EQ(phases(sm90, access, 4), runs(32, 1));
    EXPECT_EQ(phases(sm90, access, 1), runs(32, 1));
  }
}

// ---------------------------------------------------------------------------------------- the degree itself

/// The degree once more, in the plainest way: words of each bank as sets.
int degree_by_definition(BankModel const& model, Direction access, int bytes,
                         std::vector<Index> const& address) {
  int const banks = access == Direction::load ? model.load_banks : model.store_banks;
  std::size_t worst = 1;
  std::map<std::pair<int, Index>, std::set<Index>> words;
  for (int lane = 0; lane < model.wave; ++lane) {
    if (address[lane] < 0) continue;
    for (Index byte = address[lane]; byte < address[lane] + bytes; ++byte)
      words[{model.phase(access, bytes, lane), byte / 4 % banks}].insert(byte / 4);
  }
  for (auto const& [key, set] : words) worst = std::max(worst, set.size());
  return static_cast<int>(worst);
}

TEST(BankModel, degree_agrees_with_its_definition_on_random_addresses) {
  std::uint64_t state = 1;
  auto const below = [&](int bound) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<Index>((state >> 33) % static_cast<unsigned>(bound));
  };
  std::set<int> degrees;
  for (int round = 0; round < 3000; ++round) {
    auto const& model = *bank_models[round % 4];
    int const bytes = 1 << below(5), spread = 1 << (2 + below(9)), step = bytes << below(6);
    Direction const access = below(2) == 0 ? Direction::load : Direction::store;
    std::vector<Index> address(most_lanes);
    for (Index& a : address) a = below(8) == 0 ? -1 : below(spread) * step;
    auto const cost = conflicts(model, access, bytes, [&](int lane) { return address[lane]; });
    ASSERT_EQ(cost.degree, degree_by_definition(model, access, bytes, address));
    ASSERT_GE(cost.passes, cost.phases);
    ASSERT_EQ(cost.passes == cost.phases, cost.degree == 1);
    auto const shifted = conflicts(model, access, bytes, [&](int lane) {
      return address[lane] < 0 ? Index{-1} : address[lane] + 4 * 37;
    });
    ASSERT_EQ(shifted.degree, cost.degree);
    degrees.insert(cost.degree);
  }
  EXPECT_GT(degrees.size(), 6u);
}

// ------------------------------------------------------------------------------------- the table of degrees

constexpr Swizzle none{0, 0, 0}, s243{2, 4, 3}, s343{3, 4, 3}, s344{3, 4, 4}, s434{4, 3, 4}, s444{4, 4, 4};
constexpr Swizzle columns[] = {none, s243, s343, s344, s434, s444};
constexpr int pitches[] = {64, 128, 256};

/// Lane -> row lane % rows, group of k lane / rows: the worst over the steps along k.
constexpr int mfma_degree(BankModel const& model, int rows, int bytes, int pitch, Swizzle const& swizzle) {
  int worst = 1;
  for (int k = 0; k < pitch; k += bytes * (64 / rows)) {
    auto const cost = conflicts(model, Direction::load, bytes, [&](int lane) {
      return swizzle(Index{lane % rows} * pitch + k + Index{lane / rows} * bytes);
    });
    if (cost.degree > worst) worst = cost.degree;
  }
  return worst;
}

/// Lane -> row lane, 16 bytes of it: four 8 x 16-byte matrices of 32 rows.
constexpr int ldmatrix_degree(int pitch, Swizzle const& swizzle) {
  int worst = 1;
  for (int column = 0; column < pitch; column += 16) {
    auto const cost =
        conflicts(sm90, Direction::load, 16, [&](int lane) { return swizzle(Index{lane} * pitch + column); });
    if (cost.degree > worst) worst = cost.degree;
  }
  return worst;
}

/// Rows of consecutive 16-byte accesses.
constexpr int row_store_degree(BankModel const& model, int pitch, Swizzle const& swizzle) {
  int const across = pitch / 16;
  return conflicts(
             model, Direction::store, 16,
             [&](int lane) { return swizzle(Index{lane / across} * pitch + Index{lane % across} * 16); })
      .degree;
}

constexpr int not_applicable = 0;  // the swizzle takes a 16-byte access apart
struct Row {
  char const* name;
  BankModel const* model;
  int rows, bytes;
  int degree[6][3];  // swizzle, pitch
};
constexpr Row mfma_table[] = {
    {"942 16x16 b64", &gfx942, 16, 8, {{8, 16, 16}, {2, 4, 8}, {2, 2, 4}, {2, 2, 2}, {1, 1, 2}, {2, 2, 2}}},
    {"942 16x16 b128", &gfx942, 16, 16, {{2, 4, 4}, {1, 2, 2}, {1, 1, 1}, {4, 2, 1}, {0, 0, 0}, {4, 2, 1}}},
    {"942 32x32 b64", &gfx942, 32, 8, {{8, 16, 16}, {2, 4, 8}, {2, 2, 4}, {2, 2, 2}, {1, 1, 2}, {2, 2, 2}}},
    {"942 32x32 b128", &gfx942, 32, 16, {{4, 8, 8}, {1, 2, 4}, {1, 1, 2}, {2, 2, 1}, {0, 0, 0}, {2, 2, 1}}},
    {"950 16x16 b128", &gfx950, 16, 16, {{2, 4, 8}, {1, 2, 4}, {1, 1, 2}, {2, 1, 2}, {0, 0, 0}, {2, 1, 1}}},
    {"950 32x32 b128", &gfx950, 32, 16, {{4, 8, 16}, {2, 4, 8}, {2, 2, 4}, {1, 1, 2}, {0, 0, 0}, {1, 1, 1}}},
};
constexpr int ldmatrix_table[6][3] = {{4, 8, 8}, {1, 2, 4}, {1, 1, 2}, {2, 2, 1}, {0, 0, 0}, {2, 2, 1}};

/// Whether 16 aligned bytes stay together.
constexpr bool keeps_16_bytes(Swizzle const& s) {
  for (Index at = 0; at < 4096; at += 16)
    if (s(at) % 16 != 0 || s(at + 8) != s(at) + 8) return false;
  return true;
}

TEST(BankModel, gives_every_degree_of_the_table) {
  int cells = 0;
  for (auto const& row : mfma_table)
    for (int s = 0; s < 6; ++s)
      for (int p = 0; p < 3; ++p, ++cells) {
        SCOPED_TRACE(std::string(row.name) + ", swizzle " + std::to_string(s) + ", pitch " +
                     std::to_string(pitches[p]));
        if (row.degree[s][p] == not_applicable) {
          EXPECT_FALSE(keeps_16_bytes(columns[s]));
        } else {
          EXPECT_EQ(mfma_degree(*row.model, row.rows, row.bytes, pitches[p], columns[s]), row.degree[s][p]);
        }
      }
  for (int s = 0; s < 6; ++s)
    for (int p = 0; p < 3; ++p, ++cells)
      if (ldmatrix_table[s][p] == not_applicable) {
        EXPECT_FALSE(keeps_16_bytes(columns[s]));
      } else {
        EXPECT_EQ(ldmatrix_degree(pitches[p], columns[s]), ldmatrix_table[s][p]) << s << " " << pitches[p];
      }
  EXPECT_EQ(cells, 7 * 18);
}

TEST(BankModel, stores_of_whole_rows_are_free_under_every_swizzle_of_16_bytes) {
  for (auto const* model : bank_models)
    for (int pitch : pitches)
      for (auto const& swizzle : columns)
        if (keeps_16_bytes(swizzle)) {
          EXPECT_EQ(row_store_degree(*model, pitch, swizzle), 1) << model->name;
        }
}

TEST(BankModel, a_column_of_floats_needs_padding_or_a_swizzle) {
  constexpr auto column = [](auto offset) {
    return conflicts(sm90, Direction::load, 4, [&](int row) { return 4 * offset(Index{row}); }).degree;
  };
  constexpr Swizzle elements{5, 0, 5};
  static_assert(column([](Index row) { return 32 * row + 5; }) == 32);
  static_assert(column([](Index row) { return 33 * row + 5; }) == 1);
  static_assert(column([=](Index row) { return elements(32 * row + 5); }) == 1);
}

// The default of these kernels, at compile time: exact, for the lanes are finitely many.
static_assert(mfma_degree(gfx942, 16, 16, 128, s343) == 1 && mfma_degree(gfx942, 32, 16, 128, s343) == 1);
static_assert(mfma_degree(gfx950, 16, 16, 128, s343) == 1 && ldmatrix_degree(128, s343) == 1);

// ------------------------------------------------------------------------------------ counted while it runs

/// Each thread stores and loads one float of a column, `pitch` floats apart. Threads from `active` on do not.
template <int pitch>
__global__ void touch_column(unsigned active) {
  __shared__ Shared<float, 64 * pitch> tile;
  if (threadIdx.x < active) {
    store(tile, Index{threadIdx.x} * pitch, Vec<float, 1>{{1}});
    for (int i = 0; i < 2; ++i) load<1>(tile, Index{threadIdx.x} * pitch);
  }
}

TEST(BankCount, counts_the_accesses_of_whole_waves) {
  auto const report = launch({.grid = {2}, .block = {64}, .seed = 3, .banks = &sm90}, touch_column<32>, 64u);
  ASSERT_TRUE(report.clean());
  ASSERT_EQ(report.bank_counts.size(), 2u);  // one store, one load in a loop
  EXPECT_EQ(report.bank_degree(), 32);
  for (auto const& [place, count] : report.bank_counts) {
    bool const is_load = place.ends_with(" load");
    EXPECT_EQ(place.rfind("bank_model_test.cpp:", 0), 0u) << place;
    EXPECT_EQ(count.accesses, is_load ? 8u : 4u) << place;  // 2 blocks of 2 waves, the loop runs twice
    EXPECT_EQ(count.phases, count.accesses);
    EXPECT_EQ(count.passes, 32 * count.accesses);
  }
}

TEST(BankCount, lanes_that_take_no_part_cost_nothing) {
  EXPECT_EQ(launch({.grid = {1}, .block = {64}, .banks = &sm90}, touch_column<32>, 5u).bank_degree(), 5);
  EXPECT_EQ(launch({.grid = {1}, .block = {64}, .banks = &sm90}, touch_column<33>, 64u).bank_degree(), 1);
  EXPECT_EQ(launch({.grid = {1}, .block = {64}, .banks = &gfx942}, touch_column<16>, 64u).bank_degree(), 16);
}

TEST(BankCount, counts_nothing_without_a_model) {
  EXPECT_TRUE(launch({.grid = {1}, .block = {64}}, touch_column<32>, 64u).bank_counts.empty());
}

}  // namespace
}  // namespace colex::gpu
