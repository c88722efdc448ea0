// SPDX-License-Identifier: MIT
#include "gemm/gemm_numbers.hpp"

#include "certificate/element_names.hpp"
#include "gemm/gemm_mma_configs.hpp"

namespace colex::gpu {

namespace {

template <class Tile, class Tv>
constexpr GemmOperand operand() {
  using AlongK = TileCopy<Tile, true>;
  using AlongRows = TileCopy<Tile, false>;
  return {sizeof(typename Tile::element),
          Tile::rows,
          Tile::columns,
          {&Tile::shared, Tile::swizzle, AlongK::vector, &AlongK::layout, &AlongRows::layout,
           SharedPart<Tile, AlongK>::width, SharedPart<Tile, AlongRows>::width},
          nullptr,
          &Tv::layout,
          SharedPart<Tile, Tv>::width};
}
template <class Config>
constexpr GemmOperand operand_b() {
  if constexpr (b_is_shuffled<Config>) {
    using Tile = ShuffledTile<Config>;
    return {sizeof(typename Tile::element), Tile::rows,        Tile::columns, {},
            &Tile::Order::layout,           &Tile::Tv::layout, Tile::run};
  } else {
    return operand<TileB<Config>, typename TiledMma<Config>::B>();
  }
}

template <class Config>
constexpr GemmNumbers::Scales scales() {
  if constexpr (is_scaled<Config>) {
    using Mma = TiledMma<Config>;
    return {&Config::atom::scale_layout, Config::atom::scale_block,
            DirectOperand<TileA<Config>, typename Mma::A>::runs +
                DirectOperand<TileB<Config>, typename Mma::B>::runs,
            TileScales<Config>::loads};
  } else {
    return {};
  }
}

constexpr auto configs = table_of(static_cast<ShippedGemmConfigs const*>(nullptr), []<class Config>() {
  static_assert(check_gemm_config<Config>());
  using Mma = TiledMma<Config>;
  using Atom = typename Config::atom;
  using Atoms = detail::AtomLayouts<Atom>;
  using Types = GemmTypes<Config>;
  return GemmNumbers{Config::name,
                     element_name<typename Types::A>(),
                     element_name<typename Types::B>(),
                     element_name<typename Types::Sum>(),
                     element_name<typename Types::C>(),
                     std::is_integral_v<typename Atom::C>,
                     {Mma::tile_m, Mma::tile_n, Mma::tile_k},
                     Mma::threads,
                     {Config::waves_m, Config::waves_n},
                     {Atom::M, Atom::N, Atom::K},
                     Atom::threads,
                     &Atoms::a,
                     &Atoms::b,
                     &Atoms::c,
                     &Config::order_m,
                     &Config::order_n,
                     &Config::order_k,
                     Config::k_group,
                     operand<TileA<Config>, typename Mma::A>(),
                     operand_b<Config>(),
                     &Mma::C::layout,
                     scales<Config>()};
});

}  // namespace

std::span<GemmNumbers const> gemm_configs() { return configs; }

}  // namespace colex::gpu
