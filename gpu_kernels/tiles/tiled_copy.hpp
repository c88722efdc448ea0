// SPDX-License-Identifier: MIT
// A tiled copy: which elements of a rows x columns tile each thread moves, along the rows or along the
// columns, and the moves themselves: matrix to registers, registers to shared memory, shared memory to the
// fragments of an MMA.
//
// A tile is described by a type with its element, rows, columns, threads, and the layout and swizzle of its
// copy in shared memory: row + rows * column -> offset.
//
//   TileCopy<Tile, true> for 32 x 16 and 64 threads: thread 5 moves columns 4..7 of row 1 and of row 17.
#pragma once

#include "colex/composition.hpp"
#include "colex/structure.hpp"
#include "platform/platform.hpp"
#include "tiles/dealt.hpp"

namespace colex::gpu {

/// The threads of a copy, each with runs of `vector` neighbours along the columns (or the rows):
/// layout is (thread, (place in the run, run)) -> row + rows * column.
template <class Tile, bool along_columns>
struct TileCopy {
  static constexpr int elements = Tile::rows * Tile::columns / Tile::threads;
  static constexpr int most = widest_access_bytes / static_cast<int>(sizeof(typename Tile::element));
  static constexpr int vector = elements < most ? elements : most;
  static_assert(elements * Tile::threads == Tile::rows * Tile::columns,
                "threads do not share the tile evenly");
  static_assert(elements % vector == 0 && (along_columns ? Tile::columns : Tile::rows) % vector == 0,
                "runs do not divide the tile");

