// SPDX-License-Identifier: MIT
#include "code/ptx/symbols/judge.hpp"

#include <algorithm>

#include "code/symbols/rewriting.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

constexpr std::uint32_t kMostDepth = 500;
constexpr std::size_t kMostConditions = 32;

/// The parts of a conjunction that hold no unknown.
void add_conditions(Term bit, std::vector<Term>& to) {
  if (bit->op == Op::conjunction)
    for (Term const part : bit->of) add_conditions(part, to);
  else if (!bit->is_open)
    to.push_back(bit);
}

/// Of choices of numbers, by what is chosen.
Term is_not_zero(Term t) {
  if (t->op != Op::choose || t->depth > kMostDepth) return inverted(equal(t, constant(0, t->width)));
  return disjunction(conjunction(t->of[0], is_not_zero(t->of[1])),
                     conjunction(inverted(t->of[0]), is_not_zero(t->of[2])));
}

}  // namespace

PtxJudge::PtxJudge(Entry const& entry, std::vector<Run> rows) : entry_(entry), rows_(std::move(rows)) {
  state = State(order_slot() + 1);
}

void PtxJudge::refuse(char const* why) const { throw cli::InputError(why); }

Term PtxJudge::unknown(unsigned width, bool of_lanes) {
  return leaf(of_lanes ? Leaf::unknown_lanes : Leaf::unknown, width, at_, serial_++);
}

Term PtxJudge::slot(std::int32_t number) {
  if (number == kSink) return constant(0, 64);
  auto const s = static_cast<std::size_t>(number);
  reads_.push_back(static_cast<unsigned>(s));
  Term& r = state.slots[s];
  if (r == nullptr) r = unknown(entry_.slots[s].width, true);
  return r;
}

Term PtxJudge::value(Operand const& o) {
  Term const v = slot(o.slot);
  return o.negated ? inverted(v) : v;
}

Wide const* PtxJudge::slot_values(std::int32_t number) {
  Term const v = slot(number);
  if (v->op != Op::constant) refuse("a number that is not known");
  room_ = v->value;
  return &room_;
}

void PtxJudge::put(std::int32_t number, Term value) {
  if (number == kSink) return;
  auto const s = static_cast<std::size_t>(number);
  Term& to = state.slots[s];
  value = extended(value, entry_.slots[s].width);
  if (guard_ != nullptr && to != nullptr)
    reads_.push_back(static_cast<unsigned>(s)), value = choose(guard_, value, to);
  to = value->depth > kMostDepth ? unknown(entry_.slots[s].width, true) : value;
}

void PtxJudge::put_unknown(Operand const& to, bool of_lanes) {
  auto const one = [&](std::int32_t s) {
    if (s != kSink && entry_.slots[static_cast<std::size_t>(s)].kind == Slot::Kind::reg)
      put(s, unknown(entry_.slots[static_cast<std::size_t>(s)].width, of_lanes));
  };
  if (to.kind == Operand::Kind::vector)
    for (std::int32_t const s : to.elements) one(s);
  else
    one(to.slot);
  if (to.has_second) one(to.second);
}

void PtxJudge::forget(Instruction const& i) {
  // What changes more than registers has a row of its own.
  static constexpr std::string_view kOfMemory[] = {"ld",       "st",       "cp",       "red",    "atom",
                                                   "bar",      "barrier",  "mbarrier", "wgmma",  "mapa",
                                                   "ldmatrix", "stmatrix", "fence",    "tcgen05"};
  std::string_view const base = std::string_view(i.key).substr(0, i.key.find('.'));
  if (std::find(std::begin(kOfMemory), std::end(kOfMemory), base) != std::end(kOfMemory))
    refuse("what it does to memory is not known");
  if (i.operands.empty()) return;
  std::vector<Term> read;
  bool known = i.operands[0].kind != Operand::Kind::vector && !i.operands[0].has_second;
  for (std::size_t k = 1; k < i.operands.size(); ++k) {
    Operand const& o = i.operands[k];
    known = known && o.kind == Operand::Kind::value;
    if (o.kind == Operand::Kind::value)
      read.push_back(value(o));
    else
      for (std::int32_t const s : o.elements) slot(s);
  }
  // One of lanes together, or one with a carry, is more than a function of these.
  known = known && i.opcode.find("sync") == std::string::npos && !i.modes.has(Modes::carry) &&
          !i.opcode.starts_with("addc") && !i.opcode.starts_with("subc") && !i.opcode.starts_with("madc");
  if (!known) return put_unknown(i.operands[0], true);
  if (i.operands[0].slot != kSink)
    put(i.operands[0].slot,
        apply(i.opcode, entry_.slots[static_cast<std::size_t>(i.operands[0].slot)].width, read));
}

