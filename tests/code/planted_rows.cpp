// SPDX-License-Identifier: MIT
// Whether the equations of a certificate are those on which addresses rest: planted_rows FILE THREADS. In the walk, and not where rows are put together
// as they stand, one instruction after the other gives 16 more than its row says. Where that moves an address of any access, an equation is false.
// Scalar instructions of 64 bits are left alone: they make masks of lanes, and where those are not known both sides are walked. Of PTX, the same of
// each instruction that writes a register whatever its guard says.
#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "code/object.hpp"
#include "code/ptx/symbols/program.hpp"
#include "code/symbols/rewriting.hpp"
#include "code/symbols/walk.hpp"

namespace {

using namespace colex::code;

void (*right)(Judge&, Instruction const&) = nullptr;

void wrong(Judge& judge, Instruction const& i) {
  right(judge, i);
  if (is_plain() || i.operands.empty()) return;
  Operand const& to = i.operands[0];
  bool const is_vector = to.from == From::vector;
  if (!is_vector && i.name.ends_with("_b64")) return;
  if ((!is_vector && to.from != From::scalar) || (is_vector && !judge.state.is_on)) return;
  Term& slot = judge.state.slots[is_vector ? kFirstVector + to.index : to.index];
  if (slot != nullptr && slot->width == 32 && !slot->has_ballot) slot = sum(32, {{slot, 1}}, 16);
}

/// A number for each symbol.
std::optional<std::uint64_t> drawn(Term leaf) {
  std::uint64_t x = (leaf->id + 1) * 0x9E3779B97F4A7C15u;
  x ^= x >> 29, x *= 0xBF58476D1CE4E5B9u;
  return x ^ x >> 32;
}

bool is_false(Equation const& e) {
  Evaluation of(drawn);
  auto const a = of(e.plain), b = of(e.rewritten);
  return a && b && *a != *b;
}

std::vector<std::tuple<std::uint32_t, std::uint32_t, Term>> addresses(Walk const& walk) {
  std::vector<std::tuple<std::uint32_t, std::uint32_t, Term>> r;
  for (MemoryAccess const& a : walk.accesses()) r.emplace_back(a.instruction, a.part, a.address);
  return r;
}

struct Counts {
  int moved = 0, planted = 0, missed = 0;
};

bool all(MemoryAccess const&) { return true; }

/// Compares a walk with a fault with the one without.
void compare(Walk& walk, std::vector<std::tuple<std::uint32_t, std::uint32_t, Term>> const& want,
             std::string const& what, Counts& of) {
  ++of.planted;
  if (!walk.not_understood().empty() || addresses(walk) == want) return;
  ++of.moved;
  auto const equations = walk.equations_of(all);
  if (std::any_of(equations.begin(), equations.end(), is_false)) return;
  ++of.missed;
  fmt::print("{}: its fault is in no equation\n", what);
}

void compare_right(Walk& walk, std::string const& name, Counts& of) {
  for (Equation const& e : walk.equations_of(all))
    if (is_false(e)) fmt::print("{}: an equation is false, and nothing is planted\n", name), ++of.missed;
}

/// A machine around another one, which is wrong at one instruction.
class Wrong final : public Machine {
 public:
  Wrong(std::unique_ptr<Machine> right, std::uint32_t at) : right_(std::move(right)), wrong_at_(at) {}
  bool step(std::uint32_t at, SymbolicStep const& now) override {
    right_->state = state;
    bool const goes_on = right_->step(at, now);
    state = right_->state, ways = right_->ways, accesses = right_->accesses, asked = right_->asked,
    guard = right_->guard, reads_ = right_->reads(), serial_ = right_->unknowns();
    if (at == wrong_at_ && !is_plain())
      for (unsigned const s : now.written)
        if (Term& slot = state.slots[s]; slot != nullptr && slot->width >= 32)
          slot = sum(slot->width, {{slot, 1}}, 16);
    return goes_on;
  }

 private:
  std::unique_ptr<Machine> right_;
  std::uint32_t wrong_at_;
};

void plant(ptx::Module const& module, unsigned threads, Counts& of) {
  for (ptx::Entry const& entry : module.entries) {
    Pool const pool;
    ptx::SymbolicKernel const kernel = ptx::symbolic_kernel(module, entry);
    auto const walked = [&](std::uint32_t wrong_at) {
      return ptx::walk_through(kernel, module, {threads, 1, 1}, 1'000'000, {}, {},
                               [&](std::unique_ptr<Machine> right) {
                                 return std::make_unique<Wrong>(std::move(right), wrong_at);
                               });
    };
    auto const whole = walked(~std::uint32_t{0});
    if (!whole->not_understood().empty()) continue;
    auto const want = addresses(*whole);
    compare_right(*whole, entry.name, of);
    for (std::uint32_t n = 0; n < kernel.program.size(); ++n)
      compare(*walked(n), want, entry.name + ": " + kernel.program[n].instruction.text, of);
  }
}

void plant(CodeObject const& object, unsigned threads, Counts& of) {
  for (Kernel const& kernel : object.kernels) {
    Pool const pool;
    auto program = symbolic_program(object.target, kernel);
    Walk whole(program, kernel, threads, 1'000'000, {});
    if (!whole.not_understood().empty()) continue;
    auto const want = addresses(whole);
    compare_right(whole, kernel.name, of);
    for (std::size_t n = 0; n < program.size(); ++n) {
      right = std::exchange(program[n].run, wrong);
      Walk walk(program, kernel, threads, 1'000'000, {});
      compare(walk, want, kernel.name + ": " + program[n].instruction.text, of);
      program[n].run = right;
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  std::ifstream file(words[1], std::ios::binary);
  std::string const bytes{std::istreambuf_iterator<char>(file), {}};
  auto const threads = static_cast<unsigned>(std::stoul(words[2]));
  Counts of;
  if (ptx::is_ptx(bytes))
    plant(ptx::read_module(words[1], bytes), threads, of);
  else
    plant(read_code_object(words[1], bytes), threads, of);
  fmt::print("{} faults planted, {} of them move an address, {} are missed\n", of.planted, of.moved,
             of.missed);
  return of.missed == 0 && of.moved > 10 ? 0 : 1;
}
