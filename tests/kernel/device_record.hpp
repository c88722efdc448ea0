// SPDX-License-Identifier: MIT
// What the programs share that ask an NVIDIA device and write down its answers: random numbers by a seed, a digest of
// many numbers, JSON lists.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace colex::gpu::test {

/// splitmix64: the same numbers everywhere for the same seed.
struct Random {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  /// From `least` to `most`, both included.
  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(most - least + 1));
  }
  bool one_in(int n) { return between(1, n) == 1; }
  template <class T>
  T of(std::vector<T> const& all) {
    return all[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(all.size()) - 1))];
  }
};

/// FNV-1a over the numbers as 32-bit words, low byte first.
inline std::uint64_t digest(std::vector<std::int32_t> const& numbers) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (std::int32_t const number : numbers)
    for (int byte = 0; byte < 4; ++byte) {
      hash ^= static_cast<std::uint32_t>(number) >> (8 * byte) & 255;
      hash *= 0x100000001B3u;
    }
  return hash;
}

/// Up to `most` pairs (index, number), evenly spread.
inline std::string samples(std::vector<std::int32_t> const& numbers, std::size_t most) {
  std::string out = "[";
  std::size_t const count = numbers.size() < most ? numbers.size() : most;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t const at = i * numbers.size() / count;
    out += (i == 0 ? "[" : ",[") + std::to_string(at) + "," + std::to_string(numbers[at]) + "]";
  }
  return out + "]";
}

template <class T>
std::string list(T const* numbers, int count) {
  std::string out = "[";
  for (int i = 0; i < count; ++i) out += (i == 0 ? "" : ",") + std::to_string(numbers[i]);
  return out + "]";
}

}  // namespace colex::gpu::test
