// SPDX-License-Identifier: MIT
// How the symbols of joins came about: one way after the other; at a loop's head, as a function of the trip.
#include <algorithm>
#include <functional>
#include <utility>

#include "code/symbols/rewriting.hpp"
#include "code/symbols/walk.hpp"

namespace colex::code {

namespace {

constexpr std::size_t kMostLooked = 30'000;               // parts of terms, for the ways of one access
constexpr std::uint32_t kMostDeep = 5000;                 // a term that is gone through by recursion
constexpr std::uint32_t kTripsLemma = ~std::uint32_t{0};  // of a loop, beside its slots

/// What comes again and again, if it goes on by equal steps from some trip on; null otherwise. `since` is the trip's number counted from that one.
Term in_equal_steps(std::vector<std::uint64_t> const& all, unsigned width,
                    std::function<Term(std::size_t)> const& since) {
  std::size_t const period = all.size();
  for (std::size_t first = 0; first < period; ++first) {
    std::uint64_t const step = (all[(first + 1) % period] - all[first]) & all_ones(width);
    bool fits = true;
    for (std::size_t k = 0; k < period && fits; ++k)
      fits = all[(first + k) % period] == ((all[first] + k * step) & all_ones(width));
    if (fits) return sum(width, {{remainder_by(since(first), period), step}}, all[first]);
  }
  return nullptr;
}

}  // namespace

/// Places in the order of a walk from the first, which is 1, so that only what closes a loop leads back.
void Walk::order() {
  std::vector<std::vector<std::uint32_t>> next(places_.size());
  for (std::uint32_t n = 0; n < places_.size(); ++n)
    for (In const& way : places_[n].ways)
      if (way.from < places_.size()) next[way.from].push_back(n);
  order_.assign(places_.size(), 0);
  std::vector<bool> seen(places_.size(), false);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  std::uint32_t left = static_cast<std::uint32_t>(places_.size());
  seen[0] = true;
  while (!stack.empty()) {
    auto& [n, k] = stack.back();
    if (k == next[n].size()) {
      order_[n] = left--, stack.pop_back();
      continue;
    }
    std::uint32_t const to = next[n][k++];
    if (!seen[to]) seen[to] = true, stack.emplace_back(to, 0);
  }
}

Term Walk::value_of(In const& way, unsigned slot) const {
  if (slot < kMaskSlots) return way.state.slots[slot];
  unsigned const s = slot >= kFlagSlots ? slot - kFlagSlots : slot - kMaskSlots;
  Term const low = way.state.slots[s], high = way.state.slots[s + 1];
  if (low == nullptr || high == nullptr) return nullptr;
  Term const flag = all_or_none(low, high);
  return flag != nullptr ? flag : bit_of_mask(concatenate({low, high}));
}

/// The value of a slot when a loop's head is reached again; null where the ways back differ.
Term Walk::back_value(std::uint32_t head, unsigned slot) {
  Term r = nullptr;
  for (In const& way : places_[head].ways) {
    if (!is_back(head, way)) continue;
    Term const value = value_of(way, slot);
    if (value == nullptr) return nullptr;
    std::vector<std::vector<Term>> all;
    bool const only = std::exchange(only_lanes_, false);
    std::size_t const left = std::exchange(left_, kMostLooked / 8);
    Told* const told = std::exchange(told_, nullptr);
    bool const known = cases_within({value}, 8, all, {}, order_[head]);
    only_lanes_ = only, left_ = left, told_ = told;
    if (!known) return nullptr;
    for (auto const& one : all) {
      if (r != nullptr && r != one[0]) return nullptr;
      r = one[0];
    }
  }
  return r;
}

namespace {

/// Made of nothing but what the loop carries.
bool is_of_head(Term t, std::uint32_t head) {
  auto const leaves = leaves_of(t);
  return leaves.size() <= 4 && std::all_of(leaves.begin(), leaves.end(), [&](Term l) {
           return (l->leaf == Leaf::merged || l->leaf == Leaf::merged_lanes) && l->first == head &&
                  l->second < kMaskSlots;
         });
}

}  // namespace

Walk::Step Walk::step_of(std::uint32_t head, unsigned slot) {
  auto const [found, is_new] = steps_of_.try_emplace({head, slot});
  Ledger::Lemma const lemma({head, slot}, !is_new);
  if (!is_new) return found->second;
  Step r;
  auto const symbol = [&](unsigned s) {
    Term const value = places_[head].ways[0].state.slots[s];
    return leaf(kinds_.of_lanes(s) ? Leaf::merged_lanes : Leaf::merged, value == nullptr ? 32 : value->width,
                head, s);
  };
  if (slot >= kMaskSlots) {
    Term const back = back_value(head, slot);
    if (back != nullptr &&
        back == leaf(slot >= kFlagSlots ? Leaf::merged : Leaf::merged_lanes, 1, head, slot))
      r.kind = Step::Kind::fixed;
  } else if (Term const back = back_value(head, slot), p = symbol(slot); back != nullptr) {
    auto const is_fixed = [&](Term t) {
      return !depends_on(t, places_[head].at) && leaves_of(t).size() <= 8;
    };
    if (back == p) {
      r.kind = Step::Kind::fixed;
    } else if (back->width == p->width) {
      unsigned const width = back->width;
      Term const more = rewritten([&] { return sum(width, {{back, 1}, {p, ~std::uint64_t{0}}}); });
      Term const flips = rewritten([&] { return exclusive(back, p); });
      bool const has_trip = [&] {
        for (Term l : leaves_of(more))
          if (l->leaf == Leaf::trip) return true;
        return false;
      }();
      if (is_fixed(more) && !has_trip)
        r = {Step::Kind::added, more};
      else if (flips->op == Op::constant)
        r = {Step::Kind::flipped, flips};
      if (r.kind == Step::Kind::unknown && kinds_.masks != 0 && width == 32)
        for (unsigned low : {slot, slot - 1}) {  // a counter of 64 bits
          if (low + 1 >= kRegisters || low > slot) continue;
          if (places_[head].merged.count(low) == 0 || places_[head].merged.count(low + 1) == 0) continue;
          Term const a = back_value(head, low), b = back_value(head, low + 1);
          if (a == nullptr || b == nullptr || a->width != 32 || b->width != 32) continue;
          Term const by = rewritten([&] {
            return sum(64, {{concatenate({a, b}), 1},
                            {concatenate({symbol(low), symbol(low + 1)}), ~std::uint64_t{0}}});
          });
          if (by->op != Op::constant) continue;
          r = {low == slot ? Step::Kind::low_of_pair : Step::Kind::high_of_pair, by};
          break;
        }
      if (r.kind == Step::Kind::unknown && is_of_head(back, head)) r = {Step::Kind::repeated, back};
    }
  }
  steps_of_[{head, slot}] = r;
  return r;
}

Term Walk::carried(std::uint32_t head, unsigned slot, In const& entry) {
  Step const step = step_of(head, slot);
  // A loop makes fewer than 2^32 trips.
  Term const start = value_of(entry, slot), trip = extended(leaf(Leaf::trip, 32, head), 64);
  if (start == nullptr) return nullptr;
  switch (step.kind) {
    case Step::Kind::unknown:
      return nullptr;
    case Step::Kind::fixed:
      return start;
    case Step::Kind::added:
      if (start->width != step.by->width) return nullptr;
      return sum(start->width, {{start, 1}, {product(extract(trip, 0, start->width), step.by), 1}});
    case Step::Kind::repeated:
      return repeated(head, slot, entry);
    case Step::Kind::flipped: {
      std::vector<Term> bits;
      if (start->width != step.by->width) return nullptr;
      for (unsigned k = 0; k < start->width; ++k)
        bits.push_back((step.by->value >> k & 1) != 0 ? extract(trip, 0, 1) : constant(0, 1));
      return exclusive(start, concatenate(bits));
    }
    case Step::Kind::low_of_pair:
    case Step::Kind::high_of_pair: {
      bool const low = step.kind == Step::Kind::low_of_pair;
      unsigned const first = low ? slot : slot - 1;
      Term const a = value_of(entry, first), b = value_of(entry, first + 1);
      if (a == nullptr || b == nullptr) return nullptr;
      Term const whole = sum(64, {{concatenate({a, b}), 1}, {trip, step.by->value}});
      return extract(whole, low ? 0 : 32, 32);
    }
  }
  return nullptr;
}

/// Numbers that the loop carries round with each other, such as a stage's number, those made of it, and what they were a trip ago: of the slot, what comes
/// again after equal steps; null otherwise.
Term Walk::repeated(std::uint32_t head, unsigned slot, In const& entry) {
  constexpr std::size_t kLongest = 64, kMostSlots = 16;
  std::map<unsigned, Term> by;
  std::map<unsigned, std::uint64_t> first;
  std::vector<unsigned> todo{slot};
  while (!todo.empty()) {
    unsigned const s = todo.back();
    todo.pop_back();
    if (by.count(s) != 0) continue;
    Term const start = value_of(entry, s);
    Step const step = step_of(head, s);
    if (start == nullptr || start->op != Op::constant || step.kind != Step::Kind::repeated ||
        step.by->width != start->width || by.size() == kMostSlots)
      return nullptr;
    by[s] = step.by, first[s] = start->value;
    for (Term l : leaves_of(step.by)) todo.push_back(l->second);
  }
  std::vector<std::uint64_t> all{first.at(slot)};
  for (auto now = first;;) {
    std::map<unsigned, std::uint64_t> next;
    for (auto const& [s, term] : by) {
      auto const value = Evaluation([&](Term l) { return std::optional(now.at(l->second)); })(term);
      if (!value) return nullptr;
      next[s] = *value;
    }
    if (next == first) break;
    if (all.size() == kLongest) return nullptr;
    now = next, all.push_back(now.at(slot));
  }
  unsigned const width = by.at(slot)->width;
  if (std::all_of(all.begin(), all.end(), [&](std::uint64_t v) { return v == all[0]; }))
    return constant(all[0], width);
  Term const trip = leaf(Leaf::trip, 32, head);
  return in_equal_steps(all, width, [&](std::size_t first) {
    return first == 0 ? trip : sum(64, {{trip, 1}}, all.size() - first);
  });
}

/// The slots of a loop's head that go round together: each is a number at the start, and behind a trip what these alone make of it. With what they hold
/// in each trip, until that comes again from trip `first` on. Null where the slot is none of them.
Walk::Round const* Walk::round_of(std::uint32_t head, unsigned slot, std::size_t way) {
  constexpr std::size_t kMostSlots = 8, kLongest = 64;
  auto const [found, is_new] = rounds_.try_emplace({head, slot, way});
  Round& r = found->second;
  if (!is_new) return r.values.empty() ? nullptr : &r;
  std::vector<Term> backs;
  std::vector<unsigned> slots{slot};
  for (std::size_t k = 0; k < slots.size(); ++k) {
    Term const start = slots[k] < kMaskSlots ? places_[head].ways[way].state.slots[slots[k]] : nullptr;
    if (start == nullptr || start->op != Op::constant || slots.size() > kMostSlots) return nullptr;
    Term const back = back_value(head, slots[k]);
    if (back == nullptr || back->width != start->width) return nullptr;
    for (Term const l : leaves_of(back)) {
      bool const is_merged = l->leaf == Leaf::merged || l->leaf == Leaf::merged_lanes;
      if (!is_merged || l->first != head) return nullptr;
      if (std::find(slots.begin(), slots.end(), l->second) == slots.end()) slots.push_back(l->second);
    }
    backs.push_back(back);
  }
  std::vector<std::vector<std::uint64_t>> values(1);
  for (unsigned const s : slots) values[0].push_back(places_[head].ways[way].state.slots[s]->value);
  for (;;) {
    std::vector<std::uint64_t> next;
    for (Term const back : backs) {
      auto const v = Evaluation([&](Term l) -> std::optional<std::uint64_t> {
        auto const at = std::find(slots.begin(), slots.end(), l->second);
        return values.back()[static_cast<std::size_t>(at - slots.begin())];
      })(back);
      if (!v) return nullptr;
      next.push_back(*v);
    }
    auto const again = std::find(values.begin(), values.end(), next);
    if (again != values.end()) {
      r.first = static_cast<std::size_t>(again - values.begin());
      break;
    }
    if (values.size() == kLongest) return nullptr;
    values.push_back(std::move(next));
  }
  r.slots = std::move(slots), r.values = std::move(values);
  return &r;
}

/// What of a term goes round from the first trip on, as a function of the trip.
Term Walk::by_rounds(Term t, std::uint32_t head, std::size_t way) {
  Term const trip = extended(leaf(Leaf::trip, 32, head), 64);
  return substituted(t, [&](Term x) -> Term {
    if (!x->has_merged) return nullptr;
    std::vector<Term> const leaves = leaves_of(x);
    Round const* round = nullptr;
    for (Term const l : leaves) {
      bool const is_merged = l->leaf == Leaf::merged || l->leaf == Leaf::merged_lanes;
      if (!is_merged || l->first != head || l->second >= kMaskSlots) return nullptr;
      Round const* const one = round_of(head, l->second, way);
      if (one == nullptr) return nullptr;
      if (round == nullptr || one->slots.size() > round->slots.size()) round = one;
    }
    if (round == nullptr) return nullptr;
    std::vector<std::uint64_t> all;
    for (auto const& values : round->values) {
      auto const v = Evaluation([&](Term l) -> std::optional<std::uint64_t> {
        auto const at = std::find(round->slots.begin(), round->slots.end(), l->second);
        if (at == round->slots.end()) return {};
        return values[static_cast<std::size_t>(at - round->slots.begin())];
      })(x);
      if (!v) return nullptr;
      all.push_back(*v);
    }
    std::size_t const period = all.size() - round->first;
    for (std::size_t k = 0; k < round->first; ++k)
      if (all[k] != all[k + period]) return nullptr;
    all.resize(period);
    return periodic(all, trip, x->width);
  });
}

/// What is all[0] in the first trip, and so on, and all[0] again behind the last.
Term Walk::periodic(std::vector<std::uint64_t> all, Term trip, unsigned width) {
  auto const repeats = [&](std::size_t n) {
    for (std::size_t k = n; k < all.size(); ++k)
      if (all[k] != all[k - n]) return false;
    return all.size() % n == 0;
  };
  for (std::size_t n = 1; n < all.size(); ++n)
    if (repeats(n)) all.resize(n);
  std::size_t const period = all.size();
  if (period == 1) return constant(all[0], width);
  Term const by_steps = in_equal_steps(all, width, [&](std::size_t first) {
    return first == 0 ? extract(trip, 0, 32) : sum(64, {{trip, 1}}, period - first);
  });
  if (by_steps != nullptr) return by_steps;
  Term const number = remainder_by(extract(trip, 0, 32), period);
  Term r = constant(all[period - 1], width);
  for (std::size_t k = period - 1; k-- > 0;)
    r = choose(equal(number, constant(k, number->width)), constant(all[k], width), r);
  return r;
}

struct Walk::Told {
  std::vector<Chosen>& of_cases;
  Chosen now{};

