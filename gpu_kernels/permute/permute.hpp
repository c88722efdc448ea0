// SPDX-License-Identifier: MIT
// permute: the call. Moves every element of an array from one layout to another of the same shape.
//
//   permute<TransposeF32>(from, to, layout("(300,200):(1,300)"), layout("(300,200):(200,1)"));
//   permute<Permute3F32>(from, to, layout("(4,5,6):(30,6,1)"), layout("(4,5,6):(1,4,20)"));
//
// Tiles inside the array move by wide accesses where the strides allow; every extent >= 0 and stride >= 0 is
// right.
#pragma once

#include <stdexcept>
#include <string>

#include "certified.hpp"
#include "colex/decide.hpp"
#include "colex/text.hpp"
#include "permute/permute_kernel.hpp"

namespace colex::gpu {

namespace detail {
inline void require(bool holds, char const* what) {
  if (!holds) throw std::invalid_argument(std::string("permute: ") + what);
}

/// The mode that one side should run along: stride 1 if there is one, else the smallest stride; among equals
/// the largest extent. `taken` is not chosen.
inline int leading_mode(List<Mode<Index>> const& modes, int taken) {
  int best = -1;
  for (int k = 0; k < modes.count; ++k) {
    if (k == taken) continue;
    auto const key = [&](int m) { return modes[m].shape == 1 ? kReachLimit : modes[m].stride; };
    if (best < 0 || key(k) < key(best) || (key(k) == key(best) && modes[k].shape > modes[best].shape))
      best = k;
  }
  return best;
}
}  // namespace detail

/// An array to move: extents >= 0, and strides >= 0 on both sides.
template <int rank>
struct PermuteArray {
  Index extent[rank], source[rank], destination[rank];
};

/// Two layouts of one shape as such an array; extents of 1 fill up the rank.
template <int rank>
PermuteArray<rank> permute_array(Layout<Index> const& from, Layout<Index> const& to) {
  using detail::require;
  require(well_formed(from) == Condition::none && well_formed(to) == Condition::none,
          "a layout is ill-formed");
  require(shape(from) == shape(to), "the layouts differ in shape");
  require(from.leaves.count <= rank, "more modes than the config's rank");
  PermuteArray<rank> a{};
  for (int k = 0; k < rank; ++k) {
    bool const given = k < from.leaves.count;
    a.extent[k] = given ? from.leaves[k].shape : 1;
    a.source[k] = given ? from.leaves[k].stride : 0;
    a.destination[k] = given ? to.leaves[k].stride : 0;
  }
  return a;
}

/// The modes in the order of the kernel: x, y, then the batch modes. Requires extents > 0.
template <int rank>
PermuteShape<rank> permute_shape(PermuteArray<rank> const& a) {
  using detail::require;
  List<Mode<Index>> from, to;
  for (int k = 0; k < rank; ++k) {
    require(a.source[k] >= 0 && a.destination[k] >= 0, "a stride is negative");
    from.push({a.extent[k], a.source[k]}), to.push({a.extent[k], a.destination[k]});
  }
  require(well_formed(flat(from)) == Condition::none && well_formed(flat(to)) == Condition::none,
          "the array is too large");
  auto const unique = injective(flat(to)).condition;
  require(unique != Condition::undecided, "whether destination offsets are unique is undecided");
  require(unique == Condition::none, "two elements would be stored at one offset");
  int const x = detail::leading_mode(from, -1), y = detail::leading_mode(to, x);
  PermuteShape<rank> s{};
  int next = 2;
  for (int k = 0; k < rank; ++k) {
    int const at = k == x ? 0 : k == y ? 1 : next++;
    s.extent[at] = a.extent[k], s.source[at] = a.source[k], s.destination[at] = a.destination[k];
  }
  return s;
}

/// Whether accesses of V elements stay contiguous and aligned on both sides. See O3 of the certificate.
template <int rank>
bool allows_wide(PermuteShape<rank> const& s, int V) {
  // The stride of an extent of 1 is never multiplied by anything but 0.
  auto const whole = [&](int k, Index stride) { return s.extent[k] == 1 || stride % V == 0; };
  bool wide =
      s.source[0] == 1 && s.destination[1] == 1 && whole(1, s.source[1]) && whole(0, s.destination[0]);
  for (int k = 2; k < rank; ++k) wide = wide && whole(k, s.source[k]) && whole(k, s.destination[k]);
  return wide;
}

namespace uncertified {
/// permute() for any well-formed config, certified or not.
template <class Config>
LaunchResult permute(GlobalView<typename Config::element const> source,
                     GlobalView<typename Config::element> destination,
                     PermuteArray<Config::rank> const& array, std::uint64_t seed = 0,
                     BankModel const* banks = nullptr, void* stream = nullptr) {
  static_assert(check_permute_config<Config, !is_certified<Config, PermuteConfigs>()>());
  bool empty = false;
  for (Index const extent : array.extent) {
    detail::require(extent >= 0, "an extent is negative");
    empty = empty || extent == 0;
  }
  if (empty) return {};
  auto s = permute_shape(array);
  constexpr Index most = 0x7FFFFFFF;
  Index const tiles_x = tiles_along<Index>(s.extent[0], Config::tile_x);
  Index const tiles_y = tiles_along<Index>(s.extent[1], Config::tile_y);
  detail::require(product_fits(tiles_x, tiles_y), "too many tiles");
  Index blocks = tiles_x * tiles_y;
  for (int k = 2; k < Config::rank; ++k) {
    detail::require(product_fits(blocks, s.extent[k]), "too many tiles");
    blocks *= s.extent[k];
  }
  detail::require(blocks <= most, "too many tiles");
  s.tiles_x = static_cast<std::int32_t>(tiles_x), s.tiles_y = static_cast<std::int32_t>(tiles_y);
  s.wide = allows_wide(s, Config::vector);
  return launch({.grid = {static_cast<std::uint32_t>(blocks)},
                 .block = {Config::threads},
                 .seed = seed,
                 .stream = stream,
                 .banks = banks,
                 .early = true},
                permute_kernel<Config>, source, destination, s);
}
}  // namespace uncertified

/// Moves the array, on a stream of the device; the seed orders the threads of the host platform, `banks` has
/// it count conflicts. Memory must hold every offset of the array, begin at a multiple of 16 bytes, and the
/// two sides not overlap. Throws std::invalid_argument for a negative extent or stride, for a destination
/// that stores two elements at one offset, and for more than 2^31 - 1 tiles.
template <class Config>
LaunchResult permute(GlobalView<typename Config::element const> source,
                     GlobalView<typename Config::element> destination,
                     PermuteArray<Config::rank> const& array, std::uint64_t seed = 0,
                     BankModel const* banks = nullptr, void* stream = nullptr) {
  static_assert(require_certificate<Config, PermuteConfigs>());
  return uncertified::permute<Config>(source, destination, array, seed, banks, stream);
}

/// The same for two layouts of one shape, of at most `rank` modes when flattened.
template <class Config>
LaunchResult permute(GlobalView<typename Config::element const> source,
                     GlobalView<typename Config::element> destination, Layout<Index> const& from,
                     Layout<Index> const& to, std::uint64_t seed = 0, BankModel const* banks = nullptr,
                     void* stream = nullptr) {
  return permute<Config>(source, destination, permute_array<Config::rank>(from, to), seed, banks, stream);
}

}  // namespace colex::gpu
