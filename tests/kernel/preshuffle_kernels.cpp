// SPDX-License-Identifier: MIT
// Instantiates kernels that preshuffle B for a device compiler; device_code.py reads what comes out.
#include "gemm/gemm_mma_configs.hpp"
#include "gemm/preshuffle_kernel.hpp"

namespace colex::gpu {

template <class... Configs>
void use() {
  auto const use_one = [](auto*) {};
  (use_one(preshuffle_kernel<Configs>), ...);
}

#if defined(__CUDACC__)
void use_preshuffle_kernels() { use<GemmMmaSyncBf16Shuffled, GemmMmaSyncE4M3Shuffled>(); }
#else
void use_preshuffle_kernels() { use<GemmMfmaBf16Shuffled, GemmMfmaI8Shuffled>(); }
#endif

}  // namespace colex::gpu
