// SPDX-License-Identifier: MIT
// gemm: the call. C = A * B, where A is M x K and B is K x N, 16-bit or 8-bit floats, sums in float; on Hopper.
//
//   GemmProblem p{.M = 300, .N = 200, .K = 100,
//                 .a = {a, 104, Major::k},          rows of A are contiguous, 104 elements apart
//                 .b = {b, 200, Major::line},       rows of B are contiguous: N runs fastest
//                 .c = c, .c_pitch = 200};
//   GemmAnswer answer = gemm<Element::bf16>(p, stream);   if (!answer) puts(answer.message);
//
// Every size from 0 on is computed, K = 0 as zeros. What TMA cannot address is refused, with the reason.
#pragma once

#include "hopper/gemm_kernel.hpp"

namespace colex::gpu::hopper {

/// An operand in device memory; `pitch` elements lie between the starts of two runs of contiguous elements.
struct GemmOperand {
  void const* data;
  Index pitch;
  Major major;
};

struct GemmProblem {
  Index M, N, K;
  GemmOperand a, b;
  void* c;        ///< M rows of N elements
  Index c_pitch;  ///< elements from row to row
};

/// A launch that was accepted, or why not: what is wrong with the arguments, or an error of CUDA.
struct GemmAnswer {
  char const* message = nullptr;
  explicit operator bool() const { return message == nullptr; }
};

namespace detail {
/// The bytes from the first element to the last.
constexpr Index bytes_spanned(Index lines, Index run, Index pitch, int element_bytes) {
  return ((lines - 1) * pitch + run) * element_bytes;
}

inline bool overlap(void const* a, Index a_bytes, void const* b, Index b_bytes) {
  auto const x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y + static_cast<std::uintptr_t>(b_bytes) && y < x + static_cast<std::uintptr_t>(a_bytes);
}

/// Why TMA cannot read this operand of lines x K elements, or nullptr.
inline char const* unreadable(GemmOperand const& operand, Index lines, Index K, int bytes) {
  Index const run = operand.major == Major::k ? K : lines;
  if (operand.data == nullptr) return "gemm: an operand is null";
  if (reinterpret_cast<std::uintptr_t>(operand.data) % 16 != 0) return "gemm: an operand does not begin at 16 bytes";
  if (operand.pitch < run) return "gemm: the pitch of an operand is less than its contiguous extent";
  if (operand.pitch * bytes % 16 != 0) return "gemm: the pitch of an operand is not a multiple of 16 bytes";
  if (operand.pitch >= (Index{1} << 40) / bytes) return "gemm: the pitch of an operand is 2^40 bytes or more";
  if (bytes == 1 && operand.major != Major::k) return "gemm: K must be contiguous in 8-bit operands";
  return nullptr;
}

template <class Config, Element to>
GemmAnswer launch_gemm(GemmProblem const& p, cudaStream_t stream) {
  auto const failed = [](cudaError_t error) { return GemmAnswer{cudaGetErrorString(error)}; };
  int device = 0, processors = 0, capability = 0;
  if (auto const error = cudaGetDevice(&device)) return failed(error);
  if (auto const error = cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, device))
    return failed(error);
  if (capability != 9) return {"gemm: the device is not a Hopper GPU"};
  if (auto const error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device))
    return failed(error);

  CUtensorMap a, b;
  if (make_tensor_map<typename Config::A>(a, p.a.data, p.M, p.K, p.a.pitch) != CUDA_SUCCESS ||
      make_tensor_map<typename Config::B>(b, p.b.data, p.N, p.K, p.b.pitch) != CUDA_SUCCESS)
    return {"gemm: the driver makes no tensor map of an operand"};