  static constexpr Layout<Index> in_order = along_columns
                                                ? join(line(Tile::columns, Tile::rows), line(Tile::rows, 1))
                                                : line(Tile::rows * Tile::columns, 1);
  static constexpr Layout<Index> layout = *composition(
      in_order, join(line(Tile::threads, vector),
                     join(line(vector, 1), line(elements / vector, Index{Tile::threads} * vector))));
};

/// A thread-value layout of a tile, seen through the tile's layout in shared memory (CuTe's partition_S,
/// partition_D): the same threads and groups -> offset before the swizzle, and the values by their offsets.
template <class Tile, class Tv>
struct SharedPart {
  static constexpr Layout<Index> whole = *composition(Tile::shared, Tv::layout);
  static constexpr ByOffset values_by_offset = by_offset(entry(whole, 1));
  static constexpr Layout<Index> layout =
      rank(whole) == 2 ? join(entry(whole, 0), values_by_offset.offsets)
                       : join(entry(whole, 0), values_by_offset.offsets, entry(whole, 2));
  struct Slots {
    static constexpr Layout<Index> layout = values_by_offset.slots;
  };
  static constexpr int width = vector_width(layout, Tile::swizzle, sizeof(typename Tile::element));
  static constexpr int values = static_cast<int>(size(entry(layout, 1)));
};

/// The swizzle of a tile's copy in shared memory, at compile time.
template <class Tile>
COLEX_HOST_DEVICE constexpr int swizzled_offset(int offset) {
  constexpr Swizzle s = Tile::swizzle;
  return StaticSwizzle<s.bits, s.base, s.shift>{}(offset);
}

/// The place of offset `first` + `more`: where `more` leaves the bits alone that the swizzle reads and writes, `first` decides, so
/// that a thread computes the place of its first element only.
template <class Tile>
constexpr int swizzled_offset(int first, int more) {
  constexpr int reach = 1 << (Tile::swizzle.bits == 0 ? 0 : reach_bits(Tile::swizzle));
  return more % reach == 0 ? swizzled_offset<Tile>(first) + more : swizzled_offset<Tile>(first + more);
}

/// Where a tile lies in its matrix, and how much of it is inside: elements (row, column) with row <
/// rows_inside and column < columns_inside. `wide`: runs that are inside may be moved by one access.
struct TilePlace {
  Index offset, row_stride, column_stride, rows_inside, columns_inside;
  bool wide;
};

/// How many elements of a run are inside, from place `along` on: the run goes along a side of which
/// `along_inside` are inside, at place `across` of another of which `across_inside` are.
template <Number Int>
constexpr Int run_inside(Int const& along, Int const& along_inside, Int const& across,
                         Int const& across_inside) {
  if (across >= across_inside) return Int(0);
  if (along >= along_inside) return Int(0);
  return along_inside - along;
}

/// Moves this thread's elements of a tile to registers, run by run, along the columns or along the rows;
/// those outside become zero.
template <class Tile, int elements>
__device__ inline void load_tile(GlobalView<typename Tile::element const> const& view, TilePlace const& at,
                                 bool along_columns, int thread,
                                 Fragment<typename Tile::element, elements>& registers) {
  using T = typename Tile::element;
  using Columns = TileCopy<Tile, true>;
  using Rows = TileCopy<Tile, false>;
  constexpr int V = Columns::vector;
  static_assert(V == Rows::vector);
  using AlongColumns = CoordinatesOf<Columns, Tile::rows, Tile::columns>;
  using AlongRows = CoordinatesOf<Rows, Tile::rows, Tile::columns>;
  Index const step = along_columns ? at.column_stride : at.row_stride;
  COLEX_UNROLL
  for (int i = 0; i < elements; i += V) {
    Index const row = along_columns ? AlongColumns::row(thread, i) : AlongRows::row(thread, i),
                column = along_columns ? AlongColumns::column(thread, i) : AlongRows::column(thread, i);
    Index const offset = at.offset + row * at.row_stride + column * at.column_stride;
    Index const inside = along_columns ? run_inside(column, at.columns_inside, row, at.rows_inside)
                                       : run_inside(row, at.rows_inside, column, at.columns_inside);
    if (at.wide && inside >= V) {
      Vec<T, V> const run = load<V>(view, offset);
      COLEX_UNROLL
      for (int k = 0; k < V; ++k) registers[i + k] = run.value[k];
    } else {
      COLEX_UNROLL
      for (int k = 0; k < V; ++k) {
        registers[i + k] = T{};
        if (k < inside) registers[i + k] = load<1>(view, offset + k * step).value[0];
      }
    }
  }
}

/// Moves registers filled by load_tile to the tile in shared memory that begins at `base`.
template <class Tile, bool along_columns, int elements, int N>
__device__ inline void store_tile(Shared<typename Tile::element, N>& shared, int base, int thread,
                                  Fragment<typename Tile::element, elements> const& registers) {
  using T = typename Tile::element;
  using To = SharedPart<Tile, TileCopy<Tile, along_columns>>;
  constexpr int V = To::width;
  int const first = offset_in<Part<To, 0>>(thread);
  COLEX_UNROLL
  for (int i = 0; i < elements; i += V) {
    Vec<T, V> run;
    COLEX_UNROLL
    for (int k = 0; k < V; ++k) run.value[k] = registers[offset_in<typename To::Slots>(i + k)];
    store(shared, base + swizzled_offset<Tile>(first + offset_in<Part<To, 1>>(i)), run);
  }
}

/// This thread's fragment of an operand, of one group of MMA steps, from the tile that begins at `base` of
/// shared memory, or of a matrix that holds tiles.
template <class Tile, class Tv, class Memory, class Offset>
__device__ inline auto load_fragment(Memory& memory, Offset base, int thread, int group) {
  using T = typename Tile::element;
  using From = SharedPart<Tile, Tv>;
  constexpr int V = From::width;
  Fragment<T, From::values> fragment;
  int const first = offset_in<Part<From, 0>>(thread) + offset_in<Part<From, 2>>(group);
  COLEX_UNROLL
  for (int i = 0; i < From::values; i += V) {
    Vec<T, V> const run = load<V>(memory, base + swizzled_offset<Tile>(first + offset_in<Part<From, 1>>(i)));
    COLEX_UNROLL
    for (int k = 0; k < V; ++k) fragment[offset_in<typename From::Slots>(i + k)] = run.value[k];
  }
  return fragment;
}

}  // namespace colex::gpu
