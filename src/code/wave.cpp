// SPDX-License-Identifier: MIT
// Control: conditions, waits, barriers, the end; and lanes read and written as scalars.
#include "code/wave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "operations/failure.hpp"

namespace colex::code {

Wave::Wave(Launch& launch, Block& block, unsigned number, std::uint64_t lanes)
    : Group(block, number),
      launch_(launch),
      all_lanes_(lanes),
      scratch_(std::size_t{launch.scratch_bytes} * kLanes),
      scratch_defined_(launch.scratch_bytes) {
  write_exec(lanes);
}

void Wave::need(std::uint64_t defined, char const* what) {
  std::uint64_t const lacking = exec() & ~defined;
  if (lacking != 0)
    found(Defect::uninitialised_read, std::countr_zero(lacking),
          fmt::format("{} comes from a register that nothing has written", what));
}

bool Wave::condition() {
  if (!condition_known_)
    found(Defect::uninitialised_read, -1, "the branch depends on what nothing has written");
  condition_known_ = true;
  return condition_;
}

bool Wave::vcc_is_zero() {
  bool known = true;
  bool const zero = (scalar_word(kVcc, known) | scalar_word(kVcc + 1u, known)) == 0;
  if (!known) found(Defect::uninitialised_read, -1, "the branch depends on what nothing has written");
  return zero;
}

void Wave::step() {
  Launch& launch = launch_;
  if (next_ >= launch.program.size()) throw cli::InputError("the code goes on without s_endpgm");
  at_ = next_++;
  if (launch.budget == 0) throw cli::InputError("the budget of instructions is spent");
  --launch.budget;
  Step const& now = launch.program[at_];
  ++launch.report.instructions;
  launch.report.lane_instructions += now.is_vector ? kLanes : 1;
  if (launch.observer != nullptr) [[unlikely]]
    launch.observer->executes(block_.number, number_, at_);
  now.run(*this, now.instruction);
  settle();
}

void Wave::wait(Instruction const& i) {
  for (int left = i.waits.vector; left >= 0 && vector_memory_.size() > static_cast<std::size_t>(left);
       vector_memory_.pop_front())
    finish(vector_memory_.front());
  if (i.waits.other >= 0) wait_for_other(i.waits.other);
}

/// LDS accesses end in their order. Scalar loads end in any order: only a wait for all of them says that one has ended.
void Wave::wait_for_other(int left) {
  std::size_t ordered = 0;
  for (Outstanding const& one : other_) ordered += one.in_order ? 1 : 0;
  for (auto one = other_.begin(); one != other_.end();) {
    bool const ended = left == 0 || (one->in_order && ordered > static_cast<std::size_t>(left));
    if (!ended) {
      ++one;
      continue;
    }
    ordered -= one->in_order ? 1 : 0;
    finish(*one);
    one = other_.erase(one);
  }
}

void Wave::barrier() {
  if (exec() != all_lanes_) {
    std::uint64_t const off = all_lanes_ & ~exec();
    found(Defect::barrier_divergence, off == 0 ? -1 : std::countr_zero(off),
          "the barrier is reached while this lane is off");
  }
  state_ = State::waits;
}

/// What is under way ends some time from now on.
void Wave::end() {
  for (Outstanding const& one : vector_memory_) finish(one);
  state_ = State::ended;
}

void Wave::read_first_lane(Instruction const& i) {
  Room<D> room;
  Defined defined;
  Word const* const values = fetch<D>(i.operands[1], room, defined);
  int const lane = exec() == 0 ? 0 : std::countr_zero(exec());
  put_scalar<D>(i.operands[0], values[lane], (defined.all >> lane & 1) != 0);
}

void Wave::read_lane(Instruction const& i) {
  Room<D> room;
  Defined defined;
  Word const* const values = fetch<D>(i.operands[1], room, defined);
  Word const lane = take_known<D>(i.operands[2]) % kLanes;
  put_scalar<D>(i.operands[0], values[lane], (defined.all >> lane & 1) != 0);
}

void Wave::write_lane(Instruction const& i) {
  bool known = true;
  Word const value = take<D>(i.operands[1], known), lane = take_known<D>(i.operands[2]) % kLanes;
  unsigned const index = i.operands[0].index;
  touch_vector(index);
  vectors_[index][lane] = value;
  std::uint64_t const bit = std::uint64_t{1} << lane;
  forget_parts(index, bit);
  vector_defined_[index] = (vector_defined_[index] & ~bit) | (known ? bit : 0);
}

/// A source that is off, or past the row's end, is none: the lane reads 0 or is not written.
Word const* Wave::of_other_lanes(Instruction const& i, Operand const& o, Room<D>& room, Defined& defined) {
  LanePattern const& p = i.modifiers.lanes_read;
  Room<D> own;
  Defined here;
  Word const* const from = fetch<D>(o, own, here);
  std::uint64_t known = 0;
  writable_ = 0;
  for (int lane = 0; lane < kLanes; ++lane) {
    int const at = source_lane(p, lane);
    bool const is_there = at >= 0 && (exec() >> at & 1) != 0;
    room.values[lane] = is_there ? from[at] : 0;
    known |= std::uint64_t{!is_there || (here.all >> at & 1) != 0} << lane;
    writable_ |= std::uint64_t{is_written(p, lane) && (is_there || p.zero)} << lane;
  }
  defined.lose(known);
  return room.values;
}

Word const* Wave::pair_source(Instruction const& i, std::size_t n, std::size_t half, Room<D>& room,
                              Defined& defined) {
  Modifiers const& m = i.modifiers;
  bool const second = (half == 0 ? m.low : m.high)[n] != 0;
  Operand o = i.operands[n + 1];
  if (o.from != From::constant && second) ++o.index;
  if (o.from == From::constant && o.is_literal) throw cli::InputError("a literal in a packed instruction");
  if ((half == 0 ? m.negative_low : m.negative_high)[n] != 0) o.negative = !o.negative;
  Word const* const from = fetch<D>(o, room, defined);
  if (from == room.values) return from;
  for (int lane = 0; lane < kLanes; ++lane) room.values[lane] = from[lane];  // the destination may overlap
  return room.values;
}

void Wave::move_pair(Instruction const& i) {
  Room<D> rooms[2];
  Defined defined[2];
  for (std::size_t half = 0; half < 2; ++half) {
    Operand o = i.operands[half + 1];
    if (o.from != From::constant && i.modifiers.low[half] != 0) ++o.index;
    Word const* const from = fetch<D>(o, rooms[half], defined[half]);
    if (from != rooms[half].values) std::memcpy(rooms[half].values, from, sizeof rooms[half].values);
  }
  for (unsigned half = 0; half < 2; ++half)
    put_register(i.operands[0].index + half, rooms[half].values, defined[half].all);
}

void Wave::mixed_fma(Instruction const& i, Part to) {
  Room<D> rooms[3], result;
  Defined defined;
  bool const says = (i.modifiers.given & Modifiers::op_sel_hi) != 0;
  for (std::size_t k = 0; k < 3; ++k) {
    Operand const& o = i.operands[k + 1];
    bool const half = says && i.modifiers.high[k] != 0, upper = i.modifiers.low[k] != 0;
    if (half && o.from == From::constant) throw cli::InputError("a constant as a half is not known");
    Word const* const from = fetch<D>(unsigned_form(o), rooms[k], defined);
    for (int lane = 0; lane < kLanes; ++lane) {
      Word x = from[lane];
      if (half) x = f32_of_f16(upper ? x >> 16 : x & 0xFFFFu);
      if (o.absolute) x &= 0x7FFFFFFFu;
      rooms[k].values[lane] = o.negative ? x ^ 0x80000000u : x;
    }
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    Word const sum = fma_f32(rooms[0].values[lane], rooms[1].values[lane], rooms[2].values[lane]);
    result.values[lane] = to == Part::dword ? sum : f16_of_f32(sum);
  }
  Modifiers m;
  m.destination = to, m.preserves = true;
  put<D>(i.operands[0], m, result, defined);
}

void Wave::pack_halves(Instruction const& i) {
  Room<D> rooms[2], result;
  Word const* from[2];
  Defined defined;
  for (std::size_t k = 0; k < 2; ++k) {
    if (i.operands[k + 1].negative || i.operands[k + 1].absolute)
      throw cli::InputError("a sign of a half is not known");
    from[k] = fetch<D>(of_halves<HF>(i.operands[k + 1]), rooms[k], defined);
  }
  for (int lane = 0; lane < kLanes; ++lane)
    result.values[lane] = (from[0][lane] >> (i.modifiers.low[0] != 0 ? 16 : 0) & 0xFFFFu) |
                          from[1][lane] >> (i.modifiers.low[1] != 0 ? 16 : 0) << 16;
  put<D>(i.operands[0], {}, result, defined);
}

Wave::Rows Wave::matrix(Operand const& o, unsigned count, Word (*room)[kLanes], std::uint64_t& defined) {
  if (o.from == From::constant) {
    for (unsigned k = 0; k < count; ++k)
      for (Word& one : room[k]) one = o.value;
    if (o.value != 0) throw cli::InputError("a constant other than 0 as a matrix is not known");
    return room;
  }
  if (o.from != From::vector || o.count != count || o.index + count > kVectors)
    throw cli::InputError("a matrix of other registers than its form has");
  for (unsigned k = 0; k < count; ++k) touch_vector(o.index + k), defined &= vector_defined_[o.index + k];
  return vectors_ + o.index;
}

void Wave::put_matrix(Operand const& o, unsigned count, Rows values, std::uint64_t defined) {
  if (o.from != From::vector || o.count != count || o.index + count > kVectors)
    throw cli::InputError("a matrix of other registers than its form has");
  for (unsigned k = 0; k < count; ++k) {
    touch_vector(o.index + k), forget_parts(o.index + k, kAllLanes);
    for (int lane = 0; lane < kLanes; ++lane) vectors_[o.index + k][lane] = values[k][lane];
    vector_defined_[o.index + k] = defined;
  }
}

}  // namespace colex::code
