// SPDX-License-Identifier: MIT
#include "code/symbols/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "code/symbols/rewriting.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

constexpr std::uint32_t kMostDepth = 500;
constexpr std::size_t kMostConditions = 16;  // of a way

/// The bit that all lanes have of a word that is all ones or none, also as half of a mask; null where it is none.
Term bit_of_flag(Term t) {
  if (t->is_uniform && !t->has_lane && !t->has_ballot) return extract(t, 0, 1);
  if (t->op == Op::extract && t->width == 32 && t->of[0]->width == 64) return bit_of_flag(t->of[0]);
  if (t->width != 64) return nullptr;
  if (t->op == Op::concatenate && t->of.size() == 2 && t->of[0] == t->of[1]) return bit_of_flag(t->of[0]);
  if (t->op != Op::exclusive || !t->of[1]->is(~std::uint64_t{0})) return nullptr;
  Term const bit = bit_of_flag(t->of[0]);
  return bit == nullptr ? nullptr : inverted(bit);
}

/// Half a mask of lanes beside a flag, as of exec & flag; `flag` is null where it is no such half.
struct MaskedHalf {
  Term mask = nullptr, flag = nullptr;
};
MaskedHalf masked_half(Term t) {
  if (t->op == Op::conjunction && t->width == 32)
    for (auto const& [mask, flag] : {std::pair{t->of[0], t->of[1]}, std::pair{t->of[1], t->of[0]}})
      if (mask->op == Op::extract && mask->of[0]->op == Op::ballot) return {mask, bit_of_flag(flag)};
  return {};
}

/// The bit that says which is the mask: of lanes among which this one is, or zero; null where it is no such mask.
Term all_or_zero(Term low, Term high) {
  MaskedHalf const x = masked_half(low), y = masked_half(high);
  if (x.flag == nullptr || x.flag != y.flag || x.mask->of[0] != y.mask->of[0]) return nullptr;
  return x.mask->value == 0 && y.mask->value == 32 && x.mask->of[0]->of[0]->is(1) ? x.flag : nullptr;
}

/// What holds a mask of lanes but is not one by its form says nothing: the other lanes' bits are not known. What is deep is forgotten.
bool is_clean(Term t) {
  if (t->depth > kMostDepth) return false;
  if (!t->has_ballot || t->op == Op::ballot || masked_half(t).flag != nullptr) return true;
  return t->op == Op::extract && t->of[0]->op == Op::ballot && t->width == 32;
}

Term signed_as(Operand const& o, Term value) {
  Term const sign = constant(std::uint64_t{1} << (value->width - 1), value->width);
  if (o.absolute) value = conjunction(value, inverted(sign));
  return o.negative ? exclusive(value, sign) : value;
}

Term part_of(Term value, Part part, bool sign_extends) {
  if (part == Part::dword) return value;
  bool const byte = part <= Part::byte_3;
  unsigned const at = byte ? 8 * (static_cast<unsigned>(part) - static_cast<unsigned>(Part::byte_0))
                           : 16 * (static_cast<unsigned>(part) - static_cast<unsigned>(Part::word_0));
  Term const bits = extract(value, at, byte ? 8 : 16);
  return sign_extends ? sign_extended(bits, 32) : extended(bits, 32);
}

/// Of a bit that is 1, what is known of lanes by it.
void add_known(Term bit, std::vector<Term>& to) {
  if (bit->op == Op::conjunction)
    for (Term const part : bit->of) add_known(part, to);
  else if (!bit->is_open && bit->op != Op::constant && to.size() < kMostConditions)
    to.push_back(bit);
}

unsigned registers(int bytes) { return static_cast<unsigned>(bytes + 3) / 4; }

}  // namespace

Term Machine::argument(std::uint32_t byte) const {
  return extract(code::argument(multiples, byte & ~7u), (byte & 4) != 0 ? 32 : 0, 32);
}

bool Machine::has_loaded(Term address, unsigned dwords, std::function<void(unsigned, Term)> const& put) {
  if (auto const array = array_of(multiples, address)) arrays[at_] = *array;
  if (tables.empty()) return false;
  std::vector<Term> all;
  for (unsigned k = 0; k < dwords; ++k)
    if (Term const one = dword_of_table(tables, multiples, address, 4 * k))
      all.push_back(one);
    else
      return false;
  for (unsigned k = 0; k < dwords; ++k) put(k, all[k]);
  return true;
}

