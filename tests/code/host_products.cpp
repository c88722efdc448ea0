// SPDX-License-Identifier: MIT
// The host platform's sums of 8-bit floats, of the operands of ptx_products.py: host_products A B < OPERANDS > SUMS, where A and B are e4m3 or e5m2.
#include <array>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "hopper/host_wgmma.hpp"

namespace colex::gpu::hopper {
namespace {

constexpr std::size_t rows = 64, columns = 16, step_count = 4, depth = 32, threads = 128, each = columns / 2;

/// The elements of so many lines of a step, whose eight lines of 16 bytes lie one behind the other.
template <Element element>
std::vector<float> numbers(unsigned char const* bytes, std::size_t lines) {
  using T = typename TypeOf<element>::type;
  std::vector<float> all;
  for (std::size_t line = 0; line < lines; ++line)
    for (std::size_t k = 0; k < depth; ++k)
      all.push_back(T{bytes[line / 8 * 256 + k / 16 * 128 + line % 8 * 16 + k % 16]}.to_float());
  return all;
}

template <Element of_a, Element of_b>
void run() {
  constexpr std::size_t a_bytes = rows * depth, b_bytes = columns * depth;
  std::array<unsigned char, step_count*(a_bytes + b_bytes)> block;
  while (std::fread(block.data(), block.size(), 1, stdin) == 1) {
    std::vector<float> sum(rows * columns);
    for (std::size_t step = 0; step < step_count; ++step) {
      auto const a = numbers<of_a>(&block[step * a_bytes], rows),
                 lines = numbers<of_b>(&block[step_count * a_bytes + step * b_bytes], columns);
      std::vector<float> b;
      for (std::size_t k = 0; k < depth; ++k)
        for (std::size_t column = 0; column < columns; ++column) b.push_back(lines[column * depth + k]);
      auto const b_tops = wgmma::tops_of<of_b>(b);
      for (std::size_t row = 0; row < rows; ++row) {
        std::vector<float> x(&a[row * depth], &a[row * depth] + depth);
        if (step == 2)
          for (float& one : x) one = -one;
        wgmma::add_cut(sum, row * columns, int{columns}, x, wgmma::tops_of<of_a>(x), b, b_tops);
      }
    }
    for (std::size_t thread = 0; thread < threads; ++thread)
      for (std::size_t v = 0; v < each; ++v) {
        std::size_t const row = thread / 32 * 16 + thread % 32 / 4 + v / 2 % 2 * 8,
                          column = v / 4 * 8 + thread % 4 * 2 + v % 2;
        std::fwrite(&sum[row * columns + column], sizeof(float), 1, stdout);
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
