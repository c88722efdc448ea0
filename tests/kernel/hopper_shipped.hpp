// SPDX-License-Identifier: MIT
// The shipped configs of the Hopper GEMM as values, and their kernels as the library has them on the host platform.
//
//   for (Shipped const& config : all_shipped()) run_shipped<Element::bf16>(config, problem, memory, 4, seed);
#pragma once

#include <array>
#include <vector>

#include "c/hopper_launch.hpp"
#include "hopper/gemm_configs.hpp"
#include "hopper_problem.hpp"

namespace colex::gpu::hopper {
/// A shipped config.
struct Shipped {
  char const* name;
  int number;  ///< which the library knows it by
  Element element;
  Traits traits;
  Index M, N, K, columns, stages;
  int cluster, buffers;
  bool takes_groups;
};

template <int number>
Shipped of_number() {
  constexpr auto key = c::HopperKey::of(number);
  using Config = GemmConfig<key.element, key.a, key.b, tile_shapes[key.tile], key.gated>;
  return {config_label<Config>.text,
          number,
          Config::element,
          traits<Config>,
          Config::M,
          Config::N,
          Config::K,
          Config::columns,
          Config::stages,
          Config::cluster,
          Config::buffers,
          Config::takes_groups};
}

inline std::vector<Shipped> all_shipped() {
  std::vector<Shipped> found;
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (
        [&] {
          if constexpr (c::hopper_part_of[i] >= 0) found.push_back(of_number<i>());
        }(),
        ...);
  }
  (std::make_integer_sequence<int, c::HopperKey::numbers>{});
  return found;
}

/// Calls `use` with the element as a constant.
template <class Use>
void with_element(Element element, Use use) {
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    ((operand_elements[i] == element ? use(std::integral_constant<Element, operand_elements[i]>{}) : void()),
     ...);
  }
  (std::make_index_sequence<std::size(operand_elements)>{});
}

/// What gemm_on_host() does, by the code that the library has of a config.
template <Element to>
HostGemm run_shipped(Shipped const& config, GemmProblem const& p, HostMemory<to> memory, int processors,
                     std::uint64_t seed) {
  memory.seed = seed;
  return [&]<int... part>(std::integer_sequence<int, part...>) {
    constexpr decltype(&c::launch_part<0>) launches[] = {&c::launch_part<part>...};
    return launches[c::hopper_part_of[static_cast<std::size_t>(config.number)]](config.number, p, processors,
                                                                                &memory);
  }
  (std::make_integer_sequence<int, c::hopper_parts>{});
}

}  // namespace colex::gpu::hopper
