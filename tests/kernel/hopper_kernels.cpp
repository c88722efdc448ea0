// SPDX-License-Identifier: MIT
// Instantiates kernels of the Hopper GEMM for nvcc, with the result type that gemm() gives them: those of the configs
// COLEX_GEMM_CONFIGS, for rows in groups where COLEX_GROUPED is defined. hopper_code.py and tools/machine_code.py read their machine code;
// the latter says by COLEX_CONFIG_NAME which config it must be.
#include <string_view>

#include "hopper/config_name.hpp"
#include "hopper/gemm_kernel.hpp"

namespace colex::gpu::hopper {

template <class Kernel>
void use_one(Kernel*) {}

template <class Config>
void use_kernels_of() {
#if defined(COLEX_GROUPED)
  using List = GroupedList<Config::M * Config::cluster>;
#else
  using List = WorkList;
#endif
  use_one(gemm_kernel<Config, result_of(Config::element), List>);
  if constexpr (Config::tells) use_one(gemm_kernel<Config, result_of(Config::element), List, true>);
}

template <class... Configs>
void use_kernels() {
#if defined(COLEX_CONFIG_NAME)
  static_assert(((std::string_view(config_label<Configs>.text) == COLEX_CONFIG_NAME) && ...));
#endif
  (use_kernels_of<Configs>(), ...);
}

void use_kernels_of_configs() { use_kernels<COLEX_GEMM_CONFIGS>(); }

}  // namespace colex::gpu::hopper
