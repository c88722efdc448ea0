// SPDX-License-Identifier: MIT
// Asks an NVIDIA device about the atoms' tables: every mma.sync form multiplies random and one-hot matrices
// that the listed layouts deal to the lanes, and ldmatrix tells, for every register, what element came.
//
//   nvcc -x cu -std=c++20 -O2 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/atom_run.cpp -o atom_run && ./atom_run
#include <cstdio>
#include <cstdlib>

#include "atoms/ldmatrix.hpp"
#include "cutlass_layouts.hpp"

namespace colex::gpu::test {
namespace {

void check(cudaError_t error) {
  if (error == cudaSuccess) return;
  std::printf("FAIL: %s\n", cudaGetErrorString(error));
  std::exit(1);
}

/// A copy in device memory, freed at the end of its scope.
template <class T>
struct OnDevice {
  explicit OnDevice(std::vector<T> const& values) : size(values.size()) {
    check(cudaMalloc(&data, size * sizeof(T)));
    check(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  OnDevice(OnDevice const&) = delete;
  ~OnDevice() { cudaFree(data); }
  std::vector<T> read() const {
    std::vector<T> values(size);
    check(cudaMemcpy(values.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T* data = nullptr;
  std::size_t size;
};

template <class Atom>
int wrong_on_device(std::vector<Problem> const& problems) {
  using A = typename Atom::A;
  using B = typename Atom::B;
  using C = typename Atom::C;
  HardwareLayouts const truth = cutlass<Atom>();
  OnDevice<A> a(deal<A>(
      problems, truth.a, 32, [](Problem const& p) -> auto& { return p.a; }));
  OnDevice<B> b(deal<B>(
      problems, truth.b, 32, [](Problem const& p) -> auto& { return p.b; }));
  OnDevice<C> c(deal<C>(
      problems, truth.c, 32, [](Problem const& p) -> auto& { return p.c; }));
  OnDevice<C> d(std::vector<C>(c.size, C(77)));
  check(launch({.grid = {static_cast<std::uint32_t>(problems.size())}, .block = {32}}, multiply_once<Atom>,
               GlobalView<A const>{a.data}, GlobalView<B const>{b.data}, GlobalView<C const>{c.data},
               GlobalView<C>{d.data}));
  auto const got = d.read();
  return count_wrong<Atom>(truth, problems, [&](Index i) { return got[i]; });
}

/// Row r of the tile holds elements 8 r, ..., 8 r + 7. Stores what each register got, then the tile that
/// stmatrix makes of the registers.
template <int matrices, Order order>
__global__ void move_matrices(GlobalView<F16> registers, GlobalView<F16> tile_after) {
  __shared__ Shared<F16, 256> tile;
  __shared__ Shared<F16, 256> after;
  Index const lane = threadIdx.x;
  Vec<F16, 8> row;
  for (int i = 0; i < 8; ++i) row.value[i].bits = static_cast<std::uint16_t>(8 * lane + i);
  store(tile, 8 * lane, row);
  __syncthreads();
  auto const fragment = ldmatrix<matrices, order>(tile.view(), 8 * lane);
  stmatrix<matrices, order>(after.view(), 8 * lane, fragment);
  __syncthreads();
  for (int v = 0; v < 2 * matrices; ++v)
    store(registers, 2 * matrices * lane + v, Vec<F16, 1>{{fragment[v]}});
  if (lane < 8 * matrices) store(tile_after, 8 * lane, load<8>(after, 8 * lane));
}

template <int matrices, Order order>
int wrong_moves() {
  OnDevice<F16> registers(std::vector<F16>(64 * matrices)), tile(std::vector<F16>(64 * matrices));
  check(launch({.grid = {1}, .block = {32}}, move_matrices<matrices, order>, GlobalView<F16>{registers.data},
               GlobalView<F16>{tile.data}));
  auto const got = registers.read(), back = tile.read();
  auto const table = element_table(LdmatrixLayouts<matrices, order>::registers);
  int wrong = 0;
  for (int i = 0; i < 64 * matrices; ++i)
    wrong += (got[i % 32 * 2 * matrices + i / 32].bits != table[i]) + (back[i].bits != i);
  std::printf("%s ldmatrix and stmatrix x%d%s: %d wrong\n", wrong ? "FAIL" : "ok  ", matrices,
              order == Order::columns ? ".trans" : "", wrong);
  return wrong;
}

int run_all() {
  int all_wrong = 0;
  for_each_mma_sync([&](auto form) {
    using Atom = typename decltype(form)::Atom;
    auto const random = random_problems<Atom>(100, 1), one_hot = one_hot_problems<Atom>();
    int const wrong = wrong_on_device<Atom>(random) + wrong_on_device<Atom>(one_hot);
    std::printf("%s %s: %zu products, %d elements wrong\n", wrong ? "FAIL" : "ok  ", form.ptx,
                random.size() + one_hot.size(), wrong);
    all_wrong += wrong;
  });
  all_wrong += wrong_moves<1, Order::rows>() + wrong_moves<2, Order::rows>() + wrong_moves<4, Order::rows>();
  return all_wrong + wrong_moves<1, Order::columns>() + wrong_moves<2, Order::columns>() +
         wrong_moves<4, Order::columns>();
}

}  // namespace
}  // namespace colex::gpu::test

int main() {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) {
    std::puts("SKIP: no NVIDIA device: nothing was run");
    return 77;
  }
  std::printf("%s\n", properties.name);
  return colex::gpu::test::run_all() == 0 ? 0 : 1;
}
