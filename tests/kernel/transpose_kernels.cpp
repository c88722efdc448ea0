// SPDX-License-Identifier: MIT
// Instantiates every shipped config of the transpose for a device compiler, so that its machine code can be
// looked at.
#include "transpose/transpose_kernel.hpp"

namespace colex::gpu {

template <class... Configs>
void use(std::tuple<Configs...> const*) {
  auto const use_one = [](auto*) {};
  (use_one(transpose_kernel<Configs>), ...);
}

void use_transpose_kernels() { use(static_cast<TransposeConfigs const*>(nullptr)); }

}  // namespace colex::gpu
