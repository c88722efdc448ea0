// SPDX-License-Identifier: MIT
// A C call of gemm as the config's own call: arrays become views, and overlaps are refused.
//
//   GemmCall<GemmF32> bound(call);      // fails where the arguments make no call
//   gemm(bound.gemm);
#pragma once

#include <cmath>

#include "c/call.hpp"
#include "c/device.hpp"
#include "gemm/gemm.hpp"

namespace colex::gpu::c {

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
struct GemmCall {
  using Types = GemmTypes<Config>;
  using Scalar = typename Types::Compute;
  Memory<typename Types::A const> a;
  Memory<typename Types::B const> b;
  Memory<typename Types::C> result;
  Memory<Scalar const> bias;
  Memory<typename Types::Sum> workspace;
  Gemm<Config> gemm;

  explicit GemmCall(colex_kernels_gemm_call const& call)
      : a("A", call.a.data, call.a.elements),
        b("B", call.b.data, call.b.elements),
        result("C", call.c.data, call.c.elements),
        bias("bias", call.bias, call.bias_elements),
        workspace("the workspace", call.workspace, call.workspace_elements),
        gemm{call.m, call.n, call.k, matrix(a, call.a), matrix(b, call.b), matrix(result, call.c)} {
    require(
        !result.overlaps(a) && !result.overlaps(b) && !result.overlaps(bias) && !result.overlaps(workspace),
        "gemm: C overlaps another array");
    require(!workspace.overlaps(a) && !workspace.overlaps(b) && !workspace.overlaps(bias),
            "gemm: the workspace overlaps another array");
    require_activation(call);
    gemm.alpha = scalar<Scalar>("alpha", call.alpha), gemm.beta = scalar<Scalar>("beta", call.beta);
    gemm.activation = static_cast<Activation>(call.activation);
    if (bias.elements() > 0) gemm.bias = bias.view(), gemm.bias_size = bias.elements();
    gemm.batches = call.batches, gemm.splits = call.splits;
    gemm.workspace = workspace.view(), gemm.workspace_size = workspace.elements();
    gemm.stream = call.stream;
  }
};

/// Why the device or the config does not take the call; empty where they do.
template <class Config>
std::string refusal(colex_kernels_gemm_call const& call) {
  if (auto missing = missing_here<Config>(); !missing.empty()) return missing;
  try {
    check_gemm(GemmCall<Config>(call).gemm);
    return {};
  } catch (std::invalid_argument const& refused) {
    return refused.what();
  }
}

}  // namespace colex::gpu::c
