// SPDX-License-Identifier: MIT
// A pool for one launch: threads take the next item, the caller waits for the oldest.
#include "platform/host/pool.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace colex::gpu {

void run_in_order(std::uint64_t count, int workers, std::function<void(std::uint64_t)> const& work,
                  std::function<void(std::uint64_t)> const& finish) {
  std::uint64_t const ahead = 4 * static_cast<std::uint64_t>(workers);
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t next = 0, finished = 0;
  std::vector<bool> done(count, false);

  auto const run = [&] {
    std::unique_lock lock(mutex);
    while (true) {
      changed.wait(lock, [&] { return next == count || next < finished + ahead; });
      if (next == count) return;
      auto const item = next++;
      lock.unlock();
      work(item);
      lock.lock();
      done[item] = true;
      changed.notify_all();
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < workers; ++i) threads.emplace_back(run);
  for (std::unique_lock lock(mutex); finished < count; ++finished, changed.notify_all()) {
    changed.wait(lock, [&] { return done[finished]; });
    lock.unlock();
    finish(finished);
    lock.lock();
  }
}

}  // namespace colex::gpu
