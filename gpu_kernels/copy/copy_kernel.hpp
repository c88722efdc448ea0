// SPDX-License-Identifier: MIT
// The copy kernel: moves elements 0, ..., count - 1 from one layout to another, with the widest accesses that
// the arrays allow on each side (copy_layouts.hpp). The ragged end moves element by element.
//
//   copy_kernel<CopyTransposeF32>: thread 5 of block 0 loads elements 20..23 by one access of 16 bytes at
//   offset 20, and stores them by four accesses of 4 bytes at offsets 18, 22, 26 and 30. copy.hpp launches
//   it.
#pragma once

#include "copy/copy_configs.hpp"
#include "platform/platform.hpp"

namespace colex::gpu {

/// Loads elements first, ..., first + V - 1 of the array, by accesses of `width`, which divides V and first.
template <class Array, int V, int width, class T>
__device__ inline Vec<T, V> gather(GlobalView<T const> const& view, Index first) {
  Vec<T, V> run;
  for (int i = 0; i < V; i += width) {
    Vec<T, width> const part = load<width>(view, StaticOf<Array>{}(first + i));
    for (int k = 0; k < width; ++k) run.value[i + k] = part.value[k];
  }
  return run;
}

/// Stores elements first, ..., first + V - 1 of the array, by accesses of `width`, which divides V and first.
template <class Array, int width, class T, int V>
__device__ inline void scatter(GlobalView<T> const& view, Index first, Vec<T, V> const& run) {
  for (int i = 0; i < V; i += width) {
    Vec<T, width> part;
    for (int k = 0; k < width; ++k) part.value[k] = run.value[i + k];
    store(view, StaticOf<Array>{}(first + i), part);
  }
}

template <class Config>
__global__ __launch_bounds__(Config::threads) void copy_kernel(
    GlobalView<typename Config::element const> source, GlobalView<typename Config::element> destination,
    Index count) {
  using From = SourceArray<Config>;
  using To = DestinationArray<Config>;
  constexpr int V = Config::vector;

  Index const first = StaticOf<ThreadRuns<Config>>{}(Index{threadIdx.x}, Index{blockIdx.x});
  Index const length = points_inside<Index>(first, V, count);
  if (length == V) {
    auto const run = gather<From, V, From::width>(source, first);
    scatter<To, To::width>(destination, first, run);
  } else {
    for (Index e = first; e < first + length; ++e) {
      auto const element = gather<From, 1, 1>(source, e);
      scatter<To, 1>(destination, e, element);
    }
  }
}

}  // namespace colex::gpu
