// SPDX-License-Identifier: MIT
// All offsets of a layout as a NumPy array, written without a division.
#pragma once

#include <nanobind/ndarray.h>

#include <algorithm>
#include <memory>

#include "convert.hpp"

namespace colex::python {

/// The longest array of offsets.
inline constexpr std::int64_t kMaxOffsets = std::int64_t{1} << 26;

/// The numbers as an array of NumPy that has their memory.
inline nb::object array_of(std::unique_ptr<std::int64_t[]> values, std::size_t count) {
  std::int64_t* const data = values.release();
  nb::capsule const owner(data, [](void* p) noexcept { delete[] static_cast<std::int64_t*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, std::int64_t, nb::ndim<1>>(data, {count}, owner));
}

/// Offsets in colexicographic order, each passed through `after`. The values of the modes passed so far are
/// repeated, one stride further each time. Refused: more than kMaxOffsets (capacity).
template <class After>
nb::object offsets(Layout<std::int64_t> const& layout, After after) {
  std::int64_t const points = size(layout);
  if (points > kMaxOffsets)
    throw cli::Failure("capacity",
                       "capacity: " + std::to_string(points) + " offsets, and an array ends at 2^26");
  auto values = std::make_unique<std::int64_t[]>(static_cast<std::size_t>(points));
  std::int64_t done = 1;
  values[0] = 0;
  for (auto const& mode : layout.leaves) {
    for (std::int64_t k = 1; k < mode.shape; ++k)
      for (std::int64_t i = 0; i < done; ++i) values[k * done + i] = values[i] + k * mode.stride;
    done *= mode.shape;
  }
  std::for_each_n(values.get(), points, [&](std::int64_t& x) { x = after(x); });
  return array_of(std::move(values), static_cast<std::size_t>(points));
}

inline nb::object offsets(Layout<std::int64_t> const& layout) {
  return offsets(layout, [](std::int64_t x) { return x; });
}

}  // namespace colex::python
