// SPDX-License-Identifier: MIT
// What `colex serve` counts. Every thread adds; a reader sees numbers that were true within the last request.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

namespace colex::cli {

class Metrics {
 public:
  using Count = std::atomic<std::uint64_t>;
  Count clients{0}, clients_ever{0},
      turned_away{0};                          ///< turned away: beyond the number of clients served at once
  Count requests{0}, refused{0}, unusable{0};  ///< answered in all; of these `ok` false, and for the input
  Count dropped{0};                            ///< clients that left before they had all their answers
  Count bytes_in{0}, bytes_out{0};

  /// A request was answered: the first letters of the reply say how.
  void answered(std::string const& reply, std::chrono::steady_clock::duration took);

  /// One line of JSON: the counts, seconds served, resident bytes, and the time per request in microseconds:
  /// the least power of two that half, 99 % and all of the requests kept to.
  std::string line() const;

 private:
  std::uint64_t kept_by(double share) const;
  std::array<Count, 40> within_{};  ///< within 2^k microseconds, and not within 2^(k-1)
  std::chrono::steady_clock::time_point since_ = std::chrono::steady_clock::now();
};

}  // namespace colex::cli
