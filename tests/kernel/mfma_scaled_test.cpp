// SPDX-License-Identifier: MIT
// gfx950's scaled matrix instructions on the host platform: the product is that of the definition of mxfp8, on elements and scales
// that are placed by words of this file's own, and each wrong idea of where a scale belongs gives another product.
#include "atoms/mfma_scaled.hpp"

#include <gtest/gtest.h>

#include <random>

namespace colex::gpu {
namespace {

/// Where a lane's value lies, as Triton states it for dot_scaled: the low four bits of the value's number, then the lane's group,
/// then the value's fifth bit count K.
int k_of(int R, int lane, int value) { return value % 16 + 16 * (lane / R) + 16 * (64 / R) * (value / 16); }

enum class Idea { right, scale_of_own_values, another_byte, scales_exchanged, one_lane_away };

struct Data {
  std::vector<E4M3> a, b;          // R x K, row by row
  std::vector<std::uint8_t> x, y;  // R x K/32
};

template <class Atom, Idea idea>
__global__ void kernel(GlobalView<E4M3 const> a, GlobalView<E4M3 const> b, GlobalView<std::uint8_t const> x,
                       GlobalView<std::uint8_t const> y, GlobalView<float> c) {
  constexpr int R = Atom::M, K = Atom::K, blocks = K / scale_block;
  int const lane = static_cast<int>(threadIdx.x);
  Fragment<E4M3, Atom::a_values> p, q;
  for (int v = 0; v < Atom::a_values; ++v) {
    p[v] = load<1>(a, lane % R * K + k_of(R, lane, v)).value[0];
    q[v] = load<1>(b, lane % R * K + k_of(R, lane, v)).value[0];
  }
  int const block = idea == Idea::scale_of_own_values ? k_of(R, lane, 0) / scale_block : lane / R;
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
Data random_data(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Data data;
  for (auto* side : {&data.a, &data.b})
    for (int i = 0; i < Atom::M * Atom::K; ++i) {
      E4M3 const e{static_cast<std::uint8_t>(random())};
      side->push_back(e.is_nan() ? E4M3{0x38} : e);
    }
  for (auto* side : {&data.x, &data.y})
    for (int i = 0; i < Atom::M * Atom::K / scale_block; ++i)
      side->push_back(static_cast<std::uint8_t>(117 + random() % 20));
  return data;
}

/// The largest error of the kernel's product, in units of what f32 sums of this length may be off.
template <class Atom, Idea idea>
double worst(Data const& data) {
  constexpr int R = Atom::M, K = Atom::K;
  Buffer<E4M3> a("A", data.a), b("B", data.b);
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
        double const product = double{data.a[m * K + k].to_float()} * double{data.b[n * K + k].to_float()} *
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
using Atoms = testing::Types<MfmaScaled<32, 64>, MfmaScaled<16, 128>>;
TYPED_TEST_SUITE(Scaled, Atoms);

TYPED_TEST(Scaled, is_the_product_of_scaled_blocks) {
  for (std::uint64_t seed = 0; seed < 8; ++seed)
    EXPECT_LE((worst<TypeParam, Idea::right>(random_data<TypeParam>(seed))), 1.001) << seed;
}

TYPED_TEST(Scaled, a_wrong_idea_of_the_scales_is_another_product) {
  auto const data = random_data<TypeParam>(1);
  EXPECT_GT((worst<TypeParam, Idea::scale_of_own_values>(data)), 100);
  EXPECT_GT((worst<TypeParam, Idea::another_byte>(data)), 100);
  EXPECT_GT((worst<TypeParam, Idea::scales_exchanged>(data)), 100);
  EXPECT_GT((worst<TypeParam, Idea::one_lane_away>(data)), 100);
}

TYPED_TEST(Scaled, a_block_without_a_number_is_none_and_no_other) {
  constexpr int R = TypeParam::M, K = TypeParam::K;
  auto data = random_data<TypeParam>(2);
  data.x[3 * (K / 32)] = 255;  // of row 3
  Buffer<E4M3> a("A", data.a), b("B", data.b);
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
