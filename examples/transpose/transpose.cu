// SPDX-License-Identifier: MIT
// The transpose beside the same kernel with its indices by hand: both results are checked, both are timed.
//
//   nvcc -std=c++20 -O3 -arch=sm_90a $(pkg-config --cflags colex) transpose.cu -o transpose && ./transpose
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "transpose.hpp"

__global__ void by_layouts(float const* in, float* out, int rows, int columns) {
  __shared__ float block[1024];
  transpose_tile(in, out, rows, columns, &block[0]);
}

__global__ void by_hand(float const* in, float* out, int rows, int columns) {
  __shared__ float block[1024];
  unsigned const i = threadIdx.x & 31, j = threadIdx.x >> 5;
  in += blockIdx.x * 32 + i + (blockIdx.y * 32 + j) * rows;
  out += blockIdx.y * 32 + i + (blockIdx.x * 32 + j) * columns;
#pragma unroll
  for (unsigned k = 0; k < 32; k += 8) block[(j + k) * 32 + (i ^ (j + k))] = in[k * rows];
  __syncthreads();
#pragma unroll
  for (unsigned k = 0; k < 32; k += 8) out[k * columns] = block[i * 32 + ((j + k) ^ i)];
}

void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "transpose: %s\n", cudaGetErrorString(status));
  std::exit(2);
}

/// Microseconds per launch, the best of ten rounds; ends the program where the result is wrong.
template <class Kernel>
double measure(char const* name, Kernel kernel, std::vector<float> const& in, int rows, int columns) {
  std::vector<float> out(in.size());
  float *from, *to;
  check(cudaMalloc(&from, in.size() * sizeof(float)));
  check(cudaMalloc(&to, in.size() * sizeof(float)));
  check(cudaMemcpy(from, in.data(), in.size() * sizeof(float), cudaMemcpyDefault));
  check(cudaMemset(to, 0xFF, in.size() * sizeof(float)));
  dim3 const grid(rows / 32, columns / 32);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  float best = 1e9f;
  for (int round = 0; round < 10; ++round) {
    check(cudaEventRecord(begin));
    for (int k = 0; k < 20; ++k) kernel<<<grid, 256>>>(from, to, rows, columns);
    check(cudaEventRecord(end));
    check(cudaEventSynchronize(end));
    float milliseconds;
    check(cudaEventElapsedTime(&milliseconds, begin, end));
    if (milliseconds < best) best = milliseconds;
  }
  check(cudaMemcpy(out.data(), to, in.size() * sizeof(float), cudaMemcpyDefault));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (out[j + std::size_t(i) * columns] != in[i + std::size_t(j) * rows]) {
        std::printf("FAIL %s: element (%d,%d)\n", name, j, i);
        std::exit(1);
      }
  check(cudaFree(from));
  check(cudaFree(to));
  double const microseconds = 1e3 * best / 20;
  std::printf("%-10s %d x %d: %.1f us, %.0f GB/s, every element right\n", name, rows, columns, microseconds,
              2e-3 * sizeof(float) * in.size() / microseconds);
  return microseconds;
}

int main() {
  for (int const rows : {4096, 8192}) {
    int const columns = 6144;
    std::vector<float> in(std::size_t(rows) * columns);
    for (std::size_t k = 0; k < in.size(); ++k) in[k] = static_cast<float>(k % 16777213);
    measure("by layouts", by_layouts, in, rows, columns);
    measure("by hand", by_hand, in, rows, columns);
  }
}
