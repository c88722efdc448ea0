// SPDX-License-Identifier: MIT
// Memory instructions of a warp. Asynchronous copies are late: their bytes are there when they have been waited for, and not before.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "code/ptx/warp.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

Warp::Where Warp::where(Space space, std::uint64_t address) const {
  if (space == Space::shared || space == Space::cluster) return shared_at(address);
  if (space == Space::local && address < kWindow) return {Space::local, address, &state_of_block_};
  if (space == Space::generic && address - kSharedWindow < kWindow) return shared_at(address - kSharedWindow);
  for (auto const& [base, of] :
       {std::pair(kSharedWindow, Space::shared), std::pair(kLocalWindow, Space::local),
        std::pair(kParameterWindow, Space::parameter)})
    if (address - base < kWindow && (space == Space::generic || space == of))
      return {of, address - base, &state_of_block_};
  return {space == Space::generic ? Space::global : space, address, &state_of_block_};
}

Warp::Where Warp::shared_at(std::uint64_t address) const {
  address &= 0xFFFFFFFFu;
  auto const& blocks = state_of_block_.cluster.blocks;
  std::uint64_t const rank = address >> kRankShift;
  if (rank == 0 || rank > blocks.size()) return {Space::shared, address, &state_of_block_};
  return {Space::shared, address & ((std::uint64_t{1} << kRankShift) - 1), blocks[rank - 1].get()};
}

std::uint8_t* Warp::touch_own(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store) {
  std::uint64_t const size = launch_.local_bytes;
  int const in = static_cast<int>(lane);
  if (address % bytes != 0)
    report(Defect::misaligned, in, [&] {
      return fmt::format("{} bytes at byte {} of local memory, no multiple of {}", bytes, address, bytes);
    });
  if (address > size || bytes > size - address) {
    report(Defect::out_of_bounds, in, [&] {
      return fmt::format("{} bytes at byte {} of local memory, which has {}", bytes, address, size);
    });
    return nullptr;
  }
  std::uint8_t* const written = own_written_.data() + lane * size + address;
  if (is_store)
    std::memset(written, 1, bytes);
  else if (std::find(written, written + bytes, 0) != written + bytes)
    report(Defect::uninitialised_read, in, [&] {
      return fmt::format("byte {} of local memory", std::find(written, written + bytes, 0) - written +
                                                        static_cast<std::ptrdiff_t>(address));
    });
  return own_.data() + lane * size + address;
}

std::uint8_t* Warp::touch_parameters(std::uint64_t address, unsigned bytes, unsigned lane, bool is_store) {
  auto const& all = *state_of_block_.parameters;
  int const in = static_cast<int>(lane);
  if (is_store) {
    report(Defect::read_only_store, in,
           [] { return std::string("stores to the parameters, which are only read"); });
    return nullptr;
  }
  if (address % bytes != 0)
    report(Defect::misaligned, in, [&] {
      return fmt::format("{} bytes at byte {} of the parameters, no multiple of {}", bytes, address, bytes);
    });
  if (address > all.size() || bytes > all.size() - address) {
    report(Defect::out_of_bounds, in, [&] {
      return fmt::format("{} bytes at byte {} of the parameters, which have {}", bytes, address, all.size());
    });
    return nullptr;
  }
  return const_cast<std::uint8_t*>(all.data()) + address;  // never stored to
}

void Warp::look_for_copies(std::uint64_t address, unsigned bytes, unsigned lane) {
  for (Copy const& copy : copies_[lane])
    if (copy.to < address + bytes && address < copy.to + copy.bytes)
      return report(Defect::early_use, static_cast<int>(lane), [&] {
        return fmt::format("byte {} of {} is used before the asynchronous copy to it was waited for",
                           std::max(address, copy.to), launch_.local_name);
      });
}

/// A store to what the lane's own copies still read.
void Warp::look_for_sources(Array const* array, std::uint64_t offset, unsigned bytes, unsigned lane) {
  for (Copy const& copy : copies_[lane])
    if (copy.from == array && copy.read_at < offset + bytes && offset < copy.read_at + copy.read)
      return report(Defect::early_use, static_cast<int>(lane), [&] {
        return fmt::format("byte {} of '{}' is stored to before the asynchronous copy of it was waited for",
                           std::max(offset, copy.read_at), array->name);
      });
}

