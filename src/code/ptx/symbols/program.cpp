// SPDX-License-Identifier: MIT
#include "code/ptx/symbols/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <unordered_map>

#include "code/ptx/execute.hpp"
#include "code/ptx/rows/compare.hpp"
#include "code/ptx/rows/hopper.hpp"
#include "code/ptx/rows/integer.hpp"
#include "code/ptx/rows/memory.hpp"
#include "code/ptx/symbols/judge.hpp"
#include "operations/failure.hpp"

namespace colex::code::ptx {

namespace {

using cli::InputError;
constexpr std::size_t kMostOfProgram = 200'000;

std::unordered_map<std::string, PtxJudge::Run> const& rows() {
  static auto const all = [] {
    std::unordered_map<std::string, PtxJudge::Run> r;
    for (Rows<PtxJudge> const& some :
         {integer_rows<PtxJudge>(), compare_rows<PtxJudge>(), conversion_rows<PtxJudge>(),
          memory_rows<PtxJudge>(), update_rows<PtxJudge>(), control_rows<PtxJudge>(), hopper_rows<PtxJudge>(),
          judged_products()})
      for (Row<PtxJudge> const& row : some) r.emplace(row.name, row.run);
    return r;
  }();
  return all;
}

/// ldmatrix and stmatrix of bytes: which of them a register holds is not looked into. Each address is one of 16 bytes; a matrix has 8 of them, of 16 x 16
/// numbers 16.
Rows<PtxJudge> byte_matrix_rows() {
  static constexpr auto parts = [](Instruction const& i) {
    auto const count = static_cast<unsigned>(i.key[i.key.find(".x") + 2] - '0');
    return i.key.find(".m16n16") != std::string::npos ? 2 * count : count;
  };
  Rows<PtxJudge> r;
  auto const load = [&](std::string const& form) {
    r.push_back(other<PtxJudge>("ldmatrix.sync.aligned." + form, "ldmatrix", 2, 2, 0,
                                [](PtxJudge& m, Instruction const& i) { m.load_matrix(i, parts(i), true); }));
  };
  for (std::string const shared : {".shared", ""})
    for (std::string const count : {".x1", ".x2", ".x4"}) {
      r.push_back(
          other<PtxJudge>("stmatrix.sync.aligned.m16n8" + count + ".trans" + shared + ".b8", "stmatrix", 2, 2,
                          0, [](PtxJudge& m, Instruction const& i) { m.store_matrix(i, parts(i), true); }));
      for (std::string const type : {".b8x16.b6x16_p32", ".b8x16.b4x16_p64"})
        load("m8n16" + count + shared + type);
      for (std::string const type : {".b8", ".b8x16.b6x16_p32", ".b8x16.b4x16_p64"})
        if (count != ".x4") load("m16n16" + count + ".trans" + shared + type);
    }
  return r;
}

/// The row of an instruction that the executor has none of, or of tcgen05, of which the judge reads more forms.
Row<PtxJudge> const* symbolic_row(Instruction const& i, std::string& why) {
  static auto const all = [] {
    std::unordered_map<std::string, Row<PtxJudge>> r;
    for (Rows<PtxJudge> const& rows : {tensor_memory_rows(), byte_matrix_rows()})
      for (Row<PtxJudge> const& row : rows) r.emplace(row.name, row);
    return r;
  }();
  auto const found = all.find(i.key);
  if (!i.not_read.empty() || found == all.end()) return nullptr;
  Row<PtxJudge> const& row = found->second;
  if (i.operands.size() < row.operands || i.operands.size() > row.most)
    return why = fmt::format("{} operands are not known", i.operands.size()), nullptr;
  return &row;
}

std::string_view base_of(Instruction const& i) { return std::string_view(i.key).substr(0, i.key.find('.')); }

bool is_branch(Instruction const& i) { return base_of(i) == "bra"; }
bool is_end(Instruction const& i) {
  return base_of(i) == "ret" || base_of(i) == "exit" || base_of(i) == "trap";
}
std::uint64_t threads_of(std::array<std::uint32_t, 3> const& block) {
  return std::uint64_t{block[0]} * std::max(block[1], 1u) * std::max(block[2], 1u);
}

bool is_of_block_barriers(Instruction const& i) {
  return (base_of(i) == "bar" || base_of(i) == "barrier") && i.key.find(".warp") == std::string::npos &&
         i.key.find("cluster") == std::string::npos;
}

/// The number in an operand, where it is known.
std::optional<std::uint64_t> number_in(Entry const& entry, Instruction const& i, std::size_t k) {
  std::int32_t const s = i.operands[k].slot;
  if (s == kSink || entry.slots[static_cast<std::size_t>(s)].kind != Slot::Kind::constant) return {};
  return entry.slots[static_cast<std::size_t>(s)].value;
}

/// The numbers of barriers at which threads arrive and do not wait; empty where one is not known.
std::vector<std::optional<std::uint64_t>> arrived_at(Entry const& entry) {
  std::vector<std::optional<std::uint64_t>> r;
  for (Instruction const& i : entry.instructions)
    if (is_of_block_barriers(i) && i.key.find("arrive") != std::string::npos && !i.operands.empty())
      r.push_back(number_in(entry, i, 0));
  return r;
}

/// A barrier at which all threads of the block wait: one without a number of threads, or for as many as the block must have. Where some only arrive
/// at one of its number, it is passed without their waiting.
bool is_barrier_of_all(Entry const& entry, Instruction const& i,
                       std::vector<std::optional<std::uint64_t>> const& arrived) {
  if (!is_of_block_barriers(i) || i.key.find("arrive") != std::string::npos || i.guard != kSink) return false;
  std::size_t const first = i.key.find(".red") != std::string::npos ? 1 : 0;
  std::size_t const without = first == 0 ? 1 : 3;  // operands, without a number of threads
  if (i.operands.size() != without && i.operands.size() != without + 1) return false;
  auto const number = number_in(entry, i, first);
  if (!number || std::any_of(arrived.begin(), arrived.end(),
                             [&](auto const& other) { return !other || other == number; }))
    return false;
  return i.operands.size() == without ||
         (entry.required[0] != 0 && number_in(entry, i, first + 1) == threads_of(entry.required));
}

/// Whether it computes registers of registers, and nothing else, in any form that it may have.
bool is_of_registers(Instruction const& i) {
  for (std::string_view const one : {"abs", "add", "cvt", "div", "ex2", "fma", "lg2", "mad", "max", "min",
                                     "mul", "neg", "rcp", "redux", "rsqrt", "sqrt", "sub", "tanh"})
    if (base_of(i) == one)
      return !i.operands.empty() && std::all_of(i.operands.begin(), i.operands.end(), [](Operand const& o) {
        return o.kind == Operand::Kind::value;
      });
  return false;
}

/// Whether the first operand is where the answer goes.
bool answers(Instruction const& i) {
  std::string_view const base = base_of(i);
  for (std::string_view const one :
       {"st", "red", "cp", "stmatrix", "bra", "membar", "fence", "nanosleep", "setmaxnreg", "prefetch", "ret",
        "exit", "trap", "griddepcontrol", "pmevent"})
    if (base == one) return false;
  if (base == "bar" || base == "barrier") return i.key.find(".red") != std::string::npos;
  if (base == "wgmma") return i.key.find("mma_async") != std::string::npos;
  if (base == "tcgen05") return i.key.starts_with("tcgen05.ld.");
  if (base == "mbarrier")
    return i.key.find("wait") != std::string::npos ||
           (i.key.find("arrive") != std::string::npos && !i.operands.empty() &&
            i.operands[0].kind != Operand::Kind::address);
  return !i.operands.empty();
}

void add(Operand const& o, std::vector<unsigned>& to) {
  if (o.kind == Operand::Kind::label) return;
  if (o.slot != kSink && o.kind != Operand::Kind::vector) to.push_back(static_cast<unsigned>(o.slot));
  if (o.has_second && o.second != kSink) to.push_back(static_cast<unsigned>(o.second));
  for (std::int32_t const s : o.elements)
    if (s != kSink) to.push_back(static_cast<unsigned>(s));
}

/// Of a thread: what is not the same for all of a block.
bool is_of_thread(std::string const& special) {
  for (char const* const one : {"%ntid.", "%ctaid.", "%nctaid.", "%clusterid.", "%nclusterid.", "%cluster_",
                                "%nwarpid", "%gridid", "%dynamic_smem", "%total_smem", "%smid", "%nsmid"})
    if (special.starts_with(one)) return false;
  return true;
}

/// What makes an answer that may differ from thread to thread, whatever it reads.
bool makes_apart(Instruction const& i) {
  std::string_view const base = base_of(i);
  if (base == "ld" || base == "ldu")
    return i.modes.space != Space::parameter && i.modes.space != Space::constant;
  for (std::string_view const one : {"atom", "shfl", "vote", "match", "redux", "elect", "activemask", "mma",
                                     "wgmma", "tcgen05", "ldmatrix", "mbarrier"})
    if (base == one) return true;
  return false;
}

}  // namespace

// The answer decides the next jump: back to the wait, or on before one that leads back.
std::optional<std::uint32_t> passed_wait(Entry const& entry, std::uint32_t at) {
  auto const& program = entry.instructions;
  Instruction const& wait = program[at];
  bool const is_wait =
      wait.key.starts_with("mbarrier.try_wait") || wait.key.starts_with("mbarrier.test_wait");
  if (!is_wait || at + 1 >= program.size() || wait.operands[0].kind != Operand::Kind::value) return {};
  Instruction const& next = program[at + 1];
  if (!is_branch(next) || next.guard == kSink || next.guard != wait.operands[0].slot) return {};
  if (next.guard_negated) return next.target == at ? std::optional(at + 2) : std::nullopt;
  bool const is_again = at + 2 < program.size() && is_branch(program[at + 2]) &&
                        program[at + 2].guard == kSink && program[at + 2].target == at;
  return is_again ? std::optional(next.target) : std::nullopt;
}

bool reads_carry(Instruction const& i) {
  std::string_view const base = base_of(i);
  return base == "addc" || base == "subc" || base == "madc";
}

namespace {

/// Which registers may differ, and where threads may be apart: until nothing changes.
void find_dependent(SymbolicKernel& of) {
  Entry const& entry = *of.entry;
  auto const count = static_cast<std::uint32_t>(entry.instructions.size());
  of.dependent.assign(entry.slots.size(), false), of.apart.assign(count, false);
  for (std::size_t s = 0; s < entry.slots.size(); ++s)
    of.dependent[s] = entry.slots[s].kind == Slot::Kind::special && is_of_thread(entry.slots[s].name);
  std::vector<bool> done(count, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t k = 0; k < count; ++k) {
      Instruction const& i = entry.instructions[k];
      SymbolicStep const& step = of.program[k];
      bool const guarded = i.guard != kSink && of.dependent[static_cast<std::size_t>(i.guard)];
      bool const is_retry = k > 0 && passed_wait(entry, k - 1);  // all threads go on behind it
      if (is_branch(i) && guarded && !is_retry && !done[k]) {
        done[k] = changed = true;
        std::vector<std::uint32_t> todo{i.target, k + 1};
        std::vector<bool> seen(count, false);
        while (!todo.empty()) {
          std::uint32_t const at = todo.back();
          todo.pop_back();
          if (at >= count || at == i.meeting || seen[at]) continue;
          seen[at] = true, of.apart[at] = true;
          if (of.program[at].flow.branches) todo.push_back(of.program[at].instruction.target);
          if (of.program[at].flow.falls) todo.push_back(at + 1);
        }
      }
      if (!answers(i)) continue;
      bool depends = guarded || of.apart[k] || makes_apart(i);
      for (unsigned const s : step.read) depends = depends || of.dependent[s];
      depends = depends || (of.carry_dependent && reads_carry(i));
      if (!depends) continue;
      if (i.modes.has(Modes::carry) && !of.carry_dependent) of.carry_dependent = changed = true;
      std::vector<unsigned> to;
      add(i.operands[0], to);
      for (unsigned const s : to)
        if (!of.dependent[s]) of.dependent[s] = changed = true;
    }
  }
  for (std::uint32_t k = 0; k < count; ++k)
    if ((base_of(entry.instructions[k]) == "bar" || base_of(entry.instructions[k]) == "barrier") &&
        of.apart[k])
      of.barriers_match = false;
}

std::string short_name(Entry const& entry, std::string const& name) {
  std::string const first = entry.name + "_";
  return name.starts_with(first) ? name.substr(first.size()) : name;
}

/// What slots hold at the start. Special registers: manual, chapter "Special SlotKinds". %warpid and %nwarpid are of where the hardware has a warp, and
// those of a cluster are what the launch chose.
State first_state(SymbolicKernel const& of, Module const& module, std::array<std::uint32_t, 3> const& block,
                  PtxJudge const& judge) {
  Entry const& entry = *of.entry;
  State s(judge.order_slot() + 1);
  unsigned const threads = block[0] * block[1] * block[2];
  auto const warps = static_cast<unsigned>(std::bit_width((threads - 1) / kLanes));
  Term const lane = leaf(Leaf::lane, 5);
  std::vector<Term> parts{lane};
  if (warps > 0) parts.push_back(leaf(Leaf::wave, warps));
  Term const thread = extended(concatenate(parts), 32);
  bool const is_line = block[1] == 1 && block[2] == 1;
  if (!is_line && (!std::has_single_bit(block[0]) || !std::has_single_bit(block[1])))
    throw InputError("blocks of several dimensions whose extents are no powers of two");
  auto const x = static_cast<unsigned>(std::countr_zero(block[0])),
             y = static_cast<unsigned>(std::countr_zero(block[1]));
  Term const index[3] = {is_line ? thread : extended(extract(thread, 0, x), 32),
                         is_line ? constant(0, 32) : extended(extract(thread, x, y), 32),
                         is_line ? constant(0, 32) : extended(extract(thread, x + y, 32 - x - y), 32)};
  std::map<std::string, std::uint64_t> const shared = shared_offsets(module, entry);
  for (std::size_t k = 0; k < entry.slots.size(); ++k) {
    Slot const& slot = entry.slots[k];
    unsigned const width = slot.width;
    std::string const& name = slot.name;
    if (slot.kind == Slot::Kind::constant) s.slots[k] = constant(slot.value, width);
    if (slot.kind == Slot::Kind::address) {
      Term base = nullptr;
      if (auto const found = shared.find(name); found != shared.end()) base = constant(found->second, 64);
      for (Variable const& p : entry.parameters)
        if (p.name == name) base = constant(kParameterWindow + p.offset, 64);
      std::uint64_t local = 0;
      for (Variable const& v : entry.variables) {
        if (v.space != Space::local) continue;
        local = (local + v.alignment - 1) / v.alignment * v.alignment;
        if (v.name == name) base = constant(kLocalWindow + local, 64);
        local += v.bytes;
      }
      if (base == nullptr) base = leaf(Leaf::argument, 64, kVariables + 8 * static_cast<std::uint32_t>(k));
      s.slots[k] = extended(sum(64, {{base, 1}}, slot.value), width);
    }
    if (slot.kind != Slot::Kind::special) continue;
    std::size_t const axis = name[name.size() - 2] == '.' ? static_cast<std::size_t>(name.back() - 'x') : 0;
    Term v = nullptr;
    if (name.starts_with("%tid."))
      v = index[axis];
    else if (name.starts_with("%ntid."))
      v = constant(block[axis], 32);
    else if (name.starts_with("%ctaid."))
      v = leaf(Leaf::block, 32, static_cast<std::uint32_t>(axis));
    else if (name.starts_with("%nctaid."))
      v = leaf(Leaf::packet, 32, static_cast<std::uint32_t>(axis));
    else if (name == "%laneid")
      v = extended(lane, 32);
    else if (name == "%lanemask_eq")
      v = shifted(Op::shift_left, constant(1, 32), extended(lane, 32));
    else if (name == "%lanemask_lt")
      v = sum(32, {{shifted(Op::shift_left, constant(1, 32), extended(lane, 32)), 1}}, ~std::uint64_t{0});
    else
      v = leaf(is_of_thread(name) ? Leaf::unknown_lanes : Leaf::unknown, static_cast<unsigned>(width), 0,
               0x10000u + static_cast<std::uint32_t>(k));
    s.slots[k] = extended(v, width);
  }
  s.slots[judge.epoch_slot()] = s.slots[judge.order_slot()] = constant(0, 32);
  return s;
}

}  // namespace

