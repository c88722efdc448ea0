// SPDX-License-Identifier: MIT
// The checker's part of the copy kernel, written from the documentation: a simulation of launches. Shares no code with the
// kernel or the algebra.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "certificate/layout_text.hpp"
#include "copy/copy_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;

struct Side {
  LayoutText modes;
  long step, access, tile;

  explicit Side(Json const& j)
      : modes(j.at("tile")),
        step(j.at("step_elements")),
        access(j.at("access_elements")),
        tile(modes.points()) {}
  long offset(long e) const { return e / tile * step + modes.at(e % tile); }
  /// One past the last offset of a tile.
  long reach() const {
    long last = 0;
    for (std::size_t k = 0; k < modes.extents().size(); ++k)
      last += (modes.extents()[k] - 1) * modes.strides()[k];
    return last + 1;
  }
  /// One past the last offset that whole tiles up to `count` reach.
  long bound(long count) const { return count == 0 ? 0 : (count - 1) / tile * step + reach(); }
};

/// Simulates one launch of `count` elements, thread by thread.
void simulate(Json const& parameters, long count, std::vector<std::string>& problems) {
  Side const source(parameters.at("source")), destination(parameters.at("destination"));
  long const threads = parameters.at("threads"), vector = parameters.at("vector_elements");
  auto say = [&](std::string const& what) { problems.push_back(fmt::format("count {}: {}", count, what)); };
  if (threads < 1 || vector < 1 || source.access < 1 || destination.access < 1 ||
      vector % source.access != 0 || vector % destination.access != 0 || source.tile != destination.tile)
    return say("the parameters are inconsistent");
  std::vector<int> moved(count, 0);
  std::set<long> stored;
  long const source_bound = source.bound(count), destination_bound = destination.bound(count);
  long const blocks = (count + threads * vector - 1) / (threads * vector);
  for (long run = 0; run < blocks * threads; ++run) {
    long const first = run * vector, length = std::clamp(count - first, 0l, vector);
    for (Side const* side : {&source, &destination}) {
      long const access = length == vector ? side->access : 1;
      for (long i = 0; i < length; i += access) {
        long const start = side->offset(first + i);
        if (start % access != 0)
          say(fmt::format("element {} is accessed at {}, which {} does not divide", first + i, start,
                          access));
        for (long k = 0; k < access; ++k)
          if (side->offset(first + i + k) != start + k)
            say(fmt::format("element {} is not beside {}", first + i + k, first + i));
        if (start < 0 || start + access > (side == &source ? source_bound : destination_bound))
          say(fmt::format("element {} is out of bounds", first + i));
      }
    }
    for (long i = 0; i < length; ++i) {
      ++moved[first + i];
      if (!stored.insert(destination.offset(first + i)).second)
        say(fmt::format("offset {} is stored twice", destination.offset(first + i)));
    }
    if (problems.size() > 8) return;
  }
  for (long e = 0; e < count; ++e)
    if (moved[e] != 1) return say(fmt::format("element {} is moved {} times", e, moved[e]));
}

}  // namespace

void simulate_copy(Json const& parameters, std::vector<std::string>& problems) {
  long const per_block = long(parameters.at("threads")) * long(parameters.at("vector_elements"));
  long const tile = Side(parameters.at("source")).tile;
  if (per_block < 1 || per_block > 1 << 20 || tile > 1 << 20)
    return problems.push_back("the parameters are inconsistent");
  for (long count :
       {0l, 1l, tile - 1, tile, tile + 1, per_block - 1, per_block, per_block + 1, 2 * per_block + 3})
    simulate(parameters, count, problems);
}

}  // namespace colex::gpu
