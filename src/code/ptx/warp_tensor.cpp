// SPDX-License-Identifier: MIT
// The copy engine: boxes of tensors, to shared memory and back (manual, "cp.async.bulk.tensor"). What lies outside a tensor comes as zeros, which count as bytes,
// and is not stored. Bytes to shared memory come as late as anybody can tell; those out of it are read until the copy was waited for.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

void Warp::look_for_reads(BlockState const& block, std::uint64_t to, std::uint64_t bytes, unsigned lane) {
  for (std::uint64_t chunk = to / AsyncReads::chunk_bytes; chunk * AsyncReads::chunk_bytes < to + bytes;
       ++chunk)
    if (auto const other = block.reads.raced(chunk, number_, clocks_))
      return raced(*other, lane,
                   fmt::format("stores {} bytes of {} from byte {}, which the earlier one may still read",
                               bytes, launch_.local_name, to),
                   std::max(to, chunk * AsyncReads::chunk_bytes));
}

void Warp::look_for_fence(BlockState const& block, std::uint64_t from, std::uint64_t bytes, unsigned lane) {
  std::uint64_t const* const fences = block.cluster.fences;
  for (std::uint64_t at = from; at < from + bytes; ++at) {
    Access const wrote = block.local_shadow.writer(at);
    if (wrote.interval() < block.first_interval || launch_.is_async[wrote.instruction()] ||
        wrote.interval() < fences[wrote.wave()] || wrote.interval() < fences[number_])
      continue;
    return raced(
        wrote, lane,
        fmt::format("reads byte {} of {}, which no fence.proxy.async shows it", at, launch_.local_name), at);
  }
}

void Warp::fence_copies() {
  launch_.next_interval();
  state_of_block_.cluster.fences[number_] = launch_.interval;
}

bool Warp::read_map(Operand const& o, unsigned lane, TensorMap& map) {
  std::uint64_t const address = address_of(o, lane);
  Where const at = where(Space::generic, address);
  std::uint8_t const* bytes = nullptr;
  if (at.space == Space::parameter) {
    auto const& all = *state_of_block_.parameters;
    if (at.address <= all.size() && kTensorMapBytes <= all.size() - at.address)
      bytes = all.data() + at.address;
  } else if (at.space == Space::global) {
    if (Array const* const array = launch_.memory.find(at.address, kTensorMapBytes))
      bytes = array->bytes.data() + (at.address - array->address);
  }
  auto const found = bytes == nullptr ? std::nullopt : decoded(bytes);
  if (!found) {
    report(Defect::uninitialised_read, static_cast<int>(lane),
           [&] { return fmt::format("the 128 bytes at {:#x} are no tensor map", address); });
    return false;
  }
  if (address % 64 != 0)
    report(Defect::misaligned, static_cast<int>(lane),
           [&] { return fmt::format("a tensor map at {:#x}, no multiple of 64", address); });
  map = *found;
  if (map.span != 0 && map.row_bytes() != map.span)
    throw cli::InputError("boxes whose rows are shorter than the swizzle are not known");
  if (o.elements.size() != map.rank)
    throw cli::InputError(
        fmt::format("{} coordinates, and the tensor map has {} extents", o.elements.size(), map.rank));
  return true;
}

/// `use(address in global memory, byte of the box, bytes)` of each row's part that is inside the tensor.
template <class F>
void Warp::each_row(TensorMap const& map, Operand const& at, unsigned lane, F use) {
  std::int64_t corner[kMostRank] = {};
  for (unsigned k = 0; k < map.rank; ++k)
    corner[k] = static_cast<std::int32_t>(slot_values(at.elements[k])[lane]);
  auto const extent = [&](unsigned k) { return static_cast<std::int64_t>(map.extents[k]); };
  std::int64_t const first = std::max<std::int64_t>(corner[0], 0),
                     last = std::min(corner[0] + std::int64_t{map.box[0]}, extent(0));
  if (first >= last) return;
  for (std::uint64_t row = 0; row < map.box_rows(); ++row) {
    std::uint64_t left = row, address = map.address + static_cast<std::uint64_t>(first) * map.element_bytes;
    bool inside = true;
    for (unsigned k = 1; k < map.rank; ++k) {
      std::int64_t const c = corner[k] + static_cast<std::int64_t>(left % map.box[k]);
      left /= map.box[k];
      inside = inside && c >= 0 && c < extent(k);
      address += static_cast<std::uint64_t>(c) * map.strides[k];
    }
    if (inside)
      use(address, row * map.row_bytes() + static_cast<std::uint64_t>(first - corner[0]) * map.element_bytes,
          static_cast<unsigned>(static_cast<std::uint64_t>(last - first) * map.element_bytes));
  }
}

// cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes{.multicast::cluster} [to], [map, {x, y, z}], [barrier] {, blocks} {, policy};
void Warp::copy_box(Instruction const& i, unsigned rank, bool to_several) {
  for (std::size_t k : {0u, 1u, 2u})
    if (i.operands[k].kind != Operand::Kind::address)
      throw cli::InputError("operands that the instruction does not take");
  Operand const &to = i.operands[0], &from = i.operands[1], &barrier = i.operands[2];
  if (from.elements.size() != rank) throw cli::InputError("operands that the instruction does not take");
  for (std::size_t k = 0; k < (to_several ? 4u : 3u); ++k)
    need(defined(i.operands[k].slot), "an operand of the copy");
  for (std::int32_t const one : from.elements) need(defined(one), "a coordinate of the copy");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    TensorMap map;
    if (!read_map(from, l, map)) continue;
    Where const goes = where(Space::shared, address_of(to, l)),
                counts = where(Space::shared, address_of(barrier, l));
    auto const bytes = static_cast<unsigned>(map.box_bytes());
    tell(l, true, goes.address);
    if (reach(goes.address, bytes, l, true, true, 128).data == nullptr) continue;
    std::vector<std::uint8_t> data(bytes);
    std::vector<ArrayPart> reads;
    each_row(map, from, l, [&](std::uint64_t address, std::uint64_t at, unsigned size) {
      tell(l, false, address);
      Reached const source = reach(address, size, l, false, false, 1);
      if (source.data == nullptr) return;
      note(source.array, source.offset, size, l, false, since_);
      reads.push_back({source.array, source.offset, size});
      std::memcpy(data.data() + at, source.data, size);
    });
    start_copy(goes, counts,
               {.data = std::move(data),
                .lane = static_cast<std::uint8_t>(l),
                .span = map.span,
                .reads = std::move(reads)},
               to_several ? &i.operands[3] : nullptr);
  }
}

void Warp::start_copy(Where goes, Where counts, BulkCopy copy, Operand const* blocks) {
  copy.to = goes.address, copy.barrier = counts.address;
  copy.instruction = at_, copy.by = this, copy.clocks = clock_values_;
  auto const start = [&](BlockState& block) {
    if (block.memory_barriers.count(copy.barrier) == 0)
      return report(Defect::uninitialised_read, copy.lane, [&] {
        return fmt::format("byte {} of {} is no mbarrier that was initialised", copy.barrier,
                           launch_.local_name);
      });
    std::uint64_t const bytes = copy.data.size();
    for (BulkCopy const& other : block.bulk_copies)
      if (other.to < copy.to + bytes && copy.to < other.to + other.data.size() &&
          (other.update == nullptr || copy.update == nullptr)) {
        raced(Access(launch_.interval, other.by->number_, other.instruction, other.lane), copy.lane,
              fmt::format("stores {} bytes of {} from byte {}, to which the earlier one is under way", bytes,
                          launch_.local_name, copy.to),
              std::max<std::uint64_t>(other.to, copy.to));
        break;
      }
    copy.block = &block;
    block.bulk_copies.push_back(copy);
  };
  if (blocks == nullptr) {
    if (goes.block != counts.block) throw cli::InputError("a copy to one block that is counted in another");
    return start(*goes.block);
  }
  std::uint64_t const bits = slot_values(blocks->slot)[copy.lane] & 0xFFFF;
  auto const& all = state_of_block_.cluster.blocks;
  if (bits >> all.size() != 0)
    report(Defect::out_of_bounds, copy.lane,
           [&] { return fmt::format("blocks {:#b} of a cluster of {}", bits, all.size()); });
  for (std::size_t k = 0; k < all.size(); ++k)
    if ((bits >> k & 1) != 0) start(*all[k]);
}

void Warp::begin_reads(std::uint64_t from, std::uint64_t bytes, unsigned lane) {
  note_order(noting(nullptr, since_), from, static_cast<unsigned>(bytes), lane, false);
  look_for_fence(state_of_block_, from, bytes, lane);
  for (std::uint64_t at = from; at < from + bytes; at += AsyncReads::chunk_bytes)
    state_of_block_.reads.begin(at / AsyncReads::chunk_bytes, number_, launch_.interval, at_);
}

