// SPDX-License-Identifier: MIT
// Configs of the Hopper GEMM that must not compile, one for each CASE from 1; case 0 is well formed.
// ill_formed.py reads the message that each must give from the line of its case.
#include "hopper/gemm_config.hpp"

namespace colex::gpu::hopper {

#if CASE == 1  // more shared memory than a processor has
inline constexpr TileShape shape{128, 256, 5, 2, 8};
#elif CASE == 2  // more shared memory than a processor has
inline constexpr TileShape shape{64, 64, 12, 1, 8, 0, 2};
#elif CASE == 3  // the tile is not made of warpgroups and boxes
inline constexpr TileShape shape{96, 128, 3, 1, 8};
#elif CASE == 4  // one stage is no ring
inline constexpr TileShape shape{128, 256, 1, 2, 8};
#elif CASE == 5  // no such boxes
inline constexpr TileShape shape{128, 100, 4, 1, 8};
#elif CASE == 7  // a tile of the result is not made of boxes
inline constexpr TileShape shape{128, 224, 4, 2, 8, 1};
#else
inline constexpr TileShape shape = tile_128x256c2;
#endif

#if CASE == 6  // K is contiguous for types of 8 and 32 bits
template struct GemmConfig<Element::e4m3, Major::line, Major::k, shape>;
#else
template struct GemmConfig<Element::bf16, Major::k, Major::k, shape>;
#endif

}  // namespace colex::gpu::hopper
