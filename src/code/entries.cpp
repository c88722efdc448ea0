// SPDX-License-Identifier: MIT
#include "code/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace colex::code {

namespace {

using Long = __int128;
constexpr std::uint64_t kMostEpochs = 64;
constexpr std::size_t kMostReached = 1 << 14, kMostPairs = 1 << 24;

bool is_one_number(Term t) {  // of the launch and the block
  auto const leaves = leaves_of(t);
  return !has_thread(t) && !has_entry(t) && std::all_of(leaves.begin(), leaves.end(), [](Term l) {
    return l->leaf == Leaf::argument || l->leaf == Leaf::block || l->leaf == Leaf::packet;
  });
}

/// The entry in its place in words, "arg0[block + 3]".
std::string shown(Inspector& of, EntryAddress::One const& one, std::optional<std::uint64_t> place) {
  Term const at = place ? sum(64, one.shared, *place) : one.entry->of[0];
  return of.text(substituted(one.entry, [&](Term t) { return t == one.entry->of[0] ? at : nullptr; }));
}

std::uint64_t value_of(Inspector const& of, Term entry, std::uint64_t number) {
  return number << of.options().tables.at(entry->first).zeros;
}

bool is_allowed(Inspector const& of, EntryAddress::One const& one, std::uint64_t number) {
  Table const& table = of.options().tables.at(one.entry->first);
  std::uint64_t const value = value_of(of, one.entry, number);
  bool const is_negative = table.is_signed && (value >> (8 * table.bytes - 1) & 1) != 0;
  return number <= one.most && (is_negative ? !table.is_from_zero : table.below == 0 || value < table.below);
}

/// The largest entry where these bits are 1, of which some may say that it is below a number.
std::uint64_t most_where(std::vector<Term> const& when, Term entry) {
  std::uint64_t r = entry->value;
  for (Term const bit : when) {
    bool const is_not = bit->op == Op::exclusive && bit->of[1]->is(1);
    Term const t = is_not ? bit->of[0] : bit;
    if (t->op != Op::below || t->is_open) continue;
    Term const x = t->of[is_not ? 1 : 0], limit = t->of[is_not ? 0 : 1];
    std::uint64_t number = 0;
    auto const all = summands_of(x, number);
    if (limit->op != Op::constant || number != 0 || all.size() != 1 || all[0].term != entry ||
        Long{all[0].factor} * Long{entry->value} > Long{all_ones(x->width)})
      continue;
    r = std::min(r, (limit->value - (is_not ? 0 : 1)) / all[0].factor);
  }
  return r;
}

std::string number_of(Inspector const& of, Term entry, std::uint64_t number) {
  Table const& table = of.options().tables.at(entry->first);
  std::uint64_t const value = value_of(of, entry, number);
  if (!table.is_signed) return fmt::format("{}", value);
  unsigned const above = 64 - 8 * table.bytes;
  return fmt::format("{}", static_cast<std::int64_t>(value << above) >> above);
}

Long factor_of(std::uint64_t factor, unsigned width) {
  return static_cast<std::int64_t>(factor << (64 - width)) >> (64 - width);
}

}  // namespace

std::optional<EntryAddress> address_by_entries(Term address, std::vector<Term> const& when) {
  EntryAddress r;
  std::uint64_t number = 0;
  std::vector<Summand> rest;
  for (Summand const& s : summands_of(address, number)) {
    if (!has_entry(s.term)) {
      rest.push_back(s);
      continue;
    }
    Term whole = s.term;  // what its factor shifts out of the word is of no account
    if (whole->op == Op::extract && whole->value == 0 &&
        factor_of(s.factor << whole->width, address->width) == 0)
      whole = whole->of[0];
    if (whole->op != Op::entry || has_entry(whole->of[0])) return {};
    EntryAddress::One one{whole, s.factor, most_where(when, whole), {}, nullptr};
    std::uint64_t at = 0;
    std::vector<Summand> own;
    for (Summand const& p : summands_of(whole->of[0], at))
      (is_one_number(p.term) ? one.shared : own).push_back(p);
    one.place = sum(64, own, at);
    r.entries.push_back(std::move(one));
  }
  r.rest = sum(address->width, rest, number);
  return r;
}

