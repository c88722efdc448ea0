// SPDX-License-Identifier: MIT
// The GEMM kernel, C = act(alpha A B + beta C + bias), one body for every platform, element type, atom,
// stride and size. A block computes one tile of C over one part of K: while the tiles of A and B for one step
// lie in shared memory, those for the next are on their way to registers. Two stages take turns, so that one
// barrier a step suffices. gemm.hpp launches it.
#pragma once

#include "atoms/mfma_scaled.hpp"
#include "atoms/mma.hpp"
#include "gemm/epilogue.hpp"
#include "gemm/shuffled.hpp"
#include "tiles/tiled_copy.hpp"
#include "tiles/tiled_mma.hpp"

namespace colex::gpu {

/// How blocks run through the tiles of C. `xcds` > 1 first deals neighbours out to chiplets.
enum class Order { row, grouped, hilbert };
struct TileOrder {
  Order order = Order::grouped;
  Index group = 8, xcds = 1;
};

/// A (rows m) or B (rows n), as the kernel reads it: element (row, k) of batch b.
template <class T>
struct Operand {
  GlobalView<T const> view;
  Index origin, row_stride, k_stride, batch_stride;
  bool along_k;  ///< copies run along k, else along the rows
  bool wide;     ///< by accesses of a whole run, where it is inside
};

/// C, and what is computed for it.
template <class T, class Compute>
struct Destination {
  GlobalView<T> view;
  Index origin, m_stride, n_stride, batch_stride;
  GlobalView<Compute const> bias;
  bool has_bias, bias_of_rows;  ///< of columns, if not of rows
  bool wide;                    ///< the array begins at a multiple of 16 bytes
  Epilogue<Compute> epilogue;

  __device__ Compute bias_at(Index m, Index n) const {
    return has_bias ? load<1>(bias, bias_of_rows ? m : n).value[0] : Compute(0);
  }
};

template <class Config>
struct GemmTypes {
  using A = typename Config::atom::A;
  using B = typename Config::atom::B;
  using Sum = typename Config::atom::C;
  using C = typename Config::output;
  using Compute = colex::gpu::Compute<Sum>;
};

/// The scales of A (rows m) or of B (rows n), as the kernel reads them: those of row r and batch b lie one behind the other.
struct ScaleOperand {
  GlobalView<E8M0 const> view;
  Index origin, row_stride, batch_stride;
};
template <class T>
struct ScaledOperand : Operand<T> {
  ScaleOperand scales;
};
template <class Config, class T>
using OperandOf = std::conditional_t<is_scaled<Config>, ScaledOperand<T>, Operand<T>>;

template <class Config>
struct GemmArguments {
  using Types = GemmTypes<Config>;
  Index M, N, K, splits, batches;
  TileOrder order;
  OperandOf<Config, typename Types::A> a;
  OperandOf<Config, typename Types::B> b;
  Destination<typename Types::C, typename Types::Compute> c;
  GlobalView<typename Types::Sum> workspace;  ///< partial sums, when splits > 1
};

/// The tile that a block works on.
constexpr TileCoordinate<Index> ordered_tile(TileOrder const& order, Index tile, Index grid_m, Index grid_n) {
  if (order.order == Order::hilbert) return hilbert_order(tile, grid_m, grid_n);
  if (order.order == Order::grouped) return grouped_order(tile, grid_m, grid_n, order.group);
  return row_order(tile, grid_n);
}

/// The tiles of A and B, as tiled copies see them.
template <class Config>
struct TileA {
  using element = typename Config::atom::A;
  static constexpr int rows = TiledMma<Config>::tile_m, columns = TiledMma<Config>::tile_k,
                       threads = TiledMma<Config>::threads;
  static constexpr Layout<Index> shared = Config::a_shared;
  static constexpr Swizzle swizzle = Config::a_swizzle;
  static constexpr int size_in_shared = static_cast<int>(extent(shared));
};
template <class Config>
struct TileB {
  using element = typename Config::atom::B;
  static constexpr int rows = TiledMma<Config>::tile_n, columns = TiledMma<Config>::tile_k,
                       threads = TiledMma<Config>::threads;
  static constexpr Layout<Index> shared = Config::b_shared;
  static constexpr Swizzle swizzle = Config::b_swizzle;
  static constexpr int size_in_shared = static_cast<int>(extent(shared));
};

/// Elements of a tile on their way from an operand to shared memory.
template <class Tile>
struct Staging {
  static constexpr int elements = TileCopy<Tile, true>::elements;
  Fragment<typename Tile::element, elements> registers;

