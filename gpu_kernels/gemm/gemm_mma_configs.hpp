// SPDX-License-Identifier: MIT
// The GEMM configs of matrix instructions: MFMA for gfx90a and gfx942, mma.sync for NVIDIA; all of them run
// on the host platform. Rows of a tile are 64 bytes along K in shared memory, so that a lane reads 16 bytes
// at once: order_k gives each lane neighbours along K, several steps of the atom.
//
// GemmMfmaBf16: 128 x 128 x 32 by four waves of 64 x 64, 4 x 4 atoms of 16 x 16 x 16, two steps per read.
#pragma once

#include "atoms/mfma.hpp"
#include "atoms/mfma_scaled.hpp"
#include "atoms/mma.hpp"
#include "atoms/mma_sync.hpp"
#include "colex/make_shape.hpp"
#include "gemm/gemm_configs.hpp"
#include "gemm/pipelined.hpp"

#if defined(COLEX_HOST_PLATFORM) || defined(__gfx950__) || \
    defined(__CUDACC__)  // where the direct configs are compiled
#include "gemm/direct.hpp"
#endif

namespace colex::gpu {

/// Rows of 64 bytes; 16-byte blocks are XORed with two bits of the row. By the phase model of docs/04_kernels.md
/// reads of 16 bytes by an atom's lanes then meet no bank conflict on gfx942.
template <class T>
inline constexpr Swizzle rows_of_64_bytes{2,
                                          sizeof(T) == 1   ? 4
                                          : sizeof(T) == 2 ? 3
                                          : sizeof(T) == 4 ? 2
                                                           : 1,
                                          3};

/// A tile of M x N x K in the order of its elements, unless the config says another, with rows that are neighbours along K in shared memory.
template <int M, int N, int K>
struct TileAlongK {
  static constexpr auto order_m = *make_layout(M), order_n = *make_layout(N), order_k = *make_layout(K);
  static constexpr auto a_shared = *make_layout(make_shape(M, K), LayoutRight{}),
                        b_shared = *make_layout(make_shape(N, K), LayoutRight{});
};

/// 2 x 2 waves of an MFMA of 16 x 16.
template <class Atom>
struct GemmMfma {
  using atom = Atom;
  using output = typename Atom::C;
  static constexpr int waves_m = 2, waves_n = 2;
  static constexpr auto a_swizzle = rows_of_64_bytes<typename Atom::A>,
                        b_swizzle = rows_of_64_bytes<typename Atom::B>;
};

struct GemmMfmaBf16 : GemmMfma<Mfma<Bf16, Bf16, float, 16, 16>>, TileAlongK<128, 128, 32> {
  static constexpr char const* name = "gemm_mfma_bf16_f32";
  static constexpr auto order_k = layout("(4,4,2):(1,8,4)");
  static constexpr int k_group = 2;
};
struct GemmMfmaF16 : GemmMfma<Mfma<F16, F16, float, 16, 16>>, TileAlongK<128, 128, 32> {
  static constexpr char const* name = "gemm_mfma_f16_f32";
  static constexpr auto order_k = layout("(4,4,2):(1,8,4)");
  static constexpr int k_group = 2;
};
struct GemmMfmaF32 : GemmMfma<Mfma<float, float, float, 16, 4>>, TileAlongK<128, 128, 16> {
  static constexpr char const* name = "gemm_mfma_f32";
  static constexpr auto order_k = layout("(4,4):(4,1)");
  static constexpr int k_group = 4;
};
struct GemmMfmaF64 : GemmMfma<Mfma<double, double, double, 16, 4>>, TileAlongK<64, 64, 8> {
  static constexpr char const* name = "gemm_mfma_f64";
  static constexpr auto order_k = layout("(4,2):(2,1)");
  static constexpr int k_group = 2;
};
/// i8 on gfx90a: four steps of 16 a read.
struct GemmMfmaI8Gfx90a : GemmMfma<Mfma<std::int8_t, std::int8_t, std::int32_t, 16, 16>>,
                          TileAlongK<128, 128, 64> {
  static constexpr char const* name = "gemm_mfma_i8_i32_gfx90a";
  static constexpr auto order_k = layout("(4,4,4):(1,16,4)");
  static constexpr int k_group = 4;
};

/// The 8-bit types of gfx942: two steps of 32 a read.
template <class T, class Sum>
struct GemmMfma8 : GemmMfma<Mfma<T, T, Sum, 16, 32>>, TileAlongK<128, 128, 64> {
  static constexpr auto order_k = layout("(8,4,2):(1,16,8)");
  static constexpr int k_group = 2;
};
struct GemmMfmaI8 : GemmMfma8<std::int8_t, std::int32_t> {
  static constexpr char const* name = "gemm_mfma_i8_i32";
};
struct GemmMfmaE4M3Fnuz : GemmMfma8<E4M3Fnuz, float> {
  static constexpr char const* name = "gemm_mfma_e4m3fnuz_f32";
};
struct GemmMfmaE5M2Fnuz : GemmMfma8<E5M2Fnuz, float> {
  static constexpr char const* name = "gemm_mfma_e5m2fnuz_f32";
};

/// The pipelined kernel (pipelined.hpp): 256 x 256 tiles by 2 x 4 waves of 128 x 64, rows of 64 bytes along K.
template <class Atom, class Out>
struct GemmMfmaPipelined {
  using atom = Atom;
  using output = Out;
  static constexpr bool pipelined = true;
  static constexpr int waves_m = 2, waves_n = 4;
  static constexpr auto a_swizzle = rows_of_64_bytes<typename Atom::A>, b_swizzle = a_swizzle;
};
template <class T>
struct GemmMfmaPipelined16 : GemmMfmaPipelined<Mfma<T, T, float, 16, 16>, T>, TileAlongK<256, 256, 32> {
  static constexpr int k_group = 2;
  static constexpr auto order_k = layout("(4,4,2):(1,8,4)");
};
struct GemmMfmaBf16Pipelined : GemmMfmaPipelined16<Bf16> {
  static constexpr char const* name = "gemm_mfma_bf16_bf16_pipelined";
};
struct GemmMfmaF16Pipelined : GemmMfmaPipelined16<F16> {
  static constexpr char const* name = "gemm_mfma_f16_f16_pipelined";
};
struct GemmMfmaE4M3FnuzPipelined : GemmMfmaPipelined<Mfma<E4M3Fnuz, E4M3Fnuz, float, 16, 32>, Bf16>,
                                   TileAlongK<256, 256, 64> {
  static constexpr char const* name = "gemm_mfma_e4m3fnuz_bf16_pipelined";
  static constexpr int k_group = 2;
  static constexpr auto order_k = layout("(8,4,2):(1,16,8)");
};
/// i8 by gfx90a's instruction; gfx942 and gfx950 take two and four steps of it at once (deepest.hpp).
struct GemmMfmaI8Pipelined
    : GemmMfmaPipelined<Mfma<std::int8_t, std::int8_t, std::int32_t, 16, 16>, std::int32_t>,
      TileAlongK<256, 256, 64> {
  static constexpr char const* name = "gemm_mfma_i8_i32_pipelined";
  static constexpr int k_group = 4;
  static constexpr auto order_k = layout("(4,4,4):(1,16,4)");
};
/// f32 and f64: 256 x 128 by 4 x 2 waves of 64 x 64. The sums of 256 x 256 would be all registers of f64, and make clang spill those of
/// f32 for gfx90a.
template <class T>
struct GemmMfmaPipelinedOneType : GemmMfmaPipelined<Mfma<T, T, T, 16, 4>, T> {
  static constexpr int waves_m = 4, waves_n = 2;
};
struct GemmMfmaF32Pipelined : GemmMfmaPipelinedOneType<float>, TileAlongK<256, 128, 16> {
  static constexpr char const* name = "gemm_mfma_f32_pipelined";
  static constexpr int k_group = 4;
  static constexpr auto order_k = layout("(4,4):(4,1)");
};
/// Rows are taken in an order in which a lane's sums of f64 are neighbours, and swizzled by it.
struct GemmMfmaF64Pipelined : GemmMfmaPipelinedOneType<double>, TileAlongK<256, 128, 8> {
  static constexpr char const* name = "gemm_mfma_f64_pipelined";
  static constexpr int k_group = 2;
  static constexpr auto order_m = layout("(4,4,16):(4,1,16)"), order_k = layout("(4,2):(2,1)");
  static constexpr Swizzle a_swizzle{2, 1, 4};
};

/// The direct kernel (direct.hpp), for gfx950: 256 x 256 tiles by 2 x 2 waves of 128 x 128, rows of 64 bytes along K.
template <class Atom, class Out>
struct GemmMfmaDirect {
  using atom = Atom;
  using output = Out;
  static constexpr bool pipelined = true, direct = true;
  static constexpr int waves_m = 2, waves_n = 2, k_group = 1;
};
template <class T>
struct GemmMfmaDirect16 : GemmMfmaDirect<Mfma<T, T, float, 16, 32>, T>, TileAlongK<256, 256, 32> {
  static constexpr auto a_swizzle = rows_of_64_bytes<T>, b_swizzle = rows_of_64_bytes<T>;
};
struct GemmMfmaBf16Direct : GemmMfmaDirect16<Bf16> {
  static constexpr char const* name = "gemm_mfma_bf16_bf16_direct";
};
struct GemmMfmaF16Direct : GemmMfmaDirect16<F16> {
  static constexpr char const* name = "gemm_mfma_f16_f16_direct";
};
struct GemmMfmaE4M3Direct : GemmMfmaDirect<Mfma<E4M3, E4M3, float, 32, 64>, Bf16>, TileAlongK<256, 256, 64> {
  static constexpr char const* name = "gemm_mfma_e4m3_bf16_direct";
  static constexpr Swizzle a_swizzle{3, 4, 4}, b_swizzle{3, 4, 4};
};
/// mxfp8, with a scale for each 32 of K of a row of A and of a column of B.
struct GemmMfmaMxfp8Direct : GemmMfmaDirect<MfmaScaled<E4M3, 32, 64>, Bf16>, TileAlongK<256, 256, 64> {
  static constexpr char const* name = "gemm_mfma_mxfp8_bf16_direct";
  static constexpr Swizzle a_swizzle{3, 4, 4}, b_swizzle{3, 4, 4};
};
/// mxfp4, whose elements are pairs of numbers along K: a step is one instruction deep, as that of mxfp8, and rows are 32 bytes.
struct GemmMfmaMxfp4Direct : GemmMfmaDirect<MfmaScaled<E2M1x2, 32, 32>, Bf16>, TileAlongK<256, 256, 32> {
  static constexpr char const* name = "gemm_mfma_mxfp4_bf16_direct";
  static constexpr Swizzle a_swizzle{1, 4, 4}, b_swizzle{1, 4, 4};
};

/// 2 x 4 warps of an m16n8k16 or m16n8k32; a lane's neighbours along K span two steps.
template <class Atom>
struct GemmMmaSync {
  using atom = Atom;
  using output = typename Atom::C;
  static constexpr int waves_m = 2, waves_n = 4, k_group = 2;
  static constexpr auto a_swizzle = rows_of_64_bytes<typename Atom::A>,
                        b_swizzle = rows_of_64_bytes<typename Atom::B>;
};
template <class T>
struct GemmMmaSync16 : GemmMmaSync<MmaSync<T, T, float, 16, 16>>, TileAlongK<128, 128, 32> {
  static constexpr auto order_k = layout("(2,4,2,2):(1,8,2,4)");
};
template <class T, class Sum>
struct GemmMmaSync8 : GemmMmaSync<MmaSync<T, T, Sum, 16, 32>>, TileAlongK<128, 128, 64> {
  static constexpr auto order_k = layout("(4,4,2,2):(1,16,4,8)");
};
struct GemmMmaSyncBf16 : GemmMmaSync16<Bf16> {
  static constexpr char const* name = "gemm_mma_sync_bf16_f32";
};
struct GemmMmaSyncF16 : GemmMmaSync16<F16> {
  static constexpr char const* name = "gemm_mma_sync_f16_f32";
};
struct GemmMmaSyncI8 : GemmMmaSync8<std::int8_t, std::int32_t> {
  static constexpr char const* name = "gemm_mma_sync_i8_i32";
};
struct GemmMmaSyncE4M3 : GemmMmaSync8<E4M3, float> {
  static constexpr char const* name = "gemm_mma_sync_e4m3_f32";
};

/// The direct kernel for NVIDIA: 128 x 128 tiles by 2 x 4 warps of 64 x 32.
template <class Atom, class Out>
struct GemmMmaSyncDirect {
  using atom = Atom;
  using output = Out;
  static constexpr bool pipelined = true, direct = true;
  static constexpr int waves_m = 2, waves_n = 4, k_group = 1;
  static constexpr Swizzle a_swizzle{}, b_swizzle{};
};
/// Rows of 32 bytes along K, of which a lane reads 8 at once: 32 lanes read 256 neighbours.
template <class T>
struct GemmMmaSyncDirect16 : GemmMmaSyncDirect<MmaSync<T, T, float, 16, 16>, T>, TileAlongK<128, 128, 16> {
  static constexpr auto order_k = layout("(2,4,2):(1,4,2)");
};
template <class T, class Sum, class Out>
struct GemmMmaSyncDirect8 : GemmMmaSyncDirect<MmaSync<T, T, Sum, 16, 32>, Out>, TileAlongK<128, 128, 32> {
  static constexpr auto order_k = layout("(4,4,2):(1,8,4)");
};
struct GemmMmaSyncBf16Direct : GemmMmaSyncDirect16<Bf16> {
  static constexpr char const* name = "gemm_mma_sync_bf16_bf16_direct";
};
struct GemmMmaSyncF16Direct : GemmMmaSyncDirect16<F16> {
  static constexpr char const* name = "gemm_mma_sync_f16_f16_direct";
};
struct GemmMmaSyncI8Direct : GemmMmaSyncDirect8<std::int8_t, std::int32_t, std::int32_t> {
  static constexpr char const* name = "gemm_mma_sync_i8_i32_direct";
};
struct GemmMmaSyncE4M3Direct : GemmMmaSyncDirect8<E4M3, float, Bf16> {
  static constexpr char const* name = "gemm_mma_sync_e4m3_bf16_direct";
};
/// Rows of 64 bytes, two of which 8 lanes read.
template <int M, int N>
struct GemmMmaSyncF64DirectTile : GemmMmaSyncDirect<MmaSync<double, double, double, 16, 8>, double>,
                                  TileAlongK<M, N, 8> {
  static constexpr Swizzle a_swizzle{1, 2, 2}, b_swizzle{1, 2, 2};
};
struct GemmMmaSyncF64Direct : GemmMmaSyncF64DirectTile<128, 128> {
  static constexpr char const* name = "gemm_mma_sync_f64_direct";
};
/// Smaller tiles by 2 x 2 warps.
struct GemmMmaSyncF64Direct64 : GemmMmaSyncF64DirectTile<64, 64> {
  static constexpr char const* name = "gemm_mma_sync_f64_direct_64x64";
  static constexpr int waves_n = 2;
};
struct GemmMmaSyncF64Direct32 : GemmMmaSyncF64DirectTile<32, 32> {
  static constexpr char const* name = "gemm_mma_sync_f64_direct_32x32";
  static constexpr int waves_n = 2;
};

/// The direct kernel by multiply-adds: each thread holds runs of 4 sums along N, which leave from registers.
struct GemmFmaDirect {
  using atom = FmaAtom<float, float, 4, 4>;
  using output = float;
  static constexpr bool pipelined = true, direct = true;
  static constexpr int waves_m = 8, waves_n = 8, k_group = 1;
};
/// Rows of 64 bytes, whose quarters change places from two rows to the next.
struct GemmF32Direct128 : GemmFmaDirect, TileAlongK<128, 128, 16> {
  static constexpr char const* name = "gemm_f32_direct_128x128";
  static constexpr int waves_m = 16, waves_n = 16;
  static constexpr Swizzle a_swizzle{2, 2, 3}, b_swizzle{2, 2, 3};
};
/// Rows of 16 bytes: the 8 that 8 threads read are neighbours.
struct GemmF32Direct64 : GemmFmaDirect, TileAlongK<64, 64, 4> {
  static constexpr char const* name = "gemm_f32_direct_64x64";
  static constexpr Swizzle a_swizzle{}, b_swizzle{};
};
/// Rows of 32 bytes, whose halves change places in four of eight.
struct GemmF32Direct32 : GemmFmaDirect, TileAlongK<32, 32, 8> {
  static constexpr char const* name = "gemm_f32_direct_32x32";
  static constexpr Swizzle a_swizzle{1, 2, 3}, b_swizzle{1, 2, 3};
};

/// Configs that read B preshuffled (shuffled.hpp) from global memory.
struct GemmMfmaBf16Shuffled : GemmMfmaBf16 {
  static constexpr char const* name = "gemm_mfma_bf16_f32_preshuffled";
  static constexpr bool b_shuffled = true;
};
struct GemmMfmaF16Shuffled : GemmMfmaF16 {
  static constexpr char const* name = "gemm_mfma_f16_f32_preshuffled";
  static constexpr bool b_shuffled = true;
};
struct GemmMfmaI8Shuffled : GemmMfmaI8 {
  static constexpr char const* name = "gemm_mfma_i8_i32_preshuffled";
  static constexpr bool b_shuffled = true;
};
struct GemmMfmaE4M3FnuzShuffled : GemmMfmaE4M3Fnuz {
  static constexpr char const* name = "gemm_mfma_e4m3fnuz_f32_preshuffled";
  static constexpr bool b_shuffled = true;
};
struct GemmMmaSyncBf16Shuffled : GemmMmaSyncBf16 {
  static constexpr char const* name = "gemm_mma_sync_bf16_f32_preshuffled";
  static constexpr bool b_shuffled = true;
};
struct GemmMmaSyncE4M3Shuffled : GemmMmaSyncE4M3 {
  static constexpr char const* name = "gemm_mma_sync_e4m3_f32_preshuffled";
  static constexpr bool b_shuffled = true;
};

using GemmMfmaBothConfigs = std::tuple<GemmMfmaBf16, GemmMfmaF16, GemmMfmaF32, GemmMfmaF64>;
using GemmMfmaGfx90aConfigs = std::tuple<GemmMfmaI8Gfx90a>;
using GemmMfmaGfx942Configs = std::tuple<GemmMfmaI8, GemmMfmaE4M3Fnuz, GemmMfmaE5M2Fnuz>;
/// By mma.sync, from compute capability 8.0, 8.9 and 9.0 on.
using GemmMmaSyncConfigs = std::tuple<GemmMmaSyncBf16, GemmMmaSyncF16, GemmMmaSyncI8, GemmMmaSyncBf16Direct,
                                      GemmMmaSyncF16Direct, GemmMmaSyncI8Direct>;
using GemmMmaSync89Configs = std::tuple<GemmMmaSyncE4M3, GemmMmaSyncE4M3Direct>;
using GemmMmaSync90Configs = std::tuple<GemmMmaSyncF64Direct, GemmMmaSyncF64Direct64, GemmMmaSyncF64Direct32>;
/// By multiply-adds and cp.async, from compute capability 8.0 on.
using GemmFmaDirectConfigs = std::tuple<GemmF32Direct128, GemmF32Direct64, GemmF32Direct32>;

using GemmMfmaPipelinedBothConfigs =
    std::tuple<GemmMfmaBf16Pipelined, GemmMfmaF16Pipelined, GemmMfmaI8Pipelined, GemmMfmaF32Pipelined,
               GemmMfmaF64Pipelined>;
using GemmMfmaPipelinedGfx942Configs = std::tuple<GemmMfmaE4M3FnuzPipelined>;
using GemmMfmaDirectGfx950Configs = std::tuple<GemmMfmaBf16Direct, GemmMfmaF16Direct, GemmMfmaE4M3Direct,
                                               GemmMfmaMxfp8Direct, GemmMfmaMxfp4Direct>;
using GemmMfmaShuffledBothConfigs = std::tuple<GemmMfmaBf16Shuffled, GemmMfmaF16Shuffled>;
using GemmMfmaShuffledGfx942Configs = std::tuple<GemmMfmaI8Shuffled, GemmMfmaE4M3FnuzShuffled>;
using GemmMmaSyncShuffledConfigs = std::tuple<GemmMmaSyncBf16Shuffled>;
using GemmMmaSyncShuffled89Configs = std::tuple<GemmMmaSyncE4M3Shuffled>;
/// Every shipped config of the GEMM kernel.
using ShippedGemmConfigs = decltype(std::tuple_cat(
    GemmConfigs{}, GemmMfmaBothConfigs{}, GemmMfmaGfx90aConfigs{}, GemmMfmaGfx942Configs{},
    GemmMmaSyncConfigs{}, GemmMmaSync89Configs{}, GemmMmaSync90Configs{}, GemmFmaDirectConfigs{},
    GemmMfmaShuffledBothConfigs{}, GemmMfmaShuffledGfx942Configs{}, GemmMmaSyncShuffledConfigs{},
    GemmMmaSyncShuffled89Configs{}, GemmMfmaPipelinedBothConfigs{}, GemmMfmaPipelinedGfx942Configs{},
    GemmMfmaDirectGfx950Configs{}));

}  // namespace colex::gpu
