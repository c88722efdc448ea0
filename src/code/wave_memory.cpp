// SPDX-License-Identifier: MIT
// Memory instructions of a wave: each lane's bytes are moved at once, and the registers of a load count as under way until s_waitcnt.
#include <fmt/format.h>

#include <cstring>

#include "code/wave.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

/// What an access to that many bytes must be a multiple of. LDS takes whole accesses, of 12 bytes multiples of 16; global memory dwords.
std::uint64_t alignment(int bytes, bool is_lds) {
  if (!is_lds) return static_cast<std::uint64_t>(std::min(bytes, 4));
  return static_cast<std::uint64_t>(bytes == 12 ? 16 : bytes);
}

unsigned registers(int bytes) { return static_cast<unsigned>(bytes + 3) / 4; }

}  // namespace

void Wave::load_scalar(Instruction const& i, int dwords) {
  if (i.operands.size() != 3) throw cli::InputError("an address and an offset are needed");
  std::uint64_t const address =
      take_known<Q>(i.operands[1]) +
      (i.operands[2].from == From::constant ? i.operands[2].wide : Wide{take_known<D>(i.operands[2])});
  std::uint64_t const bytes = static_cast<std::uint64_t>(dwords) * 4;
  unsigned const first = i.operands[0].index;
  Outstanding one;
  one.is_scalar = true, one.in_order = false, one.first = first, one.count = static_cast<unsigned>(dwords);
  Array const* const array = block_.launch.memory.find(address, bytes);
  if (address % 4 != 0) found(Defect::misaligned, -1, fmt::format("{:#x} is no multiple of 4", address));
  if (array == nullptr)
    found(Defect::out_of_bounds, -1,
          fmt::format("loads {} bytes at {}", bytes, block_.launch.memory.where(address)));
  for (unsigned k = 0; k < one.count; ++k) {
    Word value = 0;
    if (array != nullptr) {
      std::size_t const offset = address - array->address + 4 * k;
      if (array->shadow != nullptr && array->use == Use::write && !array->shadow->writer(offset))
        found(Defect::uninitialised_read, -1, fmt::format("byte {} of '{}'", offset, array->name));
      std::memcpy(&value, array->bytes.data() + offset, 4);
    }
    Operand to = i.operands[0];
    to.index = static_cast<std::uint16_t>(first + k);
    put_scalar<D>(to, value, true);
    ++scalar_pending_[first + k];
  }
  other_.push_back(std::move(one));
}

Wave::Outstanding Wave::started(Transfer const& t, unsigned first_register, unsigned count, bool is_lds) {
  Outstanding one;
  one.is_lds = is_lds, one.is_store = t.is_store, one.instruction = at_,
  one.interval = block_.launch.interval;
  if (t.is_store) return one;
  if (first_register + count > kVectors) throw cli::InputError("a vector register past the last");
  one.first = first_register, one.count = count;
  for (unsigned k = 0; k < count; ++k) ++vector_pending_[first_register + k];
  return one;
}

/// The registers of a load are there. Where barriers have passed since an access was started, it may have been made after any.
void Wave::finish(Outstanding const& one) {
  for (unsigned k = one.first; k < one.first + one.count; ++k) {
    std::uint8_t& pending = one.is_scalar ? scalar_pending_[k] : vector_pending_[k];
    if (pending > 0) --pending;
  }
  if (one.interval == block_.launch.interval) return;
  std::uint32_t const now = std::exchange(at_, one.instruction);
  for (Lanes const& lanes : one.lanes)
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned const bytes = lanes.bytes[lane];
      if (bytes == 0) continue;
      Array* const array = one.is_lds ? nullptr : block_.launch.memory.find(lanes.addresses[lane], bytes);
      if (array == nullptr && !one.is_lds) continue;
      note(array, lanes.addresses[lane] - (array == nullptr ? 0 : array->address), bytes, lane, one.is_store,
           one.interval);
    }
  at_ = now;
}