void Warp::end_reads(std::uint64_t from, std::uint64_t bytes) {
  for (std::uint64_t at = from; at < from + bytes; at += AsyncReads::chunk_bytes)
    state_of_block_.reads.end(at / AsyncReads::chunk_bytes, number_, launch_.interval);
}

BulkStore& Warp::start_store(std::uint64_t from, std::uint64_t bytes, unsigned lane) {
  begin_reads(from, bytes, lane);
  stores_.push_back(
      {from, bytes, committed_stores_[lane] + 1, static_cast<std::uint8_t>(lane), at_, {}, clock_values_});
  return stores_.back();
}

/// The bytes are written now; they may have been at any time since the copy was started.
void Warp::finish(BulkStore const& store) {
  as_started(store.instruction, store.clocks.data(), [&](std::uint64_t since) {
    for (ArrayPart const& part : store.writes)
      note(part.array, part.offset, part.bytes, store.lane, true, since);
  });
}

// cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [map, {x, y, z}], [from] {, policy};
void Warp::store_box(Instruction const& i, unsigned rank) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  if (to.kind != Operand::Kind::address || from.kind != Operand::Kind::address || to.elements.size() != rank)
    throw cli::InputError("operands that the instruction does not take");
  need(defined(to.slot), "an operand of the copy"), need(defined(from.slot), "an operand of the copy");
  for (std::int32_t const one : to.elements) need(defined(one), "a coordinate of the copy");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    TensorMap map;
    if (!read_map(to, l, map)) continue;
    std::uint64_t const at = where(Space::shared, address_of(from, l)).address, bytes = map.box_bytes();
    tell(l, true, at);
    if (reach(at, static_cast<unsigned>(bytes), l, false, true, 128).data == nullptr) continue;
    std::vector<std::uint8_t> data(bytes);
    for (std::uint64_t k = 0; k < bytes; k += 16)
      std::memcpy(data.data() + k, block_.local.data() + swizzled(at + k, map.span), 16);
    BulkStore& store = start_store(at, bytes, l);
    each_row(map, to, l, [&](std::uint64_t address, std::uint64_t byte, unsigned size) {
      tell(l, false, address);
      Reached const target = reach(address, size, l, true, false, 1);
      if (target.data == nullptr) return;
      note(target.array, target.offset, size, l, true, since_);
      store.writes.push_back({target.array, target.offset, size});
      std::memcpy(target.data, data.data() + byte, size);
      for (std::uint64_t k = byte; block_.local_shadow.has_unwritten() && k < byte + size; ++k)
        note_unwritten(block_.local_shadow, swizzled(at + k, map.span), 1, l, false);
    });
  }
}

// cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes {, policy};
void Warp::store_bulk(Instruction const& i) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  if (to.kind != Operand::Kind::address || from.kind != Operand::Kind::address)
    throw cli::InputError("operands that the instruction does not take");
  for (std::size_t k = 0; k < 3; ++k) need(defined(i.operands[k].slot), "an operand of the copy");
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t const bytes = slot_values(i.operands[2].slot)[l] & 0xFFFFFFFFu;
    if (bytes % 16 != 0 || bytes > std::uint64_t{1} << 20)
      throw cli::InputError("a bulk copy has a multiple of 16 bytes, 2^20 at most");
    if (bytes == 0) continue;
    auto const size = static_cast<unsigned>(bytes);
    std::uint64_t const at = where(Space::shared, address_of(from, l)).address;
    tell(l, true, at), tell(l, false, address_of(to, l));
    Reached const source = reach(at, size, l, false, true, 16),
                  target = reach(address_of(to, l), size, l, true, false, 16);
    if (source.data == nullptr || target.data == nullptr) continue;
    start_store(at, bytes, l).writes.push_back({target.array, target.offset, size});
    note_unwritten(block_.local_shadow, at, size, l, false);
    note(target.array, target.offset, size, l, true, since_);
    std::memcpy(target.data, source.data, size);
  }
}

void Warp::commit_stores() {
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) ++committed_stores_[std::countr_zero(left)];
}

void Warp::wait_stores(std::uint64_t left, bool written) {
  std::erase_if(stores_, [&](BulkStore& s) {
    if ((mask_ >> s.lane & 1) == 0 || s.group + left > committed_stores_[s.lane]) return false;
    end_reads(s.from, std::exchange(s.bytes, 0));
    if (written) finish(s);
    return written;
  });
}

}  // namespace colex::code::ptx
