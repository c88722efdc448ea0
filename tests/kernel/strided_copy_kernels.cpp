// SPDX-License-Identifier: MIT
// Instantiates every shipped config of the strided copy for a device compiler, so that its machine code can be
// looked at.
#include "strided_copy/strided_copy_kernel.hpp"

namespace colex::gpu {

template <class... Configs>
void use(std::tuple<Configs...> const*) {
  auto const use_one = [](auto*) {};
  (use_one(strided_copy_kernel<Configs>), ...);
  (use_one(strided_copies_kernel<Configs>), ...);
}

void use_strided_copy_kernels() { use(static_cast<StridedCopyConfigs const*>(nullptr)); }

}  // namespace colex::gpu
