// SPDX-License-Identifier: MIT
// Runs every shipped config of the permute kernel on an NVIDIA device: random problems in poisoned memory
// with guards around it, results compared byte by byte with a reference on the CPU; then the bandwidth beside
// a device-to-device copy in the same run.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/transpose_device.cpp -o transpose_device && ./transpose_device
//
// An argument limits the problems of each config and skips the timing: `./transpose_device 6` for
// compute-sanitizer.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#include "device_memory.hpp"
#include "permute/permute.hpp"

namespace colex::gpu {
namespace {

constexpr Index guard_bytes = 4096;

template <int rank>
Index required(Index const (&extent)[rank], Index const (&stride)[rank]) {
  Index last = 0;
  for (int k = 0; k < rank; ++k) {
    if (extent[k] == 0) return 0;
    last += (extent[k] - 1) * stride[k];
  }
  return last + 1;
}

template <int rank, class Visit>
void each_element(PermuteArray<rank> const& a, Visit& visit, int mode, Index from, Index to) {
  if (mode < 0) return visit(from, to);
  for (Index c = 0; c < a.extent[mode]; ++c)
    each_element(a, visit, mode - 1, from + c * a.source[mode], to + c * a.destination[mode]);
}

/// Moves an array of random bits between poisoned buffers. Returns the bytes that came out wrong.
template <class Config>
Index wrong_bytes(PermuteArray<Config::rank> const& a, std::mt19937_64& random) {
  using T = typename Config::element;
  Index const from_bytes = required(a.extent, a.source) * sizeof(T);
  Index const to_bytes = required(a.extent, a.destination) * sizeof(T);
  std::vector<unsigned char> source(from_bytes), expected(to_bytes + 2 * guard_bytes, 0xCB);
  for (auto& byte : source) byte = static_cast<unsigned char>(random());
  auto move = [&](Index from, Index to) {
    std::memcpy(&expected[guard_bytes + to * sizeof(T)], &source[from * sizeof(T)], sizeof(T));
  };
  each_element(a, move, Config::rank - 1, 0, 0);

  Memory from(from_bytes + 1), to(expected.size());
  check(cudaMemcpy(from.data, source.data(), from_bytes, cudaMemcpyHostToDevice), "copy in");
  check(cudaMemset(to.data, 0xCB, to.bytes), "poison");
  check(permute<Config>({reinterpret_cast<T const*>(from.data)},
                        {reinterpret_cast<T*>(to.data + guard_bytes)}, a),
        "launch");
  std::vector<unsigned char> got(to.bytes);
  check(cudaMemcpy(got.data(), to.data, to.bytes, cudaMemcpyDeviceToHost), "copy out");
  Index wrong = 0;
  for (std::size_t i = 0; i < got.size(); ++i) wrong += got[i] != expected[i];
  return wrong;
}

/// Modes in random order on each side, with random gaps; every other problem has strides that allow wide
/// accesses.
template <class Config>
PermuteArray<Config::rank> random_array(std::mt19937_64& random, int round) {
  constexpr int rank = Config::rank;
  auto const below = [&](Index n) { return static_cast<Index>(random() % static_cast<std::uint64_t>(n)); };
  bool const wide = round % 2 == 0;
  PermuteArray<rank> a{};
  for (int k = 0; k < rank; ++k) a.extent[k] = below(round % 7 == 0 ? 12 : rank == 2 ? 700 : 90);
  Index* const sides[] = {a.source, a.destination};
  for (Index* strides : sides) {
    int order[rank];
    for (int k = 0; k < rank; ++k) order[k] = k;
    for (int k = rank - 1; k > 0; --k) std::swap(order[k], order[below(k + 1)]);
    if (wide && order[0] != (strides == a.source ? 0 : 1))
      std::swap(order[0], *std::find(order, order + rank, strides == a.source ? 0 : 1));
    Index step = 1;
    for (int k : order) {
      strides[k] = step;
      step = step * std::max<Index>(a.extent[k], 1) + below(3) * below(9);
      if (wide) step = (step + Config::vector - 1) / Config::vector * Config::vector;
    }
  }
  return a;
}

template <class Config>
bool check_config(std::mt19937_64& random, int rounds) {
  int whole = 0;
  for (int round = 0; round < rounds; ++round) {
    auto const a = random_array<Config>(random, round);
    if (Index const wrong = wrong_bytes<Config>(a, random)) {
      std::printf("FAIL %s: %lld wrong bytes; extents and strides:", Config::name,
                  static_cast<long long>(wrong));
      for (int k = 0; k < Config::rank; ++k)
        std::printf(" %lld:%lld,%lld", static_cast<long long>(a.extent[k]),
                    static_cast<long long>(a.source[k]), static_cast<long long>(a.destination[k]));
      std::puts("");
      return false;
    }
    whole += a.extent[0] >= Config::tile_x && a.extent[1] >= Config::tile_y && round % 2 == 0;
  }
  std::printf("ok   %s: %d problems, %d of them with whole tiles by wide accesses\n", Config::name, rounds,
              whole);
  return true;
}

/// Times one array beside a copy of as many bytes.
template <class Config>
void time_array(char const* what, PermuteArray<Config::rank> const& a, Memory& from, Memory& to) {
  using T = typename Config::element;
  std::size_t bytes = sizeof(T);
  for (Index const extent : a.extent) bytes *= extent;
  if (required(a.extent, a.source) * sizeof(T) > from.bytes ||
      required(a.extent, a.destination) * sizeof(T) > to.bytes)
    return;
  float const copy =
      median_ms([&] { check(cudaMemcpyAsync(to.data, from.data, bytes, cudaMemcpyDeviceToDevice), "copy"); });
  float const own = median_ms([&] {
    check(permute<Config>({reinterpret_cast<T const*>(from.data)}, {reinterpret_cast<T*>(to.data)}, a),
          "launch");
  });
  std::printf("     %-15s %-28s %7.1f GB/s, device copy %7.1f GB/s, ratio %.3f\n", Config::name, what,
              2e-6 * bytes / own, 2e-6 * bytes / copy, copy / own);
}

template <class Config>
void time_square(Index n, Memory& from, Memory& to) {
  char what[64];
  std::snprintf(what, sizeof what, "%lld x %lld", static_cast<long long>(n), static_cast<long long>(n));
  time_array<Config>(what, {{n, n}, {1, n}, {n, 1}}, from, to);
}

template <class... Configs>
bool run_all(std::tuple<Configs...>*, int rounds, bool timing) {
  std::mt19937_64 random(1);
  bool const right = (check_config<Configs>(random, rounds) & ...);
  if (!timing) return right;
  Memory from(std::size_t{1} << 30), to(std::size_t{1} << 30);
  std::vector<unsigned char> bits(1 << 26);
  for (auto& byte : bits) byte = static_cast<unsigned char>(random());
  for (std::size_t at = 0; at < from.bytes; at += bits.size())
    check(cudaMemcpy(from.data + at, bits.data(), bits.size(), cudaMemcpyHostToDevice), "copy in");
  for (Index n : {8192, 8256, 16384, 8191}) time_square<TransposeF32>(n, from, to);
  for (Index n : {8192, 16384, 16512, 8191}) time_square<TransposeBf16>(n, from, to);
  for (Index n : {16384, 32768, 16383}) time_square<TransposeI8>(n, from, to);
  time_array<Permute3F32>("(256,512,1024) -> (2,1,0)",
                          {{256, 512, 1024}, {1, 256, 131072}, {524288, 1024, 1}}, from, to);
  time_array<Permute3F32>("(1024,512,256) -> (1,0,2)",
                          {{1024, 512, 256}, {1, 1024, 524288}, {512, 1, 524288}}, from, to);
  return right;
}

}  // namespace
}  // namespace colex::gpu

int main(int count, char** arguments) {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::puts("SKIP: no NVIDIA device: nothing was run");
    return 77;
  }
  int const rounds = count > 1 ? std::atoi(arguments[1]) : 200;
  std::printf("%s\n", properties.name);
  return colex::gpu::run_all(static_cast<colex::gpu::PermuteConfigs*>(nullptr), rounds, count < 2) ? 0 : 1;
}
