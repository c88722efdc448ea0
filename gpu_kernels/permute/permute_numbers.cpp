// SPDX-License-Identifier: MIT
#include "permute/permute_numbers.hpp"

#include "certificate/element_names.hpp"
#include "permute/permute_configs.hpp"

namespace colex::gpu {

namespace {
constexpr auto configs = table_of(static_cast<PermuteConfigs const*>(nullptr), []<class Config>() {
  using T = typename Config::element;
  return PermuteNumbers{Config::name,    element_name<T>(),     sizeof(T),      Config::rank,
                        Config::tile_x,  Config::tile_y,        Config::vector, Config::threads,
                        Config::swizzle, Config::narrow_swizzle};
});
}  // namespace

std::span<PermuteNumbers const> permute_configs() { return configs; }

}  // namespace colex::gpu
