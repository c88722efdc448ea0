// SPDX-License-Identifier: MIT
// Runs every shipped config of the copy kernel on an NVIDIA device: many counts, poisoned memory with guards
// around it, results compared byte by byte with a reference on the CPU; then the bandwidth beside a
// device-to-device copy.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/device_run.cpp -o device_run && ./device_run
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "copy/copy.hpp"
#include "device_memory.hpp"

namespace colex::gpu {
namespace {

constexpr Index guard_bytes = 4096;

/// Copies `count` elements of random bits between poisoned buffers. Returns the bytes that came out wrong.
template <class Config>
Index wrong_bytes(Index count, std::mt19937_64& random) {
  using T = typename Config::element;
  Index const from_bytes = required_elements<SourceArray<Config>>(count) * sizeof(T);
  Index const to_bytes = required_elements<DestinationArray<Config>>(count) * sizeof(T);
  std::vector<unsigned char> source(from_bytes), expected(to_bytes + 2 * guard_bytes, 0xCB);
  for (auto& byte : source) byte = static_cast<unsigned char>(random());
  for (Index e = 0; e < count; ++e)
    std::memcpy(&expected[guard_bytes + DestinationArray<Config>::value(e) * sizeof(T)],
                &source[SourceArray<Config>::value(e) * sizeof(T)], sizeof(T));

  Memory from(from_bytes + 1), to(expected.size());
  check(cudaMemcpy(from.data, source.data(), from_bytes, cudaMemcpyHostToDevice), "copy in");
  check(cudaMemset(to.data, 0xCB, to.bytes), "poison");
  check(copy<Config>({reinterpret_cast<T const*>(from.data)}, {reinterpret_cast<T*>(to.data + guard_bytes)},
                     count),
        "launch");
  std::vector<unsigned char> got(to.bytes);
  check(cudaMemcpy(got.data(), to.data, to.bytes, cudaMemcpyDeviceToHost), "copy out");
  Index wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i];
  return wrong;
}

template <class Config>
bool check_config(std::mt19937_64& random) {
  std::vector<Index> counts;
  for (Index count = 0; count <= 3 * size(Config::source) + 9; ++count) counts.push_back(count);
  Index const per_block = Index{Config::threads} * Config::vector;
  for (Index blocks : {1, 2, 133, 1000})
    for (Index beside : {-9, -1, 0, 1, 9}) counts.push_back(blocks * per_block + beside);
  for (int i = 0; i < 20; ++i) counts.push_back(static_cast<Index>(random() % 3000000));
  for (Index count : counts)
    if (Index const wrong = wrong_bytes<Config>(count, random)) {
      std::printf("FAIL %s: count %lld: %lld wrong bytes\n", Config::name, static_cast<long long>(count),
                  static_cast<long long>(wrong));
      return false;
    }
  std::printf("ok   %s: %zu counts\n", Config::name, counts.size());
  return true;
}

/// Bytes read and written per second by a copy of about 1 GiB, of useful elements only.
template <class Config>
void time_config(Memory& from, Memory& to) {
  using T = typename Config::element;
  Index const count = (Index{1} << 30) / sizeof(T);
  if (required_elements<SourceArray<Config>>(count) * sizeof(T) > from.bytes ||
      required_elements<DestinationArray<Config>>(count) * sizeof(T) > to.bytes)
    return;
  float const ms = median_ms([&] {
    check(copy<Config>({reinterpret_cast<T const*>(from.data)}, {reinterpret_cast<T*>(to.data)}, count),
          "launch");
  });
  std::printf("     %-22s %7.1f GB/s\n", Config::name, 2.0 * count * sizeof(T) / ms / 1e6);
}

template <class... Configs>
bool run_all(std::tuple<Configs...>*) {
  std::mt19937_64 random(1);
  bool const right = (check_config<Configs>(random) & ...);
  Memory from(std::size_t{4} << 30), to(std::size_t{4} << 30);
  std::vector<unsigned char> bits(1 << 26);
  for (auto& byte : bits) byte = static_cast<unsigned char>(random());
  for (std::size_t at = 0; at < from.bytes; at += bits.size())
    check(cudaMemcpy(from.data + at, bits.data(), bits.size(), cudaMemcpyHostToDevice), "copy in");
  float const ms = median_ms(
      [&] { check(cudaMemcpyAsync(to.data, from.data, 1 << 30, cudaMemcpyDeviceToDevice), "copy"); });
  std::printf("     %-22s %7.1f GB/s\n", "device-to-device copy", 2.0 * (1 << 30) / ms / 1e6);
  (time_config<Configs>(from, to), ...);
  return right;
}

}  // namespace
}  // namespace colex::gpu

int main() {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::puts("SKIP: no NVIDIA device: nothing was run");
    return 77;
  }
  std::printf("%s\n", properties.name);
  return colex::gpu::run_all(static_cast<colex::gpu::CopyConfigs*>(nullptr)) ? 0 : 1;
}
