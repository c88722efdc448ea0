// SPDX-License-Identifier: MIT
// What the programs share that run the Hopper GEMM of libcolex_kernels.so on a device: problems between guards and over poison,
// the reference in double precision, cuBLAS out of a library that is loaded at run time, and the times of both.
#pragma once

#include <cublas_v2.h>
#include <cuda_fp8.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "c/colex_kernels.h"
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
  if constexpr (element == Element::i8) {
    static_cast<signed char*>(data)[at] = static_cast<signed char>(value);
  } else if constexpr (element == Element::i32) {
    static_cast<std::int32_t*>(data)[at] = static_cast<std::int32_t>(value);
  } else if constexpr (bytes_of(element) == 4) {
    static_cast<float*>(data)[at] = value;
  } else if constexpr (bytes_of(element) == 1) {
    static_cast<__nv_fp8_storage_t*>(data)[at] =
        __nv_cvt_float_to_fp8(value, __NV_SATFINITE, element == Element::e5m2 ? __NV_E5M2 : __NV_E4M3);
  } else {
    static_cast<std::uint16_t*>(data)[at] = static_cast<std::uint16_t>(rounded_pair<element>(value, 0));
  }
}

template <Element element>
__device__ inline auto decode(void const* data, Index at) {
  if constexpr (element == Element::i8) {
    return static_cast<float>(static_cast<signed char const*>(data)[at]);
  } else if constexpr (element == Element::i32) {
    return static_cast<double>(static_cast<std::int32_t const*>(data)[at]);
  } else if constexpr (element == Element::f32) {
    return static_cast<float const*>(data)[at];
  } else if constexpr (element == Element::tf32) {  // the tensor core cuts the 13 lowest bits
    return __uint_as_float(static_cast<std::uint32_t const*>(data)[at] & ~0x1FFFu);
  } else if constexpr (bytes_of(element) == 1) {
    __half_raw const half = __nv_cvt_fp8_to_halfraw(static_cast<__nv_fp8_storage_t const*>(data)[at],
                                                    element == Element::e5m2 ? __NV_E5M2 : __NV_E4M3);
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
    encode<element>(const_cast<void*>(operand.data), place(operand, line, k),
                    drawn(seed, i, kind) * (element == Element::i8 && kind == Data::bell ? 36.0f : 1.0f));
  }
}

__global__ void fill_bias(float* bias, Index size, std::uint64_t seed, Data kind) {
  for (Index i = blockIdx.x * Index{blockDim.x} + threadIdx.x; i < size; i += Index{gridDim.x} * blockDim.x)
    bias[i] = drawn(seed + 17, i, kind);
}

// ------------------------------------------------------------------------------------------------ reference

struct Verdict {
  unsigned long long wrong, checked;
  float worst;  ///< the largest error, as a part of the bound
};

/// Compares every `stride`-th element with the sum in double precision, within hopper/gemm_reference.hpp's
/// bound. `old` is the result before. Small integers must come out exactly.
template <Element element, Element to>
__global__ void compare(GemmProblem p, void const* old, Index stride, Data kind, Verdict* verdict) {
  Index const all = p.batches * p.M * p.N, samples = (all + stride - 1) / stride;
  for (Index s = blockIdx.x * Index{blockDim.x} + threadIdx.x; s < samples;
       s += Index{gridDim.x} * blockDim.x) {
    Index const batch = s * stride / (p.M * p.N), m = s * stride / p.N % p.M, n = s * stride % p.N;
    double sum = 0, magnitude = 0;
    for (Index k = 0; k < p.K; ++k) {
      double const x = decode<a_type(element)>(p.a.data, batch * p.a.step + place(p.a, m, k)),
                   y = decode<b_type(element)>(p.b.data, batch * p.b.step + place(p.b, n, k));
      sum += x * y;
      magnitude += counted_in_magnitude<a_type(element)>(x) * counted_in_magnitude<b_type(element)>(y);
    }
    Index const at = batch * p.c_step + m * p.c_pitch + n;
    double const got = decode<to>(p.c, at), before = p.epilogue.beta == 0 ? 0 : decode<to>(old, at);
    auto const want = expected<element, to>(p.K, p.splits, sum, magnitude, p.epilogue, before,
                                            p.bias == nullptr ? 0 : p.bias[p.bias_of_rows ? m : n]);
    double error = fabs(got - want.value), bound = want.bound;
    if (kind == Data::integers && !is_integer(to)) {
      ResultBits<to> exact;
      encode<to>(&exact, 0, static_cast<float>(want.value));
      error = fabs(got - decode<to>(&exact, 0));
      bound = 0;
    }
    if (!(error <= bound)) atomicAdd(&verdict->wrong, 1);
    if (bound > 0)
      atomicMax(reinterpret_cast<int*>(&verdict->worst), __float_as_int(static_cast<float>(error / bound)));
    atomicAdd(&verdict->checked, 1);
  }
}

