// SPDX-License-Identifier: MIT
// Matrices as a call of gemm names them, and what is refused of them: elements outside their array, and what the config's kernel
// does not read.
#pragma once

#include <stdexcept>
#include <string>

#include "gemm/gemm_mma_configs.hpp"

namespace colex::gpu {

/// A matrix in an array: element (i, j) of batch b is at origin + i row_stride + j column_stride + b
/// batch_stride. Strides may be negative, and zero where the matrix is only read.
template <class T>
struct Matrix {
  GlobalView<T> view;
  Index size = 0;  ///< elements in the view
  Index row_stride = 0, column_stride = 0, batch_stride = 0, origin = 0;
  bool aligned = true;  ///< the view begins at a multiple of 16 bytes; on devices the address is looked at
};

template <class T>
Matrix<T> column_major(GlobalView<T> view, Index size, Index leading) {
  return {view, size, 1, leading};
}
template <class T>
Matrix<T> row_major(GlobalView<T> view, Index size, Index leading) {
  return {view, size, leading, 1};
}

/// A view of nothing.
template <class T>
GlobalView<T> no_view() {
  if constexpr (std::is_aggregate_v<GlobalView<T>>) {
    return GlobalView<T>{nullptr};
  } else {
    return GlobalView<T>(nullptr, 0, 0, nullptr);
  }
}

namespace detail {

[[noreturn]] inline void refuse(std::string const& why) { throw std::invalid_argument("gemm: " + why); }

constexpr Layout<Index> modes_of(Index rows, Index row_stride, Index columns, Index column_stride,
                                 Index batches, Index batch_stride) {
  return join(leaf(Mode<Index>{rows, row_stride}), leaf(Mode<Index>{columns, column_stride}),
              leaf(Mode<Index>{batches, batch_stride}));
}

/// Refuses a matrix with an element outside its view. Extents are at least 1.
template <class T>
void check_in_bounds(char const* name, Matrix<T> const& x, Index rows, Index columns, Index batches) {
  auto const modes = modes_of(rows, x.row_stride, columns, x.column_stride, batches, x.batch_stride);
  if (well_formed(modes) != Condition::none || !sum_fits(x.origin, Index{0}))
    refuse(std::string(name) + "'s size or reach exceeds 2^62 elements");
  Index low = x.origin, high = x.origin;
  for (auto const& mode : modes.leaves) (mode.stride < 0 ? low : high) += (mode.shape - 1) * mode.stride;
  if (low < 0 || high >= x.size)
    refuse(std::string(name) + " reaches elements " + std::to_string(low) + " to " + std::to_string(high) +
           " of " + std::to_string(x.size));
}

template <class T>
bool begins_aligned(GlobalView<T> const& view) {
  if constexpr (std::is_aggregate_v<GlobalView<T>>)
    return reinterpret_cast<std::uintptr_t>(view.data) % widest_access_bytes == 0;
  return true;
}

/// Refuses preshuffled matrices that are not whole tiles at multiples of a run inside their view. Extents are
/// at least 1.
template <class Config, class T>
void check_shuffled_in_bounds(Matrix<T> const& x, Index N, Index K, Index batches) {
  using Tile = ShuffledTile<Config>;
  Index const tiles_n = tiles_over(N, Index{Tile::rows}), tiles_k = tiles_over(K, Index{Tile::columns});
  if (x.row_stride != 0 || x.column_stride != 0) refuse("preshuffled B has no strides of rows and columns");
  if (!product_fits(tiles_n, tiles_k) || !product_fits(tiles_n * tiles_k, Tile::elements))
    refuse("preshuffled B's size or reach exceeds 2^62 elements");
  check_in_bounds("preshuffled B", Matrix<T>{x.view, x.size, 1, 0, x.batch_stride, x.origin},
                  tiles_n * tiles_k * Tile::elements, 1, batches);
  if (!x.aligned || !begins_aligned(x.view) || x.origin % Tile::run != 0 ||
      (batches > 1 && x.batch_stride % Tile::run != 0))
    refuse("preshuffled B does not begin at a multiple of 16 bytes");
}

/// Refuses what the pipelined kernel does not read: an operand that is not contiguous along K, by whole runs of 16 bytes, with
/// rows at least K apart and a tile of them within the bounded loads' reach.
template <class Tile, class T>
void check_pipelined(char const* name, Matrix<T> const& x, Index stride, Index k_stride, Index rows, Index K,
                     Index batches) {
  constexpr Index run = widest_access_bytes / static_cast<Index>(sizeof(T));
  auto const why = [&](char const* what) { refuse(std::string(name) + what); };
  if (K == 0) return;
  if (k_stride != 1 && K > 1) why(" is not contiguous along K, as a pipelined config needs it");
  if (K % run != 0) why(": K is no multiple of 16 bytes, as a pipelined config needs it");
  if (rows > 1 && stride < K)
    why(": rows lie closer than K, or run backwards, which a pipelined config does not read");
  if ((rows > 1 && stride % run != 0) || x.origin % run != 0 || (batches > 1 && x.batch_stride % run != 0) ||
      !x.aligned || !begins_aligned(x.view))
    why(": rows, batches or the array do not begin at multiples of 16 bytes, as a pipelined config needs it");
  Index const most = most_bounded_bytes / static_cast<Index>(sizeof(T));
  if (K > most || (rows > 1 && stride > (most - K) / Tile::rows))
    why(": a tile's rows reach further than the pipelined kernel's loads");
}

/// Refuses scales that the kernel does not read: not contiguous along K, a row that is no whole runs of 8, or a tile's rows that reach
/// further than a bounded load. Extents are at least 1.
template <class Config, class Tile>
void check_scales(char const* name, Matrix<E8M0 const> const& x, Index rows, Index K, Index batches) {
  constexpr Index turn = direct_stages * Tile::columns, block = Config::atom::scale_block, run = turn / block;
  auto const why = [&](char const* what) { refuse(std::string(name) + what); };
  Index const columns = scale_columns(K, turn, block);
  check_in_bounds(name, x, rows, columns, batches);
  if (x.column_stride != 1) why(" is not contiguous along K");
  if (rows > 1 && x.row_stride < columns) why(": rows lie closer than 8 scales for each 256 numbers of K");
  if ((rows > 1 && x.row_stride % run != 0) || x.origin % run != 0 ||
      (batches > 1 && x.batch_stride % run != 0) || !x.aligned || !begins_aligned(x.view))
    why(": rows or batches do not begin at multiples of 8 bytes, or it does not at one of 16");
  if (columns > most_bounded_bytes ||
      (rows > 1 && x.row_stride > (most_bounded_bytes - columns) / Tile::rows))
    why(": a tile's rows reach further than the kernel's loads");
}

}  // namespace detail

}  // namespace colex::gpu