void PtxJudge::compare_integers(Instruction const& i, unsigned bits, bool is_signed) {
  Operand const& to = i.operands[0];
  if ((i.operands.size() == 4) != i.modes.has(Modes::combine)) refuse("a combination takes a predicate");
  Term const a = extended(value(i.operands[1]), bits), b = extended(value(i.operands[2]), bits);
  auto const less = [&](Term x, Term y) { return is_signed ? below_signed(x, y) : below(x, y); };
  Term first = nullptr;
  switch (i.modes.by) {
    case Compare::eq:
      first = equal(a, b);
      break;
    case Compare::ne:
      first = inverted(equal(a, b));
      break;
    case Compare::lt:
      first = less(a, b);
      break;
    case Compare::le:
      first = inverted(less(b, a));
      break;
    case Compare::gt:
      first = less(b, a);
      break;
    case Compare::ge:
      first = inverted(less(a, b));
      break;
    default:
      refuse("a comparison that integers do not have");
  }
  Term second = inverted(first);
  if (i.operands.size() == 4) {
    Term const c = extract(value(i.operands[3]), 0, 1);
    auto const combined = [&](Term x) {
      return i.modes.with == Combine::both     ? conjunction(x, c)
             : i.modes.with == Combine::either ? disjunction(x, c)
                                               : exclusive(x, c);
    };
    first = combined(first), second = combined(second);
  }
  put(to.slot, first);
  if (to.has_second) put(to.second, second);
}

void PtxJudge::move_bits(Instruction const& i, unsigned bits) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  if (to.kind == Operand::Kind::vector) {
    Term const whole = extended(value(from), bits);
    unsigned const each = bits / static_cast<unsigned>(to.elements.size());
    for (unsigned k = 0; k < to.elements.size(); ++k) put(to.elements[k], extract(whole, each * k, each));
  } else if (from.kind == Operand::Kind::vector) {
    std::vector<Term> parts;
    unsigned const each = bits / static_cast<unsigned>(from.elements.size());
    for (std::int32_t const s : from.elements) parts.push_back(extended(slot(s), each));
    put(to.slot, concatenate(parts));
  } else {
    put(to.slot, extended(value(from), bits));
  }
}

void PtxJudge::convert(Instruction const& i, Number const& from, Number const& to) {
  if (from.is_float || to.is_float || i.modes.has(Modes::sat)) return forget(i);
  if (i.operands[0].slot == kSink) return;
  Term const v = extended(value(i.operands[1]), from.bits);
  unsigned const width = entry_.slots[static_cast<std::size_t>(i.operands[0].slot)].width;
  Term const cut = to.bits <= from.bits ? extended(v, to.bits)
                   : from.is_signed     ? sign_extended(v, to.bits)
                                        : extended(v, to.bits);
  put(i.operands[0].slot, width <= to.bits ? extended(cut, width)
                          : to.is_signed   ? sign_extended(cut, width)
                                           : extended(cut, width));
}

void PtxJudge::branch(Instruction const& i) {
  went_ = true;
  auto const way = [&](std::uint32_t to, Term condition) {
    ways.push_back({to, state});
    auto& when = ways.back().state.when;
    if (condition->op != Op::constant && !condition->is_open && when.size() < kMostConditions)
      when.push_back(condition);
    keep(condition, ways.back().state.also);
  };
  if (guard_ == nullptr) return way(i.target, constant(1, 1));
  asked = guard_;
  way(i.target, guard_), way(at_ + 1, inverted(guard_));
}