/// Counts the bytes of [data, data + bytes) outside the result that are not the poison.
__global__ void compare_guards(unsigned char const* data, Index bytes, GemmProblem p, int element_bytes,
                               int poison, unsigned long long* wrong) {
  Index const begin = static_cast<unsigned char const*>(p.c) - data;
  for (Index i = blockIdx.x * Index{blockDim.x} + threadIdx.x; i < bytes;
       i += Index{gridDim.x} * blockDim.x) {
    Index const element = i < begin ? -1 : (i - begin) / element_bytes;
    bool inside = false;  // of a batch
    for (Index batch = 0; batch < p.batches && element >= 0 && !inside; ++batch) {
      Index const at = element - batch * p.c_step;
      inside = at >= 0 && at / p.c_pitch < p.M && at % p.c_pitch < p.N;
    }
    if (!inside && data[i] != poison) atomicAdd(wrong, 1);
  }
}

// ------------------------------------------------------------------------------------------------- problems

constexpr int poison = 0xCB, not_a_number = 0xFF;  // every type here reads bytes FF as a NaN
constexpr Index guard = 4096;

/// What a problem has besides its sizes and majors. Gaps and shifts count elements.
struct Extras {
  Index a_gap = 0, b_gap = 0, c_gap = 0, c_shift = 0, batches = 1, splits = 1;
  Epilogue<float> epilogue{1, 0, Activation::none};
  bool bias = false, bias_of_rows = false;
};

