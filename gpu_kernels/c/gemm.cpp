// SPDX-License-Identifier: MIT
#include "c/configs.hpp"
#include "c/gemm_call.hpp"
#include "c/hopper_gemm.hpp"

namespace colex::gpu::c {
namespace {

template <class Config>
void run(colex_kernels_gemm_call const& call) {
  if constexpr (!is_scaled<Config>)
    require(call.a_scales == nullptr && call.b_scales == nullptr && call.column_scales == nullptr,
            "gemm: only hopper_e4m3acc's and mxfp8's configs take scales");
  require(call.up.data == nullptr, "gemm: only hopper's gated configs take a second operand B");
  if (auto const missing = missing_here<Config>(); !missing.empty())
    fail(COLEX_KERNELS_UNKNOWN_CONFIG, "gemm: " + missing);
  succeed("gemm", gemm(GemmCall<Config>(call).gemm));
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
    c::with_config<ShippedGemmConfigs>(static_cast<c::GemmConfigsHere const*>(nullptr), "gemm", config,
                                       [&]<class Config>(Config const*) { c::run<Config>(*call); });
  });
}
