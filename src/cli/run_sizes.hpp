// SPDX-License-Identifier: MIT
// run for the kernels whose problem has several sizes: permute and GEMM, by their C interface.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace colex::cli {

/// The largest matrix that `run` makes.
inline constexpr std::int64_t kMostElements = std::int64_t{1} << 22;

/// Whether the library has the config, a permute's or a GEMM's.
bool has_sizes(std::string const& config);

/// Runs it on the host platform, on extents or on M, N, K; few or no sizes: others are chosen. Says what came
/// out; kYes when all is right.
int run_sizes(std::string const& config, std::vector<std::int64_t> sizes, std::uint64_t seed);

}  // namespace colex::cli
