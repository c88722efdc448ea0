// SPDX-License-Identifier: MIT
// A matrix product as a caller has it: three arrays, each with the layout of its elements. And how the Hopper
// GEMM can take it: every layout, alignment and pitch can be taken, some after a copy of an operand, or with
// the result transposed.
//
//   Tensor a{address, 4096, 2, layout("(64,64,1):(64,1,0)")};      64 x 64, rows contiguous, elements of 2 bytes
//   operand_of(a, 0, 1).major == Major::k                          its lines are mode 0, K is mode 1
#pragma once

#include <cstdint>
#include <optional>

#include "colex/coalesce.hpp"
#include "colex/structure.hpp"
#include "colex/text.hpp"
#include "hopper/operand.hpp"
#include "platform/vec.hpp"

namespace colex::gpu {

/// An array: its address, how many elements of how many bytes it has, and where element (i, j, batch) lies,
/// from `origin` on. The layout has three modes.
struct Tensor {
  std::uintptr_t address = 0;
  Index elements = 0;
  int element_bytes = 0;
  Layout<Index> layout{};
  Index origin = 0;

  std::uintptr_t first_byte() const {
    return address + static_cast<std::uintptr_t>(origin) * static_cast<std::uintptr_t>(element_bytes);
  }
};

/// C = A B of every batch: A's modes are M, K, batch, B's K, N, batch, C's M, N, batch.
struct Product {
  Tensor a, b, c;
};

/// How an operand is read, by its contiguous index, pitch and step from batch to batch: as it is, or `packed`, copied before.
struct OperandRoute {
  hopper::Major major = hopper::Major::k;
  bool packed = false;
  Index pitch = 0, step = 0;
  bool operator==(OperandRoute const&) const = default;
};

constexpr Index rounded_up(Index n, Index unit) { return (n + unit - 1) / unit * unit; }

/// Mode `i` of a layout of three, as one extent and stride, or nothing where it takes more.
inline std::optional<Mode<Index>> single_mode(Layout<Index> const& layout, int i) {
  auto const mode = coalesce(entry(layout, i));
  if (mode.leaves.count != 1) return std::nullopt;
  return Mode<Index>{mode.leaves[0].shape, mode.leaves[0].stride};
}

/// That of a copy, in which K runs on; or the lines, where they do in an operand of 16 bits: its rows are then moved as they are.
inline OperandRoute packed_operand(Tensor const& x, int line, int k, bool along_k = false) {
  auto const lines = single_mode(x.layout, line), depth = single_mode(x.layout, k);
  bool const as_lines = !along_k && x.element_bytes == 2 && lines && lines->shape > 1 && lines->stride == 1 &&
                        depth && depth->shape > 1 && depth->stride != 1;
  int const run = as_lines ? line : k, other = as_lines ? k : line;
  Index const pitch = rounded_up(size(entry(x.layout, run)), 16 / x.element_bytes);
  return {as_lines ? hopper::Major::line : hopper::Major::k, true, pitch,
          pitch * size(entry(x.layout, other))};
}

/// The route of an operand whose modes `line` and `k` are its lines and K. Extents are at least 1.
inline OperandRoute operand_of(Tensor const& x, int line, int k) {
  using hopper::Major;
  Index const unit = 16 / x.element_bytes;
  auto const lines = single_mode(x.layout, line), depth = single_mode(x.layout, k),
             batch = single_mode(x.layout, 2);
  if (lines && depth && batch && x.first_byte() % 16 == 0) {
    bool const one_batch = batch->shape == 1 || batch->stride == 0;
    auto const readable = [&](Mode<Index> const& run, Mode<Index> const& other) {
      return (run.stride == 1 || run.shape == 1) &&
             (other.shape == 1 || (other.stride % unit == 0 && other.stride >= run.shape)) &&
             (one_batch || (batch->stride > 0 && batch->stride % unit == 0));
    };
    auto const as_is = [&](Major major, Mode<Index> const& run, Mode<Index> const& other) {
      return OperandRoute{major, false, other.shape == 1 ? rounded_up(run.shape, unit) : other.stride,
                          one_batch ? 0 : batch->stride};
    };
    if (readable(*depth, *lines)) return as_is(Major::k, *depth, *lines);
    if (x.element_bytes == 2 && readable(*lines, *depth)) return as_is(Major::line, *lines, *depth);
  }
  return packed_operand(x, line, k);
}

/// How the result is written: its rows as they are; or its columns, where they are contiguous, as the rows of
/// the transposed product, which scales or a gate rule out; or `packed`, copied from rows at this pitch.
struct ResultRoute {
  bool transposed = false, packed = false;
  Index pitch = 0, step = 0;
  bool operator==(ResultRoute const&) const = default;
};
inline ResultRoute result_of(Tensor const& c, bool rows_only) {
  auto const rows = single_mode(c.layout, 0), columns = single_mode(c.layout, 1),
             batch = single_mode(c.layout, 2);
  if (rows && columns && batch) {
    Index const step = batch->shape == 1 ? 0 : batch->stride;
    auto const writable = [&](Mode<Index> const& run, Mode<Index> const& other) {
      if (run.stride != 1 && run.shape != 1) return false;
      if (other.shape != 1 && other.stride < run.shape) return false;
      Index const pitch = other.shape == 1 ? run.shape : other.stride;
      return batch->shape == 1 || step >= (other.shape - 1) * pitch + run.shape ||
             (step >= run.shape && pitch >= (batch->shape - 1) * step + run.shape);
    };
    auto const as_is = [&](bool transposed, Mode<Index> const& run, Mode<Index> const& other) {
      return ResultRoute{transposed, false, other.shape == 1 ? run.shape : other.stride, step};
    };
    if (writable(*columns, *rows)) return as_is(false, *columns, *rows);
    if (!rows_only && writable(*rows, *columns)) return as_is(true, *rows, *columns);
  }
  Index const pitch = rounded_up(size(entry(c.layout, 1)), 8);
  return {false, true, pitch, pitch * size(entry(c.layout, 0))};
}

}  // namespace colex::gpu
