// SPDX-License-Identifier: MIT
// gemm: the call. C = activation(alpha A B + beta C + bias), where A is M x K and B is K x N, floats of 16 or 8 bits,
// or tf32, with sums in float, or 8-bit integers; or C = activation(A B) * (A Bup) of floats of 16 bits; batches of
// them, or rows in groups; with K in splits or in one piece; on Hopper.
//
//   GemmProblem p{.M = 300, .N = 200, .K = 100,
//                 .a = {a, 104, Major::k},          rows of A are contiguous, 104 elements apart
//                 .b = {b, 200, Major::line},       rows of B are contiguous: N runs fastest
//                 .c = c, .c_pitch = 200};
//   GemmAnswer answer = gemm<Element::bf16>(p, stream);   if (!answer) puts(answer.message);
//
// Every size from 0 on is computed, K = 0 as a sum of nothing. What TMA cannot address is refused, with the reason.
#pragma once

#include <atomic>
#include <memory>

#include "certified.hpp"
#include "hopper/choose.hpp"
#include "hopper/config_name.hpp"
#include "hopper/gemm_kernel.hpp"
#include "hopper/sum_kernel.hpp"
#include "platform/nvidia/launch_early.hpp"

namespace colex::gpu::hopper {

/// A launch that was accepted, or why not: what is wrong with the arguments, or an error of CUDA.
struct GemmAnswer {
  char const* message = nullptr;
  explicit operator bool() const { return message == nullptr; }
};

/// What a launch must know of the current device. Asked of the driver once for each device.
struct Device {
  cudaError_t error = cudaSuccess;
  int processors = 0, capability = 0;  ///< its compute capability, times ten
  DeviceCosts const* costs = device_costs[0];
};
inline Device current_device() {
  static std::atomic<Device const*>
      known[64];  // null: not asked yet; what is known of a device is kept to the end
  int number = 0;
  Device found;
  if ((found.error = cudaGetDevice(&number)) != cudaSuccess) return found;
  bool const kept = number < 64;
  if (Device const* const before = kept ? known[number].load(std::memory_order_acquire) : nullptr)
    return *before;
  cudaDeviceProp properties;
  if ((found.error = cudaGetDeviceProperties(&properties, number)) != cudaSuccess) return found;
  found.capability = 10 * properties.major + properties.minor,
  found.processors = properties.multiProcessorCount;
  found.costs = &costs_of(properties.name);
  Device const* none = nullptr;
  if (kept) {
    auto own = std::make_unique<Device const>(found);
    if (known[number].compare_exchange_strong(none, own.get(), std::memory_order_acq_rel)) own.release();
  }
  return found;
}

namespace detail {
inline GemmAnswer failed(cudaError_t error) {
  return {error == cudaSuccess ? nullptr : cudaGetErrorString(error)};
}

template <class Config, Element to>
GemmAnswer launch_gemm(GemmProblem const& p, int processors, cudaStream_t stream) {
  static_assert(require_certificate_that<Config, gpu::detail::is_listed(config_label<Config>.text)>());
  GemmPlan const plan = plan_of<Config>(p, processors);
  if (plan.refusal) return {plan.refusal};
  auto c = result_view<to>(p, plan, {static_cast<ResultBits<to>*>(p.c)}, {p.bias});
  int const splits = p.K == 0 ? 0 : static_cast<int>(p.splits);
  auto const scales = scales_view(p.scales, p.K, p.N, {p.scales.a}, {p.scales.b}, {p.scales.columns});
  if (plan.blocks > 0) {
    TensorMap a;
    TensorMaps<Config::operands> b;
    MatrixMemory of_b[Config::operands] = {p.b.data};
    if constexpr (Config::gated) of_b[1] = p.up;
    if (!make_tensor_map<typename Config::A>(a, p.a.data, p.M, p.K, p.a.pitch, p.batches, p.a.step) ||
        !make_operand_maps<typename Config::B>(b, of_b, p.N, p.K, p.b.pitch, p.batches, p.b.step))
      return {"gemm: the driver makes no tensor map of an operand"};
    ResultMap<Config::buffers> c_map{};
    c.boxed = plan.boxed && make_result_map<to>(c_map, static_cast<MatrixMemory>(p.c), p.M, p.N, p.c_pitch,
                                                p.batches, p.c_step);
    auto const error = with_list<Config>(p, plan, {p.ends}, [&]<class List>(List const& list) {
      return with_telling<Config>(scales, [&]<bool told>(std::bool_constant<told>) {
        auto const kernel = gemm_kernel<Config, to, List, told>;
        static AllowedDevices allowed;
        auto const start = [&](bool again) {
          if (auto const refused = allowed.allow(kernel, Config::shared_bytes, again)) return refused;
          return launch_early(kernel, plan.blocks, Config::threads, Config::shared_bytes, stream, a, b, c_map,
                              c, list, p.a.step != 0, p.b.step != 0, GlobalView<float>{p.workspace}, scales);
        };
        auto const error = start(false);
        if (error != cudaErrorInvalidValue) return error;
        static_cast<void>(cudaGetLastError());  // or it would be found after a launch that succeeds
        return start(true);
      });
    });
    if (error != cudaSuccess) return failed(error);
  }
  if (plan.sum_blocks > 0) {
    SplitSums const sums{{p.workspace}, plan.grid, splits};
    if (auto const error = launch_early(
            sum_kernel<Config::M, Config::columns, Config::cluster, to, promotes(Config::element)>,
            plan.sum_blocks, sum_threads(splits), sum_shared_bytes(splits), stream, sums, c, scales))
      return failed(error);
  }
  return {};
}

/// Launches by tile tile_shapes[shape].
template <Element element, Major a, Major b, Element to, bool gated = false, int i = 0>
GemmAnswer launch_shape(GemmProblem const& p, int shape, int processors, cudaStream_t stream) {
  if constexpr (i < tile_shape_count) {
    if constexpr (takes(tile_shapes[i], element, b, gated)) {
      if (shape == i)
        return launch_gemm<GemmConfig<element, a, b, tile_shapes[i], gated>, to>(p, processors, stream);
    }
    return launch_shape<element, a, b, to, gated, i + 1>(p, shape, processors, stream);
  } else {
    return {"gemm: no tile has this number, or it does not take B in this order, or this element"};
  }
}
}  // namespace detail

/// gemm() by one tile, tile_shapes[shape], or by the one that takes least for the problem's splits.
template <Element element, Element to = result_of(element)>
GemmAnswer gemm_of_shape(GemmProblem const& p, int shape, cudaStream_t stream = nullptr) {
  if (auto const why = refusal_of<element>(p)) return {why};
  if (p.M == 0 || p.N == 0 || p.batches == 0) return {};
  Device const on = current_device();
  if (on.error != cudaSuccess) return detail::failed(on.error);
  if (on.capability != 90) return {"gemm: the device is not a Hopper GPU"};
  int const processors = on.processors;
  if (shape == any_shape) {
    ProductSize size = product_size(p, element);
    if (p.K == 0) size.K = 1;
    shape = choose(size, processors, *on.costs).shape;
  }
  static_assert(bytes_of(to) == bytes_of(result_of(element)) && is_integer(to) == is_integer(element));
  constexpr Major k = Major::k, line = Major::line;
  if constexpr (bytes_of(element) == 2) {
    if constexpr (is_half(element)) {
      if (p.is_gated())
        return p.b.major == line
                   ? detail::launch_shape<element, k, line, to, true>(p, shape, processors, stream)
                   : detail::launch_shape<element, k, k, to, true>(p, shape, processors, stream);
    }
    if (p.a.major == line && p.b.major == line)
      return detail::launch_shape<element, line, line, to>(p, shape, processors, stream);
    if (p.a.major == line) return detail::launch_shape<element, line, k, to>(p, shape, processors, stream);
    if (p.b.major == line) return detail::launch_shape<element, k, line, to>(p, shape, processors, stream);
  }
  return detail::launch_shape<element, k, k, to>(p, shape, processors, stream);
}

/// Starts the product on the stream, on the current device. `to` is the type of the result.
template <Element element, Element to = result_of(element)>
GemmAnswer gemm(GemmProblem const& p, cudaStream_t stream = nullptr) {
  return gemm_of_shape<element, to>(p, any_shape, stream);
}

}  // namespace colex::gpu::hopper
