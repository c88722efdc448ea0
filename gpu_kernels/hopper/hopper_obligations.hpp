// SPDX-License-Identifier: MIT
// What a certificate of the Hopper GEMM claims. What speaks of sizes, pitches and grids is proved on the
// index functions that the kernel and the call run (hopper/gemm_index.hpp, hopper/tile_order.hpp), with all
// of these symbolic. What speaks of one tile, or of the ring, is decided by going over every case.
//
// The numbers O1 to O14 are those of docs/04_kernels.md.
#pragma once

#include "certificate/obligation.hpp"
#include "hopper/hopper_numbers.hpp"

namespace colex::gpu::hopper {

/// All of a config that enters what is proved: its tile of the result and of K, the blocks of a cluster, whether sums are
/// scaled, whether they are gated, and the buffers of a warpgroup for its results.
struct ClusterTile {
  int m, n, k, cluster;
  int scaled;  ///< columns of a piece, whose sums are scaled together; 0 where none are
  bool gated;
  int buffers = 0;
  bool told = false;  ///< factors of parts come to the ring's stages
};
std::vector<Obligation> symbolic_obligations(ClusterTile const& tile);
/// Those of rows in groups, which are among them.
std::vector<Obligation> group_obligations(ClusterTile const& tile);
/// Those of the choice of a tile and splits, likewise.
std::vector<Obligation> choice_obligations(ClusterTile const& tile);

/// What is enumerated. Keeps the numbers.
std::vector<FiniteObligation> finite_obligations(HopperNumbers const& config);

}  // namespace colex::gpu::hopper
