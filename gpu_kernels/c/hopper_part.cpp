// SPDX-License-Identifier: MIT
#if defined(COLEX_HOPPER_PART)
#include "c/hopper_launch.hpp"

namespace colex::gpu::c {
using namespace hopper;

namespace {
constexpr int part = COLEX_HOPPER_PART;
static_assert(part < hopper_parts);

template <int i>
void launch_if(GemmAnswer& answer, int number, GemmProblem const& p, int processors, cudaStream_t stream) {
  if constexpr (hopper_part_of[i] == part) {
    constexpr HopperKey key = HopperKey::of(i);
    using Config = GemmConfig<key.element, key.a, key.b, tile_shapes[key.tile], key.gated>;
    if (number == i)
      answer = hopper::detail::launch_gemm<Config, result_of(key.element)>(p, processors, stream);
  }
}
}  // namespace

template <>
GemmAnswer launch_part<part>(int number, GemmProblem const& p, int processors, cudaStream_t stream) {
  GemmAnswer answer{"gemm: no config takes such operands"};
  [&]<int... i>(std::integer_sequence<int, i...>) {
    (launch_if<i>(answer, number, p, processors, stream), ...);
  }
  (std::make_integer_sequence<int, HopperKey::numbers>{});
  return answer;
}

}  // namespace colex::gpu::c
#endif
