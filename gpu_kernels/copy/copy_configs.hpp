// SPDX-License-Identifier: MIT
// The shipped configs of the copy kernel. A config is a type: it names the element, the tile layouts of
// source and destination, how far apart their repetitions lie, the threads of a block and the elements that a
// thread moves.
//
//   CopyUnpadF32 reads rows of 8 elements that lie 12 apart and packs them: element 8 comes from offset 12.
//
// To add one: write the struct, add it to CopyConfigs. A wrong `vector`, an overlapping destination or a step
// too small does not compile.
#pragma once

#include <cstdint>
#include <tuple>

#include "colex/decide.hpp"
#include "colex/text.hpp"
#include "copy/copy_layouts.hpp"

namespace colex::gpu {

/// Contiguous to contiguous, 16 bytes on both sides.
struct CopyIdentityF32 {
  static constexpr char const* name = "copy_identity_f32";
  using element = float;
  static constexpr auto source = layout("64:1"), destination = layout("64:1");
  static constexpr Index source_step = 64, destination_step = 64;
  static constexpr int threads = 256, vector = 4;
};

/// Padded rows to packed: 8 elements of every 12.
struct CopyUnpadF32 {
  static constexpr char const* name = "copy_unpad_f32";
  using element = float;
  static constexpr auto source = layout("(8,4):(1,12)"), destination = layout("32:1");
  static constexpr Index source_step = 48, destination_step = 32;
  static constexpr int threads = 64, vector = 4;
};

/// Transposes tiles of 8 x 4: column-major to row-major. Wide loads, one store for each element.
struct CopyTransposeF32 {
  static constexpr char const* name = "copy_transpose_f32";
  using element = float;
  static constexpr auto source = layout("(8,4):(1,8)"), destination = layout("(8,4):(4,1)");
  static constexpr Index source_step = 32, destination_step = 32;
  static constexpr int threads = 128, vector = 4;
};

/// Exchanges two outer modes of 8-element runs of a 2-byte type: 16 bytes on both sides.
struct CopyExchangeBf16 {
  static constexpr char const* name = "copy_exchange_bf16";
  using element = Bf16;
  static constexpr auto source = layout("(8,2,4):(1,32,8)"), destination = layout("64:1");
  static constexpr Index source_step = 64, destination_step = 64;
  static constexpr int threads = 64, vector = 8;
};

/// Reverses the digits of the index in base 2 (the order of a 16-point FFT). Single loads, wide stores.
struct CopyBitReverseF32 {
  static constexpr char const* name = "copy_bit_reverse_f32";
  using element = float;
  static constexpr auto source = layout("(2,2,2,2):(8,4,2,1)"), destination = layout("16:1");
  static constexpr Index source_step = 16, destination_step = 16;
  static constexpr int threads = 64, vector = 4;
};

/// Gathers one element of every three into pairs that lie 6 apart, in tiles of 12: no power of two anywhere,
/// and the widest aligned run is two elements on one side and one on the other.
struct CopyStridedI64 {
  static constexpr char const* name = "copy_strided_i64";
  using element = std::int64_t;
  static constexpr auto source = layout("12:3"), destination = layout("(2,6):(1,6)");
  static constexpr Index source_step = 37, destination_step = 38;
  static constexpr int threads = 96, vector = 2;
};

using CopyConfigs = std::tuple<CopyIdentityF32, CopyUnpadF32, CopyTransposeF32, CopyExchangeBf16,
                               CopyBitReverseF32, CopyStridedI64>;

/// The conditions under which the kernel is correct and that a config decides alone; one that fails does not
/// compile. Those that speak of every count are the certificate's.
template <class Config>
constexpr bool check_copy_config() {
  constexpr auto source = Config::source, destination = Config::destination;
  using From = SourceArray<Config>;
  using To = DestinationArray<Config>;
  static_assert(Config::threads > 0 && Config::threads <= 1024);
  static_assert(Config::vector == (From::width > To::width ? From::width : To::width),
                "vector is the run of the wider side");
  static_assert(size(source) == size(destination), "the tiles differ in size");
  static_assert(Config::source_step >= extent(source), "repetitions of the source tile overlap");
  static_assert(Config::destination_step >= extent(destination),
                "repetitions of the destination tile overlap");
  static_assert(injective(destination).condition == Condition::none,
                "two elements would be stored at one offset");
  return true;
}

}  // namespace colex::gpu
