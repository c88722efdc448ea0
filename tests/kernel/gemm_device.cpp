// SPDX-License-Identifier: MIT
// Runs every shipped GEMM config on an NVIDIA device: random problems of all layouts, strides, batches,
// splits, orders and epilogues, alone and in lists, B preshuffled there where the config reads it so, in
// poisoned memory with guards; every element within the derived bound (integers exact), every other byte of C
// untouched, and a second run bit for bit the same.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -diag-suppress 20208
//   -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/gemm_device.cpp -o gemm_device -ldl && ./gemm_device
//
// With -DCOLEX_CAPABILITY=80 and code=compute_80: what compute capability 8.0 has, by its PTX, which a later device compiles.
//
//   --small      few problems of sizes up to 70, for compute-sanitizer
//   --seed N     other problems; the default is 1
//   --time       instead: bf16 at 4096^3 and 8192^3 and f64 from 2048^3 on, checked, beside cuBLAS, which COLEX_CUBLAS may name
//   --time-f64   of these f64 only
#ifndef COLEX_CAPABILITY
#define COLEX_CAPABILITY 90
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "gemm/gemm_grouped.hpp"
#include "gemm/gemm_mma_configs.hpp"
#include "gemm/preshuffle.hpp"
#include "gemm_problem.hpp"
#include "gemm_time.hpp"

namespace colex::gpu {
namespace {

using device::check;
using device::DeviceArray;

struct Totals {
  int problems = 0, wrong = 0, empty = 0;
  double worst = 0;  ///< the largest error, as a part of its bound
};

/// A problem's arrays on the device, filled anew.
template <class Config>
struct OnDevice {
  using Types = GemmTypes<Config>;
  using B = typename Types::B;
  Problem<Config> const& p;
  std::vector<typename Types::C> before;
  std::vector<B> shuffled_before;
  DeviceArray<typename Types::A> a;
  DeviceArray<B> b, shuffled;
  DeviceArray<typename Types::C> c;
  DeviceArray<typename Types::Compute> bias;

  explicit OnDevice(Problem<Config> const& problem)
      : p(problem),
        before(p.beta == typename Types::Compute(0)  // C is not read then: NaN must not come through
                   ? std::vector<typename Types::C>(p.c_memory.size(), poison<typename Types::C>())
                   : p.c_memory),
        shuffled_before(p.shuffled_size(), poison<B>()),
        a(p.a_memory),
        b(p.b_memory),
        shuffled(shuffled_before),
        c(before),
        bias(p.bias) {}

  Gemm<Config> call() {
    auto g = p.call({a.data}, {b.data}, {c.data});
    g.bias = {bias.data}, g.bias_size = bias.size;
    if constexpr (b_is_shuffled<Config>) {
      check(preshuffle(
                Preshuffle<Config>{p.N, p.K, g.b, p.shuffled_b(GlobalView<B>{shuffled.data}), p.batches}),
            "preshuffle");
      g.b = p.shuffled_b(GlobalView<B const>{shuffled.data});
    }
    return g;
  }

