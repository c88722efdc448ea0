// SPDX-License-Identifier: MIT
// A config of the Hopper GEMM: element type, which index of each operand is contiguous, the block's tile,
// stages, blocks of a cluster. What it decides alone is asserted here; such a config does not compile
// otherwise.
//
//   GemmConfig<Element::bf16, Major::k, Major::k>     C[128 x 256] from A[128 x 64] and B[256 x 64], 4 stages
//
// A gated config computes activation(A B) * (A Bup): the first half of its tile of B has lines of B, the other half as
// many of Bup, so that each thread holds both sums of an element of the result, whose tile has half as many columns.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "hopper/accumulator.hpp"
#include "hopper/gemm_index.hpp"
#include "hopper/operand.hpp"
#include "hopper/result_box.hpp"
#include "hopper/ring.hpp"
#include "hopper/tile_order.hpp"

namespace colex::gpu::hopper {

/// What a processor of sm_90 has of shared memory, of which each block takes some for itself, and what a block may have
/// (opt-in); where that begins; and what there is of registers.
inline constexpr int processor_shared = 228 * 1024, reserved_shared = 1024,
                     shared_limit = processor_shared - reserved_shared, shared_alignment = 128,
                     register_file = 64 * 1024;

/// The part of the result that a block computes at a time, its stages, the blocks that share B, and the rows
/// of cluster tiles that run down together (tile_order.hpp).
/// `buffers` are each warpgroup's for boxes of a 16-bit result, which TMA stores (result_box.hpp); with 0 threads store.
/// So many `blocks` share a processor: one stores while another multiplies.
struct TileShape {
  int M, N, stages, cluster, band;
  int buffers = 0, blocks = 1;
  bool halves_alone = false;  ///< takes floats of 16 bits, not gated, and nothing else
  /// The clusters that are at work at a time. A cluster of four lies in one GPC, which may have processors over: of an H200's
  /// 132 the driver gives 30 clusters, not 33 (cudaOccupancyMaxActiveClusters). Where a chip has fewer, some wait for others.
  constexpr int clusters_on(int processors) const {
    int const all = processors * blocks / cluster;
    return cluster > 2 ? all - all / 11 : all;
  }
  bool operator==(TileShape const&) const = default;
};
// Their names say rows and columns, blocks of a cluster (c) and blocks on a processor (b).
inline constexpr TileShape tile_128x256c2{128, 256, 4, 2, 8, 2}, tile_128x128{128, 128, 7, 1, 16},
    tile_64x128{64, 128, 9, 1, 16}, tile_128x192{128, 192, 5, 1, 16}, tile_64x64{64, 64, 12, 1, 16},
    tile_64x32{64, 32, 16, 1, 16}, tile_128x128c2{128, 128, 7, 2, 8}, tile_128x224c2{128, 224, 5, 2, 8};
// For bf16 and f16 alone, and not gated: no other was measured.
inline constexpr bool of_halves = true;
inline constexpr TileShape tile_64x64c2{64, 64, 12, 2, 8, 0, 1, of_halves},
    tile_64x112{64, 112, 10, 1, 16, 0, 1, of_halves}, tile_64x48{64, 48, 14, 1, 16, 0, 1, of_halves},
    tile_64x96c2{64, 96, 11, 2, 8, 0, 1, of_halves}, tile_192x128{192, 128, 5, 1, 16, 0, 1, of_halves},
    tile_64x32b2{64, 32, 9, 1, 16, 0, 2, of_halves}, tile_64x96b2{64, 96, 5, 1, 16, 0, 2, of_halves},
    tile_64x64c4{64, 64, 12, 4, 4, 0, 1, of_halves}, tile_64x96c4{64, 96, 10, 4, 4, 0, 1, of_halves},
    tile_64x128c2{64, 128, 9, 2, 8, 0, 1, of_halves}, tile_64x128c4{64, 128, 9, 4, 4, 0, 1, of_halves},
    tile_128x160c2{128, 160, 6, 2, 8, 0, 1, of_halves}, tile_192x192c2{192, 192, 4, 2, 8, 0, 1, of_halves};
inline constexpr TileShape tile_shapes[] = {
    tile_128x256c2, tile_128x128, tile_64x128,  tile_128x192,  tile_64x64,    tile_64x32,     tile_128x128c2,
    tile_128x224c2, tile_64x64c2, tile_64x112,  tile_64x48,    tile_64x96c2,  tile_192x128,   tile_64x32b2,
    tile_64x96b2,   tile_64x64c4, tile_64x96c4, tile_64x128c2, tile_64x128c4, tile_128x160c2, tile_192x192c2};
inline constexpr int tile_shape_count = std::size(tile_shapes);

/// The name of a tile, as 128x256c2.
struct TileName {
  char text[16]{};
  constexpr explicit TileName(TileShape const& shape) {
    int at = 0;
    auto const number = [&](int n) {
      if (n >= 100) text[at++] = static_cast<char>('0' + n / 100);
      if (n >= 10) text[at++] = static_cast<char>('0' + n / 10 % 10);
      text[at++] = static_cast<char>('0' + n % 10);
    };
    auto const part = [&](char letter, int n) { text[at++] = letter, number(n); };
    number(shape.M);
    part('x', shape.N);
    if (shape.cluster > 1) part('c', shape.cluster);
    if (shape.blocks > 1) part('b', shape.blocks);
  }
};
namespace detail {
template <std::size_t... i>
constexpr std::array<TileName, sizeof...(i)> names_of_tiles(std::index_sequence<i...>) {
  return {TileName(tile_shapes[i])...};
}
inline constexpr auto names_of_all = names_of_tiles(std::make_index_sequence<tile_shape_count>());
template <std::size_t... i>
constexpr std::array<char const*, sizeof...(i)> texts_of_names(std::index_sequence<i...>) {
  return {names_of_all[i].text...};
}
}  // namespace detail
inline constexpr auto tile_names = detail::texts_of_names(std::make_index_sequence<tile_shape_count>());
/// Columns that a warpgroup multiplies at a time, where sums leave the tensor core: beside totals of twice as many there
/// are registers for the sums of these.
inline constexpr int promoted_columns = 128;
/// Operands of two types, and results of another type than products of such operands have by default.
constexpr bool has_few_tiles(Element e) {
  return a_type(e) != b_type(e) || result_of(e) != result_of(a_type(e));
}
/// Whether a tile has configs for this element and order of B: each block of a cluster loads whole boxes of B, which
/// have 64 lines where these are contiguous, and sums that leave the tensor core need registers beside its own: they come
/// from it in whole pieces. A gated
/// one has whole boxes of both operands, in either order, of types of 16 bits. Of has_few_tiles() there are four.
constexpr bool takes(TileShape const& shape, Element element, Major b, bool gated = false) {
  return (b == Major::k || shape.N % (64 * shape.cluster) == 0) &&
         (!promotes(element) || shape.N <= promoted_columns || shape.N == 2 * promoted_columns) &&
         (!shape.halves_alone || (is_half(element) && !gated)) &&
         (!has_few_tiles(element) || shape == tile_128x256c2 || shape == tile_128x128 ||
          shape == tile_128x128c2 || shape == tile_64x128) &&
         (!gated || (is_half(element) && shape.N % 128 == 0));
}
inline constexpr int any_shape = -1;  ///< in place of an index of it: the tile that takes least (choose.hpp)

template <Element element_, Major a_major, Major b_major, TileShape shape = tile_128x256c2,
          bool gated_ = false>
struct GemmConfig {
  static constexpr Element element = element_;
  static constexpr bool gated = gated_;
  static constexpr TileShape tile = shape;
  static constexpr int M = shape.M, N = shape.N, stages = shape.stages, cluster = shape.cluster,
                       blocks = shape.blocks;
  static constexpr int band = shape.band;  ///< rows of cluster tiles that run down together: tile_order.hpp
  static constexpr int columns = gated ? N / 2 : N;  ///< of the result, a tile's
  /// Of what hands stages over.
  static constexpr Scope scope = cluster > 1 ? Scope::cluster : Scope::block;

