// SPDX-License-Identifier: MIT
#include "maps/index_map.hpp"

#include <fmt/format.h>

#include "operations/call.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// Steps of the machine that take as long as one of a search.
constexpr Int kStepsTogether = 8;

}  // namespace

std::vector<Int> IndexMap::coordinates(Int index) const {
  std::vector<Int> r;
  for (Int const extent : shape.leaves) {
    r.push_back(index % extent);
    index /= extent;
  }
  return r;
}

std::string IndexMap::point(Int index) const {
  auto const at = coordinates(index);
  std::string out;
  for (std::size_t k = 0; k < at.size(); ++k)
    out += fmt::format("{}{}={}", k == 0 ? "" : ", ", printable(names[k]), at[k]);
  return out;
}

void compute(IndexMap& map, Program const& program, std::string const& name) {
  Int points = 1;
  for (Int const extent : map.shape.leaves) points *= extent;
  Work work(Question::rest());
  if (!work.take(points * (1 + static_cast<Int>(program.steps.size()) / kStepsTogether)))
    refuse(undecided(work, points));
  map.values.assign(static_cast<std::size_t>(program.results), {});
  for (auto& values : map.values) values.reserve(static_cast<std::size_t>(points));
  std::vector<Int> at(static_cast<std::size_t>(map.shape.leaves.count));
  Machine machine(program);
  for (Int index = 0; index < points; ++index) {
    Int const* const results = machine.at(at.data());
    if (results == nullptr) {
      MapStep const& step = machine.step();
      auto const part = std::string_view(map.text).substr(step.from, step.to - step.from);
      throw Failure(machine.condition(),
                    fmt::format("{}: {} at {}: {}", name, printable(part), map.point(index), machine.why()));
    }
    for (std::size_t k = 0; k < map.values.size(); ++k) {
      if (results[k] <= -kMapReach || results[k] >= kMapReach)
        throw InputError(fmt::format("{}: at {} the map gives {}, and offsets end at 2^61", name,
                                     map.point(index), results[k]));
      if (program.is_unsigned && results[k] < 0)
        throw InputError(fmt::format("{}: at {} the map gives {}, which is unsigned in C", name,
                                     map.point(index), results[k]));
      map.values[k].push_back(results[k]);
    }
    for (int k = 0; k < map.shape.leaves.count; ++k) {
      if (++at[static_cast<std::size_t>(k)] < map.shape.leaves[k]) break;
      at[static_cast<std::size_t>(k)] = 0;
    }
  }
}

}  // namespace colex::cli
