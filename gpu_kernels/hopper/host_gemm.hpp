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
#include "hopper/sum_kernel.hpp"

namespace colex::gpu::hopper {

/// The memory that a problem's pointers point to.
template <Element to>
struct HostMemory {
  GlobalView<unsigned char const> a, b;            ///< from the operands' first byte on
  GlobalView<ResultBits<to>> c;                    ///< from the result's first element on
  GlobalView<float> sums{nullptr, 0, 0, nullptr};  ///< the workspace
  GlobalView<float const> bias{nullptr, 0, 0, nullptr};
  GlobalView<float const> a_scales{nullptr, 0, 0, nullptr}, b_scales{nullptr, 0, 0, nullptr},
      column_scales{nullptr, 0, 0, nullptr};
  GlobalView<std::int32_t const> ends{nullptr, 0, 0, nullptr};  ///< of groups
  GlobalView<unsigned char const> up{nullptr, 0, 0, nullptr};   ///< as a and b
  std::uint64_t seed = 0;  ///< of the order in which threads run and copies land
};

struct HostGemm {
  char const* message = nullptr;  ///< why the problem was refused
  LaunchReport report;
  bool boxed = false;  ///< the result was stored box by box
};

/// C = A * B by one config, on so many processors: a block each.
template <class Config, Element to>
HostGemm gemm_on_host(GemmProblem const& p, HostMemory<to> const& memory, int processors,
                      std::uint64_t seed) {
  if (auto const why = refusal_of<Config::element>(p)) return {why, {}};
  if (p.is_gated() != Config::gated)
    return {"gemm: a gated config needs two operands B, and no other takes two", {}};
  if (p.M == 0 || p.N == 0 || p.batches == 0) return {};
  GemmPlan const plan = plan_of<Config>(p, processors);
  if (plan.refusal) return {plan.refusal, {}};
  auto c = result_view<to>(p, plan, memory.c, memory.bias);
  int const splits = p.K == 0 ? 0 : static_cast<int>(p.splits);
  auto const scales = scales_view(p.scales, p.K, p.N, memory.a_scales, memory.b_scales, memory.column_scales);
  HostGemm ran;
  if (plan.blocks > 0) {
    TensorMap a;
    TensorMaps<Config::operands> b;
    MatrixMemory of_b[Config::operands] = {memory.b};
    if constexpr (Config::gated) of_b[1] = memory.up;
    if (!make_tensor_map<typename Config::A>(a, memory.a, p.M, p.K, p.a.pitch, p.batches, p.a.step) ||
        !make_operand_maps<typename Config::B>(b, of_b, p.N, p.K, p.b.pitch, p.batches, p.b.step))
      return {"gemm: no tensor map of an operand", {}};
    ResultMap<Config::buffers> c_map{};
    auto const of_c = memory.c.begin();
    MatrixMemory const c_bytes{of_c.data, memory.c.size() * bytes_of(to), of_c.byte, of_c.shadow};
    c.boxed = plan.boxed && make_result_map<to>(c_map, c_bytes, p.M, p.N, p.c_pitch, p.batches, p.c_step);
    ran.boxed = c.boxed;
    LaunchShape shape{
        .grid = {static_cast<std::uint32_t>(plan.blocks)}, .block = {Config::threads}, .seed = seed};
    shape.shared_bytes = Config::shared_bytes, shape.wave = 32, shape.cluster = Config::cluster,
    shape.early = true;
    ran.report = with_list<Config>(p, plan, memory.ends, [&]<class List>(List const& list) {
      return with_telling<Config>(scales, [&]<bool told>(std::bool_constant<told>) {
        return launch(shape, gemm_kernel<Config, to, List, told>, a, b, c_map, c, list, p.a.step != 0,
                      p.b.step != 0, memory.sums, scales);
      });
    });
  }
  if (plan.sum_blocks > 0) {
    LaunchShape shape{.grid = {static_cast<std::uint32_t>(plan.sum_blocks)},
                      .block = {static_cast<std::uint32_t>(sum_threads(splits))},
                      .seed = seed};
    shape.wave = 32, shape.early = true;
    shape.shared_bytes = static_cast<std::uint32_t>(sum_shared_bytes(splits));
    ran.report.merge(
        launch(shape, sum_kernel<Config::M, Config::columns, Config::cluster, to, promotes(Config::element)>,
               SplitSums{memory.sums, plan.grid, splits}, c, scales));
  }
  return ran;
}

}  // namespace colex::gpu::hopper
