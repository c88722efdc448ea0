// SPDX-License-Identifier: MIT
// AMD's matrix instructions: the formulas of atoms/mfma.hpp give the layouts of all 59 rows of AMD's
// calculator (mfma_layouts.txt), and mma on the host platform, fed by those rows, is the product. Wrong
// tables that peers ship are planted, and noticed.
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "atom_check.hpp"
#include "colex/equal.hpp"
#include "colex/text.hpp"

namespace colex::gpu::test {
namespace {

struct Row {
  int M, N, K, blocks;
  std::string in, out;
  HardwareLayouts layouts;
};

/// Rows by target and mnemonic.
std::map<std::pair<std::string, std::string>, Row> const& calculator() {
  static auto const rows = [] {
    std::map<std::pair<std::string, std::string>, Row> read;
    std::ifstream file(MFMA_LAYOUTS);
    for (std::string line; std::getline(file, line);) {
      if (line.empty() || line[0] == '#') continue;
      std::istringstream words(line);
      std::string target, mnemonic, a, b, c;
      Row row;
      words >> target >> mnemonic >> row.M >> row.N >> row.K >> row.blocks >> row.in >> row.out >> a >> b >>
          c;
      auto const parse = [&](std::string const& text) {
        auto const parsed = parse_layout(text);
        EXPECT_TRUE(parsed) << line;
        return parsed.value;
      };
      row.layouts = {parse(a), parse(b), parse(c)};
      EXPECT_TRUE(read.emplace(std::pair(target, mnemonic), row).second) << line;
    }
    return read;
  }();
  return rows;
}

/// The target's row of a form, by its mnemonic.
Row const& row_of(char const* target, char const* mnemonic) {
  auto const found = calculator().find({target, mnemonic});
  if (found == calculator().end()) throw std::runtime_error(std::string("no row for ") + mnemonic);
  return found->second;
}
template <class Form>
Row const& row_of(Form) {
  return Form::gfx942 ? row_of("gfx942", Form::gfx942) : row_of("gfx90a", Form::gfx90a);
}

template <class T>
char const* calculator_type() {
  if (std::is_same_v<T, float>) return "fp32";
  if (std::is_same_v<T, double>) return "fp64";
  if (std::is_same_v<T, F16>) return "fp16";
  if (std::is_same_v<T, Bf16>) return "bf16";
  if (std::is_same_v<T, Tf32>) return "xf32";
  if (std::is_same_v<T, E4M3Fnuz>) return "amd_fp8";
  if (std::is_same_v<T, E5M2Fnuz>) return "amd_bf8";
  return sizeof(T) == 1 ? "int8" : "int32";
}

bool same(TvLayout const& a, TvLayout const& b) { return equal(a, b).equal; }

TEST(Mfma, every_row_of_the_calculator_is_one_form_with_its_layouts) {
  std::set<std::pair<std::string, std::string>> named;
  for_each_mfma([&](auto form) {
    using Atom = typename decltype(form)::Atom;
    for (auto const& [target, mnemonic] :
         {std::pair("gfx90a", form.gfx90a), std::pair("gfx942", form.gfx942)}) {
      if (!mnemonic) continue;
      EXPECT_TRUE(named.emplace(target, mnemonic).second) << mnemonic;
      Row const& row = row_of(target, mnemonic);
      EXPECT_EQ(row.M, Atom::M) << mnemonic;
      EXPECT_EQ(row.N, Atom::N) << mnemonic;
      EXPECT_EQ(row.K, Atom::K) << mnemonic;
      EXPECT_EQ(row.blocks, Atom::blocks) << mnemonic;
      EXPECT_EQ(row.in, calculator_type<typename Atom::A>()) << mnemonic;
      EXPECT_EQ(row.out, calculator_type<typename Atom::C>()) << mnemonic;
      EXPECT_TRUE(same(row.layouts.a, Atom::a_layout)) << mnemonic;
      EXPECT_TRUE(same(row.layouts.b, Atom::b_layout)) << mnemonic;
      EXPECT_TRUE(same(row.layouts.c, Atom::c_layout)) << mnemonic;
    }
  });
  EXPECT_EQ(calculator().size(), 59u);
  EXPECT_EQ(named.size(), 59u);
}

// The lemma decides bijectivity from strides; here every (lane, value) is looked at.
TEST(Mfma, every_element_lies_in_one_lane_and_value) {
  auto const covers = [](TvLayout const& tv, int elements) {
    std::set<Index> seen;
    for (Index i = 0; i < size(tv); ++i) seen.insert(evaluate(tv, i));
    return size(tv) == elements && seen.size() == static_cast<std::size_t>(elements) && *seen.begin() == 0 &&
           *seen.rbegin() == elements - 1;
  };
  for_each_mfma([&](auto form) {
    using Atom = typename decltype(form)::Atom;
    EXPECT_TRUE(covers(Atom::a_layout, Atom::M * Atom::K * Atom::blocks));
    EXPECT_TRUE(covers(Atom::c_layout, Atom::M * Atom::N * Atom::blocks));
  });
}

TEST(Mfma, is_the_product_of_random_matrices) {
  for_each_mfma([](auto form) {
    using Atom = typename decltype(form)::Atom;
    EXPECT_EQ(wrong_elements<Atom>(row_of(form).layouts, random_problems<Atom>(8, 1)), 0) << row_of(form).in;
  });
}

TEST(Mfma, is_the_product_when_one_element_alone_is_not_zero) {
  for_each_mfma([](auto form) {
    using Atom = typename decltype(form)::Atom;
    EXPECT_EQ(wrong_elements<Atom>(row_of(form).layouts, one_hot_problems<Atom>()), 0) << row_of(form).in;
  });
}

// ------------------------------------------------------------------------------------------ wrong tables

/// FlyDSL's C of f64, the rule of f32: lanes' rows are consecutive, where the hardware has them 4 apart.
struct PlantedF64 : Mfma<double, double, double, 16, 4> {
  static constexpr TvLayout c_layout = mfma_accumulator_layout(16, 1);
};
/// The groups of k before the blocks, the other way to continue the single-block rule.
struct PlantedF64Blocks : Mfma<double, double, double, 4, 4, 4> {
  static constexpr TvLayout a_layout = tv_layout({{4, 1}, {4, 4}, {4, 16}}, {{1, 0}});
};
/// The blocks of C in the lanes, and the groups of rows in the values.
struct PlantedF16Blocks : Mfma<F16, F16, float, 16, 4, 4> {
  static constexpr TvLayout c_layout = tv_layout({{16, 16}, {4, 256}}, {{4, 1}, {4, 4}});
};
/// k and the row of a lane exchanged in B: noticed although A and B are dealt by one rule.
struct PlantedOperand : Mfma<F16, F16, float, 16, 16> {
  static constexpr TvLayout b_layout = tv_layout({{16, 16}, {4, 4}}, {{4, 1}});
};

template <class Planted>
void expect_noticed(char const* mnemonic) {
  auto const& truth = row_of("gfx942", mnemonic).layouts;
  static_assert(atom_covers_once<Planted>(), "the planted table is a bijection, too");
  EXPECT_GT(wrong_elements<Planted>(truth, random_problems<Planted>(1, 1)), 0) << mnemonic;
  EXPECT_GT(wrong_elements<Planted>(truth, one_hot_problems<Planted>()), 0) << mnemonic;
  EXPECT_FALSE(same(truth.a, Planted::a_layout) && same(truth.b, Planted::b_layout) &&
               same(truth.c, Planted::c_layout));
}

TEST(Mfma, wrong_tables_are_noticed) {
  expect_noticed<PlantedF64>("v_mfma_f64_16x16x4_f64");
  expect_noticed<PlantedF64Blocks>("v_mfma_f64_4x4x4_4b_f64");
  expect_noticed<PlantedF16Blocks>("v_mfma_f32_16x16x4_4b_f16");
  expect_noticed<PlantedOperand>("v_mfma_f32_16x16x16_f16");
}

// FlyDSL lays a multi-block form out as if it had one block: 4 values per lane for four blocks of 16 x 16. That
// does not cover the blocks, and no such atom compiles.
static_assert(!covers_once(mfma_accumulator_layout(16, 1), 16 * 16 * 4));
static_assert(!covers_once(mfma_operand_layout(16, 4, 1), 16 * 4 * 4));
static_assert(!covers_once(tv_layout({{16, 16}, {4, 4}}, {{4, 2}}), 256), "two lanes share an element");

TEST(Mfma, needs_a_whole_wave) {
  using Atom = Mfma<F16, F16, float, 16, 16>;
  Buffer<F16> a("a", std::vector<F16>(512)), b("b", std::vector<F16>(512));
  Buffer<float> c("c", std::vector<float>(512)), d("d", 512);
  auto const run = [&](LaunchShape shape) {
    return launch(shape, multiply_once<Atom>, a.view(), b.view(), c.view(), d.view());
  };
  EXPECT_TRUE(run({.grid = {1}, .block = {128}}).clean());
  EXPECT_EQ(run({.grid = {1}, .block = {96}}).count(Defect::divergent_collective), 32u);
}

}  // namespace
}  // namespace colex::gpu::test
