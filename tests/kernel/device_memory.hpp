// SPDX-License-Identifier: MIT
// What programs that run on an NVIDIA device share: memory of the device, and the time of a run there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace colex::gpu {

/// Ends the program, with the device's own words, where a call fails.
inline void check(cudaError_t error, char const* what) {
  if (error == cudaSuccess) return;
  std::printf("FAIL: %s: %s\n", what, cudaGetErrorString(error));
  std::exit(1);
}

/// Device memory, freed at the end of its scope.
struct Memory {
  explicit Memory(std::size_t size) : bytes(size) { check(cudaMalloc(&data, size), "cudaMalloc"); }
  Memory(Memory const&) = delete;
  ~Memory() { cudaFree(data); }
  unsigned char* data = nullptr;
  std::size_t bytes;
};

/// The median time of one run in milliseconds: of 20, after 5 that do not count.
template <class Run>
float median_ms(Run run) {
  cudaEvent_t start, stop;
  check(cudaEventCreate(&start), "event");
  check(cudaEventCreate(&stop), "event");
  std::vector<float> times;
  for (int i = 0; i < 25; ++i) {
    check(cudaEventRecord(start), "event");
    run();
    check(cudaEventRecord(stop), "event");
    check(cudaEventSynchronize(stop), "run");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, stop), "event");
    if (i >= 5) times.push_back(ms);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

}  // namespace colex::gpu
