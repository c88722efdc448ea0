// SPDX-License-Identifier: MIT
// The host platform's sums of 8-bit floats, of the operands of ptx_products.py: host_products A B < OPERANDS > SUMS, where A and B are e4m3 or e5m2.
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "hopper/host_wgmma.hpp"

namespace colex::gpu::hopper {
namespace {

constexpr int columns = 16, step_count = 4, depth = 32, threads = 128, each = columns / 2;

/// The elements of so many lines of a step, whose eight lines of 16 bytes lie one behind the other.
template <Element element>
std::vector<float> numbers(unsigned char const* bytes, int lines) {
  using T = typename TypeOf<element>::type;
  std::vector<float> all;
  for (int line = 0; line < lines; ++line)
    for (int k = 0; k < depth; ++k)
      all.push_back(T{bytes[line / 8 * 256 + k / 16 * 128 + line % 8 * 16 + k % 16]}.to_float());
  return all;
}

template <Element of_a, Element of_b>
void run() {
  constexpr int a_bytes = wgmma_rows * depth, b_bytes = columns * depth;
  std::array<unsigned char, step_count*(a_bytes + b_bytes)> block;
  while (std::fread(block.data(), block.size(), 1, stdin) == 1) {
    std::vector<float> sum(wgmma_rows * columns);
    for (int step = 0; step < step_count; ++step) {
      auto const a = numbers<of_a>(&block[static_cast<std::size_t>(step * a_bytes)], wgmma_rows),
                 lines = numbers<of_b>(
                     &block[static_cast<std::size_t>(step_count * a_bytes + step * b_bytes)], columns);
      std::vector<float> b;
      for (int k = 0; k < depth; ++k)
        for (int column = 0; column < columns; ++column)
          b.push_back(lines[static_cast<std::size_t>(column * depth + k)]);
      auto const b_tops = wgmma::tops_of<of_b>(b);
      for (int row = 0; row < wgmma_rows; ++row) {
        std::vector<float> x(a.begin() + row * depth, a.begin() + (row + 1) * depth);
        if (step == 2)
          for (float& one : x) one = -one;
        wgmma::add_cut(sum, static_cast<std::size_t>(row * columns), columns, x, wgmma::tops_of<of_a>(x), b,
                       b_tops);
      }
    }
    for (int thread = 0; thread < threads; ++thread)
      for (int v = 0; v < each; ++v) {
        int const row = thread / 32 * 16 + thread % 32 / 4 + v / 2 % 2 * 8,
                  column = v / 4 * 8 + thread % 4 * 2 + v % 2;
        std::fwrite(&sum[static_cast<std::size_t>(row * columns + column)], sizeof(float), 1, stdout);
      }
  }
}

}  // namespace
}  // namespace colex::gpu::hopper

int main(int count, char** words) {
  using namespace colex::gpu::hopper;
  if (count != 3) return 2;
  bool const a = std::string_view(words[1]) == "e5m2", b = std::string_view(words[2]) == "e5m2";
  if (a && b) run<Element::e5m2, Element::e5m2>();
  if (a && !b) run<Element::e5m2, Element::e4m3>();
  if (!a && b) run<Element::e4m3, Element::e5m2>();
  if (!a && !b) run<Element::e4m3, Element::e4m3>();
}