  /// Loads the part of the tile that begins at (row, k) and is inside `rows` x `k_end`.
  __device__ void load_from(Operand<typename Tile::element> const& x, Index row, Index rows, Index k,
                            Index k_end, Index batch, int thread) {
    Index const offset = matrix_offset(x.origin, row, x.row_stride, k, x.k_stride, batch, x.batch_stride);
    TilePlace const at{offset, x.row_stride, x.k_stride, rows - row, k_end - k, x.wide};
    load_tile<Tile>(x.view, at, x.along_k, thread, registers);
  }

  template <int N>
  __device__ void store_to(Shared<typename Tile::element, N>& shared, int stage, bool along_k,
                           int thread) const {
    int const base = stage * Tile::size_in_shared;
    if (along_k) {
      store_tile<Tile, true>(shared, base, thread, registers);
    } else {
      store_tile<Tile, false>(shared, base, thread, registers);
    }
  }
};

/// B on its way to the fragments: through shared memory, as A goes, or, preshuffled, straight to registers.
template <class Config, bool shuffled = b_is_shuffled<Config>>
struct FeedB {
  using Tile = TileB<Config>;
  using Memory = Shared<typename Tile::element, 2 * Tile::size_in_shared>;
  Staging<Tile> staging;

  __device__ void fetch(GemmArguments<Config> const& p, Index tile_n, Index step, Index batch, int thread) {
    staging.load_from(p.b, tile_n * Tile::rows, p.N, step * Tile::columns, p.K, batch, thread);
  }
  __device__ void keep(Memory& memory, int stage, bool along_k, int thread) {
    staging.store_to(memory, stage, along_k, thread);
  }
  __device__ auto fragment(Memory& memory, int stage, int thread, int group) const {
    return load_fragment<Tile, typename TiledMma<Config>::B>(memory, stage * Tile::size_in_shared, thread,
                                                             group);
  }
};

template <class Config>
struct FeedB<Config, true> {
  using Tile = ShuffledTile<Config>;
  using Memory = Shared<typename Tile::element, 1>;  // not used: no array has 0 elements
  Fragment<typename Tile::element, Tile::values> next, now;

  __device__ void fetch(GemmArguments<Config> const& p, Index tile_n, Index step, Index batch, int thread) {
    Index const tile = shuffled_tile(tile_n, step, tiles_over(p.K, Index{Tile::columns}));
    Index const base = p.b.origin + batch * p.b.batch_stride + tile * Tile::elements;
    next = load_fragment<Tile, typename Tile::Tv>(p.b.view, base, thread, 0);
  }
  __device__ void keep(Memory&, int, bool, int) { now = next; }
  __device__ auto const& fragment(Memory&, int, int, int) const { return now; }
};

/// The accumulators of one thread: one fragment for each atom.
template <class Config>
struct Accumulators {
  using Mma = TiledMma<Config>;
  using Atom = typename Config::atom;
  static constexpr int values = size(detail::AtomLayouts<Atom>::c) / Atom::threads;
  static constexpr int a_values = size(detail::AtomLayouts<Atom>::a) / Atom::threads;
  static constexpr int b_values = size(detail::AtomLayouts<Atom>::b) / Atom::threads;
  Fragment<typename Atom::C, values> atom[Mma::atoms_m * Mma::atoms_n];

