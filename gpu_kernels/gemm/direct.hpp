// SPDX-License-Identifier: MIT
// The direct GEMM block, for gfx950 and sm_90a: the pipelined one (pipelined.hpp) whose loads go straight to shared memory, without a
// register; on gfx950 by four waves of 128 x 128, one to a SIMD, which has 512 registers for it. Four stages of shared memory take turns:
//
//   step s:   wait for s + 1 | barrier | read s + 1 | load s + 4 to the stage of s | multiply s
//
// A wave holds step s in registers, so that its stage is free once all waves have passed the barrier. Three steps are under way. Four
// steps are written out, so that stages are constants; the steps past the last one are of zeros, sent out of bounds.
//
// An atom of one thread leaves no registers for a step ahead. It reads and multiplies step s in groups, ahead of the wait for s + 1:
//
//   step s:   read and multiply s | wait for s + 1 | barrier | load s + 4 to the stage of s
#pragma once

#include "gemm/direct_operand.hpp"
#include "gemm/direct_scales.hpp"
#include "gemm/pipelined_sums.hpp"

namespace colex::gpu {

/// Calls visit(j) for those of `all` that fall to turn i of `turns`; for none where i is no turn.
template <int all, int turns, class Visit>
__device__ inline void for_share(int i, Visit visit) {
  constexpr int each = all < turns ? 1 : all / turns, apart = all < turns ? turns / all : 1;
  static_assert(all * apart == turns * each, "turns have unlike shares");
  if (i < 0 || i >= turns || i % apart != 0) return;
  COLEX_UNROLL
  for (int j = 0; j < each; ++j) visit(i / apart * each + j);
}

/// One block's part of a problem, as gemm_block has it. A and B are contiguous along K, and wide.
template <class Config, class Arguments>
__device__ inline void direct_block(Arguments const& arguments, Index block) {
  decltype(auto) p = arguments();
  using Types = GemmTypes<Config>;
  using Mma = TiledMma<Config>;
  using A = TileA<Config>;
  using B = TileB<Config>;
  using Atom = typename Config::atom;
  constexpr bool in_groups = Atom::threads == 1;
  static_assert((in_groups || Mma::k_groups == 1) && Config::k_group == 1, "a step is one instruction deep");
  static_assert(places_agree<A>() && places_agree<B>(), "what is loaded is not what is read");
  auto const a_shared = dynamic_shared<typename Types::A>(0, direct_stages * A::size_in_shared);
  auto const b_shared =
      dynamic_shared<typename Types::B>(direct_stages * A::size_in_shared * Index{sizeof(typename Types::A)},
                                        direct_stages * B::size_in_shared);

  int const thread = static_cast<int>(threadIdx.x);
  Index const grid_m = tiles_over(p.M, Index{Mma::tile_m}), grid_n = tiles_over(p.N, Index{Mma::tile_n});
  Index const k_tiles = tiles_over(p.K, Index{Mma::tile_k}), tiles = grid_m * grid_n;
  auto const work = block_work(block, tiles, p.splits);
  auto const tile = ordered_tile(p.order, work.tile, grid_m, grid_n);
  Index const m0 = tile.m * Mma::tile_m, n0 = tile.n * Mma::tile_n;
  // A part of K has whole turns where a turn's scales are loaded at once; the last one ends with K.
  constexpr Index part = is_scaled<Config> ? direct_stages : 1;
  Index const parts = is_scaled<Config> ? tiles_over(p.K, part * Mma::tile_k) : k_tiles;
  int const first = uniform(static_cast<int>(split_begin(work.split, parts, p.splits) * part));
  Index const end = split_begin(work.split + 1, parts, p.splits) * part;
  int const last = uniform(static_cast<int>(is_scaled<Config> && end > k_tiles ? k_tiles : end));
  int const K = last == static_cast<int>(k_tiles) ? static_cast<int>(p.K) : last * Mma::tile_k;

  using OperandA = DirectOperand<A, typename Mma::A>;
  using OperandB = DirectOperand<B, typename Mma::B>;
  OperandA a(p.a, m0, p.M, p.K, work.batch, thread);
  OperandB b(p.b, n0, p.N, p.K, work.batch, thread);
  TileScales<Config> scales(p, m0, n0, work.batch, thread);
  constexpr int scale_loads = TileScales<Config>::loads;
  constexpr int loads = OperandA::runs + OperandB::runs, reads_a = OperandA::reads, reads_b = OperandB::reads;
  struct Held {
    typename OperandA::Run a[reads_a];
    typename OperandB::Run b[reads_b];
  };
  struct Aim {
    int k, a, b;
  };
  auto const aim = [&](int step) -> Aim {
    int const k = step * Mma::tile_k;
    return {k, a.offset_at(k, K), b.offset_at(k, K)};
  };
  auto const fetch = [&](Aim const& from, int stage, int i) {
    i < OperandA::runs ? a.load_to(a_shared, stage, i, from.a, from.k)
                       : b.load_to(b_shared, stage, i - OperandA::runs, from.b, from.k);
  };
  auto const read = [&](Held& held, int stage, int i) {
    if (i < reads_b) held.b[i] = b.read(b_shared, stage, thread, i);
    if (i >= reads_b) held.a[i - reads_b] = a.read(a_shared, stage, thread, i - reads_b);
  };

  constexpr int under_way = ring_under_way(Index{loads}, Index{direct_stages});
  auto const load_first_steps = [&] {
    COLEX_UNROLL
    for (int s = 0; s < direct_stages; ++s) {
      auto const from = aim(first + s);
      COLEX_UNROLL
      for (int i = 0; i < loads; ++i) fetch(from, s, i);
    }
    direct_wait<(direct_stages - 1) * loads>();
    __syncthreads();
  };
  auto const finish = [&](Accumulators<Config> const& sums) {
    finish_tile<Config>(arguments, sums, m0, n0, work, thread);
  };
  if constexpr (in_groups) {
    Accumulators<Config> sums{};
    auto const step = [&](int s, int stage) {
      COLEX_UNROLL
      for (int group = 0; group < Mma::k_groups; ++group)
        sums.add(load_fragment<A, typename Mma::A>(a_shared, stage * A::size_in_shared, thread, group),
                 load_fragment<B, typename Mma::B>(b_shared, stage * B::size_in_shared, thread, group));
      direct_wait<under_way>();
      __syncthreads();  // all have read s; and s + 1 is in shared memory
      auto const from = aim(s + direct_stages);
      COLEX_UNROLL
      for (int i = 0; i < loads; ++i) fetch(from, stage, i);
    };
    if (first < last) {
      load_first_steps();
      for (int s = first; s < last; s += direct_stages) {
        COLEX_UNROLL
        for (int stage = 0; stage < direct_stages; ++stage) step(s + stage, stage);
      }
      direct_wait<0>();
    }
    finish(sums);
  } else {
    InPlace<Atom> in_place[Mma::atoms_m * Mma::atoms_n];
    COLEX_UNROLL
    for (int i = 0; i < Mma::atoms_m * Mma::atoms_n; ++i) start_in_place(in_place[i]);
    constexpr int products = Mma::atoms_m * Mma::atoms_n, reads = reads_a + reads_b, half = products / 2;
    // Reads come with the first half of the products, where these have like shares, else one by one; loads with the second half.
    constexpr int read_turns = reads % half == 0 || half % reads == 0 ? half : reads;
    static_assert(read_turns <= products);
    auto const step = [&](int s, int stage, Held& held, Held& ahead) {
      if (scales_under_way(Index{stage}, Index{scale_loads}, Index{direct_stages}) == 0)
        direct_wait<under_way>();
      else
        direct_wait<under_way + scale_loads>();
      __syncthreads();  // s + 1 is in shared memory; and no thread still reads s there
      int const next_stage = static_cast<int>(ring_stage(Index{stage} + 1, Index{direct_stages}));
      auto const from = aim(s + direct_stages);
      COLEX_UNROLL
      for (int i = 0; i < reads_a; ++i) as_a_whole(held.a[i]);
      COLEX_UNROLL
      for (int i = 0; i < reads_b; ++i) as_a_whole(held.b[i]);
      int const s_ahead = scales_ahead(s, int{direct_stages}, last);
      COLEX_UNROLL
      for (int i = 0; i < products; ++i) {
        int const m = i / Mma::atoms_n, n = i % Mma::atoms_n;
        for_share<reads, read_turns>(i, [&](int r) { read(ahead, next_stage, r); });
        if constexpr (scale_loads != 0)
          for_share<scale_loads, half>(stage == 0 ? i - half : -1, [&](int l) { scales.load(s_ahead, l); });
        for_share<loads, half>(i - half, [&](int l) { fetch(from, stage, l); });
        auto& sum = in_place[m + Mma::atoms_m * n];
        auto const x = values_of<typename Types::A, Atom::a_values, typename OperandA::Places>(
            held.a, Atom::a_values * m);
        auto const y = values_of<typename Types::B, Atom::b_values, typename OperandB::Places>(
            held.b, Atom::b_values * n);
        if constexpr (is_scaled<Config>)
          mma_scaled_in_place<Atom>(sum, x, y, scales.a.taken[m], scales.b.taken[n], stage);
        else
          mma_in_place<Atom>(sum, x, y);
        if (stage + 1 == direct_stages) scales.take_after(m, n, last - s - 1);
        in_this_order();
      }
    };
    if (first < last) {
      Held now, next;
      scalars_settle();
      COLEX_UNROLL
      for (int i = 0; i < scale_loads; ++i) scales.load(first, i);
      load_first_steps();
      COLEX_UNROLL
      for (int i = 0; i < reads; ++i) read(now, 0, i);
      scales.take_all(last - first);
      for (int s = first; s < last; s += direct_stages) {
        step(s, 0, now, next);
        step(s + 1, 1, next, now);
        step(s + 2, 2, now, next);
        step(s + 3, 3, next, now);
      }
      direct_wait<0>();
      products_settle();
    }
    Accumulators<Config> sums;
    using Sum = std::remove_reference_t<decltype(sums.atom[0])>;
    COLEX_UNROLL
    for (int i = 0; i < Mma::atoms_m * Mma::atoms_n; ++i) sums.atom[i] = __builtin_bit_cast(Sum, in_place[i]);
    finish(sums);
  }
}

}  // namespace colex::gpu
