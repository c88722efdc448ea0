// SPDX-License-Identifier: MIT
// B of a problem in memory of the host platform, preshuffled where the config reads it so. Used by
// gemm_test.cpp and gemm_grouped_test.cpp.
#pragma once

#include <gtest/gtest.h>

#include "gemm/preshuffle.hpp"
#include "gemm_problem.hpp"

namespace colex::gpu {

/// B in memory, preshuffled where the config reads it so: each place is then written once.
template <class Config>
struct MemoryOfB {
  using T = typename GemmTypes<Config>::B;
  Buffer<T> plain, shuffled;
  Matrix<T const> matrix;

  MemoryOfB(Problem<Config> const& p, std::uint64_t seed)
      : plain("B", p.b_memory),
        shuffled("preshuffled B", p.shuffled_size()),
        matrix(gpu::matrix(p.b, GlobalView<T const>(plain.view()))) {
    if constexpr (b_is_shuffled<Config>) {
      LaunchReport const report =
          preshuffle(Preshuffle<Config>{p.N, p.K, matrix, p.shuffled_b(shuffled.view()), p.batches, seed});
      if (!report.clean()) ADD_FAILURE() << describe(report.findings.front());
      Index wrong = 0;
      for (Index i = 0; i < shuffled.size(); ++i) wrong += shuffled.writes(i) != 1;
      EXPECT_EQ(wrong, 2 * guard) << "places of preshuffled B written not once";
      matrix = p.shuffled_b(GlobalView<T const>(shuffled.view()));
    }
  }
};

}  // namespace colex::gpu
