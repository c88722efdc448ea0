// SPDX-License-Identifier: MIT
// copy: moves elements 0, ..., count - 1 from one layout to another, with the widest accesses that the alignment
// lemma (tiles/copy_width.hpp) allows on each side. Any count >= 0; the ragged end moves element by element.
//
//   copy<CopyTransposeF32>(source, destination, 1000);   // 31 tiles of 8 x 4, and 8 elements more
#pragma once

#include <stdexcept>

#include "platform/platform.hpp"
#include "tiles/copy_configs.hpp"

namespace colex::gpu {

/// Loads elements first, ..., first + V - 1 of an array, `width` with each access. Requires allows_runs_of(width).
template <int width, int V, class T>
__device__ inline Vec<T, V> gather(GlobalView<T const> const& view, List<Mode<Index>> const& modes, Index first) {
  Vec<T, V> run;
  for (int i = 0; i < V; i += width) {
    Vec<T, width> const part = load<width>(view, element_offset(modes, first + i));
    for (int k = 0; k < width; ++k) run.value[i + k] = part.value[k];
  }
  return run;
}

/// Stores elements first, ..., first + V - 1 of an array, `width` with each access. Requires allows_runs_of(width).
template <int width, int V, class T>
__device__ inline void scatter(GlobalView<T> const& view, List<Mode<Index>> const& modes, Index first,
                               Vec<T, V> const& run) {
  for (int i = 0; i < V; i += width) {
    Vec<T, width> part;
    for (int k = 0; k < width; ++k) part.value[k] = run.value[i + k];
    store(view, element_offset(modes, first + i), part);
  }
}

template <class Config>
__global__ __launch_bounds__(Config::threads) void copy_kernel(GlobalView<typename Config::element const> source,
                                                               GlobalView<typename Config::element> destination,
                                                               Index count) {
  using T = typename Config::element;
  constexpr int V = Config::vector;
  constexpr auto from = source_modes<Config>(), to = destination_modes<Config>();

  Index const first = first_element<Index>(blockIdx.x, threadIdx.x, Config::threads, V);
  Index const length = run_length<Index>(first, V, count);
  if (length == V) {
    scatter<destination_width<Config>>(destination, to, first, gather<source_width<Config>, V, T>(source, from, first));
  } else {
    for (Index e = first; e < first + length; ++e)
      scatter<1>(destination, to, e, gather<1, 1, T>(source, from, e));
  }
}

/// Copies `count` elements; the seed orders the threads of the host platform. The memory of each side must hold
/// required_elements(modes, count) elements, begin at a multiple of 16 bytes, and not overlap the other's.
/// Throws std::invalid_argument for a negative count and for one that needs more than 2^31 - 1 blocks.
template <class Config>
LaunchResult copy(GlobalView<typename Config::element const> source,
                  GlobalView<typename Config::element> destination, Index count, std::uint64_t seed = 0) {
  static_assert(check_copy_config<Config>());
  if (count < 0) throw std::invalid_argument("copy: the count is negative");
  if (count == 0) return {};
  constexpr Index most_blocks = 0x7FFFFFFF, per_block = Index{Config::threads} * Config::vector;
  if (count > most_blocks * per_block) throw std::invalid_argument("copy: the count needs too many blocks");
  Index const blocks = grid_blocks<Index>(count, Config::threads, Config::vector);
  return launch({.grid = {static_cast<std::uint32_t>(blocks)}, .block = {Config::threads}, .seed = seed},
                copy_kernel<Config>, source, destination, count);
}

}  // namespace colex::gpu