/// A problem and its memory: NaN between and around the operands' runs, poison between and around the
/// result's.
template <Element element>
struct Problem {
  static constexpr int result_bytes = bytes_of(result_of(element));
  GemmProblem p;
  Memory a, b, c, old, bias, sums;
  Problem(Index M, Index N, Index K, Major a_major, Major b_major, Extras const& x)
      : p(sizes(M, N, K, a_major, b_major, x)),
        a(operand_bytes(p.a, M, K), not_a_number),
        b(operand_bytes(p.b, N, K), not_a_number),
        c((x.batches * p.c_step + x.c_shift) * result_bytes + 2 * guard, poison),
        old(x.epilogue.beta == 0 ? 0 : c.bytes, poison),
        bias(x.bias ? (x.bias_of_rows ? M : N) * 4 : 0, not_a_number),
        sums(most_sums(M, N, x) * 4, not_a_number) {
    p.a.data = a.data + guard;
    p.b.data = b.data + guard;
    p.c = c.data + guard + result_bytes * x.c_shift;
    if (x.bias) p.bias = reinterpret_cast<float const*>(bias.data);
    p.workspace = reinterpret_cast<float*>(sums.data);
    p.workspace_elements = static_cast<Index>(sums.bytes / 4);
  }
  static GemmProblem sizes(Index M, Index N, Index K, Major a_major, Major b_major, Extras const& x) {
    GemmProblem p{M,
                  N,
                  K,
                  {nullptr, pitch(a_major == Major::k ? K : M) + x.a_gap, a_major},
                  {nullptr, pitch(b_major == Major::k ? K : N) + x.b_gap, b_major},
                  nullptr,
                  N + x.c_gap};
    p.batches = x.batches, p.splits = x.splits, p.epilogue = x.epilogue, p.bias_of_rows = x.bias_of_rows;
    p.c_step = M * p.c_pitch;
    p.a.step = x.batches == 1 ? 0 : (a_major == Major::k ? M : K) * p.a.pitch;
    p.b.step = x.batches == 1 ? 0 : (b_major == Major::k ? N : K) * p.b.pitch;
    return p;
  }
  static Index most_sums(Index M, Index N, Extras const& x) {
    Index most = 0;
    for (TileShape const& tile : tile_shapes)
      most = std::max(most, workspace_elements(tile, M, N, x.batches, x.splits));
    return most;
  }
  static Index pitch(Index run) {
    Index const unit = 16 / bytes_of(element);
    return (run + unit - 1) / unit * unit;
  }
  Index operand_bytes(GemmOperand const& x, Index lines, Index K) const {
    return ((p.batches - 1) * x.step + (x.major == Major::k ? lines : K) * x.pitch) * bytes_of(element) +
           2 * guard;
  }
  void draw(std::uint64_t seed, Data kind) {
    for (Index batch = 0; batch < p.batches; ++batch) {
      auto const of_batch = [&](GemmOperand x) {
        x.data = static_cast<unsigned char const*>(x.data) + batch * x.step * bytes_of(element);
        return x;
      };
      fill<a_type(element)><<<1024, 256>>>(of_batch(p.a), p.M, p.K, seed + batch, kind);
      fill<b_type(element)><<<1024, 256>>>(of_batch(p.b), p.N, p.K, ~seed - batch, kind);
    }
    if (p.bias != nullptr) fill_bias<<<64, 256>>>(const_cast<float*>(p.bias), p.bias_size(), seed, kind);
    check(cudaGetLastError(), "fill");
  }
  /// Fills the result before the product, where beta asks for it, and keeps it.
  template <Element to>
  void draw_result(std::uint64_t seed, Data kind) {
    if (p.epilogue.beta == 0) return;
    for (Index batch = 0; batch < p.batches; ++batch)
      fill<to><<<256, 256>>>({static_cast<ResultBits<to>*>(p.c) + batch * p.c_step, p.c_pitch, Major::k}, p.M,
                             p.N, seed + batch, kind);
    check(cudaMemcpy(old.data, c.data, c.bytes, cudaMemcpyDeviceToDevice), "keep");
  }
};

template <Element element, Element to>
Verdict verdict_of(Problem<element>& problem, Index stride, Data kind, unsigned long long& guards) {
  Memory counters(sizeof(Verdict) + sizeof guards, 0);
  auto* const verdict = reinterpret_cast<Verdict*>(counters.data);
  auto* const strayed = reinterpret_cast<unsigned long long*>(counters.data + sizeof(Verdict));
  void const* const old = problem.old.data + (static_cast<unsigned char*>(problem.p.c) - problem.c.data);
  compare<element, to><<<2048, 128>>>(problem.p, old, stride, kind, verdict);
  check(cudaGetLastError(), "compare");
  compare_guards<<<1024, 256>>>(problem.c.data, problem.c.bytes, problem.p, bytes_of(to), poison, strayed);
  Verdict result;
  check(cudaMemcpy(&result, verdict, sizeof result, cudaMemcpyDeviceToHost), "run");
  check(cudaMemcpy(&guards, strayed, sizeof guards, cudaMemcpyDeviceToHost), "run");
  return result;
}

// -------------------------------------------------------------------------------------------------- library