std::vector<ReachedBy> reached_by_entries(Inspector& of,
                                          std::function<bool(InspectedAccess const&)> const& asked,
                                          std::string& why, std::uint32_t& at) {
  Inspection const& r = of.result();
  auto const most = [&](Term trip) { return of.walk().most_trips(trip->first); };
  std::vector<ReachedBy> all;
  std::vector<Periods> periods;
  std::uint64_t period = 1;
  for (InspectedAccess const& a : r.accesses) {
    if (!a.access.is_lds || !asked(a)) continue;
    at = a.access.instruction;
    if (!a.undecided.empty()) return why = a.undecided, all;
    for (AccessForm const& form : a.forms) {
      auto const address = address_by_entries(form.address, a.access.when);
      if (!address) return why = "an entry of a table is in the address as no multiple of it", all;
      ReachedBy& one = all.emplace_back();
      one = {&a, *address, epoch_of(form.epoch), {}, {}};
      if (form.order != nullptr) one.order = epoch_of(form.order);
      Periods& repeats = periods.emplace_back();
      std::set<Term> seen;
      if (!periods_of(one.address.rest, most, repeats, seen))
        return why = "the base is " + form.base_text, all;
      for (EntryAddress::One& e : one.address.entries) {
        Periods with = repeats;
        if (std::set<Term> of_place; periods_of(e.place, most, with, of_place))
          repeats = with;
        else
          e.place = nullptr;
      }
      for (auto const& [trip, number] : repeats) period = std::lcm(period, number);
      if (period > kMostEpochs) return why = "addresses repeat after too many trips", all;
    }
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    ReachedBy& one = all[k];
    at = one.of->access.instruction;
    for (Epoch const* const counted : {&one.epoch, &one.order})
      if (counted->known)
        for (auto const& [trip, factor] : counted->trips) widen_period(periods[k], trip, period);
    std::uint64_t const choices = choices_of(periods[k]);
    if (choices * r.threads > kMostReached) return why = "the trips of several loops are in the address", all;
    for (std::uint64_t choice = 0; choice < choices; ++choice) {
      auto const number = [&](Epoch const& e) {
        std::uint64_t n = e.number;
        for (auto const& [trip, factor] : e.trips)
          n += factor * trip_in(choice, periods[k], trip).value_or(0);
        return n % period;
      };
      for (unsigned thread = 0; thread < r.threads; ++thread) {
        unsigned const lanes = one.of->access.lanes;
        if ((lanes != 0 && thread % r.lanes >= lanes) || !may_make(one.of->access.when, r.lanes, thread))
          continue;
        auto const rest = value_in(one.address.rest, r.lanes, thread, choice, periods[k]);
        if (!rest) return why = "the address is not known", all;
        Reached reached{thread, number(one.epoch), number(one.order), *rest, {}};
        for (EntryAddress::One const& e : one.address.entries)
          reached.places.push_back(
              e.place == nullptr ? std::nullopt : value_in(e.place, r.lanes, thread, choice, periods[k]));
        one.all.push_back(std::move(reached));
      }
    }
  }
  return all;
}

