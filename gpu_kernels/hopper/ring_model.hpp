// SPDX-License-Identifier: MIT
// A finite model of the ring: the roles of hopper/ring.hpp are run once each with a recorder in place of the
// device's instructions, and then every interleaving of what they recorded is explored, with copies landing
// and arrivals coming in at any time.
//
//   auto verdict = explore(record(ring, tiles, k_blocks));   verdict.fault is "" when nothing can go wrong
//
// A fault is a read of bytes or factors that have not all landed, a write over a stage that is still being read, a use
// of a barrier that is not made or that the copy engine cannot see yet, an arrival at a block that has left,
// a deadlock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_set>
#include <vector>

#include "hopper/ring.hpp"

namespace colex::gpu::hopper::model {

/// What a role does, one step of its trace.
enum class Act : std::uint8_t {
  init,
  fence,
  sync,
  wait,
  expect,
  copy_own,
  copy_all,
  read,
  drain,
  release,
  tell
};
enum class Kind : std::uint8_t { full, empty };

struct Step {
  Act act;
  Kind kind = Kind::full;
  int stage = 0;
  int value =
      0;  ///< wait: the parity. drain: the groups that may be running. copies, read: which part of the work
  bool operator==(Step const&) const = default;
};
using Trace = std::vector<Step>;

/// A ring: its stages, the blocks of a cluster, the warps of a block that read, and the bytes of a stage:
/// each block copies `own_bytes` to itself and `shared_bytes` to every block. So many lanes of a block tell factors.
struct RingShape {
  int stages, cluster, warps, own_bytes, shared_bytes;
  int telling = 0;
  /// What comes to a stage in one copy each: the block's own, each block's share, each lane's factors.
  int parts() const { return 1 + cluster + telling; }
};

/// One thread of control: its block and its trace, and of a lane that tells factors its number. A loader has no reads.
struct Agent {
  int block;
  Trace trace;
  int lane = 0;
};

/// What is explored: the agents, and the numbers that a device is told.
struct Protocol {
  RingShape ring;
  std::vector<Agent> agents;
  int full_arrivals, empty_arrivals, expected_bytes;
  bool told_when_copied =
      true;  ///< a lane arrives when what it copies has come, not when it has started that
};

/// Stands in for the device's instructions in all roles.
struct Recorder {
  Trace trace;
  bool leader = false;
  int k_blocks = 1;
  int loaded = 0;

  bool leads() const { return leader; }
  void init_barriers() { trace.push_back({Act::init}); }
  void fence_barriers() { trace.push_back({Act::fence}); }
  void sync_cluster() { trace.push_back({Act::sync}); }

  void wait_empty(int stage, int parity) { trace.push_back({Act::wait, Kind::empty, stage, parity}); }
  void expect_bytes(int stage) { trace.push_back({Act::expect, Kind::full, stage}); }
  void begin_tile(int tile) { loaded = tile; }
  void start_copies(int stage, int k) {
    trace.push_back({Act::copy_own, Kind::full, stage, part(loaded, k)});
    trace.push_back({Act::copy_all, Kind::full, stage, part(loaded, k)});
  }

  void start_factors(int stage, int k) { trace.push_back({Act::tell, Kind::full, stage, part(loaded, k)}); }

  void wait_full(int stage, int parity) { trace.push_back({Act::wait, Kind::full, stage, parity}); }
  void start_products(int stage, int tile, int k) {
    trace.push_back({Act::read, Kind::full, stage, part(tile, k)});
  }
  template <int pending>
  void wait_products() {
    trace.push_back({Act::drain, Kind::full, 0, pending});
  }
  void release(int stage) { trace.push_back({Act::release, Kind::empty, stage}); }
  void store_tile(int) {}

