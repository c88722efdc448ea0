// SPDX-License-Identifier: MIT
// Barriers that are objects in shared memory (manual, "mbarrier"), and bulk copies that complete them. A phase ends when all arrivals and all bytes that it expects have
// come. Who waits for it goes on then, and what those who arrived did before is ordered before what it does.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {
constexpr std::uint64_t kMostArrivals = (1u << 20) - 1;
constexpr std::uint64_t kMostBulkBytes = std::uint64_t{1} << 20;
}  // namespace

MemoryBarrier* Warp::memory_barrier(Operand const& o, unsigned lane) {
  if (o.kind != Operand::Kind::address) throw cli::InputError("operands that the instruction does not take");
  Where const at = where(Space::shared, address_of(o, lane));
  auto const found = at.block->memory_barriers.find(at.address);
  if (found != at.block->memory_barriers.end()) return &found->second;
  report(Defect::uninitialised_read, static_cast<int>(lane), [&] {
    return fmt::format("byte {} of {} is no mbarrier that was initialised", at.address, launch_.local_name);
  });
  return nullptr;
}

/// Ends the phase where all that it expects has come.
void Warp::look_at(MemoryBarrier& barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0) return;
  barrier.pending = barrier.expected;
  ++barrier.phase, ++barrier.block->phases;
  std::copy(std::begin(barrier.clocks), std::end(barrier.clocks), barrier.released);
}

void Warp::init_memory_barrier(Instruction const& i) {
  Operand const& o = i.operands[0];
  if (o.kind != Operand::Kind::address) throw cli::InputError("operands that the instruction does not take");
  need(defined(o.slot), "the address"), need(defined(i.operands[1].slot), "the number of arrivals");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t const address =
        (o.slot == kSink ? 0 : slot_values(o.slot)[l]) + static_cast<std::uint64_t>(o.offset);
    std::uint64_t const count = slot_values(i.operands[1].slot)[l] & 0xFFFFFFFFu;
    if (count == 0 || count > kMostArrivals)
      throw cli::InputError("an mbarrier expects 1 to 2^20 - 1 arrivals");
    if (touch(Space::shared, address, 8, l, true, false) == nullptr) continue;
    MemoryBarrier& b = state_of_block_.memory_barriers[where(Space::shared, address).address] =
        MemoryBarrier{};
    b.block = &state_of_block_, b.expected = b.pending = count;
  }
}

void Warp::forget_memory_barrier(Instruction const& i) {
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    Operand const& o = i.operands[0];
    if (memory_barrier(o, l) != nullptr)
      state_of_block_.memory_barriers.erase(
          where(Space::shared,
                (o.slot == kSink ? 0 : slot_values(o.slot)[l]) + static_cast<std::uint64_t>(o.offset))
              .address);
  }
}

// mbarrier.arrive state, [barrier] {, count};    .expect_tx: state, [barrier], bytes;    expect_tx and complete_tx: [barrier], bytes;
void Warp::arrive_at_memory_barrier(Instruction const& i, Arrival how) {
  bool const arrives = how == Arrival::arrive || how == Arrival::expect_and_arrive || how == Arrival::drop;
  std::size_t const at = i.operands[0].kind == Operand::Kind::address ? 0 : 1;
  if (i.operands.size() <= at) throw cli::InputError("operands that the instruction does not take");
  need(defined(i.operands[at].slot), "the address");
  Wide const* const number = i.operands.size() > at + 1 ? slot_values(i.operands[at + 1].slot) : nullptr;
  if (number != nullptr) need(defined(i.operands[at + 1].slot), "the number");
  launch_.next_interval();
  Values states{};
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    MemoryBarrier* const b = memory_barrier(i.operands[at], l);
    if (b == nullptr) continue;
    states.lane[l] = b->phase;
    std::uint64_t const given = number == nullptr ? 1 : number[l] & 0xFFFFFFFFu;
    if (how == Arrival::expect_and_arrive || how == Arrival::expect)
      b->bytes += static_cast<std::int64_t>(given);
    if (how == Arrival::complete) b->bytes -= static_cast<std::int64_t>(given);
    if (arrives) {
      std::uint64_t const count = how == Arrival::arrive || how == Arrival::drop ? given : 1;
      if (count > b->pending) {
        report(Defect::barrier_divergence, static_cast<int>(l), [&] {
          return fmt::format("{} arrivals at an mbarrier that expects {} more in this phase", count,
                             b->pending);
        });
        continue;
      }
      b->pending -= count;
      if (how == Arrival::drop) b->expected -= std::min(count, b->expected);
      for (unsigned w = 0; w < kMostWarps; ++w) b->clocks[w] = std::max(b->clocks[w], clock_values_[w]);
      b->clocks[number_] = std::max(b->clocks[number_], launch_.interval);
    }
    look_at(*b);
  }
  if (at == 1) put(i.operands[0].slot, states.lane, kAllLanes);
}