std::optional<MetByEntries> meet_by_entries(Inspector& of, ReachedBy const& a, Reached const& x,
                                            ReachedBy const& b, Reached const& y) {
  auto const &of_a = a.address.entries, &of_b = b.address.entries;
  unsigned const width = a.address.rest->width;
  Long const modulus = Long{1} << width, one = a.of->access.bytes, other = b.of->access.bytes;
  // They meet where what is of entries in the first less that in the second, a multiple of `step` from `low` to `high`, is about the difference of the rests.
  Long const difference = Long{y.rest} - Long{x.rest};
  Long low = 0, high = 0;
  std::uint64_t step = 0;
  bool is_apart = false, is_one = false, is_alike = false;
  if (of_a.size() == 1 && of_b.size() == 1 && of_a[0].entry->first == of_b[0].entry->first &&
      of_a[0].factor == of_b[0].factor) {
    is_alike = true;
    auto const same = [](std::vector<Summand> const& s, std::vector<Summand> const& t) {
      return std::equal(s.begin(), s.end(), t.begin(), t.end(), [](Summand const& p, Summand const& q) {
        return p.term == q.term && p.factor == q.factor;
      });
    };
    if (x.places[0] && y.places[0] && same(of_a[0].shared, of_b[0].shared)) {
      is_one = *x.places[0] == *y.places[0];
      is_apart = !is_one && is_distinct(of_a[0].entry);
    }
  }
  if (!is_one)
    for (auto const& [entries, sign] : {std::pair(&of_a, 1), std::pair(&of_b, -1)})
      for (EntryAddress::One const& e : *entries) {
        Long const factor = sign * factor_of(e.factor, width),
                   most = std::clamp(factor * Long{e.most}, -modulus, modulus);
        step = std::gcd(step, static_cast<std::uint64_t>(factor < 0 ? -factor : factor));
        low = std::min(low, low + most), high = std::max(high, high + most);
      }
  if (high - low >= modulus)  // products may wrap: any multiple that the word has
    step &= ~step + 1, low = -modulus, high = modulus, is_apart = false;
  for (Long turn = -2; turn <= 2; ++turn) {
    Long const begin = std::max(difference - (one - 1) + turn * modulus, low),
               end = std::min(difference + (other - 1) + turn * modulus, high);
    if (begin > end) continue;
    Long number = 0;
    if (Long const by{step}; by != 0) {
      number = begin / by * by;
      if (number < begin) number += by;
      if (is_apart && number == 0) number += by;
    }
    if (number < begin || number > end || (is_apart && number == 0)) continue;
    MetByEntries met{static_cast<std::uint64_t>(std::max(x.rest, y.rest)), {}};
    if (of_a.size() + of_b.size() > 2 || (of_a.size() + of_b.size() == 2 && !is_alike)) {
      met.where = "for some entries of tables";
      return met;
    }
    auto const times = [&](EntryAddress::One const& e) { return factor_of(e.factor, width); };
    std::uint64_t first_entry = 0, second_entry = 0;
    if (is_alike) {
      Long const ahead = is_one ? 0 : number / times(of_a[0]);
      first_entry = static_cast<std::uint64_t>(std::max<Long>(ahead, 0));
      second_entry = static_cast<std::uint64_t>(std::max<Long>(-ahead, 0));
    } else if (!of_a.empty()) {
      first_entry = static_cast<std::uint64_t>(number / times(of_a[0]));
    } else if (!of_b.empty()) {
      second_entry = static_cast<std::uint64_t>(-number / times(of_b[0]));
    }
    auto const at = [&](Reached const& r, std::vector<EntryAddress::One> const& entries,
                        std::uint64_t entry) {
      return static_cast<std::uint64_t>(Long{r.rest} +
                                        (entries.empty() ? 0 : times(entries[0]) * Long{entry})) &
             all_ones(width);
    };
    std::uint64_t const first = at(x, of_a, first_entry), second = at(y, of_b, second_entry);
    met.byte = std::max(first, second);
    if ((!of_a.empty() && !is_allowed(of, of_a[0], first_entry)) ||
        (!of_b.empty() && !is_allowed(of, of_b[0], second_entry)) ||
        met.byte - std::min(first, second) >= (first < second ? a : b).of->access.bytes) {
      met.where = "for some entries of tables";
      return met;
    }
    if (!of_a.empty())
      met.where += fmt::format("where {} is {}", shown(of, of_a[0], x.places[0]),
                               number_of(of, of_a[0].entry, first_entry));
    if (!of_b.empty() && !is_one)
      met.where += fmt::format("{} {} is {}", of_a.empty() ? "where" : " and",
                               shown(of, of_b[0], y.places[0]), number_of(of, of_b[0].entry, second_entry));
    if (is_alike && !is_one && !is_distinct(of_a[0].entry))
      met.where += fmt::format(" (--assume '{} distinct' says that they differ)",
                               of.text(leaf(Leaf::argument, 64, of_a[0].entry->first)));
    return met;
  }
  return {};
}

