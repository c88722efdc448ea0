// SPDX-License-Identifier: MIT
// The order of what touches tensor memory (manual, "Memory Consistency Model for 5th generation of TensorCore operations"): tcgen05.ld and .st run behind
// their warp until tcgen05.wait; who uses a register that is loaded waits for it by that alone ("Register dependencies, same thread"). Products run behind their thread until an mbarrier that
// tcgen05.commit names is waited for. A warp reaches 32 lanes of its own, and shares
// them with every fourth one. Products follow each other in order if they have one form and one accumulator. Columns are told apart where they are known
// distances from one register; otherwise all tensor memory is one place.
#include <fmt/format.h>

#include <algorithm>

#include "code/ptx/symbols/fixed_point.hpp"
#include "code/ptx/symbols/judge.hpp"
#include "code/ptx/symbols/program.hpp"

namespace colex::code::ptx {

namespace {

constexpr unsigned kAllColumns = 512, kColumnsOfA = 8, kWarpsApart = 4,
                   kMostSteps = 64;  // a step of A has 32 bytes of a lane

/// Columns behind the one that a register holds; kSink where that is not known.
struct Columns {
  std::int32_t root = kSink;
  std::int64_t first = 0;
  unsigned count = kAllColumns;
};
bool may_overlap(Columns const& a, Columns const& b) {
  return a.root == kSink || a.root != b.root || (a.first < b.first + b.count && b.first < a.first + a.count);
}
bool are_same(Columns const& a, Columns const& b) {
  return a.root != kSink && a.root == b.root && a.first == b.first && a.count == b.count;
}

bool is_load(Instruction const& i) { return i.key.starts_with("tcgen05.ld."); }
bool is_store(Instruction const& i) { return i.key.starts_with("tcgen05.st."); }
bool is_end(Instruction const& i) { return i.key.starts_with("tcgen05.dealloc."); }
bool is_wait_of(Instruction const& i, Instruction const& access) {
  return i.guard == kSink && i.key.starts_with(is_load(access) ? "tcgen05.wait::ld" : "tcgen05.wait::st");
}

class TensorOrder {
 public:
  TensorOrder(SymbolicKernel& of, unsigned threads) : of_(of), entry_(*of.entry), threads_(threads) {
    made_.assign(entry_.slots.size(), kNever);
    for (std::uint32_t at = 0; at < entry_.instructions.size(); ++at)
      for (unsigned const s : answered(entry_.instructions[at])) made_[s] = made_[s] == kNever ? at : kOften;
  }

  void find() {
    // Of each load and store that no wait is behind, and of each that has one and no barrier behind that, twice its number, and one; and of what gives columns
    // back.
    auto const open = fixed_point<std::set<std::uint32_t>>(of_, {}, [&](std::uint32_t at, auto now) {
      Instruction const& i = entry_.instructions[at];
      std::set<std::uint32_t> next;
      for (std::uint32_t const one : now) {
        bool const is_waited = one % 2 != 0;
        if (!is_waited && is_wait_of(i, entry_.instructions[one / 2]))
          next.insert(one + 1);
        else if (!is_waited || !of_.program[at].flow.is_barrier)
          next.insert(one);
      }
      if (is_load(i) || is_store(i) || is_end(i)) next.insert(2 * at);
      if (i.key.starts_with("tcgen05.alloc."))
        std::erase_if(next, [&](std::uint32_t one) { return is_end(entry_.instructions[one / 2]); });
      return next;
    });
    for (std::uint32_t at = 0; at < entry_.instructions.size(); ++at) {
      Instruction const& i = entry_.instructions[at];
      bool const ends = of_.program[at].flow.splits, gives_back = is_end(i);
      bool const is_access = is_load(i) || is_store(i), is_product = is_tensor_product(i);
      if (!ends && !gives_back && !is_access && !is_product) continue;
      for (auto const& [product, barriers] : of_.under_way[at])
        if (is_tensor_product(entry_.instructions[product]) &&
            (ends || gives_back || may_disturb(product, at)))
          of_.early.push_back({at, product,
                               ends ? "the kernel may end while a product is under way"
                                    : "tensor memory is touched while a product may be under way"});
      if (ends) continue;
      for (std::uint32_t const one : open[at]) {
        bool const is_waited = one % 2 != 0;
        Instruction const& other = entry_.instructions[one / 2];
        if (is_end(other)) {
          of_.early.push_back({at, one / 2, "tensor memory is touched that was given back"});
          continue;
        }
        if (is_access && ((is_load(i) && is_load(other)) || (is_waited && threads_ <= 32 * kWarpsApart)))
          continue;
        if ((is_access || is_product) && !touches(i, other)) continue;
        of_.early.push_back({at, one / 2,
                             fmt::format("tensor memory is touched, and {} is behind what {} it before",
                                         is_waited ? "no barrier" : "no tcgen05.wait",
                                         is_load(other) ? "loads" : "stores to")});
      }
    }
    find_overwritten(open);
    find_fences();
  }

