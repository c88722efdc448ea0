// SPDX-License-Identifier: MIT
// Equations of words that were used, and those on which an answer rests.
#include "code/symbols/rewriting.hpp"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace colex::code {

namespace {

thread_local Ledger* ledger = nullptr;

}  // namespace

Ledger::Ledger() { ledger = this; }
Ledger::~Ledger() { ledger = nullptr; }
Ledger* Ledger::current() { return ledger; }

Ledger::Lasting::Lasting() : before(ledger != nullptr && std::exchange(ledger->lasts_, true)) {}
Ledger::Lasting::~Lasting() {
  if (ledger != nullptr) ledger->lasts_ = before;
}

void Ledger::add(Term plain, Term rewritten, bool of_instruction) {
  if (plain != rewritten) all_.push_back({{plain, rewritten}, of_instruction, lasts_});
}

void Ledger::drop_since(std::size_t size) {
  auto const first = all_.begin() + static_cast<std::ptrdiff_t>(size);
  all_.erase(std::remove_if(first, all_.end(), [](Entry const& e) { return !e.lasts; }), all_.end());
}

std::vector<Equation> Ledger::needed_for(std::vector<Term> const& terms,
                                         std::function<std::vector<Term>(Term)> const& came_about) const {
  std::unordered_map<Term, std::vector<std::size_t>> makes;  // equations of instructions, by what they make
  std::vector<bool> taken(all_.size(), false);
  std::unordered_set<Term> seen;
  std::vector<Term> todo = terms;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    if (all_[k].of_instruction) {
      makes[all_[k].equation.rewritten].push_back(k);
    } else {
      taken[k] = true;
      todo.push_back(all_[k].equation.plain), todo.push_back(all_[k].equation.rewritten);
    }
  }
  while (!todo.empty()) {
    Term const t = todo.back();
    todo.pop_back();
    if (t == nullptr || !seen.insert(t).second) continue;
    for (Term part : t->of) todo.push_back(part);
    if (t->op == Op::leaf && (t->leaf == Leaf::merged || t->leaf == Leaf::merged_lanes))
      for (Term value : came_about(t)) todo.push_back(value);
    if (auto const found = makes.find(t); found != makes.end())
      for (std::size_t k : found->second)
        if (!taken[k]) taken[k] = true, todo.push_back(all_[k].equation.plain);
  }
  std::vector<Equation> r;
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (std::size_t k = 0; k < all_.size(); ++k) {
    Equation const& e = all_[k].equation;
    if (taken[k] && known.emplace(e.plain->id, e.rewritten->id).second) r.push_back(e);
  }
  return r;
}

}  // namespace colex::code
