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
  one.instruction = at_, one.interval = block_.launch.interval;
  Array* const array = block_.launch.memory.find(address, bytes);
  if (address % 4 != 0) found(Defect::misaligned, -1, fmt::format("{:#x} is no multiple of 4", address));
  if (array == nullptr)
    found(Defect::out_of_bounds, -1,
          fmt::format("loads {} bytes at {}", bytes, block_.launch.memory.where(address)));
  if (array != nullptr && array->use != Use::read) {  // noted as an access of lane 0
    note(array, address - array->address, static_cast<unsigned>(bytes), 0, false, one.interval);
    Lanes& lanes = one.lanes.emplace_back();
    lanes.addresses[0] = address, lanes.bytes[0] = static_cast<std::uint8_t>(bytes);
  }
  for (unsigned k = 0; k < one.count; ++k) {
    Word value = 0;
    if (array != nullptr)
      std::memcpy(&value, array->bytes.data() + (address - array->address) + std::size_t{4} * k, 4);
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
  for (unsigned k = first_register; k < first_register + count; ++k) {
    // Of loads that end in any order, either may be the last.
    auto const is_under_way = [&](Outstanding const& other) {
      return !other.is_scalar && other.first <= k && k < other.first + other.count;
    };
    bool const any_order =
        vector_pending_[k] != 0 && !t.merges &&
        ((is_lds && std::any_of(vector_memory_.begin(), vector_memory_.end(), is_under_way)) ||
         std::any_of(other_.begin(), other_.end(), [&](Outstanding const& other) {
           return (!is_lds || !other.in_order) && is_under_way(other);
         }));
    if (any_order) touch_vector(k);
    ++vector_pending_[k];
  }
  return one;
}

/// The registers of a load are there. Where barriers have passed since an access was started, it may have been made after any.
void Wave::finish(Outstanding const& one) {
  for (unsigned k = one.first; k < one.first + one.count; ++k) {
    std::uint8_t& pending = one.is_scalar ? scalar_pending_[k] : vector_pending_[k];
    if (pending > 0) --pending;
  }
  if (one.interval == block_.launch.interval && one.arriving == nullptr) return;
  std::uint32_t const now = std::exchange(at_, one.instruction);
  if (one.arriving != nullptr) {
    --arriving_;
    Lanes const& to = one.arriving->to;
    std::size_t const each = one.arriving->bytes.size() / kLanes;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (to.bytes[lane] == 0) continue;
      note(nullptr, to.addresses[lane], to.bytes[lane], lane, true, one.interval);
      std::memcpy(block_.local.data() + to.addresses[lane], one.arriving->bytes.data() + lane * each, each);
    }
  }
  for (Lanes const& lanes : one.lanes) {
    if (one.interval == block_.launch.interval) break;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned const bytes = lanes.bytes[lane];
      if (bytes == 0) continue;
      std::uint64_t const address = lanes.addresses[lane];
      Array* const array = one.is_lds ? nullptr : block_.launch.memory.find(address, bytes);
      if (one.is_lds ? address + bytes > block_.local.size() : array == nullptr) continue;  // was reported
      note(array, address - (array == nullptr ? 0 : array->address), bytes, lane,
           one.is_store || one.is_atomic, one.interval, one.is_atomic);
    }
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
  if (is_lds && arriving_ > 0) look_for_arriving(lanes);
  if (t.is_store)
    for (unsigned k = 0; k < count; ++k)
      touch_vector(first_register + k), need(vector_defined_[first_register + k], "the stored value");
  std::uint64_t const aligned = alignment(t.bytes, is_lds);
  Noting const local = noting(nullptr, block_.launch.interval);
  // The most common ones, so that compilers see how many words a lane moves.
  auto const move_words = [&]<bool is_store, unsigned words>(std::bool_constant<is_store>,
                                                             std::integral_constant<unsigned, words>) {
    constexpr unsigned bytes = 4 * words;
    std::uint8_t* const data = block_.local.data();
    std::uint64_t const size = block_.local.size();
    Shadow& shadow = *local.shadow;
    Access const by = local.by, oldest = local.oldest, since(local.order.since, 0, 0, 0);
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (lanes.bytes[lane] == 0) continue;
      std::uint64_t const address = lanes.addresses[lane], end = address + bytes;
      bool const is_reached = (address & (aligned - 1)) == 0 && end <= size;
      if (!is_reached && reach(address, bytes, lane, is_store, true, aligned).data == nullptr) continue;
      if (!is_reached || !shadow.note_ordered<is_store, words>(address, by.of_lane(lane), since, oldest))
        note(local, address, bytes, lane, is_store);
      for (unsigned k = 0; k < words; ++k)
        if constexpr (is_store)
          std::memcpy(data + address + 4 * k, &vectors_[first_register + k][lane], 4);
        else
          std::memcpy(&vectors_[first_register + k][lane], data + address + 4 * k, 4);
    }
  };
  auto const move_in_lds = [&](auto is_store) {
    switch (t.bytes) {
      case 4:
        return move_words(is_store, std::integral_constant<unsigned, 1>{}), true;
      case 8:
        return move_words(is_store, std::integral_constant<unsigned, 2>{}), true;
      case 16:
        return move_words(is_store, std::integral_constant<unsigned, 4>{}), true;
      default:
        return false;
    }
  };
  if (!is_lds || !(t.is_store ? move_in_lds(std::true_type{}) : move_in_lds(std::false_type{}))) {
    Noting as = local;  // of the array that the last lane reached
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      unsigned const bytes = lanes.bytes[lane];
      if (bytes == 0) continue;
      std::uint64_t const address = lanes.addresses[lane];
      Reached to;
      if (as.array != nullptr && (address & (aligned - 1)) == 0 && as.array->holds(address, bytes)) {
        to.offset = address - as.array->address, to.data = as.array->bytes.data() + to.offset;
      } else {
        to = reach(address, bytes, lane, t.is_store, is_lds, aligned);
        if (to.data == nullptr) continue;
        if (to.array != as.array) as = noting(to.array, block_.launch.interval);
      }
      note(as, to.offset, bytes, lane, t.is_store);
      if (t.is_store)
        store_lane(t, to.data, bytes, first_register, lane);
      else
        load_lane(t, to.data, bytes, first_register, lane);
    }
  }
  if (!t.is_store)  // what was out of bounds was reported, and does not count as undefined once more
    for (unsigned k = 0; k < count; ++k) vector_defined_[first_register + k] |= exec();
}

