// SPDX-License-Identifier: MIT
// Asynchronous protocols as finite models (O6): every order of steps of producer, consumer and copy engine is
// explored.
#include <array>

#include "judges.hpp"

namespace colex::gpu::museum {
namespace {

/// A ring of two stages, five rounds. The copy engine fills a stage some time after the producer has asked;
/// the consumer waits for "full", reads, and says "empty", for which the producer of the next round should
/// wait.
struct Ring {
  static constexpr int stages = 2, rounds = 5;
  int asked = 0, read = 0;                       // rounds, by producer and consumer
  bool reading = false;                          // the consumer is in the middle of round `read`
  std::array<int, stages> in_flight{}, holds{};  // round + 1 that is on its way to, or in, the stage; 0: none
  auto operator<=>(Ring const&) const = default;
};

Verdict ring(bool repaired) {
  auto const steps = [=](Ring const& s) {
    std::vector<Ring> next;
    int const to = s.asked % Ring::stages, from = s.read % Ring::stages;
    bool const empty = s.asked < s.read + Ring::stages;
    if (s.asked < Ring::rounds && s.in_flight[to] == 0 && (empty || !repaired)) {
      next.push_back(s), next.back().in_flight[to] = s.asked + 1, ++next.back().asked;
    }
    for (int stage = 0; stage < Ring::stages; ++stage)
      if (s.in_flight[stage] != 0) {
        next.push_back(s), next.back().holds[stage] = s.in_flight[stage], next.back().in_flight[stage] = 0;
      }
    if (!s.reading && s.read < Ring::rounds && s.holds[from] >= s.read + 1)
      next.push_back(s), next.back().reading = true;
    if (s.reading) next.push_back(s), next.back().reading = false, ++next.back().read;
    return next;
  };
  auto const wrong = [](Ring const& s) {
    int const stage = s.read % Ring::stages;
    if (s.reading && s.holds[stage] != s.read + 1)
      return fmt::format("the consumer reads round {} and stage {} holds round {}", s.read, stage,
                         s.holds[stage] - 1);
    return std::string();
  };
  return judge_protocol(Ring{}, steps, wrong, [](Ring const& s) { return s.read == Ring::rounds; });
}

/// A thread writes a tile, then asks the copy engine to store it. The engine reads through another proxy:
/// without a fence it may see the memory from before the write.
struct Proxy {
  int at = 0;            // of the thread: 0 before the write, 1 written, 2 fenced, 3 asked
  bool visible = false;  // to the engine
  int stored = 0;        // 1: the tile; -1: what was there before
  auto operator<=>(Proxy const&) const = default;
};

Verdict proxy_fence(bool repaired) {
  auto const steps = [=](Proxy const& s) {
    std::vector<Proxy> next;
    if (s.at == 0) next.push_back(s), next.back().at = repaired ? 1 : 2;
    if (s.at >= 1 && !s.visible) next.push_back(s), next.back().visible = true;        // sooner or later
    if (s.at == 1) next.push_back(s), next.back().at = 2, next.back().visible = true;  // the fence
    if (s.at == 2) next.push_back(s), next.back().at = 3;
    if (s.at == 3 && s.stored == 0) next.push_back(s), next.back().stored = s.visible ? 1 : -1;
    return next;
  };
  auto const wrong = [](Proxy const& s) {
    return s.stored < 0 ? "the copy engine stores the tile from before the write: no proxy fence orders them"
                        : "";
  };
  return judge_protocol(
      Proxy{}, steps, [&](Proxy const& s) { return std::string(wrong(s)); },
      [](Proxy const& s) { return s.stored != 0; });
}

/// A block multicasts into the memory of a neighbour, whose barrier must be armed by then: bytes that arrive
/// before count for nothing.
struct Multicast {
  bool armed = false, sent = false, arrived = false;
  int pending = 0;  // bytes, in units of the message, for which the neighbour's barrier still waits
  bool passed = false;
  auto operator<=>(Multicast const&) const = default;
};

Verdict multicast(bool repaired) {
  auto const steps = [=](Multicast const& s) {
    std::vector<Multicast> next;
    if (!s.armed) next.push_back(s), next.back().armed = true, next.back().pending = 1;
    if (!s.sent && (s.armed || !repaired)) next.push_back(s), next.back().sent = true;
    if (s.sent && !s.arrived) {
      next.push_back(s), next.back().arrived = true;
      if (s.armed) --next.back().pending;
    }
    if (s.armed && s.pending == 0 && !s.passed) next.push_back(s), next.back().passed = true;
    return next;
  };
  auto const wrong = [](Multicast const& s) {
    if (s.passed && !s.arrived) return std::string("the neighbour reads before the message arrives");
    if (s.arrived && s.armed && s.pending > 0)
      return std::string("the message arrives before the barrier is armed: its bytes are not counted");
    return std::string();
  };
  return judge_protocol(Multicast{}, steps, wrong, [](Multicast const& s) { return s.passed; });
}

}  // namespace

std::vector<Exhibit> protocol_exhibits() {
  return {
      {"no_loop_back_wait", "the producer refills a stage without waiting until it is read", "tilelang#2613",
       "a ring of two stages, five rounds, all orders", "O6", ring},
      {"no_proxy_fence",
       "shared memory written by threads is stored by the copy engine without fence.proxy.async",
       "tilelang#2634", "writer, visibility and engine, all orders", "O6", proxy_fence},
      {"multicast_before_armed", "a multicast is sent before the receiver has armed its barrier",
       "humming#54", "sender, message and receiver, all orders", "O6", multicast},
  };
}

}  // namespace colex::gpu::museum
