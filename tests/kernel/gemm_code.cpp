// SPDX-License-Identifier: MIT
// Instantiates the GEMM kernels of COLEX_GEMM_CONFIGS for a device compiler; gemm_code.py reads what comes
// out. COLEX_GEMM_KERNEL may name the kernel for lists of problems.
#include "gemm/gemm_grouped_kernel.hpp"
#include "gemm/gemm_mma_configs.hpp"

#ifndef COLEX_GEMM_KERNEL
#define COLEX_GEMM_KERNEL gemm_kernel
#endif

namespace colex::gpu {

template <class Kernel>
void use_one(Kernel*) {}

template <class... Configs>
void use_kernels() {
  static_assert((check_gemm_config<Configs>() && ...));
  (use_one(COLEX_GEMM_KERNEL<Configs>), ...);
}

void use_kernels_of_configs() { use_kernels<COLEX_GEMM_CONFIGS>(); }

}  // namespace colex::gpu