void Machine::keep(Term bit, std::vector<Term>& to) const {
  constexpr std::size_t kMostKept = 64;
  if (!keeps_conditions || bit->op == Op::constant || to.size() == kMostKept) return;
  bool const is_not = bit->op == Op::exclusive && bit->of[1]->is(1);
  if (bit->op == Op::conjunction)
    for (Term const part : bit->of) keep(part, to);
  else if (is_not && bit->of[0]->op == Op::disjunction)
    for (Term const part : bit->of[0]->of) keep(inverted(part), to);
  else if (std::find(to.begin(), to.end(), bit) == to.end())
    to.push_back(bit);
}

void Machine::keep_of_launch(Term bit, std::vector<Term>& to) {
  bool const is_not = bit->op == Op::exclusive && bit->of[1]->is(1);
  if (bit->op == Op::conjunction)
    for (Term const part : bit->of) keep_of_launch(part, to);
  else if (is_not && bit->of[0]->op == Op::disjunction)
    for (Term const part : bit->of[0]->of) keep_of_launch(inverted(part), to);
  else if (is_of_launch(bit) && to.size() < kMostConditions &&
           std::find(to.begin(), to.end(), bit) == to.end())
    to.push_back(bit);
}

Term Judge::unknown(unsigned width, bool of_lanes) {
  return leaf(of_lanes ? Leaf::unknown_lanes : Leaf::unknown, width, at_, serial_++);
}

Term Judge::slot(unsigned index) {
  if (index >= kSlots) throw cli::InputError("a register past the last");
  reads_.push_back(index);
  if (state.slots[index] == nullptr)
    state.slots[index] =
        unknown(index == kConditionSlot ? 1 : 32, index >= kFirstVector && index < kRegisters);
  return state.slots[index];
}

Term Judge::exec_mask() { return ballot(constant(state.is_on ? 1 : 0, 1)); }

Term Judge::fetch_word(Operand const& o, bool scalar_only) {
  Term value = nullptr;
  if (o.from == From::constant)
    value = constant(o.value, 32);
  else if (o.from == From::vector && !scalar_only)
    value = slot(kFirstVector + o.index);
  else if (o.from != From::scalar)
    throw cli::InputError("a scalar operand is needed");
  else if (o.index == kExec || o.index == kExec + 1u)
    value = extract(exec_mask(), o.index == kExec ? 0 : 32, 32);
  else
    value = slot(o.index);
  return signed_as(o, part_of(value, o.part, o.sign_extended));
}

Term Judge::fetch_half(Operand const& o) {
  return extended(signed_as(o, extract(fetch_word(unsigned_form(o), false), 0, 16)), 32);
}

Term Judge::fetch_wide(Operand const& o, bool is_float, bool scalar_only) {
  Term value = nullptr;
  if (o.from == From::constant) {
    value = o.is_literal && is_float ? constant(std::uint64_t{o.value} << 32, 64)
                                     : constant(o.is_literal ? o.value : o.wide, 64);
  } else if (o.from == From::vector && !scalar_only) {
    value = concatenate({slot(kFirstVector + o.index), slot(kFirstVector + o.index + 1u)});
  } else if (o.from != From::scalar) {
    throw cli::InputError("a scalar operand is needed");
  } else if (o.index == kExec) {
    value = exec_mask();
  } else {
    value = concatenate({slot(o.index), slot(o.index + 1u)});
  }
  return signed_as(o, value);
}

Term Judge::bit_of(Term mask) {
  if (Term const bit = bit_of_mask(mask)) return bit;
  if (Term const bit = all_or_none(extract(mask, 0, 32), extract(mask, 32, 32))) return bit;
  if (mask->op == Op::constant) {  // a mask of some lanes, as a number
    Term const lane = leaf(Leaf::lane, 6);
    return extract(shifted(Op::shift_right, mask, extended(lane, 32)), 0, 1);
  }
  return unknown(1, true);
}

void Judge::put_vector(unsigned index, Term value) {
  if (index >= kVectors) throw cli::InputError("a vector register past the last");
  if (!state.is_on) return;
  state.slots[kFirstVector + index] = is_clean(value) ? value : unknown(32, true);
}

void Judge::forget_vectors(unsigned first, unsigned count) {
  for (unsigned k = 0; k < count; ++k) put_vector(first + k, unknown(32, true));
}

