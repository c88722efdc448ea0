// SPDX-License-Identifier: MIT
// The configs that the library has on the platform that it is built for: not every GPU has every atom.
#pragma once

#include "copy/copy_configs.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "permute/permute_configs.hpp"

namespace colex::gpu::c {

/// Those of AMD's library: what each of its targets has.
using AmdGemmConfigs =
    decltype(std::tuple_cat(GemmConfigs{}, GemmMfmaBothConfigs{}, GemmMfmaPipelinedBothConfigs{}));

#if defined(COLEX_HOST_PLATFORM)
using GemmConfigsHere = ShippedGemmConfigs;
#elif defined(__CUDACC__)
using GemmConfigsHere = decltype(std::tuple_cat(GemmConfigs{}, GemmMmaSyncConfigs{}));
#else
using GemmConfigsHere = AmdGemmConfigs;
#endif

}  // namespace colex::gpu::c
