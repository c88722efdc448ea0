// SPDX-License-Identifier: MIT
// What the launches of the Hopper GEMM need besides the operands, by config, for a number of processors.
//
//   GemmPlan const plan = plan_of<GemmConfig<Element::bf16, Major::k, Major::k>>(problem, 132);
//   plan.refusal       why there is none, or null
//   plan.blocks        of the launch that multiplies: 0 where K is 0
//   plan.sum_blocks    of the launch that adds up splits and finishes, 0 where one launch does all
#pragma once

#include "hopper/gemm_config.hpp"
#include "hopper/gemm_problem.hpp"
#include "hopper/needs.hpp"
#include "hopper/result.hpp"
#include "hopper/work_list.hpp"

namespace colex::gpu::hopper {

struct GemmPlan {
  char const* refusal = nullptr;
  TileGrid grid{};
  int blocks =
      0;  ///< whole clusters, no more than processors or items, of which groups may have fewer than counted here
  int sum_blocks = 0;
  int parts = 0;        ///< of K, in every split
  bool wide = false;    ///< the result takes stores of 16 bytes
  bool boxed = false;   ///< TMA stores it, box by box, if there is a map of it
  bool keeps = false;   ///< the first launch leaves its sums to the second
  int stage_bytes = 0;  ///< that come to a stage
};

/// The elements of the workspace that the sums of splits need: with one split none.
constexpr Index workspace_elements(TileShape const& tile, Index M, Index N, Index batches, Index splits) {
  Index const lines = tile.M * tile.cluster, columns = tile.N;
  return needs_of(tiles_of(M, N, batches, Index{0}, lines, columns), lines, columns, splits).sums;
}

/// Requires a problem that refusal_of() lets pass, with M, N > 0 and batches; processors >= Config::cluster.
template <class Config>
GemmPlan plan_of(GemmProblem const& p, int processors) {
  constexpr Index lines = Index{Config::M} * Config::cluster, columns = Config::columns;
  Index const splits = p.K == 0 ? 0 : p.splits, groups = p.ends == nullptr ? 0 : p.batches;
  GemmPlan plan;
  auto const needs = needs_of(tiles_of(p.M, p.N, p.batches, groups, lines, columns), lines, columns,
                              splits == 0 ? Index{1} : splits);
  Lacking const lacks = lacking(needs, splits, p.workspace_elements);
  if (lacks != Lacking::nothing) {
    plan.refusal = lacks == Lacking::counters ? "gemm: the result has 2^31 tiles or more"
                                              : "gemm: the workspace is too small for these splits";
    return plan;
  }
  plan.grid = {static_cast<int>(tiles_over(p.M, lines)), static_cast<int>(tiles_over(p.N, columns)),
               Config::band};
  Index const clusters = Config::tile.clusters_on(processors);
  plan.blocks =
      splits == 0 ? 0 : static_cast<int>((needs.items < clusters ? needs.items : clusters) * Config::cluster);
  plan.keeps = splits > 1;
  plan.stage_bytes = bytes_awaited<Config>(p.M, p.N);
  plan.sum_blocks = splits == 1 ? 0 : static_cast<int>(needs.pieces);
  plan.parts = splits == 0 ? 0 : static_cast<int>(tiles_over(tiles_over(p.K, Index{Config::K}), splits));
  plan.wide = reinterpret_cast<std::uintptr_t>(p.c) % 16 == 0 && p.c_pitch % stored_run == 0 &&
              (p.batches == 1 || p.c_step % stored_run == 0);
  // Of a row of a box TMA leaves out whole 16 bytes only: an H100 wrote 7 columns past an N of 441.
  plan.boxed = Config::buffers > 0 && plan.wide && p.N % stored_run == 0 && splits == 1 && p.ends == nullptr;
  return plan;
}

/// The result as the kernels see it, in this memory.
template <Element to>
ResultView<to> result_view(GemmProblem const& p, GemmPlan const& plan, GlobalView<ResultBits<to>> const& c,
                           GlobalView<float const> const& bias) {
  return {c,
          p.c_pitch,
          p.c_step,
          static_cast<int>(p.M),
          static_cast<int>(p.N),
          plan.wide,
          !p.has_epilogue(),
          p.bias != nullptr && !p.bias_of_rows,
          p.bias != nullptr && p.bias_of_rows,
          false,
          p.epilogue,
          bias};
}

/// Calls `use` with the items of the launch that multiplies.
template <class Config, class Use>
auto with_list(GemmProblem const& p, GemmPlan const& plan,
               [[maybe_unused]] GlobalView<std::int32_t const> const& ends, Use use) {
  if constexpr (Config::takes_groups) {
    if (p.ends != nullptr)
      return use(GroupedList<Config::M * Config::cluster>{ends, static_cast<int>(p.batches),
                                                          static_cast<int>(p.M), plan.grid.columns,
                                                          plan.grid.band, plan.parts, plan.stage_bytes});
  }
  return use(WorkList{plan.grid, static_cast<int>(p.splits), static_cast<int>(p.batches), plan.parts,
                      plan.keeps, plan.stage_bytes});
}

}  // namespace colex::gpu::hopper
