// SPDX-License-Identifier: MIT
#include "code/registers.hpp"

#include <fmt/format.h>

#include <cstring>

#include "operations/failure.hpp"

namespace colex::code {

namespace {

/// A constant of 64 bits. A literal is the upper half of a floating-point number, and an integer without a sign.
Wide wide_constant(Operand const& o, bool is_float) {
  if (o.is_literal && is_float) return Wide{o.value} << 32;
  return o.is_literal ? Wide{o.value} : o.wide;
}

Word part_of(Word value, Part part, bool sign_extended) {
  if (part == Part::dword) return value;
  bool const byte = part <= Part::byte_3;
  Word const at = byte ? 8 * (static_cast<Word>(part) - static_cast<Word>(Part::byte_0))
                       : 16 * (static_cast<Word>(part) - static_cast<Word>(Part::word_0));
  return sign_extended ? field_signed(value, at, byte ? 8 : 16) : field(value, at, byte ? 8 : 16);
}

template <class T>
T with_sign(Operand const& o, T value) {
  T const sign = T{1} << (8 * sizeof(T) - 1);
  if (o.absolute) value &= ~sign;
  return o.negative ? value ^ sign : value;
}

bool is_changed(Operand const& o) { return o.negative || o.absolute || o.part != Part::dword; }

}  // namespace

void Registers::write_exec(std::uint64_t mask) {
  exec_ = mask;
  for (int lane = 0; lane < kLanes; ++lane) lane_masks_[lane] = (mask >> lane & 1) != 0 ? ~Word{0} : 0;
}

void Registers::set_vector(unsigned index, Word const (&values)[kLanes]) {
  std::memcpy(vectors_[index], values, sizeof values);
  vector_defined_[index] = kAllLanes;
}

void Registers::early_vector(unsigned index) {
  vector_pending_[index] = 0;
  found(Defect::early_use, -1,
        fmt::format("{}{} is used before the load to it was waited for", index < kAccumulators ? 'v' : 'a',
                    index % kAccumulators));
}

Word Registers::scalar_word(unsigned index, bool& defined) {
  if (index == kExec) return low(exec_);
  if (index == kExec + 1u) return high(exec_);
  if (index >= kScalars) throw cli::InputError("a scalar register past the last");
  if (scalar_pending_[index] != 0) {
    scalar_pending_[index] = 0;
    found(Defect::early_use, -1, fmt::format("s{} is used before the load to it was waited for", index));
  }
  if (!scalar_defined_[index]) defined = false;
  return scalars_[index];
}

void Registers::put_scalar_word(unsigned index, Word value, bool defined) {
  if (index == kExec || index == kExec + 1u) {
    if (!defined)
      found(Defect::uninitialised_read, -1, "which lanes are on depends on what nothing has written");
    return write_exec(index == kExec ? (exec_ & ~Wide{0xFFFFFFFFu}) | value
                                     : (exec_ & 0xFFFFFFFFu) | Wide{value} << 32);
  }
  bool ignored = true;
  static_cast<void>(scalar_word(index, ignored));
  scalars_[index] = value, scalar_defined_[index] = defined;
}

Word Registers::take_word(Operand const& o, bool& defined) {
  if (o.from == From::constant) return o.value;
  if (o.from != From::scalar) throw cli::InputError("a scalar operand is needed");
  return scalar_word(o.index, defined);
}

Wide Registers::take_wide(Operand const& o, bool is_float, bool& defined) {
  if (o.from == From::constant) return wide_constant(o, is_float);
  if (o.from != From::scalar) throw cli::InputError("a scalar operand is needed");
  Word const first = scalar_word(o.index, defined);
  return Wide{scalar_word(o.index + 1u, defined)} << 32 | first;
}

Word const* Registers::fetch_word(Operand const& o, Word (&room)[kLanes], Defined& defined) {
  if (o.from == From::vector) {
    touch_vector(o.index);
    defined.lose(vector_defined_[o.index]);
    if (!is_changed(o)) return vectors_[o.index];
    for (int lane = 0; lane < kLanes; ++lane)
      room[lane] = with_sign(o, part_of(vectors_[o.index][lane], o.part, o.sign_extended));
    return room;
  }
  bool known = true;
  Word const value = with_sign(o, part_of(take_word(o, known), o.part, o.sign_extended));
  if (!known) defined.lose(0);
  for (Word& one : room) one = value;
  return room;
}

Word const* Registers::fetch_half(Operand const& o, Word (&room)[kLanes], Defined& defined) {
  Word const* const whole = fetch_word(unsigned_form(o), room, defined);
  Word const kept = o.absolute ? 0x7FFF : 0xFFFF, changed = o.negative ? 0x8000 : 0;
  for (int lane = 0; lane < kLanes; ++lane) room[lane] = (whole[lane] & kept) ^ changed;
  return room;
}

Wide const* Registers::fetch_wide(Operand const& o, Wide (&room)[kLanes], Defined& defined, bool is_float,
                                  bool by_halves) {
  if (o.from == From::vector) {
    unsigned const next = o.index + 1u;
    if (next >= kVectors) throw cli::InputError("a vector register past the last");
    touch_vector(o.index), touch_vector(next);
    defined.all &= vector_defined_[o.index] & vector_defined_[next];
    defined.low &= vector_defined_[o.index] & (by_halves ? kAllLanes : vector_defined_[next]);
    for (int lane = 0; lane < kLanes; ++lane)
      room[lane] = Wide{vectors_[next][lane]} << 32 | vectors_[o.index][lane];
    if (is_changed(o))
      for (Wide& one : room) one = with_sign(o, one);
    return room;
  }
  bool known = true;
  Wide const value = with_sign(o, take_wide(o, is_float, known));
  if (!known) defined.lose(0);
  for (Wide& one : room) one = value;
  return room;
}

void Registers::put_register(unsigned index, Word const* values, std::uint64_t defined) {
  if (index >= kVectors) throw cli::InputError("a vector register past the last");
  touch_vector(index);
  forget_parts(index, exec_);
  Word* const row = vectors_[index];
  if (exec_ == kAllLanes) {
    std::memcpy(row, values, sizeof vectors_[index]);
    vector_defined_[index] = defined;
    return;
  }
  for (int lane = 0; lane < kLanes; ++lane)
    row[lane] = (values[lane] & lane_masks_[lane]) | (row[lane] & ~lane_masks_[lane]);
  vector_defined_[index] = (vector_defined_[index] & ~exec_) | (defined & exec_);
}

void Registers::put_word(Operand const& to, Modifiers const& m, Word const (&values)[kLanes],
                         std::uint64_t defined) {
  if (to.from != From::vector) throw cli::InputError("a vector register is needed to hold the answer");
  if (m.destination == Part::dword) return put_register(to.index, values, defined);
  Word placed[kLanes];
  bool const byte = m.destination <= Part::byte_3;
  Word const width = byte ? 0xFF : 0xFFFF;
  Word const at = byte ? 8 * (static_cast<Word>(m.destination) - static_cast<Word>(Part::byte_0))
                       : 16 * (static_cast<Word>(m.destination) - static_cast<Word>(Part::word_0));
  for (int lane = 0; lane < kLanes; ++lane)
    placed[lane] =
        (values[lane] & width) << at | (m.preserves ? vectors_[to.index][lane] & ~(width << at) : 0);
  put_register(to.index, placed, m.preserves ? defined & vector_defined_[to.index] : defined);
}

void Registers::put_wide(Operand const& to, Wide const (&values)[kLanes], Defined const& defined) {
  if (to.from != From::vector) throw cli::InputError("vector registers are needed to hold the answer");
  alignas(64) Word halves[2][kLanes];
  for (int lane = 0; lane < kLanes; ++lane)
    halves[0][lane] = low(values[lane]), halves[1][lane] = high(values[lane]);
  put_register(to.index, halves[0], defined.low), put_register(to.index + 1u, halves[1], defined.all);
}

}  // namespace colex::code
