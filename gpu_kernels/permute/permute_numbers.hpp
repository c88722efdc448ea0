// SPDX-License-Identifier: MIT
// What certificates know of a config of the permute kernel, as numbers.
#pragma once

#include "certificate/by_name.hpp"
#include "colex/swizzle.hpp"

namespace colex::gpu {

struct PermuteNumbers {
  char const *name, *element;
  int element_bytes, rank, tile_x, tile_y, vector, threads;
  Swizzle swizzle, narrow_swizzle;
};

std::span<PermuteNumbers const> permute_configs();

}  // namespace colex::gpu
