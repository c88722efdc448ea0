// SPDX-License-Identifier: MIT
// A matrix product as the caller states it, and the check of its arguments. Needs no device and no CUDA.
//
//   refusal_of<Element::bf16>({.M = 8, .N = 8, .K = 8, .a = {a, 7, Major::k}, ...})
//     is "gemm: the pitch of an operand is less than its contiguous extent"
#pragma once

#include <cstdint>

#include "gemm/epilogue.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/operand.hpp"
#include "hopper/scales.hpp"
#include "platform/vec.hpp"

namespace colex::gpu::hopper {

/// An operand in device memory; `pitch` elements lie between the starts of two runs of contiguous elements,
/// and `step` between two batches: 0 where all have one.
struct GemmOperand {
  void const* data;
  Index pitch;
  Major major;
  Index step = 0;
};

/// C = activation(alpha A B + beta C + bias) of every batch; or, where there are `ends`, of every row of a group, by the
/// group's own B: batches are groups then, A and C have the rows of all of them, one group behind the other, and the
/// device finds at ends[g] where those of group g end, as group_end() says. Where there is `up`,
/// C = activation(A B) * (A Bup) of every batch.
struct GemmProblem {
  Index M, N, K;
  GemmOperand a, b;
  void* c;        ///< M rows of N elements
  Index c_pitch;  ///< elements from row to row
  Index batches = 1, c_step = 0;
  Epilogue<float> epilogue{1, 0, Activation::none};
  float const* bias = nullptr;  ///< of N columns, or of M rows, or null
  Index splits = 1;             ///< parts of K whose sums are kept apart and then added in a fixed order
  float* workspace = nullptr;   ///< for them; begins at 16 bytes
  Index workspace_elements = 0;
  Scales scales{};                     ///< of types that promote
  std::int32_t const* ends = nullptr;  ///< of groups of rows, in the device's memory
  void const* up = nullptr;            ///< Bup, whose elements lie as those of B do
  bool bias_of_rows = false;           ///< which all batches share

  constexpr bool is_gated() const { return up != nullptr; }
  constexpr Index bias_size() const { return bias == nullptr ? 0 : bias_of_rows ? M : N; }

