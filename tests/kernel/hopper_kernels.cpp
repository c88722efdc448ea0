// SPDX-License-Identifier: MIT
// Instantiates Hopper GEMM kernels for nvcc, with the result type that gemm() gives them, some for rows in groups:
// hopper_code.py reads the machine code of these, tools/machine_code.py that of the config COLEX_GEMM_CONFIGS, which
// must be the one that is named COLEX_CONFIG_NAME.
#include <string_view>

#include "hopper/config_name.hpp"
#include "hopper/gemm_kernel.hpp"

#if !defined(COLEX_GEMM_CONFIGS)
#define COLEX_GEMM_CONFIGS                                         \
  GemmConfig<Element::bf16, Major::k, Major::k, large>,            \
      GemmConfig<Element::bf16, Major::line, Major::line, large>,  \
      GemmConfig<Element::bf16, Major::k, Major::line, medium>,    \
      GemmConfig<Element::bf16, Major::k, Major::k, small>,        \
      GemmConfig<Element::bf16, Major::k, Major::k, mini>,         \
      GemmConfig<Element::e4m3, Major::k, Major::k, large>,        \
      GemmConfig<Element::tf32, Major::k, Major::k, large>,        \
      GemmConfig<Element::i8, Major::k, Major::k, large>,          \
      GemmConfig<Element::e4m3acc, Major::k, Major::k, medium>,    \
      GemmConfig<Element::e4m3acc, Major::k, Major::k, large>,     \
      GemmConfig<Element::e4m3accf16, Major::k, Major::k, large>,  \
      GemmConfig<Element::bf16, Major::k, Major::k, medium, true>, \
      GemmConfig<Element::bf16, Major::k, Major::line, large, true>
#endif

namespace colex::gpu::hopper {

template <class Kernel>
void use_one(Kernel*) {}

template <class Config>
void use_kernels_of() {
  use_one(gemm_kernel<Config, result_of(Config::element)>);
  if constexpr (Config::tells) use_one(gemm_kernel<Config, result_of(Config::element), WorkList, true>);
}

template <class... Configs>
void use_kernels() {
#if defined(COLEX_CONFIG_NAME)
  static_assert(((std::string_view(config_label<Configs>.text) == COLEX_CONFIG_NAME) && ...));
#endif
  (use_kernels_of<Configs>(), ...);
}

void use_kernels_of_configs() { use_kernels<COLEX_GEMM_CONFIGS>(); }

#if !defined(COLEX_CONFIG_NAME)
template <class Config>
void use_groups() {
  use_one(gemm_kernel<Config, result_of(Config::element), GroupedList<Config::M * Config::cluster>>);
}
void use_kernels_of_groups() {
  use_groups<GemmConfig<Element::bf16, Major::k, Major::k, large>>();
  use_groups<GemmConfig<Element::bf16, Major::k, Major::k, small>>();
}
#endif

}  // namespace colex::gpu::hopper
