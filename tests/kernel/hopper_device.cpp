// SPDX-License-Identifier: MIT
// Runs the Hopper GEMM on a device: `check` compares random problems with a reference in double precision,
// between guards and over poison; `bench M N K` measures it beside cuBLAS, whose library is loaded at run
// time.
//
//   nvcc -x cu -std=c++20 -O3 --expt-relaxed-constexpr -gencode=arch=compute_90a,code=sm_90a
//        -Iinclude -Igpu_kernels tests/kernel/hopper_device.cpp -o hopper_device -ldl
//   ./hopper_device check [problems] [seed]      ./hopper_device bench 8192 8192 8192
//
// COLEX_CUBLAS names the library where it is not on the loader's path. Exit status 77: no Hopper GPU.
#include <cublas_v2.h>
#include <cuda_fp8.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "hopper/gemm.hpp"
#include "hopper/gemm_reference.hpp"

namespace colex::gpu::hopper {
namespace {

void check(cudaError_t error, char const* what) {
  if (error == cudaSuccess) return;
  std::printf("FAIL: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Device memory filled with one byte.
struct Memory {
  explicit Memory(std::size_t size, int fill) : bytes(size) {
    check(cudaMalloc(&data, size + 1), "cudaMalloc");
    check(cudaMemset(data, fill, size + 1), "fill");
  }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(data); }
  unsigned char* data = nullptr;
  std::size_t bytes;
};

// ------------------------------------------------------------------------------------------------- elements

__host__ __device__ inline std::uint64_t mixed(std::uint64_t x) {  // splitmix64's finaliser
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

/// What the elements are drawn from: integers -2..2, whose sums are exact, or a bell of variance near 1.
enum class Data { integers, bell };

__device__ inline float drawn(std::uint64_t seed, Index i, Data kind) {
  std::uint64_t const bits = mixed(seed ^ mixed(static_cast<std::uint64_t>(i)));
  if (kind == Data::integers) return static_cast<float>(static_cast<int>(bits % 5) - 2);
  float sum = 0;
  for (int part = 0; part < 4; ++part)
    sum += static_cast<float>(bits >> (16 * part) & 0xFFFF) / 65536.0f - 0.5f;
  return sum * 1.7320508f;
}

template <Element element>
__device__ inline void encode(void* data, Index at, float value) {
  if constexpr (element == Element::e4m3) {
    static_cast<__nv_fp8_storage_t*>(data)[at] = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
  } else {
    static_cast<std::uint16_t*>(data)[at] = static_cast<std::uint16_t>(rounded_pair<element>(value, 0));
  }
}

template <Element element>
__device__ inline float decode(void const* data, Index at) {
  if constexpr (element == Element::e4m3) {
    __half_raw const half =
        __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t const*>(data)[at], __NV_E4M3);
    return __half2float(half);
  } else if constexpr (element == Element::f16) {
    return __half2float(__half(static_cast<__half_raw const*>(data)[at]));
  } else {
    return __uint_as_float(static_cast<std::uint32_t>(static_cast<std::uint16_t const*>(data)[at]) << 16);
  }
}

__host__ __device__ inline Index place(GemmOperand const& operand, Index line, Index k) {
  return operand.major == Major::k ? line * operand.pitch + k : k * operand.pitch + line;
}

template <Element element>
__global__ void fill(GemmOperand operand, Index lines, Index K, std::uint64_t seed, Data kind) {
  for (Index i = blockIdx.x * Index{blockDim.x} + threadIdx.x; i < lines * K;
       i += Index{gridDim.x} * blockDim.x) {
    Index const run = operand.major == Major::k ? K : lines;
    Index const line = operand.major == Major::k ? i / run : i % run,
                k = operand.major == Major::k ? i % run : i / run;
    encode<element>(const_cast<void*>(operand.data), place(operand, line, k), drawn(seed, i, kind));
  }
}

// ------------------------------------------------------------------------------------------------ reference

struct Verdict {
  unsigned long long wrong, checked;
  float worst;  ///< the largest error, as a part of the bound
};

/// Compares every `stride`-th element with the sum in double precision, within the bound of
/// hopper/gemm_reference.hpp. Sums of small integers must be the nearest number of the type exactly.
template <Element element, Element to>
__global__ void compare(GemmProblem p, Index stride, Data kind, Verdict* verdict) {
  Index const samples = (p.M * p.N + stride - 1) / stride;
  for (Index s = blockIdx.x * Index{blockDim.x} + threadIdx.x; s < samples;
       s += Index{gridDim.x} * blockDim.x) {
    Index const m = s * stride / p.N, n = s * stride % p.N;
    double sum = 0, magnitude = 0;
    for (Index k = 0; k < p.K; ++k) {
      double const product = static_cast<double>(decode<element>(p.a.data, place(p.a, m, k))) *
                             decode<element>(p.b.data, place(p.b, n, k));
      sum += product;
      magnitude += fabs(product);
    }
    double const got = decode<to>(p.c, m * p.c_pitch + n);
    double error = fabs(got - sum), bound;
    if (kind == Data::integers) {
      std::uint16_t exact;
      encode<to>(&exact, 0, static_cast<float>(sum));
      error = fabs(got - decode<to>(&exact, 0));
      bound = 0;
    } else {
      bound = result_bound<element, to>(p.K, sum, magnitude);
    }
    if (!(error <= bound)) atomicAdd(&verdict->wrong, 1);
    if (bound > 0)
      atomicMax(reinterpret_cast<int*>(&verdict->worst), __float_as_int(static_cast<float>(error / bound)));
    atomicAdd(&verdict->checked, 1);
  }
}

/// Counts the bytes of [data, data + bytes) outside the result that are not the poison.
__global__ void compare_guards(unsigned char const* data, Index bytes, GemmProblem p, int poison,
                               unsigned long long* wrong) {
  Index const begin = static_cast<unsigned char const*>(p.c) - data;
  for (Index i = blockIdx.x * Index{blockDim.x} + threadIdx.x; i < bytes;
       i += Index{gridDim.x} * blockDim.x) {
    Index const element = i < begin ? -1 : (i - begin) / 2;
    bool const inside = element >= 0 && element / p.c_pitch < p.M && element % p.c_pitch < p.N;
    if (!inside && data[i] != poison) atomicAdd(wrong, 1);
  }
}

// ------------------------------------------------------------------------------------------------- problems

constexpr int poison = 0xCB, not_a_number = 0xFF;  // every type here reads bytes FF as a NaN
constexpr Index guard = 4096;

/// A problem and its memory: NaN between and around the operands' runs, poison between and around the
/// result's.
template <Element element>
struct Problem {
  GemmProblem p;
  Memory a, b, c;
  Problem(Index M, Index N, Index K, Major a_major, Major b_major, Index a_gap, Index b_gap, Index c_gap,
          Index c_shift)
      : p{M,
          N,
          K,
          {nullptr, pitch(a_major == Major::k ? K : M) + a_gap, a_major},
          {nullptr, pitch(b_major == Major::k ? K : N) + b_gap, b_major},
          nullptr,
          N + c_gap},
        a(operand_bytes(p.a, M, K), not_a_number),
        b(operand_bytes(p.b, N, K), not_a_number),
        c((M * p.c_pitch + c_shift) * 2 + 2 * guard, poison) {
    p.a.data = a.data + guard;
    p.b.data = b.data + guard;
    p.c = c.data + guard + 2 * c_shift;
  }
  static Index pitch(Index run) {
    Index const unit = 16 / bytes_of(element);
    return (run + unit - 1) / unit * unit;
  }
  static Index operand_bytes(GemmOperand const& x, Index lines, Index K) {
    return (x.major == Major::k ? lines : K) * x.pitch * bytes_of(element) + 2 * guard;
  }
  void draw(std::uint64_t seed, Data kind) {
    fill<element><<<1024, 256>>>(p.a, p.M, p.K, seed, kind);
    fill<element><<<1024, 256>>>(p.b, p.N, p.K, ~seed, kind);
    check(cudaGetLastError(), "fill");
  }
};

template <Element element, Element to>
Verdict verdict_of(Problem<element>& problem, Index stride, Data kind, unsigned long long& guards) {
  Memory counters(sizeof(Verdict) + sizeof guards, 0);
  auto* const verdict = reinterpret_cast<Verdict*>(counters.data);
  auto* const strayed = reinterpret_cast<unsigned long long*>(counters.data + sizeof(Verdict));
  compare<element, to><<<2048, 128>>>(problem.p, stride, kind, verdict);
  check(cudaGetLastError(), "compare");
  compare_guards<<<1024, 256>>>(problem.c.data, problem.c.bytes, problem.p, poison, strayed);
  Verdict result;
  check(cudaMemcpy(&result, verdict, sizeof result, cudaMemcpyDeviceToHost), "run");
  check(cudaMemcpy(&guards, strayed, sizeof guards, cudaMemcpyDeviceToHost), "run");
  return result;
}

/// Sizes near the edges of boxes, tiles and clusters, small ones, and any up to 1300.
Index drawn_size(std::mt19937_64& random) {
  constexpr Index edges[] = {1,   7,   8,   31,  32,  33,  63,  64,  65,  127,
                             128, 129, 255, 256, 257, 511, 512, 513, 767, 1025};
  switch (random() % 4) {
    case 0:
      return edges[random() % (sizeof edges / sizeof *edges)];
    case 1:
      return 1 + static_cast<Index>(random() % 70);
    default:
      return 1 + static_cast<Index>(random() % 1300);
  }
}

template <Element element, Element to>
bool check_problems(char const* name, int problems, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  unsigned long long checked = 0;
  int ragged = 0, exact = 0;
  float worst = 0;
  for (int i = 0; i < problems; ++i) {
    Index const M = drawn_size(random), N = drawn_size(random), K = i % 50 == 49 ? 0 : drawn_size(random);
    bool const any_major = bytes_of(element) == 2;
    Major const a = any_major && random() % 2 ? Major::line : Major::k,
                b = any_major && random() % 2 ? Major::line : Major::k;
    Index const unit = 16 / bytes_of(element);
    Index const a_gap = unit * static_cast<Index>(random() % 3),
                b_gap = unit * static_cast<Index>(random() % 3);
    Index const c_gap = random() % 2 ? static_cast<Index>(random() % 9) : (8 - N % 8) % 8;
    Index const c_shift = random() % 4 ? 0 : static_cast<Index>(random() % 8);
    Data const kind = random() % 2 ? Data::integers : Data::bell;
    Problem<element> problem(M, N, K, a, b, a_gap, b_gap, c_gap, c_shift);
    if (K > 0) problem.draw(random(), kind);
    if (auto const answer = gemm<element, to>(problem.p); !answer) {
      std::printf("FAIL %s: %s\n", name, answer.message);
      return false;
    }
    check(cudaGetLastError(), "gemm");
    unsigned long long guards = 0;
    Verdict const v = verdict_of<element, to>(problem, 1, K == 0 ? Data::integers : kind, guards);
    checked += v.checked;
    worst = std::max(worst, v.worst);
    ragged += M % 128 != 0 || N % 256 != 0;
    exact += kind == Data::integers;
    if (v.wrong != 0 || guards != 0 || v.checked != static_cast<unsigned long long>(M * N)) {
      std::printf(
          "FAIL %s: problem %d: M %lld N %lld K %lld, majors %d %d, pitches %lld %lld %lld: %llu of %llu "
          "elements "
          "wrong, %llu bytes outside written\n",
          name, i, static_cast<long long>(M), static_cast<long long>(N), static_cast<long long>(K),
          static_cast<int>(a), static_cast<int>(b), static_cast<long long>(problem.p.a.pitch),
          static_cast<long long>(problem.p.b.pitch), static_cast<long long>(problem.p.c_pitch), v.wrong,
          v.checked, guards);
      return false;
    }
  }
  std::printf(
      "ok   %s: %d problems (%d ragged, %d of exact integers), %llu elements; largest error %.3f of the "
      "bound\n",
      name, problems, ragged, exact, checked, worst);
  return true;
}

// -------------------------------------------------------------------------------------------------- measure

/// cublasGemmEx, out of a library that is loaded here; `gemm` is null where there is none.
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
      auto const create = reinterpret_cast<decltype(&cublasCreate_v2)>(dlsym(found, "cublasCreate_v2"));
      if (create == nullptr || create(&handle) != CUBLAS_STATUS_SUCCESS) continue;
      gemm = reinterpret_cast<GemmEx>(dlsym(found, "cublasGemmEx"));
      std::printf("cuBLAS: %s\n", library);
      return;
    }
  }
  /// The same problem: row-major C is column-major C transposed, so the operands change places.
  bool run(GemmProblem const& p, cudaDataType type) const {
    float const one = 1, zero = 0;
    return gemm(handle, p.b.major == Major::k ? CUBLAS_OP_T : CUBLAS_OP_N,
                p.a.major == Major::k ? CUBLAS_OP_N : CUBLAS_OP_T, static_cast<int>(p.N),
                static_cast<int>(p.M), static_cast<int>(p.K), &one, p.b.data, type,
                static_cast<int>(p.b.pitch), p.a.data, type, static_cast<int>(p.a.pitch), &zero, p.c, type,
                static_cast<int>(p.c_pitch), CUBLAS_COMPUTE_32F,
                CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
  }
};

/// Milliseconds of one run, the mean over `repeats` in a row.
template <class Run>
float milliseconds(Run run, int repeats) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  check(cudaEventRecord(start), "event");
  for (int i = 0; i < repeats; ++i) run();
  check(cudaEventRecord(stop), "event");
  check(cudaEventSynchronize(stop), "run");
  float ms = 0;
  check(cudaEventElapsedTime(&ms, start, stop), "event");
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return ms / static_cast<float>(repeats);
}