  /// Whether more than scaling is to be done to A B, before it is rounded.
  bool has_epilogue() const {
    return epilogue.alpha != 1 || epilogue.beta != 0 || epilogue.activation != Activation::none ||
           bias != nullptr;
  }
  /// Whether the result is A B, rounded.
  bool is_plain() const { return !has_epilogue() && scales.columns == nullptr; }
};

namespace detail {
/// No memory holds more; below it no sum of bytes overflows.
constexpr Index most_bytes = Index{1} << 47;
/// So many products of -128 and -128 are less than 2^31.
constexpr Index most_integer_depth = 131071;
constexpr Index most_splits = 1024, most_batches = 1 << 30;

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

/// The bytes from the first element of the first batch to the last of the last.
constexpr Index bytes_spanned(Index lines, Index run, Index pitch, int element_bytes, Index batches,
                              Index step) {
  return bytes_spanned(lines, run, pitch, element_bytes) + (batches - 1) * step * element_bytes;
}

/// Why TMA cannot read this operand of lines x K elements, or nullptr.
inline char const* unreadable(GemmOperand const& operand, Index lines, Index K, int bytes, Index batches) {
  Index const run = operand.major == Major::k ? K : lines;
  if (operand.data == nullptr) return "gemm: an operand is null";
  if (reinterpret_cast<std::uintptr_t>(operand.data) % 16 != 0)
    return "gemm: an operand does not begin at 16 bytes";
  if (operand.pitch < run) return "gemm: the pitch of an operand is less than its contiguous extent";
  if (operand.pitch >= (Index{1} << 40) / bytes) return "gemm: the pitch of an operand is 2^40 bytes or more";
  if (operand.pitch * bytes % 16 != 0) return "gemm: the pitch of an operand is not a multiple of 16 bytes";
  if (!is_addressable(operand.major == Major::k ? lines : K, operand.pitch, bytes))
    return "gemm: an operand spans 2^47 bytes or more";
  if (bytes != 2 && operand.major != Major::k)
    return "gemm: K must be contiguous in operands of 8 and 32 bits";
  if (batches == 1) return nullptr;
  if (operand.step < 0 || operand.step >= (Index{1} << 40) / bytes || operand.step * bytes % 16 != 0)
    return "gemm: the step from batch to batch of an operand is negative, 2^40 bytes or more, or no multiple "
           "of "
           "16 bytes";
  if (!is_addressable(batches, operand.step, bytes)) return "gemm: an operand spans 2^47 bytes or more";
  return nullptr;
}

/// Why no result of several batches has these pitches, or nullptr: batches lie one after the other, or each
/// row has those of all batches.
inline char const* unwritable(GemmProblem const& p, int result_bytes) {
  if (p.batches == 1 || p.ends != nullptr) return nullptr;
  if (p.c_step < 0 || !is_addressable(p.batches, p.c_step, result_bytes))
    return "gemm: the step from batch to batch of the result is negative, or it spans 2^47 bytes or more";
  bool const in_rows = p.c_step >= p.N && p.c_pitch >= (p.batches - 1) * p.c_step + p.N;
  if (!in_rows && p.c_step < elements_spanned(p.M, p.N, p.c_pitch))
    return "gemm: batches of the result overlap";
  return nullptr;
}

/// Why the sums of splits have no place, or nullptr. How many elements they need depends on the config.
inline char const* unsplittable(GemmProblem const& p) {
  if (p.splits < 1 || p.splits > most_splits) return "gemm: the number of splits is not from 1 to 1024";
  if (p.workspace_elements < 0 || p.workspace_elements >= most_bytes / 4)
    return "gemm: the workspace has a negative number of elements, or 2^47 bytes or more";
  if (p.splits == 1) return nullptr;
  if (p.K > Index{0x7FFFFFFF} - (Index{1} << 18)) return "gemm: K is more than 2^31 - 2^18 - 1, in splits";
  if (p.workspace == nullptr) return "gemm: the workspace is null";
  if (reinterpret_cast<std::uintptr_t>(p.workspace) % 16 != 0)
    return "gemm: the workspace does not begin at 16 bytes";
  return nullptr;
}

/// Why operands cannot be scaled so, or nullptr.
template <Element element>
char const* unscalable(GemmProblem const& p, Index c_bytes, int bytes) {
  Scales const& s = p.scales;
  if (!s.any()) return nullptr;
  static constexpr OfPromoting only{"gemm: of hopper's types only ", " take scales"};
  if (!promotes(element)) return only.text;
  if (p.batches > 1 && p.ends == nullptr) return "gemm: scales are of one batch, or of groups";
  Index const parts = p.K == 0 ? 1 : tiles_over(p.K, Index{swizzle_bytes / bytes});
  struct Array {
    float const* data;
    Index lines, line_step, part_step, groups = 1, group_step = 0;
  };
  for (Array const& x :
       {Array{s.a, p.M, s.a_row, s.a_part},
        Array{s.b, tiles_over(p.N, Index{scaled_block}), s.b_block, s.b_part, p.batches, s.b_group},
        Array{s.columns, p.N, 1, 0, p.batches, s.columns_group}}) {
    if (x.data == nullptr) continue;
    if (reinterpret_cast<std::uintptr_t>(x.data) % 4 != 0)
      return "gemm: scales are not aligned to their elements";
    if (x.line_step < 0 || x.part_step < 0 || x.group_step < 0 || !is_addressable(x.lines, x.line_step, 16) ||
        !is_addressable(parts, x.part_step, 16) || !is_addressable(x.groups, x.group_step, 16))
      return "gemm: a step of scales is negative, or they span 2^47 bytes or more";
    Index const size = scales_spanned(x.lines, x.line_step, parts, x.part_step, x.groups, x.group_step) * 4;
    if (overlap(p.c, c_bytes, x.data, size)) return "gemm: the result overlaps scales";
    if (p.splits > 1 && overlap(p.workspace, p.workspace_elements * 4, x.data, size))
      return "gemm: the workspace overlaps another array";
  }
  return nullptr;
}

/// Why rows have no such groups, or nullptr.
template <Element element>
char const* ungroupable(GemmProblem const& p) {
  if (p.ends == nullptr) return nullptr;
  if (!takes_groups(element, p.a.major))
    return "gemm: groups are of bf16, f16 or e4m3acc, and K is contiguous in their rows";
  if (p.K == 0 || p.splits != 1) return "gemm: K of groups is at least 1 and has no splits";
  if (p.a.step != 0 || p.c_step != 0) return "gemm: groups have one A and one result, without a step";
  if (reinterpret_cast<std::uintptr_t>(p.ends) % 4 != 0)
    return "gemm: the ends of groups are not aligned to their elements";
  if (overlap(p.c, bytes_spanned(p.M, p.N, p.c_pitch, bytes_of(result_of(element))), p.ends, p.batches * 4))
    return "gemm: the result overlaps the ends of groups";
  return nullptr;
}

/// Why there is no gated product, or nullptr.
template <Element element>
char const* ungatable(GemmProblem const& p) {
  if (!p.is_gated()) return nullptr;
  if (!is_half(element)) return "gemm: only products of 16-bit types are gated";
  if (p.a.major != Major::k) return "gemm: K must be contiguous in A of a gated product";
  if (p.epilogue.alpha != 1 || p.epilogue.beta != 0 || p.bias != nullptr)
    return "gemm: a gated product has no alpha, beta or bias";
  if (p.ends != nullptr) return "gemm: a gated product has no groups";
  if (p.splits != 1) return "gemm: a gated product has no splits of K";
  return nullptr;
}

}  // namespace detail

/// Why the problem is refused, or nullptr. Needs no device.
template <Element element>
char const* refusal_of(GemmProblem const& p) {
  constexpr Index most =
      0x7FFFFFFF - 1024;  // coordinates of TMA are 32-bit, and a tile may reach past the end
  constexpr int bytes = bytes_of(element), result_bytes = bytes_of(result_of(element));
  if (p.M < 0 || p.N < 0 || p.K < 0) return "gemm: a size is negative";
  if (p.M > most || p.N > most || p.K > most) return "gemm: a size is more than 2^31 - 1025";
  if (p.batches < 0 || p.batches > detail::most_batches)
    return "gemm: the number of batches is negative or more than 2^30";
  if (p.M == 0 || p.N == 0 || p.batches == 0) return nullptr;
  if (is_integer(element) && !p.is_plain()) return "gemm: products of 8-bit integers take no epilogue here";
  if (is_integer(element) && p.K > detail::most_integer_depth)
    return "gemm: K is more than 131071, and sums of 8-bit integers may not fit 32 bits";
  if (p.c == nullptr) return "gemm: the result is null";
  if (reinterpret_cast<std::uintptr_t>(p.c) % result_bytes != 0)
    return "gemm: the result is not aligned to its elements";
  if (p.c_pitch < p.N) return "gemm: the pitch of the result is less than N";
  if (p.c_pitch >= Index{1} << 40) return "gemm: the pitch of the result is 2^40 or more";
  if (!detail::is_addressable(p.M, p.c_pitch, result_bytes))
    return "gemm: the result spans 2^47 bytes or more";
  if (auto const why = detail::ungroupable<element>(p)) return why;
  if (auto const why = detail::unwritable(p, result_bytes)) return why;
  if (reinterpret_cast<std::uintptr_t>(p.bias) % 4 != 0) return "gemm: bias is not aligned to its elements";
  if (auto const why = detail::ungatable<element>(p)) return why;
  Index const c_bytes = detail::bytes_spanned(p.M, p.N, p.c_pitch, result_bytes, p.batches, p.c_step);
  if (p.bias != nullptr && detail::overlap(p.c, c_bytes, p.bias, p.bias_size() * 4))
    return "gemm: the result overlaps bias";
  if (auto const why = detail::unscalable<element>(p, c_bytes, bytes)) return why;
  if (p.K == 0) return nullptr;
  if (auto const why = detail::unreadable(p.a, p.M, p.K, bytes, p.batches)) return why;
  if (auto const why = detail::unreadable(p.b, p.N, p.K, bytes, p.batches)) return why;
  if (reinterpret_cast<std::uintptr_t>(p.up) % 16 != 0)
    return "gemm: the operand beside the gate's does not begin at 16 bytes";
  auto const meets = [&](void const* data, Index size, GemmOperand const& x, Index lines) {
    Index const run = x.major == Major::k ? p.K : lines, runs = x.major == Major::k ? lines : p.K;
    return detail::overlap(data, size, x.data,
                           detail::bytes_spanned(runs, run, x.pitch, bytes, p.batches, x.step));
  };
  GemmOperand const up{p.up, p.b.pitch, p.b.major, p.b.step};
  if (meets(p.c, c_bytes, p.a, p.M) || meets(p.c, c_bytes, p.b, p.N) ||
      (p.is_gated() && meets(p.c, c_bytes, up, p.N)))
    return "gemm: the result overlaps an operand";
  if (auto const why = detail::unsplittable(p)) return why;
  Index const sums = p.splits > 1 ? p.workspace_elements * 4 : 0;
  if (sums > 0 && (detail::overlap(p.workspace, sums, p.c, c_bytes) || meets(p.workspace, sums, p.a, p.M) ||
                   meets(p.workspace, sums, p.b, p.N) ||
                   (p.bias != nullptr && detail::overlap(p.workspace, sums, p.bias, p.bias_size() * 4))))
    return "gemm: the workspace overlaps another array";
  return nullptr;
}

}  // namespace colex::gpu::hopper
