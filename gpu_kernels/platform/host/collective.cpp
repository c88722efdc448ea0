// SPDX-License-Identifier: MIT
// Meetings of lanes: who waits for whom, and what happens when someone does not come.
#include "platform/host/collective.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "platform/host/block.hpp"

namespace colex::gpu {
namespace {

/// The group's meeting at this place, a new one when nobody waits there yet.
Meeting& meeting_at(Block& block, int threads, std::uint32_t group, Operation operation,
                    std::source_location where) {
  for (Meeting& m : block.meetings)
    if (m.group == group && m.threads == threads && m.operation == operation && same_site(m.where, where))
      return m;
  return block.meetings.emplace_back(
      Meeting{threads, group, operation, where, std::vector<void*>(threads, nullptr)});
}

/// Lets those that came go on, in an order that the seed chooses.
void release(Block& block, Meeting const& meeting, bool met) {
  std::vector<std::uint32_t> lanes;
  for (int lane = 0; lane < meeting.threads; ++lane) {
    if (!meeting.lanes[lane]) continue;
    std::uint32_t const thread = meeting.group * meeting.threads + lane;
    block.threads[thread].met = met;
    if (block.threads[thread].state != State::in_collective) continue;  // the running one
    block.threads[thread].state = State::ready;
    lanes.push_back(thread);
  }
  block.random.shuffle(lanes);
  block.ready.insert(block.ready.end(), lanes.begin(), lanes.end());
}

/// What a thread that is missing from a meeting does instead.
std::string occupation(Thread const& thread) {
  if (thread.state == State::finished) return "has ended";
  return (thread.state == State::at_barrier ? "waits at the barrier at " : "waits at ") + text(thread.where);
}

}  // namespace

bool meet(int threads, void* lane, Operation operation, std::source_location where) {
  Block& block = running_block("a collective");
  std::uint32_t const group = block.place.thread / threads;
  Meeting& meeting = meeting_at(block, threads, group, operation, where);
  meeting.lanes[block.place.thread % threads] = lane;
  int const first = static_cast<int>(group) * threads;
  int const members = std::min(threads, static_cast<int>(block.threads.size()) - first);
  Thread& self = block.running();
  if (++meeting.present < members) {
    self.where = where;
    block.suspend(State::in_collective);
    return self.met;
  }
  Meeting const complete = std::move(meeting);
  std::erase_if(block.meetings, [&](Meeting const& m) { return m.lanes.empty(); });
  operation(complete.lanes.data(), threads);
  release(block, complete, true);
  return true;
}

bool meet_in_full(int threads, void* lane, Operation operation, std::source_location where) {
  Block& block = running_block("a collective");
  std::size_t const group_end = (block.place.thread / threads + 1) * static_cast<std::size_t>(threads);
  if (group_end <= block.threads.size()) return meet(threads, lane, operation, where);
  report_collective(fmt::format("the group of {} lanes at {} has only {}", threads, text(where),
                                block.threads.size() - (group_end - threads)));
  return false;
}

bool Block::break_meetings() {
  if (meetings.empty()) return false;
  auto const broken = std::move(meetings);
  meetings.clear();
  std::vector<Finding> findings;
  for (Meeting const& meeting : broken) {
    auto const first = meeting.group * meeting.threads;
    auto const came = std::find_if(meeting.lanes.begin(), meeting.lanes.end(), [](void* p) { return p; });
    auto const away = std::find(meeting.lanes.begin(), meeting.lanes.end(), nullptr);
    auto const lane = [&](auto at) {
      return static_cast<std::uint32_t>(first + (at - meeting.lanes.begin()));
    };
    Finding finding{.defect = Defect::divergent_collective};
    finding.place = {place.block, lane(came), place.interval};
    finding.other = {place.block, lane(away), place.interval};
    finding.detail = fmt::format("one waits at {}, the other {}", text(meeting.where),
                                 occupation(threads[finding.other.thread]));
    found(std::move(finding));
  }
  for (Meeting const& meeting : broken) release(*this, meeting, false);
  return true;
}

void report_collective(std::string detail) {
  Block& block = running_block("a collective");
  block.found({.defect = Defect::divergent_collective,
               .place = block.place,
               .other = block.place,
               .detail = std::move(detail)});
}

void sync_warp(std::source_location where) {
  int lane = 0;
  if (!meet_in_full(
          wave_width(), &lane, [](void* const*, int) {}, where))
    return;
  Block& block = running_block("sync_warp");
  Thread& self = block.running();
  std::size_t const wave = block.place.thread / block.shape.wave;
  Knowledge::note(self.knowledge.meetings, block.waves() * static_cast<std::size_t>(block.rank) + wave,
                  ++self.meetings);
}

int wave_width() { return running_block("wave_width()").shape.wave; }

}  // namespace colex::gpu