 private:
  /// A number from 1 on for each part of each tile.
  int part(int tile, int k) const { return 1 + tile * k_blocks + k; }
};

/// Runs the shipped roles of every block of one cluster over `tiles` tiles.
template <bool apart = false>
Protocol record(RingShape ring, int tiles, int k_blocks) {
  Protocol protocol{ring,
                    {},
                    full_arrivals(ring.telling),
                    empty_arrivals(ring.cluster, ring.warps),
                    ring.own_bytes + ring.cluster * ring.shared_bytes};
  for (int block = 0; block < ring.cluster; ++block)
    for (int agent = -1; agent < ring.warps + ring.telling; ++agent) {  // the loader, the warps, the lanes
      Recorder ops{{}, agent == -1, k_blocks};
      prepare(ops);
      if (agent == -1)
        load_tiles(ops, 0, 1, tiles, k_blocks, ring.stages);
      else if (agent < ring.warps)
        multiply_tiles<apart>(ops, 0, 1, tiles, k_blocks, ring.stages);
      else
        load_tiles<true>(ops, 0, 1, tiles, k_blocks, ring.stages);
      finish(ops);
      protocol.agents.push_back({block, std::move(ops.trace), agent - ring.warps});
    }
  return protocol;
}

struct Verdict {
  std::string fault;  ///< empty: none is reachable
  std::size_t states = 0;
};

constexpr int most_blocks = 2, most_stages = 6, most_agents = 8, most_parts = 4;
constexpr std::uint8_t torn = 0xFF;  ///< a slot that a copy is being written to

/// Everything that the future depends on. Plain bytes, so that states compare and hash as such.
struct State {
  struct Barrier {
    std::uint8_t made, seen, parity, pending;
    std::int16_t bytes;
  };
  std::uint8_t at[most_agents];          ///< the next step of each agent
  std::uint8_t reading[most_agents][2];  ///< the stages, from 1, of its running products
  Barrier barrier[most_blocks][2][most_stages];
  /// The part in it: own, then from each block, then of each lane's factors.
  std::uint8_t slot[most_blocks][most_stages][most_parts];
  std::uint8_t landing[most_blocks][most_stages][most_parts];  ///< the part that a copy brings, or 0
  std::uint8_t arriving[most_blocks][most_stages];             ///< releases on their way
};

class Explorer {
 public:
  explicit Explorer(Protocol const& protocol) : p(protocol), ring(protocol.ring) {}

  Verdict run(std::size_t limit = 20'000'000) {
    if (ring.cluster > most_blocks || ring.stages > most_stages || ring.parts() > most_parts ||
        p.agents.size() > most_agents)
      return {"the ring is larger than the model", 0};
    State start;
    std::fill_n(reinterpret_cast<unsigned char*>(&start), sizeof start, static_cast<unsigned char>(0));
    visit(start);
    while (!queue.empty() && verdict.fault.empty()) {
      if (seen.size() > limit) return {"the state space exceeds the limit", seen.size()};
      State const state = queue.back();
      queue.pop_back();
      expand(state);
    }
    verdict.states = seen.size();
    return verdict;
  }

 private:
  Protocol const& p;
  RingShape const& ring;
  Verdict verdict;
  std::unordered_set<std::string> seen;
  std::deque<State> queue;

  void visit(State const& s) {
    if (seen.emplace(reinterpret_cast<char const*>(&s), sizeof s).second) queue.push_back(s);
  }
  void fail(char const* fault) {
    if (verdict.fault.empty()) verdict.fault = fault;
  }
  /// Whether these parts of a stage have landed, of one part of the work.
  static bool landed(State const& s, int block, int stage, int from, int to, int value) {
    auto const& slot = s.slot[block][stage];
    return std::all_of(slot + from, slot + to, [&](int it) { return it == value; });
  }
  bool done(State const& s, std::size_t agent) const { return s.at[agent] == p.agents[agent].trace.size(); }
  bool left(State const& s, int block) const {
    for (std::size_t i = 0; i < p.agents.size(); ++i)
      if (p.agents[i].block == block && !done(s, i)) return false;
    return true;
  }

  State::Barrier& made(State& s, int block, Kind kind, int stage) {
    auto& barrier = s.barrier[block][static_cast<int>(kind)][stage];
    if (barrier.made == 0) fail("a barrier is used before it is made");
    return barrier;
  }
  /// A phase ends when nothing is pending; the next one awaits as many arrivals again.
  void settle(State::Barrier& b, Kind kind) {
    if (b.pending != 0 || b.bytes != 0) return;
    b.parity ^= 1;
    b.pending = static_cast<std::uint8_t>(kind == Kind::full ? p.full_arrivals : p.empty_arrivals);
  }
  void arrive(State& s, int block, Kind kind, int stage, int bytes) {
    auto& b = made(s, block, kind, stage);
    if (b.pending == 0) return fail("more arrivals than a phase awaits");
    --b.pending;
    b.bytes = static_cast<std::int16_t>(b.bytes + bytes);
    settle(b, kind);
  }

  /// From here on the copy may write at any time, until it lands.
  void start_copy(State& s, int block, int stage, int part, int value) {
    for (std::size_t i = 0; i < p.agents.size(); ++i)
      if (p.agents[i].block == block && (s.reading[i][0] == stage + 1 || s.reading[i][1] == stage + 1))
        fail("a stage is overwritten while it is read");
    if (s.landing[block][stage][part] != 0) fail("two copies write to one place");
    s.slot[block][stage][part] = torn;
    s.landing[block][stage][part] = static_cast<std::uint8_t>(value);
  }
  void land(State s, int block, int stage, int part) {
    s.slot[block][stage][part] = s.landing[block][stage][part];
    s.landing[block][stage][part] = 0;
    if (left(s, block)) fail("a copy lands in a block that has left");
    if (part > ring.cluster) {  // a lane's factors, and its arrival
      if (p.told_when_copied) arrive(s, block, Kind::full, stage, 0);
      return visit(s);
    }
    auto& b = made(s, block, Kind::full, stage);
    if (b.seen == 0) fail("the copy engine uses a barrier that it cannot see yet");
    b.bytes = static_cast<std::int16_t>(b.bytes - (part == 0 ? ring.own_bytes : ring.shared_bytes));
    settle(b, Kind::full);
    visit(s);
  }