/// The library's call of a problem.
template <Element element>
struct LibraryCall {
  std::string name;
  colex_kernels_gemm_call call;
  explicit LibraryCall(GemmProblem const& p, int shape = any_shape, cudaStream_t stream = nullptr) {
    bool const a_k = p.a.major == Major::k, b_k = p.b.major == Major::k;
    name = std::string("hopper_") + name_of(element) + (a_k ? "_k" : "_m") + (b_k ? "k" : "n");
    if (shape != any_shape) name += std::string("_") + tile_names[shape];
    auto const matrix = [&](void const* data, Index runs, Index run, Index pitch, Index step, bool by_row) {
      Index const elements = (p.batches - 1) * step + (runs - 1) * pitch + run;
      return colex_kernels_matrix{const_cast<void*>(data),
                                  std::max<Index>(elements, 0),
                                  by_row ? pitch : 1,
                                  by_row ? 1 : pitch,
                                  step,
                                  0};
    };
    colex_kernels_gemm_init(&call);
    call.m = p.M, call.n = p.N, call.k = p.K, call.batches = p.batches, call.splits = p.splits;
    call.a = matrix(p.a.data, a_k ? p.M : p.K, a_k ? p.K : p.M, p.a.pitch, p.a.step, a_k);
    call.b = matrix(p.b.data, b_k ? p.N : p.K, b_k ? p.K : p.N, p.b.pitch, p.b.step, !b_k);
    call.c = matrix(p.c, p.M, p.N, p.c_pitch, p.c_step, true);
    call.alpha = p.epilogue.alpha, call.beta = p.epilogue.beta;
    call.activation = static_cast<std::int32_t>(p.epilogue.activation);
    call.bias = p.bias, call.bias_elements = p.bias == nullptr ? 0 : p.bias_size();
    call.bias_of_rows = p.bias_of_rows;
    call.workspace = p.workspace, call.workspace_elements = p.workspace_elements;
    call.stream = stream;
  }
  /// Null, or why it was refused.
  char const* start() const {
    return colex_kernels_gemm(name.c_str(), &call) == COLEX_KERNELS_OK ? nullptr : colex_kernels_last_error();
  }
};

// -------------------------------------------------------------------------------------------------- measure