  /// Ends the program where memory round preshuffled B was written.
  void check_guards() const {
    auto const after = shuffled.read();
    for (std::size_t i = 0; i < after.size(); ++i)
      if ((i < guard || i + guard >= after.size()) &&
          std::memcmp(&after[i], &shuffled_before[i], sizeof after[i]) != 0) {
        std::printf("FAIL %s: preshuffled B's guard was overwritten\n", Config::name);
        std::exit(1);
      }
  }
};

/// C after one launch on memory filled anew.
template <class Config>
auto launch_once(Problem<Config> const& p) {
  using Types = GemmTypes<Config>;
  OnDevice<Config> memory(p);
  auto g = memory.call();
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
  memory.check_guards();
  return std::pair(memory.before, memory.c.read());
}

/// The Cs after one launch of a list on memory filled anew.
template <class Config>
auto launch_list(std::vector<Problem<Config>> const& list, Index xcds) {
  std::vector<std::unique_ptr<OnDevice<Config>>> memory;
  std::vector<Gemm<Config>> calls;
  for (auto const& p : list) {
    memory.push_back(std::make_unique<OnDevice<Config>>(p));
    calls.push_back(memory.back()->call());
  }
  GroupedPlan<Config> const plan(calls);
  DeviceArray<std::uint64_t> problems(plan.problems);
  DeviceArray<Index> first_block(plan.first_block);
  check(gemm_grouped(plan, {problems.data}, {first_block.data}, xcds), "launch of a list");
  check(cudaDeviceSynchronize(), "run of a list");
  std::vector<decltype(std::pair(memory[0]->before, memory[0]->c.read()))> all;
  for (auto const& m : memory) {
    m->check_guards();
    all.emplace_back(m->before, m->c.read());
  }
  return all;
}

/// Counts what is wrong with a problem's C, given what it held before a run, after it and after another one.
template <class Config, class T>
void judge(Problem<Config> const& p, std::vector<T> const& before, std::vector<T> const& after,
           std::vector<T> const& again, Totals& totals) {
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
  if (wrong + touched + differs == 0) return;
  ++totals.wrong;
  std::printf(
      "FAIL %s: M %lld N %lld K %lld batches %lld splits %lld: %lld elements wrong, %lld outside C "
      "touched, %lld differ in a second run\n",
      Config::name, static_cast<long long>(p.M), static_cast<long long>(p.N), static_cast<long long>(p.K),
      static_cast<long long>(p.batches), static_cast<long long>(p.splits), static_cast<long long>(wrong),
      static_cast<long long>(touched), static_cast<long long>(differs));
}

/// A random size: mostly small and ragged; one in four up to `most`, one in sixteen 0 or 1.
Index random_size(Random& random, Index most) {
  if (one_in(random, 16)) return below(random, 2);
  return below(random, one_in(random, 4) ? most : 70) + 1;
}

template <class Config>
Problem<Config> random_problem(Random& random, Index most, unsigned layouts) {
  Index const m = random_size(random, most), n = random_size(random, most), k = random_size(random, most);
  if constexpr (is_pipelined<Config>) {  // which takes whole runs of 16 bytes along K
    constexpr Index run = TileCopy<TileA<Config>, true>::vector;
    return problem_along_k<Config>(random, m, n, k / run * run, layouts);
  } else {
    return Problem<Config>(random, m, n, k, layouts);
  }
}

void add(char const* kind, char const* name, Totals const& own, Totals& all) {
  std::printf("%s %s%-34s %d problems, worst error %.3f of its bound\n", own.wrong ? "FAIL" : "ok  ", kind,
              name, own.problems, own.worst);
  all.problems += own.problems, all.wrong += own.wrong, all.empty += own.empty;
}

template <class Config>
void run_config(int problems, Index most, std::uint64_t seed, Totals& all) {
  Random random(seed);
  Totals own;
  for (int i = 0; i < problems && own.wrong < 4; ++i) {
    auto const p = random_problem<Config>(random, most, static_cast<unsigned>(i) % 8);
    auto const [before, after] = launch_once(p);
    judge(p, before, after, launch_once(p).second, own);
  }
  add("", Config::name, own, all);
}

/// Lists of up to twelve problems each.
template <class Config>
void run_lists(int problems, Index most, std::uint64_t seed, Totals& all) {
  Random random(seed + 1000);
  Totals own;
  while (own.problems < problems && own.wrong < 4) {
    std::vector<Problem<Config>> list;
    for (Index length = 1 + below(random, 12); length > 0; --length) {
      list.push_back(random_problem<Config>(random, most, static_cast<unsigned>(random() % 8)));
      list.back().splits = 1, list.back().order.xcds = 1;
    }
    Index const xcds = 1 + below(random, 9);
    auto const first = launch_list(list, xcds), second = launch_list(list, xcds);
    for (std::size_t i = 0; i < list.size(); ++i)
      judge(list[i], first[i].first, first[i].second, second[i].second, own);
  }
  add("lists of ", Config::name, own, all);
}

template <class... Configs>
Totals run_all(std::tuple<Configs...>*, int problems, Index most, std::uint64_t seed) {
  Totals all;
  (run_config<Configs>(problems, most, seed, all), ...);
  run_lists<GemmMmaSyncBf16>(problems, most, seed, all);
  run_lists<GemmMmaSyncI8>(problems, most, seed, all);
  run_lists<GemmMmaSyncBf16Shuffled>(problems, most, seed, all);
  run_lists<GemmF32>(problems, most, seed, all);
  return all;
}

using ConfigsFrom80 = decltype(std::tuple_cat(GemmMmaSyncConfigs{}, GemmFmaDirectConfigs{},
                                              GemmMmaSyncShuffledConfigs{}, GemmConfigs{}));
#if COLEX_CAPABILITY < 89
using ConfigsHere = ConfigsFrom80;
#else
using ConfigsHere = decltype(std::tuple_cat(GemmMmaSync89Configs{}, GemmMmaSync90Configs{},
                                            GemmMmaSyncShuffled89Configs{}, ConfigsFrom80{}));
#endif

}  // namespace
}  // namespace colex::gpu

int main(int count, char** arguments) {
  bool small = false, time = false, time_f64 = false;
  std::uint64_t seed = 1;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--small") == 0) small = true;
    if (std::strcmp(arguments[i], "--time") == 0) time = true;
    if (std::strcmp(arguments[i], "--time-f64") == 0) time_f64 = true;
    if (std::strcmp(arguments[i], "--seed") == 0 && i + 1 < count)
      seed = std::strtoull(arguments[++i], nullptr, 10);
  }
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::puts("SKIP: no NVIDIA device: nothing was run");
    return 77;
  }
  if (time_f64) return colex::gpu::device::time_doubles(seed, colex::gpu::device::Cublas{}) ? 0 : 1;
  if (time) return colex::gpu::device::time_all(seed) ? 0 : 1;
  using Configs = colex::gpu::ConfigsHere;
  auto const totals =
      colex::gpu::run_all(static_cast<Configs*>(nullptr), small ? 12 : 80, small ? 70 : 400, seed);
  std::printf(
      "%s: %d GEMM problems (%d of them empty) over %zu configs, some in lists, on %s, seed %llu: %d wrong\n",
      totals.wrong ? "FAIL" : "ok", totals.problems, totals.empty, std::tuple_size_v<Configs>,
      properties.name, static_cast<unsigned long long>(seed), totals.wrong);
  return totals.wrong ? 1 : 0;
}
