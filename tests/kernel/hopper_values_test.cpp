// SPDX-License-Identifier: MIT
// What shipped configs of the Hopper GEMM make of numbers of their types, on the host platform: sums of 8-bit floats, infinities and
// NaN, and results beyond the largest number.
#include <gtest/gtest.h>

#include <limits>

#include "hopper_shipped.hpp"

namespace colex::gpu::hopper {
namespace {

/// The mean part of a sum of K positive products that is missing in the result.
template <Element element>
double lost_part(Shipped const& config, Index K) {
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
  constexpr Element to = result_of(element);
  Buffer<ResultBits<to>> c("C", M * N);
  GemmProblem const p{M,
                      N,
                      K,
                      {a.view().begin().data, K, Major::k},
                      {b.view().begin().data, K, Major::k},
                      c.view().begin().data,
                      N};
  auto const ran = run_shipped<to>(config, p, {a.view(), b.view(), c.view()}, config.cluster, 1);
  EXPECT_TRUE(ran.message == nullptr && ran.report.clean());
  double lost = 0;
  for (Index i = 0; i < M * N; ++i) {
    double sum = 0;
    for (Index k = 0; k < K; ++k)
      sum += convert<double>(__builtin_bit_cast(E4M3, a_bytes[static_cast<std::size_t>(i / N * K + k)])) *
             convert<double>(__builtin_bit_cast(E4M3, b_bytes[static_cast<std::size_t>(i % N * K + k)]));
    lost += (1 - convert<double>(__builtin_bit_cast(typename TypeOf<to>::type, c.at(i))) / sum) / (M * N);
  }
  return lost;
}

class HopperValues : public testing::TestWithParam<Shipped> {};
INSTANTIATE_TEST_SUITE_P(Shipped, HopperValues, testing::ValuesIn(all_shipped()),
                         [](auto const& config) { return std::string(config.param.name); });

/// What sums of positive products lose: of a bound of 0.2 %, where sums that stay in the tensor core lose 7 % and more.
TEST_P(HopperValues, keeps_sums_of_8_bit_floats) {
  auto const& config = GetParam();
  if (a_type(config.element) != Element::e4m3 || b_type(config.element) != Element::e4m3 ||
      result_of(config.element) == Element::e4m3)
    GTEST_SKIP() << "of e4m3 only, with results of more bits";
  double lost = 0;
  with_element(config.element, [&]<Element element>(std::integral_constant<Element, element>) {
    if constexpr (a_type(element) == Element::e4m3 && result_of(element) != Element::e4m3)
      lost = lost_part<element>(config, 4096);
  });
  std::printf("%s loses %.4f %% at K = 4096\n", config.name, 100 * lost);
  if (promotes(config.element))
    EXPECT_LT(lost, 0.002);
  else
    EXPECT_GT(lost, 0.05);
}

/// -infinity, the least number, infinity and NaN as sums of the gate and of the other operand.
template <Element element>
void expect_gated(Shipped const& config) {
  using T = typename TypeOf<element>::type;
  constexpr Index N = 8, K = 8;
  constexpr float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float gates[N] = {-inf, -60000, inf, nan, 1, 1, 0, -inf},
                  ups[N] = {2, -2, 2, 2, nan, inf, -inf, nan};
  auto const bytes_of_operand = [&](float const(&first)[N]) {  // k 0 of each line, and zeros
    std::vector<unsigned char> bytes(N * K * sizeof(T));
    for (Index line = 0; line < N; ++line) {
      T const x = convert<T>(first[line]);
      Index const at = config.traits.b == Major::k ? line * K : line;
      std::memcpy(&bytes[static_cast<std::size_t>(at) * sizeof x], &x, sizeof x);
    }
    return bytes;
  };
  std::vector<unsigned char> ones(K * sizeof(T));
  T const one = convert<T>(1.0f);
  std::memcpy(ones.data(), &one, sizeof one);
  Buffer<unsigned char> a("A", ones), b("B", bytes_of_operand(gates)), up("B up", bytes_of_operand(ups));
  Buffer<std::uint16_t> c("C", N);
  for (Activation activation : {Activation::silu, Activation::gelu, Activation::gelu_erf, Activation::relu}) {
    GemmProblem p{1,
                  N,
                  K,
                  {a.view().begin().data, K, Major::k},
                  {b.view().begin().data, 8, config.traits.b},
                  c.view().begin().data,
                  N};
    p.epilogue.activation = activation, p.up = up.view().begin().data;
    HostMemory<result_of(element)> memory{a.view(), b.view(), c.view()};
    memory.up = up.view();
    auto const ran = run_shipped<result_of(element)>(config, p, memory, config.cluster, 1);
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
TEST_P(HopperValues, gates_infinities_and_nan) {
  auto const& config = GetParam();
  if (!config.traits.gated) GTEST_SKIP() << "of gated configs only";
  if (config.element == Element::bf16)
    expect_gated<Element::bf16>(config);
  else
    ASSERT_EQ(config.element, Element::f16), expect_gated<Element::f16>(config);
}

/// What is beyond the largest number of e4m3 becomes that, and NaN stays NaN: in the launch that multiplies and, where K is 0,
/// in the one that finishes. The operands are zeros, so that the bias comes out.
TEST_P(HopperValues, saturates_results_of_8_bits) {
  auto const& config = GetParam();
  constexpr Element to = Element::e4m3;
  if (result_of(config.element) != to) GTEST_SKIP() << "of results of e4m3 only";
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
                  {a.view().begin().data, pitch, config.traits.a},
                  {b.view().begin().data, pitch, config.traits.b},
                  c.view().begin().data,
                  N};
    p.bias = reinterpret_cast<float const*>(bias.view().begin().data);
    HostMemory<to> memory{a.view(), b.view(), c.view()};
    memory.bias = bias.view();
    auto const ran = run_shipped<to>(config, p, memory, config.cluster, 1);
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

}  // namespace
}  // namespace colex::gpu::hopper
