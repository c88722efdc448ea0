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
#include "hopper/operand.hpp"

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
    require(std::fabs(value) <= 0x1p31 && value == std::floor(value), "gemm: ", name,
            " is no whole number of 31 bits");
  return static_cast<Scalar>(value);
}

/// The arrays of scales of a call, for the configs that take them: those of a row lie one behind the other.
template <class Config, bool scaled = is_scaled<Config>>
struct ScaleMemory {
  ScaleMemory(colex_kernels_gemm_call const&, Bound) {}
  template <class T>
  bool overlaps(Memory<T> const&) const {
    return false;
  }
  CallScales<Config> scales(colex_kernels_gemm_call const&) { return {}; }
};
template <class Config>
struct ScaleMemory<Config, true> {
  Memory<E8M0 const> a, b;
  ScaleMemory(colex_kernels_gemm_call const& call, Bound bound)
      : a("the scales of A", call.a_scales, call.a_scales_elements, bound),
        b("the scales of B", call.b_scales, call.b_scales_elements, bound) {
    static constexpr hopper::OfPromoting only{"gemm: only hopper's configs of ", " take scales of columns"};
    require(call.column_scales == nullptr, only.text);
    require(call.batches <= 1, "gemm: scales have no batches in this interface");
  }
  template <class T>
  bool overlaps(Memory<T> const& other) const {
    return a.overlaps(other) || b.overlaps(other);
  }
  CallScales<Config> scales(colex_kernels_gemm_call const& call) {
    auto const rows = [](Memory<E8M0 const>& memory, Index row, Index part) {
      Matrix<E8M0 const> m{memory.view(), memory.elements(), row, part};
      m.aligned = memory.starts_aligned();
      return m;
    };
    return {rows(a, call.a_scale_row, call.a_scale_part), rows(b, call.b_scale_block, call.b_scale_part)};
  }
};

template <class Config>
struct GemmCall {
  using Types = GemmTypes<Config>;
  using Scalar = typename Types::Compute;
  Memory<typename Types::A const> a;
  Memory<typename Types::B const> b;
  Memory<typename Types::C> result;
  Memory<Scalar const> bias;
  Memory<typename Types::Sum> workspace;
  ScaleMemory<Config> scales;
  Gemm<Config> gemm;

  explicit GemmCall(colex_kernels_gemm_call const& call, Bound bound = Bound::to_run)
      : a("A", call.a.data, call.a.elements, bound),
        b("B", call.b.data, call.b.elements, bound),
        result("C", call.c.data, call.c.elements, bound),
        bias("bias", call.bias, call.bias_elements, bound),
        workspace("the workspace", call.workspace, call.workspace_elements, bound),
        scales(call, bound),
        gemm{call.m, call.n, call.k, matrix(a, call.a), matrix(b, call.b), matrix(result, call.c)} {
    require(
        !result.overlaps(a) && !result.overlaps(b) && !result.overlaps(bias) && !result.overlaps(workspace),
        "gemm: C overlaps another array");
    require(!workspace.overlaps(a) && !workspace.overlaps(b) && !workspace.overlaps(bias),
            "gemm: the workspace overlaps another array");
    require(!scales.overlaps(result) && !scales.overlaps(workspace), "gemm: scales overlap what is written");
    require_epilogue(call);
    gemm.alpha = scalar<Scalar>("alpha", call.alpha), gemm.beta = scalar<Scalar>("beta", call.beta);
    gemm.activation = static_cast<Activation>(call.activation);
    if (bias.elements() > 0) gemm.bias = bias.view(), gemm.bias_size = bias.elements();
    gemm.bias_of_rows = call.bias_of_rows != 0;
    gemm.batches = call.batches, gemm.splits = call.splits;
    gemm.workspace = workspace.view(), gemm.workspace_size = workspace.elements();
    gemm.stream = call.stream;
    gemm.scales = scales.scales(call);
  }
};

/// Why the device or the config does not take the call; empty where they do.
template <class Config>
std::string refusal(colex_kernels_gemm_call const& call) {
  if (auto missing = missing_here<Config>(); !missing.empty()) return missing;
  try {
    check_gemm(GemmCall<Config>(call, Bound::to_ask).gemm);
    return {};
  } catch (std::invalid_argument const& refused) {
    return refused.what();
  }
}

}  // namespace colex::gpu::c