/// cublasGemmEx, out of a library that is loaded here; `gemm` is null where there is none.
struct Cublas {
  using GemmEx = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                    void const*, void const*, cudaDataType, int, void const*, cudaDataType,
                                    int, void const*, void*, cudaDataType, int, cublasComputeType_t,
                                    cublasGemmAlgo_t);
  using BatchedEx = cublasStatus_t (*)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
                                       void const*, void const*, cudaDataType, int, long long, void const*,
                                       cudaDataType, int, long long, void const*, void*, cudaDataType, int,
                                       long long, int, cublasComputeType_t, cublasGemmAlgo_t);
  cublasHandle_t handle = nullptr;
  GemmEx gemm = nullptr;
  BatchedEx batched = nullptr;
  decltype(&cublasSetStream_v2) set_stream = nullptr;
  decltype(&cublasSetWorkspace_v2) set_workspace = nullptr;
  Cublas() {
    char const* const named = std::getenv("COLEX_CUBLAS");
    for (char const* library : {named, "libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
      void* const found = library == nullptr ? nullptr : dlopen(library, RTLD_NOW | RTLD_GLOBAL);
      if (found == nullptr) continue;
      auto const create = reinterpret_cast<decltype(&cublasCreate_v2)>(dlsym(found, "cublasCreate_v2"));
      if (create == nullptr || create(&handle) != CUBLAS_STATUS_SUCCESS) continue;
      gemm = reinterpret_cast<GemmEx>(dlsym(found, "cublasGemmEx"));
      batched = reinterpret_cast<decltype(batched)>(dlsym(found, "cublasGemmStridedBatchedEx"));
      set_stream = reinterpret_cast<decltype(set_stream)>(dlsym(found, "cublasSetStream_v2"));
      set_workspace = reinterpret_cast<decltype(set_workspace)>(dlsym(found, "cublasSetWorkspace_v2"));
      std::printf("cuBLAS: %s\n", library);
      return;
    }
  }
  /// The same problem: row-major C is column-major C transposed, so the operands change places.
  bool run(GemmProblem const& p, cudaDataType type, bool into_f32 = false) const {
    float const one_float = 1, zero_float = 0;
    std::int32_t const one_integer = 1, zero_integer = 0;
    bool const integers = type == CUDA_R_8I;
    void const* const one = integers ? static_cast<void const*>(&one_integer) : &one_float;
    void const* const zero = integers ? static_cast<void const*>(&zero_integer) : &zero_float;
    cudaDataType const result = integers ? CUDA_R_32I : into_f32 ? CUDA_R_32F : type;
    cublasComputeType_t const sums = integers             ? CUBLAS_COMPUTE_32I
                                     : type == CUDA_R_32F ? CUBLAS_COMPUTE_32F_FAST_TF32
                                                          : CUBLAS_COMPUTE_32F;
    if (p.batches > 1)
      return batched(handle, p.b.major == Major::k ? CUBLAS_OP_T : CUBLAS_OP_N,
                     p.a.major == Major::k ? CUBLAS_OP_N : CUBLAS_OP_T, static_cast<int>(p.N),
                     static_cast<int>(p.M), static_cast<int>(p.K), one, p.b.data, type,
                     static_cast<int>(p.b.pitch), p.b.step, p.a.data, type, static_cast<int>(p.a.pitch),
                     p.a.step, zero, p.c, result, static_cast<int>(p.c_pitch), p.c_step,
                     static_cast<int>(p.batches), sums, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
    return gemm(handle, p.b.major == Major::k ? CUBLAS_OP_T : CUBLAS_OP_N,
                p.a.major == Major::k ? CUBLAS_OP_N : CUBLAS_OP_T, static_cast<int>(p.N),
                static_cast<int>(p.M), static_cast<int>(p.K), one, p.b.data, type,
                static_cast<int>(p.b.pitch), p.a.data, type, static_cast<int>(p.a.pitch), zero, p.c, result,
                static_cast<int>(p.c_pitch), sums, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
  }
};

/// cuBLAS's name of an operand's type, where it multiplies it; else CUDA_R_8F_E4M3, which nothing is measured beside.
constexpr cudaDataType cublas_type(Element e) {
  return a_type(e) == Element::bf16  ? CUDA_R_16BF
         : a_type(e) == Element::f16 ? CUDA_R_16F
         : e == Element::tf32        ? CUDA_R_32F
         : e == Element::i8          ? CUDA_R_8I
                                     : CUDA_R_8F_E4M3;
}

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

/// Starts problem i of some on a stream.
using Launch = std::function<void(int, cudaStream_t)>;

/// Microseconds of one run of each way, the mean over a graph of launches, of problems 0 to `copies` - 1; the median of 5
/// replays. The graphs are replayed in turns, after rests, for the clock falls as the device warms.
std::vector<double> graph_microseconds(std::vector<Launch> const& ways, int copies, int repeats) {
  cudaStream_t stream;
  check(cudaStreamCreate(&stream), "stream");
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  std::vector<cudaGraphExec_t> replays(ways.size());
  for (std::size_t way = 0; way < ways.size(); ++way) {
    ways[way](0, stream);
    check(cudaStreamSynchronize(stream), "run");
    cudaGraph_t graph;
    check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), "capture");
    for (int i = 0; i < repeats; ++i) ways[way](i % copies, stream);
    check(cudaStreamEndCapture(stream, &graph), "capture");
    check(cudaGraphInstantiate(&replays[way], graph, 0), "graph");
    cudaGraphDestroy(graph);
  }
  std::vector<std::vector<float>> times(ways.size());
  for (int round = 0; round < 6; ++round)
    for (std::size_t way = 0; way < ways.size(); ++way) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      check(cudaEventRecord(start, stream), "event");
      check(cudaGraphLaunch(replays[way], stream), "replay");
      check(cudaEventRecord(stop, stream), "event");
      check(cudaEventSynchronize(stop), "replay");
      float ms = 0;
      check(cudaEventElapsedTime(&ms, start, stop), "event");
      if (round > 0) times[way].push_back(ms * 1000 / static_cast<float>(repeats));
    }
  for (cudaGraphExec_t const replay : replays) cudaGraphExecDestroy(replay);
  cudaEventDestroy(start), cudaEventDestroy(stop), cudaStreamDestroy(stream);
  std::vector<double> medians;
  for (auto const& own : times) medians.push_back(median(own));
  return medians;
}

}  // namespace
}  // namespace colex::gpu::hopper