  auto const pieces = [](Index whole, Index piece) { return (whole + piece - 1) / piece; };
  Index const rows = pieces(p.M, Index{Config::M} * Config::cluster), columns = pieces(p.N, Config::N);
  if (rows * columns > 0x7FFFFFFF) return {"gemm: the result has 2^31 tiles or more"};
  TileGrid const grid{static_cast<int>(rows), static_cast<int>(columns), Config::band};
  Index const clusters = rows * columns < processors / Config::cluster ? rows * columns : processors / Config::cluster;
  ResultView const c{static_cast<std::uint16_t*>(p.c), p.c_pitch, static_cast<int>(p.M), static_cast<int>(p.N),
                     reinterpret_cast<std::uintptr_t>(p.c) % 16 == 0 && p.c_pitch % stored_run == 0};

  auto const kernel = gemm_kernel<Config, to>;
  if (auto const error =
          cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, Config::shared_bytes))
    return failed(error);
  kernel<<<static_cast<unsigned>(clusters * Config::cluster), Config::threads, Config::shared_bytes, stream>>>(
      a, b, c, grid, static_cast<int>(pieces(p.K, Config::K)));
  if (auto const error = cudaGetLastError()) return failed(error);
  return {};
}
}  // namespace detail

/// Why the problem is refused, or nullptr. Needs no device.
template <Element element>
char const* refusal_of(GemmProblem const& p) {
  constexpr Index most = 0x7FFFFFFF - 1024;  // coordinates of TMA are 32-bit, and a tile may reach past the end
  constexpr int bytes = bytes_of(element), result_bytes = 2;
  if (p.M < 0 || p.N < 0 || p.K < 0) return "gemm: a size is negative";
  if (p.M > most || p.N > most || p.K > most) return "gemm: a size is more than 2^31 - 1025";
  if (p.M == 0 || p.N == 0) return nullptr;
  if (p.c == nullptr) return "gemm: the result is null";
  if (reinterpret_cast<std::uintptr_t>(p.c) % result_bytes != 0) return "gemm: the result is not aligned to its elements";
  if (p.c_pitch < p.N) return "gemm: the pitch of the result is less than N";
  if (p.c_pitch >= Index{1} << 40) return "gemm: the pitch of the result is 2^40 or more";
  if (p.K == 0) return nullptr;
  if (auto const why = detail::unreadable(p.a, p.M, p.K, bytes)) return why;
  if (auto const why = detail::unreadable(p.b, p.N, p.K, bytes)) return why;
  Index const c_bytes = detail::bytes_spanned(p.M, p.N, p.c_pitch, result_bytes);
  auto const meets = [&](GemmOperand const& x, Index lines) {
    Index const run = x.major == Major::k ? p.K : lines, runs = x.major == Major::k ? lines : p.K;
    return detail::overlap(p.c, c_bytes, x.data, detail::bytes_spanned(runs, run, x.pitch, bytes));
  };
  if (meets(p.a, p.M) || meets(p.b, p.N)) return "gemm: the result overlaps an operand";
  return nullptr;
}

/// Starts C = A * B on the stream. `to` is the 16-bit type of the result.
template <Element element, Element to = element == Element::f16 ? Element::f16 : Element::bf16>
GemmAnswer gemm(GemmProblem const& p, cudaStream_t stream = nullptr) {
  if (auto const why = refusal_of<element>(p)) return {why};
  if (p.M == 0 || p.N == 0) return {};
  if (p.K == 0) {
    auto const error = cudaMemset2DAsync(p.c, p.c_pitch * 2, 0, p.N * 2, p.M, stream);
    return {error == cudaSuccess ? nullptr : cudaGetErrorString(error)};
  }
  constexpr Major k = Major::k, line = Major::line;
  if constexpr (bytes_of(element) == 2) {
    if (p.a.major == line && p.b.major == line) return detail::launch_gemm<GemmConfig<element, line, line>, to>(p, stream);
    if (p.a.major == line) return detail::launch_gemm<GemmConfig<element, line, k>, to>(p, stream);
    if (p.b.major == line) return detail::launch_gemm<GemmConfig<element, k, line>, to>(p, stream);
  }
  return detail::launch_gemm<GemmConfig<element, k, k>, to>(p, stream);
}

}  // namespace colex::gpu::hopper