void PtxJudge::end() {
  if (guard_ == nullptr) {
    ended_ = true;
    return;
  }
  went_ = true;
  ways.push_back({at_ + 1, state});
  Term const stays = inverted(guard_);
  if (!stays->is_open && state.when.size() < kMostConditions) ways.back().state.when.push_back(stays);
  keep(stays, ways.back().state.also);
}

void PtxJudge::count(unsigned number) {
  Term& to = state.slots[number];
  reads_.push_back(number);
  to = sum(32, {{to, 1}}, 1);
}

/// What all threads of the block wait at orders them; what other barriers order is left out. Within a warp one orders at which all lanes wait at once.
void PtxJudge::barrier(Instruction const& i, bool waits, int how) {
  if (guard_ != nullptr) refuse("a barrier under a condition");
  if (how != 0) put_unknown(i.operands[0], !counts_);  // of a barrier of some threads there are several
  if (waits && counts_) count(epoch_slot());
  bool const of_warp = i.key.starts_with("bar.") || i.key.find(".aligned") != std::string::npos;
  if (waits && (counts_ || of_warp)) count(order_slot());
}

void PtxJudge::sync_lanes(Instruction const& i) {
  if (guard_ != nullptr) return;
  if (value(i.operands[0])->is(0xFFFFFFFFu) || extended(value(i.operands[0]), 32)->is(0xFFFFFFFFu))
    count(order_slot());
}

Term PtxJudge::address_of(Operand const& o) {
  if (o.kind != Operand::Kind::address) refuse("operands that the instruction does not take");
  Term const base = o.slot == kSink ? constant(0, 64) : slot(o.slot);
  return sum(64, {{extended(base, 64), 1}}, static_cast<std::uint64_t>(o.offset));
}

PtxJudge::Where PtxJudge::where(Space space, Term address) const {
  if (space == Space::shared) return {space, extract(address, 0, 32)};
  if (space == Space::cluster) throw cli::InputError("shared memory of another block is not followed");
  std::uint64_t number = 0;
  summands_of(address, number);
  for (auto const& [base, of] :
       {std::pair(kSharedWindow, Space::shared), std::pair(kLocalWindow, Space::local),
        std::pair(kParameterWindow, Space::parameter)})
    if (number - base < kWindow && (space == Space::generic || space == of)) {
      auto const rest = [&] { return sum(64, {{address, 1}}, std::uint64_t{0} - base); };
      if (space == Space::generic && rewritten(rest)->most >= kWindow)
        throw cli::InputError("a generic address of which it is not known that it stays where it begins");
      return {of, of == Space::shared ? extract(address, 0, 32) : rest()};
    }
  if (space != Space::generic) return {space, address};
  if (array_of(multiples, address)) return {Space::global, address};
  throw cli::InputError("an address of which it is not known whether it is of global or of shared memory");
}

MemoryAccess* PtxJudge::record(Space space, Term address, unsigned bytes, bool is_store, std::uint32_t part) {
  Where const at = where(space, address);
  if (at.space != Space::global && at.space != Space::shared) return nullptr;
  MemoryAccess a;
  a.instruction = at_, a.part = part, a.is_lds = at.space == Space::shared, a.is_store = is_store;
  a.bytes = bytes, a.address = at.address;
  a.epoch = state.slots[epoch_slot()], a.order = state.slots[order_slot()];
  reads_.push_back(epoch_slot()), reads_.push_back(order_slot());
  a.is_atomic = now_->modes.is_strong;
  a.when = state.when, a.also = state.also;
  if (guard_ != nullptr) add_conditions(guard_, a.when), keep(guard_, a.also);
  accesses.push_back(std::move(a));
  return &accesses.back();
}

