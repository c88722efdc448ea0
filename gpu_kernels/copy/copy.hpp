// SPDX-License-Identifier: MIT
// copy: the call. Moves `count` elements from one layout to another; the config names both.
//
//   copy<CopyTransposeF32>(source, destination, 1000);   // 31 tiles of 8 x 4, and 8 elements more
#pragma once

#include <stdexcept>

#include "certificate/element_names.hpp"
#include "certified.hpp"
#include "copy/copy_kernel.hpp"

namespace colex::gpu {

namespace uncertified {
/// copy() for any well-formed config, certified or not.
template <class Config>
LaunchResult copy(GlobalView<typename Config::element const> source,
                  GlobalView<typename Config::element> destination, Index count, std::uint64_t seed = 0,
                  void* stream = nullptr) {
  static_assert(check_copy_config<Config>());
  if (count < 0) throw std::invalid_argument("copy: the count is negative");
  if (count == 0) return {};
  constexpr Index per_block = Index{Config::threads} * Config::vector;
  if (count > most_blocks * per_block) throw std::invalid_argument("copy: the count needs too many blocks");
  return launch({.grid = {static_cast<std::uint32_t>(tiles_along(count, per_block))},
                 .block = {Config::threads},
                 .seed = seed,
                 .stream = stream},
                copy_kernel<Config>, source, destination, count);
}
}  // namespace uncertified

/// Whether a user's own config is, in every number, the one that was certified, for these sources.
template <class Config>
constexpr bool is_certified_as_own_copy() {
  if constexpr (requires { OwnCertificate<Config>::sources_sha256; }) {
    using Certified = OwnCertificate<Config>;
    return Certified::sources_sha256 == certified_sources("copy") &&
           Certified::element == element_name<typename Config::element>() &&
           Certified::source == Config::source && Certified::source_step == Config::source_step &&
           Certified::destination == Config::destination &&
           Certified::destination_step == Config::destination_step && Certified::threads == Config::threads &&
           Certified::vector == Config::vector;
  } else {
    return false;
  }
}

/// Copies `count` elements, on a stream of the device; the seed orders the threads of the host platform. The
/// memory of each side must hold required_elements<SourceArray<Config>>(count) elements, or
/// DestinationArray, begin at a multiple of 16 bytes, and not overlap the other's. Throws
/// std::invalid_argument for a negative count and for one that needs more than 2^31 - 1 blocks.
template <class Config>
LaunchResult copy(GlobalView<typename Config::element const> source,
                  GlobalView<typename Config::element> destination, Index count, std::uint64_t seed = 0,
                  void* stream = nullptr) {
  static_assert(require_certificate_that < Config,
                is_certified<Config, CopyConfigs>() || is_certified_as_own_copy<Config>() > ());
  return uncertified::copy<Config>(source, destination, count, seed, stream);
}

}  // namespace colex::gpu