std::uint8_t* Warp::touch(Space space, std::uint64_t address, unsigned bytes, unsigned lane, bool is_store,
                          bool is_strong, bool updates) {
  Where const at = where(space, address);
  if (at.space == Space::local) return touch_own(at.address, bytes, lane, is_store);
  if (at.space == Space::parameter) return touch_parameters(at.address, bytes, lane, is_store);
  bool const shared = at.space == Space::shared;
  tell(lane, shared, at.address);
  if (space == Space::shared && at.block != &state_of_block_) {
    report(Defect::out_of_bounds, static_cast<int>(lane), [] {
      return std::string("an address of another block of the cluster, which .shared does not reach");
    });
    return nullptr;
  }
  Reached to = reach(at.address, bytes, lane, is_store, shared, bytes);
  if (to.data == nullptr) return nullptr;
  if (shared) to.data = at.block->local.data() + at.address;
  if (shared && is_store) look_for_reads(*at.block, at.address, bytes, lane);
  if (copies_under_way_ != 0 && (shared || is_store)) [[unlikely]] {
    if (shared)
      look_for_copies(at.address, bytes, lane);
    else
      look_for_sources(to.array, to.offset, bytes, lane);
  }
  if (updates) note(to.array, to.offset, bytes, lane, false, since_, is_strong, at.block);
  note(to.array, to.offset, bytes, lane, is_store, since_, is_strong, at.block);
  return to.data;
}

void Warp::load(Instruction const& i, Moved const& t) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  unsigned const count = i.modes.elements, bytes = unsigned{t.bytes} * count;
  bool const is_vector = to.kind == Operand::Kind::vector;
  if (from.kind != Operand::Kind::address || (is_vector ? to.elements.size() != count : count != 1))
    throw cli::InputError("operands that the instruction does not take");
  if (bytes > 32) throw cli::InputError("more than 32 bytes of a lane");
  need(defined(from.slot), "the address");
  Values base;
  std::memcpy(&base, slot_values(from.slot), sizeof base);
  Values results[8];
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint8_t const* const data = touch(
        i.modes.space, (from.slot == kSink ? 0 : base.lane[l]) + static_cast<std::uint64_t>(from.offset),
        bytes, l, false, i.modes.is_strong);
    for (unsigned k = 0; k < count; ++k) {
      Wide v = 0;
      if (data != nullptr) std::memcpy(&v, data + k * t.bytes, t.bytes);
      if (t.is_signed) v = field_signed(v, 0, 8u * t.bytes);
      results[k].lane[l] = v;
    }
  }
  for (unsigned k = 0; k < count; ++k) put(is_vector ? to.elements[k] : to.slot, results[k].lane, kAllLanes);
}

void Warp::store(Instruction const& i, Moved const& t) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  unsigned const count = i.modes.elements, bytes = unsigned{t.bytes} * count;
  bool const is_vector = from.kind == Operand::Kind::vector;
  if (to.kind != Operand::Kind::address || (is_vector ? from.elements.size() != count : count != 1))
    throw cli::InputError("operands that the instruction does not take");
  if (bytes > 32) throw cli::InputError("more than 32 bytes of a lane");
  need(defined(to.slot), "the address");
  Wide const* values[8];
  std::uint32_t written = kAllLanes;
  for (unsigned k = 0; k < count; ++k) {
    std::int32_t const slot = is_vector ? from.elements[k] : from.slot;
    if (slot == kSink) throw cli::InputError("nothing is stored");
    written &= defined(slot);
    values[k] = slot_values(slot);
  }
  Wide const* const base = slot_values(to.slot);
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint8_t* const data =
        touch(i.modes.space, (to.slot == kSink ? 0 : base[l]) + static_cast<std::uint64_t>(to.offset), bytes,
              l, true, i.modes.is_strong);
    if (data == nullptr) continue;
    for (unsigned k = 0; k < count; ++k) std::memcpy(data + k * t.bytes, &values[k][l], t.bytes);
  }
  if ((mask_ & ~written) == 0) [[likely]]
    return;
  std::uint32_t elsewhere = 0;
  for (unsigned l = 0; l < kLanes; ++l)
    for (unsigned k = 0; k < count && (mask_ & ~written) >> l & 1; ++k)
      if ((defined(is_vector ? from.elements[k] : from.slot) >> l & 1) == 0 &&
          !leaves_unwritten(
              i.modes.space,
              (to.slot == kSink ? 0 : base[l]) + static_cast<std::uint64_t>(to.offset) + k * t.bytes,
              t.bytes))
        elsewhere |= 1u << l;
  need(~elsewhere, "the stored value");
}

