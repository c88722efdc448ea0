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

namespace detail {
/// a * b, or more than 2^31 - 1 where that is more. For a and b from 0 on, each at most 2^40.
constexpr Index limited(Index a, Index b) {
  constexpr Index most = 0x80000000;
  return a == 0 || b == 0 ? 0 : a > most / b ? most : a * b;
}
}  // namespace detail

/// The elements of the workspace that the sums of splits need: with one split none.
constexpr Index workspace_elements(TileShape const& tile, Index M, Index N, Index batches, Index splits) {
  if (splits <= 1) return 0;
  Index const tiles = detail::limited(
      detail::limited(tiles_over(M, Index{tile.M} * tile.cluster), tiles_over(N, Index{tile.N})),
      detail::limited(batches, splits));
  return tiles * tile.cluster * tile.M * tile.N;
}

/// Requires a problem that refusal_of() lets pass, with M, N > 0 and batches; processors >= Config::cluster.
template <class Config>
GemmPlan plan_of(GemmProblem const& p, int processors) {
  constexpr TileShape tile{Config::M, Config::N, Config::stages, Config::cluster, Config::band};
  constexpr Index most = 0x7FFFFFFF;
  Index const rows = tiles_over(p.M, Index{Config::M} * Config::cluster),
              columns = tiles_over(p.N, Index{Config::columns}), splits = p.K == 0 ? 0 : p.splits;
  GemmPlan plan;
  Index const tiles = detail::limited(rows, columns);
  Index const all = p.ends == nullptr
                        ? detail::limited(tiles, p.batches)
                        : most_items(p.M, p.batches, Index{Config::M} * Config::cluster, columns),
              items = detail::limited(all, splits == 0 ? 1 : splits);
  bool const two_launches = splits != 1;
  Index const pieces = detail::limited(all, Index{Config::cluster} * Config::M * Config::columns / (16 * 32));
  if (items > most || (two_launches && pieces > most)) {
    plan.refusal = "gemm: the result has 2^31 tiles or more";
    return plan;
  }
  if (p.K > 0 && p.workspace_elements < workspace_elements(tile, p.M, p.N, p.batches, p.splits)) {
    plan.refusal = "gemm: the workspace is too small for these splits";
    return plan;
  }
  plan.grid = {static_cast<int>(rows), static_cast<int>(columns), Config::band};
  Index const clusters = processors / Config::cluster;
  plan.blocks = splits == 0 ? 0 : static_cast<int>((items < clusters ? items : clusters) * Config::cluster);
  plan.keeps = splits > 1;
  plan.stage_bytes = bytes_awaited<Config>(p.M, p.N);
  plan.sum_blocks = two_launches ? static_cast<int>(pieces) : 0;
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
          p.bias != nullptr,
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
