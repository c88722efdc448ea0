// SPDX-License-Identifier: MIT
// The pipelined GEMM block, for CDNA: large tiles, operands contiguous along K, and a loop that has nothing but matrix
// instructions and the accesses of memory that feed them. While a step is multiplied out of registers, the next one is read from
// shared memory, the one after it is written there, and the one after that is on its way from global memory:
//
//   step s:   barrier | read s + 1 | write s + 2 | load s + 3 | multiply s
//
// Two stages of shared memory take turns, s + 1 and s + 2, so that one barrier a step suffices; two steps are written out, so that
// stages are constants. Rows outside the matrix are zeros by the bound of the loads, without a predicate; what is past K is sent out
// of bounds in the last step. The sums leave by way of shared memory, so that runs of C are written whatever side is contiguous.
#pragma once

#include "atoms/deepest.hpp"
#include "gemm/pipelined_operand.hpp"
#include "gemm/pipelined_sums.hpp"

namespace colex::gpu {

/// One block's part of a problem, as gemm_block has it. A and B are contiguous along K, and wide.
template <class Config, class Arguments>
__device__ inline void pipelined_block(Arguments const& arguments, Index block) {
  decltype(auto) p = arguments();
  using Types = GemmTypes<Config>;
  using Mma = TiledMma<Config>;
  using A = TileA<Config>;
  using B = TileB<Config>;
  static_assert(Mma::k_groups == 1, "a thread's fragments hold a whole step");
  auto const a_shared = dynamic_shared<typename Types::A>(0, 2 * A::size_in_shared);
  auto const b_shared = dynamic_shared<typename Types::B>(
      2 * A::size_in_shared * Index{sizeof(typename Types::A)}, 2 * B::size_in_shared);

  int const thread = static_cast<int>(threadIdx.x);
  Index const grid_m = tiles_over(p.M, Index{Mma::tile_m}), grid_n = tiles_over(p.N, Index{Mma::tile_n});
  Index const k_tiles = tiles_over(p.K, Index{Mma::tile_k}), tiles = grid_m * grid_n;
  auto const work = block_work(block, tiles, p.splits);
  auto const tile = ordered_tile(p.order, work.tile, grid_m, grid_n);
  Index const m0 = tile.m * Mma::tile_m, n0 = tile.n * Mma::tile_n;
  int const first = uniform(static_cast<int>(split_begin(work.split, k_tiles, p.splits)));
  int const last = uniform(static_cast<int>(split_begin(work.split + 1, k_tiles, p.splits)));
  int const K = static_cast<int>(p.K);

  using OperandA = PipelinedOperand<A, typename Mma::A>;
  using OperandB = PipelinedOperand<B, typename Mma::B>;
  static_assert(OperandA::reads == Mma::atoms_m && OperandB::reads == Mma::atoms_n, "a read for each atom");
  static_assert(OperandA::runs + OperandB::runs < Mma::atoms_m && Mma::atoms_n <= Mma::atoms_m);
  OperandA a(p.a, m0, p.M, p.K, work.batch, thread);
  OperandB b(p.b, n0, p.N, p.K, work.batch, thread);
  // The runs of both operands, one after the other.
  constexpr int runs = OperandA::runs + OperandB::runs;
  auto const aim = [&](int step) {
    if (step + 1 == last) a.aim(step * Mma::tile_k, K), b.aim(step * Mma::tile_k, K);
  };
  auto const fetch = [&](int step, int i) {
    i < OperandA::runs ? a.load_from(step * Mma::tile_k, i)
                       : b.load_from(step * Mma::tile_k, i - OperandA::runs);
  };
  auto const keep = [&](int stage, int i) {
    i < OperandA::runs ? a.store_to(a_shared, stage, thread, i)
                       : b.store_to(b_shared, stage, thread, i - OperandA::runs);
  };
  struct Held {
    typename OperandA::Run a[OperandA::reads];
    typename OperandB::Run b[OperandB::reads];
  };
  auto const read_a = [&](Held& held, int stage, int i) { held.a[i] = a.read(a_shared, stage, thread, i); };
  auto const read_b = [&](Held& held, int stage, int i) { held.b[i] = b.read(b_shared, stage, thread, i); };

  using Sums = Accumulators<Config>;
  Sums sums{};
  using Atom = DeepestAtom<typename Config::atom>;
  constexpr int depth = Mma::tile_k / Atom::K;  // instructions along K
  int const steps = last - first;
  auto const fetch_all = [&](int step) {
    aim(step);
    COLEX_UNROLL
    for (int i = 0; i < runs; ++i) fetch(step, i);
  };
  auto const keep_all = [&](int stage) {
    COLEX_UNROLL
    for (int i = 0; i < runs; ++i) keep(stage, i);
  };
  // One step: `held` is multiplied and s + 1 read into `ahead`, atom by atom, each into the registers of one that is done with.
  // What lies past the last step is neither read, nor written, nor loaded.
  auto const step = [&](int s, int stage, bool reads, bool keeps, bool fetches, Held& held, Held& ahead) {
    __syncthreads();  // s + 1 is in shared memory; and no thread still reads s there
    COLEX_UNROLL
    for (int m = 0; m < Mma::atoms_m; ++m) {
      as_a_whole(held.a[m]);
      if (reads && m > 0) read_a(ahead, 1 - stage, m - 1);
      if (reads && m == Mma::atoms_m - 1) read_a(ahead, 1 - stage, m);
      if (reads && m < Mma::atoms_n) read_b(ahead, 1 - stage, m);
      if (keeps && m < runs) keep(stage, m);
      if (fetches && m > 0 && m <= runs) fetch(first + s + 3, m - 1);  // its registers are free now
      COLEX_UNROLL
      for (int k = 0; k < depth; ++k) COLEX_UNROLL
      for (int n = 0; n < Mma::atoms_n; ++n) {
        if (m == 0 && k == 0) as_a_whole(held.b[n]);
        auto& sum = sums.atom[m + Mma::atoms_m * n];
        sum = mma<Atom>(
            sum, values_of<typename Types::A, Atom::a_values>(held.a, Atom::a_values * (k + depth * m)),
            values_of<typename Types::B, Atom::b_values>(held.b, Atom::b_values * (k + depth * n)));
      }
      in_this_order();
    }
  };
  if (steps > 0) {
    Held now, next;
    fetch_all(first);
    keep_all(0);
    if (steps > 1) fetch_all(first + 1);
    __syncthreads();
    COLEX_UNROLL
    for (int i = 0; i < Mma::atoms_m; ++i) read_a(now, 0, i);
    COLEX_UNROLL
    for (int i = 0; i < Mma::atoms_n; ++i) read_b(now, 0, i);
    next = now;
    if (steps > 1) keep_all(1);
    if (steps > 2) fetch_all(first + 2);
    int s = 0;
    for (; s + 5 < steps; s += 2) {
      step(s, 0, true, true, true, now, next);
      step(s + 1, 1, true, true, true, next, now);
    }
    for (; s < steps; ++s) {
      aim(first + s + 3);
      step(s, static_cast<int>(stage_of(Index{s})), s + 1 < steps, s + 2 < steps, s + 3 < steps, now, next);
      now = next;
    }
  }

  finish_tile<Config>(arguments, sums, m0, n0, work, thread);
}

}  // namespace colex::gpu
