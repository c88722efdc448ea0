// SPDX-License-Identifier: MIT
// The shipped configs of the Hopper GEMM, those that gemm() launches, and their names.
//
//   HopperConfigs                    a tuple of GemmConfigs
//   config_name<GemmConfig<Element::bf16, Major::k, Major::line, small>>() == "hopper_bf16_kn_small"
#pragma once

#include <string>
#include <string_view>
#include <tuple>

#include "certified.hpp"
#include "hopper/gemm_config.hpp"

namespace colex::gpu::hopper {

namespace detail {
template <Element element, TileShape shape>
using EveryOrder = std::tuple<
    GemmConfig<element, Major::k, Major::k, shape>, GemmConfig<element, Major::k, Major::line, shape>,
    GemmConfig<element, Major::line, Major::k, shape>, GemmConfig<element, Major::line, Major::line, shape>>;
template <class... Tuples>
using Joined = decltype(std::tuple_cat(std::declval<Tuples>()...));
}  // namespace detail

/// Those of one tile. K is contiguous in 8-bit operands.
template <TileShape shape>
using ConfigsOf =
    detail::Joined<detail::EveryOrder<Element::bf16, shape>, detail::EveryOrder<Element::f16, shape>,
                   std::tuple<GemmConfig<Element::e4m3, Major::k, Major::k, shape>>>;
using HopperConfigs = detail::Joined<ConfigsOf<large>, ConfigsOf<medium>, ConfigsOf<small>>;

constexpr char const* name_of(Element e) {
  return e == Element::bf16 ? "bf16" : e == Element::f16 ? "f16" : "e4m3";
}

/// Element, contiguous index of A (k or m) and of B (k or n), tile.
template <class Config>
struct ConfigName {
  char text[24]{};
  constexpr ConfigName() {
    int at = 0;
    for (char const* part : {"hopper_", name_of(Config::element), Config::A::major == Major::k ? "_k" : "_m",
                             Config::B::major == Major::k ? "k_" : "n_",
                             Config::N == large.N    ? "large"
                             : Config::M == medium.M ? "medium"
                                                     : "small"})
      while (*part != 0) text[at++] = *part++;
  }
};
template <class Config>
inline constexpr ConfigName<Config> config_label{};
template <class Config>
std::string config_name() {
  return config_label<Config>.text;
}

}  // namespace colex::gpu::hopper

namespace colex::gpu {

template <hopper::Element element, hopper::Major a, hopper::Major b, hopper::TileShape shape>
inline constexpr std::string_view certified_name<hopper::GemmConfig<element, a, b, shape>> =
    hopper::config_label<hopper::GemmConfig<element, a, b, shape>>.text;

}  // namespace colex::gpu