void PtxJudge::load(Instruction const& i, Moved const& t) {
  Operand const &to = i.operands[0], &from = i.operands[1];
  unsigned const count = i.modes.elements;
  Term const address = address_of(from);
  Where const at =
      i.modes.space == Space::constant ? Where{Space::constant, address} : where(i.modes.space, address);
  auto const element = [&](unsigned k) {
    return to.kind == Operand::Kind::vector ? to.elements[k] : to.slot;
  };
  if (at.space == Space::parameter && at.address->op == Op::constant &&
      at.address->value + std::uint64_t{t.bytes} * count <= entry_.parameter_bytes) {
    for (unsigned k = 0; k < count; ++k) {
      std::int32_t const s = element(k);
      if (s == kSink) continue;
      auto const byte = static_cast<std::uint32_t>(at.address->value) + k * t.bytes;
      Term v = t.bytes == 8   ? concatenate({argument(byte), argument(byte + 4)})
               : t.bytes == 4 ? argument(byte)
                              : extract(argument(byte & ~3u), 8 * (byte & 3), 8u * t.bytes);
      unsigned const width = entry_.slots[static_cast<std::size_t>(s)].width;
      put(s, t.is_signed && width > v->width ? sign_extended(v, width) : extended(v, width));
    }
    return;
  }
  if (at.space == Space::global || at.space == Space::shared)
    record(i.modes.space, address, unsigned{t.bytes} * count, false);
  if (at.space == Space::global && t.bytes % 4 == 0) {
    unsigned const dwords = t.bytes / 4u;
    std::vector<Term> all;
    if (has_loaded(tables.empty() ? address : rewritten([&] { return address_of(from); }), dwords * count,
                   [&](unsigned, Term value) { all.push_back(value); })) {
      for (unsigned k = 0; k < count; ++k) {
        std::int32_t const s = element(k);
        if (s == kSink) continue;
        Term const v = dwords == 2 ? concatenate({all[2 * k], all[2 * k + 1]}) : all[k];
        unsigned const width = entry_.slots[static_cast<std::size_t>(s)].width;
        put(s, t.is_signed && width > v->width ? sign_extended(v, width) : extended(v, width));
      }
      return;
    }
  }
  put_unknown(to, true);
}

void PtxJudge::store(Instruction const& i, Moved const& t) {
  record(i.modes.space, address_of(i.operands[0]), unsigned{t.bytes} * i.modes.elements, true);
}

void PtxJudge::update(Instruction const& i, unsigned bytes, bool answers) {
  if (MemoryAccess* const a =
          record(i.modes.space, address_of(i.operands[answers ? 1 : 0]), bytes * i.modes.elements, true))
    a->is_atomic = true;
  if (answers) put_unknown(i.operands[0], true);
}

// cp.async [to], [from], bytes {, bytes that are read};
void PtxJudge::copy_async(Instruction const& i) {
  Term const size = value(i.operands[2]);
  if (size->op != Op::constant || size->value > 16)
    refuse("an asynchronous copy of a size that is not known");
  auto const bytes = static_cast<unsigned>(size->value);
  Term does = constant(1, 1);  // whether anything is read
  if (i.operands.size() >= 4) {
    Term const read = value(i.operands[3]);
    does = i.operands[3].width == 1 ? inverted(extract(read, 0, 1)) : is_not_zero(read);
  }
  if (!does->is(0))
    if (MemoryAccess* const a = record(Space::global, address_of(i.operands[1]), bytes, false, 0))
      keep(does, a->also);
  if (MemoryAccess* const a = record(Space::shared, address_of(i.operands[0]), bytes, true, 1))
    a->is_async = true;
}

unsigned PtxJudge::bulk_bytes(Instruction const& i) {
  Term const size = value(i.operands[2]);
  if (size->op != Op::constant || size->value > 1u << 18) refuse("a bulk copy of a size that is not known");
  if (size->value % 16 != 0) refuse("a bulk copy of a size that is no multiple of 16");
  return static_cast<unsigned>(size->value);
}

void PtxJudge::copy_bulk(Instruction const& i, bool, bool) {
  unsigned const bytes = bulk_bytes(i);
  record(Space::global, address_of(i.operands[1]), bytes, false, 0);
  if (MemoryAccess* const a = record(Space::shared, address_of(i.operands[0]), bytes, true, 1))
    a->is_async = true;
}

