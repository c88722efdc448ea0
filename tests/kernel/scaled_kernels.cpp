// SPDX-License-Identifier: MIT
// One kernel for each scaled matrix instruction and pair of bytes that its scales are taken from (scaled_code.py reads their code).
#include <utility>

#include "atom_kernel.hpp"
#include "atoms/mfma_scaled.hpp"

namespace colex::gpu::test {

template <class Atom, int a_byte, int b_byte>
__global__ void scaled(GlobalView<typename Atom::A const> a, GlobalView<typename Atom::B const> b,
                       GlobalView<std::uint32_t const> scales, GlobalView<float> c) {
  int const lane = static_cast<int>(threadIdx.x);
  auto const sum = mma_scaled<Atom, a_byte, b_byte>(
      Fragment<float, Atom::c_values>{}, lane_values<Atom::a_values, typename Atom::A>(a, lane),
      lane_values<Atom::b_values, typename Atom::B>(b, lane), load<1>(scales, lane).value[0],
      load<1>(scales, lane + 64).value[0]);
  for (int v = 0; v < Atom::c_values; ++v) store(c, Atom::c_values * lane + v, Vec<float, 1>{{sum[v]}});
}

template <class Kernel>
void use_one(Kernel*) {}
template <class Atom, int... pairs>
void use(std::integer_sequence<int, pairs...>) {
  (use_one(scaled<Atom, pairs / 4, pairs % 4>), ...);
}
void use_all() {
  use<MfmaScaled<E4M3, 32, 64>>(std::make_integer_sequence<int, 16>{});
  use<MfmaScaled<E4M3, 16, 128>>(std::make_integer_sequence<int, 16>{});
  use<MfmaScaled<E2M1x2, 32, 32>>(std::make_integer_sequence<int, 16>{});
  use<MfmaScaled<E2M1x2, 16, 64>>(std::make_integer_sequence<int, 16>{});
}

}  // namespace colex::gpu::test
