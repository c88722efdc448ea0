// SPDX-License-Identifier: MIT
// strided_copy: the call. Moves every element of an array from one layout to another of the same shape, of
// any rank, by the widest accesses that both layouts allow. Where both run along one mode it moves about as
// many bytes per second as a plain copy; a transpose is better served by permute (transpose/permute.hpp).
//
//   auto const plan = plan_strided_copy(2, layout("(128,32,4096):(1,128,4096)"),
//                                          layout("(128,32,4096):(1,524288,128)"), 16);
//   strided_copy<StridedCopyB128>(from, to, plan.shape);      // plan.unit_bytes == 16
//   strided_copies<StridedCopyB128>({from, to, plan.shape}, {other, into, shape});   // both in one launch
#pragma once

#include "certified.hpp"
#include "strided_copy/strided_copy_plan.hpp"

namespace colex::gpu {

/// The blocks of a launch that moves this array.
template <class Config>
Index strided_blocks(StridedShape<Config::rank> const& shape) {
  return tiles_along(shape.units, Index{Config::threads} * Config::steps);
}

namespace uncertified {
/// strided_copy() for any well-formed config, certified or not.
template <class Config>
LaunchResult strided_copy(GlobalView<typename Config::element const> source,
                          GlobalView<typename Config::element> destination,
                          StridedShape<Config::rank> const& shape, std::uint64_t seed = 0,
                          void* stream = nullptr) {
  static_assert(check_strided_copy_config<Config>());
  if (shape.units == 0) return {};
  detail::require_strided(strided_blocks<Config>(shape) <= most_blocks, "the array needs too many blocks");
  return launch({.grid = {static_cast<std::uint32_t>(strided_blocks<Config>(shape))},
                 .block = {Config::threads},
                 .seed = seed,
                 .stream = stream,
                 .early = true},
                strided_copy_kernel<Config>, source, destination, shape);
}

/// strided_copies() for any well-formed config, certified or not.
template <class Config>
LaunchResult strided_copies(StridedMove<Config> const& first, StridedMove<Config> const& second,
                            std::uint64_t seed = 0, void* stream = nullptr) {
  static_assert(check_strided_copy_config<Config>());
  for (auto const* move : {&first, &second})
    detail::require_strided(move->shape.units > 0 && move->shape.narrow,
                            "an array of two has no units, runs backwards, or has offsets from 2^31 on");
  auto const blocks = strided_blocks<Config>(first.shape);
  detail::require_strided(blocks + strided_blocks<Config>(second.shape) <= most_blocks,
                          "the arrays need too many blocks");
  return launch({.grid = {static_cast<std::uint32_t>(blocks + strided_blocks<Config>(second.shape))},
                 .block = {Config::threads},
                 .seed = seed,
                 .stream = stream,
                 .early = true},
                strided_copies_kernel<Config>, first, second, static_cast<std::uint32_t>(blocks));
}
}  // namespace uncertified

/// Moves the array that a plan describes in units of the config, on a stream of the device; the seed orders
/// the threads of the host platform. The two sides begin at a multiple of a unit and do not overlap. Throws
/// std::invalid_argument for more than 2^31 - 1 blocks.
template <class Config>
LaunchResult strided_copy(GlobalView<typename Config::element const> source,
                          GlobalView<typename Config::element> destination,
                          StridedShape<Config::rank> const& shape, std::uint64_t seed = 0,
                          void* stream = nullptr) {
  static_assert(require_certificate<Config, StridedCopyConfigs>());
  return uncertified::strided_copy<Config>(source, destination, shape, seed, stream);
}

/// Moves two arrays in one launch, each as strided_copy() does. Throws std::invalid_argument for an array without units and for
/// one that is not narrow. What one writes the other does not touch.
template <class Config>
LaunchResult strided_copies(StridedMove<Config> const& first, StridedMove<Config> const& second,
                            std::uint64_t seed = 0, void* stream = nullptr) {
  static_assert(require_certificate<Config, StridedCopyConfigs>());
  return uncertified::strided_copies<Config>(first, second, seed, stream);
}

}  // namespace colex::gpu
