// SPDX-License-Identifier: MIT
// Two arrays that are moved in one launch.
#pragma once

#include "c/call.hpp"

namespace colex::gpu::c {

/// An array of three modes, as colex_kernels_strided_copy takes it.
struct MovedArray {
  Index extents[3];
  void const* source;
  Index source_elements, source_strides[3];
  void* destination;
  Index destination_elements, destination_strides[3];
};

/// Starts one launch that moves both, and returns true; false, and nothing is done, where no kernel takes both. Fails as
/// colex_kernels_strided_copy does. What is written of one array is no memory of the other.
bool moves_both(int element_bytes, MovedArray const& first, MovedArray const& second, void* stream);

}  // namespace colex::gpu::c