 private:
  static constexpr std::uint32_t kNever = ~0u, kOften = ~0u - 1;

  Instruction const* maker(std::int32_t s) const {
    if (s == kSink) return nullptr;
    std::uint32_t const at = made_[static_cast<std::size_t>(s)];
    return at >= kOften || entry_.instructions[at].guard != kSink ? nullptr : &entry_.instructions[at];
  }
  std::optional<std::uint64_t> number(std::int32_t s) const {
    if (s == kSink) return {};
    Slot const& slot = entry_.slots[static_cast<std::size_t>(s)];
    if (slot.kind == Slot::Kind::constant) return slot.value;
    Instruction const* const i = maker(s);
    if (i == nullptr || !i->key.starts_with("mov.") || i->operands[1].slot == kSink) return {};
    Slot const& from = entry_.slots[static_cast<std::size_t>(i->operands[1].slot)];
    return from.kind == Slot::Kind::constant ? std::optional(from.value) : std::nullopt;
  }
  /// Whether it has no bits of a column: a warp's lanes.
  bool is_of_lanes(std::int32_t s) const {
    if (auto const n = number(s)) return (*n & 0xFFFF) == 0;
    Instruction const* const i = maker(s);
    if (i == nullptr || i->operands.size() != 3) return false;
    auto const n = number(i->operands[2].slot);
    return n && ((i->key == "and.b32" && (*n & 0xFFFF) == 0) || (i->key == "shl.b32" && *n >= 16));
  }
  bool is_in_loop(std::uint32_t from) const {
    std::vector<bool> seen(entry_.instructions.size(), false);
    std::vector<std::uint32_t> todo{from};
    while (!todo.empty()) {
      std::uint32_t const at = todo.back();
      todo.pop_back();
      auto const go = [&](std::uint32_t to) {
        if (to < seen.size() && !seen[to]) seen[to] = true, todo.push_back(to);
      };
      if (of_.program[at].flow.branches) go(entry_.instructions[at].target);
      if (of_.program[at].flow.falls) go(at + 1);
    }
    return seen[from];
  }
  Columns columns(Operand const& o, unsigned count) const {
    Columns r{kSink, o.offset, count};
    std::int32_t s = o.slot;
    unsigned steps = 0;
    for (Instruction const* i = maker(s); i != nullptr && steps < kMostSteps; i = maker(s), ++steps) {
      if (i->key.starts_with("mov.b32") && i->operands[1].kind == Operand::Kind::value) {
        s = i->operands[1].slot;
        continue;
      }
      if (i->key != "add.s32" && i->key != "add.u32") break;
      std::int32_t const a = i->operands[1].slot, b = i->operands[2].slot;
      if (auto const n = number(b))
        r.first += static_cast<std::int32_t>(*n), s = a;
      else if (is_of_lanes(b))
        s = a;
      else if (is_of_lanes(a))
        s = b;
      else
        break;
    }
    bool const is_one = maker(s) != nullptr && !is_in_loop(made_[static_cast<std::size_t>(s)]);
    if (is_one) r.root = s;
    return r;
  }
  /// Of a load or a store.
  Columns columns_of(Instruction const& i) const {
    auto const has = [&](char const* part) { return i.key.find(part) != std::string::npos; };
    std::size_t const at = is_load(i) ? 1 : 0;
    auto count = static_cast<unsigned>(std::stoul(i.key.substr(i.key.find(".x") + 2)));
    count *= has("16x64b") ? 2 : has("16x128b") ? 4 : has("16x256b") ? 8 : 1;
    if (has("pack::16b")) count *= 2;
    if (has("16x32bx2")) {  // lanes from 16 on have columns of their own
      auto const second = number(i.operands[at == 1 ? 2 : 1].slot);
      count = second && *second < kAllColumns ? count + static_cast<unsigned>(*second) : kAllColumns;
    }
    return columns(i.operands[at == 1 ? 1 : 0], count);
  }
  Columns sum_of(Instruction const& product) const {
    auto const descriptor = number(product.operands[3].slot);
    auto const form = tensor_product(constant(descriptor.value_or(0), 32), 16);
    return columns(product.operands[0], descriptor && form ? form->n : kAllColumns);
  }
  static bool has_matrix(Instruction const& product) {
    return product.operands[1].kind == Operand::Kind::address;
  }

