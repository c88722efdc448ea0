// SPDX-License-Identifier: MIT
// The transpose of examples/transpose on the host platform: every access checked, every element right, no
// bank conflict.
#include "platform/platform.hpp"
#include "tiles/bank_model.hpp"
// After the platform, whose names it uses.
#include <gtest/gtest.h>

#include "transpose/transpose.hpp"

namespace colex::gpu {
namespace {

/// A view as a pointer: it moves, and reaches one element at a time.
template <class V, class T>
struct Pointer {
  V view;
  Index at = 0;

  struct Element {
    V view;
    Index at;
    operator T() const { return load<1>(view, at).value[0]; }
    Element const& operator=(T x) const { return store(view, at, Vec<T, 1>{{x}}), *this; }
    template <class Other>
    Element const& operator=(Other const& other) const {
      return *this = static_cast<T>(other);
    }
  };
  Pointer operator+(Index offset) const { return {view, at + offset}; }
  Element operator[](Index offset) const { return {view, at + offset}; }
};
template <class T, class V>
Pointer<V, T> pointer(V view) {
  return {view};
}

template <int>
__global__ void transpose_kernel(GlobalView<float const> in, GlobalView<float> out, int rows, int columns) {
  __shared__ Shared<float, 1024> block;
  transpose_tile(pointer<float>(in), pointer<float>(out), rows, columns, pointer<float>(block.view()));
}

TEST(Transpose, every_element_is_right_and_no_access_races_or_conflicts) {
  unsigned const rows = 64, columns = 96;
  std::vector<float> values(rows * columns);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<float>(k);
  Buffer<float> in("in", values), out("out", rows * columns);
  LaunchShape shape{.grid = {rows / 32, columns / 32}, .block = {256}};
  shape.wave = 32;
  shape.banks = &sm90;
  auto const report = launch(shape, transpose_kernel<0>, in.view(), out.view(), static_cast<int>(rows),
                             static_cast<int>(columns));
  for (auto const& finding : report.findings) ADD_FAILURE() << describe(finding);
  EXPECT_TRUE(report.clean());
  EXPECT_EQ(report.bank_degree(), 1);
  EXPECT_FALSE(report.bank_counts.empty());
  for (unsigned i = 0; i < rows; ++i)
    for (unsigned j = 0; j < columns; ++j) {
      ASSERT_EQ(out.at(j + i * columns), in.at(i + j * rows)) << i << ' ' << j;
      ASSERT_EQ(out.writes(j + i * columns), 1u);
    }
}

}  // namespace
}  // namespace colex::gpu
