// SPDX-License-Identifier: MIT
// The Hopper GEMM kernel: C[m,n] = sum over k of A[m,k] * B[n,k], or of a gated config the activation of that times the
// same of a second B, by persistent blocks, one or a few an SM. One thread of
// the first warpgroup loads with TMA, the other warpgroups multiply with wgmma, 64 rows each; ring.hpp has
// what they do, in which order. The blocks of a cluster take tiles one below the other and load B for each
// other.
//
//   gemm.hpp checks the arguments, makes the maps and launches it.
#pragma once

#include "hopper/boxed_store.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/loader.hpp"
#include "hopper/part_factors.hpp"
#include "hopper/result.hpp"
#include "hopper/told_factors.hpp"

namespace colex::gpu::hopper {

/// The multiplying role, for the threads of one warpgroup.
template <class Config, Element to, class List>
struct Multiplier : BlockOps<Config> {
  using Numbers = Config;
  static constexpr Element result = to;
  ResultMap<Config::buffers> const& c_map;
  ResultView<to> const& c;
  List list;
  GlobalView<float> sums;  ///< of splits
  ScalesView const& scales;
  int warpgroup, thread;
  wgmma::Accumulators<Config::piece_columns / 2, SumOf<Config::element>> sum;
  static constexpr bool promoting = promotes(Config::element);
  float total[promoting ? Config::N / 2 : 1];  ///< of the parts of K whose sums have left the tensor core
  std::conditional_t<Config::tells, ToldFactors<Config::pieces>, PartFactors> factors;  ///< of the last part
  int buffer;                      ///< for the next box of results
  std::uint64_t first_a, first_b;  ///< descriptors of what the warpgroup reads of the first stage

  __device__ auto held_sum(int i) const {
    if constexpr (promoting)
      return total[i];
    else
      return sum[i];
  }
  /// The same, and 0 of columns that complete the tile's last group.
  __device__ auto held_or_none(int i) const {
    return i < Config::N / 2 ? held_sum(i) : SumOf<Config::element>(0);
  }
  /// Whether parts of K have factors: where they are told, kernels of their own say so.
  __device__ bool has_factors() const { return Config::tells ? this->told : scales.of_parts; }
  /// Adds the sums of a piece of one part to the total, scaled; they are complete.
  template <int piece>
  __device__ void promote() {
    constexpr int held_here = Config::piece_columns / 2;
    wgmma::settle(sum);
    if (has_factors()) [[unlikely]] {
      COLEX_UNROLL
      for (int i = 0; i < held_here; ++i)
        total[piece * held_here + i] += factors.of_sums(piece, i / held_run % 2) * sum[i];
    } else {
      COLEX_UNROLL
      for (int i = 0; i < held_here; ++i) total[piece * held_here + i] += sum[i];
    }
  }
  /// Where a thread stores, of the warpgroup's rows from `row` on.
  using Places = StoredPlaces<Config::columns, bytes_of(to)>;
  /// The thread's first row of the block's tile.
  __device__ int own_row() const { return Places(warpgroup * wgmma_rows, 0, thread).row(0); }
  /// Where the factors of an item begin, for threads that load them.
  __device__ void find_factors(int item) {
    Item const work = list.find(item);
    factors.begin(this->row_of(work) + own_row(), list.own_rows(c).rows,
                  scaled_block_of(work.tile.column * Config::pieces, int{Config::piece_columns}),
                  first_part(work.split, list.parts), thread);
  }

  __device__ void wait_full(int stage, int parity) {
    mbarrier::wait<Config::scope>(this->full(stage), parity);
  }
  /// Starts the products of a part with one piece of the tile's columns.
  template <int piece>
  __device__ void start_piece(int stage, int part) {
    using A = typename Config::WarpgroupA;
    using B = typename Config::PieceOfB;
    wgmma::fence_accumulators();
    int const units = stage * (Config::stage_bytes / descriptor_unit),
              b_units = units + piece * (B::bytes / descriptor_unit);
    COLEX_UNROLL
    for (int step = 0; step < steps; ++step)
      wgmma::multiply<A, B>(sum, later_descriptor<A>(first_a, units, step),
                            later_descriptor<B>(first_b, b_units, step),
                            (part > 0 && !promoting) || step > 0);
    wgmma::commit();
  }
  /// Starts those of a part. Of two pieces the first is in the total by then.
  __device__ void start_products(int stage, [[maybe_unused]] int item, int part) {
    if constexpr (promoting) {
      if (part > 0) {
        if constexpr (!Config::tells)
          if (has_factors()) [[unlikely]]
            factors.load_next(scales, list.group());
        promote<Config::pieces - 1>();
      }
      if constexpr (Config::tells)
        if (has_factors()) factors.load(*this, stage, own_row());
    }
    start_piece<0>(stage, part);
    if constexpr (promoting) {
      if (has_factors()) [[unlikely]] {
        if constexpr (Config::tells) {
          factors.multiply();
        } else {
          if (part == 0) {
            find_factors(item);
            factors.load_next(scales, list.group());
          }
          factors.renew();
          factors.take(thread);
        }
      }
    }
    if constexpr (Config::pieces == 2) {
      wait_products<0>();
      promote<0>();
      start_piece<1>(stage, part);
    }
  }
  template <int pending>
  __device__ void wait_products() {
    wgmma::wait<pending>();
  }
  __device__ void release(int stage) {
    int const lane = thread % 32;
    if constexpr (Config::tells)
      if (this->told) sync_warp();  // all lanes have read factors of the stage, and these arrive
    if (lane < Config::cluster) mbarrier::arrive_at<Config::scope>(this->empty(stage), lane);
  }

