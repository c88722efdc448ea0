// SPDX-License-Identifier: MIT
// Parts of a product: each row of each batch is in one of them, with its own operands.
#include "c/product_parts.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace {
using colex::gpu::Index;
using namespace colex::gpu::c;

TEST(ProductParts, HaveEachRowOnce) {
  std::mt19937 draw(5);
  auto const from = [&](Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(draw);
  };
  int several = 0;
  for (int n = 0; n < 300; ++n) {
    colex_kernels_gemm_call call{};
    float const bias[1]{}, scales[1]{};
    call.m = from(0, 2000), call.n = from(0, 300), call.batches = from(0, 5), call.splits = from(2, 9);
    call.a = {nullptr, 0, from(-9, 99), 1, from(-99, 999), from(0, 9)};
    call.b = {nullptr, 0, from(-9, 99), 1, from(-99, 999), from(0, 9)};
    call.c = {nullptr, 0, from(-9, 99), 1, from(-99, 999), from(0, 9)};
    call.bias = bias, call.bias_elements = call.m, call.bias_of_rows = static_cast<std::int32_t>(from(0, 1));
    call.a_scales = scales, call.a_scales_elements = 9 * call.m, call.a_scale_row = from(0, 9);
    Index const most = Index{1} << from(10, 24);
    Parts const parts = parts_of(call, most);
    std::map<std::pair<Index, Index>, int> seen;
    for (Index batch = 0; batch < call.batches; batch += parts.batches)
      for (Index row = 0; row < call.m; row += parts.rows) {
        auto const one = parts.part(row, batch);
        several += parts.are_several();
        EXPECT_TRUE(one.m * one.n * one.batches * one.splits <= most || (one.m <= 256 && one.batches == 1));
        EXPECT_EQ(static_cast<float const*>(one.bias) - bias, call.bias_of_rows * row);
        EXPECT_EQ(static_cast<float const*>(one.a_scales) - scales, row * call.a_scale_row);
        EXPECT_EQ(one.a_scales_elements, call.a_scales_elements - row * call.a_scale_row);
        EXPECT_EQ(one.bias_elements, call.m - call.bias_of_rows * row);
        auto const at = [](colex_kernels_matrix const& x, Index i, Index b) {
          return x.origin + i * x.row_stride + b * x.batch_stride;
        };
        for (Index b = 0; b < one.batches; ++b)
          for (Index i = 0; i < one.m; ++i) {
            ++seen[{row + i, batch + b}];
            EXPECT_EQ(at(one.a, i, b), at(call.a, row + i, batch + b));
            EXPECT_EQ(at(one.b, 0, b), at(call.b, 0, batch + b));
            EXPECT_EQ(at(one.c, i, b), at(call.c, row + i, batch + b));
          }
      }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(call.m * call.batches));
    for (auto const& [place, times] : seen) EXPECT_EQ(times, 1);
  }
  EXPECT_GT(several, 100);
}
}  // namespace
