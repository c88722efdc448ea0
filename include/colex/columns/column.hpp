// SPDX-License-Identifier: MIT
// A column of integers: memory of one's own or somebody else's, of 1, 2, 4 or 8 bytes each, one after the other or a step
// apart. A step of 0 is one number for all rows.
//
//   static std::vector<std::int64_t> const extents{2, 4, 8};
//   assert(Column::of(extents)[1] == 4);                        reads `extents`, and copies nothing
//   assert(Column::same(7)[1000] == 7);
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "colex/columns/lanes.hpp"

namespace colex {

/// Integers of 4 and 8 bytes are signed, of 1 and 2 bytes not.
struct Column {
  std::byte const* at = nullptr;
  std::ptrdiff_t step = 0;  ///< bytes from one row to the next
  int width = 8;            ///< bytes of an integer
  std::shared_ptr<void const> owner{};

  /// The numbers of a span, which has to outlive the column.
  template <class T>
  static Column of(std::span<T const> numbers) {
    return {reinterpret_cast<std::byte const*>(numbers.data()), sizeof(T), sizeof(T), {}};
  }
  template <class T>
  static Column of(std::vector<T> const& numbers) {
    return of(std::span<T const>(numbers));
  }
  /// The numbers themselves.
  template <class T>
  static Column keep(std::shared_ptr<T[]> const& numbers) {
    return {reinterpret_cast<std::byte const*>(numbers.get()), sizeof(T), sizeof(T), numbers};
  }
  /// One number for all rows.
  static Column same(std::int64_t number) {
    auto const one = std::make_shared<std::int64_t>(number);
    return {reinterpret_cast<std::byte const*>(one.get()), 0, 8, one};
  }

  explicit operator bool() const { return at != nullptr; }
  std::int64_t operator[](std::int64_t row) const {
    std::byte const* const from = at + row * step;
    switch (width) {
      case 1:
        return read<std::uint8_t>(from);
      case 2:
        return read<std::uint16_t>(from);
      case 4:
        return read<std::int32_t>(from);
      default:
        return read<std::int64_t>(from);
    }
  }
  /// The rows from `row` on.
  Column from(std::int64_t row) const { return {at + row * step, step, width, owner}; }

 private:
  template <class T>
  static std::int64_t read(std::byte const* from) {
    T x;
    std::memcpy(&x, from, sizeof(x));
    return static_cast<std::int64_t>(x);
  }
};

namespace columns {
inline namespace COLEX_LANES {

/// The numbers of `count` rows, 1 in the other lanes; `together`: of eight rows one after the other. Lanes of numbers beyond
/// the limit are left out of `fits`.
inline Lanes load(Column const& column, std::int64_t const (&row)[kLanes], int count, bool together,
                  Mask& fits) {
  std::int64_t all[kLanes];
  together = together && column.step == column.width;
  if (together && column.width == 8) {
    std::memcpy(all, column.at + row[0] * 8, sizeof(all));
  } else if (together && column.width == 4) {
    std::int32_t narrow[kLanes];
    std::memcpy(narrow, column.at + row[0] * 4, sizeof(narrow));
    for (int k = 0; k < kLanes; ++k) all[k] = narrow[k];
  } else {
    for (int k = 0; k < kLanes; ++k) all[k] = k < count ? column[row[k]] : 1;
  }
  Vector v;
  for (int k = 0; k < kLanes; ++k) v[k] = static_cast<double>(all[k]);
  fits &= detail::within_limit(v);
  return Lanes(v);
}

/// A lane's number, which is an integer; 0 of a lane that left with one beyond 64 bits.
inline void numbers_of(Lanes const& lanes, std::int64_t (&out)[kLanes]) {
  constexpr double kEnd = 0x1p63;
  for (int k = 0; k < kLanes; ++k) {
    double const x = lanes.vector()[k];
    out[k] = static_cast<std::int64_t>(x >= -kEnd && x < kEnd ? x : 0);
  }
}

}  // namespace COLEX_LANES
}  // namespace columns
}  // namespace colex