bool Warp::leaves_unwritten(Space space, std::uint64_t address, unsigned bytes) {
  Where const at = where(space, address);
  if (at.space != Space::shared) return false;
  at.block->local_shadow.leave_unwritten(at.address, at.address + bytes);
  return true;
}

void Warp::atomic(Instruction const& i, unsigned bytes, std::size_t sources, bool answers, Update f) {
  std::size_t const first = answers ? 1 : 0;
  Operand const& to = i.operands[first];
  if (to.kind != Operand::Kind::address) throw cli::InputError("operands that the instruction does not take");
  need(defined(to.slot), "the address");
  unsigned const count = i.modes.elements;
  auto const has_elements = [&](Operand const& o) {
    return o.kind == Operand::Kind::value
               ? count == 1 || o.slot == kSink
               : count > 1 && o.kind == Operand::Kind::vector && o.elements.size() == count;
  };
  auto const element = [](Operand const& o, unsigned k) {
    return o.kind == Operand::Kind::vector ? o.elements[k] : o.slot;
  };
  if (first + 1 + sources < i.operands.size() && !i.modes.has(Modes::cache))
    throw cli::InputError("a cache policy without .L2::cache_hint");
  if ((answers && !has_elements(i.operands[0])) || bytes * count > 16 ||
      (count > 1 && (i.modes.space == Space::shared || i.modes.space == Space::cluster)))
    throw cli::InputError("operands that the instruction does not take");
  Values results[8];
  Wide const* values[8][2];
  for (unsigned k = 0; k < count; ++k)
    for (std::size_t n = 0; n < 2; ++n) {
      values[k][n] = scratch_.lane;
      if (n >= sources) continue;
      Operand const& from = i.operands[first + 1 + n];
      std::int32_t const slot = element(from, k);
      if (!has_elements(from) || slot == kSink)
        throw cli::InputError("operands that the instruction does not take");
      need(defined(slot), "the stored value");
      values[k][n] = slot_values(slot);
    }
  Wide const* const base = slot_values(to.slot);
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    std::uint64_t const address = (to.slot == kSink ? 0 : base[l]) + static_cast<std::uint64_t>(to.offset);
    std::uint8_t* const data = touch(i.modes.space, address, bytes * count, l, true, true, true);
    for (unsigned k = 0; k < count; ++k) {
      Wide old = 0;
      if (data != nullptr) {
        std::memcpy(&old, data + k * bytes, bytes);
        Wide const now = f(old, values[k][0][l], values[k][1][l]);
        std::memcpy(data + k * bytes, &now, bytes);
      }
      results[k].lane[l] = old;
    }
  }
  if (answers)
    for (unsigned k = 0; k < count; ++k) put(element(i.operands[0], k), results[k].lane, kAllLanes);
}

