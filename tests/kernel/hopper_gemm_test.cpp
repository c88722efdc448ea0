// SPDX-License-Identifier: MIT
// The Hopper GEMM's kernel on the host platform: every shipped config of the tile COLEX_HOPPER_SHAPE, over
// sizes from 0 on and some past a tile, every order of the operands, ragged and padded, against the exact sum
// within the derived bound. No element of C is written but once, and nothing beside it; no defect is
// reported. With COLEX_NIGHTLY set there are more sizes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>

#include "hopper/gemm_configs.hpp"
#include "hopper_problem.hpp"

namespace colex::gpu::hopper {
namespace {

constexpr TileShape shape = COLEX_HOPPER_SHAPE;

/// Returns whether the result was stored box by box.
template <class Config>
bool expect_right(Size size, int processors, std::uint64_t seed) {
  bool const integers = seed % 3 == 0;
  if (Config::gated) size.splits = 1;
  HostProblem<Config, result_of(Config::element)> problem(size, seed, integers);
  auto const wrong = problem.run(processors, seed);
  std::string words;
  for (auto const& word : wrong) words += word + " ";
  EXPECT_TRUE(wrong.empty()) << config_name<Config>() << " M " << size.M << " N " << size.N << " K " << size.K
                             << " processors " << processors << " seed " << seed << ": " << words
                             << problem.first();
  EXPECT_EQ(problem.blocks() > 0, size.M > 0 && size.N > 0);
  return problem.boxed();
}

/// The mean part of a sum of K positive products that is missing in the result.
template <class Config>
double lost_part(Index K) {
  constexpr Index M = 16, N = 32;
  std::mt19937_64 random(1);
  std::vector<unsigned char> a_bytes(static_cast<std::size_t>(M * K)),
      b_bytes(static_cast<std::size_t>(N * K));
  auto const draw = [&](std::vector<unsigned char>& bytes) {
    for (auto& byte : bytes)
      byte = __builtin_bit_cast(unsigned char, E4M3::from_float(static_cast<float>(random() % 4096) / 4096));
  };
  draw(a_bytes), draw(b_bytes);
  Buffer<unsigned char> a("A", a_bytes), b("B", b_bytes);
  Buffer<std::uint16_t> c("C", M * N);
  GemmProblem const p{M,
                      N,
                      K,
                      {a.view().begin().data, K, Major::k},
                      {b.view().begin().data, K, Major::k},
                      c.view().begin().data,
                      N};
  auto const ran = gemm_on_host<Config, Element::bf16>(p, {a.view(), b.view(), c.view()}, Config::cluster, 1);
  EXPECT_TRUE(ran.message == nullptr && ran.report.clean());
  double lost = 0;
  for (Index i = 0; i < M * N; ++i) {
    double sum = 0;
    for (Index k = 0; k < K; ++k)
      sum += convert<double>(__builtin_bit_cast(E4M3, a_bytes[static_cast<std::size_t>(i / N * K + k)])) *
             convert<double>(__builtin_bit_cast(E4M3, b_bytes[static_cast<std::size_t>(i % N * K + k)]));
    lost += (1 - convert<double>(__builtin_bit_cast(Bf16, c.at(i))) / sum) / (M * N);
  }
  return lost;
}

template <class Tuple>
struct AsTypes;
template <class... Configs>
struct AsTypes<std::tuple<Configs...>> {
  using type = testing::Types<Configs...>;
};
struct ConfigName {
  template <class Config>
  static std::string GetName(int) {
    return config_name<Config>();
  }
};
template <class Config>
class HopperGemm : public testing::Test {};
TYPED_TEST_SUITE(HopperGemm, AsTypes<ConfigsOf<shape>>::type, ConfigName);

bool nightly() { return std::getenv("COLEX_NIGHTLY") != nullptr; }

/// A number that differs from config to config.
template <class Config>
std::uint64_t own_seed() {
  std::uint64_t seed = 0;
  for (char letter : config_name<Config>()) seed = 31 * seed + static_cast<unsigned char>(letter);
  return seed % 1000;
}

/// Every size from 0 to 65 as each of M, N and K; which ones meet differs from config to config.
TYPED_TEST(HopperGemm, is_right_at_every_small_size) {
  auto const own = own_seed<TypeParam>();
  auto const shift = static_cast<Index>(own);
  for (Index i = 0; i <= 65; ++i)
    expect_right<TypeParam>({i, (29 * i + shift) % 66, (47 * i + shift / 7) % 66}, TypeParam::cluster,
                            own + static_cast<std::uint64_t>(i));
}

/// Around the steps of K, the 8-column runs of the result, and the sides of boxes: all pairs, nightly.
TYPED_TEST(HopperGemm, is_right_for_all_pairs_of_edges) {
  if (!nightly()) GTEST_SKIP() << "nightly only";
  constexpr Index edges[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65};
  constexpr std::size_t n = std::size(edges);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      expect_right<TypeParam>({edges[i], edges[j], edges[(i + j) % n]}, TypeParam::cluster, i * n + j);
}

/// Several tiles, on fewer processors and on more, and K beyond one lap of the ring.
TYPED_TEST(HopperGemm, is_right_past_a_tile) {
  constexpr Index M = TypeParam::M * TypeParam::cluster, N = TypeParam::N, K = TypeParam::K;
  auto const own = own_seed<TypeParam>();
  expect_right<TypeParam>({M + 1, N - 1, (TypeParam::stages + 2) * K + 3}, TypeParam::cluster, own);
  expect_right<TypeParam>({2 * M - 7, N + 9, K}, 2 * TypeParam::cluster, own + 1);
  if (nightly()) expect_right<TypeParam>({3 * M + 5, 2 * N + 1, 5 * K - 1}, 3 * TypeParam::cluster, own + 2);
}

/// Whole runs of 8 columns, of results that TMA can address or cannot, as the seed draws.
TYPED_TEST(HopperGemm, is_right_box_by_box) {
  constexpr Index M = TypeParam::M * TypeParam::cluster, columns = TypeParam::columns, K = TypeParam::K;
  auto const own = own_seed<TypeParam>();
  int boxed = 0;
  for (std::uint64_t i = 0; i < (nightly() ? 24 : 6); ++i)
    boxed += expect_right<TypeParam>({i % 2 == 0 ? M + 1 : M / 2 - 3, columns + 72, K + 3,
                                      1 + static_cast<Index>(i / 2 % 2), 1, i % 3 != 0},
                                     TypeParam::cluster, own + i);
  EXPECT_EQ(boxed > 0, TypeParam::buffers > 0);
}

/// Batches, splits of K with some past its end, and an epilogue: each alone and all at once, and K = 0.
TYPED_TEST(HopperGemm, is_right_in_batches_and_splits_with_an_epilogue) {
  constexpr Index M = TypeParam::M * TypeParam::cluster, N = TypeParam::N, K = TypeParam::K;
  auto const own = own_seed<TypeParam>();
  constexpr int processors = 2 * TypeParam::cluster;
  expect_right<TypeParam>({20, 37, K + 1, 3}, processors, own);
  expect_right<TypeParam>({35, N + 3, 5 * K - 9, 1, 3}, processors, own + 1);
  expect_right<TypeParam>({M + 2, 45, 10 * K, 1, 10}, processors, own + 2);
  expect_right<TypeParam>({19, 40, 2 * K, 1, 5}, processors, own + 3);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    expect_right<TypeParam>({33, 27, K - 3, 1, 1, true}, processors, own + 10 + seed);
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    expect_right<TypeParam>({18, 50, 3 * K, 2, 2, true}, processors, own + 20 + seed);
  expect_right<TypeParam>({9, 17, 0, 2, 1, true}, processors, own + 30);
}

/// Rows in groups: some empty, of one row, of more than a tile, and an end that no group can have.
TYPED_TEST(HopperGemm, is_right_in_groups) {
  if (!TypeParam::takes_groups) GTEST_SKIP() << "bf16 and f16, with K contiguous in A, have groups";
  constexpr Index M = TypeParam::M * TypeParam::cluster, N = TypeParam::N, K = TypeParam::K;
  auto const own = own_seed<TypeParam>();
  auto const at = [](Index end) { return static_cast<std::int32_t>(end); };
  constexpr int processors = 2 * TypeParam::cluster;
  expect_right<TypeParam>({M + 30, N + 9, K + 3, 4, 1, false, false, {at(1), at(1), at(M + 20), at(M + 30)}},
                          processors, own);
  expect_right<TypeParam>({40, 37, 3 * K, 5, 1, true, false, {17, 3, 30, 99, -5}}, processors, own + 1);
  expect_right<TypeParam>({24, N - 3, K - 1, 1, 1, true, false, {20}}, TypeParam::cluster, own + 2);
}

/// Scales of rows, columns and parts of K, with batches of none, splits and an epilogue.
TYPED_TEST(HopperGemm, is_right_with_scales) {
  if (!promotes(TypeParam::element)) GTEST_SKIP() << "only types that promote take scales";
  constexpr Index M = TypeParam::M, N = TypeParam::N, K = TypeParam::K;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    auto const shift = static_cast<Index>(seed);
    expect_right<TypeParam>(
        {M + 5 - shift, 2 * N + 3 + 7 * shift, 3 * K - 11 * shift, 1, 1, seed % 2 == 0, true}, 2, seed);
    expect_right<TypeParam>({9 + 3 * shift, N + 11, 5 * K + 1, 1, 1 + shift % 4, seed % 3 == 0, true}, 2,
                            100 + seed);
  }
  expect_right<TypeParam>({5, 140, 0, 1, 1, true, true}, 2, 7);
  for (std::uint64_t seed = 0; seed < 6; ++seed)
    expect_right<TypeParam>(
        {M + 9, 2 * N + 5, 3 * K - 7, 1, 1 + static_cast<Index>(seed % 2), seed % 3 == 0, true, {}, true}, 2,
        200 + seed);
}

/// What sums of positive products lose: of a bound of 0.2 %, where sums that stay in the tensor core lose 7 % and more.
TYPED_TEST(HopperGemm, keeps_sums_of_8_bit_floats) {
  if (!is_8_bit_float(TypeParam::element) || TypeParam::A::element != TypeParam::B::element)
    GTEST_SKIP() << "of e4m3 only";
  double const lost = lost_part<TypeParam>(4096);
  std::printf("%s loses %.4f %% at K = 4096\n", config_name<TypeParam>().c_str(), 100 * lost);
  if (promotes(TypeParam::element))
    EXPECT_LT(lost, 0.002);
  else
    EXPECT_GT(lost, 0.05);
}

/// -infinity, the least number, infinity and NaN as sums of the gate and of the other operand.
TYPED_TEST(HopperGemm, gates_infinities_and_nan) {
  if constexpr (!TypeParam::gated) {
    GTEST_SKIP() << "of gated configs only";
  } else {
    using T = typename TypeOf<TypeParam::element>::type;
    constexpr Index N = 8, K = 8;
    constexpr float inf = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float gates[N] = {-inf, -60000, inf, nan, 1, 1, 0, -inf},
                    ups[N] = {2, -2, 2, 2, nan, inf, -inf, nan};
    auto const bytes_of_operand = [](float const(&first)[N]) {  // k 0 of each line, and zeros
      std::vector<unsigned char> bytes(N * K * sizeof(T));
      for (Index line = 0; line < N; ++line) {
        T const x = convert<T>(first[line]);
        Index const at = TypeParam::B::major == Major::k ? line * K : line;
        std::memcpy(&bytes[static_cast<std::size_t>(at) * sizeof x], &x, sizeof x);
      }
      return bytes;
    };
    std::vector<unsigned char> ones(K * sizeof(T));
    T const one = convert<T>(1.0f);
    std::memcpy(ones.data(), &one, sizeof one);
    Buffer<unsigned char> a("A", ones), b("B", bytes_of_operand(gates)), up("B up", bytes_of_operand(ups));
    Buffer<std::uint16_t> c("C", N);
    for (Activation activation :
         {Activation::silu, Activation::gelu, Activation::gelu_erf, Activation::relu}) {
      GemmProblem p{1,
                    N,
                    K,
                    {a.view().begin().data, K, Major::k},
                    {b.view().begin().data, 8, TypeParam::B::major},
                    c.view().begin().data,
                    N};
      p.epilogue.activation = activation, p.up = up.view().begin().data;
      HostMemory<result_of(TypeParam::element)> memory{a.view(), b.view(), c.view()};
      memory.up = up.view();
      auto const ran =
          gemm_on_host<TypeParam, result_of(TypeParam::element)>(p, memory, TypeParam::cluster, 1);
      ASSERT_TRUE(ran.message == nullptr && ran.report.clean());
      auto const got = [&](Index i) { return convert<double>(__builtin_bit_cast(T, c.at(i))); };
      EXPECT_EQ(got(0), 0);
      EXPECT_EQ(got(1), 0);
      EXPECT_EQ(std::signbit(got(0)), activation != Activation::relu);
      EXPECT_EQ(std::signbit(got(1)), activation == Activation::relu);
      EXPECT_EQ(got(2), inf);
      for (Index i : {3, 4, 6, 7}) EXPECT_TRUE(std::isnan(got(i))) << i;
      EXPECT_EQ(got(5), inf);
    }
  }
}

/// What is beyond the largest number of e4m3 becomes that, and NaN stays NaN: in the launch that multiplies and, where K is 0,
/// in the one that finishes. The operands are zeros, so that the bias comes out.
TYPED_TEST(HopperGemm, saturates_results_of_8_bits) {
  constexpr Element to = result_of(TypeParam::element);
  if constexpr (to != Element::e4m3) {
    GTEST_SKIP() << "of results of e4m3 only";
  } else {
    constexpr Index N = 16, pitch = 16;
    constexpr float inf = std::numeric_limits<float>::infinity();
    std::vector<float> const values = {inf,     -inf,     std::numeric_limits<float>::quiet_NaN(),
                                       449,     -1e30f,   464,
                                       448,     1,        447,
                                       0,       -0.0f,    432,
                                       0x1p-9f, 0x1p-11f, -17,
                                       19};
    double const expected[N] = {448, -448, 0, 448, -448, 448, 448, 1, 448, 0, 0, 448, 0x1p-9, 0, -16, 20};
    for (Index K : {Index{0}, Index{pitch}}) {
      Buffer<unsigned char> a("A", std::vector<unsigned char>(pitch * pitch * 2)),
          b("B", std::vector<unsigned char>(N * pitch * 2));
      Buffer<float> bias("bias", values);
      Buffer<std::uint8_t> c("C", N);
      GemmProblem p{1,
                    N,
                    K,
                    {a.view().begin().data, pitch, TypeParam::A::major},
                    {b.view().begin().data, pitch, TypeParam::B::major},
                    c.view().begin().data,
                    N};
      p.bias = reinterpret_cast<float const*>(bias.view().begin().data);
      HostMemory<to> memory{a.view(), b.view(), c.view()};
      memory.bias = bias.view();
      auto const ran = gemm_on_host<TypeParam, to>(p, memory, TypeParam::cluster, 1);
      ASSERT_TRUE(ran.message == nullptr && ran.report.clean()) << ran.message;
      for (Index i = 0; i < N; ++i) {
        double const got = convert<double>(__builtin_bit_cast(E4M3, c.at(i)));
        if (i == 2)
          EXPECT_TRUE(std::isnan(got));
        else
          EXPECT_EQ(got, expected[i]) << values[static_cast<std::size_t>(i)];
      }
    }
  }
}

/// One problem, bit for bit, whatever the order in which threads run and copies land.
TYPED_TEST(HopperGemm, is_exact_in_any_order) {
  HostProblem<TypeParam, result_of(TypeParam::element)> problem({TypeParam::M + 3, 40, 2 * TypeParam::K + 5},
                                                                6, true);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    auto const wrong = problem.run(TypeParam::cluster, seed);
    EXPECT_TRUE(wrong.empty()) << problem.first();
  }
}

}  // namespace
}  // namespace colex::gpu::hopper