Lanes Wave::global_lanes(Instruction const& i, Operand const& address, Operand const* base, int bytes) {
  Lanes lanes;
  Defined defined;
  std::uint64_t const offset = static_cast<std::uint64_t>(std::int64_t{i.modifiers.offsets[0]});
  if (base != nullptr && base->from != From::off) {
    Room<D> room;
    std::uint64_t const first = take_known<Q>(*base) + offset;
    Word const* const from = fetch<D>(address, room, defined);
    for (int lane = 0; lane < kLanes; ++lane) lanes.addresses[lane] = first + from[lane];
  } else {
    Room<Q> room;
    Wide const* const from = fetch<Q>(address, room, defined);
    for (int lane = 0; lane < kLanes; ++lane) lanes.addresses[lane] = from[lane] + offset;
  }
  for (int lane = 0; lane < kLanes; ++lane)
    lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? bytes : 0);
  need(defined.all, "the address");
  return lanes;
}

void Wave::global(Instruction const& i, Transfer const& t) {
  bool const flat = i.operands.size() == 2;
  Operand const &address = i.operands[t.is_store ? 0 : 1], &data = i.operands[t.is_store ? 1 : 0];
  Lanes const lanes = global_lanes(i, address, flat ? nullptr : &i.operands[2], t.bytes);
  move(t, lanes, data.index, false);
  vector_memory_.push_back(started(t, data.index, registers(t.bytes), false));
  vector_memory_.back().lanes.push_back(lanes);
  if (!flat) return;
  other_.push_back(started(t, data.index, registers(t.bytes), false));
  other_.back().in_order = false;
}

/// The bound of a buffer is asked for each dword: what lies past it reads as zero, and is not stored.
Lanes Wave::buffer_lanes(Instruction const& i, int size, std::size_t first) {
  if (i.operands.size() != first + 3) throw cli::InputError("this form of a buffer access is not known");
  bool known = true;
  Word word[4];
  for (unsigned k = 0; k < 4; ++k) word[k] = scalar_word(i.operands[first + 1].index + k, known);
  if (!known)
    found(Defect::uninitialised_read, -1, "the descriptor comes from a register that nothing has written");
  if ((word[1] >> 16 & 0x3FFF) != 0) throw cli::InputError("a buffer with a stride is not known");
  std::uint64_t const base = Wide{word[1] & 0xFFFF} << 32 | word[0], records = word[2];
  Room<D> room;
  Defined defined;
  bool const offen = (i.modifiers.given & Modifiers::offen) != 0;
  Word const* const from = offen ? fetch<D>(i.operands[first], room, defined) : nullptr;
  need(defined.all, "the offset");
  std::uint64_t const fixed = std::uint64_t{take_known<D>(i.operands[first + 2])} +
                              static_cast<std::uint64_t>(i.modifiers.offsets[0]);
  Lanes lanes;
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint64_t const at = (offen ? from[lane] : 0) + fixed, left = at < records ? records - at : 0;
    auto const bytes = static_cast<std::uint64_t>(size);
    lanes.addresses[lane] = base + at;
    std::uint64_t const inside = bytes < 4 ? (left >= bytes ? bytes : 0) : std::min(left / 4 * 4, bytes);
    lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? inside : 0);
  }
  return lanes;
}