  /// Whether a load or a store may be of a product's columns, or of another's.
  bool touches(Instruction const& i, Instruction const& access) const {
    Columns const of = columns_of(access);
    if (!is_tensor_product(i)) return may_overlap(columns_of(i), of);
    return may_overlap(sum_of(i), of) ||
           (has_matrix(i) && is_store(access) && may_overlap(columns(i.operands[1], kColumnsOfA), of));
  }
  /// Whether what is done there is out of order with a product that is under way.
  bool may_disturb(std::uint32_t product, std::uint32_t at) const {
    Instruction const &p = entry_.instructions[product], &i = entry_.instructions[at];
    if (!is_tensor_product(i)) return touches(p, i);
    Columns const sum = sum_of(p), next = sum_of(i);
    bool const in_order = p.key == i.key && are_same(sum, next) && number(p.operands[3].slot) &&
                          number(p.operands[3].slot) == number(i.operands[3].slot);
    return (!in_order && may_overlap(sum, next)) ||
           (has_matrix(i) && may_overlap(sum, columns(i.operands[1], kColumnsOfA))) ||
           (has_matrix(p) && may_overlap(next, columns(p.operands[1], kColumnsOfA)));
  }

  /// A register is not to be written between a load to it and either a use of it or the wait.
  void find_overwritten(std::vector<std::set<std::uint32_t>> const& open) {
    auto const each_read = [](Instruction const& i, auto f) {
      if (i.guard != kSink) return;
      bool const answers = !answered(i).empty();
      for (std::size_t k = answers ? 1 : 0; k < i.operands.size(); ++k) {
        Operand const& o = i.operands[k];
        if (o.slot != kSink) f(static_cast<std::size_t>(o.slot));
        for (std::int32_t const one : o.elements)
          if (one != kSink) f(static_cast<std::size_t>(one));
      }
    };
    std::vector<bool> const none(entry_.slots.size(), false);
    auto const loading = fixed_point(of_, none, [&](std::uint32_t at, auto now) {
      Instruction const& i = entry_.instructions[at];
      if (i.guard == kSink && i.key.starts_with("tcgen05.wait::ld")) return none;
      each_read(i, [&](std::size_t s) { now[s] = false; });
      if (is_load(i))
        for (unsigned const s : answered(i)) now[s] = true;
      return now;
    });
    for (std::uint32_t at = 0; at < entry_.instructions.size(); ++at) {
      if (loading[at].empty()) continue;  // nothing leads there
      Instruction const& i = entry_.instructions[at];
      auto now = loading[at];
      each_read(i, [&](std::size_t s) { now[s] = false; });
      for (unsigned const s : answered(i)) {
        if (!now[s]) continue;
        auto const load = std::find_if(open[at].begin(), open[at].end(), [&](std::uint32_t one) {
          auto const to = answered(entry_.instructions[one / 2]);
          return one % 2 == 0 && std::find(to.begin(), to.end(), s) != to.end();
        });
        of_.early.push_back(
            {at, load == open[at].end() ? at : *load / 2,
             entry_.slots[s].name + " is written while a load of tensor memory to it may be under way"});
        break;
      }
    }
  }

  /// tcgen05.fence::after_thread_sync is to be behind each wait, ::before_thread_sync before each arrival; tcgen05.commit is one of its products.
  void find_fences() {
    enum : std::size_t { waited, accessed, multiplied };
    auto const is_barrier = [](Instruction const& i) {
      return (i.key.starts_with("bar.") || i.key.starts_with("barrier.")) && !i.key.starts_with("bar.warp");
    };
    auto const open =
        fixed_point<std::vector<bool>>(of_, {false, false, false}, [&](std::uint32_t at, auto now) {
          Instruction const& i = entry_.instructions[at];
          if (i.key == "tcgen05.fence::after_thread_sync") now[waited] = false;
          if (i.key == "tcgen05.fence::before_thread_sync") now[accessed] = now[multiplied] = false;
          if (i.key.starts_with("tcgen05.commit.")) now[multiplied] = false;
          if (is_load(i) || is_store(i)) now[accessed] = true;
          if (is_tensor_product(i)) now[multiplied] = true;
          if (is_barrier(i) || i.key.find("_wait") != std::string::npos) now[waited] = true;
          return now;
        });
    for (std::uint32_t at = 0; at < entry_.instructions.size(); ++at) {
      Instruction const& i = entry_.instructions[at];
      if (open[at].empty()) continue;
      bool const goes_on = is_load(i) || is_store(i) || is_tensor_product(i);
      bool const tells = is_barrier(i) || i.key.starts_with("mbarrier.arrive");
      of_.lacks_tensor_fence |=
          (goes_on && open[at][waited]) || (tells && (open[at][accessed] || open[at][multiplied]));
    }
  }

  SymbolicKernel& of_;
  Entry const& entry_;
  unsigned threads_;
  std::vector<std::uint32_t> made_{};  ///< of each slot: by which instruction, if by one
};

}  // namespace

void find_tensor_order(SymbolicKernel& of, unsigned threads) {
  auto const& program = of.entry->instructions;
  if (std::any_of(program.begin(), program.end(),
                  [](Instruction const& i) { return i.key.starts_with("tcgen05."); }))
    TensorOrder(of, threads).find();
}

}  // namespace colex::code::ptx
