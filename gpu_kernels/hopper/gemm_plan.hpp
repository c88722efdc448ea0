// SPDX-License-Identifier: MIT
// What a launch of the Hopper GEMM needs besides the operands, by config, for a number of processors.
//
//   GemmPlan const plan = plan_of<GemmConfig<Element::bf16, Major::k, Major::k>>(problem, 132);
//   plan.blocks                    0: the result has too many tiles
#pragma once

#include "hopper/gemm_config.hpp"
#include "hopper/gemm_problem.hpp"

namespace colex::gpu::hopper {

struct GemmPlan {
  TileGrid grid{};
  int blocks = 0;     ///< whole clusters, no more than processors or tiles
  int k_blocks = 0;   ///< parts of K
  bool wide = false;  ///< the result takes stores of 16 bytes
};

/// Requires a problem that refusal_of() lets pass, with M, N, K > 0; processors >= Config::cluster.
template <class Config>
GemmPlan plan_of(GemmProblem const& p, int processors) {
  Index const rows = tiles_over(p.M, Index{Config::M} * Config::cluster),
              columns = tiles_over(p.N, Index{Config::N});
  if (rows * columns > 0x7FFFFFFF) return {};
  Index const most = processors / Config::cluster, clusters = rows * columns < most ? rows * columns : most;
  return {{static_cast<int>(rows), static_cast<int>(columns), Config::band},
          static_cast<int>(clusters * Config::cluster),
          static_cast<int>(tiles_over(p.K, Index{Config::K})),
          reinterpret_cast<std::uintptr_t>(p.c) % 16 == 0 && p.c_pitch % stored_run == 0};
}

}  // namespace colex::gpu::hopper
