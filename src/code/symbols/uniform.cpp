// SPDX-License-Identifier: MIT
// Which symbols of vector registers and masks all lanes of a wave share: what every way into a join holds is shared, and lanes take no ways of their own.
#include <algorithm>

#include "code/symbols/walk.hpp"

namespace colex::code {

namespace {

/// The leaves that may differ from lane to lane. False where one surely may.
bool add_lane_leaves(Term t, Visit const& visit, std::vector<Term>& to) {
  if (!t->has_lane || !visit.is_first(t)) return true;
  if (t->op == Op::leaf) return t->leaf == Leaf::merged_lanes && (to.push_back(t), true);
  return std::all_of(t->of.begin(), t->of.end(), [&](Term part) { return add_lane_leaves(part, visit, to); });
}

}  // namespace

/// What the ways into a join hold there, where lanes that are in it together have come with one value: a wave's lanes share where they were before, and
/// ways from there hold the same. Symbols of joins are renewed at a loop's head, so that two lanes have one symbol from one time. False otherwise.
bool Walk::is_entered_alike(Term symbol, std::vector<Term>& values) const {
  std::map<std::uint32_t, Term> by_origin;
  for (In const& way : places_[symbol->first].ways) {
    Term const value = value_of(way, symbol->second);
    if (value == nullptr && symbol->second >= kMaskSlots) return false;
    if (value == nullptr) continue;  // no way on which it is used
    std::uint32_t const origin = way.from < places_.size() ? places_[way.from].at : ~std::uint32_t{0};
    if (by_origin.try_emplace(origin, value).first->second != value) return false;
    values.push_back(value);
  }
  return true;
}

/// Whether a symbol of a join is the same for all lanes: it and those that it is made of are taken to be, and what that contradicts is not.
bool Walk::is_uniform(Term symbol) {
  std::vector<Term> asked{symbol};
  std::map<Term, std::vector<Term>> users;
  std::vector<Term> differ;
  for (std::size_t k = 0; k < asked.size(); ++k) {
    Term const l = asked[k];
    if (auto const known = uniform_.find(l); known != uniform_.end()) {
      if (!known->second) differ.push_back(l);
      continue;
    }
    uniform_[l] = true;
    std::vector<Term> of, values;
    Visit const visit;
    bool const shared = is_entered_alike(l, values) &&
                        std::all_of(values.begin(), values.end(),
                                    [&](Term value) { return add_lane_leaves(value, visit, of); });
    if (!shared) {
      uniform_[l] = false, differ.push_back(l);
      continue;
    }
    for (Term const part : of) users[part].push_back(l), asked.push_back(part);
  }
  for (std::size_t k = 0; k < differ.size(); ++k)
    for (Term const user : users[differ[k]])
      if (std::exchange(uniform_[user], false)) differ.push_back(user);
  return uniform_[symbol];
}

Term Walk::with_uniform(Term t) {
  if (kinds_.masks == 0 || !not_understood_.empty()) return t;
  return substituted(t, [&](Term x) -> Term {
    if (!x->has_lane || !x->has_merged) return x;
    if (x->op != Op::leaf || !is_uniform(x)) return nullptr;
    return leaf(Leaf::merged, x->width, x->first, x->second);
  });
}

}  // namespace colex::code