void Wave::store_lane(Transfer const& t, std::uint8_t* to, unsigned bytes, unsigned first_register,
                      unsigned lane) {
  if (bytes < 4) {
    Word const value = vectors_[first_register][lane] >> (t.high ? 16 : 0);
    std::memcpy(to, &value, bytes);
    return;
  }
  for (unsigned k = 0; k < bytes / 4; ++k) std::memcpy(to + 4 * k, &vectors_[first_register + k][lane], 4);
}

void Wave::load_lane(Transfer const& t, std::uint8_t const* from, unsigned bytes, unsigned first_register,
                     unsigned lane) {
  if (bytes < 4) {
    Word value = 0;
    std::memcpy(&value, from, bytes);
    if (t.sign_extends) value = field_signed(value, 0, 8 * bytes);
    Word& to = vectors_[first_register][lane];
    to = !t.merges ? value : t.high ? (to & 0xFFFF) | value << 16 : (to & 0xFFFF0000u) | (value & 0xFFFF);
    return;
  }
  for (unsigned k = 0; k < bytes / 4; ++k) std::memcpy(&vectors_[first_register + k][lane], from + 4 * k, 4);
}

void Wave::move(Transfer const& t, Lanes const& lanes, unsigned first_register, bool is_lds) {
  unsigned const count = registers(t.bytes);
  if (first_register + count > kVectors) throw cli::InputError("a vector register past the last");
  if (launch_.observer != nullptr) [[unlikely]]
    launch_.observer->accesses(block_.number, number_, at_, lanes);
  std::uint64_t moved = 0;
  if (t.is_store)
    for (unsigned k = 0; k < count; ++k)
      touch_vector(first_register + k), need(vector_defined_[first_register + k], "the stored value");
  std::uint64_t const aligned = alignment(t.bytes, is_lds);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    unsigned const bytes = lanes.bytes[lane];
    if (bytes == 0) continue;
    Reached const to = reach(lanes.addresses[lane], bytes, lane, t.is_store, is_lds, aligned);
    if (to.data == nullptr) continue;
    note(to.array, to.offset, bytes, lane, t.is_store, block_.launch.interval);
    if (t.is_store)
      store_lane(t, to.data, bytes, first_register, lane);
    else
      load_lane(t, to.data, bytes, first_register, lane), moved |= std::uint64_t{1} << lane;
  }
  if (!t.is_store)  // what was out of bounds was reported, and does not count as undefined once more
    for (unsigned k = 0; k < count; ++k) vector_defined_[first_register + k] |= exec();
}

void Wave::global(Instruction const& i, Transfer const& t) {
  bool const flat = i.operands.size() == 2;
  Operand const &address = i.operands[t.is_store ? 0 : 1], &data = i.operands[t.is_store ? 1 : 0];
  Lanes lanes;
  Defined defined;
  std::uint64_t const offset = static_cast<std::uint64_t>(std::int64_t{i.modifiers.offsets[0]});
  if (!flat && i.operands[2].from != From::off) {
    Room<D> room;
    std::uint64_t const base = take_known<Q>(i.operands[2]) + offset;
    Word const* const from = fetch<D>(address, room, defined);
    for (int lane = 0; lane < kLanes; ++lane) lanes.addresses[lane] = base + from[lane];
  } else {
    Room<Q> room;
    Wide const* const from = fetch<Q>(address, room, defined);
    for (int lane = 0; lane < kLanes; ++lane) lanes.addresses[lane] = from[lane] + offset;
  }
  for (int lane = 0; lane < kLanes; ++lane)
    lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? t.bytes : 0);
  need(defined.all, "the address");
  move(t, lanes, data.index, false);
  vector_memory_.push_back(started(t, data.index, registers(t.bytes), false));
  vector_memory_.back().lanes.push_back(lanes);
  if (!flat) return;
  other_.push_back(started(t, data.index, registers(t.bytes), false));
  other_.back().in_order = false;
}

