// SPDX-License-Identifier: MIT
// The GEMM kernel for a list of problems in one launch. Each problem has as many blocks as it would have
// alone, one problem's after the other's; a block finds its problem by bisection in the table of first
// blocks. gemm_grouped.hpp launches it.
#pragma once

#include "gemm/gemm_kernel.hpp"

// Of a call: clang leaves a block's code, which is long, a function of its own otherwise. Of the function itself the attribute
// would cost the other callers registers.
#if defined(__clang__)
#define COLEX_INLINED_CALL [[clang::always_inline]]
#else
#define COLEX_INLINED_CALL
#endif

namespace colex::gpu {

/// The words of memory that hold one problem.
template <class T>
struct InWords {
  static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
  static constexpr int words = sizeof(T) / sizeof(std::uint64_t);
  std::uint64_t word[words];
};

/// Problem number `at` of the table.
template <class Config>
__device__ inline GemmArguments<Config> load_problem(GlobalView<std::uint64_t const> const& table, Index at) {
  using T = GemmArguments<Config>;
  InWords<T> whole;
  COLEX_UNROLL
  for (int i = 0; i < InWords<T>::words; ++i)
    whole.word[i] = load<1>(table, at * InWords<T>::words + i).value[0];
  T problem = __builtin_bit_cast(T, whole);
#if defined(__HIP__)
  problem.a.view = in_global(problem.a.view), problem.b.view = in_global(problem.b.view);
  problem.c.view = in_global(problem.c.view), problem.c.bias = in_global(problem.c.bias);
  problem.workspace = in_global(problem.workspace);
#endif
  return problem;
}

/// A list of problems as the kernel reads it: their arguments, and the first block of each and of the end.
struct GroupedArguments {
  Index count, blocks, xcds;
  GlobalView<std::uint64_t const> problems;
  GlobalView<Index const> first_block;
};

template <class Config>
__global__ __launch_bounds__(TiledMma<Config>::threads) void gemm_grouped_kernel(GroupedArguments p) {
  Index const block = xcd_remap(Index{blockIdx.x}, p.blocks, p.xcds);
  GroupRange<Index> range{0, p.count};
  while (range.high - range.low > 1)
    range = group_step(range, block, load<1>(p.first_block, group_middle(range)).value[0]);
  auto const problem = [&] { return load_problem<Config>(p.problems, range.low); };
  COLEX_INLINED_CALL gemm_block<Config>(problem, block - load<1>(p.first_block, range.low).value[0]);
}

}  // namespace colex::gpu