  /// A box has this many lines where they are contiguous; each block of a cluster loads its part of B for all.
  static constexpr int span = swizzle_bytes / bytes_of(element);
  static constexpr int operands = gated ? 2 : 1;  ///< whose lines a tile of B has
  static constexpr int shares = operands > cluster ? operands : cluster;
  using A = OperandTile<a_type(element), a_major, M, a_major == Major::k ? M : span>;
  using B = OperandTile<b_type(element), b_major, N, b_major == Major::k ? N / shares : span>;
  static constexpr int K = A::depth;
  static constexpr int operand_boxes = B::boxes / operands;

  /// The columns of the tile are multiplied in so many pieces, one after the other, in the same registers.
  static constexpr int piece_columns = promotes(element) && N > promoted_columns ? promoted_columns : N;
  static constexpr int pieces = N / piece_columns;
  using PieceOfB = OperandTile<b_type(element), b_major, piece_columns, B::box_lines>;
  /// Of which piece a group of stored_column_step columns is.
  static constexpr int piece_of(int group) { return group * stored_column_step / piece_columns; }

  /// What one warpgroup reads of A: 64 lines, at the same places as in the whole tile.
  using WarpgroupA = OperandTile<a_type(element), a_major, wgmma_rows, wgmma_rows>;
  static constexpr int consumers = M / wgmma_rows, consumer_warps = 4 * consumers;