namespace {

/// Places of a table that is distinct, of which there are more than values; empty where there are not.
std::string contradiction_of(Inspector& of, std::vector<ReachedBy> const& all) {
  for (ReachedBy const& one : all)
    for (std::size_t k = 0; k < one.address.entries.size(); ++k) {
      Term const entry = one.address.entries[k].entry;
      std::set<std::uint64_t> places;
      for (Reached const& x : one.all)
        if (x.places[k]) places.insert(*x.places[k]);
      if (is_distinct(entry) && !places.empty() && places.size() - 1 > entry->value)
        return fmt::format("facts contradict each other: {} distinct entries of {}, of {} values",
                           places.size(), of.text(leaf(Leaf::argument, 64, entry->first)), entry->value + 1);
    }
  return {};
}

}  // namespace

/// Of pairs of accesses of which one goes through a table: whether two may meet, and that is said.
bool Inspector::has_races_by_entries() {
  std::set<InspectedAccess const*> through, met;
  for (InspectedAccess const& a : result_.accesses)
    if (a.access.is_lds &&
        std::any_of(a.forms.begin(), a.forms.end(), [](AccessForm const& f) { return has_entry(f.address); }))
      through.insert(&a);
  if (through.empty()) return false;
  for (InspectedAccess const& a : result_.accesses)
    for (InspectedAccess const& b : result_.accesses)
      if (a.access.is_lds && b.access.is_lds && (through.count(&a) != 0 || through.count(&b) != 0) &&
          (may_meet(a.access, b.access) || may_be_unseen(a.access, b.access))) {
        if (a.access.is_async || b.access.is_async)
          return leave_races_undecided("an address through a table, beside what comes about later",
                                       a.access.instruction, b.access.instruction),
                 true;
        met.insert(&a), met.insert(&b);
      }
  if (met.empty()) return false;
  std::string why;
  std::uint32_t at = 0;
  auto const all = reached_by_entries(
      *this, [&](InspectedAccess const& a) { return met.count(&a) != 0; }, why, at);
  if (why.empty()) why = contradiction_of(*this, all);
  if (!why.empty()) return leave_races_undecided(why, at, at), true;
  auto const is_before = [](Epoch const& a, Epoch const& b) {
    return a.known && b.known && a.trips.empty() && a.number < b.number;
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j) {
      ReachedBy const &a = all[i], &b = all[j];
      MemoryAccess const &one = a.of->access, &other = b.of->access;
      if ((a.address.entries.empty() && b.address.entries.empty()) || !may_meet(one, other)) continue;
      if (is_before(a.epoch, b.epoch) || is_before(b.epoch, a.epoch)) continue;
      if (!may_be_at_once(one.instruction, other.instruction)) continue;
      if (a.all.size() * b.all.size() > kMostPairs)
        return leave_races_undecided("too many pairs of threads and trips, of addresses through a table",
                                     one.instruction, other.instruction),
               true;
      bool const in_step = result_.is_ptx && one.instruction == other.instruction && is_in_step(one),
                 any_lane = one.is_of_warp || other.is_of_warp;
      for (Reached const& x : a.all)
        for (Reached const& y : b.all) {
          if (a.epoch.known && b.epoch.known && x.epoch != y.epoch) continue;
          if (x.thread / result_.lanes == y.thread / result_.lanes) {  // lanes of AMD's waves go in step
            if (!result_.is_ptx || in_step || (x.thread == y.thread && !any_lane)) continue;
            if (a.order.known && b.order.known && x.order != y.order) continue;
          }
          if (auto const both = meet_by_entries(*this, a, x, b, y)) {
            unsigned const of = result_.is_ptx ? 1 : result_.lanes;
            leave_races_undecided(
                fmt::format("byte {} of {} may be touched by {}s {} and {} with no barrier between, {}",
                            both->byte, result_.memory(), result_.is_ptx ? "thread" : "wave", x.thread / of,
                            y.thread / of, both->where),
                one.instruction, other.instruction);
            return true;
          }
        }
    }
  return false;
}

