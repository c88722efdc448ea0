// SPDX-License-Identifier: MIT
// How the sums of the pipelined GEMM (pipelined.hpp) leave: part by part through shared memory, so that C is written by runs of 16 bytes
// whichever side of it is contiguous, and element by element where it is neither.
#pragma once

#include "gemm/gemm_kernel.hpp"

namespace colex::gpu {

/// Where the sums of a part of the tile lie in shared memory: `rows` of a column are neighbours, and columns `pitch` apart.
template <class Config>
struct SumsInShared {
  using Mma = TiledMma<Config>;
  using Sum = typename GemmTypes<Config>::Sum;
  static constexpr int parts = Mma::atoms_n, columns = Mma::tile_n / parts, rows = Mma::tile_m;
  static constexpr int run = widest_access_bytes / static_cast<int>(sizeof(typename GemmTypes<Config>::C));
  static constexpr int runs = rows * columns / (run * Mma::threads);
  // A part is what each wave's atoms of one column make, and is contiguous; a lane's first values may be neighbours along M.
  static constexpr Layout<Index> values = entry(Mma::C::layout, 1);
  static constexpr int most = widest_access_bytes / static_cast<int>(sizeof(Sum)),
                       along_m = values.leaves[0].stride == 1 ? static_cast<int>(values.leaves[0].shape) : 1,
                       neighbours = along_m < most ? along_m : most;
  static_assert(along_m % neighbours == 0);
  static_assert(rank(values) == 3 && size(entry(values, 1)) == Mma::atoms_m &&
                size(entry(values, 2)) == parts);
  static_assert(parts == 1 || entry(values, 2) == line(parts, rows* columns),
                "columns of atoms are not in order");
  static_assert(rows * columns % (run * Mma::threads) == 0 && columns % run == 0 && rows % run == 0);
  static constexpr Layout<Index> elements = by_rows(rows, columns);
  /// Element (row, column) of the part -> its place.
  struct Kept {
    static constexpr Layout<Index> layout = elements;
  };
  /// (thread, run) -> the first element, row + rows * column, of a run of C: along N 16 rows are neighbours in a wave, so that at most
  /// two lanes meet in a bank, and 4 runs of a row.
  static constexpr Layout<Index> threads_and_runs = join(line(Mma::threads, 1), line(runs, Mma::threads));
  struct AlongN {
    static constexpr Layout<Index> layout =
        *composition(deal(elements, 1, run, 16, columns / run), threads_and_runs);
  };
  struct AlongM {
    static constexpr Layout<Index> layout =
        *composition(deal(elements, run, 1, rows / run, columns), threads_and_runs);
  };
  using FromN = CoordinatesOf<AlongN, rows, columns>;
  using FromM = CoordinatesOf<AlongM, rows, columns>;
};

/// The shared memory of a block: stages of both operands, later the sums of one part of the tile.
template <class Config, int stages>
constexpr std::uint32_t pipelined_shared_bytes() {
  using Types = GemmTypes<Config>;
  constexpr std::uint32_t operands = stages * (TileA<Config>::size_in_shared * sizeof(typename Types::A) +
                                               TileB<Config>::size_in_shared * sizeof(typename Types::B));
  constexpr std::uint32_t sums =
      SumsInShared<Config>::rows * SumsInShared<Config>::columns * sizeof(typename Types::Sum);
  return operands < sums ? sums : operands;
}

/// Whether each lane holds runs of 16 bytes along N, as those of f64's mma.sync do: they need not go through shared memory.
template <class Config>
inline constexpr bool holds_runs_along_n =
    SumsInShared<Config>::values.leaves[0].stride ==
    SumsInShared<Config>::rows&& SumsInShared<Config>::values.leaves[0].shape == SumsInShared<Config>::run;

/// Whether C is written by runs along N, and is alpha times the sums.
template <class Config, class T, class Compute>
__device__ inline bool leaves_along_n(Destination<T, Compute> const& c) {
  constexpr int V = SumsInShared<Config>::run;
  auto const& e = c.epilogue;
  return c.n_stride == 1 && c.m_stride % V == 0 && c.origin % V == 0 && c.batch_stride % V == 0 && c.wide &&
         e.beta == Compute(0) && !c.has_bias && e.activation == Activation::none;
}

/// Writes the sums of such a config to such a C, straight from registers.
template <class Config, class Arguments>
__device__ inline void finish_held(Arguments const& arguments, Accumulators<Config> const& sums, Index m0,
                                   Index n0, Index batch, int thread) {
  decltype(auto) p = arguments();
  using Types = GemmTypes<Config>;
  using Compute = typename Types::Compute;
  using Held = typename TiledMma<Config>::C;
  constexpr int V = SumsInShared<Config>::run, rows = SumsInShared<Config>::rows;
  Epilogue<Compute> const scale{p.c.epilogue.alpha, Compute(0), Activation::none};
  COLEX_UNROLL
  for (int i = 0; i < Part<Held, 1>::points; i += V) {
    int const place = offset_in<Part<Held, 0>>(thread) + offset_in<Part<Held, 1>>(i);
    Index const m = m0 + place % rows, n = n0 + place / rows;
    Index const offset = matrix_offset(p.c.origin, m, p.c.m_stride, n, p.c.n_stride, batch, p.c.batch_stride);
    Vec<typename Types::C, V> run;
    COLEX_UNROLL
    for (int k = 0; k < V; ++k)
      run.value[k] = finish<typename Types::C>(
          scale, convert<Compute>(sums.atom[i / sums.values][i % sums.values + k]), Compute(0), Compute(0));
    if (m < p.M && n + V <= p.N) {
      store(p.c.view, offset, run);
    } else if (m < p.M) {
      COLEX_UNROLL
      for (int k = 0; k < V; ++k)
        if (n + k < p.N) store(p.c.view, offset + k, Vec<typename Types::C, 1>{{run.value[k]}});
    }
  }
}

/// Finishes a run of elements that are neighbours in C and all inside it: (m, n) and those after it along N, or along M.
template <class T, class Compute, int V>
__device__ inline void finish_run(Destination<T, Compute> const& c, Index m, Index n, bool along_n,
                                  Index batch, Fragment<Compute, V> const& sums) {
  Index const offset = matrix_offset(c.origin, m, c.m_stride, n, c.n_stride, batch, c.batch_stride);
  Vec<T, V> run{};
  if (c.epilogue.beta != Compute(0)) run = load<V>(c.view, offset);
  COLEX_UNROLL
  for (int i = 0; i < V; ++i) {
    Compute old(0);
    if (c.epilogue.beta != Compute(0)) old = convert<Compute>(run.value[i]);
    run.value[i] = finish<T>(c.epilogue, sums[i], old, c.bias_at(along_n ? m : m + i, along_n ? n + i : n));
  }
  store(c.view, offset, run);
}

/// Writes one part of the tile out of shared memory: columns n0, n0 + 1 and so on of C.
template <class Config, class Arguments>
__device__ inline void finish_part(Arguments const& arguments,
                                   SharedView<typename GemmTypes<Config>::Sum> const& sums, Index m0,
                                   Index n0, BlockWork<Index> const& work, int thread) {
  decltype(auto) p = arguments();
  using Shape = SumsInShared<Config>;
  using Compute = typename GemmTypes<Config>::Compute;
  constexpr int V = Shape::run;
  bool const along_n = p.c.n_stride == 1;
  Index const step = along_n ? p.c.m_stride : p.c.n_stride;
  bool const wide = p.splits == 1 && (along_n || p.c.m_stride == 1) && step % V == 0 && p.c.origin % V == 0 &&
                    p.c.batch_stride % V == 0 && p.c.wide;
  COLEX_UNROLL_1
  for (int r = 0; r < Shape::runs; ++r) {
    int const row = along_n ? Shape::FromN::row(thread, r) : Shape::FromM::row(thread, r);
    int const column = along_n ? Shape::FromN::column(thread, r) : Shape::FromM::column(thread, r);
    auto const sum = [&](int i) {
      int const place =
          nested_offset<typename Shape::Kept>(along_n ? row : row + i, along_n ? column + i : column);
      return load<1>(sums, place).value[0];
    };
    Index const m = m0 + row, n = n0 + column;
    if (wide && m + (along_n ? 1 : V) <= p.M && n + (along_n ? V : 1) <= p.N) {
      Fragment<Compute, V> run;
      COLEX_UNROLL
      for (int i = 0; i < V; ++i) run[i] = convert<Compute>(sum(i));
      finish_run(p.c, m, n, along_n, work.batch, run);
      continue;
    }
    COLEX_UNROLL_1
    for (int i = 0; i < V; ++i) {
      Index const mi = along_n ? m : m + i, ni = along_n ? n + i : n;
      if (mi >= p.M || ni >= p.N) continue;
      if (p.splits == 1) {
        finish_element(p.c, mi, ni, work.batch, convert<Compute>(sum(i)));
      } else {
        store(p.workspace, partial_offset(mi, ni, p.M, p.N, work.split, p.splits, work.batch),
              Vec<typename Shape::Sum, 1>{{sum(i)}});
      }
    }
  }
}

/// Writes the tile that the sums of a block's threads are. Clang 19 would keep them in memory if it compiled this by itself first.
template <class Config, class Arguments>
COLEX_INLINED __device__ inline void finish_tile(Arguments const& arguments, Accumulators<Config> const& sums,
                                                 Index m0, Index n0, BlockWork<Index> const& work,
                                                 int thread) {
  using Mma = TiledMma<Config>;
  using Shape = SumsInShared<Config>;
  using Sum = typename Shape::Sum;
  if constexpr (holds_runs_along_n<Config>) {
    decltype(auto) p = arguments();
    if (p.splits == 1 && leaves_along_n<Config>(p.c))
      return finish_held<Config>(arguments, sums, m0, n0, work.batch, thread);
  }
  auto const shared = dynamic_shared<Sum>(0, Shape::rows * Shape::columns);
  constexpr int V = Shape::neighbours, values = Accumulators<Config>::values;
  COLEX_UNROLL_1
  for (int part = 0; part < Shape::parts; ++part) {
    __syncthreads();  // no thread still reads what lay there
    COLEX_UNROLL
    for (int n = 0; n < Mma::atoms_n; ++n) {
      if (n != part) continue;  // registers have no number that varies
      COLEX_UNROLL
      for (int m = 0; m < Mma::atoms_m; ++m) COLEX_UNROLL
      for (int i = 0; i < values; i += V) {
        int const place =
            offset_in<Part<typename Mma::C, 0>>(thread) + offset_in<Part<typename Mma::C, 1>>(values * m + i);
        Vec<Sum, V> run;
        COLEX_UNROLL
        for (int k = 0; k < V; ++k) run.value[k] = sums.atom[m + Mma::atoms_m * n][i + k];
        store(shared, place, run);
      }
    }
    __syncthreads();
    finish_part<Config>(arguments, shared, m0, n0 + part * Shape::columns, work, thread);
  }
}

}  // namespace colex::gpu
