// SPDX-License-Identifier: MIT
// The configs that the library has on the platform that it is built for: not every GPU has every atom.
#pragma once

#include "copy/copy_configs.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "permute/permute_configs.hpp"

#if defined(COLEX_AMD_GFX950) && !defined(__HIP_DEVICE_COMPILE__)
namespace colex::gpu {
/// The host's side of a compilation takes kernels' names, and makes no code of what they call: for gfx950 that is gemm/direct.hpp.
template <class Config, class Arguments>
__device__ inline void direct_block(Arguments const&, Index) {}
}  // namespace colex::gpu
#endif

namespace colex::gpu::c {

/// Those of AMD's library: what each of its targets has, and the direct ones, which device.hpp keeps to gfx950.
using AmdGemmConfigsEverywhere =
    decltype(std::tuple_cat(GemmConfigs{}, GemmMfmaBothConfigs{}, GemmMfmaPipelinedBothConfigs{}));
using AmdGemmConfigs = decltype(std::tuple_cat(AmdGemmConfigsEverywhere{}, GemmMfmaDirectGfx950Configs{}));

#if defined(COLEX_HOST_PLATFORM)
using GemmConfigsHere = ShippedGemmConfigs;
#elif defined(__CUDACC__)
using GemmConfigsHere = decltype(std::tuple_cat(GemmConfigs{}, GemmMmaSyncConfigs{}, GemmMmaSync89Configs{},
                                                GemmMmaSync90Configs{}, GemmFmaDirectConfigs{}));
#elif defined(COLEX_AMD_GFX950) && (!defined(__HIP_DEVICE_COMPILE__) || defined(__gfx950__))
using GemmConfigsHere = AmdGemmConfigs;
#else  // without code for gfx950, or compiled for another target
using GemmConfigsHere = AmdGemmConfigsEverywhere;
#endif

}  // namespace colex::gpu::c
