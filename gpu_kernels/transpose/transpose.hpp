// SPDX-License-Identifier: MIT
// transpose: the call. Moves every element of an array from a layout that is contiguous along one mode to one
// that is contiguous along another, by whole words whatever the pitches and addresses are.
//
//   auto const plan = plan_transpose(2, layout("(8191,4099):(1,8191)"), layout("(8191,4099):(4099,1)"), 0, 0);
//   if (plan) transpose<TransposeB16>(from, to, plan->shape);
#pragma once

#include "certified.hpp"
#include "transpose/transpose_plan.hpp"

namespace colex::gpu {

namespace uncertified {
/// transpose() for any well-formed config, certified or not.
template <class Config>
LaunchResult transpose(GlobalView<typename Config::element const> source,
                       GlobalView<typename Config::element> destination, TransposeShape<Config::rank> shape,
                       std::uint64_t seed = 0, void* stream = nullptr, BankModel const* banks = nullptr) {
  static_assert(check_transpose_config<Config>());
  constexpr Index most = 0x7FFFFFFF;
  // A column's words may begin up to R - 1 elements before their tile.
  constexpr int R = Config::reach;
  bool aligned = (shape.destination_lead + shape.destination_origin) % R == 0;
  for (int k = 0; k < Config::rank; ++k) aligned = aligned && (k == 1 || shape.destination[k] % R == 0);
  Index const tiles_x = tiles_along<Index>(shape.extent[0], Config::tile_x);
  Index const tiles_y = tiles_along<Index>(shape.extent[1] + (aligned ? 0 : R - 1), Config::tile_y);
  Index blocks = tiles_x;
  auto const times = [&](Index n) {
    detail::require_strided(product_fits(blocks, n) && blocks * n <= most, "the array needs too many blocks");
    blocks *= n;
  };
  times(tiles_y);
  for (int k = 2; k < Config::rank; ++k) times(shape.extent[k]);
  shape.tiles_x = static_cast<std::int32_t>(tiles_x), shape.tiles_y = static_cast<std::int32_t>(tiles_y);

  shape.group = Config::group;
  return launch({.grid = {static_cast<std::uint32_t>(blocks)},
                 .block = {Config::threads},
                 .seed = seed,
                 .stream = stream,
                 .banks = banks,
                 .early = true},
                transpose_kernel<Config>, source, destination, shape);
}
}  // namespace uncertified

/// Moves the array that a plan describes, on a stream of the device; the seed orders the threads of the host
/// platform, `banks` has it count conflicts. The two sides begin where the plan was told, and do not overlap.
/// Throws std::invalid_argument for more than 2^31 - 1 blocks.
template <class Config>
LaunchResult transpose(GlobalView<typename Config::element const> source,
                       GlobalView<typename Config::element> destination,
                       TransposeShape<Config::rank> const& shape, std::uint64_t seed = 0,
                       void* stream = nullptr, BankModel const* banks = nullptr) {
  static_assert(require_certificate<Config, TransposeConfigs>());
  return uncertified::transpose<Config>(source, destination, shape, seed, stream, banks);
}

}  // namespace colex::gpu