  void execute(State s, std::size_t agent) {
    int const block = p.agents[agent].block;
    Step const& step = p.agents[agent].trace[s.at[agent]++];
    switch (step.act) {
      case Act::init:
        for (Kind kind : {Kind::full, Kind::empty})
          for (int stage = 0; stage < ring.stages; ++stage) {
            auto& b = s.barrier[block][static_cast<int>(kind)][stage];
            b.made = 1;
            b.pending = static_cast<std::uint8_t>(kind == Kind::full ? p.full_arrivals : p.empty_arrivals);
          }
        break;
      case Act::fence:
        for (auto& barriers : s.barrier[block])
          for (int stage = 0; stage < ring.stages; ++stage) barriers[stage].seen = barriers[stage].made;
        break;
      case Act::sync:
        break;  // all at once, in expand()
      case Act::wait:
        if (made(s, block, step.kind, step.stage).parity == step.value)
          return;  // its phase is not complete: waits
        break;
      case Act::expect:
        arrive(s, block, Kind::full, step.stage, p.expected_bytes);
        break;
      case Act::copy_own:
        start_copy(s, block, step.stage, 0, step.value);
        break;
      case Act::copy_all:
        for (int to = 0; to < ring.cluster; ++to) start_copy(s, to, step.stage, 1 + block, step.value);
        break;
      case Act::tell:
        start_copy(s, block, step.stage, 1 + ring.cluster + p.agents[agent].lane, step.value);
        if (!p.told_when_copied) arrive(s, block, Kind::full, step.stage, 0);
        break;
      case Act::read:
        if (!landed(s, block, step.stage, 0, 1 + ring.cluster, step.value))
          fail("a stage is read before its bytes have landed");
        if (!landed(s, block, step.stage, 1 + ring.cluster, ring.parts(), step.value))
          fail("a stage is read before its factors have come");
        if (s.reading[agent][1] != 0) return fail("more than two groups of products run");
        std::swap(s.reading[agent][0], s.reading[agent][1]);
        s.reading[agent][0] = static_cast<std::uint8_t>(step.stage + 1);
        break;
      case Act::drain:
        for (int group = step.value; group < 2; ++group) s.reading[agent][group] = 0;
        break;
      case Act::release:
        for (int to = 0; to < ring.cluster; ++to) ++s.arriving[to][step.stage];
        break;
    }
    visit(s);
  }

  void expand(State const& s) {
    bool all_done = true, all_sync = true;

    bool moved = false;
    for (std::size_t i = 0; i < p.agents.size(); ++i) {
      if (done(s, i)) {
        all_sync = false;
        continue;
      }
      all_done = false;
      Step const& next = p.agents[i].trace[s.at[i]];
      if (next.act == Act::sync) continue;
      all_sync = false;
      bool const waits =
          next.act == Act::wait &&
          s.barrier[p.agents[i].block][static_cast<int>(next.kind)][next.stage].made != 0 &&
          s.barrier[p.agents[i].block][static_cast<int>(next.kind)][next.stage].parity == next.value;
      if (waits) continue;
      moved = true;
      execute(s, i);
    }
    // The cluster's barrier releases and acquires: arrivals made before it have come in, copies need not have
    // landed.
    bool arriving = false;
    for (auto const& block : s.arriving)
      for (auto count : block) arriving = arriving || count != 0;
    if (all_sync && !all_done && !arriving) {
      State together = s;
      for (std::size_t i = 0; i < p.agents.size(); ++i) ++together.at[i];
      visit(together);
      moved = true;
    }
    for (int block = 0; block < ring.cluster; ++block)
      for (int stage = 0; stage < ring.stages; ++stage) {
        for (int part = 0; part < ring.parts(); ++part)
          if (s.landing[block][stage][part] != 0) {
            moved = true;
            land(s, block, stage, part);
          }
        if (s.arriving[block][stage] != 0) {
          State later = s;
          --later.arriving[block][stage];
          if (left(s, block)) fail("an arrival at a block that has left");
          arrive(later, block, Kind::empty, stage, 0);
          visit(later);
          moved = true;
        }
      }

    if (!moved && !all_done) fail("deadlock");
  }
};

inline Verdict explore(Protocol const& protocol) { return Explorer(protocol).run(); }

}  // namespace colex::gpu::hopper::model
