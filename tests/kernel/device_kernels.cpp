// SPDX-License-Identifier: MIT
// Instantiates every shipped kernel for a device compiler; device_code.py reads what comes out.
#include "planted.hpp"

namespace colex::gpu {

template <class Configs>
struct Kernels;

template <class... Configs>
struct Kernels<std::tuple<Configs...>> {
  static void use() { (use_one(copy_kernel<Configs>), ...); }
  template <class Kernel>
  static void use_one(Kernel*) {}
};

void use_kernels() {
  Kernels<CopyConfigs>::use();
  Kernels<CopyConfigs>::use_one(reverse_wide<Planted::none>);
}

}  // namespace colex::gpu
