// SPDX-License-Identifier: MIT
// A copy config of one's own: rows of 6 elements that lie 8 apart are packed.
#pragma once

#include "copy/copy_configs.hpp"

struct MyCopy {
  static constexpr char const* name = "my_copy";
  using element = float;
  static constexpr auto source = colex::layout("(6,4):(1,8)"), destination = colex::layout("24:1");
  static constexpr colex::gpu::Index source_step = 32, destination_step = 24;
  static constexpr int threads = 64, vector = 4;
};
