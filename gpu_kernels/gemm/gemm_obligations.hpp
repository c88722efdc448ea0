// SPDX-License-Identifier: MIT
// What a certificate of the GEMM kernel claims, for every M, N, K, stride, number of batches and of splits:
// proved on the index functions that the kernel and the call run (gemm/gemm_index.hpp, gemm/tile_order.hpp,
// tiles/tiled_copy.hpp), with all of these left symbolic.
//
// The numbers O1 to O10 are those of docs/04_kernels.md.
#pragma once

#include "certificate/obligation.hpp"
#include "gemm/gemm_numbers.hpp"

namespace colex::gpu {

/// The sizes of a config's tiles, and of a scaled one a thread's loads in a step and its blocks: nothing else of a config enters its obligations.
struct GemmTile {
  int m, n, k;
  int loads = 0, scale_loads = 0, scale_block = 0;  ///< 0 without scales; elements that share a scale
};
std::vector<Obligation> gemm_obligations(GemmTile const& tile);

/// Of scaled configs: O4.scales, O6.scales and O10.turns (gemm/scale_obligations.cpp).
std::vector<Obligation> scale_obligations(GemmTile const& tile);

/// What is decided of a config's layouts: laws of include/colex/laws at them (gemm/gemm_layout_obligations.cpp).
std::vector<FiniteObligation> gemm_layout_obligations(GemmNumbers const& config);

/// O1: each tile is visited by grouped_order, for every group.
void grouped_order_visits_all(sym::Proof& p);

}  // namespace colex::gpu
