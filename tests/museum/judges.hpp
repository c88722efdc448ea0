// SPDX-License-Identifier: MIT
// The judges of the museum, one for each kind of exhibit. Each is exhaustive over a finite domain.
#pragma once

#include <fmt/format.h>

#include <map>
#include <set>

#include "museum.hpp"
#include "platform/platform.hpp"

namespace colex::gpu::museum {

/// What the shadow memory found in a run on the host platform: the gravest kind first. Says nothing that
/// depends on the order of threads.
inline Verdict judge_defects(LaunchReport const& report,
                             std::initializer_list<std::pair<Defect, char const*>> rules) {
  for (auto const& [defect, obligation] : rules) {
    Finding const* first = nullptr;
    for (auto const& finding : report.findings)
      if (finding.defect == defect && (!first || finding.offset < first->offset)) first = &finding;
    if (!first) continue;
    auto const count = report.count(defect);
    auto const where = report.findings.size() < LaunchReport::kept
                           ? fmt::format(", the lowest at element {}", first->offset)
                           : std::string();
    return Violation{obligation, fmt::format("{}: '{}', {} time{}{}", colex::gpu::name(defect), first->view,
                                             count, count == 1 ? "" : "s", where)};
  }
  return {};
}
inline Verdict judge_addresses(LaunchReport const& report) {
  return judge_defects(report, {{Defect::out_of_bounds, "O4"}, {Defect::misaligned, "O3"}});
}
inline Verdict judge_order(LaunchReport const& report) {
  return judge_defects(
      report,
      {{Defect::barrier_divergence, "O6"}, {Defect::data_race, "O6"}, {Defect::uninitialised_read, "O2"}});
}

/// A run without an output of interest.
inline Verdict judge_run(LaunchReport const& report) {
  if (auto const found = judge_addresses(report)) return found;
  return judge_order(report);
}

/// A run that is to store the elements of `due`, each once, and no other (O9).
template <class T>
Verdict judge_run(LaunchReport const& report, Buffer<T> const& out, std::set<Index> const& due) {
  if (auto const found = judge_addresses(report)) return found;
  for (Index i = 0; i < out.size(); ++i)
    if (out.writes(i) != due.count(i))
      return Violation{"O9", fmt::format("element {} is stored {} times, and should be {} times", i,
                                         out.writes(i), due.count(i))};
  return judge_order(report);
}

/// O1: block -> tile over every grid of up to `most` x `most` tiles.
template <class Map>
Verdict judge_grid(int most, Map map) {
  int wrong = 0;
  std::string first;
  for (int gx = 1; gx <= most; ++gx)
    for (int gy = 1; gy <= most; ++gy) {
      std::vector<int> done(gx * gy);
      std::string what;
      for (int block = 0; block < gx * gy; ++block) {
        auto const [x, y] = map(block, gx, gy);
        if (x < 0 || y < 0 || x >= gx || y >= gy) {
          if (what.empty()) what = fmt::format("block {} goes to tile ({}, {})", block, x, y);
        } else {
          ++done[x + gx * y];
        }
      }
      for (int tile = 0; tile < gx * gy && what.empty(); ++tile)
        if (done[tile] != 1)
          what = fmt::format("tile ({}, {}) has {} blocks", tile % gx, tile / gx, done[tile]);
      if (what.empty()) continue;
      ++wrong;
      if (first.empty()) first = fmt::format("a grid of {} x {} tiles: {}", gx, gy, what);
    }
  if (wrong == 0) return {};
  return Violation{"O1", fmt::format("{}; wrong for {} of {} grids", first, wrong, most * most)};
}

/// One access of a copy into a tile: who, from where, to where, how many elements.
struct Move {
  int thread;
  Index from, to;
  int width;
};

/// O3, O4, O6 and O2 of a tile's copy: `size` elements, of which the source holds `held` and the destination
/// `room`.
inline Verdict judge_tile(std::vector<Move> const& moves, Index size, Index held, Index room) {
  for (auto const& m : moves)
    if (m.from % m.width != 0 || m.to % m.width != 0)
      return Violation{
          "O3", fmt::format("thread {} moves {} elements from {} to {}", m.thread, m.width, m.from, m.to)};
  for (auto const& m : moves)
    if (m.from < 0 || m.to < 0 || m.from + m.width > held || m.to + m.width > room)
      return Violation{"O4",
                       fmt::format("thread {} moves {} elements from {} to {}; the source holds {}, the "
                                   "destination {}",
                                   m.thread, m.width, m.from, m.to, held, room)};
  std::map<Index, int> writer;
  std::map<Index, int> copied;
  for (auto const& m : moves)
    for (int i = 0; i < m.width; ++i) {
      auto const [at, is_new] = writer.try_emplace(m.to + i, m.thread);
      if (!is_new && at->second != m.thread)
        return Violation{
            "O6", fmt::format("threads {} and {} both write element {}", at->second, m.thread, m.to + i)};
      ++copied[m.to + i];
    }
  for (Index e = 0; e < size; ++e)
    if (copied[e] != 1)
      return Violation{"O2", fmt::format("element {} of the tile is copied {} times", e, copied[e])};
  return {};
}

/// A protocol as a finite set of states: explores every order of steps. `steps(state)` are the states that
/// can follow, `wrong(state)` names what is broken or is empty, `done(state)` may stop.
template <class State, class Steps, class Wrong, class Done>
Verdict judge_protocol(State const& start, Steps steps, Wrong wrong, Done done) {
  std::set<State> seen{start};
  std::vector<State> open{start};
  while (!open.empty()) {
    State const s = open.back();
    open.pop_back();
    if (std::string const what = wrong(s); !what.empty()) return Violation{"O6", what};
    auto const next = steps(s);
    if (next.empty() && !done(s)) return Violation{"O6", "deadlock: nobody can go on"};
    for (auto const& n : next)
      if (seen.insert(n).second) open.push_back(n);
  }
  return {};
}

}  // namespace colex::gpu::museum
