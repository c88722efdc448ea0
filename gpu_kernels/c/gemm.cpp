// SPDX-License-Identifier: MIT
#include "gemm/gemm.hpp"

#include <cmath>

#include "c/call.hpp"
#include "c/configs.hpp"
#include "c/hopper_gemm.hpp"

namespace colex::gpu::c {
namespace {

template <class T>
Matrix<T> matrix(Memory<T>& memory, colex_kernels_matrix const& x) {
  Matrix<T> m{memory.view(), memory.elements()};
  m.row_stride = x.row_stride, m.column_stride = x.column_stride;
  m.batch_stride = x.batch_stride, m.origin = x.origin;
  m.aligned = memory.starts_aligned();
  return m;
}

template <class Scalar>
Scalar scalar(char const* name, double value) {
  if constexpr (std::is_integral_v<Scalar>)
    require(std::fabs(value) <= 0x1p31 && value == std::floor(value),
            std::string("gemm: ") + name + " is no whole number of 31 bits");
  return static_cast<Scalar>(value);
}

template <class Config>
void run(colex_kernels_gemm_call const& call) {
  using Types = GemmTypes<Config>;
  using Scalar = typename Types::Compute;
  Memory<typename Types::A const> a("A", call.a.data, call.a.elements);
  Memory<typename Types::B const> b("B", call.b.data, call.b.elements);
  Memory<typename Types::C> result("C", call.c.data, call.c.elements);
  Memory<Scalar const> bias("bias", call.bias, call.bias_elements);
  Memory<typename Types::Sum> workspace("the workspace", call.workspace, call.workspace_elements);
  require(!result.overlaps(a) && !result.overlaps(b) && !result.overlaps(bias) && !result.overlaps(workspace),
          "gemm: C overlaps another array");
  require(!workspace.overlaps(a) && !workspace.overlaps(b) && !workspace.overlaps(bias),
          "gemm: the workspace overlaps another array");
  require(call.activation >= COLEX_KERNELS_NO_ACTIVATION && call.activation <= COLEX_KERNELS_SILU,
          "gemm: unknown activation");
  Gemm<Config> g{call.m, call.n, call.k, matrix(a, call.a), matrix(b, call.b), matrix(result, call.c)};
  g.alpha = scalar<Scalar>("alpha", call.alpha), g.beta = scalar<Scalar>("beta", call.beta);
  g.activation = static_cast<Activation>(call.activation);
  if (bias.elements() > 0) g.bias = bias.view(), g.bias_size = bias.elements();
  g.batches = call.batches, g.splits = call.splits;
  g.workspace = workspace.view(), g.workspace_size = workspace.elements();
  g.stream = call.stream;
  succeed("gemm", gemm(g));
}

}  // namespace
}  // namespace colex::gpu::c

void colex_kernels_gemm_init(colex_kernels_gemm_call* call) {
  if (call == nullptr) return;
  *call = {};
  call->struct_size = sizeof *call;
  call->alpha = 1, call->batches = 1, call->splits = 1;
}

colex_kernels_status colex_kernels_gemm(char const* config, colex_kernels_gemm_call const* call) {
  using namespace colex::gpu;
  static_assert(int{COLEX_KERNELS_RELU} == int{static_cast<int>(Activation::relu)} &&
                int{COLEX_KERNELS_GELU} == static_cast<int>(Activation::gelu) &&
                int{COLEX_KERNELS_SILU} == static_cast<int>(Activation::silu));
  bool const hopper = c::is_hopper_name(config);
  return c::guarded(hopper ? "hopper_gemm" : "gemm", [&] {
    c::require(call != nullptr, "gemm: the call is null");
    c::require(call->struct_size == sizeof *call, "gemm: struct_size is not that of this library's header");
    if (hopper) return c::hopper_gemm(config, *call);
    c::require(call->a_scales == nullptr && call->b_scales == nullptr && call->column_scales == nullptr,
               "gemm: only hopper_e4m3acc's configs take scales");
    c::with_config<ShippedGemmConfigs>(static_cast<c::GemmConfigsHere const*>(nullptr), "gemm", config,
                                       [&]<class Config>(Config const*) { c::run<Config>(*call); });
  });
}