std::optional<std::string> outside_by_entries(Inspector& of, InspectedAccess const& a) {
  std::string why;
  std::uint32_t at = 0;
  Long const bytes = of.lds_bytes(), touched = a.access.bytes, modulus = Long{1} << 64;
  auto const all = reached_by_entries(
      of, [&](InspectedAccess const& one) { return &one == &a; }, why, at);
  if (!why.empty()) return {};
  bool is_known = true;
  for (ReachedBy const& by : all) {
    unsigned const width = by.address.rest->width;
    auto const& entries = by.address.entries;
    std::optional<Long> fits;  // the largest entry with which all threads are inside
    std::string found;
    for (Reached const& x : by.all) {
      Long low = x.rest, high = x.rest;
      for (EntryAddress::One const& e : entries) {
        Long const most = std::clamp(factor_of(e.factor, width) * Long{e.most}, -modulus, modulus);
        low += std::min<Long>(most, 0), high += std::max<Long>(most, 0);
      }
      if (low >= 0 && high + touched <= bytes) continue;
      is_known = false;
      if (entries.size() != 1 || factor_of(entries[0].factor, width) <= 0) continue;
      EntryAddress::One const& e = entries[0];
      Long const factor = factor_of(e.factor, width), room = bytes - touched - x.rest;
      Long const last = room < 0 ? -1 : room / factor;
      fits = std::min(fits.value_or(last), last);
      for (std::uint64_t const number : {static_cast<std::uint64_t>(last + 1), e.most}) {
        auto const byte = static_cast<std::uint64_t>(Long{x.rest} + factor * Long{number}) & all_ones(width);
        if (!found.empty() || !is_allowed(of, e, number) || Long{byte} + touched <= bytes) continue;
        found =
            fmt::format("byte {} is past the {} bytes of {} where {} is {}, in thread {}",
                        byte + static_cast<std::uint64_t>(touched) - 1, of.lds_bytes(), of.result().memory(),
                        shown(of, e, x.places[0]), number_of(of, e.entry, number), x.thread);
      }
    }
    if (found.empty()) continue;
    if (fits && *fits >= 0) {
      Term const entry = entries[0].entry;
      Table const& table = of.options().tables.at(entry->first);
      found += fmt::format("; --assume '{}{}[*] < {}' keeps it inside", table.is_signed ? "0 <= " : "",
                           of.text(leaf(Leaf::argument, 64, entry->first)),
                           value_of(of, entry, static_cast<std::uint64_t>(*fits)) + 1);
    }
    return found;
  }
  return is_known ? std::optional<std::string>("") : std::nullopt;
}

/// The condition, and "where nobody changes arg0", of all tables of which facts were taken.
std::string Inspector::and_tables_stay(std::string r) const {
  std::set<std::uint32_t> arrays;
  bool const has_lds = std::any_of(result_.accesses.begin(), result_.accesses.end(),
                                   [](InspectedAccess const& a) { return a.access.is_lds; });
  for (auto const& [at, array] : walk_->arrays())
    if (has_lds && tables_.count(array) != 0) arrays.insert(array);
  if (!arrays.empty()) r += r.empty() ? "where nobody changes" : ", and where nobody changes";
  for (std::uint32_t const array : arrays)
    r += fmt::format("{} {}", array == *arrays.begin() ? "" : ",", text(leaf(Leaf::argument, 64, array)));
  return r;
}

}  // namespace colex::code