Kernel kernel_of(Module const& module, Entry const& entry) {
  Kernel r;
  r.name = entry.name;
  r.argument_bytes = static_cast<std::uint32_t>(entry.parameter_bytes);
  r.lds_bytes = static_cast<std::uint32_t>(shared_bytes(module, entry));
  r.most_threads = entry.required[0] != 0
                       ? entry.required[0] * std::max(entry.required[1], 1u) * std::max(entry.required[2], 1u)
                       : entry.most_threads;
  for (Variable const& p : entry.parameters)
    r.arguments.push_back({static_cast<std::uint32_t>(p.offset), static_cast<std::uint32_t>(p.bytes),
                           p.is_pointer ? "global_buffer" : "by_value", short_name(entry, p.name)});
  return r;
}

SymbolicKernel symbolic_kernel(Module const& module, Entry const& entry) {
  if (entry.instructions.size() > kMostOfProgram)
    throw InputError(fmt::format("more than {} instructions", kMostOfProgram));
  SymbolicKernel r;
  r.entry = &entry;
  r.kernel = kernel_of(module, entry);
  auto const arrived = arrived_at(entry);
  for (Instruction const& i : entry.instructions) {
    SymbolicStep& step = r.program.emplace_back();
    step.instruction.address = i.line, step.instruction.text = i.text, step.instruction.name = i.opcode;
    step.instruction.target = i.target;
    if (i.source_line != 0 && i.source_file < module.files.size() && !module.files[i.source_file].empty())
      step.source = fmt::format("{}:{}", module.files[i.source_file], i.source_line);
    bool const is_known = row_of(i, step.why) != nullptr || symbolic_row(i, step.why) != nullptr;
    if (is_known || (i.not_read.empty() && is_of_registers(i))) step.why.clear();
    step.flow.branches = is_branch(i);
    step.flow.falls = !((is_branch(i) || is_end(i) || base_of(i) == "brx") && i.guard == kSink);
    step.flow.is_barrier = is_barrier_of_all(entry, i, arrived);
    step.flow.splits = is_end(i), step.flow.is_of_ptx = true;
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      bool const is_answer = k == 0 && answers(i), is_sure = i.guard == kSink && step.why.empty();
      if (!is_answer || !is_sure) add(i.operands[k], step.read);
      if (is_answer && is_sure) add(i.operands[k], step.written);
    }
    if (i.guard != kSink) step.read.push_back(static_cast<unsigned>(i.guard));
  }
  find_dependent(r);
  find_copies(r);
  find_unseen(r);
  find_overwriting(r);
  find_early(r);
  return r;
}