void Judge::put(Operand const& to, Modifiers const& m, Term value) {
  if (to.from != From::vector) throw cli::InputError("a vector register is needed to hold the answer");
  if (value->width == 64) {
    put_vector(to.index, extract(value, 0, 32)), put_vector(to.index + 1u, extract(value, 32, 32));
    return;
  }
  if (m.destination != Part::dword) {
    bool const byte = m.destination <= Part::byte_3;
    unsigned const width = byte ? 8 : 16,
                   at = width * (static_cast<unsigned>(m.destination) -
                                 static_cast<unsigned>(byte ? Part::byte_0 : Part::word_0));
    Term const old = m.preserves ? slot(kFirstVector + to.index) : constant(0, 32);
    value = concatenate(
        {extract(old, 0, at), extract(value, 0, width), extract(old, at + width, 32 - at - width)});
  }
  put_vector(to.index, value);
}

void Judge::put_scalar(Operand const& to, Term value) {
  if (to.from != From::scalar) throw cli::InputError("a scalar register is needed to hold the answer");
  if (to.index == kExec || to.index == kExec + 1u) {
    if (value->width != 64) throw cli::InputError("half of EXEC is written, which is not understood");
    return set_exec(value);
  }
  for (unsigned k = 0; 32 * k < value->width; ++k) {
    Term half = extract(value, 32 * k, 32);
    if (!is_clean(half) || half->has_lane) half = unknown(32, false);
    state.slots[to.index + k] = half;
  }
}

void Judge::put_mask(Operand const& to, Term bit) {
  put_scalar(to, ballot(state.is_on ? bit : constant(0, 1)));
}

void Judge::set_condition(Term bit) {
  state.slots[kConditionSlot] =
      bit->has_ballot || bit->has_lane || bit->depth > kMostDepth ? unknown(1, false) : bit;
}

SymbolicBit Judge::condition_now() { return {slot(kConditionSlot)}; }
SymbolicBit Judge::condition() { return condition_now(); }

void Judge::set_exec(Term mask) { asked = exec_bit_ = bit_of(mask); }

SymbolicBit Judge::exec_is_zero() { return {state.is_on ? constant(0, 1) : unknown(1, false)}; }

SymbolicBit Judge::vcc_is_zero() {
  Term const mask = concatenate({slot(kVcc), slot(kVcc + 1u)}), bit = bit_of_mask(mask);
  if (mask->op == Op::constant) return {constant(mask->value == 0, 1)};
  if (Term const all = all_or_none(slot(kVcc), slot(kVcc + 1u))) return {inverted(all)};
  if (Term const some = all_or_zero(slot(kVcc), slot(kVcc + 1u))) return {inverted(some)};
  if (bit == nullptr) return {unknown(1, false)};
  if (bit->is(1)) return {constant(0, 1)};
  if (!bit->has_lane && !state.diverged && state.is_on) return {inverted(bit)};
  return {unknown(1, false)};
}

void Judge::branch(Instruction const& i, bool taken) {
  if (!taken) return;
  ways.push_back({i.target, state}), went_ = true;
}

void Judge::branch(Instruction const& i, SymbolicBit taken) {
  asked = taken.term;
  for (bool const goes : {true, false}) {
    Term const bit = goes ? taken.term : inverted(taken.term);
    if (bit->is(0)) continue;
    ways.push_back({goes ? i.target : at_ + 1, state});
    keep(bit, ways.back().state.also), keep_of_launch(bit, ways.back().state.of_launch);
  }
  went_ = true;
}

void Judge::barrier() { state.slots[kEpochSlot] = sum(32, {{slot(kEpochSlot), 1}}, 1); }

/// Where no lane is off, that is lane 0.
void Judge::read_first_lane(Instruction const& i) {
  Term x = fetch_word(i.operands[1], false);
  bool const all_on = !state.diverged && state.is_on && !x->has_ballot;
  if (all_on && x->has_lane)
    x = substituted(x, [](Term t) {
      return t->op == Op::leaf && t->leaf == Leaf::lane ? constant(0, t->width) : nullptr;
    });
  put_scalar(i.operands[0], all_on && !x->has_lane ? x : unknown(32, false));
}

void Judge::read_lane(Instruction const& i) { put_scalar(i.operands[0], unknown(32, false)); }

void Judge::write_lane(Instruction const& i) {
  state.slots[kFirstVector + i.operands[0].index] = unknown(32, true);
}

Term Judge::pair_source(Instruction const& i, std::size_t n, std::size_t half) {
  Modifiers const& m = i.modifiers;
  Operand o = i.operands[n + 1];
  if (o.from != From::constant && (half == 0 ? m.low : m.high)[n] != 0) ++o.index;
  if ((half == 0 ? m.negative_low : m.negative_high)[n] != 0) o.negative = !o.negative;
  return fetch_word(o, false);
}

