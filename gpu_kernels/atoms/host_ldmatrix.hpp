// SPDX-License-Identifier: MIT
// ldmatrix and stmatrix on the host platform: a lane learns from the others where the elements of its
// registers are, by the layouts, and touches them itself; so a row that another lane stored needs a barrier
// first.
#pragma once

#include <source_location>
#include <string>

#include "atoms/host_mma.hpp"
#include "atoms/ldmatrix_layouts.hpp"

namespace colex::gpu {
namespace host {

/// One lane: the row that it points at, and where the 16-bit elements of its registers are.
template <int matrices>
struct MatrixLane {
  Target row;
  Target element[2 * matrices];
};

template <int matrices, Order order>
void share_rows(void* const* lanes, int) {
  static auto const table = element_table(LdmatrixLayouts<matrices, order>::registers);
  auto const lane = [&](int i) -> MatrixLane<matrices>& {
    return *static_cast<MatrixLane<matrices>*>(lanes[i]);
  };
  for (int i = 0; i < static_cast<int>(table.size()); ++i) {
    Target& element = lane(i % 32).element[i / 32] = lane(table[i] / 8).row;
    if (!element.data) continue;
    element.data += table[i] % 8 * 2;
    element.byte += table[i] % 8 * 2;
  }
}

/// The elements of the calling lane; without data where the row is out of bounds or the warp does not meet.
template <int matrices, Order order, class U>
MatrixLane<matrices> find_matrices(SharedView<U> const& view, Index row, bool is_store,
                                   std::source_location where) {
  static_assert(order == Order::rows ? sizeof(U) <= 4 : sizeof(U) == 2, "elements within a register");
  MatrixLane<matrices> lane{};
  if (wave_width() != 32) {
    report_collective("ldmatrix and stmatrix in waves of " + std::to_string(wave_width()));
    return lane;
  }
  if (lane_id() < 8 * matrices) lane.row = view.at(row, 16 / sizeof(U), is_store);
  meet_in_full(32, &lane, share_rows<matrices, order>, where);
  return lane;
}

}  // namespace host

/// Loads 8 x 8 matrices of 16-bit elements; lane r's `row` is the offset of 16 aligned bytes, row r % 8 of
/// matrix r / 8. Lanes past the last matrix's rows point at nothing. A lane gets a register of each matrix.
template <int matrices, Order order = Order::rows, class U>
auto ldmatrix(SharedView<U> const& view, Index row,
              std::source_location where = std::source_location::current()) {
  using T = std::remove_const_t<U>;
  auto const lane = host::find_matrices<matrices, order>(view, row, false, where);
  std::uint16_t registers[2 * matrices] = {};
  for (int v = 0; v < 2 * matrices; ++v)
    if (auto const& element = lane.element[v]; element.data) {
      touch(element, 2, Access::load);
      std::memcpy(&registers[v], element.data, 2);
    }
  Fragment<T, 4 * matrices / sizeof(T)> fragment;
  std::memcpy(fragment.value, registers, sizeof registers);
  return fragment;
}

/// Stores 8 x 8 matrices of 16-bit elements: the reverse of ldmatrix.
template <int matrices, Order order = Order::rows, class T>
void stmatrix(SharedView<T> const& view, Index row, Fragment<T, 4 * matrices / sizeof(T)> const& fragment,
              std::source_location where = std::source_location::current()) {
  auto const lane = host::find_matrices<matrices, order>(view, row, true, where);
  std::uint16_t registers[2 * matrices];
  std::memcpy(registers, fragment.value, sizeof registers);
  for (int v = 0; v < 2 * matrices; ++v)
    if (auto const& element = lane.element[v]; element.data) {
      touch(element, 2, Access::store);
      std::memcpy(element.data, &registers[v], 2);
    }
}

}  // namespace colex::gpu
