// SPDX-License-Identifier: MIT
// Whether the equations of a certificate are those on which addresses rest: planted_rows FILE THREADS. In the walk, and not where rows are put together
// as they stand, one instruction after the other gives 16 more than its row says. Where that moves an address of any access, an equation is false.
// Scalar instructions of 64 bits are left alone: they make masks of lanes, and where those are not known both sides are walked.
#include <fmt/format.h>

#include <fstream>
#include <iterator>

#include "code/object.hpp"
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

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  std::ifstream file(words[1], std::ios::binary);
  std::string const bytes{std::istreambuf_iterator<char>(file), {}};
  CodeObject const object = read_code_object(words[1], bytes);
  auto const threads = static_cast<unsigned>(std::stoul(words[2]));
  int moved = 0, planted = 0, missed = 0;
  for (Kernel const& kernel : object.kernels) {
    Pool const pool;
    auto program = symbolic_program(object.target, kernel);
    auto const all = [](MemoryAccess const&) { return true; };
    Walk whole(program, kernel, threads, 1'000'000, {});
    if (!whole.not_understood().empty()) continue;
    auto const want = addresses(whole);
    for (Equation const& e : whole.equations_of(all))
      if (is_false(e))
        fmt::print("{}: an equation is false, and nothing is planted\n", kernel.name), ++missed;
    for (std::size_t n = 0; n < program.size(); ++n) {
      right = std::exchange(program[n].run, wrong);
      Walk walk(program, kernel, threads, 1'000'000, {});
      ++planted;
      if (walk.not_understood().empty() && addresses(walk) != want) {
        ++moved;
        auto const equations = walk.equations_of(all);
        if (std::none_of(equations.begin(), equations.end(), is_false)) {
          ++missed;
          fmt::print("{}: {}: its fault is in no equation\n", kernel.name, program[n].instruction.text);
        }
      }
      program[n].run = right;
    }
  }
  fmt::print("{} faults planted, {} of them move an address, {} are missed\n", planted, moved, missed);
  return missed == 0 && moved > 10 ? 0 : 1;
}