// cp.async [to], [from], bytes {, bytes that are read};
void Warp::copy_async(Instruction const& i) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  if (to.kind != Operand::Kind::address || from.kind != Operand::Kind::address)
    throw cli::InputError("operands that the instruction does not take");
  need(defined(to.slot), "the address"), need(defined(from.slot), "the address");
  Wide const *const tos = slot_values(to.slot), *const froms = slot_values(from.slot),
                    *const sizes = slot_values(i.operands[2].slot);
  Wide const* reads = nullptr;
  bool is_predicate = false;
  if (i.operands.size() >= 4) {
    Operand const& last = i.operands[3];
    is_predicate = last.width == 1;
    if (i.operands.size() == 4 && !is_predicate && last.width == 64 &&
        launch_.entry->slots[static_cast<std::size_t>(last.slot)].kind == Slot::Kind::reg)
      reads = nullptr;  // a cache policy
    else
      reads = slot_values(last.slot), need(defined(last.slot), "the number of bytes");
  }
  auto const clocks = std::make_shared<std::vector<std::uint64_t> const>(clock_values_);
  for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
    auto const l = static_cast<unsigned>(std::countr_zero(left));
    auto const bytes = static_cast<unsigned>(sizes[l]);
    if (bytes != 4 && bytes != 8 && bytes != 16)
      throw cli::InputError("an asynchronous copy has 4, 8 or 16 bytes");
    std::uint64_t read = reads == nullptr ? bytes
                         : is_predicate   ? ((reads[l] & 1) != 0 ? 0 : bytes)
                                          : static_cast<std::uint32_t>(reads[l]);
    if (read > bytes) throw cli::InputError("an asynchronous copy reads more than it writes");
    Copy copy;
    copy.lane = static_cast<std::uint8_t>(l), copy.bytes = static_cast<std::uint8_t>(bytes),
    copy.instruction = at_, copy.clocks = clocks;
    copy.to = where(Space::shared, tos[l] + static_cast<std::uint64_t>(to.offset)).address;
    std::uint64_t const source = froms[l] + static_cast<std::uint64_t>(from.offset);
    if (read != 0) tell(l, false, source);
    tell(l, true, copy.to);
    if (source % bytes != 0)
      report(Defect::misaligned, static_cast<int>(l),
             [&] { return fmt::format("loads {} bytes at {:#x}, no multiple of {}", bytes, source, bytes); });
    if (read != 0) {
      Reached const at = reach(source, static_cast<unsigned>(read), l, false, false, 1);
      if (at.data != nullptr) {
        note(at.array, at.offset, static_cast<unsigned>(read), l, false, since_);
        std::memcpy(copy.data, at.data, read);
        copy.from = at.array, copy.read_at = at.offset, copy.read = read;
      }
    }
    if (reach(copy.to, bytes, l, true, true, bytes).data == nullptr) continue;
    look_for_copies(copy.to, bytes, l);
    copy.group = committed_copies_[l];
    copies_[l].push_back(copy), ++copies_under_way_;
  }
}

/// The bytes are there now; they may have come at any time since the copy was started.
void Warp::finish(Copy const& copy) {
  as_started(copy.instruction, copy.clocks->data(), [&](std::uint64_t since) {
    if (copy.read != 0)
      note(copy.from, copy.read_at, static_cast<unsigned>(copy.read), copy.lane, false, since);
    note(nullptr, copy.to, copy.bytes, copy.lane, true, since);
    look_for_reads(state_of_block_, copy.to, copy.bytes, copy.lane);
    std::memcpy(block_.local.data() + copy.to, copy.data, copy.bytes);
  });
}

void Warp::commit_copies() {
  for (unsigned l = 0; l < kLanes; ++l) committed_copies_[l] += mask_ >> l & 1;
}

void Warp::wait_copies(std::uint64_t left) {
  if (copies_under_way_ == 0) return;
  for (unsigned l = 0; l < kLanes; ++l) {
    if ((mask_ >> l & 1) == 0) continue;
    auto& copies = copies_[l];  // in the order of groups
    auto const first_left = std::find_if(copies.begin(), copies.end(), [&](Copy const& copy) {
      return copy.group + left >= committed_copies_[l];
    });
    std::vector<Copy> const over(copies.begin(), first_left);
    copies.erase(copies.begin(), first_left);
    copies_under_way_ -= over.size();
    for (Copy const& copy : over) finish(copy);
  }
}

