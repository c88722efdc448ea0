// SPDX-License-Identifier: MIT
// The shipped configs of the Hopper GEMM, those that gemm() launches.
//
//   HopperConfigs                    a tuple of GemmConfigs
#pragma once

#include <tuple>

#include "hopper/config_name.hpp"

namespace colex::gpu::hopper {

namespace detail {
template <class... Tuples>
using Joined = decltype(std::tuple_cat(std::declval<Tuples>()...));
template <Element element, TileShape shape, Major a = Major::k, Major b = Major::k>
using WhereTaken =
    std::conditional_t<takes(shape, element, b), std::tuple<GemmConfig<element, a, b, shape>>, std::tuple<>>;
template <Element element, TileShape shape>
using EveryOrder = Joined<WhereTaken<element, shape>, WhereTaken<element, shape, Major::k, Major::line>,
                          WhereTaken<element, shape, Major::line, Major::k>,
                          WhereTaken<element, shape, Major::line, Major::line>>;
template <TileShape shape>
using Gated = std::conditional_t<takes(shape, Element::bf16, Major::k, true),
                                 std::tuple<GemmConfig<Element::bf16, Major::k, Major::k, shape, true>,
                                            GemmConfig<Element::bf16, Major::k, Major::line, shape, true>,
                                            GemmConfig<Element::f16, Major::k, Major::k, shape, true>,
                                            GemmConfig<Element::f16, Major::k, Major::line, shape, true>>,
                                 std::tuple<>>;
}  // namespace detail

/// Those of one tile. K is contiguous in operands that are not of 16 bits, and in A of gated configs.
template <TileShape shape>
using ConfigsOf = detail::Joined<
    detail::EveryOrder<Element::bf16, shape>, detail::EveryOrder<Element::f16, shape>,
    detail::EveryOrder<Element::bf16f32, shape>, detail::EveryOrder<Element::f16f32, shape>,
    detail::EveryOrder<Element::bf16toe4m3, shape>, detail::WhereTaken<Element::e4m3acctoe4m3, shape>,
    detail::WhereTaken<Element::e4m3accf32, shape>, detail::WhereTaken<Element::e4m3accf16, shape>,
    detail::WhereTaken<Element::e4m3, shape>, detail::WhereTaken<Element::tf32, shape>,
    detail::WhereTaken<Element::i8, shape>, detail::WhereTaken<Element::e4m3acc, shape>,
    detail::WhereTaken<Element::e5m2e4m3acc, shape>, detail::WhereTaken<Element::e4m3e5m2acc, shape>,
    detail::Gated<shape>>;
namespace detail {
template <std::size_t... i>
Joined<ConfigsOf<tile_shapes[i]>...> configs_of_tiles(std::index_sequence<i...>);
}  // namespace detail
using HopperConfigs = decltype(detail::configs_of_tiles(std::make_index_sequence<tile_shape_count>()));

}  // namespace colex::gpu::hopper
