// SPDX-License-Identifier: MIT
// Equations of words that were used, and those on which an answer rests.
#include "code/symbols/rewriting.hpp"

#include <algorithm>

namespace colex::code {

namespace {

thread_local Ledger* ledger = nullptr;

}  // namespace

Ledger::Ledger() { ledger = this; }
Ledger::~Ledger() { ledger = nullptr; }
Ledger* Ledger::current() { return ledger; }

Ledger::Lemma::Lemma(Name const& name, bool is_known) {
  if (ledger == nullptr) return;
  before = ledger->lemma_;
  auto const number =
      ledger->lemmas_.try_emplace(name, static_cast<std::uint32_t>(ledger->lemmas_.size() + 1)).first->second;
  ledger->all_.push_back({{nullptr, nullptr}, before, number});
  if (!is_known) ledger->lemma_ = number;
}
Ledger::Lemma::~Lemma() {
  if (ledger != nullptr) ledger->lemma_ = before;
}

void Ledger::add(Term plain, Term rewritten) {
  if (plain != rewritten) all_.push_back({{plain, rewritten}, lemma_});
}

void Ledger::drop_since(std::size_t size) {
  auto const first = all_.begin() + static_cast<std::ptrdiff_t>(size);
  all_.erase(std::remove_if(first, all_.end(), [](Entry const& e) { return e.lemma == 0; }), all_.end());
}

std::vector<Equation> Ledger::used() const {
  std::vector<bool> is_used(lemmas_.size() + 1, false);
  is_used[0] = true;
  for (bool more = true; more;) {
    more = false;
    for (Entry const& e : all_)
      if (e.uses != 0 && is_used[e.lemma] && !is_used[e.uses]) is_used[e.uses] = more = true;
  }
  std::vector<Equation> r;
  for (Entry const& e : all_)
    if (e.uses == 0 && is_used[e.lemma]) r.push_back(e.equation);
  return r;
}

}  // namespace colex::code