/// The bound of a buffer is asked for each dword: what lies past it reads as zero, and is not stored.
void Wave::buffer(Instruction const& i, Transfer const& t) {
  if (i.operands.size() != 4) throw cli::InputError("this form of a buffer access is not known");
  bool known = true;
  Word word[4];
  for (unsigned k = 0; k < 4; ++k) word[k] = scalar_word(i.operands[2].index + k, known);
  if (!known)
    found(Defect::uninitialised_read, -1, "the descriptor comes from a register that nothing has written");
  if ((word[1] >> 16 & 0x3FFF) != 0) throw cli::InputError("a buffer with a stride is not known");
  std::uint64_t const base = Wide{word[1] & 0xFFFF} << 32 | word[0], records = word[2];
  Room<D> room;
  Defined defined;
  bool const offen = (i.modifiers.given & Modifiers::offen) != 0;
  Word const* const from = offen ? fetch<D>(i.operands[1], room, defined) : nullptr;
  need(defined.all, "the offset");
  std::uint64_t const fixed =
      std::uint64_t{take_known<D>(i.operands[3])} + static_cast<std::uint64_t>(i.modifiers.offsets[0]);
  Lanes lanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint64_t const at = (offen ? from[lane] : 0) + fixed, left = at < records ? records - at : 0;
    auto const bytes = static_cast<std::uint64_t>(t.bytes);
    lanes.addresses[lane] = base + at;
    std::uint64_t const inside = bytes < 4 ? (left >= bytes ? bytes : 0) : std::min(left / 4 * 4, bytes);
    lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? inside : 0);
  }
  unsigned const data = i.operands[0].index;
  Word const zero[kLanes] = {};
  if (!t.is_store && !t.merges)
    for (unsigned k = 0; k < registers(t.bytes); ++k) put_register(data + k, zero, kAllLanes);
  move(t, lanes, data, false);
  vector_memory_.push_back(started(t, data, registers(t.bytes), false));
  vector_memory_.back().lanes.push_back(lanes);
}

void Wave::lds(Instruction const& i, Transfer const& t) {
  Room<D> room;
  Defined defined;
  Word const* const from = fetch<D>(i.operands[t.is_store ? 0 : 1], room, defined);
  alignas(64) Word base[kLanes];  // the destination of a load may be the address
  std::memcpy(base, from, sizeof base);
  need(defined.all, "the address");
  unsigned const each = registers(t.bytes), data = i.operands[0].index;
  Outstanding one = started(t, data, each * static_cast<unsigned>(t.count), true);
  for (int k = 0; k < t.count; ++k) {
    Lanes lanes;
    Word const offset = static_cast<Word>(i.modifiers.offsets[k] * (t.count == 2 ? t.bytes * t.stride : 1));
    for (int lane = 0; lane < kLanes; ++lane) {
      lanes.addresses[lane] = Word{base[lane] + offset};
      lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? t.bytes : 0);
    }
    move(t, lanes,
         t.is_store ? i.operands[static_cast<std::size_t>(1 + k)].index
                    : data + static_cast<unsigned>(k) * each,
         true);
    one.lanes.push_back(lanes);
  }
  other_.push_back(std::move(one));
}

void Wave::permute_lanes(Instruction const& i) {
  Room<D> rooms[2];
  Defined of_address, of_data;
  Word const* const address = fetch<D>(i.operands[1], rooms[0], of_address);
  Word const* const data = fetch<D>(i.operands[2], rooms[1], of_data);
  need(of_address.all, "the lane");
  alignas(64) Word values[kLanes];
  std::uint64_t known = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    Word const from = (address[lane] + static_cast<Word>(i.modifiers.offsets[0])) / 4 % kLanes;
    bool const is_on = (exec() >> from & 1) != 0;
    values[lane] = is_on ? data[from] : 0;
    known |= std::uint64_t{!is_on || (of_data.all >> from & 1) != 0} << lane;
  }
  put_register(i.operands[0].index, values, known);
  other_.push_back(started(Transfer{}, i.operands[0].index, 1, true));
}

}  // namespace colex::code
