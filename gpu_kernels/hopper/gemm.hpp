// SPDX-License-Identifier: MIT
// gemm: the call. C = A * B, where A is M x K and B is K x N, 16-bit or 8-bit floats, sums in float; on
// Hopper.
//
//   GemmProblem p{.M = 300, .N = 200, .K = 100,
//                 .a = {a, 104, Major::k},          rows of A are contiguous, 104 elements apart
//                 .b = {b, 200, Major::line},       rows of B are contiguous: N runs fastest
//                 .c = c, .c_pitch = 200};
//   GemmAnswer answer = gemm<Element::bf16>(p, stream);   if (!answer) puts(answer.message);
//
// Every size from 0 on is computed, K = 0 as zeros. What TMA cannot address is refused, with the reason.
#pragma once

#include "certified.hpp"
#include "hopper/config_name.hpp"
#include "hopper/gemm_kernel.hpp"
#include "hopper/gemm_plan.hpp"

namespace colex::gpu::hopper {

/// A launch that was accepted, or why not: what is wrong with the arguments, or an error of CUDA.
struct GemmAnswer {
  char const* message = nullptr;
  explicit operator bool() const { return message == nullptr; }
};

namespace detail {
inline GemmAnswer failed(cudaError_t error) {
  return {error == cudaSuccess ? nullptr : cudaGetErrorString(error)};
}

template <class Config, Element to>
GemmAnswer launch_gemm(GemmProblem const& p, int processors, cudaStream_t stream) {
  static_assert(require_certificate_that<Config, gpu::detail::is_listed(config_label<Config>.text)>());
  TensorMap a, b;
  if (!make_tensor_map<typename Config::A>(a, p.a.data, p.M, p.K, p.a.pitch) ||
      !make_tensor_map<typename Config::B>(b, p.b.data, p.N, p.K, p.b.pitch))
    return {"gemm: the driver makes no tensor map of an operand"};
  GemmPlan const plan = plan_of<Config>(p, processors);
  if (plan.blocks == 0) return {"gemm: the result has 2^31 tiles or more"};
  ResultView const c{
      {static_cast<std::uint16_t*>(p.c)}, p.c_pitch, static_cast<int>(p.M), static_cast<int>(p.N), plan.wide};

  auto const kernel = gemm_kernel<Config, to>;
  if (auto const error =
          cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Config::shared_bytes))
    return failed(error);
  kernel<<<static_cast<unsigned>(plan.blocks), Config::threads, Config::shared_bytes, stream>>>(
      a, b, c, plan.grid, plan.k_blocks);
  if (auto const error = cudaGetLastError()) return failed(error);
  return {};
}

/// Launches by tile tile_shapes[shape], or by the cheapest.
template <Element element, Major a, Major b, Element to>
GemmAnswer launch_shape(GemmProblem const& p, int shape, int processors, cudaStream_t stream) {
  switch (shape == any_shape ? cheapest_shape(p.M, p.N, processors) : shape) {
    case 0:
      return launch_gemm<GemmConfig<element, a, b, large>, to>(p, processors, stream);
    case 1:
      return launch_gemm<GemmConfig<element, a, b, medium>, to>(p, processors, stream);
    default:
      return launch_gemm<GemmConfig<element, a, b, small>, to>(p, processors, stream);
  }
}
}  // namespace detail

/// gemm() by one tile, tile_shapes[shape].
template <Element element, Element to = element == Element::f16 ? Element::f16 : Element::bf16>
GemmAnswer gemm_of_shape(GemmProblem const& p, int shape, cudaStream_t stream = nullptr) {
  if (auto const why = refusal_of<element>(p)) return {why};
  if (p.M == 0 || p.N == 0) return {};
  if (p.K == 0) return detail::failed(cudaMemset2DAsync(p.c, p.c_pitch * 2, 0, p.N * 2, p.M, stream));
  int device = 0, processors = 0, capability = 0;
  if (auto const error = cudaGetDevice(&device)) return detail::failed(error);
  if (auto const error = cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, device))
    return detail::failed(error);
  if (capability != 9) return {"gemm: the device is not a Hopper GPU"};
  if (auto const error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device))
    return detail::failed(error);

  constexpr Major k = Major::k, line = Major::line;
  if constexpr (bytes_of(element) == 2) {
    if (p.a.major == line && p.b.major == line)
      return detail::launch_shape<element, line, line, to>(p, shape, processors, stream);
    if (p.a.major == line) return detail::launch_shape<element, line, k, to>(p, shape, processors, stream);
    if (p.b.major == line) return detail::launch_shape<element, k, line, to>(p, shape, processors, stream);
  }
  return detail::launch_shape<element, k, k, to>(p, shape, processors, stream);
}

/// Starts C = A * B on the stream, on the current device. `to` is the 16-bit type of the result.
template <Element element, Element to = element == Element::f16 ? Element::f16 : Element::bf16>
GemmAnswer gemm(GemmProblem const& p, cudaStream_t stream = nullptr) {
  return gemm_of_shape<element, to>(p, any_shape, stream);
}

}  // namespace colex::gpu::hopper
