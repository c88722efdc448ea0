// SPDX-License-Identifier: MIT
// A mutation that libFuzzer does not make by itself: a piece of the input in a row as often as fits, at once before and
// behind the rest, so that whatever recurses or goes on for a piece does so thousands of times.
//
//   "size(4:1)"  ->  "size(size(size(4:1)", "4:1 o 4:1 o 4:1 o 4:1"
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace colex::fuzz {

/// One mutation in eight chains; the others are libFuzzer's.
inline std::size_t mutate(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  std::minstd_rand dice(seed);
  if (size == 0 || dice() % 8 != 0) return LLVMFuzzerMutate(data, size, most);
  std::string const text(reinterpret_cast<char const*>(data), size);
  std::size_t const from = dice() % size, length = 1 + dice() % std::min<std::size_t>(size - from, 24);
  std::string const piece = text.substr(from, length);
  std::size_t const times = (most - size) / length;
  std::string chained = text.substr(0, from);
  for (std::size_t k = 0; k < times; ++k) chained += piece;
  chained += text.substr(from);
  std::copy(chained.begin(), chained.end(), data);
  return chained.size();
}

}  // namespace colex::fuzz

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  return colex::fuzz::mutate(data, size, most, seed);
}