void Wave::buffer(Instruction const& i, Transfer const& t) {
  bool known = true;
  if (i.operands.size() == 4 && scalar_word(i.operands[2].index + 1, known) == kScratchDescriptor[1] && known)
    return scratch_by_descriptor(i, t);
  Lanes const lanes = buffer_lanes(i, t.bytes, 1);
  unsigned const data = i.operands[0].index;
  Word const zero[kLanes] = {};
  if (!t.is_store && !t.merges)
    for (unsigned k = 0; k < registers(t.bytes); ++k) put_register(data + k, zero, kAllLanes);
  move(t, lanes, data, false);
  vector_memory_.push_back(started(t, data, registers(t.bytes), false));
  vector_memory_.back().lanes.push_back(lanes);
}

// buffer_store_dword data, address, descriptor, base: the words of all lanes lie side by side there, so that the base counts each byte of a lane 64 times.
void Wave::scratch_by_descriptor(Instruction const& i, Transfer const& t) {
  bool known = true;
  for (unsigned k = 0; k < 4; ++k)
    if (scalar_word(i.operands[2].index + k, known) != kScratchDescriptor[k] || !known)
      throw cli::InputError("a descriptor of scratch memory that was changed is not known");
  if (t.bytes > 4) throw cli::InputError("more than 4 bytes of scratch memory by a descriptor are not known");
  Room<D> room{};
  Defined defined;
  bool const offen = (i.modifiers.given & Modifiers::offen) != 0;
  Word const* const from = offen ? fetch<D>(i.operands[1], room, defined) : room.values;
  need(defined.all, "the offset");
  Word const base = take_known<D>(i.operands[3]);
  if (base % (4 * kLanes) != 0)
    throw cli::InputError("scratch memory that does not begin at a word of each lane");
  move_scratch(t, i.operands[0], from,
               base / kLanes + static_cast<std::uint64_t>(std::int64_t{i.modifiers.offsets[0]}));
}

// scratch_store_dwordx2 address, data, base; scratch_load_dwordx2 data, address, base.
void Wave::scratch(Instruction const& i, Transfer const& t) {
  Operand const &data = i.operands[t.is_store ? 1 : 0], &address = i.operands[t.is_store ? 0 : 1],
                &base = i.operands[2];
  Room<D> room{};
  Defined defined;
  Word const* const from = address.from == From::off ? room.values : fetch<D>(address, room, defined);
  need(defined.all, "the address");
  std::uint64_t const fixed = static_cast<std::uint64_t>(std::int64_t{i.modifiers.offsets[0]}) +
                              (base.from == From::off ? 0 : std::uint64_t{take_known<D>(base)});
  move_scratch(t, data, from, fixed);
}

// A compiler saves registers that lanes have not written, too: their words stay what they are, not written.
void Wave::move_scratch(Transfer const& t, Operand const& data, Word const* from, std::uint64_t fixed) {
  auto const bytes = static_cast<unsigned>(t.bytes), count = registers(t.bytes);
  std::uint64_t const size = scratch_defined_.size(), aligned = alignment(t.bytes, false);
  if (data.from != From::vector || data.index + count > kVectors)
    throw cli::InputError("vector registers are needed to hold the answer");
  for (unsigned k = 0; k < count; ++k) {
    touch_vector(data.index + k);
    if (!t.is_store) forget_parts(data.index + k, exec());
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::uint64_t const bit = std::uint64_t{1} << lane, at = from[lane] + fixed;
    if ((exec() & bit) == 0) continue;
    if (at % aligned != 0)
      found(Defect::misaligned, static_cast<int>(lane),
            fmt::format("{} bytes at byte {} of scratch memory, no multiple of {}", bytes, at, aligned));
    if (at > size || bytes > size - at) {
      found(Defect::out_of_bounds, static_cast<int>(lane),
            fmt::format("{} bytes at byte {} of scratch memory, which has {}", bytes, at, size));
      continue;
    }
    std::uint8_t* const held = scratch_.data() + lane * size + at;
    if (t.is_store)
      store_lane(t, held, bytes, data.index, lane);
    else
      load_lane(t, held, bytes, data.index, lane);
    for (unsigned k = 0; k < count; ++k) {
      std::uint64_t &here = vector_defined_[data.index + k], written = bit;
      for (std::uint64_t b = at + 4 * k; b < std::min(at + 4 * k + 4, at + bytes); ++b)
        if (t.is_store)
          scratch_defined_[b] = (scratch_defined_[b] & ~bit) | (here & bit);
        else
          written &= scratch_defined_[b];
      if (!t.is_store) here = (here & ~bit) | written;
    }
  }
  vector_memory_.push_back(started(Transfer{.is_store = t.is_store}, data.index, count, false));
}