bool Warp::finish_copies(BlockState& block) {
  auto const copies = std::exchange(block.bulk_copies, {});
  for (BulkCopy const& copy : copies) copy.by->finish(copy);
  auto const arrivals = std::exchange(block.late_arrivals, {});
  for (LateArrival const& arrival : arrivals) arrival.by->finish(arrival);
  auto const products =
      block.tensor == nullptr ? std::vector<TensorArrival>{} : std::exchange(block.tensor->arrivals, {});
  for (TensorArrival const& arrival : products) arrival.by->finish(arrival);
  return !copies.empty() || !arrivals.empty() || !products.empty();
}

// mbarrier.try_wait.parity p, [barrier], parity {, hint};    It waits until the phase is over, which its loop would do, too.
void Warp::wait_at_memory_barrier(Instruction const& i, bool by_parity) {
  need(defined(i.operands[1].slot), "the address"), need(defined(i.operands[2].slot), "the phase");
  Wide const* const given = slot_values(i.operands[2].slot);
  bool all = true;
  std::vector<MemoryBarrier const*> passed;
  for (int turn = 0; turn < 2; ++turn) {
    all = true, passed.clear();
    for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
      auto const l = static_cast<unsigned>(std::countr_zero(left));
      MemoryBarrier const* const b = memory_barrier(i.operands[1], l);
      if (b == nullptr) continue;
      bool const over = by_parity ? (b->phase & 1) != (given[l] & 1) : b->phase > given[l];
      all = all && over;
      if (over && std::find(passed.begin(), passed.end(), b) == passed.end()) passed.push_back(b);
    }
    if (all || turn == 1) break;
    // What has not come comes now: later than this nobody can tell.
    finish_copies(state_of_block_);
  }
  if (!all && !goes_on) {
    paths_.back().next = at_;
    waits_at = kWaitsInMemory;
    state_ = State::waits;
    return;
  }
  goes_on = false;
  for (MemoryBarrier const* b : passed) take_clocks(b->released);
  Values yes;
  std::fill(std::begin(yes.lane), std::end(yes.lane), Wide{1});
  put(i.operands[0].slot, yes.lane, kAllLanes);
}

// cp.async.bulk.shared.global.mbarrier::complete_tx::bytes{.multicast::cluster} [to], [from], bytes, [barrier] {, blocks} {, policy};
// cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [to], [from], bytes, [barrier];
void Warp::copy_bulk(Instruction const& i, bool of_shared, bool to_several) {
  Operand const &to = i.operands[0], &from = i.operands[1], &barrier = i.operands[3];
  for (std::size_t k : {0u, 1u, 3u})
    if (i.operands[k].kind != Operand::Kind::address)
      throw cli::InputError("operands that the instruction does not take");
  for (std::size_t k = 0; k < (to_several ? 5u : 4u); ++k)
    need(defined(i.operands[k].slot), "an operand of the copy");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t const bytes = slot_values(i.operands[2].slot)[l] & 0xFFFFFFFFu;
    if (bytes % 16 != 0 || bytes > kMostBulkBytes)
      throw cli::InputError("a bulk copy has a multiple of 16 bytes, 2^20 at most");
    if (bytes == 0) continue;
    auto const size = static_cast<unsigned>(bytes);
    Where const goes = where(Space::shared, address_of(to, l));
    std::uint64_t at = address_of(from, l);
    if (of_shared) at = where(Space::shared, at).address;
    tell(l, of_shared, at), tell(l, true, goes.address);
    Reached const source = reach(at, size, l, false, of_shared, 16);
    if (source.data == nullptr || reach(goes.address, size, l, true, true, 16).data == nullptr) continue;
    BulkCopy copy{.data = {source.data, source.data + bytes}, .lane = static_cast<std::uint8_t>(l)};
    if (of_shared)
      copy.from = at, copy.read = bytes, begin_reads(at, bytes, l),
      note_unwritten(block_.local_shadow, at, bytes, l, false);
    else
      note(source.array, source.offset, size, l, false, since_),
          copy.reads.push_back({source.array, source.offset, size});
    start_copy(goes, where(Space::shared, address_of(barrier, l)), std::move(copy),
               to_several ? &i.operands[4] : nullptr);
  }
}