// A matrix of 8 by 8 halves: lane 8k+r has the address of row r of matrix k; lane l gets two elements of row l / 4.
void Warp::load_matrix(Instruction const& i, unsigned count, bool transposed) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  std::size_t const registers = to.kind == Operand::Kind::vector ? to.elements.size() : 1;
  if (from.kind != Operand::Kind::address || registers != count)
    throw cli::InputError("operands that the instruction does not take");
  check_lanes();
  need(defined(from.slot) | (count == 4 ? 0 : kAllLanes << 8 * count), "the address");
  Wide const* const base = slot_values(from.slot);
  std::uint16_t rows[32][8] = {};
  for (unsigned l = 0; l < 8 * count; ++l) {
    std::uint8_t const* const data =
        touch(i.key.find(".shared") != std::string::npos ? Space::shared : Space::generic,
              base[l] + static_cast<std::uint64_t>(from.offset), 16, l, false, false);
    if (data != nullptr) std::memcpy(rows[l], data, 16);
  }
  for (unsigned k = 0; k < count; ++k) {
    Values values;
    for (unsigned l = 0; l < kLanes; ++l) {
      unsigned const r = l / 4, c = l % 4 * 2;
      Word const low = transposed ? rows[8 * k + c][r] : rows[8 * k + r][c],
                 high = transposed ? rows[8 * k + c + 1][r] : rows[8 * k + r][c + 1];
      values.lane[l] = low | high << 16;
    }
    put(to.kind == Operand::Kind::vector ? to.elements[k] : to.slot, values.lane, kAllLanes);
  }
}

void Warp::transpose_matrix(Instruction const& i) {
  check_lanes();
  Wide const* const from = slot_values(i.operands[1].slot);
  std::uint32_t const written = defined(i.operands[1].slot);
  Values values;
  std::uint32_t known = 0;
  auto const number = [&](unsigned row, unsigned column) {
    return from[4 * row + column / 2] >> column % 2 * 16 & 0xFFFF;
  };
  for (unsigned l = 0; l < kLanes; ++l) {
    unsigned const r = l / 4, c = l % 4 * 2;
    values.lane[l] = number(c, r) | number(c + 1, r) << 16;
    known |= (written >> (4 * c + r / 2) & written >> (4 * c + 4 + r / 2) & 1) << l;
  }
  put(i.operands[0].slot, values.lane, known);
}

void Warp::store_matrix(Instruction const& i, unsigned count, bool transposed) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  std::size_t const registers = from.kind == Operand::Kind::vector ? from.elements.size() : 1;
  if (to.kind != Operand::Kind::address || registers != count)
    throw cli::InputError("operands that the instruction does not take");
  check_lanes();
  need(defined(to.slot) | (count == 4 ? 0 : kAllLanes << 8 * count), "the address");
  std::uint16_t rows[32][8] = {};
  unsigned unwritten[32] = {};  // a bit for each number of a row
  for (unsigned k = 0; k < count; ++k) {
    std::int32_t const slot = from.kind == Operand::Kind::vector ? from.elements[k] : from.slot;
    Wide const* const values = slot_values(slot);
    for (unsigned l = 0; l < kLanes; ++l) {
      unsigned const r = l / 4, c = l % 4 * 2;
      for (unsigned half = 0; half < 2; ++half) {
        auto const [row, column] = transposed ? std::pair(c + half, r) : std::pair(r, c + half);
        rows[8 * k + row][column] = static_cast<std::uint16_t>(values[l] >> 16 * half);
        if ((defined(slot) >> l & 1) == 0) unwritten[8 * k + row] |= 1u << column;
      }
    }
  }
  Space const space = i.key.find(".shared") != std::string::npos ? Space::shared : Space::generic;
  Wide const* const base = slot_values(to.slot);
  for (unsigned l = 0; l < 8 * count; ++l) {
    std::uint8_t* const data =
        touch(space, base[l] + static_cast<std::uint64_t>(to.offset), 16, l, true, false);
    if (data == nullptr) continue;
    std::memcpy(data, rows[l], 16);
    for (unsigned column = 0; column < 8; ++column)
      if ((unwritten[l] >> column & 1) != 0)
        leaves_unwritten(space, base[l] + static_cast<std::uint64_t>(to.offset) + 2 * column, 2);
  }
}

}  // namespace colex::code::ptx
