// SPDX-License-Identifier: MIT
// What a walk has made of each instruction, once without rewriting and once with.
#include <fmt/format.h>

#include "code/symbols/rewriting.hpp"
#include "code/symbols/walk.hpp"
#include "operations/failure.hpp"

namespace colex::code {

namespace {

/// A symbol that this instruction has made stands for whatever it makes.
bool is_made_by(Term t, std::uint32_t at) {
  return t->op == Op::leaf && (t->leaf == Leaf::unknown || t->leaf == Leaf::unknown_lanes) && t->first == at;
}

}  // namespace

std::vector<Term> Walk::values_of(Term symbol) const {
  std::vector<Term> r;
  for (In const& way : places_[symbol->first].ways) r.push_back(value_of(way, symbol->second));
  return r;
}

void Walk::replay() {
  Ledger& ledger = *Ledger::current();
  for (std::uint32_t number = 0; number < places_.size(); ++number) {
    if (places_[number].ways.empty()) continue;
    State before = joined(number);
    std::uint32_t at = places_[number].at;
    for (bool goes_on = true; goes_on; ++at) {
      if (at >= program_.size() || program_[at].run == nullptr) break;
      SymbolicStep const& now = program_[at];
      judge_.state = before;
      {
        Plain const on;
        judge_.step(at, now.instruction, now.run);
      }
      State const plain = judge_.state;
      Term const plain_asked = judge_.asked;
      std::vector<MemoryAccess> const plain_accesses = judge_.accesses;
      std::uint32_t const plain_unknowns = judge_.unknowns();
      judge_.state = before;
      goes_on = judge_.step(at, now.instruction, now.run);
      auto const differs = [&] {
        return cli::InputError(fmt::format("{:#x}: {}: replayed without rewriting it is another step",
                                           now.instruction.address, now.instruction.text));
      };
      if (plain_accesses.size() != judge_.accesses.size() ||
          (plain_asked == nullptr) != (judge_.asked == nullptr) ||
          (plain_unknowns != 0 && plain_unknowns != judge_.unknowns()))
        throw differs();
      auto const same = [&](Term one, Term other, bool of_instruction = true) {
        if (one == other || is_made_by(other, at)) return;
        if (one == nullptr || other == nullptr || one->width != other->width) throw differs();
        // Masks of lanes are compared by this lane's bit.
        if (one->op == Op::extract && other->op == Op::extract && one->of[0]->op == Op::ballot &&
            other->of[0]->op == Op::ballot && one->value == other->value)
          one = one->of[0]->of[0], other = other->of[0]->of[0];
        ledger.add(one, other, of_instruction);
      };
      for (unsigned s = 0; s < kSlots; ++s) same(plain.slots[s], judge_.state.slots[s]);
      // A way that is never taken rests on its condition; otherwise both are followed.
      if (judge_.asked != nullptr) same(plain_asked, judge_.asked, judge_.asked->op != Op::constant);
      for (std::size_t k = 0; k < plain_accesses.size(); ++k) {
        same(plain_accesses[k].address, judge_.accesses[k].address);
        if (judge_.accesses[k].shape != nullptr) same(plain_accesses[k].shape, judge_.accesses[k].shape);
      }
      before = judge_.state;
      if (goes_on && leads_[at + 1]) goes_on = false;
    }
  }
}

}  // namespace colex::code
