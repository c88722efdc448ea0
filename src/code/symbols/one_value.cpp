// SPDX-License-Identifier: MIT
// Whether several waves store one value: what the data of a store rests on, back to what is of a wave, through everything that is not looked into. Of two
// waves that differ in some bits of their number alone, each instruction gives both the same where nothing that it reads rests on those bits, and no way there
// does. What both load from one address is the same where nobody changes it meanwhile; of LDS that is asked as a race.
// Where EXEC takes a bit, both sides are followed, but the wave goes one way: what is parted is this lane, until nothing tells its places apart.
#include <algorithm>

#include "code/symbols/walk.hpp"

namespace colex::code {

struct Walk::Origins {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  /// An instruction of a place.
  struct Done {
    std::uint32_t place = 0;
    bool is_on = false;
    std::vector<Term> read{};
  };
  struct Of {
    Term asked = nullptr;  ///< by which it goes on in several ways
    bool is_branch = false, has_barrier = false;
    std::vector<Term> made{};                         ///< symbols of its instructions
    std::vector<std::pair<Term, unsigned>> joined{};  ///< symbols of its start, and their slots
  };
  std::unordered_map<Term, std::vector<Term>>
      from{};             ///< of each symbol that an instruction or a join has made
  std::set<Term> open{};  ///< symbols that may be anything in any wave
  std::vector<Of> places{};
  std::map<std::uint32_t, std::vector<Done>> done{};     ///< by instruction
  std::map<std::uint32_t, std::vector<Term>> symbols{};  ///< that an instruction makes
  std::map<std::uint32_t, std::vector<Done>> stored{};   ///< of each store: its data
  mutable std::size_t looked = 0;                        ///< instructions of places, for one question
  /// Of waves that differ in some bits: symbols that may differ, and the places behind which lanes or waves part, with those before all have met again.
  struct Rest {
    std::set<Term> tainted{};
    std::map<std::uint32_t, std::set<std::uint32_t>> parted{};
    bool is_known = true;
    std::size_t looked = 0;  ///< instructions of places
  };
  bool part(Walk const& of, std::uint32_t n, Rest& rest, std::vector<Term>& to) const;
  Rest const& rest(Walk const& of, std::uint64_t wave_bits) const;
  mutable std::map<std::uint64_t, Rest> rests{};
  std::vector<std::vector<std::uint32_t>> next{};  ///< places
  std::vector<std::uint32_t>
      met{};  ///< the place that all ways to the end come through next; the count of places is the end
};

namespace {

bool is_made_by(Term leaf, std::uint32_t at) {
  return (leaf->leaf == Leaf::unknown || leaf->leaf == Leaf::unknown_lanes) && leaf->first == at;
}

constexpr std::size_t kMostLooked = 2'000'000;  // instructions of places

/// Slots of registers that an instruction names.
void add_slots(Operand const& o, std::vector<unsigned>& to) {
  for (unsigned k = 0; k < o.count; ++k)
    if (o.from == From::vector)
      to.push_back(kFirstVector + o.index + k);
    else if (o.from == From::scalar && o.index + k < kScalarCount)
      to.push_back(o.index + k);
}

/// Whether nothing of what the first operand held before is in what is made of it.
bool replaces_the_first(Instruction const& i) {
  auto const begins = [&](char const* with) { return i.name.starts_with(with); };
  if (begins("ds_read") || i.name.find("_load_") != std::string::npos)
    return i.name.find("d16") == std::string::npos;
  return begins("v_mfma") || begins("ds_bpermute") || begins("ds_permute") || begins("v_readfirstlane");
}

/// Whether it may differ by more than what it reads: another wave's doings, or memory that is not followed.
bool is_of_its_time(Instruction const& i) {
  return i.name.find("_rtn") != std::string::npos || i.name.starts_with("scratch_") ||
         i.name.starts_with("s_mem") || i.name.starts_with("s_getreg");
}

/// Whether a term rests on those bits of the wave's number.
class Rests {
 public:
  Rests(std::uint64_t bits, std::set<Term> const& tainted) : bits_(bits), tainted_(tainted) {}
  bool operator()(Term t) {
    if (!t->is_open && !t->has_wave) return false;
    auto const [found, is_new] = known_.try_emplace(t, false);
    if (!is_new) return found->second;
    bool r = false;
    if (t->op == Op::leaf)
      r = t->leaf == Leaf::wave ? (all_ones(t->width) & bits_) != 0 : tainted_.count(t) != 0;
    else if (t->op == Op::extract && t->of[0]->op == Op::leaf && t->of[0]->leaf == Leaf::wave)
      r = ((all_ones(t->width) << t->value) & bits_) != 0;
    else
      r = std::any_of(t->of.begin(), t->of.end(), [&](Term part) { return (*this)(part); });
    return known_[t] = r;
  }

