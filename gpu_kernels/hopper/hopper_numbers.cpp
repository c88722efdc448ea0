// SPDX-License-Identifier: MIT
#include "hopper/hopper_numbers.hpp"

#include "hopper/gemm_configs.hpp"

namespace colex::gpu {

namespace {
constexpr auto configs = table_of(static_cast<hopper::HopperConfigs const*>(nullptr),
                                  []<class Config>() { return hopper_numbers_of<Config>(); });
}  // namespace

std::span<HopperNumbers const> hopper_configs() { return configs; }

}  // namespace colex::gpu
