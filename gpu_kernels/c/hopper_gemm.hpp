// SPDX-License-Identifier: MIT
// Hopper's configs in the C interface. They are found by name, as certificates have it, on the host platform
// and on NVIDIA; AMD has none.
//
//   hopper_config_name(0)                     "hopper_bf16_kk_128x256c2"
//   hopper_types("hopper_f16_kn_64x128")       "f16,f16,f32,f16"
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "c/call.hpp"
#include "hopper/operand.hpp"

namespace colex::gpu::c {

/// Whether a name is one that Hopper's configs have.
inline bool is_hopper_name(char const* config) {
  return config != nullptr && std::string_view(config).starts_with("hopper_");
}

/// The name of certified config `index`, from 0; null beyond the last.
char const* hopper_config_name(std::int32_t index);

/// The types of A, B, the accumulator and C; null for an unknown name.
char const* hopper_types(std::string_view config);

/// What configs of these types are of, and how their names begin ("hopper_bf16"); of several those that add up in f32.
struct HopperElement {
  hopper::Element element;
  std::string name;
};
/// Nothing where no config has them.
std::optional<HopperElement> hopper_element(std::string_view types);

/// The product by the config of this name; without a tile at its end by the tile that takes least. With `ends` its rows
/// are in groups, as many as the call has batches.
void hopper_gemm(char const* config, colex_kernels_gemm_call const& call, std::int32_t const* ends = nullptr);

/// Whether this library has them and the current device runs them.
bool hopper_runs_here();

/// The multiprocessors of the current device; the host platform plays 4.
int processors_here();

/// What the choice of a tile depends on, of a name without one.
struct HopperSize {
  std::string config;
  Index m, n, k, batches, splits, workspace_elements, a_pitch, b_pitch;
};

/// A number of splits that depends on n, k and the element type alone, so that the bits of a row depend on nothing else: that which by the costs of an H200
/// takes least in the geometric mean over a few numbers of rows, from 1 to 4096. 1 where nothing is split.
Index hopper_splits_for_any_rows(std::string const& config, Index n, Index k);

/// What hopper_gemm() would choose, and what it predicts of the other tiles, in lines.
std::string hopper_explained(HopperSize const& size);

/// A tile and splits that take a problem.
struct HopperCandidate {
  std::string tile;
  Index splits;
};
/// All that may be fastest: those that are predicted to take at most twice as long as the best.
std::vector<HopperCandidate> hopper_candidates(HopperSize const& size);

/// Elements of the workspace for the sums of splits: of what hopper_gemm() would choose with a workspace of this size, or of the
/// candidate that takes most.
Index hopper_sums(HopperSize const& size, bool of_any_candidate);

/// The line that tuned.hpp keeps of a problem, on the current device.
std::string hopper_tuned_line(HopperSize const& size, HopperCandidate const& fastest, double microseconds);

}  // namespace colex::gpu::c