Term Judge::half_source(Operand const& o, bool upper, bool negative) {
  Term const x = extended(extract(fetch_word(o, false), upper ? 16 : 0, 16), 32);
  return negative ? exclusive(x, constant(0x8000, 32)) : x;
}

void Judge::move_pair(Instruction const& i) {
  Term halves[2];
  for (std::size_t half = 0; half < 2; ++half) {
    Operand o = i.operands[half + 1];
    if (o.from != From::constant && i.modifiers.low[half] != 0) ++o.index;
    halves[half] = fetch_word(o, false);
  }
  for (unsigned half = 0; half < 2; ++half) put_vector(i.operands[0].index + half, halves[half]);
}

void Judge::pack_halves(Instruction const& i) {
  Term halves[2];
  for (std::size_t k = 0; k < 2; ++k) {
    if (i.operands[k + 1].negative || i.operands[k + 1].absolute)
      throw cli::InputError("a sign of a half is not known");
    halves[k] = half_source(of_halves<HF>(i.operands[k + 1]), i.modifiers.low[k] != 0, false);
  }
  put_vector(i.operands[0].index, concatenate({extract(halves[0], 0, 16), extract(halves[1], 0, 16)}));
}

void Judge::matrix(Instruction const& i) {
  bool const on = std::exchange(state.is_on, true);  // all lanes, also those that are off
  forget_vectors(i.operands[0].index, i.operands[0].count);
  state.is_on = on;
}

void Judge::load_scalar(Instruction const& i, int dwords) {
  Term const base = fetch_wide(i.operands[1], false, true);
  Operand const& o = i.operands[2];
  Term const offset = o.from == From::constant ? constant(o.wide, 64) : extended(fetch_word(o, true), 64);
  std::uint64_t at = 0;
  Term const address = rewritten([&] { return sum(64, {{base, 1}, {offset, 1}}); });
  auto const from = summands_of(address, at);
  Leaf const what = from.size() == 1 && from[0].factor == 1 && from[0].term->op == Op::leaf
                        ? from[0].term->leaf
                        : Leaf::none;
  std::vector<Term> entries(static_cast<unsigned>(dwords), nullptr);
  if (what != Leaf::arguments_at && what != Leaf::packet_at)
    has_loaded(address, static_cast<unsigned>(dwords), [&](unsigned k, Term value) { entries[k] = value; });
  for (unsigned k = 0; k < static_cast<unsigned>(dwords); ++k) {
    Operand to = i.operands[0];
    to.index = static_cast<std::uint16_t>(to.index + k), to.count = 1;
    std::uint64_t const byte = at + 4 * k;
    bool const known =
        (what == Leaf::arguments_at || what == Leaf::packet_at) && byte % 4 == 0 && byte < (1u << 20);
    put_scalar(to, entries[k] != nullptr ? entries[k]
                   : !known              ? unknown(32, false)
                   : what == Leaf::arguments_at
                       ? argument(static_cast<std::uint32_t>(byte))
                       : extract(leaf(Leaf::packet, 64, static_cast<std::uint32_t>(byte & ~std::uint64_t{7})),
                                 (byte & 4) != 0 ? 32 : 0, 32));
  }
}

void Judge::record(Transfer const& t, bool is_lds, Term address, std::uint32_t part) {
  if (!state.is_on) return;
  accesses.push_back(
      {at_, part, 0, is_lds, t.is_store, static_cast<unsigned>(t.bytes), address, slot(kEpochSlot), nullptr});
  accesses.back().when = state.when, accesses.back().also = state.also;
  accesses.back().of_launch = state.of_launch;
}

void Judge::loaded(Transfer const& t, unsigned first, unsigned count) {
  if (!t.is_store) forget_vectors(first, count);
}

/// A lane's address, or a base of all lanes, which `off` is not, and a lane's offset.
Term Judge::global_address(Instruction const& i, Operand const& at, Operand const* base) {
  auto const offset = static_cast<std::uint64_t>(std::int64_t{i.modifiers.offsets[0]});
  return base != nullptr && base->from != From::off
             ? sum(64, {{fetch_wide(*base, false, true), 1}, {fetch_word(at, false), 1}}, offset)
             : sum(64, {{fetch_wide(at, false, false), 1}}, offset);
}