/// Lane l's bytes go to M0, the offset and l times as many bytes. What is past a buffer's bound arrives as zeros.
void Wave::load_to_lds(Instruction const& i, int size, bool by_buffer) {
  auto const bytes = static_cast<unsigned>(size);
  Lanes const from =
      by_buffer ? buffer_lanes(i, size, 0) : global_lanes(i, i.operands[0], &i.operands[1], size);
  Operand m0;
  m0.from = From::scalar, m0.index = kM0;
  Word const first = take_known<D>(m0) + static_cast<Word>(i.modifiers.offsets[0]);
  Outstanding one = started(Transfer{.bytes = size, .is_store = true}, 0, 0, false);
  one.is_store = false, one.lanes.push_back(from);
  one.arriving = std::make_unique<Arriving>();
  one.arriving->bytes.resize(std::size_t{bytes} * kLanes);
  Lanes& to = one.arriving->to;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    to.addresses[lane] = Word{first + lane * bytes};
    to.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? bytes : 0);
  }
  if (launch_.observer != nullptr) [[unlikely]]
    launch_.observer->accesses(block_.number, number_, at_, from),
        launch_.observer->accesses(block_.number, number_, at_, to);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (unsigned const some = from.bytes[lane]; some > 0)
      if (Reached const at = reach(from.addresses[lane], some, lane, false, false, alignment(size, false));
          at.data != nullptr) {
        note(at.array, at.offset, some, lane, false, block_.launch.interval);
        std::memcpy(one.arriving->bytes.data() + std::size_t{lane} * bytes, at.data, some);
      }
    if (to.bytes[lane] != 0 && reach(to.addresses[lane], bytes, lane, true, true, 4).data == nullptr)
      to.bytes[lane] = 0;
  }
  ++arriving_;
  vector_memory_.push_back(std::move(one));
}

void Wave::look_for_arriving(Lanes const& lanes) {
  for (Outstanding const& one : vector_memory_) {
    if (one.arriving == nullptr) continue;
    Lanes const& to = one.arriving->to;
    std::size_t const each = one.arriving->bytes.size() / kLanes;
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if (lanes.bytes[lane] == 0) continue;
      // Lane l's bytes are the l-th behind the first lane's.
      std::uint64_t const first = lanes.addresses[lane], end = first + lanes.bytes[lane];
      if (end <= to.addresses[0] || first >= to.addresses[0] + each * kLanes) continue;
      for (std::uint64_t at = std::max(first, to.addresses[0]); at < end; ++at) {
        std::uint64_t const by = (at - to.addresses[0]) / each;
        if (by < kLanes && to.bytes[by] != 0)
          return found(Defect::early_use, static_cast<int>(lane),
                       fmt::format("byte {} of LDS is used before the load to it was waited for", at));
      }
    }
  }
}