  COLEX_INLINED __device__ void store_tile(int item) {
    if constexpr (promoting) {
      promote<Config::pieces - 1>();
      wgmma::forget(sum);
    }
    store_sums(item);
    if constexpr (promoting) {
      COLEX_UNROLL
      for (float& x : total) x = 0;
    }
  }

  __device__ void store_sums(int item) {
    Item const work = list.find(item);
    Places const places(this->row_of(work) + warpgroup * wgmma_rows, work.tile.column * Config::columns,
                        thread);
    if (list.keeps) return keep_sums(item, places.row(0), places.tile_column);
    Index const first = first_offset(c, work.batch, places);
    if constexpr (Config::buffers > 0 && List::has_all_rows)
      if (c.boxed) return store_by_boxes(*this, work, places, first);
    auto const activation = c.epilogue.activation;
    if constexpr (Config::gated) {
      with_finish<to>(false, activation, [&](auto finish) { store_gated<finish()>(places, first); });
    } else {
      auto const& of_rows = list.own_rows(c);
      auto const& own = own_columns<Config::columns>(of_rows, work.tile.column);
      with_finish<to>(c.plain, activation, [&](auto finish) {
        constexpr bool scaled = promoting && finish() != Finish::plain;
        if constexpr (promoting && !scaled)
          if (scales.of_result) return store_all<finish(), true>(own, places, first);
        store_all<finish(), scaled>(own, places, first);
      });
    }
  }

  /// The activation of the sums of the first half of the columns, times those of the other half.
  template <Finish finish>
  __device__ void gated_sums(int half, int group, float (&x)[4][2]) {
    constexpr int groups = Config::columns / stored_column_step;
    auto const sum_of = [&](int of, int j) { return held_sum(first_held_value(half, of, j / 2) + j % 2); };
    finish_gated<finish>(
        c.epilogue.activation, [&](int j) { return sum_of(group, j); },
        [&](int j) { return sum_of(group_of_up(group, groups), j); }, x);
  }
  template <Finish finish>
  __device__ void store_gated(Places const& places, Index first) {
    constexpr int groups = Config::columns / stored_column_step;
    COLEX_UNROLL
    for (int i = 0; i < 2 * groups; ++i) {
      int const half = i / groups, group = i % groups;
      float x[4][2];
      gated_sums<finish>(half, group, x);
      store_columns<to, Finish::plain>(c, later_place(c, first, places, half, group), places.row(half),
                                       places.column(group), thread, HeldBias{}, 0, HeldFactors<false>{}, 1,
                                       [&](int block, int j) { return x[block][j]; });
    }
  }

  template <Finish finish, bool scaled>
  __device__ void store_all(ResultView<to> const& own, Places const& places, Index first) {
    constexpr bool plain = finish == Finish::plain;
    constexpr int groups = column_groups(int{Config::N});
    // places.tile_column, which nvcc 13 would make 17 instructions more of.
    int const tile_column = places.first_column - Places::At::column_at(static_cast<unsigned>(thread), 0);
    auto const bias_of_group = [&](int group) {
      return plain || group == groups ? HeldBias{}
                                      : bias_of(own, tile_column + group * stored_column_step, thread);
    };
    // Beside an epilogue, or the totals of two pieces, there are no registers for that.
    constexpr bool at_once = scaled && plain && Config::pieces == 1;
    constexpr bool by_rows = plain && (at_once || !scaled);  // else group by group, both rows of each
    HeldFactors<scaled> of_columns[at_once ? groups : 1];
    auto const load_factors = [&]([[maybe_unused]] int group) {
      if constexpr (scaled)
        of_columns[at_once ? group : 0] =
            factors_of(own, scales, list.group(), tile_column + group * stored_column_step, thread);
    };
    COLEX_UNROLL
    for (int group = 0; group < (at_once ? groups : 0); ++group) load_factors(group);
    HeldBias bias = bias_of_group(0), next{};  // which is on its way while the group before is finished
    HeldRowBias of_rows{};
    if constexpr (!plain) of_rows = row_bias_of(own, places.row(0));
    HeldRowFactors<Config::pieces> row_factors{};
    if constexpr (scaled)
      row_factors = row_factors_of<Config::pieces>(own, scales, list.group(), has_factors(), places.row(0),
                                                   scaled_block_of(Index{tile_column}, Index{1}));
    COLEX_UNROLL
    for (int i = 0; i < 2 * groups; ++i) {
      int const half = by_rows ? i / groups : i % 2, group = by_rows ? i % groups : i / 2;
      if (half == 0) next = bias_of_group(group + 1);
      if (half == 0 && !at_once) load_factors(group);
      store_columns<to, finish>(
          own, later_place(own, first, places, half, group), places.row(half), places.column(group), thread,
          bias, of_rows.value[half], of_columns[at_once ? group : 0],
          row_factors.value[Config::piece_of(group)][half],
          [&](int block, int i) { return held_or_none(first_held_value(half, group, block) + i); });
      if (half == 1) bias = next;
    }
  }