void Judge::global(Instruction const& i, Transfer const& t) {
  Operand const &at = i.operands[t.is_store ? 0 : 1], &data = i.operands[t.is_store ? 1 : 0];
  bool const flat = i.operands.size() == 2;
  Term const address = global_address(i, at, flat ? nullptr : &i.operands[2]);
  if (flat) throw cli::InputError("a flat access, whose space is not known");
  record(t, false, address, 0);
  if (!t.is_store && t.bytes % 4 == 0 &&
      has_loaded(tables.empty() ? address : rewritten([&] { return global_address(i, at, &i.operands[2]); }),
                 registers(t.bytes), [&](unsigned k, Term value) { put_vector(data.index + k, value); }))
    return;
  loaded(t, data.index, registers(t.bytes));
}

/// An offset of a buffer without a stride where the access is made: of a choice of which one side is past the end, the other one.
Term Judge::in_range(Term from, Term word_1, Term records, std::int32_t offset, Term* condition) {
  Plain const off(false);  // which side it is does not rest on how terms are put together
  if (from->op != Op::choose || records->op != Op::constant || !extract(word_1, 16, 14)->is(0)) return from;
  for (std::size_t side : {2u, 1u})
    if (Term const past = from->of[side];
        past->op == Op::constant && offset >= 0 &&
        past->value + static_cast<std::uint64_t>(offset) >= records->value) {
      *condition = side == 2 ? from->of[0] : inverted(from->of[0]);
      return from->of[3 - side];
    }
  return from;
}

void Judge::buffer(Instruction const& i, Transfer const& t) {
  if (i.operands.size() != 4) throw cli::InputError("this form of a buffer access is not known");
  Term const word_0 = slot(i.operands[2].index), word_1 = slot(i.operands[2].index + 1u);
  bool const offen = (i.modifiers.given & Modifiers::offen) != 0;
  Term const base = concatenate({word_0, extract(word_1, 0, 16)});
  Term const records = slot(i.operands[2].index + 2u);
  Term condition = constant(1, 1);
  Term const from = in_range(offen ? fetch_word(i.operands[1], false) : constant(0, 32), word_1, records,
                             i.modifiers.offsets[0], &condition),
             fixed = fetch_word(i.operands[3], true);
  auto const offset = static_cast<std::uint64_t>(i.modifiers.offsets[0]);
  record(t, false, sum(64, {{base, 1}, {from, 1}, {fixed, 1}}, offset), 0);
  if (!accesses.empty()) {
    accesses.back().shape = concatenate({extract(word_1, 16, 14), extract(word_1, 31, 1)});
    keep(condition, accesses.back().also);
    accesses.back().buffer_offset = sum(64, {{from, 1}, {fixed, 1}}, offset);
    accesses.back().buffer_bytes = records;
  }
  loaded(t, i.operands[0].index, registers(t.bytes));
}

void Judge::lds(Instruction const& i, Transfer const& t) {
  Term const base = fetch_word(i.operands[t.is_store ? 0 : 1], false);
  unsigned const count = registers(t.bytes) * static_cast<unsigned>(t.count);
  for (int k = 0; k < t.count; ++k) {
    auto const offset =
        static_cast<std::uint64_t>(i.modifiers.offsets[k] * (t.count == 2 ? t.bytes * t.stride : 1));
    record(t, true, sum(32, {{base, 1}}, offset), static_cast<std::uint32_t>(k));
  }
  loaded(t, i.operands[0].index, count);
}

void Judge::touch_at_once(Instruction const& i, Transfer const& t, AtomicSpace space, bool answers) {
  if (space == AtomicSpace::lds) {
    Term const base = fetch_word(i.operands[answers ? 1 : 0], false);
    record(t, true, sum(32, {{base, 1}}, static_cast<std::uint64_t>(i.modifiers.offsets[0])), 0);
  } else if (space == AtomicSpace::buffer) {
    Transfer store = t;
    store.is_store = true;
    buffer(i, store);
  } else {
    std::size_t const at = answers ? 1 : 0;
    record(t, false, global_address(i, i.operands[at], &i.operands[at + 2]), 0);
  }
  if (!accesses.empty()) accesses.back().is_store = accesses.back().is_atomic = true;
  if (answers) forget_vectors(i.operands[0].index, registers(t.bytes));
}

