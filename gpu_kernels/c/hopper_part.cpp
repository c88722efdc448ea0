// SPDX-License-Identifier: MIT
#if defined(COLEX_HOPPER_PART)
#include "c/hopper_launch.hpp"

namespace colex::gpu::c {
using namespace hopper;

namespace {
constexpr int part = COLEX_HOPPER_PART;
static_assert(part < hopper_parts);

#if defined(COLEX_HOST_PLATFORM)
using Answer = HostGemm;
using Where = void const*;
template <class Config, Element to>
HostGemm started(GemmProblem const& p, int processors, Where memory) {
  auto const& own = *static_cast<HostMemory<to> const*>(memory);
  return gemm_on_host<Config, to>(p, own, processors, own.seed);
}
#else
using Answer = GemmAnswer;
using Where = cudaStream_t;
template <class Config, Element to>
GemmAnswer started(GemmProblem const& p, int processors, Where stream) {
  return hopper::detail::launch_gemm<Config, to>(p, processors, stream);
}
#endif

template <int i>
void launch_if(Answer& answer, int number, GemmProblem const& p, int processors, Where where) {
  if constexpr (hopper_part_of[i] == part) {
    constexpr HopperKey key = HopperKey::of(i);
    using Config = GemmConfig<key.element, key.a, key.b, tile_shapes[key.tile], key.gated>;
    if (number == i) answer = started<Config, result_of(key.element)>(p, processors, where);
  }
}
}  // namespace

template <>
Answer launch_part<part>(int number, GemmProblem const& p, int processors, Where where) {
  Answer answer;
  answer.message = "gemm: no config takes such operands";
  [&]<int... i>(std::integer_sequence<int, i...>) {
    // A list and no fold, of which clang nests 256 at most.
    [[maybe_unused]] int const each[] = {(launch_if<i>(answer, number, p, processors, where), 0)...};
  }
  (std::make_integer_sequence<int, HopperKey::numbers>{});
  return answer;
}

}  // namespace colex::gpu::c
#endif