/// Lane 8k+r names row r of matrix k.
void PtxJudge::load_matrix(Instruction const& i, unsigned count, bool) {
  Space const space = i.key.find(".shared") != std::string::npos ? Space::shared : Space::generic;
  if (MemoryAccess* const a = record(space, address_of(i.operands[1]), 16, false))
    a->is_of_warp = true, a->lanes = 8 * count;
  put_unknown(i.operands[0], true);
}
void PtxJudge::store_matrix(Instruction const& i, unsigned count, bool) {
  Space const space = i.key.find(".shared") != std::string::npos ? Space::shared : Space::generic;
  if (MemoryAccess* const a = record(space, address_of(i.operands[0]), 16, true))
    a->is_of_warp = true, a->lanes = 8 * count;
}

void PtxJudge::at_memory_barrier(Instruction const& i, std::size_t operand, bool is_atomic) {
  if (operand >= i.operands.size()) return;
  Space const space = i.opcode.find(".shared") != std::string::npos ? Space::shared : Space::generic;
  if (MemoryAccess* const a = record(space, address_of(i.operands[operand]), 8, true))
    a->is_atomic = is_atomic;
}
void PtxJudge::arrive_at_memory_barrier(Instruction const& i, Arrival) {
  bool const answers = i.operands[0].kind != Operand::Kind::address;
  at_memory_barrier(i, answers ? 1 : 0);
  if (answers) put_unknown(i.operands[0], true);
}
void PtxJudge::wait_at_memory_barrier(Instruction const& i, bool) {
  at_memory_barrier(i, 1), put_unknown(i.operands[0], true);
}

/// Of all lanes, the first is the leader.
void PtxJudge::elect(Instruction const& i) {
  if (guard_ != nullptr || !extended(value(i.operands[1]), 32)->is(0xFFFFFFFFu)) return forget_lanes(i);
  put(i.operands[0].slot, constant(0, 32));
  if (i.operands[0].has_second) put(i.operands[0].second, equal(leaf(Leaf::lane, 5), constant(0, 5)));
}

/// What lane 0, or another one, has: of the threads of a full warp all come here.
void PtxJudge::shuffle(Instruction const& i, Shuffle how) {
  Term const x = value(i.operands[1]), from = value(i.operands[2]), all = value(i.operands[4]);
  put_unknown(i.operands[0], true);
  if (guard_ != nullptr || !extended(all, 32)->is(0xFFFFFFFFu) || i.operands[0].has_second) return;
  for (Term const l : leaves_of(x))
    if (l->has_lane && l->leaf != Leaf::lane) return;
  if (!x->has_lane) return put(i.operands[0].slot, x);
  if (how != Shuffle::idx || from->op != Op::constant || !extended(value(i.operands[3]), 32)->is(31)) return;
  put(i.operands[0].slot, substituted(x, [&](Term t) {
        return t->op == Op::leaf && t->leaf == Leaf::lane ? constant(from->value & 31, t->width) : nullptr;
      }));
}

bool PtxJudge::step(std::uint32_t at, SymbolicStep const& now) {
  at_ = at, serial_ = 0, ended_ = went_ = false, guard_ = nullptr;
  ways.clear(), accesses.clear(), reads_.clear(), asked = guard = nullptr;
  Instruction const& i = entry_.instructions[at];
  now_ = &i, counts_ = now.flow.is_barrier;
  if (i.guard != kSink) {
    Term bit = extract(slot(i.guard), 0, 1);
    if (i.guard_negated) bit = inverted(bit);
    guard = bit;
    if (bit->is(0)) return true;
    if (!bit->is(1)) guard_ = bit;
  }
  if (!now.why.empty())
    for (Operand const& o : i.operands) put_unknown(o, true);
  else if (rows_[at] != nullptr)
    rows_[at](*this, i);
  else
    forget(i);
  return !ended_ && !went_;
}

}  // namespace colex::code::ptx