  /// Leaves the sums of a split as they are held; `row` is the thread's first, `column` the tile's.
  __device__ void keep_sums(int item, int row, int column) {
    constexpr int quads = Config::N / 8;
    COLEX_UNROLL
    for (int quad = 0; quad < quads; ++quad) {
      std::uint32_t const four[4] = {bits_of(held_sum(4 * quad)), bits_of(held_sum(4 * quad + 1)),
                                     bits_of(held_sum(4 * quad + 2)), bits_of(held_sum(4 * quad + 3))};
      if (row < c.rows && column + 8 * quad < c.columns)
        store_words(sums,
                    held_offset<Index>(item, this->rank, Config::cluster, warpgroup, Config::consumers, quad,
                                       quads, thread),
                    four);
    }
  }
};

/// Calls use(std::bool_constant<whether it is the kernel whose factors of parts are `told`>) for a problem. There are two of
/// such a config: asking at each part takes time that a tile of two pieces does not have.
template <class Config, class Use>
auto with_telling(ScalesView const& scales, Use use) {
  if constexpr (Config::tells)
    if (scales.of_parts) return use(std::true_type{});
  return use(std::false_type{});
}

/// Of another warp than the one that makes the barriers.
inline constexpr unsigned prefetching_thread = 32;

template <class Config, Element to, class List = WorkList, bool told = false>
__global__ void __cluster_dims__(Config::cluster, 1, 1) __launch_bounds__(Config::threads, Config::blocks)
    gemm_kernel(__grid_constant__ TensorMap const a, __grid_constant__ TensorMaps<Config::operands> const b,
                __grid_constant__ ResultMap<Config::buffers> const c_map, ResultView<to> c, List list,
                bool a_steps, bool b_steps, GlobalView<float> sums, ScalesView scales) {
  Address const memory = (dynamic_shared_address() + swizzle_period - 1) / swizzle_period * swizzle_period;
  BlockOps<Config> block{memory, Config::cluster == 1 ? 0 : cluster_rank(), told,
                         told ? int{Config::told_stages} : int{Config::stages}};
  if constexpr (told) write_ones(block);
  if (threadIdx.x == prefetching_thread) prefetch_maps(a, b);
  allow_next_launch();
  prepare(block);
  await_earlier_launch();

  int const first = static_cast<int>(first_tile<unsigned>(blockIdx.x, Config::cluster)),
            step = static_cast<int>(gridDim.x / Config::cluster), count = list.count();
  int const role = shuffle(static_cast<int>(threadIdx.x / warpgroup_threads), 0);  // uniform in a warp
  if (role == 0) {
    release_registers<Config::loader_registers>();
    if (threadIdx.x == 0) {
      Loader<Config, List> loader{block, a, b, list, a_steps, b_steps};
      load_tiles(loader, first, step, count, list.parts, block.stages);
    } else if constexpr (told) {
      if (threadIdx.x / telling_lanes == 1) {
        Teller<Config, List> teller{block, scales, list, c.rows,
                                    static_cast<int>(threadIdx.x % telling_lanes)};
        load_tiles<true>(teller, first, step, count, list.parts, block.stages);
      }
    }
    finish(block);
  } else {
    claim_registers<Config::consumer_registers>();
    using A = typename Config::WarpgroupA;
    int const warpgroup = role - 1, thread = static_cast<int>(threadIdx.x % warpgroup_threads);
    Multiplier<Config, to, List> multiplier{block,
                                            c_map,
                                            c,
                                            list,
                                            sums,
                                            scales,
                                            warpgroup,
                                            thread,
                                            {},
                                            {},
                                            {},
                                            0,
                                            descriptor<A>(block.a_tile(0) + warpgroup * A::bytes),
                                            descriptor<typename Config::PieceOfB>(block.b_tile(0))};
    multiply_tiles<promotes(Config::element)>(multiplier, first, step, count, list.parts, block.stages);
    if constexpr (Config::buffers > 0) wait_stored();
    finish(block);
  }
}

}  // namespace colex::gpu::hopper
