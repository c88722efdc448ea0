// SPDX-License-Identifier: MIT
#include "c/configs.hpp"
#include "c/gemm_call.hpp"
#include "c/hopper_gemm.hpp"

namespace colex::gpu::c {
namespace {

template <class Config>
void run(colex_kernels_gemm_call const& call) {
  static constexpr hopper::OfPromoting only{"gemm: only configs of mxfp and hopper's of ", " take scales"};
  if constexpr (!is_scaled<Config>)
    require(call.a_scales == nullptr && call.b_scales == nullptr && call.column_scales == nullptr, only.text);
  require(call.up.data == nullptr, "gemm: only hopper's gated configs take a second operand B");
  if (auto const missing = missing_here<Config>(); !missing.empty())
    fail(COLEX_KERNELS_UNKNOWN_CONFIG, "gemm: " + missing);
  succeed("gemm", gemm(GemmCall<Config>(call).gemm));
}

void require_call(colex_kernels_gemm_call const* call) {
  require(call != nullptr, "gemm: the call is null");
  require(call->struct_size == sizeof *call, "gemm: struct_size is not that of this library's header");
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
                int{COLEX_KERNELS_SILU} == static_cast<int>(Activation::silu) &&
                int{COLEX_KERNELS_GELU_ERF} == static_cast<int>(Activation::gelu_erf));
  bool const hopper = c::is_hopper_name(config);
  return c::guarded(hopper ? "hopper_gemm" : "gemm", [&] {
    c::require_call(call);
    if (hopper) return c::hopper_gemm(config, *call);
    c::with_config<ShippedGemmConfigs>(static_cast<c::GemmConfigsHere const*>(nullptr), "gemm", config,
                                       [&]<class Config>(Config const*) { c::run<Config>(*call); });
  });
}

colex_kernels_status colex_kernels_grouped(char const* config, colex_kernels_gemm_call const* call,
                                           std::int32_t const* ends) {
  using namespace colex::gpu;
  return c::guarded("hopper_gemm", [&] {
    c::require_call(call);
    c::require(ends != nullptr || call->batches == 0, "gemm: the ends of groups are null");
    if (!c::is_hopper_name(config))
      c::fail(COLEX_KERNELS_UNKNOWN_CONFIG, std::string("gemm: no config for groups is named '") +
                                                (config == nullptr ? "" : config) + "' here");
    c::hopper_gemm(config, *call, ends);
  });
}
