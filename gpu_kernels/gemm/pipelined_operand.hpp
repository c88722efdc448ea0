// SPDX-License-Identifier: MIT
// One operand of the pipelined GEMM (pipelined.hpp) on its way from global memory to registers, to shared memory and to the fragments.
#pragma once

#include "atoms/buffer_load.hpp"
#include "gemm/gemm_kernel.hpp"
#include "platform/schedule.hpp"

namespace colex::gpu {

/// The most bytes from a tile's first row to its last that the bounded loads reach.
inline constexpr Index most_bounded_bytes = 0x7FFF0000;

/// One operand on its way from global memory to the fragments. Where a thread reads and writes is computed once. Elements are held by
/// words: a compiler carries each variable of 16 bits from turn to turn of a loop in a register of its own.
template <class Tile, class Tv>
struct PipelinedOperand {
  using T = typename Tile::element;
  using Copy = TileCopy<Tile, true>;
  using Stored = SharedPart<Tile, Copy>;
  using Read = SharedPart<Tile, Tv>;
  static constexpr int V = Copy::vector, runs = Copy::elements / V, reads = Read::values / Read::width;
  static_assert(V * sizeof(T) == widest_access_bytes && Stored::width == V && Read::width == V);
  // Values lie in memory in the order in which matrix instructions take them.
  static_assert(coalesce(Stored::Slots::layout) == line(Copy::elements, 1));
  static_assert(coalesce(Read::Slots::layout) == line(Read::values, 1));
  using Run = Fragment<std::uint32_t, widest_access_bytes / 4>;

  /// The first row of run i, after a thread's own row; runs of a thread differ in nothing else.
  static constexpr int row_of_run(int i) {
    return CoordinatesOf<Copy, Tile::rows, Tile::columns>::row(0, i * V);
  }
  /// The rows of a run of all threads. As a constant it makes clang 19 spill three registers of the bf16 kernel.
  static constexpr int rows_of_a_run() { return runs > 1 ? row_of_run(1) : Tile::rows; }
  static_assert(rows_of_a_run() * runs == Tile::rows && row_of_run(runs - 1) == rows_of_a_run() * (runs - 1));
  static_assert(Tile::threads * V == rows_of_a_run() * Tile::columns);

  BufferView<T> buffer[runs];
  int offset, column;
  Run staged[runs];

  __device__ PipelinedOperand(Operand<T> const& x, Index row, Index rows, Index K, Index batch, int thread) {
    using Moved = CoordinatesOf<Copy, Tile::rows, Tile::columns>;
    column = Moved::column(thread, 0);
    offset = Moved::row(thread, 0) * static_cast<int>(x.row_stride) + column;
    COLEX_UNROLL
    for (int i = 0; i < runs; ++i) {
      Index const begin = row + row_of_run(i), left = rows - begin;
      Index const inside = left < 0 ? Index{0} : left < rows_of_a_run() ? left : Index{rows_of_a_run()};
      Index const first =
          matrix_offset(x.origin, begin, x.row_stride, Index{0}, x.k_stride, batch, x.batch_stride);
      Index const size = inside == 0 ? Index{0} : bounded_elements(inside, x.row_stride, K);
      buffer[i] = buffer_view(x.view, uniform(static_cast<int>(size)), uniform(first));
    }
  }
  /// The step that begins at k is the next to be loaded, and the last: what of it is past K goes out of bounds.
  __device__ void aim(int k, int K) {
    if (k + column >= K) offset = static_cast<int>(most_bounded_bytes / sizeof(T));
  }
  /// Starts to load run i of the step that begins at k.
  __device__ void load_from(int k, int i) {
    staged[i] = __builtin_bit_cast(Run, buffer_load<V>(buffer[i], offset, k));
  }
  __device__ void store_to(SharedView<T> const& shared, int stage, int thread, int i) const {
    int const first = offset_in<Part<Stored, 0>>(thread), more = offset_in<Part<Stored, 1>>(i * V);
    using Stored16 = Vec<T, V>;
    store(shared, stage * Tile::size_in_shared + swizzled_offset<Tile>(first, more),
          __builtin_bit_cast(Stored16, staged[i]));
  }
  __device__ Run read(SharedView<T> const& shared, int stage, int thread, int i) const {
    int const first = offset_in<Part<Read, 0>>(thread), more = offset_in<Part<Read, 1>>(i * V);
    return __builtin_bit_cast(
        Run, load<V>(shared, stage * Tile::size_in_shared + swizzled_offset<Tile>(first, more)));
  }
};

/// Values in memory as instructions take them.
struct InOrder {
  static constexpr int at(int value) { return value; }
};

/// Values `first`, ..., `first + values - 1` of those that runs hold, value v as number Places::at(v) of them.
template <class T, int values, class Places = InOrder, class Run, int runs>
__device__ inline Fragment<T, values> values_of(Run const (&held)[runs], int first) {
  constexpr int words = values * static_cast<int>(sizeof(T)) / 4, in_run = sizeof(Run) / 4;
  Fragment<std::uint32_t, words> some;
  COLEX_UNROLL
  for (int i = 0; i < words; ++i) {
    int const value = first + i * 4 / static_cast<int>(sizeof(T));
    int const at =
        (Places::at(value) * static_cast<int>(sizeof(T)) + i * 4 % static_cast<int>(sizeof(T))) / 4;
    some[i] = held[at / in_run][at % in_run];
  }
  using Values = Fragment<T, values>;
  return __builtin_bit_cast(Values, some);
}

}  // namespace colex::gpu
