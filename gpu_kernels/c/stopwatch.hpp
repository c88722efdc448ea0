// SPDX-License-Identifier: MIT
// How long a call takes on its stream: the least of three times some calls, after one that is not counted.
#pragma once

#include <chrono>

#include "c/call.hpp"

namespace colex::gpu::c {

#if defined(__CUDACC__)
/// Microseconds between two places of a stream. Waits for the second.
class Stopwatch {
 public:
  explicit Stopwatch(void* stream) : stream_(static_cast<cudaStream_t>(stream)) {
    succeed("tune", cudaEventCreate(&begin_));
    if (auto const error = cudaEventCreate(&end_); error != cudaSuccess)
      cudaEventDestroy(begin_), succeed("tune", error);
  }
  Stopwatch(Stopwatch const&) = delete;
  ~Stopwatch() { cudaEventDestroy(begin_), cudaEventDestroy(end_); }
  void start() { succeed("tune", cudaEventRecord(begin_, stream_)); }
  double stop() {
    float milliseconds = 0;
    succeed("tune", cudaEventRecord(end_, stream_));
    succeed("tune", cudaEventSynchronize(end_));
    succeed("tune", cudaEventElapsedTime(&milliseconds, begin_, end_));
    return 1000.0 * static_cast<double>(milliseconds);
  }

 private:
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;
};
#else
class Stopwatch {
 public:
  explicit Stopwatch(void*) {}
  void start() { begin_ = std::chrono::steady_clock::now(); }
  double stop() {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_;
};
#endif

/// Microseconds of one `call`, which starts work on the stream.
template <class Call>
double microseconds_of(void* stream, Call const& call) {
  constexpr double window = 1000;  // microseconds that one time should take
  Stopwatch watch(stream);
  watch.start(), call();
  double const first = watch.stop();
  int const calls = first >= window ? 1 : first * 50 >= window ? static_cast<int>(window / first) + 1 : 50;
  double least = 0;
  for (int turn = 0; turn < 3; ++turn) {
    watch.start();
    for (int i = 0; i < calls; ++i) call();
    double const one = watch.stop() / calls;
    if (turn == 0 || one < least) least = one;
  }
  return least;
}

}  // namespace colex::gpu::c