void Judge::load_to_lds(Instruction const& i, int bytes, bool by_buffer) {
  auto const offset = static_cast<std::uint64_t>(std::int64_t{i.modifiers.offsets[0]});
  Term from = nullptr;
  if (by_buffer) {
    bool const offen = (i.modifiers.given & Modifiers::offen) != 0;
    Term const base =
        concatenate({slot(i.operands[1].index), extract(slot(i.operands[1].index + 1u), 0, 16)});
    from = sum(64,
               {{base, 1},
                {offen ? fetch_word(i.operands[0], false) : constant(0, 32), 1},
                {fetch_word(i.operands[2], true), 1}},
               offset);
  } else {
    from = global_address(i, i.operands[0], &i.operands[1]);
  }
  Term const to = sum(32, {{slot(kM0), 1}, {leaf(Leaf::lane, 6), static_cast<std::uint64_t>(bytes)}}, offset);
  record(Transfer{.bytes = bytes}, false, from, 0);
  record(Transfer{.bytes = bytes, .is_store = true}, true, to, 1);
  if (state.is_on) accesses.back().is_async = true;
}

void Judge::scratch(Instruction const& i, Transfer const& t) {
  if (!t.is_store) forget_vectors(i.operands[0].index, i.operands[0].count);
}

void Judge::forget(Instruction const& i) {
  bool const on = std::exchange(state.is_on, true);
  for (Operand const& o : i.operands)
    for (unsigned k = 0; k < o.count; ++k)
      if (o.from == From::vector)
        put_vector(o.index + k, unknown(32, true));
      else if (o.from == From::scalar && o.index + k < kM0)
        state.slots[o.index + k] = unknown(32, false);
  state.is_on = on;
}

/// A bit of masks where bit `what` is known.
Term Judge::known_bit(Term bit, Term what, bool value, std::unordered_map<Term, Term>& done) {
  if (bit->op == Op::constant) return bit;
  auto const [found, is_new] = done.try_emplace(bit, bit);
  if (!is_new) return found->second;
  Term r = bit;
  if (bit == what) {
    r = constant(value ? 1 : 0, 1);
  } else if (bit->op == Op::conjunction || bit->op == Op::disjunction || bit->op == Op::exclusive) {
    Term const a = known_bit(bit->of[0], what, value, done), b = known_bit(bit->of[1], what, value, done);
    r = bit->op == Op::conjunction   ? conjunction(a, b)
        : bit->op == Op::disjunction ? disjunction(a, b)
                                     : exclusive(a, b);
  }
  return done[bit] = r;
}

/// A bit of masks where EXEC's bit is known: what that says of its parts, too.
Term Judge::known_bit(Term bit, Term what, bool value) {
  if (what->op == Op::exclusive && what->of[1]->is(1)) return known_bit(bit, what->of[0], !value);
  if ((what->op == Op::conjunction && value) || (what->op == Op::disjunction && !value))
    bit = known_bit(known_bit(bit, what->of[0], value), what->of[1], value);
  std::unordered_map<Term, Term> done;
  return known_bit(bit, what, value, done);
}

bool Judge::step(std::uint32_t at, SymbolicStep const& now) {
  at_ = at, serial_ = 0, ended_ = went_ = false, exec_bit_ = nullptr;
  ways.clear(), accesses.clear(), reads_.clear(), asked = nullptr;
  now.run(*this, now.instruction);
  if (ended_) return false;
  if (exec_bit_ != nullptr) {
    if (exec_bit_->op == Op::constant) {
      state.is_on = exec_bit_->value != 0;
      ways.push_back({at + 1, state});
      return false;
    }
    for (bool const on : {false, true}) {
      State next = state;
      next.is_on = on, next.diverged |= exec_bit_->has_lane || exec_bit_->is_open;
      add_known(on ? exec_bit_ : inverted(exec_bit_), next.when);
      keep(on ? exec_bit_ : inverted(exec_bit_), next.also);
      keep_of_launch(on ? exec_bit_ : inverted(exec_bit_), next.of_launch);
      for (unsigned r = 0; r + 1 < kScalarCount; ++r) {
        Term const low = next.slots[r], high = next.slots[r + 1];
        if (low == nullptr || high == nullptr || low->op != Op::extract || low->of[0]->op != Op::ballot)
          continue;
        Term const mask = concatenate({low, high});
        if (mask->op != Op::ballot) continue;
        Term const bit = known_bit(mask->of[0], exec_bit_, on), other = ballot(bit);
        next.slots[r] = extract(other, 0, 32), next.slots[r + 1] = extract(other, 32, 32);
      }
      ways.push_back({at + 1, next});
    }
    return false;
  }
  return !went_;
}

}  // namespace colex::code
