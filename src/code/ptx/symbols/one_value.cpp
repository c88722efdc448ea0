// SPDX-License-Identifier: MIT
#include "code/ptx/symbols/one_value.hpp"

#include <algorithm>
#include <bit>

#include "code/symbols/term.hpp"

namespace colex::code::ptx {

namespace {

std::string_view base_of(Instruction const& i) { return std::string_view(i.key).substr(0, i.key.find('.')); }

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

OneValue::OneValue(SymbolicKernel const& of, unsigned bit, bool is_line,
                   std::function<bool(std::uint32_t)> const& has_one_address)
    : of_(of), entry_(*of.entry), bit_(bit), differs_(entry_.slots.size(), 0) {
  auto const count = static_cast<std::uint32_t>(entry_.instructions.size());
  parted_.assign(count, false), begins_.assign(count + 1, false);
  for (std::size_t s = 0; s < entry_.slots.size(); ++s) {
    Slot const& slot = entry_.slots[s];
    if (slot.kind != Slot::Kind::special || !of_.dependent[s]) continue;
    differs_[s] = is_line && slot.name == "%tid.x"    ? std::uint64_t{1} << bit
                  : slot.name == "%laneid"            ? bit < 5 ? std::uint64_t{1} << bit : 0
                  : slot.name == "%warpid" && bit < 5 ? 0
                                                      : all_ones(slot.width);
  }
  for (std::uint32_t at = 0; at < count; ++at)
    if (of_.program[at].flow.branches) begins_[entry_.instructions[at].target] = begins_[at + 1] = true;
  sole_.assign(entry_.slots.size(), ~0u);
  for (std::uint32_t at = 0; at < count; ++at)
    for (unsigned const s : answered(entry_.instructions[at])) sole_[s] = sole_[s] == ~0u ? at : ~0u - 1;
  std::vector<bool> done(count, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t at = 0; at < count; ++at) {
      Instruction const& i = entry_.instructions[at];
      bool const parts = i.guard != kSink && differs_[static_cast<std::size_t>(i.guard)] != 0;
      if (of_.program[at].flow.branches && parts && of_.is_thread_branch(at) && !done[at])
        done[at] = changed = true, part(at);
      bool const is_apart = parts || parted_[at];
      auto const put = [&](std::int32_t s, std::uint64_t bits) {
        if (s == kSink || entry_.slots[static_cast<std::size_t>(s)].kind != Slot::Kind::reg) return;
        auto const n = static_cast<std::size_t>(s);
        bits = is_apart ? all_ones(64) : bits;
        std::uint64_t const more = bits & all_ones(entry_.slots[n].width) & ~differs_[n];
        differs_[n] |= more, changed |= more != 0;
      };
      if (answered(i).empty()) continue;
      Operand const& to = i.operands[0];
      std::uint64_t const bits = answer(at, has_one_address);
      if (to.kind == Operand::Kind::vector) {
        bool const is_unpacked = i.key == "mov.b64" && to.elements.size() == 2;
        for (std::size_t k = 0; k < to.elements.size(); ++k)
          put(to.elements[k], is_unpacked ? bits >> 32 * k : bits == 0 ? 0 : all_ones(64));
      } else {
        put(to.slot, bits);
      }
      if (to.has_second) put(to.second, bits == 0 ? 0 : all_ones(64));
    }
  }
}

/// The ways of a branch, up to where they meet.
void OneValue::part(std::uint32_t branch) {
  Instruction const& i = entry_.instructions[branch];
  std::vector<std::uint32_t> todo{i.target, branch + 1};
  while (!todo.empty()) {
    std::uint32_t const at = todo.back();
    todo.pop_back();
    if (at >= parted_.size() || at == i.meeting || parted_[at]) continue;
    parted_[at] = true;
    if (of_.program[at].flow.branches) todo.push_back(entry_.instructions[at].target);
    if (of_.program[at].flow.falls) todo.push_back(at + 1);
  }
}

std::uint64_t OneValue::of(Operand const& o) const {
  std::uint64_t bits = o.slot == kSink ? 0 : differs_[static_cast<std::size_t>(o.slot)];
  if (o.kind == Operand::Kind::vector && !o.elements.empty()) {
    bits = 0;
    for (std::int32_t const s : o.elements)
      if (s != kSink && differs_[static_cast<std::size_t>(s)] != 0) bits = all_ones(64);
  }
  return bits;
}

std::optional<std::uint64_t> OneValue::number(Operand const& o) const {
  if (o.kind != Operand::Kind::value || o.slot == kSink) return {};
  auto const s = static_cast<std::size_t>(o.slot);
  if (entry_.slots[s].kind == Slot::Kind::constant) return entry_.slots[s].value;
  if (sole_[s] >= entry_.instructions.size()) return {};
  Instruction const& i = entry_.instructions[sole_[s]];
  if (i.guard != kSink || base_of(i) != "mov" || i.operands[1].slot == kSink) return {};
  Slot const& from = entry_.slots[static_cast<std::size_t>(i.operands[1].slot)];
  return from.kind == Slot::Kind::constant ? std::optional(from.value) : std::nullopt;
}

/// The bits of what an instruction answers that may differ.
std::uint64_t OneValue::answer(std::uint32_t at,
                               std::function<bool(std::uint32_t)> const& has_one_address) const {
  Instruction const& i = entry_.instructions[at];
  std::string_view const base = base_of(i);
  std::uint64_t const all = all_ones(64);
  std::vector<std::uint64_t> d;
  bool any = false;
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    d.push_back(of(i.operands[k]));
    if (k > 0) any |= d.back() != 0;
  }
  auto const n = [&](std::size_t k) { return k < i.operands.size() ? number(i.operands[k]) : std::nullopt; };
  bool const has_three = i.operands.size() == 3 && i.operands[0].kind == Operand::Kind::value;
  bool const is_of_all = n(i.operands.size() - 1) && (*n(i.operands.size() - 1) & 0xFFFFFFFF) == 0xFFFFFFFF;
  if (base == "mov" && i.operands.size() == 2 && i.operands[1].kind != Operand::Kind::vector) return d[1];
  if (has_three && is_one_of(base, {"and", "or", "xor"})) {
    std::uint64_t r = d[1] | d[2];
    if (base == "and")
      for (std::size_t const k : {1u, 2u})
        if (auto const mask = n(k)) r &= *mask;
    return are_partners(at) ? 0 : r;
  }
  if (has_three && base == "shl" && n(2)) return *n(2) < 64 ? d[1] << *n(2) : 0;
  if (has_three && base == "shr" && n(2) && i.key.find(".s") == std::string::npos)
    return *n(2) < 64 ? d[1] >> *n(2) : 0;
  if (i.key == "bfe.u32" && i.operands.size() == 4 && n(2) && n(3) && *n(2) < 32 && *n(3) < 32)
    return d[1] >> *n(2) & all_ones(static_cast<unsigned>(std::max<std::uint64_t>(*n(3), 1)));
  if (is_one_of(base, {"add", "mul", "min", "max"}) && has_three) {
    if (!any || are_partners(at)) return 0;
    bool const is_sum = base == "add" && !i.modes.has(Modes::sat) && i.key.find(".f") == std::string::npos &&
                        i.key.find("x2") == std::string::npos;
    return is_sum ? all << std::countr_zero(d[1] | d[2]) : all;
  }
  if (base == "shfl" && i.operands.size() == 5) {
    bool const is_whole = is_of_all && n(3) && *n(3) == 31 && i.guard == kSink && !parted_[at];
    if (i.key.starts_with("shfl.sync.bfly") && is_whole && n(2)) return d[1];
    if (i.key.starts_with("shfl.sync.idx") && is_whole && n(2)) return bit_ < 5 ? 0 : d[1];
    return bit_ < 5 || any ? all : 0;
  }
  if (is_one_of(base, {"vote", "redux"}))
    return (bit_ < 5 && is_of_all && i.guard == kSink) || (bit_ >= 5 && !any) ? 0 : all;
  if (is_one_of(base, {"bar", "barrier"}))  // one answer of all that wait there
    return of_.program[at].flow.is_barrier ? 0 : all;
  if (reads_carry(i))  // what is carried no operand names
    return of_.carry_dependent ? all : any ? all : 0;
  if (is_one_of(base, {"mma", "movmatrix", "elect"})) return bit_ >= 5 && !any ? 0 : all;
  bool const is_load = is_one_of(base, {"ld", "ldu"});
  if (is_load && (i.modes.space == Space::parameter || i.modes.space == Space::constant))
    return any ? all : 0;
  if (is_load || (base == "ldmatrix" && bit_ >= 5))
    return !i.modes.is_strong && has_one_address(at) ? 0 : all;
  if (is_one_of(base, {"atom", "activemask", "mbarrier", "match", "wgmma", "tcgen05", "ldmatrix"}))
    return all;
  return any ? all : 0;
}

