// SPDX-License-Identifier: MIT
// Loads with a bound on the host platform: zeros past the bound, and AMD's rule that a dword is whole or
// absent.
#include "atoms/buffer_load.hpp"

#include <gtest/gtest.h>

namespace colex::gpu {
namespace {

template <class T, int V>
__global__ void copy_bounded(GlobalView<T const> in, int size, GlobalView<T> out) {
  int const first = V * static_cast<int>(threadIdx.x);
  store(out, first, buffer_load<V>(buffer_view(in, size), first));
}

/// Sixteen elements 1, 2, ..., loaded by V at a time with the bound `size`.
template <class T, int V>
void check(int size) {
  std::vector<T> values(16);
  for (int i = 0; i < 16; ++i) values[i] = convert<T>(i + 1);
  Buffer<T> in("in", values), out("out", 16);
  // The view ends at the bound: whatever is loaded past it would be reported as out of bounds.
  auto const report =
      launch({.grid = {1}, .block = {16 / V}}, copy_bounded<T, V>, in.view(0, size), size, out.view());
  // By the rule itself, byte by byte.
  unsigned dropped = 0;
  for (int i = 0; i < 16; ++i) {
    int const last_of_dword = static_cast<int>(i * sizeof(T)) / 4 * 4 + 3;
    int const last = last_of_dword > static_cast<int>((i + 1) * sizeof(T)) - 1
                         ? last_of_dword
                         : static_cast<int>((i + 1) * sizeof(T)) - 1;
    bool const whole = last < size * static_cast<int>(sizeof(T));
    EXPECT_EQ(out.at(i), whole ? values[i] : T{}) << "element " << i << ", bound " << size;
    dropped += i < size && !whole;
  }
  EXPECT_EQ(report.count(Defect::dropped_element), dropped);
  EXPECT_EQ(report.counts.size(), dropped > 0 ? 1u : 0u);
  if (dropped > 0) {
    EXPECT_EQ(describe(report.findings[0]).find("dropped element: 'in' element"), 0u);
  }
}

TEST(BufferLoad, reads_zeros_past_the_bound_and_whole_dwords_only) {
  for (int size = 1; size <= 16; ++size) {
    check<F16, 1>(size);
    check<F16, 2>(size);
    check<F16, 8>(size);
    check<std::int8_t, 1>(size);
    check<std::int8_t, 4>(size);
    check<std::int8_t, 16>(size);
    check<float, 1>(size);
    check<float, 4>(size);
    check<double, 2>(size);
  }
}

// A bound of 7 half elements is 14 bytes: element 6 has its dword to itself, and is dropped all the same.
static_assert(dword_is_inside(11, 14) && !dword_is_inside(12, 14) && dword_is_inside(15, 16));

TEST(BufferLoad, a_bound_past_the_array_is_out_of_bounds) {
  Buffer<float> in("in", std::vector<float>(16, 1.0f)), out("out", 16);
  auto const report =
      launch({.grid = {1}, .block = {4}}, copy_bounded<float, 4>, in.view(0, 12), 16, out.view());
  EXPECT_EQ(report.count(Defect::out_of_bounds), 1u);
}

}  // namespace
}  // namespace colex::gpu
