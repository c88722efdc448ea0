// SPDX-License-Identifier: MIT
// gfx950's scaled matrix instructions on the host platform: the product is that of the definition of mxfp8 and mxfp4, on elements and scales
// that are placed by words of this file's own, and each wrong idea of where a scale belongs gives another product.
#include "atoms/mfma_scaled.hpp"

#include <gtest/gtest.h>

#include <random>

namespace colex::gpu {
namespace {

/// Where a lane's value lies, as Triton states it for dot_scaled: the low four bits of the value's number, then the lane's group,
/// then the value's fifth bit, which mxfp4 does not have, count K.
int k_of(int R, int lane, int value) { return value % 16 + 16 * (lane / R) + 16 * (64 / R) * (value / 16); }

enum class Idea {
  right,
  scale_of_own_values,
  another_byte,
  scales_exchanged,
  one_lane_away,
  halves_exchanged
};

/// A number of an element, by words of this file's own.
float number(E4M3 x, int) { return x.to_float(); }
float number(E2M1x2 x, int i) {
  constexpr float magnitudes[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  int const code = i == 0 ? x.bits % 16 : x.bits / 16;
  return code < 8 ? magnitudes[code] : -magnitudes[code - 8];
}

template <class T>
struct Data {
  std::vector<T> a, b;             // R x K, row by row
  std::vector<std::uint8_t> x, y;  // R x K/32
};

template <class Atom, Idea idea>
__global__ void kernel(GlobalView<typename Atom::A const> a, GlobalView<typename Atom::B const> b,
                       GlobalView<std::uint8_t const> x, GlobalView<std::uint8_t const> y,
                       GlobalView<float> c) {
  constexpr int R = Atom::M, K = Atom::K, blocks = 64 / R;
  int const lane = static_cast<int>(threadIdx.x);
  Fragment<typename Atom::A, Atom::a_values> p, q;
  for (int v = 0; v < Atom::a_values; ++v) {
    p[v] = load<1>(a, lane % R * K + k_of(R, lane, v)).value[0];
    q[v] = load<1>(b, lane % R * K + k_of(R, lane, v)).value[0];
  }
  if constexpr (idea == Idea::halves_exchanged)
    for (int v = 0; v < Atom::a_values; ++v)
      p[v].bits = static_cast<std::uint8_t>(p[v].bits << 4 | p[v].bits >> 4);
  int const block = idea == Idea::scale_of_own_values ? k_of(R, lane, 0) / 32 : lane / R;
  int const row = idea == Idea::one_lane_away ? (lane + 1) % R : lane % R;
  std::uint32_t const s = load<1>(x, row * blocks + block).value[0],
                      t = load<1>(y, lane % R * blocks + block).value[0];
  // What is not taken are other scales.
  std::uint32_t const first = s << 16 | 0x05000311u, second = t << 8 | 0x05070002u;
  Fragment<float, Atom::c_values> sum{};
  if constexpr (idea == Idea::another_byte)
    sum = mma_scaled<Atom, 1, 1>(sum, p, q, first, second);
  else if constexpr (idea == Idea::scales_exchanged)
    sum = mma_scaled<Atom, 1, 2>(sum, p, q, second, first);
  else
    sum = mma_scaled<Atom, 2, 1>(sum, p, q, first, second);
  // C as of every 32-bit accumulator: columns by lanes, four rows of each group by values.
  for (int v = 0; v < Atom::c_values; ++v) {
    int const m = v % 4 + 4 * (lane / R) + 4 * (64 / R) * (v / 4), n = lane % R;
    store(c, m * R + n, Vec<float, 1>{{sum[v]}});
  }
}

template <class Atom>
Data<typename Atom::A> random_data(std::uint64_t seed) {
  using T = typename Atom::A;
  std::mt19937_64 random(seed);
  Data<T> data;
  for (auto* side : {&data.a, &data.b})
    for (int i = 0; i < Atom::M * Atom::K; ++i) {
      T const e{static_cast<std::uint8_t>(random())};
      side->push_back(std::isnan(number(e, 0)) ? T{0x38} : e);
    }
  for (auto* side : {&data.x, &data.y})
    for (int i = 0; i < 64; ++i) side->push_back(static_cast<std::uint8_t>(117 + random() % 20));
  return data;
}

/// The largest error of the kernel's product, in units of what f32 sums of this length may be off.
template <class Atom, Idea idea>
double worst(Data<typename Atom::A> const& data) {
  constexpr int R = Atom::M, each = sizeof(data.a[0]) * 2048 / (Atom::M * Atom::K), K = Atom::K * each;
  Buffer<typename Atom::A> a("A", data.a), b("B", data.b);
  Buffer<std::uint8_t> x("A's scales", data.x), y("B's scales", data.y);
  Buffer<float> c("C", R * R);
  auto const report = launch({.grid = {1}, .block = {64}, .wave = 64}, kernel<Atom, idea>, a.view(), b.view(),
                             x.view(), y.view(), c.view());
  EXPECT_TRUE(report.clean()) << describe(report.findings.front());
  double most = 0;
  for (int m = 0; m < R; ++m)
    for (int n = 0; n < R; ++n) {
      double exact = 0, magnitudes = 0;
      for (int k = 0; k < K; ++k) {
        double const product = double{number(data.a[(m * K + k) / each], k % each)} *
                               double{number(data.b[(n * K + k) / each], k % each)} *
                               std::ldexp(1.0, data.x[m * (K / 32) + k / 32] - 127) *
                               std::ldexp(1.0, data.y[n * (K / 32) + k / 32] - 127);
        exact += product, magnitudes += std::fabs(product);
      }
      most = std::max(most, std::fabs(double{c.at(m * R + n)} - exact) / (K * 0x1p-24 * magnitudes));
    }
  return most;
}

template <class Atom>
class Scaled : public testing::Test {};
using Atoms = testing::Types<MfmaScaled<E4M3, 32, 64>, MfmaScaled<E4M3, 16, 128>, MfmaScaled<E2M1x2, 32, 32>,
                             MfmaScaled<E2M1x2, 16, 64>>;
TYPED_TEST_SUITE(Scaled, Atoms);

TYPED_TEST(Scaled, is_the_product_of_scaled_blocks) {
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    EXPECT_LE((worst<TypeParam, Idea::right>(random_data<TypeParam>(seed))), 1.001) << seed;
}

TYPED_TEST(Scaled, a_wrong_idea_of_the_scales_is_another_product) {
  auto const data = random_data<TypeParam>(1);
  // A lane of mxfp4 has the scale of its own values, and which half of a byte is the first is the same in A and B.
  EXPECT_GT(
      (worst < TypeParam, std::is_same_v<typename TypeParam::A, E4M3> ? Idea::scale_of_own_values
                                                                      : Idea::halves_exchanged > (data)),
      100);
  EXPECT_GT((worst<TypeParam, Idea::another_byte>(data)), 100);
  EXPECT_GT((worst<TypeParam, Idea::scales_exchanged>(data)), 100);
  EXPECT_GT((worst<TypeParam, Idea::one_lane_away>(data)), 100);
}

TYPED_TEST(Scaled, a_block_without_a_number_is_none_and_no_other) {
  constexpr int R = TypeParam::M;
  auto data = random_data<TypeParam>(2);
  data.x[3 * (64 / R)] = 255;  // of row 3
  Buffer<typename TypeParam::A> a("A", data.a), b("B", data.b);
  Buffer<std::uint8_t> x("A's scales", data.x), y("B's scales", data.y);
  Buffer<float> c("C", R * R);
  launch({.grid = {1}, .block = {64}, .wave = 64}, kernel<TypeParam, Idea::right>, a.view(), b.view(),
         x.view(), y.view(), c.view());
  for (int i = 0; i < R * R; ++i) EXPECT_EQ(std::isnan(c.at(i)), i / R == 3) << i;
}

/// The layouts' own words.
TYPED_TEST(Scaled, layouts_are_those_of_this_file) {
  constexpr int R = TypeParam::M;
  for (int lane = 0; lane < 64; ++lane) {
    EXPECT_EQ(evaluate(TypeParam::scale_layout, lane), lane % R + R * (lane / R));
    for (int v = 0; v < TypeParam::a_values; ++v)
      EXPECT_EQ(evaluate(TypeParam::a_layout, lane + 64 * v), lane % R + R * k_of(R, lane, v))
          << lane << " " << v;
  }
}

}  // namespace
}  // namespace colex::gpu
