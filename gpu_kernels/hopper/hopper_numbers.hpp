// SPDX-License-Identifier: MIT
// What certificates know of a config of the Hopper GEMM, as numbers, and the functions of its kernel that
// depend on it.
//
//   hopper_numbers_of<Config>()        of one
//   hopper_configs()                   of all that are shipped
#pragma once

#include "certificate/by_name.hpp"
#include "hopper/config_name.hpp"

namespace colex::gpu {

/// A tile of an operand: hopper/operand.hpp.
struct HopperOperand {
  hopper::Major major;
  int element_bytes, lines, boxes, box_lines, box_bytes, bytes;
  std::uint32_t box_width, box_height;
  std::uint32_t (*rows_of_box)(std::int64_t lines);
  std::int64_t stride_offset, leading_offset, step_offset;
  std::uint64_t (*descriptor)(std::uint32_t address);
  std::uint64_t (*later_descriptor)(std::uint64_t first, int units, int step);
};
template <class Tile>
constexpr HopperOperand hopper_operand() {
  return {Tile::major,        Tile::element_bytes,       Tile::lines,
          Tile::boxes,        Tile::box_lines,           Tile::box_bytes,
          Tile::bytes,        Tile::box_width,           Tile::box_height,
          &Tile::rows_of_box, Tile::stride_offset,       Tile::leading_offset,
          Tile::step_offset,  &hopper::descriptor<Tile>, &hopper::later_descriptor<Tile>};
}

struct HopperNumbers {
  char const* name;
  hopper::Element element;
  bool gated;
  int M, N, K, columns, stages, cluster, band, threads, consumers, stage_bytes, shared_bytes;
  int told_stages, factors;  ///< of a ring where factors are told, 0 where there are none; and of its stages
  HopperOperand a, b;
  HopperOperand warpgroup_a;  ///< what one warpgroup reads of A
  HopperOperand piece_of_b;   ///< and what it multiplies with of B at a time
  bool operands_are_repeated;
  int piece_columns;
  int (*shared_box)(int rank, int i);
  int (*box_operand)(int box), (*box_in_operand)(int box);
  int (*bytes_awaited)(std::int64_t M, std::int64_t N);
  /// What threads hold of the N columns of sums of a warpgroup, and store of its columns of the result.
  Layout<std::int64_t> const *held, *stored;
  Layout<std::int64_t> const* held_of_piece;
  bool accumulator_is_covered;
  int buffers;  ///< of each warpgroup, for boxes of its results
  int (*box_place)(int thread, int half, int group);
};
template <class Config>
constexpr HopperNumbers hopper_numbers_of() {
  return {hopper::config_label<Config>.text,
          Config::element,
          Config::gated,
          Config::M,
          Config::N,
          Config::K,
          Config::columns,
          Config::stages,
          Config::cluster,
          Config::band,
          Config::threads,
          Config::consumers,
          Config::stage_bytes,
          Config::shared_bytes,
          Config::told_stages,
          Config::factors,
          hopper_operand<typename Config::A>(),
          hopper_operand<typename Config::B>(),
          hopper_operand<typename Config::WarpgroupA>(),
          hopper_operand<typename Config::PieceOfB>(),
          hopper::is_repeated<typename Config::WarpgroupA, typename Config::A> &&
              hopper::is_repeated<typename Config::PieceOfB, typename Config::B>,
          Config::piece_columns,
          &hopper::shared_box<Config>,
          &hopper::box_operand<Config>,
          &hopper::box_in_operand<Config>,
          &hopper::bytes_awaited<Config>,
          &hopper::held<Config::N>,
          &hopper::stored_as<Config::columns, hopper::bytes_of(hopper::result_of(Config::element))>(),
          &hopper::held<Config::piece_columns>,
          hopper::accumulator_is_covered<Config::N>() && hopper::accumulator_is_covered<Config::columns>(),
          Config::buffers,
          &hopper::box_place};
}

std::span<HopperNumbers const> hopper_configs();

}  // namespace colex::gpu
