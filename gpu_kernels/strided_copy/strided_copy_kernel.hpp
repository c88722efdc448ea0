// SPDX-License-Identifier: MIT
// The strided copy: moves every unit of an array from one set of strides to another. A thread first loads its
// units, then stores them, so that several loads are under way at a time. A config that gathers loads the elements
// of a unit one by one and stores them by one access.
//
// Neighbouring threads move neighbouring units of mode 0, which should run along both arrays. strided_copy.hpp
// chooses the unit and the order of modes, and launches it.
#pragma once

#include "platform/platform.hpp"
#include "strided_copy/strided_copy_configs.hpp"
#include "strided_copy/strided_copy_layouts.hpp"

namespace colex::gpu {

/// The array to move, in units: extents of its modes, their strides on both sides, where coordinate 0 lies on
/// both sides, how many units there are, how far apart the source has the elements of a unit that is gathered, and
/// how many modes are more than one. Strides may be negative; no offset is. Strides and origins of what is gathered
/// count elements.
template <int rank>
struct StridedShape {
  Index extent[rank], source[rank], destination[rank], source_origin, destination_origin, units, apart;
  int modes;
};

/// Moves the units of one thread; their numbers are divided as `Digit` among the first `modes` modes.
template <class Config, class Digit, int modes>
__device__ inline void move_units(GlobalView<typename Config::element const> const& source,
                                  GlobalView<typename Config::element> const& destination,
                                  StridedShape<Config::rank> const& s) {
  constexpr int gathered = Config::gathered;
  Vec<typename Config::element, gathered> unit[Config::steps];
  Index to[Config::steps];
  auto const from = given_layout<modes>(s.extent, s.source),
             into = given_layout<modes>(s.extent, s.destination);
  auto const number = [](int step) {
    return StaticOf<ThreadUnits<Config>>{}(Index{threadIdx.x}, coord(Index{step}, Index{blockIdx.x}));
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

template <class Config>
__global__ __launch_bounds__(Config::threads) void strided_copy_kernel(
    GlobalView<typename Config::element const> source, GlobalView<typename Config::element> destination,
    StridedShape<Config::rank> shape) {
  constexpr int few = 2, some = 4;
  if (shape.units > 0xFFFFFFFF) {
    move_units<Config, Index, Config::rank>(source, destination, shape);
  } else if (shape.modes <= few) {
    move_units<Config, std::uint32_t, few>(source, destination, shape);
  } else if (shape.modes <= some) {
    move_units<Config, std::uint32_t, some>(source, destination, shape);
  } else {
    move_units<Config, std::uint32_t, Config::rank>(source, destination, shape);
  }
}

}  // namespace colex::gpu
