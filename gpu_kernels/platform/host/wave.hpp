// SPDX-License-Identifier: MIT
// Waves on the host platform: who a thread is in its wave, and shuffles. Every lane of the wave must come.
//
//   for (int mask = 1; mask < wave_width(); mask *= 2) sum += shuffle_xor(sum, mask);
#pragma once

#include <optional>
#include <string>

#include "platform/host/collective.hpp"
#include "platform/host/names.hpp"

namespace colex::gpu {

/// The thread's number in its wave, and the wave's in its block. The block extends along x only.
inline int lane_id() { return static_cast<int>(threadIdx.x) % wave_width(); }
inline int wave_id() { return static_cast<int>(threadIdx.x) / wave_width(); }

namespace host {

/// One lane of a shuffle: what it gives, whose value it wants, what it gets.
template <class T>
struct ShuffleLane {
  T value;
  int source;
  std::optional<T> result;
};

template <class T>
void exchange(void* const* lanes, int) {
  for (int lane = 0; lane < wave_width(); ++lane) {
    if (!lanes[lane]) continue;
    auto& self = *static_cast<ShuffleLane<T>*>(lanes[lane]);
    if (lanes[self.source]) self.result = static_cast<ShuffleLane<T>*>(lanes[self.source])->value;
  }
}

/// The value of lane `source`; zero, with a report, when the wave does not meet or has no such lane.
template <class T>
T shuffle_from(T value, int source, std::source_location where) {
  ShuffleLane<T> lane{value, source, {}};
  if (meet(wave_width(), &lane, exchange<T>, where) && !lane.result)
    report_collective("it reads lane " + std::to_string(source) + ", which the block does not have");
  return lane.result.value_or(T{});
}

}  // namespace host

/// Waits for all lanes of the wave: what each has done before is over for what each does after. Of words that were copied to
/// shared memory this is what tells that lanes have read them.
void sync_warp(std::source_location where = std::source_location::current());

/// The value of the lane whose number differs in the bits of `mask`.
template <class T>
T shuffle_xor(T value, int mask, std::source_location where = std::source_location::current()) {
  return host::shuffle_from(value, lane_id() ^ (mask & (wave_width() - 1)), where);
}

/// The value of the lane `delta` >= 0 further up; its own past the wave's end.
template <class T>
T shuffle_down(T value, int delta, std::source_location where = std::source_location::current()) {
  int const source = lane_id() + delta;
  return host::shuffle_from(value, source < wave_width() ? source : lane_id(), where);
}

/// The value of lane `source`, modulo the wave's width.
template <class T>
T shuffle(T value, int source, std::source_location where = std::source_location::current()) {
  return host::shuffle_from(value, source & (wave_width() - 1), where);
}

}  // namespace colex::gpu