  static constexpr bool takes_groups = !gated && hopper::takes_groups(element, a_major);
  static constexpr int stage_bytes = A::bytes + B::bytes;
  static constexpr int buffers = bytes_of(result_of(element)) == 2 ? shape.buffers : 0;
  static constexpr int buffers_bytes = consumers * buffers * result_box_bytes;

  /// Factors of parts of K come to the stages with the operands, if there are any; with one piece threads load them.
  static constexpr bool tells = pieces > 1;
  /// Those of a stage: of each row of A, and of each piece of the tile's columns of B.
  static constexpr int factors = tells ? M + pieces : 0;
  /// Of a ring with so many stages, with its barriers; and to align the stages.
  static constexpr int bytes_with(int count, bool told) {
    return count * (stage_bytes + 2 * 8 + (told ? 4 * factors : 0)) + buffers_bytes + swizzle_period -
           shared_alignment;
  }
  /// The stages of a ring that has factors, as many as fit.
  static constexpr int told_stages = [] {
    int count = tells ? stages : 0;
    while (bytes_with(count, true) > shared_limit) --count;
    return count;
  }();
  static constexpr int shared_bytes = bytes_with(stages, false) > bytes_with(told_stages, true)
                                          ? bytes_with(stages, false)
                                          : bytes_with(told_stages, true);

  /// One warpgroup loads, the others multiply; registers move from the one to the others (setmaxnreg), out of those that
  /// the block is launched with: as many to a thread as the blocks of a processor leave, by eights.
  static constexpr int threads = warpgroup_threads * (1 + consumers);
  static constexpr int launch_registers = std::min(register_file / (blocks * threads) / 8 * 8, 255);
  static constexpr int loader_registers = consumers == 2 ? 40 : 56;
  static constexpr int consumer_registers =
      std::min(232, ((1 + consumers) * launch_registers - loader_registers) / consumers / 8 * 8);

  static_assert(M % wgmma_rows == 0 && B::boxes % cluster == 0,
                "the tile is not made of warpgroups and boxes");
  static_assert(stages >= 2 && (!tells || told_stages >= 2), "one stage is no ring");
  static_assert(A::depth == B::depth && stage_bytes % swizzle_period == 0 && A::bytes % swizzle_period == 0);
  static_assert(blocks * (shared_bytes + reserved_shared) <= processor_shared,
                "more shared memory than a processor has");
  static_assert(loader_registers >= 24 && loader_registers % 8 == 0 && consumer_registers >= loader_registers,
                "setmaxnreg takes multiples of 8 from 24 on");
  static_assert(accumulator_is_covered<N>() && accumulator_is_covered<columns>());
  static_assert(!gated || (takes(shape, element, b_major, true) && B::boxes % operands == 0 &&
                           is_held_by_parts<N / 2, N>()));
  static_assert(is_repeated<WarpgroupA, A> && is_repeated<PieceOfB, B>);
  static_assert(pieces == 1 || (pieces == 2 && is_held_by_parts<piece_columns, N>()));
  static_assert(buffers == 0 || columns % result_box_columns == 0,
                "a tile of the result is not made of boxes");
  static_assert(empty_arrivals(cluster, consumer_warps) < 1 << 20);
};

/// The bytes that come to a stage, where A has M lines and B has N: those of all its boxes.
template <class Config>
constexpr int bytes_awaited(std::int64_t M, std::int64_t N) {
  return Config::A::bytes_of_boxes(M) + Config::B::bytes_of_boxes(N);
}

/// Of which operand a box of the tile of B is, and its number among those of that operand.
template <class Config>
constexpr int box_operand(int box) {
  if constexpr (Config::operands == 1)
    return 0;
  else
    return operand_of_box(box, int{Config::operand_boxes});
}
template <class Config>
constexpr int box_in_operand(int box) {
  if constexpr (Config::operands == 1)
    return box;
  else
    return box_of_operand(box, int{Config::operand_boxes});
}

/// Box number i of those that block `rank` of a cluster loads of B, for all its blocks.
template <class Config>
constexpr int shared_box(int rank, int i) {
  return rank * (Config::B::boxes / Config::cluster) + i;
}

}  // namespace colex::gpu::hopper
