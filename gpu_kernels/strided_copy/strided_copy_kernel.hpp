// SPDX-License-Identifier: MIT
// The strided copy: moves every unit of an array from one set of strides to another. A thread first loads its
// units, then stores them, so that several loads are under way at a time. A config that gathers loads the elements
// of a unit one by one and stores them by one access.
//
// Neighbouring threads move neighbouring units of mode 0, which should run along both arrays. strided_copy.hpp
// chooses the unit and the order of modes, and launches it.
#pragma once

#include "platform/early.hpp"
#include "strided_copy/strided_copy_configs.hpp"
#include "strided_copy/strided_copy_layouts.hpp"

namespace colex::gpu {

/// The array to move, in units: extents of its modes, their strides on both sides, where coordinate 0 lies on
/// both sides, how many units there are, how far apart the source has the elements of a unit that is gathered, and
/// how many modes are more than one. Strides may be negative; no offset is. Strides and origins of what is gathered
/// count elements. `narrow`: no stride is negative, and all offsets and the number of units are less than 2^31.
template <int rank>
struct StridedShape {
  Index extent[rank], source[rank], destination[rank], source_origin, destination_origin, units, apart;
  int modes;
  bool narrow;
};

/// The layout of the first `modes` modes on one side, in `Int`, which their extents and strides fit.
template <class Int, int modes>
__device__ inline auto modes_as(Index const* extents, Index const* strides) {
  Int extent[modes], stride[modes];
  COLEX_UNROLL
  for (int k = 0; k < modes; ++k)
    extent[k] = static_cast<Int>(extents[k]), stride[k] = static_cast<Int>(strides[k]);
  return given_layout<modes>(extent, stride);
}

/// Moves the units of one thread of block number `block` of the array's; their numbers are divided as `Digit` among the
/// first `modes` modes, and their offsets are added up as `Int`.
template <class Config, class Digit, class Int, int modes>
__device__ inline void move_units(GlobalView<typename Config::element const> const& source,
                                  GlobalView<typename Config::element> const& destination,
                                  StridedShape<Config::rank> const& s, Index block) {
  constexpr int gathered = Config::gathered;
  Vec<typename Config::element, gathered> unit[Config::steps];
  Index to[Config::steps];
  auto const from = modes_as<Int, modes>(s.extent, s.source),
             into = modes_as<Int, modes>(s.extent, s.destination);
  auto const number = [block](int step) {
    return StaticOf<ThreadUnits<Config>>{}(Index{threadIdx.x}, coord(Index{step}, block));
  };
  COLEX_UNROLL
  for (int step = 0; step < Config::steps; ++step) {
    // Beyond the end, unit 0 is looked up and not moved: the compiler may then overlap all steps.
    bool const inside = number(step) < s.units;
    Digit const place = static_cast<Digit>(inside ? number(step) : 0);
    Index const first = s.source_origin + by_digits(from, place);
    to[step] = s.destination_origin + by_digits(into, place);
    COLEX_UNROLL
    for (int j = 0; j < gathered; ++j)
      if (inside) unit[step].value[j] = load<1>(source, first + j * s.apart).value[0];
  }
  COLEX_UNROLL
  for (int step = 0; step < Config::steps; ++step)
    if (number(step) < s.units) store(destination, to[step], unit[step]);
}

/// Moves the units of a block of a narrow array, whose places are found by as many divisions as it has modes.
template <class Config, int modes = 2>
__device__ inline void move_narrow(GlobalView<typename Config::element const> const& source,
                                   GlobalView<typename Config::element> const& destination,
                                   StridedShape<Config::rank> const& shape, Index block) {
  if constexpr (modes < Config::rank)
    if (shape.modes > modes) return move_narrow<Config, modes + 1>(source, destination, shape, block);
  move_units<Config, std::uint32_t, std::int32_t, modes>(source, destination, shape, block);
}

template <class Config>
__global__ __launch_bounds__(Config::threads) void strided_copy_kernel(
    GlobalView<typename Config::element const> source, GlobalView<typename Config::element> destination,
    StridedShape<Config::rank> shape) {
  constexpr int few = 2, some = 4;
  begin_early();
  Index const block = blockIdx.x;
  if (shape.narrow) {
    move_narrow<Config>(source, destination, shape, block);
  } else if (shape.units > 0xFFFFFFFF) {
    move_units<Config, Index, Index, Config::rank>(source, destination, shape, block);
  } else if (shape.modes <= few) {
    move_units<Config, std::uint32_t, Index, few>(source, destination, shape, block);
  } else if (shape.modes <= some) {
    move_units<Config, std::uint32_t, Index, some>(source, destination, shape, block);
  } else {
    move_units<Config, std::uint32_t, Index, Config::rank>(source, destination, shape, block);
  }
}

/// A narrow array, and where it goes.
template <class Config>
struct StridedMove {
  GlobalView<typename Config::element const> source;
  GlobalView<typename Config::element> destination;
  StridedShape<Config::rank> shape;
};

/// Moves two arrays in one launch: its first `blocks` blocks are those of the first, the others those of the second.
template <class Config>
__global__ __launch_bounds__(Config::threads) void strided_copies_kernel(StridedMove<Config> first,
                                                                         StridedMove<Config> second,
                                                                         std::uint32_t blocks) {
  begin_early();
  if (blockIdx.x < blocks) {
    move_narrow<Config>(first.source, first.destination, first.shape, blockIdx.x);
  } else {
    move_narrow<Config>(second.source, second.destination, second.shape, blockIdx.x - blocks);
  }
}

}  // namespace colex::gpu
