// SPDX-License-Identifier: MIT
// A matrix product as the caller states it, and the check of its arguments. Needs no device and no CUDA.
//
//   refusal_of<Element::bf16>({.M = 8, .N = 8, .K = 8, .a = {a, 7, Major::k}, ...})
//     is "gemm: the pitch of an operand is less than its contiguous extent"
#pragma once

#include <cstdint>

#include "hopper/gemm_index.hpp"
#include "hopper/operand.hpp"
#include "platform/vec.hpp"

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

namespace detail {
/// No memory holds more; below it no sum of bytes overflows.
constexpr Index most_bytes = Index{1} << 47;

/// Whether runs `pitch` apart span fewer bytes than that; for runs and pitch >= 0.
constexpr bool is_addressable(Index runs, Index pitch, int element_bytes) {
  return pitch < most_bytes / element_bytes / (runs + 1);
}

/// The bytes from the first element to the last.
constexpr Index bytes_spanned(Index lines, Index run, Index pitch, int element_bytes) {
  return elements_spanned(lines, run, pitch) * element_bytes;
}

inline bool overlap(void const* a, Index a_bytes, void const* b, Index b_bytes) {
  auto const x = reinterpret_cast<std::uintptr_t>(a), y = reinterpret_cast<std::uintptr_t>(b);
  return x < y + static_cast<std::uintptr_t>(b_bytes) && y < x + static_cast<std::uintptr_t>(a_bytes);
}

/// Why TMA cannot read this operand of lines x K elements, or nullptr.
inline char const* unreadable(GemmOperand const& operand, Index lines, Index K, int bytes) {
  Index const run = operand.major == Major::k ? K : lines;
  if (operand.data == nullptr) return "gemm: an operand is null";
  if (reinterpret_cast<std::uintptr_t>(operand.data) % 16 != 0)
    return "gemm: an operand does not begin at 16 bytes";
  if (operand.pitch < run) return "gemm: the pitch of an operand is less than its contiguous extent";
  if (operand.pitch >= (Index{1} << 40) / bytes) return "gemm: the pitch of an operand is 2^40 bytes or more";
  if (operand.pitch * bytes % 16 != 0) return "gemm: the pitch of an operand is not a multiple of 16 bytes";
  if (!is_addressable(operand.major == Major::k ? lines : K, operand.pitch, bytes))
    return "gemm: an operand spans 2^47 bytes or more";
  if (bytes == 1 && operand.major != Major::k) return "gemm: K must be contiguous in 8-bit operands";
  return nullptr;
}

}  // namespace detail

/// Why the problem is refused, or nullptr. Needs no device.
template <Element element>
char const* refusal_of(GemmProblem const& p) {
  constexpr Index most =
      0x7FFFFFFF - 1024;  // coordinates of TMA are 32-bit, and a tile may reach past the end
  constexpr int bytes = bytes_of(element), result_bytes = 2;
  if (p.M < 0 || p.N < 0 || p.K < 0) return "gemm: a size is negative";
  if (p.M > most || p.N > most || p.K > most) return "gemm: a size is more than 2^31 - 1025";
  if (p.M == 0 || p.N == 0) return nullptr;
  if (p.c == nullptr) return "gemm: the result is null";
  if (reinterpret_cast<std::uintptr_t>(p.c) % result_bytes != 0)
    return "gemm: the result is not aligned to its elements";
  if (p.c_pitch < p.N) return "gemm: the pitch of the result is less than N";
  if (p.c_pitch >= Index{1} << 40) return "gemm: the pitch of the result is 2^40 or more";
  if (!detail::is_addressable(p.M, p.c_pitch, result_bytes))
    return "gemm: the result spans 2^47 bytes or more";
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

}  // namespace colex::gpu::hopper
