// SPDX-License-Identifier: MIT
// The Hopper GEMM on the host platform: the same kernel under the same plan, every access checked.
//
//   Buffer<unsigned char> a(...), b(...);  Buffer<std::uint16_t> c(...);
//   HostGemm const ran = gemm_on_host<GemmConfig<Element::bf16, Major::k, Major::k>, Element::bf16>(
//       problem, {a.view(), b.view(), c.view()}, 4, seed);
//   ran.message, ran.report        why it was refused, or what was found
#pragma once

#include "hopper/gemm_kernel.hpp"
#include "hopper/gemm_plan.hpp"

namespace colex::gpu::hopper {

/// The memory that a problem's pointers point to.
struct HostMemory {
  GlobalView<unsigned char const> a, b;  ///< from the operands' first byte on
  GlobalView<std::uint16_t> c;           ///< from the result's first element on
};

struct HostGemm {
  char const* message = nullptr;  ///< why the problem was refused
  LaunchReport report;
};

/// A row of zeros a thread.
__global__ inline void zero_kernel(GlobalView<std::uint16_t> c, Index pitch, Index rows, Index columns) {
  Index const row = Index{blockIdx.x} * blockDim.x + threadIdx.x;
  for (Index column = 0; row < rows && column < columns; ++column)
    store_element(c, result_offset(row, pitch, column), std::uint16_t{0});
}

/// C = A * B by one config, on so many processors: a block each.
template <class Config, Element to>
HostGemm gemm_on_host(GemmProblem const& p, HostMemory const& memory, int processors, std::uint64_t seed) {
  if (auto const why = refusal_of<Config::element>(p)) return {why, {}};
  if (p.M == 0 || p.N == 0) return {};
  if (p.K == 0)
    return {nullptr, launch({.grid = {static_cast<std::uint32_t>(tiles_over(p.M, Index{64}))}, .block = {64}},
                            zero_kernel, memory.c, p.c_pitch, p.M, p.N)};
  TensorMap a, b;
  if (!make_tensor_map<typename Config::A>(a, memory.a, p.M, p.K, p.a.pitch) ||
      !make_tensor_map<typename Config::B>(b, memory.b, p.N, p.K, p.b.pitch))
    return {"gemm: no tensor map of an operand", {}};
  GemmPlan const plan = plan_of<Config>(p, processors);
  if (plan.blocks == 0) return {"gemm: the result has 2^31 tiles or more", {}};
  ResultView const c{memory.c, p.c_pitch, static_cast<int>(p.M), static_cast<int>(p.N), plan.wide};
  LaunchShape shape{
      .grid = {static_cast<std::uint32_t>(plan.blocks)}, .block = {Config::threads}, .seed = seed};
  shape.shared_bytes = Config::shared_bytes, shape.wave = 32, shape.cluster = Config::cluster;
  return {nullptr, launch(shape, gemm_kernel<Config, to>, a, b, c, plan.grid, plan.k_blocks)};
}

}  // namespace colex::gpu::hopper