 private:
  std::uint64_t bits_;
  std::set<Term> const& tainted_;
  std::unordered_map<Term, bool> known_{};
};

}  // namespace

Walk::Origins const& Walk::origins() {
  if (origins_ != nullptr) return *origins_;
  origins_ = std::make_shared<Origins>();
  Origins& r = *origins_;
  r.places.resize(places_.size());
  for (std::uint32_t n = 0; n < places_.size(); ++n) {
    if (places_[n].ways.empty()) continue;
    Origins::Of& place = r.places[n];
    State before = joined(n);
    std::uint32_t at = places_[n].at;
    for (bool goes_on = true; goes_on && at < program_.size(); ++at) {
      SymbolicStep const& now = program_[at];
      Instruction const& i = now.instruction;
      judge_->state = before;
      goes_on = judge_->step(at, now);
      std::vector<unsigned> read = judge_->reads();
      for (std::size_t k = replaces_the_first(i) ? 1 : 0; k < i.operands.size(); ++k)
        add_slots(i.operands[k], read);
      Origins::Done done{n, before.is_on, {}};
      for (unsigned s : read)
        if (s < before.slots.size()) done.read.push_back(before.slots[s]);
      auto const made = [&](Term t) {
        if (t == nullptr || !t->is_open) return;
        for (Term l : leaves_of(t)) {
          if (!is_made_by(l, at)) continue;
          place.made.push_back(l), r.symbols[at].push_back(l);
          auto& from = r.from[l];
          for (Term source : done.read)
            if (source != nullptr) from.push_back(source);
          if (is_of_its_time(i)) r.open.insert(l);
        }
      };
      for (unsigned s = 0; s < kinds_.slots; ++s)
        if (judge_->state.slots[s] != before.slots[s]) made(judge_->state.slots[s]);
      made(judge_->asked);
      place.asked = judge_->asked, place.is_branch = now.flow.branches;
      place.has_barrier |= now.flow.is_barrier;
      if (i.name.starts_with("ds_write")) {
        std::vector<unsigned> data;
        for (std::size_t k = 1; k < i.operands.size(); ++k) add_slots(i.operands[k], data);
        Origins::Done stored{n, before.is_on, {}};
        for (unsigned s : data) stored.read.push_back(before.slots[s]);
        r.stored[at].push_back(std::move(stored));
      }
      r.done[at].push_back(std::move(done));
      before = judge_->state;
      if (goes_on && leads_[at + 1]) goes_on = false;
    }
    for (unsigned s : places_[n].merged)
      for (Leaf const kind : {Leaf::merged, Leaf::merged_lanes})
        for (In const& way : places_[n].ways)
          if (Term const value = value_of(way, s); value != nullptr) {
            Term const symbol = leaf(kind, value->width, n, s);
            r.from[symbol].push_back(value), place.joined.emplace_back(symbol, s);
          }
  }
  find_met(r);
  for (auto& [symbol, from] : r.from) {
    std::sort(from.begin(), from.end());
    from.erase(std::unique(from.begin(), from.end()), from.end());
  }
  return r;
}

/// Whether a wave comes there at most once between two barriers.
bool Walk::is_once_in_an_epoch(std::uint32_t instruction) const {
  std::set<std::uint32_t> seen;
  std::vector<std::uint32_t> todo{instruction};
  while (!todo.empty()) {
    std::uint32_t const at = todo.back();
    todo.pop_back();
    Flow const& flow = program_[at].flow;
    if (flow.is_barrier) continue;
    std::vector<std::uint32_t> next;
    if (flow.branches) next.push_back(program_[at].instruction.target);
    if (flow.falls && at + 1 < program_.size()) next.push_back(at + 1);
    for (std::uint32_t to : next) {
      if (to == instruction) return false;
      if (seen.insert(to).second) todo.push_back(to);
    }
  }
  return true;
}

/// Where the ways of each place meet again.
void Walk::find_met(Origins& r) const {
  auto const count = static_cast<std::uint32_t>(places_.size());
  auto& next = r.next;
  next.resize(count);
  for (std::uint32_t n = 0; n < count; ++n)
    for (In const& way : places_[n].ways)
      if (way.from < count) next[way.from].push_back(n);
  // Of each place the one that all ways to the end come through next, found from the end on; `count` is the end.
  std::vector<std::uint32_t> by_order(count);
  for (std::uint32_t n = 0; n < count; ++n) by_order[n] = n;
  std::sort(by_order.begin(), by_order.end(),
            [&](std::uint32_t x, std::uint32_t y) { return order_[x] > order_[y]; });
  std::vector<std::uint32_t> met(count + 1, Origins::kNone), rank(count + 1, 0);
  met[count] = count;
  for (std::uint32_t k = 0; k < count; ++k) rank[by_order[k]] = k + 1;
  auto const common = [&](std::uint32_t x, std::uint32_t y) {
    for (std::size_t steps = 0; x != y && steps < 4 * std::size_t{count} + 4; ++steps)
      (rank[x] > rank[y] ? x : y) = met[rank[x] > rank[y] ? x : y];
    return x == y ? x : count;
  };
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t n : by_order) {
      std::uint32_t now = next[n].empty() ? count : Origins::kNone;
      for (std::uint32_t to : next[n])
        if (met[to] != Origins::kNone) now = now == Origins::kNone ? to : common(now, to);
      if (now != Origins::kNone && now != met[n]) met[n] = now, again = true;
    }
  }
  for (std::uint32_t n = 0; n < count; ++n)
    if (next[n].size() < 2) r.places[n].asked = nullptr;
  r.met = std::move(met);
}

