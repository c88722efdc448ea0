// SPDX-License-Identifier: MIT
#include "certificate/copy_numbers.hpp"

#include "certificate/element_names.hpp"
#include "tiles/copy_configs.hpp"

namespace colex::gpu {

namespace {
constexpr auto configs = table_of(static_cast<CopyConfigs const*>(nullptr), []<class Config>() {
  return CopyNumbers{Config::name,
                     element_name<typename Config::element>(),
                     sizeof(typename Config::element),
                     Config::threads,
                     Config::vector,
                     {&Config::source, Config::source_step, SourceArray<Config>::width},
                     {&Config::destination, Config::destination_step, DestinationArray<Config>::width}};
});
}  // namespace

std::span<CopyNumbers const> copy_configs() { return configs; }

}  // namespace colex::gpu
