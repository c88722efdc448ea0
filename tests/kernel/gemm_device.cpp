// SPDX-License-Identifier: MIT
// Runs every shipped GEMM config on an NVIDIA device: random problems of all layouts, strides, batches,
// splits, orders and epilogues, in poisoned memory with guards; every element within the derived bound
// (integers exact), every other byte of C untouched, and a second run bit for bit the same.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -diag-suppress 20208
//   -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/gemm_device.cpp -o gemm_device && ./gemm_device
//
//   --small      few problems of sizes up to 70, for compute-sanitizer
//   --seed N     other problems; the default is 1
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "gemm/gemm_mma_configs.hpp"
#include "gemm_problem.hpp"

namespace colex::gpu {
namespace {

void check(cudaError_t error, char const* what) {
  if (error == cudaSuccess) return;
  std::printf("FAIL: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// An array on the device, filled from the host. Freed at the end of its scope.
template <class T>
struct DeviceArray {
  explicit DeviceArray(std::vector<T> const& values) : size(static_cast<Index>(values.size())) {
    check(cudaMalloc(&data, values.size() * sizeof(T) + 1), "cudaMalloc");
    check(cudaMemcpy(data, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "copy in");
  }
  DeviceArray(DeviceArray const&) = delete;
  ~DeviceArray() { cudaFree(data); }
  std::vector<T> read() const {
    std::vector<T> values(size);
    check(cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost), "copy out");
    return values;
  }
  T* data = nullptr;
  Index size;
};

struct Totals {
  int problems = 0, wrong = 0, empty = 0;
  double worst = 0;  ///< the largest error, as a part of its bound
};

/// C after one launch on memory filled anew.
template <class Config>
auto launch_once(Problem<Config> const& p) {
  using Types = GemmTypes<Config>;
  auto before = p.c_memory;
  if (p.beta == typename Types::Compute(0))  // C is not read then: NaN must not come through
    before.assign(before.size(), poison<typename Types::C>());
  DeviceArray<typename Types::A> a(p.a_memory);
  DeviceArray<typename Types::B> b(p.b_memory);
  DeviceArray<typename Types::C> c(before);
  DeviceArray<typename Types::Compute> bias(p.bias);
  auto g = p.call({a.data}, {b.data}, {c.data});
  g.bias = {bias.data}, g.bias_size = bias.size;
  std::vector<typename Types::Sum> const poisoned(workspace_elements(g) + 2 * guard,
                                                  poison<typename Types::Sum>());
  DeviceArray<typename Types::Sum> workspace(poisoned);
  g.workspace = {workspace.data + guard}, g.workspace_size = workspace_elements(g);
  check(gemm(g), "launch");
  check(cudaDeviceSynchronize(), "run");
  auto const partial = workspace.read();
  for (Index i = 0; i < guard; ++i)
    if (std::memcmp(&partial[i], &poisoned[i], sizeof partial[i]) != 0 ||
        std::memcmp(&partial[partial.size() - 1 - i], &poisoned[i], sizeof partial[i]) != 0) {
      std::printf("FAIL %s: the workspace's guard was overwritten\n", Config::name);
      std::exit(1);
    }
  return std::pair(before, c.read());
}

template <class Config>
bool run(Problem<Config> const& p, Totals& totals) {
  auto const [before, after] = launch_once(p);
  auto const again = launch_once(p).second;
  std::vector<bool> inside(after.size());
  Index wrong = 0, touched = 0, differs = 0;
  p.expect([&](Index at, Expected const& want) {
    inside[at] = true;
    wrong += !is_expected(after[at], want);
    double const error = static_cast<double>(std::fabs(exact(after[at]) - want.value));
    if (want.bound > 0) totals.worst = std::max(totals.worst, error / static_cast<double>(want.bound));
  });
  for (std::size_t i = 0; i < after.size(); ++i) {
    touched += !inside[i] && std::memcmp(&after[i], &before[i], sizeof after[i]) != 0;
    differs += std::memcmp(&after[i], &again[i], sizeof after[i]) != 0;
  }
  ++totals.problems;
  totals.empty += p.M * p.N * p.batches == 0;
  if (wrong + touched + differs == 0) return true;
  ++totals.wrong;
  std::printf(
      "FAIL %s: M %lld N %lld K %lld batches %lld splits %lld: %lld elements wrong, %lld outside C "
      "touched, %lld differ in a second run\n",
      Config::name, static_cast<long long>(p.M), static_cast<long long>(p.N), static_cast<long long>(p.K),
      static_cast<long long>(p.batches), static_cast<long long>(p.splits), static_cast<long long>(wrong),
      static_cast<long long>(touched), static_cast<long long>(differs));
  return false;
}

template <class Config>
void run_config(int problems, Index most, std::uint64_t seed, Totals& all) {
  Random random(seed);
  Totals own;
  for (int i = 0; i < problems && own.wrong < 4; ++i) {
    // Mostly small and ragged; one in four up to `most`, one in sixteen with a size of 0 or 1.
    auto const size = [&] {
      if (one_in(random, 16)) return below(random, 2);
      return below(random, one_in(random, 4) ? most : 70) + 1;
    };
    Index const m = size(), n = size(), k = size();
    run(Problem<Config>(random, m, n, k, static_cast<unsigned>(i) % 8), own);
  }
  std::printf("%s %-20s %d problems, worst error %.3f of its bound\n", own.wrong ? "FAIL" : "ok  ",
              Config::name, own.problems, own.worst);
  all.problems += own.problems, all.wrong += own.wrong, all.empty += own.empty;
}

template <class... Configs>
Totals run_all(std::tuple<Configs...>*, int problems, Index most, std::uint64_t seed) {
  Totals all;
  (run_config<Configs>(problems, most, seed, all), ...);
  return all;
}

}  // namespace
}  // namespace colex::gpu

int main(int count, char** arguments) {
  bool small = false;
  std::uint64_t seed = 1;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--small") == 0) small = true;
    if (std::strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
      seed = std::strtoull(arguments[++i], nullptr, 10);
  }
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::puts("SKIP: no NVIDIA device: nothing was run");
    return 77;
  }
  using Configs = decltype(std::tuple_cat(colex::gpu::GemmMmaSyncConfigs{}, colex::gpu::GemmConfigs{}));
  auto const totals =
      colex::gpu::run_all(static_cast<Configs*>(nullptr), small ? 12 : 80, small ? 70 : 400, seed);
  std::printf("%s: %d GEMM problems (%d of them empty) over %zu configs on %s, seed %llu: %d wrong\n",
              totals.wrong ? "FAIL" : "ok", totals.problems, totals.empty, std::tuple_size_v<Configs>,
              properties.name, static_cast<unsigned long long>(seed), totals.wrong);
  return totals.wrong ? 1 : 0;
}
