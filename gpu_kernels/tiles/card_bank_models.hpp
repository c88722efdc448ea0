// SPDX-License-Identifier: MIT
// The bank models of cards beyond those that kernels here are certified for, and for every card where its model is from.
//
//   static_assert(conflicts(sm80, Direction::load, 16, [](int lane) { return Index{128} * lane; }).degree == 8);
//   static_assert(conflicts(gfx11, Direction::load, 16, [](int lane) { return Index{64} * lane; }).degree == 4);
//
// Sources. CUDA C++ Programming Guide 13.0, compute capabilities: 32 banks of 4 bytes, each 4 bytes per clock, the same
// for 7.x to 12.x. It does not say which lanes of an access of 8 or 16 bytes are served together: halves and quarters of a warp
// are taken for granted. nod-ai/amd-shark-ai, docs/empirical-lds/lds_summary.md (pull request 2919): banks and
// phases of reads, measured by latency on MI350X, MI300X, RX 9070 XT and W7900. Writes in consecutive eighths: AMD's page
// "Understanding AMD GPU LDS and Bank Conflicts" of Composable Kernel.
#pragma once

#include "tiles/bank_model.hpp"

namespace colex::gpu {

namespace detail {
/// As many lanes together as fill 64 banks.
constexpr int gfx1250_phase(Direction, int bytes, int lane) { return lane / (256 / (bytes < 8 ? 8 : bytes)); }
}  // namespace detail

inline constexpr BankModel sm70{"sm70", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm75{"sm75", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm80{"sm80", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm86{"sm86", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm89{"sm89", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm100{"sm100", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm103{"sm103", 32, 32, 32, Evidence::customary, detail::sm90_phase};
inline constexpr BankModel sm120{"sm120", 32, 32, 32, Evidence::customary, detail::sm90_phase};
/// RDNA3 in waves of 32: the first half of what gfx942 does.
inline constexpr BankModel gfx11{"gfx11", 32, 32, 32, Evidence::measured, detail::gfx942_phase};
/// RDNA4 in waves of 32: consecutive lanes.
inline constexpr BankModel gfx12{"gfx12", 32, 32, 32, Evidence::measured, detail::sm90_phase};
/// 64 banks, as Tensile and Triton's tools have it; that lanes which fill them are served together is taken for granted.
inline constexpr BankModel gfx1250{"gfx1250", 32, 64, 64, Evidence::customary, detail::gfx1250_phase};

/// A card's model. `like`: the card whose model it shares, or null.
struct CardBankModel {
  BankModel const* model;
  char const *like, *source;
};

inline constexpr CardBankModel card_bank_models[] = {
    {&sm70, "sm90", "CUDA C++ Programming Guide"},
    {&sm75, "sm90", "CUDA C++ Programming Guide"},
    {&sm80, "sm90", "CUDA C++ Programming Guide"},
    {&sm86, "sm90", "CUDA C++ Programming Guide"},
    {&sm89, "sm90", "CUDA C++ Programming Guide"},
    {&sm90, nullptr, "CUDA C++ Programming Guide"},
    {&sm100, "sm90", "CUDA C++ Programming Guide"},
    {&sm103, "sm90", "CUDA C++ Programming Guide"},
    {&sm120, "sm90", "CUDA C++ Programming Guide"},
    {&gfx90a, "gfx942", "taken for granted"},
    {&gfx942, nullptr, "nod-ai/amd-shark-ai, docs/empirical-lds"},
    {&gfx950, nullptr, "nod-ai/amd-shark-ai, docs/empirical-lds"},
    {&gfx11, nullptr, "nod-ai/amd-shark-ai, docs/empirical-lds"},
    {&gfx12, nullptr, "nod-ai/amd-shark-ai, docs/empirical-lds"},
    {&gfx1250, nullptr, "taken for granted"},
};

}  // namespace colex::gpu