  /// Of the case with that number, which is a new one or was found before.
  void add(std::size_t number) {
    if (number == of_cases.size()) {
      of_cases.push_back(now);
      return;
    }
    Chosen& both = of_cases[number];
    std::erase_if(both, [&](auto const& place) { return now.count(place.first) == 0; });
    for (auto& [place, ways] : both) ways.insert(now.at(place).begin(), now.at(place).end());
  }
};

bool Walk::cases(std::vector<Term> const& terms, std::size_t most, bool only_lanes,
                 std::vector<std::vector<Term>>& out, std::vector<Chosen>* chosen) {
  only_lanes_ = only_lanes, left_ = kMostLooked;
  std::vector<Term> from = terms;
  if (only_lanes)
    for (Term& t : from) t = with_uniform(t);
  std::optional<Told> told;
  if (chosen != nullptr) told.emplace(*chosen);
  told_ = told ? &*told : nullptr;
  bool const all = cases_within(from, most, out, {}, 0);
  only_lanes_ = false, told_ = nullptr;
  return all;
}

/// Bits that are 1 on all of these ways to a place, where joins have left nothing open in them but at places that the terms are of, too.
std::vector<Term> Walk::bits_on(Place const& p, std::set<std::size_t> const& ways,
                                std::vector<Term> const& terms) {
  std::set<std::uint32_t> open;
  for (Term const t : terms)
    for (Term const l : merged_of(t)) open.insert(l->first);
  std::vector<Term> r = p.ways[*ways.begin()].state.also;
  std::erase_if(r, [&](Term bit) {
    auto const is_there = [&](std::vector<Term> const& in) {
      return std::find(in.begin(), in.end(), bit) != in.end();
    };
    auto const merged = merged_of(bit);
    return is_there(terms) ||
           std::any_of(merged.begin(), merged.end(), [&](Term l) { return open.count(l->first) == 0; }) ||
           !std::all_of(ways.begin(), ways.end(),
                        [&](std::size_t k) { return is_there(p.ways[k].state.also); });
  });
  return r;
}

/// Symbols of the places up to number `stop` in their order stay.
bool Walk::cases_within(std::vector<Term> const& terms, std::size_t most, std::vector<std::vector<Term>>& out,
                        std::set<Term> kept, std::uint32_t stop) {
  std::uint32_t last = 0;
  bool found = false;
  std::vector<Term> symbols;
  std::vector<Term> asked;
  for (Term t : terms) {
    if (!only_lanes_)
      asked.push_back(t);
    else
      for (Term part : parts_of_threads(t)) asked.push_back(part);
  }
  std::size_t looked = 1;
  for (Term t : asked)
    for (Term l : merged_of(t, &looked)) {
      if (kept.count(l) != 0) continue;
      if (stop != 0 && order_[l->first] <= stop) continue;
      symbols.push_back(l);
      if (!found || order_[l->first] > order_[last]) last = l->first;
      found = true;
    }
  bool const deep = std::any_of(terms.begin(), terms.end(), [](Term t) { return t->depth > kMostDeep; });
  if (looked > left_ || deep) return false;
  left_ -= looked;
  if (!found) {
    auto const known = std::find(out.begin(), out.end(), terms);
    if (told_ != nullptr) told_->add(static_cast<std::size_t>(known - out.begin()));
    if (known == out.end()) out.push_back(terms);
    return out.size() <= most;
  }
  std::erase_if(symbols, [&](Term l) { return l->first != last; });
  Place const& p = places_[last];
  bool const is_head = std::any_of(p.ways.begin(), p.ways.end(),
                                   [&](In const& w) { return w.from < places_.size() && is_back(last, w); });
  if (is_head)
    for (Term l : symbols)
      if (step_of(last, l->second).kind == Step::Kind::unknown) kept.insert(l);
  std::set<Term> leaves(symbols.begin(), symbols.end());
  if (only_lanes_)  // also of summands that were not asked
    for (Term t : terms)
      for (Term l : merged_of(t))
        if (l->first == last) leaves.insert(l);
  std::erase_if(leaves, [&](Term l) { return kept.count(l) != 0; });
  struct Next {
    std::vector<Term> terms{};
    std::set<Term> kept{};
    std::set<std::size_t> ways{};
  };
  std::vector<Next> all;  // what is the same on several ways is one
  for (std::size_t k = 0; k < p.ways.size(); ++k) {
    In const& way = p.ways[k];
    if (is_head && way.from < places_.size() && is_back(last, way)) continue;
    std::set<Term> still = kept;
    bool const unwritten = std::any_of(leaves.begin(), leaves.end(),
                                       [&](Term l) { return value_of(way, l->second) == nullptr; });
    auto const with_values = [&](Term t) {
      if (is_head && kinds_.masks == 0) t = by_rounds(t, last, k);
      std::vector<Term> values;
      for (Term l : leaves) {
        Term const value = is_head ? carried(last, l->second, way) : value_of(way, l->second);
        bool const fits = value != nullptr && value->width == l->width;
        if (!fits) still.insert(l);
        values.push_back(fits ? value : l);
      }
      Substitution& r = substitutions_[{last, k, is_plain()}];
      auto value = values.begin();
      for (Term l : leaves) r.set(l, *value++);
      for (Term l : kept) r.set(l, l);
      return r(t);
    };
    std::vector<Term> next;
    for (Term t : terms) next.push_back(rewritten([&] { return with_values(t); }));
    if (only_lanes_)
      for (Term& t : next) t = with_uniform(t);
    if (unwritten) continue;
    auto const same = std::find_if(all.begin(), all.end(), [&](Next const& n) { return n.terms == next; });
    if (same != all.end())
      same->ways.insert(k);
    else
      all.push_back({std::move(next), std::move(still), {k}});
  }
  for (Next& next : all) {
    bool const is_told = told_ != nullptr && told_->now.try_emplace(last, next.ways).second;
    if (is_told)
      for (Term const bit : bits_on(p, next.ways, next.terms)) next.terms.push_back(bit);
    bool const fits = cases_within(next.terms, most, out, next.kept, stop);
    if (is_told) told_->now.erase(last);
    if (!fits) return false;
  }
  return true;
}

std::optional<std::uint64_t> Walk::most_trips(std::uint32_t head) {
  constexpr std::uint64_t kMostTried = 64;
  auto const [found, is_new] = most_trips_.try_emplace(head);
  Ledger::Lemma const lemma({head, kTripsLemma}, !is_new);
  if (!is_new) return found->second;
  struct End {
    Term condition;
    bool is_taken;
  };
  std::vector<End> ends;
  for (In const& way : places_[head].ways) {
    if (way.from >= places_.size() || !is_back(head, way)) continue;
    std::vector<std::vector<Term>> all;
    if (way.asked == nullptr || !cases({way.asked}, 8, false, all)) return {};
    for (auto const& one : all) ends.push_back({one[0], way.is_taken});
  }
  for (std::uint64_t trip = 0; trip < kMostTried && !ends.empty(); ++trip) {
    bool goes_on = false;
    for (End const& end : ends) {
      auto const value = Evaluation([&](Term l) {
        return l->leaf == Leaf::trip && l->first == head ? std::optional(trip) : std::nullopt;
      })(end.condition);
      if (!value) return {};
      goes_on |= (*value != 0) == end.is_taken;
    }
    if (!goes_on) return most_trips_[head] = trip;
  }
  return {};
}

std::optional<std::vector<std::vector<Term>>> Walk::going_round(std::uint32_t head, Chosen const& in_case) {
  constexpr std::size_t kMostWays = 8;
  auto const& body = body_of(places_[head].at);
  auto const fits = [&](Chosen const& chosen) {
    return std::all_of(chosen.begin(), chosen.end(), [&](auto const& one) {
      auto const& [place, ways] = one;
      auto const other = in_case.find(place);
      return other == in_case.end() || (place != head && body.count(block_of_[places_[place].at]) != 0) ||
             std::any_of(ways.begin(), ways.end(),
                         [&](std::size_t k) { return other->second.count(k) != 0; });
    });
  };
  std::vector<std::vector<Term>> all;
  for (In const& way : places_[head].ways)
    if (way.from < places_.size() && is_back(head, way)) {
      std::vector<std::vector<Term>> of_way;
      std::vector<Chosen> chosen;
      if (!cases(way.state.also, kMostWays, false, of_way, &chosen)) return {};
      for (std::size_t k = 0; k < of_way.size(); ++k)
        if (fits(chosen[k])) all.push_back(of_way[k]);
    }
  return all;
}

}  // namespace colex::code