/// What rests on that lanes, or waves, have parted behind a place; false where they may come to other barriers.
bool Walk::Origins::part(Walk const& of, std::uint32_t n, Rest& rest, std::vector<Term>& to) const {
  std::set<std::uint32_t>& within = rest.parted[n];
  std::vector<std::uint32_t> todo = next[n];
  while (!todo.empty()) {
    std::uint32_t const at = todo.back();
    todo.pop_back();
    if (at == met[n] || !within.insert(at).second) continue;
    todo.insert(todo.end(), next[at].begin(), next[at].end());
  }
  // What differs by the way that was taken.
  auto const joined = [&](std::uint32_t at) {
    for (auto const& [symbol, slot] : places[at].joined) {
      std::set<Term> values;
      for (In const& way : of.places_[at].ways)
        if (way.from == n || within.count(way.from) != 0) values.insert(of.value_of(way, slot));
      if (values.size() > 1) to.push_back(symbol);
    }
  };
  for (std::uint32_t at : within) joined(at);
  if (met[n] < places.size()) joined(met[n]);
  auto const is_within = [&](Done const& one) { return within.count(one.place) != 0; };
  if (places[n].is_branch) {
    for (std::uint32_t at : within) {
      if (places[at].has_barrier) return false;
      to.insert(to.end(), places[at].made.begin(), places[at].made.end());
    }
    return true;
  }
  for (auto const& [at, made] : symbols) {
    Instruction const& i = of.program_[at].instruction;
    auto const& all = done.at(at);
    if ((rest.looked += all.size()) > kMostLooked) return false;
    if (std::none_of(all.begin(), all.end(), is_within)) continue;
    bool const of_scalars = i.name.starts_with("s_"),
               is_off = std::any_of(all.begin(), all.end(), [](auto const&one) { return !one.is_on; });
    bool const of_exec = i.name.find("exec") != std::string::npos;
    bool const of_lanes = (i.modifiers.given & Modifiers::lanes) != 0 || i.name.starts_with("v_read") ||
                          i.name.starts_with("v_permlane") || i.name.starts_with("ds_bpermute") ||
                          i.name.starts_with("ds_permute") || i.name.starts_with("v_mbcnt");
    std::vector<Term> const* first = nullptr;
    bool differs = of_exec || (of_lanes && is_off);
    for (Done const& one : all) {
      if (!is_within(one) || (!one.is_on && !of_scalars)) continue;
      if (first == nullptr) first = &one.read;
      differs |= *first != one.read;
    }
    if (differs) to.insert(to.end(), made.begin(), made.end());
  }
  return true;
}

/// What rests on those bits of the wave's number.
Walk::Origins::Rest const& Walk::Origins::rest(Walk const& of, std::uint64_t wave_bits) const {
  auto const [found, is_new] = rests.try_emplace(wave_bits);
  Rest& r = found->second;
  if (!is_new) return r;
  r.tainted = open;
  for (bool again = true; again;) {
    again = false;
    Rests on(wave_bits, r.tainted);
    std::vector<Term> more;
    for (auto const& [symbol, sources] : from)
      if (r.tainted.count(symbol) == 0 &&
          std::any_of(sources.begin(), sources.end(), [&](Term t) { return on(t); }))
        more.push_back(symbol);
    for (std::uint32_t n = 0; n < places.size(); ++n)
      if (Term const asked = places[n].asked;
          asked != nullptr && r.parted.count(n) == 0 && on(asked) && !part(of, n, r, more))
        return r.is_known = false, r;
    for (Term t : more) again |= r.tainted.insert(t).second;
  }
  return r;
}

bool Walk::is_one_value(std::uint32_t store, std::uint64_t wave_bits) {
  auto const [found, is_new] = one_values_.try_emplace({store, wave_bits}, false);
  if (!is_new) return found->second;
  if (kinds_.masks == 0 || !is_once_in_an_epoch(store)) return false;
  Origins const& all = origins();
  auto const of = all.stored.find(store);
  if (of == all.stored.end()) return false;
  auto const& stored = of->second;
  Origins::Rest const& rest = all.rest(*this, wave_bits);
  if (!rest.is_known) return false;
  for (auto const& [n, within] :
       rest.parted) {  // where the lanes have parted, all of them must store, and the same
    if (std::none_of(stored.begin(), stored.end(),
                     [&](auto const& one) { return within.count(one.place) != 0; }))
      continue;
    if (all.places[n].is_branch || std::any_of(stored.begin(), stored.end(), [&](auto const& one) {
          return !one.is_on || one.read != stored[0].read;
        }))
      return false;
  }
  Rests on(wave_bits, rest.tainted);
  return one_values_[{store, wave_bits}] =
             std::all_of(stored.begin(), stored.end(), [&](Origins::Done const& one) {
               return !one.is_on || std::none_of(one.read.begin(), one.read.end(),
                                                 [&](Term t) { return t == nullptr || on(t); });
             });
}

}  // namespace colex::code
