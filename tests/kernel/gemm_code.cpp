// SPDX-License-Identifier: MIT
// Instantiates the GEMM kernels of COLEX_GEMM_CONFIGS for a device compiler; gemm_code.py reads what comes
// out.
#include "gemm/gemm_mma_configs.hpp"

namespace colex::gpu {

template <class Kernel>
void use_one(Kernel*) {}

template <class... Configs>
void use_kernels() {
  static_assert((check_gemm_config<Configs>() && ...));
  (use_one(gemm_kernel<Configs>), ...);
}

void use_kernels_of_configs() { use_kernels<COLEX_GEMM_CONFIGS>(); }

}  // namespace colex::gpu
