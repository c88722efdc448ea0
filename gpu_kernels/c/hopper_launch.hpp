// SPDX-License-Identifier: MIT
// The launches of Hopper's configs, in parts that are compiled beside each other: nvcc takes half an hour of one core for all.
// python/colex/build_kernels.py compiles hopper_part.cpp with -DCOLEX_HOPPER_PART=0, 1 and so on; for the host platform
// gpu_kernels/c/meson.build does.
#pragma once

#include <array>

#include "c/hopper_choice.hpp"

#if defined(COLEX_HOST_PLATFORM)
#include "hopper/host_gemm.hpp"
#endif

namespace colex::gpu::c {

#if defined(COLEX_HOST_PLATFORM)
inline constexpr int hopper_parts{6};
#else
inline constexpr int hopper_parts = 16;
#endif

/// A config of Hopper's as numbers that are known where it is compiled.
struct HopperKey {
  hopper::Element element;
  hopper::Major a, b;
  bool gated;
  int tile;  ///< an index of tile_shapes

  constexpr int number() const {
    return ((tile * elements + static_cast<int>(element)) * 2 + (a == hopper::Major::line)) * 4 +
           (b == hopper::Major::line) * 2 + gated;
  }
  static constexpr HopperKey of(int number) {
    constexpr auto major = [](int line) { return line != 0 ? hopper::Major::line : hopper::Major::k; };
    return {static_cast<hopper::Element>(number / 8 % elements), major(number / 4 % 2), major(number / 2 % 2),
            number % 2 != 0, number / (8 * elements)};
  }
  static constexpr int elements = static_cast<int>(hopper::Element::e4m3accf16) + 1;
  static constexpr int numbers = hopper::tile_shape_count * elements * 8;

  /// Whether there is such a config.
  constexpr bool ships() const {
    bool multiplied = false;
    for (hopper::Element e : hopper::operand_elements) multiplied |= e == element;
    return multiplied && are_multiplied(element, a, b, gated) &&
           takes(hopper::tile_shapes[tile], element, b, gated);
  }
};

/// The part that has a config, by its number; -1 where there is none. Neighbours, which take equally long to compile, are in
/// different parts.
inline constexpr auto hopper_part_of = [] {
  std::array<signed char, HopperKey::numbers> parts{};
  int next = 0;
  for (int i = 0; i < HopperKey::numbers; ++i)
    parts[i] = HopperKey::of(i).ships() ? static_cast<signed char>(next++ % hopper_parts) : -1;
  return parts;
}();

#if defined(COLEX_HOST_PLATFORM)
/// Runs a config of this part, by its number; `memory` is a HostMemory of what the config's element results in.
template <int part>
hopper::HostGemm launch_part(int number, hopper::GemmProblem const& p, int processors, void const* memory);
#else
/// Starts a config of this part, by its number; the problem has rows and columns, and is not refused.
template <int part>
hopper::GemmAnswer launch_part(int number, hopper::GemmProblem const& p, int processors, cudaStream_t stream);
#endif

}  // namespace colex::gpu::c
