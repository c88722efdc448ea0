// SPDX-License-Identifier: MIT
// The shipped configs of the GEMM kernel. A config is a type: an atom, the type of C, the order in which
// atoms run through the tile (the sizes of the orders are the tile), the waves along M and N, and where the
// tiles lie in shared memory. To add one: write the struct, add it to a list below.
//
// GemmF32 computes 32 x 32 tiles of C, 16 steps of K at a time, with 8 x 8 threads that hold 4 x 4 each.
#pragma once

#include <tuple>

#include "colex/text.hpp"
#include "gemm/gemm_kernel.hpp"

namespace colex::gpu {

/// One multiply-add at a time: works for every type on every platform. Rows are neighbours in shared memory,
/// and a thread reads four of them at once.
template <class T, class Sum, class Out>
struct GemmFma {
  using atom = FmaAtom<T, Sum>;
  using output = Out;
  static constexpr auto order_m = layout("(8,4):(4,1)"), order_n = layout("(8,4):(4,1)"),
                        order_k = layout("16:1");
  static constexpr int waves_m = 8, waves_n = 8, k_group = 1;
  static constexpr auto a_shared = layout("(32,16):(1,32)"), b_shared = layout("(32,16):(1,32)");
  static constexpr Swizzle a_swizzle{}, b_swizzle{};
};

struct GemmF32 : GemmFma<float, float, float> {
  static constexpr char const* name = "gemm_f32";
};
struct GemmF64 : GemmFma<double, double, double> {
  static constexpr char const* name = "gemm_f64";
};
struct GemmI8 : GemmFma<std::int8_t, std::int32_t, std::int32_t> {
  static constexpr char const* name = "gemm_i8_i32";
};
struct GemmBf16 : GemmFma<Bf16, float, float> {
  static constexpr char const* name = "gemm_bf16_f32";
};
struct GemmBf16Bf16 : GemmFma<Bf16, float, Bf16> {
  static constexpr char const* name = "gemm_bf16_bf16";
};
struct GemmF16 : GemmFma<F16, float, float> {
  static constexpr char const* name = "gemm_f16_f32";
};
struct GemmE4M3 : GemmFma<E4M3, float, float> {
  static constexpr char const* name = "gemm_e4m3_f32";
};
struct GemmE5M2 : GemmFma<E5M2, float, float> {
  static constexpr char const* name = "gemm_e5m2_f32";
};
struct GemmE4M3Fnuz : GemmFma<E4M3Fnuz, float, float> {
  static constexpr char const* name = "gemm_e4m3fnuz_f32";
};
struct GemmE5M2Fnuz : GemmFma<E5M2Fnuz, float, float> {
  static constexpr char const* name = "gemm_e5m2fnuz_f32";
};

/// Larger tiles for devices: 128 x 128 x 16, 16 x 16 threads that hold 8 x 8 each, in runs of four.
struct GemmF32Large {
  static constexpr char const* name = "gemm_f32_128x128";
  using atom = FmaAtom<float, float>;
  using output = float;
  static constexpr auto order_m = layout("(16,4,2):(4,1,64)"), order_n = layout("(16,4,2):(4,1,64)"),
                        order_k = layout("16:1");
  static constexpr int waves_m = 16, waves_n = 16, k_group = 1;
  static constexpr auto a_shared = layout("(128,16):(1,128)"), b_shared = layout("(128,16):(1,128)");
  static constexpr Swizzle a_swizzle{}, b_swizzle{};
};

using GemmConfigs = std::tuple<GemmF32, GemmF64, GemmI8, GemmBf16, GemmBf16Bf16, GemmF16, GemmE4M3, GemmE5M2,
                               GemmE4M3Fnuz, GemmE5M2Fnuz, GemmF32Large>;

/// What a config decides alone; a config that fails does not compile.
template <class Config>
constexpr bool check_gemm_config() {
  using Mma = TiledMma<Config>;
  static_assert(check_tiled_mma<Config>());
  static_assert(Mma::threads <= 1024);
  static_assert(admissible(Config::a_swizzle).condition == Condition::none &&
                admissible(Config::b_swizzle).condition == Condition::none);
  static_assert(size(Config::a_shared) == Mma::tile_m * Mma::tile_k, "a_shared is not the tile of A");
  static_assert(size(Config::b_shared) == Mma::tile_n * Mma::tile_k, "b_shared is not the tile of B");
  static_assert(injective(Config::a_shared).condition == Condition::none, "two elements of A share a place");
  static_assert(injective(Config::b_shared).condition == Condition::none, "two elements of B share a place");
  constexpr auto swizzle_stays = [](Layout<Index> const& shared, Swizzle const& swizzle) {
    return swizzle.bits == 0 || extent(shared) % (Index{1} << reach_bits(swizzle)) == 0;
  };
  static_assert(swizzle_stays(Config::a_shared, Config::a_swizzle), "the swizzle leaves the tile of A");
  static_assert(swizzle_stays(Config::b_shared, Config::b_swizzle), "the swizzle leaves the tile of B");
  if constexpr (b_is_shuffled<Config>) static_assert(check_shuffled<Config>());
  static_assert(covers(TileCopy<TileA<Config>, true>::layout, size(Config::a_shared), 1) &&
                covers(TileCopy<TileA<Config>, false>::layout, size(Config::a_shared), 1));
  static_assert(covers(TileCopy<TileB<Config>, true>::layout, size(Config::b_shared), 1) &&
                covers(TileCopy<TileB<Config>, false>::layout, size(Config::b_shared), 1));
  return true;
}

}  // namespace colex::gpu
