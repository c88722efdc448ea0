// SPDX-License-Identifier: MIT
// Control: branches, barriers, the end.
#include "code/ptx/warp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "operations/failure.hpp"

namespace colex::code::ptx {

Place PtxLaunch::place(std::uint64_t block, unsigned group, int lane, std::uint32_t instruction) const {
  Place r{block, static_cast<int>(group), lane, entry->line, "the end", true, {}};
  if (instruction >= entry->instructions.size()) return r;
  Instruction const& i = entry->instructions[instruction];
  r.address = i.line, r.text = i.text, r.wave = static_cast<int>(group % warps_of_block);
  if (i.source_line != 0 && i.source_file < module->files.size() && !module->files[i.source_file].empty())
    r.source = fmt::format("{}:{}", module->files[i.source_file], i.source_line);
  return r;
}

Warp::Warp(PtxLaunch& launch, BlockState& block, unsigned number, std::uint32_t lanes)
    : Group(block, number),
      launch_(launch),
      state_of_block_(block),
      all_lanes_(lanes),
      live_(lanes),
      clock_values_(kMostWarps, block.first_interval),
      registers_of_thread_(launch.registers) {
  clocks_ = clock_values_.data();
  since_ = block.first_interval;
  auto const slots = launch.entry->slots.size();
  registers_.resize(slots);
  defined_.resize(slots);
  if (launch.multiplies)
    products_.computes.resize(slots), products_.takes.resize(slots), products_.touched.resize(slots),
        loading_.resize(slots);
  own_.resize(launch.local_bytes * kLanes), own_written_.resize(own_.size());
  paths_.push_back({0, static_cast<std::uint32_t>(launch.entry->instructions.size()), lanes});
}

void Warp::set(std::size_t slot, Wide const (&values)[kLanes]) {
  std::copy(std::begin(values), std::end(values), registers_[slot].lane);
  defined_[slot] = kAllLanes;
}

void Warp::put(std::int32_t slot, Wide const* values, std::uint32_t known) {
  if (slot == kSink) return;
  Values& to = registers_[static_cast<std::size_t>(slot)];
  unsigned const width = launch_.entry->slots[static_cast<std::size_t>(slot)].width;
  Wide const kept = width >= 64 ? ~Wide{0} : (Wide{1} << width) - 1;
  for (unsigned l = 0; l < kLanes; ++l)
    if ((mask_ >> l & 1) != 0) to.lane[l] = values[l] & kept;
  define(slot, known);
}

void Warp::need(std::uint32_t known, char const* what) {
  std::uint32_t const lacking = mask_ & ~known;
  if (lacking != 0)
    report(Defect::uninitialised_read, std::countr_zero(lacking),
           [&] { return fmt::format("{} comes from a register that nothing has written", what); });
}

void Warp::refuse(char const* why) const { throw cli::InputError(why); }

void Warp::step() {
  Path& path = paths_.back();
  at_ = path.next;
  if (launch_.budget == 0) throw cli::InputError("the budget of instructions is spent");
  --launch_.budget;
  mask_ = path.mask;
  if (at_ >= launch_.entry->instructions.size()) return end();  // the end of the text is the kernel's
  Instruction const& i = launch_.entry->instructions[at_];
  path.next = at_ + 1;
  if (launch_.observer != nullptr) [[unlikely]]
    launch_.observer->executes(block_.number, number_, at_, mask_);
  if (i.guard != kSink) {
    std::uint32_t on = 0;
    Wide const* const values = registers_[static_cast<std::size_t>(i.guard)].lane;
    for (unsigned l = 0; l < kLanes; ++l) on |= static_cast<std::uint32_t>(values[l] & 1) << l;
    need(defined(i.guard), "the predicate");
    mask_ &= i.guard_negated ? ~on : on;
  }
  ++launch_.report.instructions;
  launch_.report.lane_instructions += static_cast<std::uint64_t>(std::popcount(mask_));
  if (launch_.multiplies && mask_ != 0) look_at_registers(i);
  if (mask_ != 0) launch_.rows[at_](*this, i);
  settle();
  meet();
}

/// A path that has come to where its branch's ways meet ends there; the lanes go on with those below.
void Warp::meet() {
  while (!paths_.empty() && paths_.size() > 1 &&
         (paths_.back().mask == 0 || paths_.back().next == paths_.back().meeting))
    paths_.pop_back();
}

void Warp::branch(Instruction const& i) {
  Path const path = paths_.back();
  std::uint32_t const taken = mask_, others = path.mask & ~mask_;
  if (others == 0) {
    paths_.back().next = i.target;
    return;
  }
  if (i.is_uniform)
    report(Defect::barrier_divergence, std::countr_zero(others),
           [] { return std::string("bra.uni is not taken by this lane"); });
  paths_.pop_back();
  if (path.meeting != i.meeting || paths_.empty()) paths_.push_back({i.meeting, path.meeting, path.mask});
  if (path.next != i.meeting) paths_.push_back({path.next, i.meeting, others});
  if (i.target != i.meeting) paths_.push_back({i.target, i.meeting, taken});
}

void Warp::end() {
  live_ &= ~mask_;
  if (!tensor_accesses_.empty())
    report(Defect::early_use, -1,
           [] { return std::string("ends before its accesses of tensor memory were waited for"); });
  for (Path& path : paths_) path.mask &= ~mask_;
  if (std::any_of(stores_.begin(), stores_.end(),
                  [&](BulkStore const& s) { return s.bytes != 0 && (mask_ >> s.lane & 1) != 0; }))
    report(Defect::early_use, -1,
           [] { return std::string("ends before its bulk copies out of shared memory were waited for"); });
  meet();
  if (live_ != 0 && paths_.back().mask != 0) return;
  if (live_ != 0) throw cli::InputError("lanes are left with no way to go on");
  for (auto& copies : copies_)
    for (Copy const& copy : std::exchange(copies, {})) finish(copy);
  copies_under_way_ = 0;
  for (auto const& [group, chunk] : products_.reads)
    state_of_block_.reads.end(chunk, number_, launch_.interval);
  for (BulkStore const& s : stores_) end_reads(s.from, s.bytes), finish(s);
  products_.reads.clear(), stores_.clear();
  state_ = State::ended;
  look_at_cluster();
}

void Warp::take_clocks(std::uint64_t const* clocks) {
  since_ = 0;
  for (unsigned w = 0; w < kMostWarps; ++w) {
    clock_values_[w] = std::max(clock_values_[w], clocks[w]);
    if (w != number_) since_ = std::max(since_, clock_values_[w]);
  }
}

void Warp::check_lanes() {
  std::uint32_t const off = all_lanes_ & ~mask_;
  if (off != 0)
    report(Defect::barrier_divergence, std::countr_zero(off),
           [] { return std::string("the barrier is reached while this lane is off"); });
}

void Warp::barrier(Instruction const& i, bool waits, int how) {
  std::size_t const first = how == 0 ? 0 : 1;  // bar.red has a destination
  auto const number_of = [&](Operand const& o) {
    need(defined(o.slot), "the barrier's number");
    return slot_values(o.slot)[std::countr_zero(mask_)];
  };
  std::uint64_t const number = number_of(i.operands[first]);
  bool const counted = i.operands.size() == (how == 0 ? 2u : 4u);
  std::uint64_t const expected = counted ? number_of(i.operands[first + 1]) : 0;
  if (number >= kBarriers) throw cli::InputError("there are 16 barriers");
  if (counted && (expected == 0 || expected % kLanes != 0))
    throw cli::InputError("a barrier's threads are a multiple of 32");
  check_lanes();
  NamedBarrier& b = state_of_block_.barriers[number];
  if (b.threads != 0 && b.expected != expected)
    report(Defect::barrier_divergence, -1,
           [&] { return fmt::format("barrier {} is waited for with another number of threads", number); });
  b.expected = expected;
  b.threads += kLanes;
  b.arrived |= 1u << number_;
  launch_.next_interval();
  for (unsigned w = 0; w < kMostWarps; ++w) b.clocks[w] = std::max(b.clocks[w], clock_values_[w]);
  b.clocks[number_] = launch_.interval;
  if (how != 0) {
    Operand const& p = i.operands.back();
    Values room;
    Wide const* const values = fetch(p, room);
    need(defined(p.slot), "the predicate");
    for (unsigned l = 0; l < kLanes; ++l)
      if ((mask_ >> l & 1) != 0) {
        bool const v = (values[l] & 1) != 0;
        b.popcount += v ? 1 : 0, b.all = b.all && v, b.any = b.any || v;
      }
    reduces_to = i.operands[0].slot, reduces = how;
  }
  if (!waits) return;
  b.waiting |= 1u << number_;
  waits_at = static_cast<std::int32_t>(number);
  state_ = State::waits;
}

void Warp::sync_lanes(Instruction const& i) {
  std::int32_t const slot = i.operands[0].slot;
  of_each_mask(slot, "bar.warp.sync", [&] {
    launch_.next_interval();
    auto const members = static_cast<std::uint32_t>(slot_values(slot)[std::countr_zero(mask_)]);
    if ((live_ & ~members) == 0)
      meet_all_lanes();
    else
      meet_lanes();
  });
}

void Warp::meet_all_lanes() {
  clock_values_[number_] = launch_.interval;
  own_clocks_.reset();
  lanes_ = nullptr;
}

/// What one of the lanes that are on knows of what others did, all of them know now.
void Warp::meet_lanes() {
  if (own_clocks_ == nullptr) own_clocks_ = std::make_unique<LaneClocks>();
  lanes_ = own_clocks_->of;
  std::uint64_t known[kLanes] = {};
  auto const each = [&](auto f) {
    for (unsigned l = 0; l < kLanes; ++l)
      if ((mask_ >> l & 1) != 0) f(own_clocks_->of[l], l);
  };
  each([&](std::uint64_t* of, unsigned) {
    for (unsigned k = 0; k < kLanes; ++k) known[k] = std::max(known[k], of[k]);
  });
  each([&](std::uint64_t*, unsigned l) { known[l] = launch_.interval; });
  each([&](std::uint64_t* of, unsigned) { std::copy(std::begin(known), std::end(known), of); });
}

std::uint32_t Warp::lanes_with(Wide const* values, unsigned lane) const {
  std::uint32_t r = 0;
  for (unsigned l = 0; l < kLanes; ++l) r |= std::uint32_t{values[l] == values[lane]} << l;
  return r & mask_;
}

void Warp::check_members(std::int32_t slot, char const* what) {
  need(defined(slot), "the mask of lanes");
  Wide const* const masks = slot_values(slot);
  bool const is_one = lanes_with(masks, static_cast<unsigned>(std::countr_zero(mask_))) == mask_;
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    auto const members = static_cast<std::uint32_t>(masks[l]);
    std::uint32_t const absent = members & live_ & ~mask_,
                        others = is_one ? 0 : members & mask_ & ~lanes_with(masks, l);
    if ((members >> l & 1) == 0)
      report(Defect::barrier_divergence, static_cast<int>(l),
             [&] { return fmt::format("{}: this lane executes it, and the mask does not name it", what); });
    else if (absent != 0)
      report(Defect::barrier_divergence, std::countr_zero(absent),
             [&] { return fmt::format("{}: the mask names this lane, which does not execute it", what); });
    else if (others != 0)
      report(Defect::barrier_divergence, std::countr_zero(others), [&] {
        return fmt::format("{}: the mask of another lane names this lane, whose mask is another", what);
      });
    else
      continue;
    return;
  }
}

}  // namespace colex::code::ptx
