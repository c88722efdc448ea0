// SPDX-License-Identifier: MIT
// Which symbols of vector registers all lanes of a wave share: what every way into a join holds is shared, and lanes do not take ways of their own.
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

/// Whether all lanes of a wave come into a place at once, and by one way: where each place before is the only one of its instruction, the lanes, which
/// share that, are in it, and they are parted by no mask.
bool Walk::is_entered_at_once(std::uint32_t place) const {
  return std::all_of(places_[place].ways.begin(), places_[place].ways.end(), [&](In const& way) {
    return way.from >= places_.size() || (!way.is_split && places_at_.at(places_[way.from].at) == 1);
  });
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
    std::vector<Term> of;
    bool shared = l->second < kMaskSlots && is_entered_at_once(l->first);
    for (std::size_t w = 0; shared && w < places_[l->first].ways.size(); ++w)
      if (Term const value = value_of(places_[l->first].ways[w], l->second)) {
        Visit const visit;
        shared = add_lane_leaves(value, visit, of);
      }
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