std::vector<unsigned> answered(Instruction const& i) {
  std::vector<unsigned> r;
  if (answers(i)) add(i.operands[0], r);
  return r;
}

namespace {

std::unique_ptr<PtxJudge> judge_of(Entry const& entry) {
  std::vector<PtxJudge::Run> run;
  for (Instruction const& i : entry.instructions) {
    bool const starts_carry =
        i.modes.has(Modes::carry) && (base_of(i) == "add" || base_of(i) == "sub" || base_of(i) == "mad");
    auto const row = rows().find(starts_carry ? i.key + "@cc" : i.key);
    std::string why;
    if (auto const own = symbolic_row(i, why))
      run.push_back(own->run);
    else
      run.push_back(row == rows().end() || row_of(i, why) == nullptr ? nullptr : row->second);
  }
  return std::make_unique<PtxJudge>(entry, std::move(run));
}

}  // namespace

void find_phases(SymbolicKernel& of, Module const& module, std::array<std::uint32_t, 3> const& block,
                 std::map<std::uint32_t, std::uint64_t> const& boxes, Contradicts const& contradicts) {
  auto const judge = judge_of(*of.entry);
  find_phases(of, *judge, first_state(of, module, block, *judge), block[0] * block[1] * block[2], boxes,
              contradicts);
}

std::unique_ptr<Walk> walk_through(
    SymbolicKernel const& of, Module const& module, std::array<std::uint32_t, 3> const& block,
    std::uint64_t budget, Multiples const& multiples, std::map<std::uint32_t, std::uint64_t> const& boxes,
    std::function<std::unique_ptr<Machine>(std::unique_ptr<Machine>)> const& around, Tables const& tables,
    bool keeps_conditions) {
  Entry const& entry = *of.entry;
  auto judge = judge_of(entry);
  judge->multiples = multiples, judge->boxes = of.box_bytes;
  judge->boxes_of_maps = boxes, judge->tables = tables, judge->keeps_conditions = keeps_conditions;
  State const first = first_state(of, module, block, *judge);
  unsigned const slots = judge->order_slot() + 1;
  std::unique_ptr<Machine> machine = std::move(judge);
  if (around) machine = around(std::move(machine));
  auto walk = std::make_unique<Walk>(
      of.program, std::move(machine),
      SlotKinds{slots, static_cast<unsigned>(entry.slots.size()), 0,
                [&of](unsigned s) { return s < of.dependent.size() && of.dependent[s]; }},
      budget);
  walk->run(first);
  return walk;
}

}  // namespace colex::code::ptx