float median(std::vector<float> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// Measures `launch` and cuBLAS in turns, after comparing about a million elements with the reference.
template <Element element, Element to>
bool bench(char const* name, Cublas const& cublas, Index M, Index N, Index K, Major a, Major b,
           GemmAnswer (*launch)(GemmProblem const&, cudaStream_t) = gemm<element, to>) {
  Problem<element> ours(M, N, K, a, b, 0, 0, (8 - N % 8) % 8, 0);
  ours.draw(1, Data::bell);
  auto const run = [&] {
    if (auto const answer = launch(ours.p, nullptr); !answer) {
      std::printf("FAIL: %s\n", answer.message);
      std::exit(1);
    }
  };
  run();
  unsigned long long guards = 0;
  Verdict const v = verdict_of<element, to>(ours, M * N / 1000000 + 1, Data::bell, guards);
  bool const right = v.wrong == 0 && guards == 0;

  bool const beside = cublas.gemm != nullptr && bytes_of(element) == 2;
  Memory other(beside ? ours.c.bytes : 0, poison);
  GemmProblem theirs = ours.p;
  theirs.c = other.data + guard;
  auto const run_theirs = [&] {
    if (!cublas.run(theirs, element == Element::bf16 ? CUDA_R_16BF : CUDA_R_16F)) {
      std::puts("FAIL: cublasGemmEx");
      std::exit(1);
    }
  };
  double const flops = 2.0 * static_cast<double>(M) * static_cast<double>(N) * static_cast<double>(K);
  std::printf("%s %s %c%c %lld x %lld x %lld:", right ? "ok  " : "FAIL", name, a == Major::k ? 'k' : 'm',
              b == Major::k ? 'k' : 'n', static_cast<long long>(M), static_cast<long long>(N),
              static_cast<long long>(K));
  // A large product draws all the power there is: then clocks fall, and what is measured is work for a joule.
  // So once in bursts of about 10 ms after a rest, once without any rest.
  for (bool const rests : {true, false}) {
    auto const measured = [&](auto const& product) {
      if (rests) {
        check(cudaDeviceSynchronize(), "rest");
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        milliseconds(product, 2);
      }
      return milliseconds(product, std::clamp(static_cast<int>((rests ? 6e12 : 2e13) / flops), 3, 300));
    };
    std::vector<float> mine, other_times;
    for (int round = 0; round < 9; ++round) {
      float const x = measured(run), y = beside ? measured(run_theirs) : 0;
      if (round < 2) continue;
      mine.push_back(x);
      other_times.push_back(y);
    }
    std::printf(" %s %6.1f", rests ? "burst" : "sustained", flops / median(mine) / 1e9);
    if (beside)
      std::printf(" TFLOP/s, cuBLAS %6.1f, ratio %.3f;", flops / median(other_times) / 1e9,
                  median(other_times) / median(mine));
    else
      std::printf(" TFLOP/s;");
  }
  std::printf(" %llu of %llu wrong, error <= %.3f of the bound\n", v.wrong, v.checked, v.worst);
  return right;
}

int run(std::vector<std::string> const& arguments) {
  constexpr Element bf16 = Element::bf16, f16 = Element::f16, e4m3 = Element::e4m3;
  if (!arguments.empty() && arguments[0] == "check") {
    int const problems = arguments.size() > 1 ? std::atoi(arguments[1].c_str()) : 300;
    std::uint64_t const seed = arguments.size() > 2 ? std::strtoull(arguments[2].c_str(), nullptr, 10) : 1;
    bool right = check_problems<bf16, bf16>("bf16", problems, seed);
    right &= check_problems<f16, f16>("f16", problems, seed + 1);
    right &= check_problems<e4m3, bf16>("e4m3", problems, seed + 2);
    return right ? 0 : 1;
  }
  if (arguments.size() == 4 && arguments[0] == "bench") {
    Index const M = std::atoll(arguments[1].c_str()), N = std::atoll(arguments[2].c_str()),
                K = std::atoll(arguments[3].c_str());
    if (M < 1 || N < 1 || K < 1) return 2;
    Cublas const cublas;
    if (cublas.gemm == nullptr) std::puts("SKIP: no cuBLAS library was found: nothing is measured beside");
    bool right = true;
    for (Major a : {Major::k, Major::line})
      for (Major b : {Major::k, Major::line}) right &= bench<bf16, bf16>("bf16", cublas, M, N, K, a, b);
    right &= bench<f16, f16>("f16 ", cublas, M, N, K, Major::k, Major::k);
    right &= bench<e4m3, bf16>("e4m3", cublas, M, N, K, Major::k, Major::k);
    return right ? 0 : 1;
  }
  std::puts("usage: hopper_device check [problems] [seed] | bench M N K");
  return 2;
}

}  // namespace
}  // namespace colex::gpu::hopper

int main(int count, char** arguments) {
  cudaDeviceProp properties;
  int driver = 0;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess || properties.major != 9) {
    std::puts("SKIP: no Hopper GPU: nothing was run");
    return 77;
  }
  cudaDriverGetVersion(&driver);
  std::printf("%s, CUDA driver %d.%d\n", properties.name, driver / 1000, driver % 1000 / 10);
  return colex::gpu::hopper::run({arguments + 1, arguments + count});
}
