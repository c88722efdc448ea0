// SPDX-License-Identifier: MIT
// Work on several OS threads whose results are taken in order.
//
//   run_in_order(100, 4, [&](auto i) { result[i] = compute(i); }, [&](auto i) { report.merge(result[i]); });
#pragma once

#include <cstdint>
#include <functional>

namespace colex::gpu {

/// Calls work(i) for each i < count on `workers` threads, and finish(i) on the calling thread, i ascending,
/// each after its work. Work is at most a few items per thread ahead. Neither may throw.
void run_in_order(std::uint64_t count, int workers, std::function<void(std::uint64_t)> const& work,
                  std::function<void(std::uint64_t)> const& finish);

}  // namespace colex::gpu