std::optional<std::uint32_t> OneValue::made(std::int32_t slot, std::uint32_t before) const {
  for (std::uint32_t at = before; at > 0 && !begins_[at]; --at) {
    auto const to = answered(entry_.instructions[at - 1]);
    if (std::find(to.begin(), to.end(), static_cast<unsigned>(slot)) != to.end()) return at - 1;
  }
  return {};
}

std::vector<OneValue::Part> OneValue::parts(std::int32_t slot, std::uint32_t before) const {
  unsigned const count = entry_.slots[static_cast<std::size_t>(slot)].width == 64 ? 2 : 1;
  auto const at = made(slot, before);
  std::vector<Part> own;
  for (unsigned k = 0; k < count; ++k) own.push_back({slot, at.value_or(~0u), k});
  if (!at) return own;
  Instruction const& i = entry_.instructions[*at];
  if (base_of(i) != "mov" || i.guard != kSink || i.operands.size() != 2) return own;
  Operand const &to = i.operands[0], &from = i.operands[1];
  if (to.kind == Operand::Kind::value && from.kind == Operand::Kind::value && from.slot != kSink &&
      entry_.slots[static_cast<std::size_t>(from.slot)].kind == Slot::Kind::reg)
    return parts(from.slot, *at);
  std::vector<Part> r;
  if (from.kind == Operand::Kind::vector && from.elements.size() == count && count == 2) {
    for (std::int32_t const s : from.elements) {
      if (s == kSink) return own;
      auto const some = parts(s, *at);
      if (some.size() != 1) return own;
      r.push_back(some[0]);
    }
    return r;
  }
  if (to.kind == Operand::Kind::vector && to.elements.size() == 2 && count == 1 && from.slot != kSink) {
    auto const some = parts(from.slot, *at);
    if (some.size() == 2) return {some[to.elements[0] == slot ? 0 : 1]};
  }
  return own;
}

