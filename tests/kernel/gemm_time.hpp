// SPDX-License-Identifier: MIT
// Times the GEMMs by mma.sync on an NVIDIA device beside cuBLAS, in turns, in one run: bf16 to f32, and f64, A and B
// along K, C by rows. The data are random; C is poisoned before, and one random element of every 128 x 128 tile of
// it is compared with the reference, within its bound. cuBLAS is loaded at run time, from COLEX_CUBLAS where
// that is set.
#pragma once

#include <cublas_v2.h>
#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "gemm/gemm_mma_configs.hpp"
#include "gemm/preshuffle.hpp"
#include "gemm_problem.hpp"

namespace colex::gpu::device {

inline void check(cudaError_t error, char const* what) {
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

/// cublasGemmEx of a library that is loaded here; `gemm` is null where there is none.
struct Cublas {
  using GemmEx = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                    void const*, void const*, cudaDataType, int, void const*, cudaDataType,
                                    int, void const*, void*, cudaDataType, int, cublasComputeType_t,
                                    cublasGemmAlgo_t);
  cublasHandle_t handle = nullptr;
  GemmEx gemm = nullptr;
  Cublas() {
    char const* const named = std::getenv("COLEX_CUBLAS");
    for (char const* library : {named, "libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
      void* const found = library == nullptr ? nullptr : dlopen(library, RTLD_NOW | RTLD_GLOBAL);
      if (found == nullptr) continue;
      auto const create =
          reinterpret_cast<cublasStatus_t (*)(cublasHandle_t*)>(dlsym(found, "cublasCreate_v2"));
      if (create == nullptr || create(&handle) != CUBLAS_STATUS_SUCCESS) continue;
      gemm = reinterpret_cast<GemmEx>(dlsym(found, "cublasGemmEx"));
      std::printf("cuBLAS: %s\n", library);
      return;
    }
    std::puts("SKIP: no cuBLAS library was found: nothing is timed beside");
  }
};

/// What cuBLAS is told of a product of elements T: the type of sums, scalars and C, and its names for types.
template <class T>
struct OfElements;
template <>
struct OfElements<Bf16> {
  using Sum = float;
  static constexpr auto element = CUDA_R_16BF, result = CUDA_R_32F;
  static constexpr auto compute = CUBLAS_COMPUTE_32F;
};
template <>
struct OfElements<double> {
  using Sum = double;
  static constexpr auto element = CUDA_R_64F, result = CUDA_R_64F;
  static constexpr auto compute = CUBLAS_COMPUTE_64F;
};

/// C = A B of size n^3.
template <class T>
struct Timing {
  using Types = OfElements<T>;
  using Sum = typename Types::Sum;
  using Launch = void (*)(Timing const&);
  static constexpr bool shuffles = std::is_same_v<T, Bf16>;
  Index n;
  std::vector<T> a_host, b_host;
  std::vector<Sum> poisoned;
  DeviceArray<T> a, b, shuffled;
  DeviceArray<Sum> c;
  TileOrder order;
  Cublas const& cublas;

  static std::vector<T> draw(std::uint64_t seed, Index n) {
    Random random(seed);
    std::vector<T> values(n * n);
    for (auto& x : values) x = random_element<T>(random);
    return values;
  }

  Timing(Index size, std::uint64_t seed, Cublas const& library)
      : n(size),
        a_host(draw(seed, n)),
        b_host(draw(seed + 1, n)),
        poisoned(n * n, poison<Sum>()),
        a(a_host),
        b(b_host),
        shuffled(std::vector<T>(shuffles ? shuffled_elements<GemmMmaSyncBf16Shuffled>(n, n) : 0)),
        c(poisoned),
        cublas(library) {
    if constexpr (shuffles) {
      using Config = GemmMmaSyncBf16Shuffled;
      Preshuffle<Config> call{n, n, column_major<T const>({b.data}, n * n, n),
                              shuffled_matrix<Config>(GlobalView<T>{shuffled.data}, shuffled.size, n, n)};
      check(preshuffle(call), "preshuffle");
    }
  }

  template <class Config>
  static void ours(Timing const& t) {
    Index const n = t.n;
    Gemm<Config> g{n,
                   n,
                   n,
                   row_major<T const>({t.a.data}, n * n, n),
                   column_major<T const>({t.b.data}, n * n, n),
                   row_major<Sum>({t.c.data}, n * n, n)};
    if constexpr (b_is_shuffled<Config>)
      g.b = shuffled_matrix<Config>(GlobalView<T const>{t.shuffled.data}, t.shuffled.size, n, n);
    g.order = t.order;
    check(gemm(g), "gemm");
  }

  static void theirs(Timing const& t) {  // by columns, C's transpose is B's times A's
    Sum const one = 1, zero = 0;
    int const n = static_cast<int>(t.n);
    if (t.cublas.gemm(t.cublas.handle, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, t.b.data, Types::element, n,
                      t.a.data, Types::element, n, &zero, t.c.data, Types::result, n, Types::compute,
                      CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS)
      return;
    std::puts("FAIL: cublasGemmEx");
    std::exit(1);
  }

  /// Whether a launch on poisoned C computes one random element of each tile within its bound.
  bool is_right(Launch launch) const {
    check(cudaMemcpy(c.data, poisoned.data(), poisoned.size() * sizeof(Sum), cudaMemcpyHostToDevice),
          "poison");
    launch(*this);
    check(cudaDeviceSynchronize(), "run");
    auto const got = c.read();
    Random random(7);
    std::vector<long double> row(n), column(n);
    Index wrong = 0;
    for (Index tile_m = 0; tile_m < n; tile_m += 128)
      for (Index tile_n = 0; tile_n < n; tile_n += 128) {
        Index const i = tile_m + below(random, 128), j = tile_n + below(random, 128);
        for (Index k = 0; k < n; ++k) row[k] = exact(a_host[i * n + k]), column[k] = exact(b_host[j * n + k]);
        auto const want = expected_element<Sum, Sum>(
            {{row.data(), static_cast<std::size_t>(n)}, {column.data(), static_cast<std::size_t>(n)}}, true);
        wrong += !is_expected(got[i * n + j], want);
      }
    if (wrong != 0) std::printf("FAIL: %lld elements wrong\n", static_cast<long long>(wrong));
    return wrong == 0;
  }

  /// Of one launch out of five in a row, so that what the host does between them is hidden.
  float milliseconds(Launch launch) const {
    cudaEvent_t begin, end;
    check(cudaEventCreate(&begin), "event"), check(cudaEventCreate(&end), "event");
    check(cudaEventRecord(begin), "begin");
    for (int i = 0; i < 5; ++i) launch(*this);
    check(cudaEventRecord(end), "end");
    check(cudaEventSynchronize(end), "run");
    float elapsed = 0;
    check(cudaEventElapsedTime(&elapsed, begin, end), "time");
    cudaEventDestroy(begin), cudaEventDestroy(end);
    return elapsed / 5;
  }

  /// Times the launch and cuBLAS in turns; prints the medians. Returns whether what both compute is right.
  bool time(char const* name, Launch launch) const {
    bool const beside = cublas.gemm != nullptr;
    bool const right = is_right(launch) && (!beside || is_right(theirs));
    std::vector<float> mine, other;
    for (int i = 0; i < 15; ++i) {  // the first four warm up
      float const one = milliseconds(launch), two = beside ? milliseconds(theirs) : 0;
      if (i >= 4) mine.push_back(one), other.push_back(two);
    }
    auto const median = [](std::vector<float> v) {
      std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
      return v[v.size() / 2];
    };
    double const flops = 2e-9 * static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(n);
    std::printf("%s %-36s %5lld^3 %8.3f ms %6.1f TFLOP/s", right ? "ok  " : "FAIL", name,
                static_cast<long long>(n), median(mine), flops / median(mine));
    if (beside)
      std::printf(", cuBLAS %6.1f, ratio %.3f", flops / median(other), median(other) / median(mine));
    std::puts("");
    return right;
  }
};

/// Returns whether everything timed is right, of f64.
inline bool time_doubles(std::uint64_t seed, Cublas const& cublas) {
  using Doubles = Timing<double>;
  bool right = true;
  for (Index n : {2048, 4096, 8192}) {
    Doubles t(n, seed, cublas);
    t.order = {Order::grouped, 8, 1};
    right &= t.time("gemm_mma_sync_f64_direct", Doubles::ours<GemmMmaSyncF64Direct>);
    if (n == 4096) right &= t.time("gemm_f64", Doubles::ours<GemmF64>);
  }
  return right;
}

/// Returns whether everything timed is right.
inline bool time_all(std::uint64_t seed) {
  Cublas const cublas;
  bool right = true;
  using Halves = Timing<Bf16>;
  for (Index n : {4096, 8192}) {
    Halves t(n, seed, cublas);
    t.order = {Order::grouped, 8, 1};
    right &= t.time("gemm_mma_sync_bf16_f32, grouped", Halves::ours<GemmMmaSyncBf16>);
    right &= t.time("gemm_mma_sync_bf16_f32_preshuffled", Halves::ours<GemmMmaSyncBf16Shuffled>);
    t.order.order = Order::hilbert;
    right &= t.time("gemm_mma_sync_bf16_f32, Hilbert", Halves::ours<GemmMmaSyncBf16>);
  }
  return time_doubles(seed, cublas) && right;
}

}  // namespace colex::gpu::device
