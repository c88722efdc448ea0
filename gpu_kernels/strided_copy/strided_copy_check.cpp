// SPDX-License-Identifier: MIT
// The checker's part of the strided copy, written from the documentation: a simulation of launches. Shares no code with the
// kernel or the algebra.
#include <fmt/format.h>

#include <vector>

#include "strided_copy/strided_copy_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

struct Config {
  long unit_bytes, gathered, rank, threads, steps;

  explicit Config(Json const& p)
      : unit_bytes(p.at("unit_bytes")),
        gathered(p.at("gathered")),
        rank(p.at("rank")),
        threads(p.at("threads")),
        steps(p.at("steps")) {}
  bool sensible() const {
    bool const is_width =
        unit_bytes == 1 || unit_bytes == 2 || unit_bytes == 4 || unit_bytes == 8 || unit_bytes == 16;
    return is_width && (gathered == 1 || gathered * unit_bytes == 4) && rank >= 1 && rank <= 8 &&
           threads >= 1 && threads <= 1024 && steps >= 1 && steps <= 64;
  }
};

/// An array in units: its extents, and the strides of one side.
struct Side {
  std::vector<long> const& extents;
  std::vector<long> strides;

  long at(long unit) const {
    long sum = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
      sum += unit % extents[k] * strides[k], unit /= extents[k];
    return sum;
  }
  /// One past the highest offset, and what must be added so that the lowest is 0.
  long reach() const {
    long highest = 0;
    for (std::size_t k = 0; k < extents.size(); ++k) highest += (extents[k] - 1) * std::abs(strides[k]);
    return highest + 1;
  }
  long origin() const {
    long lowest = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
      if (strides[k] < 0) lowest += (extents[k] - 1) * strides[k];
    return -lowest;
  }
};

/// One launch: blocks of threads, each thread moving one unit per step.
void simulate(Config const& c, std::vector<long> const& extents, Side const& source, Side const& destination,
              std::vector<std::string>& problems) {
  long units = 1;
  for (long n : extents) units *= n;
  auto const say = [&](std::string const& what) {
    problems.push_back(fmt::format("{} units: {}", units, what));
  };
  std::vector<int> moved(static_cast<std::size_t>(units)),
      stored(static_cast<std::size_t>(destination.reach()));
  long const per_block = c.threads * c.steps, blocks = (units + per_block - 1) / per_block;
  for (long place = 0; place < blocks * per_block; ++place) {
    // Consecutive places: the threads of a step, then the steps of a block, then the blocks.
    if (place >= units) continue;
    ++moved[static_cast<std::size_t>(place)];
    long const from = source.origin() + source.at(place), to = destination.origin() + destination.at(place);
    if (from < 0 || from >= source.reach())
      return say(fmt::format("a load at {} of {}", from, source.reach()));
    if (to < 0 || to >= destination.reach())
      return say(fmt::format("a store at {} of {}", to, destination.reach()));
    if (++stored[static_cast<std::size_t>(to)] > 1) return say(fmt::format("offset {} is stored twice", to));
  }
  for (std::size_t u = 0; u < moved.size(); ++u)
    if (moved[u] != 1) return say(fmt::format("unit {} is moved {} times", u, moved[u]));
}

}  // namespace

void simulate_strided_copy(Json const& parameters, std::vector<std::string>& problems) {
  Config const c(parameters);
  if (!c.sensible()) return problems.push_back("the parameters are inconsistent");
  long const per_block = c.threads * c.steps;
  for (long n :
       {1L, c.threads - 1, c.threads + 1, per_block - 1, per_block, per_block + 1, 2 * per_block + 3}) {
    if (n < 1) continue;
    std::vector<long> const line{n}, box{3, n, 2};
    simulate(c, line, {line, {1}}, {line, {1}}, problems);
    simulate(c, line, {line, {0}}, {line, {2}}, problems);
    simulate(c, box, {box, {2 * n, 1, n}}, {box, {1, 3, 3 * n + 5}}, problems);
    simulate(c, box, {box, {-1, 3, -3 * n}}, {box, {2, -6, 6 * n}}, problems);
    if (problems.size() > 8) return;
  }
}

}  // namespace colex::gpu
