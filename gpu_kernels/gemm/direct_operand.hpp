// SPDX-License-Identifier: MIT
// One operand of the direct GEMM (direct.hpp) on its way from global memory to shared memory and to the fragments.
#pragma once

#include "atoms/direct_load.hpp"
#include "gemm/pipelined_operand.hpp"

namespace colex::gpu {

/// Which element of a tile lies at a place of its stage in shared memory: the inverse of the tile's layout behind the swizzle, which
/// is its own inverse. A wave's lanes fill places one behind the other, so that it is the source that is swizzled.
template <class Tile>
struct TileElement {
  int row, column;
  static constexpr Layout<Index> element = *right_inverse(Tile::shared);
  struct Row {
    static constexpr Layout<Index> layout = *composition(x_of(Tile::rows, Tile::columns), element);
  };
  struct Column {
    static constexpr Layout<Index> layout = *composition(y_of(Tile::rows, Tile::columns), element);
  };
  static COLEX_HOST_DEVICE constexpr TileElement at(int place) {
    int const offset = swizzled_offset<Tile>(place);
    return {offset_in<Row>(offset), offset_in<Column>(offset)};
  }
};

/// Whether the elements that are loaded to all places of a stage are those that reads expect there, by runs of 16 bytes.
template <class Tile>
constexpr bool places_agree() {
  constexpr int run = widest_access_bytes / static_cast<int>(sizeof(typename Tile::element));
  if (Tile::swizzle.bits != 0 && (1 << Tile::swizzle.base) % run != 0) return false;
  for (int place = 0; place < Tile::size_in_shared; place += run) {
    auto const element = TileElement<Tile>::at(place);
    int const offset = static_cast<int>(Tile::shared(element.row + Index{Tile::rows} * element.column));
    if (element.row >= Tile::rows || swizzled_offset<Tile>(offset) != place) return false;
  }
  return true;
}

/// Whether values that share a register, `of_register` of them, are neighbours in the order of their places, and begin a register there.
template <class Places>
constexpr bool registers_are_whole(int values, int of_register) {
  for (int value = 0; value < values; ++value)
    if (int const in = of_register > 1 ? value % of_register : 0;
        Places::at(value) != Places::at(value - in) + in ||
        Places::at(value - in) % std::max(of_register, 1) != 0)
      return false;
  return true;
}

template <class Tile, class Tv>
struct DirectOperand {
  using T = typename Tile::element;
  using Read = SharedPart<Tile, Tv>;
  static constexpr int V = widest_access_bytes / static_cast<int>(sizeof(T)), in_run = Tile::threads * V;
  static constexpr int runs = Tile::size_in_shared / in_run, reads = Read::values / Read::width;
  static constexpr int rows_of_run = in_run / Tile::columns;
  static_assert(runs * in_run == Tile::rows * Tile::columns && rows_of_run * Tile::columns == in_run);
  /// Which of the values in the order of their places in memory the instructions' value v is.
  struct Places {
    static constexpr Layout<Index> layout = *right_inverse(Read::Slots::layout);
    static constexpr int at(int value) { return offset_in<Places>(value); }
  };
  static_assert(registers_are_whole<Places>(Read::values, 4 / static_cast<int>(sizeof(T))),
                "values that share a register lie apart");
  // Runs of a thread differ in their rows only.
  static_assert(Tile::swizzle.bits == 0 || in_run % (1 << reach_bits(Tile::swizzle)) == 0);
  using Run = Fragment<std::uint32_t, Read::width* static_cast<int>(sizeof(T)) / 4>;

  BufferView<T> buffer[runs];
  int offset, column, wave_first;

  __device__ DirectOperand(Operand<T> const& x, Index row, Index rows, Index K, Index batch, int thread) {
    auto const mine = TileElement<Tile>::at(thread * V);
    column = mine.column;
    offset = mine.row * static_cast<int>(x.row_stride) + column;
    wave_first = uniform(thread / wave_width() * wave_width() * V);
    COLEX_UNROLL
    for (int i = 0; i < runs; ++i) {
      Index const begin = row + i * rows_of_run, left = rows - begin;
      Index const inside = left < 0 ? Index{0} : left < rows_of_run ? left : Index{rows_of_run};
      Index const first =
          matrix_offset(x.origin, begin, x.row_stride, Index{0}, x.k_stride, batch, x.batch_stride);
      Index const size = inside == 0 ? Index{0} : bounded_elements(inside, x.row_stride, K);
      buffer[i] = buffer_view(x.view, uniform(static_cast<int>(size)), uniform(first));
    }
  }
  /// Where this thread reads in the step that begins at k: out of bounds past K.
  __device__ int offset_at(int k, int K) const {
    return k + column < K ? offset : static_cast<int>(most_bounded_bytes / sizeof(T));
  }
  /// Starts to load run i of the step that begins at k.
  __device__ void load_to(SharedView<T> const& shared, int stage, int i, int from, int k) const {
    direct_load<V>(shared, wave_first, stage * Tile::size_in_shared + i * in_run, buffer[i], from, k);
  }
  __device__ Run read(SharedView<T> const& shared, int stage, int thread, int i) const {
    int const first = offset_in<Part<Read, 0>>(thread), more = offset_in<Part<Read, 1>>(i * Read::width);
    return __builtin_bit_cast(
        Run, load<Read::width>(shared, stage * Tile::size_in_shared + swizzled_offset<Tile>(first, more)));
  }
};

}  // namespace colex::gpu