void Wave::update(Instruction const& i, Transfer const& t, AtomicSpace space, bool answers, Update const& f) {
  bool const is_lds = space == AtomicSpace::lds;
  std::size_t const at = answers && space != AtomicSpace::buffer ? 1 : 0;
  unsigned const each = registers(t.bytes), result = i.operands[0].index,
                 data = i.operands[space == AtomicSpace::buffer ? 0 : at + 1].index;
  bool const two_operands = is_lds && t.count == 2;
  if (data + each * static_cast<unsigned>(t.count) > kVectors || result + each > kVectors || two_operands)
    throw cli::InputError("this form of an atomic operation is not known");
  Lanes lanes;
  if (space == AtomicSpace::global) {
    lanes = global_lanes(i, i.operands[at], &i.operands[at + 2], t.bytes);
  } else if (space == AtomicSpace::buffer) {
    lanes = buffer_lanes(i, t.bytes, 1);
  } else {
    Room<D> room;
    Defined defined;
    Word const* const from = fetch<D>(i.operands[at], room, defined);
    need(defined.all, "the address");
    for (int lane = 0; lane < kLanes; ++lane) {
      lanes.addresses[lane] = Word{from[lane] + static_cast<Word>(i.modifiers.offsets[0])};
      lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? t.bytes : 0);
    }
  }
  if (launch_.observer != nullptr) [[unlikely]]
    launch_.observer->accesses(block_.number, number_, at_, lanes);
  if (is_lds && arriving_ > 0) look_for_arriving(lanes);
  for (unsigned k = 0; k < each * static_cast<unsigned>(t.count); ++k)
    touch_vector(data + k), need(vector_defined_[data + k], "the operand of an atomic operation");
  auto const number = [&](unsigned first, unsigned lane) {
    return each == 2 ? Wide{vectors_[first + 1][lane]} << 32 | vectors_[first][lane] : vectors_[first][lane];
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if (lanes.bytes[lane] != t.bytes) continue;
    auto const bytes = static_cast<unsigned>(t.bytes);
    Reached const to = reach(lanes.addresses[lane], bytes, lane, true, is_lds, bytes);
    if (to.data == nullptr) continue;
    Shadow const* const shadow = to.array == nullptr ? &block_.local_shadow : to.array->shadow.get();
    if (Access const wrote = shadow == nullptr ? Access() : shadow->writer(to.offset);
        is_lds ? wrote.interval() < block_.first_interval : to.array->use == Use::write && !wrote)
      found(Defect::uninitialised_read, static_cast<int>(lane), "what an atomic operation changes");
    note(to.array, to.offset, bytes, lane, true, block_.launch.interval, true);
    std::uint64_t old = 0;
    std::memcpy(&old, to.data, bytes);
    std::uint64_t const now = f(old, number(data, lane), t.count == 2 ? number(data + each, lane) : 0);
    std::memcpy(to.data, &now, bytes);
    if (!answers) continue;
    for (unsigned k = 0; k < each; ++k) vectors_[result + k][lane] = static_cast<Word>(old >> 32 * k);
  }
  Transfer as = t;
  as.is_store = !answers;
  if (answers)
    for (unsigned k = 0; k < each; ++k) vector_defined_[result + k] |= exec();
  auto& under_way = is_lds ? other_ : vector_memory_;
  under_way.push_back(started(as, result, each, is_lds));
  under_way.back().is_atomic = true, under_way.back().lanes.push_back(lanes);
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
  one.lanes.reserve(static_cast<std::size_t>(t.count));
  for (int k = 0; k < t.count; ++k) {
    Lanes& lanes = one.lanes.emplace_back();
    Word const offset = static_cast<Word>(i.modifiers.offsets[k] * (t.count == 2 ? t.bytes * t.stride : 1));
    for (int lane = 0; lane < kLanes; ++lane) {
      lanes.addresses[lane] = Word{base[lane] + offset};
      lanes.bytes[lane] = static_cast<std::uint8_t>((exec() >> lane & 1) != 0 ? t.bytes : 0);
    }
    move(t, lanes,
         t.is_store ? i.operands[static_cast<std::size_t>(1 + k)].index
                    : data + static_cast<unsigned>(k) * each,
         true);
  }
  other_.push_back(std::move(one));
}

void Wave::permute_lanes(Instruction const& i, bool gets) {
  Room<D> rooms[2];
  Defined of_address, of_data;
  Word const* const address = fetch<D>(i.operands[1], rooms[0], of_address);
  Word const* const data = fetch<D>(i.operands[2], rooms[1], of_data);
  need(of_address.all, "the lane");
  alignas(64) Word values[kLanes] = {};
  std::uint64_t known = gets ? 0 : kAllLanes;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    unsigned const other = (address[lane] + static_cast<Word>(i.modifiers.offsets[0])) / 4 % kLanes,
                   from = gets ? other : lane, to = gets ? lane : other;
    bool const is_on = (exec() >> from & 1) != 0;
    if (!gets && !is_on) continue;
    values[to] = is_on ? data[from] : 0;
    bool const is_known = !is_on || (of_data.all >> from & 1) != 0;
    known = (known & ~(std::uint64_t{1} << to)) | std::uint64_t{is_known} << to;
  }
  put_register(i.operands[0].index, values, known);
  other_.push_back(started(Transfer{}, i.operands[0].index, 1, true));
}

void Wave::lds_transposed(Instruction const&) { throw cli::InputError("which lane gets what is not known"); }

}  // namespace colex::code
