// SPDX-License-Identifier: MIT
// Hopper's configs by name, and which tile and splits a name without a tile takes on the current device: what was tuned, else what the
// model says. Where there are such configs: on the host platform and on NVIDIA.
#pragma once

#include <optional>

#include "c/hopper_gemm.hpp"

#if defined(__CUDACC__)
#include "hopper/gemm.hpp"
#elif defined(COLEX_HOST_PLATFORM)
#include "hopper/gemm_configs.hpp"
#endif

#if defined(__CUDACC__) || defined(COLEX_HOST_PLATFORM)
#include "c/hopper_model.hpp"

namespace colex::gpu::c {

/// What a name says. `shape` is an index of tile_shapes, or any_shape.
struct Named {
  std::string name;
  hopper::Element element = hopper::Element::bf16;
  hopper::Major a = hopper::Major::k, b = hopper::Major::k;
  int shape = hopper::any_shape;
  bool gated = false;
};

/// Whether some tile has a config of operands in these orders.
constexpr bool are_multiplied(hopper::Element element, hopper::Major a, hopper::Major b, bool gated) {
  auto const k = hopper::Major::k;
  return (hopper::bytes_of(element) == 2 || (a == k && b == k)) &&
         (!gated || (hopper::is_half(element) && a == k));
}

/// What a name says; nothing where no config has it.
std::optional<Named> named(std::string_view name);

/// What a choice is for. The host platform plays a few multiprocessors, a block each.
struct Target {
  int processors = 4;
  Costs const* costs = &all_costs[0];
};

/// The current device; what is wrong with it, the launch will say.
Target chosen_for();

/// What was found to be fastest, where it was tuned and its preconditions hold; else what the model says. `tuned` says which.
hopper::Choice choice_for(std::string_view config, hopper::ProductSize const& size, Target const& on,
                          bool* tuned = nullptr);

}  // namespace colex::gpu::c
#endif