/// Whether of two operands each is what the other is in the thread beyond that bit.
bool OneValue::are_partners(std::uint32_t at) const {
  Instruction const& i = entry_.instructions[at];
  auto const is_register = [&](Operand const& o) {
    return o.kind == Operand::Kind::value && o.slot != kSink && !o.negated &&
           entry_.slots[static_cast<std::size_t>(o.slot)].kind == Slot::Kind::reg;
  };
  if (bit_ >= 5 || parted_[at] || !is_register(i.operands[1]) || !is_register(i.operands[2])) return false;
  auto const a = parts(i.operands[1].slot, at), b = parts(i.operands[2].slot, at);
  auto const is_exchanged = [&](Part const& x, Part const& y) {  // y is x, of the other thread
    if (y.at == ~0u) return false;
    Instruction const& s = entry_.instructions[y.at];
    if (!s.key.starts_with("shfl.sync.bfly") || s.guard != kSink || s.operands.size() != 5 ||
        number(s.operands[2]) != std::uint64_t{1} << bit_ || number(s.operands[3]) != 31 ||
        (number(s.operands[4]).value_or(0) & 0xFFFFFFFF) != 0xFFFFFFFF || !is_register(s.operands[1]))
      return false;
    auto const from = parts(s.operands[1].slot, y.at);
    return from.size() == 1 && from[0] == x;
  };
  if (a.size() != b.size()) return false;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (!is_exchanged(a[k], b[k]) && !is_exchanged(b[k], a[k])) return false;
  return true;
}

bool OneValue::is_stored(std::uint32_t store) const {
  Instruction const& i = entry_.instructions[store];
  bool const parts = i.guard != kSink && differs_[static_cast<std::size_t>(i.guard)] != 0;
  if (base_of(i) != "st" || i.operands.size() != 2 || parts || parted_[store]) return false;
  return of(i.operands[1]) == 0;
}

}  // namespace colex::code::ptx
