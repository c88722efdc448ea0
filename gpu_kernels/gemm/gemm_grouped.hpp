// SPDX-License-Identifier: MIT
// gemm_grouped: a list of GEMM problems, each with its own sizes, matrices, strides and epilogue, in one
// launch.
//
//   GroupedPlan<GemmF32> const plan({first, second, third});    // Gemm<GemmF32> each, checked here
//   ...                                                         // copy plan.problems, plan.first_block to
//   the device gemm_grouped(plan, problems_view, first_block_view);
#pragma once

#include <cstring>
#include <vector>

#include "gemm/gemm.hpp"
#include "gemm/gemm_grouped_kernel.hpp"

namespace colex::gpu {

/// The tables that a launch reads. The caller copies them to memory that kernels read; one plan serves for as
/// many launches as its views stay where they are. The constructor throws std::invalid_argument, with the
/// problem's number and the reason, for what the kernel could not do right. No C overlaps another, nor an A
/// or a B.
template <class Config>
struct GroupedPlan {
  std::vector<std::uint64_t> problems;  ///< arguments of each problem
  std::vector<Index> first_block{0};    ///< of each problem, and of the end

  explicit GroupedPlan(std::vector<Gemm<Config>> const& list) {
    using Arguments = GemmArguments<Config>;
    using Words = InWords<Arguments>;
    problems.resize(list.size() * Words::words);
    for (std::size_t i = 0; i < list.size(); ++i) {
      auto const& g = list[i];
      try {
        check_gemm(g);
        if (g.splits != 1) detail::refuse("a list has no splits of K");
        if (g.order.xcds != 1) detail::refuse("the chiplets are those of the launch, not of a problem");
      } catch (std::invalid_argument const& why) {
        throw std::invalid_argument("problem " + std::to_string(i) + ": " + why.what());
      }
      first_block.push_back(first_block.back() + gemm_blocks<Config>(g.M, g.N, 1, g.batches));
      if (first_block.back() > std::numeric_limits<std::int32_t>::max())
        throw std::invalid_argument("problem " + std::to_string(i) + ": gemm: more than 2^31 - 1 blocks");
      if (first_block[i] == first_block[i + 1]) continue;  // its words stay 0: no block reads them
      Arguments const arguments = gemm_arguments(g);
      std::memcpy(&problems[i * Words::words], &arguments, sizeof arguments);
    }
  }
};

/// Computes every C of the list. `problems` and `first_block` hold what the plan's vectors do.
template <class Config>
LaunchResult gemm_grouped(GroupedPlan<Config> const& plan, GlobalView<std::uint64_t const> const& problems,
                          GlobalView<Index const> const& first_block, Index xcds = 1,
                          std::uint64_t seed = 0) {
  static_assert(require_certificate<Config, ShippedGemmConfigs>() && check_gemm_config<Config>());
  using Mma = TiledMma<Config>;
  if (xcds < 1) detail::refuse("the number of chiplets is below 1");
  Index const blocks = plan.first_block.back();
  if (blocks == 0) return {};
  return launch(
      {.grid = {static_cast<std::uint32_t>(blocks)},
       .block = {Mma::threads},
       .seed = seed,
       .wave = Mma::Atom::threads == 32 ? 32 : 64},
      gemm_grouped_kernel<Config>,
      GroupedArguments{static_cast<Index>(plan.first_block.size()) - 1, blocks, xcds, problems, first_block});
}

}  // namespace colex::gpu
