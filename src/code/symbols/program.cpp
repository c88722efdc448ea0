// SPDX-License-Identifier: MIT
// The rows over symbols. A product of matrices is known by the rows over words; its answer is not looked into.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "code/rows_by_name.hpp"
#include "code/symbols/walk.hpp"
#include "code/table.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

bool is_branch(Instruction const& i) { return i.name == "s_branch" || i.name.starts_with("s_cbranch_"); }
bool writes_exec(Instruction const& i) {
  return i.name.find("saveexec") != std::string::npos || i.name.starts_with("v_cmpx") ||
         (i.name.starts_with("s_") && !i.operands.empty() && i.operands[0].from == From::scalar &&
          i.operands[0].index >= kExec && i.operands[0].index <= kExec + 1u);
}

/// Of vectors, and no more than registers that it names: not by an index in M0, and not EXEC.
bool only_computes(Instruction const& i) {
  auto const is_left = [&](std::size_t k) {
    return k < i.operands.size() && i.operands[k].from == From::scalar && i.operands[k].index >= kM0;
  };
  return i.name.starts_with("v_") && !i.name.starts_with("v_cmpx") && !i.name.starts_with("v_movrel") &&
         !is_left(0) && !(is_left(1) && i.name.find("_co_") != i.name.npos);
}

/// Fills in which scalar registers an instruction surely writes whole, and which it may read.
void add_uses(SymbolicStep& r) {
  Instruction const& i = r.instruction;
  auto const list = [](Operand const& o, std::vector<unsigned>& to) {
    if (o.from != From::scalar) return;
    for (unsigned k = 0; k < std::max<unsigned>(o.count, 2); ++k)
      if (o.index + k < kScalarCount) to.push_back(o.index + k);
  };
  auto const exactly = [](Operand const& o, std::vector<unsigned>& to) {
    if (o.from == From::scalar)
      for (unsigned k = 0; k < o.count; ++k) to.push_back(o.index + k);
  };
  auto const begins = [&](char const* with) { return i.name.starts_with(with); };
  bool const updates =
      begins("s_addk") || begins("s_mulk") || begins("s_bitset") || begins("s_cmovk") || begins("s_cmov_");
  bool const only_reads =
      begins("s_cmp") || begins("s_bitcmp") || is_branch(i) || begins("s_store") || begins("s_buffer_store");
  for (std::size_t k = 0; k < i.operands.size(); ++k) {
    bool const is_answer = k == 0 && !only_reads && !updates;
    bool const is_carry = k == 1 && (i.name.find("_co_") != std::string::npos || begins("v_div_scale") ||
                                     begins("v_mad_u64") || begins("v_mad_i64"));
    if (is_answer || is_carry)
      exactly(i.operands[k], r.written);
    else
      list(i.operands[k], r.read);
  }
  if (i.name.find("vcc") != std::string::npos || begins("v_div_fmas"))
    r.read.push_back(kVcc), r.read.push_back(kVcc + 1u);
}

/// LLVM's AMDGPU usage guide, "Initial Kernel Execution State".
State first_state(Kernel const& kernel, unsigned threads, Machine const& machine) {
  State s(kSlots);
  unsigned next = 0;
  auto const pair = [&](Term value) {
    s.slots[next] = extract(value, 0, 32), s.slots[next + 1] = extract(value, 32, 32), next += 2;
  };
  auto const enabled = [&](int bit) { return (kernel.properties >> bit & 1) != 0; };
  if (enabled(0)) next += 4;
  if (enabled(1)) pair(leaf(Leaf::packet_at, 64));
  if (enabled(2)) next += 2;
  if (enabled(3)) pair(leaf(Leaf::arguments_at, 64));
  if (enabled(4)) next += 2;
  if (enabled(5)) next += 2;
  if (enabled(6)) s.slots[next++] = constant(0, 32);
  for (unsigned k = 0; k < kernel.preloaded_dwords(); ++k)
    s.slots[next++] = machine.argument(4 * (kernel.preloaded_from() + k));
  for (unsigned axis = 0; axis < 3; ++axis)
    if ((kernel.resources_2 >> (7 + axis) & 1) != 0) s.slots[next++] = leaf(Leaf::block, 32, axis);
  auto const waves = static_cast<unsigned>(std::bit_width((threads - 1) / 64));
  std::vector<Term> thread{leaf(Leaf::lane, 6)};
  if (waves > 0) thread.push_back(leaf(Leaf::wave, waves));
  s.slots[kFirstVector] = extended(concatenate(thread), 32);
  s.slots[kEpochSlot] = constant(0, 32);
  return s;
}

}  // namespace

std::vector<SymbolicStep> symbolic_program(std::string const& target, Kernel const& kernel) {
  static auto const rows = rows_by_name<Judge>();
  std::vector<SymbolicStep> r;
  std::vector<Instruction> all = disassemble(target, kernel);
  if (all.size() > kMostInstructions)
    throw cli::InputError(fmt::format("more than {} instructions", kMostInstructions));
  for (Instruction& i : all) {
    SymbolicStep step{std::move(i), nullptr, {}, {}, {}, {}, {}};
    Instruction const& now = step.instruction;
    step.flow = {is_branch(now), now.name != "s_branch" && now.name != "s_endpgm", writes_exec(now),
                 now.name == "s_barrier"};
    add_uses(step);
    Row<Wave> const* const known = find_row(target, now.name);
    auto const row = rows.find(now.name);
    if (known == nullptr && only_computes(now))
      step.run = [](Judge& m, Instruction const& one) { m.forget(one); };
    else if (known == nullptr)
      step.why = "this instruction is not known";
    else if (now.operands.size() != known->operands)
      step.why = fmt::format("{} operands, and {} are known", now.operands.size(), known->operands);
    else if ((now.modifiers.given & ~known->takes) != 0)
      step.why = "a modifier that this instruction is not known to take";
    else
      step.run =
          row != rows.end() ? row->second.run : [](Judge& m, Instruction const& one) { m.matrix(one); };
    r.push_back(std::move(step));
  }
  return r;
}

Walk::Walk(std::vector<SymbolicStep> const& program, Kernel const& kernel, unsigned threads,
           std::uint64_t budget, Multiples const& multiples, Tables const& tables, bool keeps_conditions)
    : Walk(program, std::make_unique<Judge>(),
           {kSlots, kScalarCount, kScalarCount,
            [](unsigned slot) { return slot >= kFirstVector && slot < kRegisters; }},
           budget) {
  judge_->multiples = multiples, judge_->tables = tables, judge_->keeps_conditions = keeps_conditions;
  run(first_state(kernel, threads, *judge_));
}

}  // namespace colex::code
