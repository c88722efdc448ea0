// SPDX-License-Identifier: MIT
// What certificates know of a config of the GEMM kernel, as numbers.
#pragma once

#include "certificate/by_name.hpp"
#include "colex/layout.hpp"
#include "colex/swizzle.hpp"

namespace colex::gpu {

/// What one operand's tile is, who copies it and who holds it: in shared memory, or of a preshuffled B, which
/// no shared memory holds.
struct GemmOperand {
  int element_bytes, rows, columns;
  struct Shared {
    Layout<std::int64_t> const* layout;
    Swizzle swizzle;
    int copy_run;
    Layout<std::int64_t> const *copy_along_k, *copy_along_rows;
    int store_along_k, store_along_rows;
  } shared;
  Layout<std::int64_t> const* shuffled;  ///< nullptr where the tile is in shared memory
  Layout<std::int64_t> const* thread_value_group;
  int read;
};

struct GemmNumbers {
  char const *name, *a_type, *b_type, *sum_type, *c_type;
  bool exact;  ///< it sums integers
  int tile[3], threads, waves[2], atom[3], atom_threads;
  Layout<std::int64_t> const *atom_a, *atom_b, *atom_c, *order_m, *order_n, *order_k;
  int k_group;
  GemmOperand a, b;
  Layout<std::int64_t> const* c;
  /// Of a scaled config: whose scale a lane holds, how many of K share one, and a thread's loads in a step, of operands and of scales.
  struct Scales {
    Layout<std::int64_t> const* layout = nullptr;
    int block = 0, loads = 0, scale_loads = 0;
  } scales;
};

std::span<GemmNumbers const> gemm_configs();

}  // namespace colex::gpu
