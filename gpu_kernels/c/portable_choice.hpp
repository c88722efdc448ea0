// SPDX-License-Identifier: MIT
// Which of NVIDIA's configs of f32 and f64 takes least for a call as it is, and by how many splits of K.
//
//   cheapest("f32,f32,f32,f32", call, 132, passed_over)    gemm_f32 in 28 splits, for 176 x 120 x 1328
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "c/configs.hpp"
#include "c/gemm_call.hpp"

namespace colex::gpu::c {

/// Microseconds of a config, of each of what they are said of.
struct PortableCosts {
  std::string_view config;
  double launch,    ///< a launch, beside all else
      step,         ///< a step of K of a block, at least
      busy_step,    ///< the same, where blocks share a multiprocessor
      tile,         ///< a tile beside its steps, likewise
      element,      ///< an element of C
      second, sum;  ///< the second launch where there are splits, and a sum that it adds
};

/// Fitted on one NVIDIA H200, 2026-11-30, to 1295 times of 44 shapes of f32 and 34 of f64 in 1 to 128 splits, with an error of 3 to 5 % in the
/// mean. By them the choice takes 1.006 of the fastest of these for 44 other shapes of f32 in the mean, 1.13 at most.
inline constexpr PortableCosts portable_costs[] = {
    {"gemm_f32", 5.6, 0.77, 0.208, 0.1, 3.2e-6, 0.9, 7.3e-6},
    {"gemm_f32_128x128", 6.1, 1.74, 2.05, 6.3, 12.0e-6, 0.8, 5.0e-6},
    {"gemm_f32_direct_128x128", 3.7, 0.79, 1.59, 4.7, 0.1e-6, 8.1, 6.9e-6},
    {"gemm_f32_direct_64x64", 5.3, 0.206, 0.113, 0, 1.5e-6, 7.9, 9.3e-6},
    {"gemm_f32_direct_32x32", 3.2, 0.132, 0.0705, 0, 2.6e-6, 4.0, 8.0e-6},
    {"gemm_f64", 5.8, 1.47, 0.69, 0.31, 6.2e-6, 0.6, 8.5e-6},
    {"gemm_mma_sync_f64_direct", 0, 0.52, 0.533, 7.0, 0, 10.8, 8.5e-6},
    {"gemm_mma_sync_f64_direct_64x64", 2.8, 0.155, 0.145, 1.6, 0, 6.2, 9.4e-6},
    {"gemm_mma_sync_f64_direct_32x32", 3.0, 0.078, 0.057, 0.09, 2.6e-6, 3.4, 12.9e-6},
};

/// Those of a config; null where it has none.
template <class Config>
constexpr PortableCosts const* costs_of_config() {
  for (PortableCosts const& costs : portable_costs)
    if (costs.config == Config::name) return &costs;
  return nullptr;
}

/// What a config with costs takes for a call, predicted.
template <class Config>
double predicted_portable(colex_kernels_gemm_call const& call, Index splits, Index processors) {
  using Mma = TiledMma<Config>;
  constexpr PortableCosts const* costs = costs_of_config<Config>();
  double const elements = double(call.m) * double(call.n) * double(call.batches),
               blocks = double(tiles_over(call.m, Index{Mma::tile_m})) *
                        double(tiles_over(call.n, Index{Mma::tile_n})) * double(call.batches) *
                        double(splits),
               shared = std::ceil(blocks / double(processors)),
               steps = double(tiles_over(tiles_over(call.k, Index{Mma::tile_k}), splits));
  double const once = costs->launch + std::max(costs->step, costs->busy_step * shared) * steps +
                      costs->tile * shared + costs->element * elements;
  return splits == 1 ? once : once + costs->second + costs->sum * elements * double(splits);
}

/// A call of product() as a config has it: the workspace counts sums, which have 8 bytes of f64, and not elements of 4 bytes.
inline colex_kernels_gemm_call counted_in_sums(std::string_view types, colex_kernels_gemm_call call) {
  if (types.starts_with("f64")) call.workspace_elements /= 2;
  return call;
}

/// The call as a config is asked about it: with splits 0 it has one, and one split has no workspace, whatever its size.
inline colex_kernels_gemm_call as_asked(colex_kernels_gemm_call call) {
  if (call.splits == 0) call.splits = 1;
  if (call.splits == 1) call.workspace = nullptr, call.workspace_elements = 0;
  return call;
}

/// The line that says why a config is passed over.
inline std::string passed_over_line(std::string_view config, std::string const& why) {
  return "passed over: " + (why.starts_with(config) ? "" : std::string(config) + ": ") + why + "\n";
}

struct PortableWay {
  std::string_view config{};  ///< none where no config with costs takes the call
  Index splits = 1;
  double us = HUGE_VAL;
};

/// The config and the splits that are predicted to take least of those with costs that have the types and take the call, on so many
/// multiprocessors. A number of splits that the call has stays; otherwise the workspace has as many sums as the call says (counted_in_sums).
/// Adds why a config is passed over.
inline PortableWay cheapest(std::string_view types, colex_kernels_gemm_call const& call, Index processors,
                            std::string& passed_over) {
  PortableWay best;
  double const sums = double(call.m) * double(call.n) * double(call.batches);
  bool const is_at_16_bytes = reinterpret_cast<std::uintptr_t>(call.workspace) % 16 == 0;
  auto const asked = as_asked(call);
  auto const consider = [&]<class Config>(Config const*) {
    if constexpr (costs_of_config<Config>() != nullptr) {
      if (types != colex_kernels_types(Config::name)) return;
      if (auto const why = refusal<Config>(asked); !why.empty()) {
        passed_over += passed_over_line(Config::name, why);
        return;
      }
      Index const steps = tiles_over(call.k, Index{TiledMma<Config>::tile_k});
      Index const most = call.splits != 0 ? call.splits : std::min(steps, processors);
      for (Index splits = asked.splits; splits <= std::max<Index>(most, 1); ++splits) {
        bool const has_room = is_at_16_bytes && sums * double(splits) <= double(call.workspace_elements);
        if (splits > 1 && call.splits == 0 && !has_room) break;
        double const us = predicted_portable<Config>(call, splits, processors);
        if (us < best.us) best = {Config::name, splits, us};
      }
    }
  };
  auto const all = [&]<class... Configs>(std::tuple<Configs...> const*) {
    (consider(static_cast<Configs const*>(nullptr)), ...);
  };
  all(static_cast<GemmConfigsHere const*>(nullptr));
  return best;
}

}  // namespace colex::gpu::c
