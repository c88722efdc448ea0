// SPDX-License-Identifier: MIT
// What a certificate of the permute kernel claims: what is decided of the layouts that it evaluates, by laws of the algebra,
// for all extents and strides, and for banks by going over every thread.
//
// The numbers O1 to O9 are those of docs/04_kernels.md.
#pragma once

#include "certificate/obligation.hpp"
#include "permute/permute_configs.hpp"

namespace colex::gpu {

std::vector<FiniteObligation> permute_obligations(PermutePath const& wide, PermutePath const& narrow);

}  // namespace colex::gpu