// st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{.v4}.b32 [to], b, [barrier];    red.async is of one value.
void Warp::store_async(Instruction const& i, unsigned each, Update update) {
  Operand const &to = i.operands[0], &from = i.operands[1], &barrier = i.operands[2];
  unsigned const count = i.modes.elements, bytes = each * count;
  bool const is_vector = from.kind == Operand::Kind::vector;
  if (to.kind != Operand::Kind::address || barrier.kind != Operand::Kind::address || bytes > 16 ||
      (is_vector ? from.elements.size() != count : count != 1) ||
      (i.modes.has(Modes::in_space) && i.modes.space != Space::cluster))
    throw cli::InputError("operands that the instruction does not take");
  need(defined(to.slot), "the address"), need(defined(barrier.slot), "the mbarrier's address");
  auto const slot = [&](unsigned k) { return is_vector ? from.elements[k] : from.slot; };
  for (unsigned k = 0; k < count; ++k) need(defined(slot(k)), "the stored value");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    Where const goes = where(i.modes.space, address_of(to, l)),
                counts = where(i.modes.space, address_of(barrier, l));
    if (goes.space != Space::shared || counts.space != Space::shared)
      throw cli::InputError("an address that is not of shared memory");
    tell(l, true, goes.address);
    if (reach(goes.address, bytes, l, true, true, bytes).data == nullptr) continue;
    BulkCopy copy{
        .data = std::vector<std::uint8_t>(bytes), .lane = static_cast<std::uint8_t>(l), .update = update};
    for (unsigned k = 0; k < count; ++k)
      std::memcpy(copy.data.data() + std::size_t{k} * each, &slot_values(slot(k))[l], each);
    start_copy(goes, counts, std::move(copy), nullptr);
  }
}

void Warp::finish(BulkCopy const& copy) {
  BlockState& block = *copy.block;
  if (copy.read != 0) end_reads(copy.from, copy.read);
  auto const found = block.memory_barriers.find(copy.barrier);
  if (found == block.memory_barriers.end()) return;
  launch_.next_interval();
  as_started(copy.instruction, copy.clocks.data(), [&](std::uint64_t since) {
    for (ArrayPart const& part : copy.reads)
      note(part.array, part.offset, part.bytes, copy.lane, false, since);
    auto const bytes = static_cast<unsigned>(copy.data.size());
    bool const updates = copy.update != nullptr;
    if (updates) note(nullptr, copy.to, bytes, copy.lane, false, since, true, &block);
    note(nullptr, copy.to, bytes, copy.lane, true, since, updates, &block);
    look_for_reads(block, copy.to, bytes, copy.lane);
    if (updates) {
      Wide old = 0, by = 0;
      std::memcpy(&old, block.local.data() + copy.to, bytes), std::memcpy(&by, copy.data.data(), bytes);
      old = copy.update(old, by, 0);
      std::memcpy(block.local.data() + copy.to, &old, bytes);
    } else {
      for (unsigned at = 0; at < bytes; at += 16)
        std::memcpy(block.local.data() + swizzled(copy.to + at, copy.span), copy.data.data() + at,
                    std::min(bytes - at, 16u));
    }
  });
  MemoryBarrier& b = found->second;
  b.clocks[number_] = std::max(b.clocks[number_], ++launch_.interval);
  b.bytes -= static_cast<std::int64_t>(copy.data.size());
  look_at(b);
}

// cp.async.mbarrier.arrive{.noinc} [barrier];    With noinc the arrival is one of those that the barrier expects.
void Warp::arrive_when_copied(Instruction const& i, bool counts) {
  need(defined(i.operands[0].slot), "the address");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    MemoryBarrier* const b = memory_barrier(i.operands[0], l);
    if (b == nullptr) continue;
    if (b->block != &state_of_block_) throw cli::InputError("copies arrive at a barrier of their own block");
    if (counts) ++b->pending;
    LateArrival late{where(Space::shared, address_of(i.operands[0], l)).address,
                     this,
                     static_cast<std::uint8_t>(l),
                     at_,
                     {}};
    late.copies = std::exchange(copies_[l], {});
    copies_under_way_ -= late.copies.size();
    state_of_block_.late_arrivals.push_back(std::move(late));
  }
}

void Warp::finish(LateArrival const& arrival) {
  for (Copy const& copy : arrival.copies) finish(copy);
  std::uint32_t const now = std::exchange(at_, arrival.instruction);
  arrive(arrival.barrier, arrival.lane);
  at_ = now;
}

void Warp::arrive(std::uint64_t barrier, unsigned lane) {
  auto const found = state_of_block_.memory_barriers.find(barrier);
  if (found == state_of_block_.memory_barriers.end()) return;
  MemoryBarrier& b = found->second;
  if (b.pending == 0)
    return report(Defect::barrier_divergence, static_cast<int>(lane), [] {
      return std::string("copies or products arrive at an mbarrier that expects no more in this phase");
    });
  launch_.next_interval();
  --b.pending;
  b.clocks[number_] = std::max(b.clocks[number_], launch_.interval);
  look_at(b);
}

}  // namespace colex::code::ptx
