// SPDX-License-Identifier: MIT
// What certificates know of a config of the copy kernel, as numbers.
#pragma once

#include "certificate/by_name.hpp"
#include "colex/layout.hpp"

namespace colex::gpu {

struct CopyNumbers {
  struct Side {
    Layout<std::int64_t> const* tile;
    std::int64_t step;  ///< elements from one tile to the next
    int access;         ///< elements that one access moves
  };
  char const *name, *element;
  int element_bytes, threads, vector;
  Side source, destination;
};

std::span<CopyNumbers const> copy_configs();

}  // namespace colex::gpu
