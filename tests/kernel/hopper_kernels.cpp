// SPDX-License-Identifier: MIT
// Instantiates Hopper GEMM kernels for nvcc; hopper_code.py reads the machine code that comes out.
#include "hopper/gemm.hpp"

namespace colex::gpu::hopper {

template <Element element, Major a, Major b, TileShape shape>
void* use() {
  return reinterpret_cast<void*>(gemm_kernel<GemmConfig<element, a, b, shape>, Element::bf16>);
}

void* const kernels[] = {
    use<Element::bf16, Major::k, Major::k, large>(), use<Element::bf16, Major::line, Major::line, large>(),
    use<Element::bf16, Major::k, Major::line, medium>(), use<Element::bf16, Major::k, Major::k, small>(),
    use<Element::e4m3, Major::k, Major::k, large>()};

}  // namespace colex::gpu::hopper
