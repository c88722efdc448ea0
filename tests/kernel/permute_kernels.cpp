// SPDX-License-Identifier: MIT
// Instantiates every shipped config of the permute kernel for a device compiler; device_code.py reads what
// comes out.
#include "permute/permute_kernel.hpp"

namespace colex::gpu {

template <class... Configs>
void use(std::tuple<Configs...> const*) {
  auto const use_one = [](auto*) {};
  (use_one(permute_kernel<Configs>), ...);
}

void use_permute_kernels() { use(static_cast<PermuteConfigs const*>(nullptr)); }

}  // namespace colex::gpu