  /// Adds the products of one group of steps.
  template <int NA, int NB>
  __device__ void add(Fragment<typename Atom::A, NA> const& a, Fragment<typename Atom::B, NB> const& b) {
    COLEX_UNROLL
    for (int step = 0; step < Config::k_group; ++step) COLEX_UNROLL
    for (int n = 0; n < Mma::atoms_n; ++n) COLEX_UNROLL
    for (int m = 0; m < Mma::atoms_m; ++m) {
      Fragment<typename Atom::A, a_values> x;
      COLEX_UNROLL
      for (int v = 0; v < a_values; ++v) x[v] = a[v + a_values * (step + Config::k_group * m)];
      Fragment<typename Atom::B, b_values> y;
      COLEX_UNROLL
      for (int v = 0; v < b_values; ++v) y[v] = b[v + b_values * (step + Config::k_group * n)];
      atom[m + Mma::atoms_m * n] = mma<Atom>(atom[m + Mma::atoms_m * n], x, y);
    }
  }
};

/// Finishes element (m, n): reads C where beta asks for it, and writes it.
template <Activations known = Activations::all, class T, class Compute>
__device__ inline void finish_element(Destination<T, Compute> const& c, Index m, Index n, Index batch,
                                      Compute sum) {
  Index const offset = matrix_offset(c.origin, m, c.m_stride, n, c.n_stride, batch, c.batch_stride);
  Compute old(0);
  if (c.epilogue.beta != Compute(0)) old = convert<Compute>(load<1>(c.view, offset).value[0]);
  store(c.view, offset, Vec<T, 1>{{finish<T, known>(c.epilogue, sum, old, c.bias_at(m, n))}});
}

/// One block's part of a problem: a tile of C over a part of K. 0 <= block < tiles * splits * batches. The
/// problem is what `arguments()` returns; call it again for the epilogue rather than keep the problem in
/// registers.
template <class Config, class Arguments>
__device__ inline void gemm_block(Arguments const& arguments, Index block) {
  static_assert(!is_scaled<Config>, "its products would have no scales");
  decltype(auto) p = arguments();
  using Types = GemmTypes<Config>;
  using Mma = TiledMma<Config>;
  using A = TileA<Config>;
  __shared__ Shared<typename Types::A, 2 * A::size_in_shared> a_shared;
  __shared__ typename FeedB<Config>::Memory b_shared;

  int const thread = static_cast<int>(threadIdx.x);
  Index const grid_m = tiles_over(p.M, Index{Mma::tile_m}), grid_n = tiles_over(p.N, Index{Mma::tile_n});
  Index const k_tiles = tiles_over(p.K, Index{Mma::tile_k}), tiles = grid_m * grid_n;
  auto const work = block_work(block, tiles, p.splits);
  auto const tile = ordered_tile(p.order, work.tile, grid_m, grid_n);
  Index const m0 = tile.m * Mma::tile_m, n0 = tile.n * Mma::tile_n;
  Index const first = split_begin(work.split, k_tiles, p.splits);
  Index const last = split_begin(work.split + 1, k_tiles, p.splits);

  Staging<A> a;
  FeedB<Config> b;
  auto const fetch = [&](Index step) {
    a.load_from(p.a, m0, p.M, step * Mma::tile_k, p.K, work.batch, thread);
    b.fetch(p, tile.n, step, work.batch, thread);
  };
  auto const keep = [&](int stage) {
    a.store_to(a_shared, stage, p.a.along_k, thread);
    b.keep(b_shared, stage, p.b.along_k, thread);
  };

  Accumulators<Config> sums{};
  if (first < last) {
    fetch(first);
    keep(0);
  }
  for (Index step = first; step < last; ++step) {
    int const stage = static_cast<int>(stage_of(step - first));
    __syncthreads();  // this stage is full; and no thread still reads the other one
    if (step + 1 < last) fetch(step + 1);
    COLEX_UNROLL_2
    for (int group = 0; group < Mma::k_groups; ++group)
      sums.add(load_fragment<A, typename Mma::A>(a_shared, stage * A::size_in_shared, thread, group),
               b.fragment(b_shared, stage, thread, group));
    if (step + 1 < last) keep(static_cast<int>(stage_of(step + 1 - first)));
  }

  decltype(auto) end = arguments();
  using Held = typename Mma::C;
  auto const finish_each = [&](auto known) {
    COLEX_UNROLL
    for (int i = 0; i < Part<Held, 1>::points; ++i) {
      // A row and a column as layouts of their own make 7 % more of gemm_mfma_bf16_f32 by clang 19.
      int const place = offset_in<Part<Held, 0>>(thread) + offset_in<Part<Held, 1>>(i);
      Index const m = m0 + place % Mma::tile_m, n = n0 + place / Mma::tile_m;
      if (m >= end.M || n >= end.N) continue;
      auto const sum = sums.atom[i / sums.values][i % sums.values];
      if (end.splits == 1) {
        finish_element<known()>(end.c, m, n, work.batch, convert<typename Types::Compute>(sum));
      } else {
        store(end.workspace, partial_offset(m, n, end.M, end.N, work.split, end.splits, work.batch),
              Vec<typename Types::Sum, 1>{{sum}});
      }
    }
  };
  if constexpr (!std::is_integral_v<typename Types::Compute>)
    if (end.c.epilogue.activation == Activation::gelu_erf)
      return finish_each(std::integral_constant<Activations, Activations::gelu_by_erf>{});
  finish_each(std::integral_constant<Activations, Activations::others>{});
}

template <class Config, class Arguments>
__device__ inline void pipelined_block(Arguments const& arguments, Index block);
template <class Config, class Arguments>
__device__ inline void direct_block(Arguments const& arguments, Index block);

/// The blocks of a problem.
template <class Config>
constexpr Index gemm_blocks(Index M, Index N, Index splits, Index batches) {
  using Mma = TiledMma<Config>;
  return tiles_over(M, Index{Mma::tile_m}) * tiles_over(N, Index{Mma::tile_n}) * splits * batches;
}

/// The bounds of a launch. By a least number of blocks on a multiprocessor, where it is not 0, nvcc takes as many registers as it leaves.
#if defined(__CUDACC__)
#define COLEX_LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads, blocks)
#else
#define COLEX_LAUNCH_BOUNDS(threads, blocks) __launch_bounds__(threads)
#endif
template <class Config>
inline constexpr int least_blocks = is_direct<Config>&& Config::atom::threads == 1 ? 1 : 0;

template <class Config>
__global__ COLEX_LAUNCH_BOUNDS(TiledMma<Config>::threads,
                               least_blocks<Config>) void gemm_kernel(GemmArguments<Config> p) {
  Index const blocks = gemm_blocks<Config>(p.M, p.N, p.splits, p.batches);
  auto const arguments = [&]() -> GemmArguments<Config> const& { return p; };
  Index const block = xcd_remap(Index{blockIdx.x}, blocks, p.order.xcds);
  if constexpr (is_direct<Config>) {
    direct_block<Config>(arguments, block);
  } else if constexpr (is_pipelined<Config>) {
    pipelined_block<Config>(arguments, block);
  } else {
    gemm_block<Config>(arguments, block);
  }
}

/// Threads of a block of gemm_reduce_kernel, an element of C each.
inline constexpr int reduce_threads = 64;

/// Adds up the partial sums of each element of C, split 0 first, and finishes it.
template <class Config>
__global__ __launch_bounds__(reduce_threads) void gemm_reduce_kernel(GemmArguments<Config> p) {
  using Sum = typename GemmTypes<Config>::Sum;
  Index const element = Index{blockIdx.x} * reduce_threads + threadIdx.x;
  if (element >= p.M * p.N * p.batches) return;
  Index const m = element % p.M, n = element / p.M % p.N, batch = element / (p.M * p.N);
  Sum sum(0);
  for (Index split = 0; split < p.splits; ++split)
    sum = multiply_add(
        Sum(1), load<1>(p.workspace, partial_offset(m, n, p.M, p.N, split, p.splits, batch)).value[0], sum);
  finish_element(p.c, m, n, batch, convert<typename GemmTypes<Config>::Compute>(sum));
}

}  // namespace colex::gpu
