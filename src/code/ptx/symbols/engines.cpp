// SPDX-License-Identifier: MIT
// What the copy engine and the tensor core see of what threads wrote, and which registers a product has. Both are invariants over all ways through a
// kernel. Bytes that a thread wrote are seen behind a fence.proxy.async of the thread that wrote, or of the one whose copy or product reads, behind what
// orders the two; on a way from the one instruction to the other is either. Registers: manual, "wgmma.fence". A kernel must not end before its bulk
// copies have read what they store.
#include <fmt/format.h>

#include <algorithm>

#include "code/ptx/symbols/fixed_point.hpp"
#include "code/ptx/symbols/program.hpp"

namespace colex::code::ptx {

namespace {

bool is_copy(Instruction const& i) {
  return i.key.starts_with("cp.async.ca") || i.key.starts_with("cp.async.cg");
}
bool is_product(Instruction const& i) { return i.key.starts_with("wgmma.mma_async"); }

}  // namespace

bool is_of_engine(Instruction const& i) {
  return i.key.starts_with("cp.async.bulk.") || is_product(i) || is_tensor_product(i);
}

void find_unseen(SymbolicKernel& of) {
  Entry const& entry = *of.entry;
  auto const count = static_cast<std::uint32_t>(entry.instructions.size());
  of.unseen = fixed_point<std::set<std::uint32_t>>(of, {}, [&](std::uint32_t at, auto now) {
    Instruction const& i = entry.instructions[at];
    bool const is_fence = i.key == "fence.proxy.async" || i.key == "fence.proxy.async.shared";
    if (is_fence && i.guard == kSink) now.clear();
    std::string const base = i.key.substr(0, i.key.find('.'));
    if (base == "st" || base == "stmatrix" || base == "atom" || base == "red") now.insert(at);
    // The bytes of a copy are written when it is waited for.
    if (i.key.starts_with("cp.async.wait_"))
      for (auto const& [copy, barriers] : of.under_way[at])
        if (is_copy(entry.instructions[copy])) now.insert(copy);
    return now;
  });
  for (std::uint32_t at = 0; at < count; ++at)
    if (!is_of_engine(entry.instructions[at])) of.unseen[at].clear();
}

void find_overwriting(SymbolicKernel& of) {
  auto const& program = of.entry->instructions;
  auto const is_of_mbarrier = [](Instruction const& i) { return i.key.starts_with("mbarrier."); };
  if (std::none_of(program.begin(), program.end(), is_counted)) return;
  of.overwriting = fixed_point<std::set<std::uint32_t>>(of, {}, [&](std::uint32_t at, auto now) {
    Instruction const& i = program[at];
    std::string const base = i.key.substr(0, i.key.find('.'));
    if (i.key.starts_with("mbarrier.init")) now.clear();
    for (char const* const one : {"st", "stmatrix", "atom", "red", "cp"})
      if (base == one) now.insert(at);
    return now;
  });
  for (std::uint32_t at = 0; at < program.size(); ++at)
    if (!is_of_mbarrier(program[at]) || program[at].key.starts_with("mbarrier.init"))
      of.overwriting[at].clear();
}

void find_early(SymbolicKernel& of) {
  Entry const& entry = *of.entry;
  auto const& program = entry.instructions;
  for (std::uint32_t at = 0; at < program.size(); ++at)
    if (of.program[at].flow.splits)  // an end
      for (auto const& [copy, barriers] : of.under_way[at])
        if (program[copy].key.ends_with(".bulk_group"))
          of.early.push_back(
              {at, copy, "the kernel may end while a bulk copy out of shared memory is under way"});
  if (std::none_of(program.begin(), program.end(), is_product)) return;
  auto const name = [&](std::int32_t s) { return entry.slots[static_cast<std::size_t>(s)].name; };
  auto const each_use = [&](Instruction const& i, auto f) {
    for (std::size_t k = 0; k < i.operands.size(); ++k) {
      Operand const& o = i.operands[k];
      bool const writes = k == 0 && o.kind != Operand::Kind::address;
      if (o.slot != kSink && o.kind != Operand::Kind::vector) f(o.slot, writes);
      if (o.has_second && o.second != kSink) f(o.second, writes);
      for (std::int32_t const one : o.elements)
        if (one != kSink) f(one, writes);
    }
  };
  auto const has = [](Operand const& o, std::int32_t s) {
    return o.kind == Operand::Kind::vector &&
           std::find(o.elements.begin(), o.elements.end(), s) != o.elements.end();
  };
  auto const common = [&](Operand const& a, Operand const& b) {
    if (a.kind != Operand::Kind::vector) return kSink;
    for (std::int32_t const s : a.elements)
      if (s != kSink && has(b, s)) return s;
    return kSink;
  };
  // Registers that were used since the last wgmma.fence; the last bit where there was none.
  std::size_t const count = entry.slots.size();
  std::vector<bool> none(count + 1, false);
  none[count] = true;
  auto const touched = fixed_point(of, none, [&](std::uint32_t at, auto now) {
    Instruction const& i = program[at];
    if (i.key.starts_with("wgmma.fence") && i.guard == kSink) now.assign(count + 1, false);
    if (!i.key.starts_with("wgmma."))
      each_use(i, [&](std::int32_t s, bool) {
        auto const n = static_cast<std::size_t>(s);
        if (entry.slots[n].kind == Slot::Kind::reg) now[n] = true;
      });
    return now;
  });
  for (std::uint32_t at = 0; at < program.size(); ++at) {
    Instruction const& i = program[at];
    if (is_product(i)) {
      if (touched[at].empty()) continue;  // nothing leads there
      // Products that sum into the same registers go one after the other.
      for (auto const& [product, barriers] : of.under_way[at]) {
        Instruction const& p = program[product];
        if (!is_product(p)) continue;
        bool const sums_on = p.operands[0].elements == i.operands[0].elements;
        auto const early = [&](std::int32_t s, char const* does, char const* other) {
          if (s != kSink)
            of.early.push_back({at, product,
                                fmt::format("{} is {} by a product while one that {} it may be under way",
                                            name(s), does, other)});
        };
        early(common(i.operands[1], p.operands[0]), "read", "computes");
        early(common(i.operands[0], p.operands[1]), "written", "reads");
        if (!sums_on) early(common(i.operands[0], p.operands[0]), "written", "computes");
      }
      if (touched[at][count]) of.early.push_back({at, at, "no wgmma.fence is before the product"});
      for (std::size_t const k : {0u, 1u})
        for (std::int32_t const s : i.operands[k].elements)
          if (s != kSink && touched[at][static_cast<std::size_t>(s)]) {
            of.early.push_back({at, at, name(s) + " is used, and no wgmma.fence is before the product"});
            break;
          }
    } else if (!i.key.starts_with("wgmma.")) {
      for (auto const& [product, barriers] : of.under_way[at]) {
        Instruction const& p = program[product];
        if (!is_product(p)) continue;
        std::string why;
        each_use(i, [&](std::int32_t s, bool writes) {
          if (has(p.operands[0], s) || (writes && has(p.operands[1], s)))
            why = fmt::format("{} is {} while a product that {} it may be under way", name(s),
                              writes ? "written" : "used", has(p.operands[0], s) ? "computes" : "reads");
        });
        if (!why.empty()) of.early.push_back({at, product, why});
      }
    }
  }
}

}  // namespace colex::code::ptx
