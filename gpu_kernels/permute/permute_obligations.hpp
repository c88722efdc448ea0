// SPDX-License-Identifier: MIT
// What a certificate of the permute kernel claims. What speaks of extents and strides is proved on the index
// functions that the kernel runs, with all of them symbolic. What speaks of one tile is
// decided of the layouts that the kernel evaluates, by laws of the algebra, and for banks by going over every thread.
//
// The numbers O1 to O9 are those of docs/04_kernels.md.
#pragma once

#include "certificate/obligation.hpp"
#include "permute/permute_configs.hpp"

namespace colex::gpu {

/// All of a config that enters what is proved.
struct PermuteTile {
  int rank, x, y, vector;
};
std::vector<Obligation> permute_obligations(PermuteTile const& tile);

/// What is decided of a tile, by the layouts that the kernel evaluates.
std::vector<FiniteObligation> permute_finite_obligations(PermutePath const& wide, PermutePath const& narrow);

}  // namespace colex::gpu
