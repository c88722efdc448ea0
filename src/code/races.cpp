// SPDX-License-Identifier: MIT
// Races of LDS within a block. A wave counts the barriers that it has passed: its epoch. Accesses of two waves are unordered exactly in one epoch, so
// that what is asked is: do two waves touch one byte in one epoch, and one of them writes? Addresses are functions of lane, wave and
// low bits of the trips; where a loop has a barrier in each trip, the trip is the epoch less a number. Which lanes are on, and which ways a launch
// takes, is not asked, so that a pair that meets is a race only if it comes about.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "code/entries.hpp"
#include "code/epoch.hpp"
#include "code/inspect.hpp"
#include "code/ptx/symbols/program.hpp"
#include "code/trips.hpp"

namespace colex::code {

namespace {

constexpr char const* kOneValue =
    "where waves store one value, and nobody changes what they load of global memory for it";

struct Touched {
  MemoryAccess const* access = nullptr;
  std::uint32_t instruction = 0, part = 0;
  bool is_store = false, is_atomic = false, is_async = false;
  Epoch epoch{};
  /// For each epoch, modulo what all repeats after: bytes in their order, with the waves that touch them.
  std::vector<std::vector<std::pair<std::uint32_t, std::uint16_t>>> waves{};
};

/// In the order of bytes, each once.
void put_in_order(std::vector<std::pair<std::uint32_t, std::uint16_t>>& all) {
  std::sort(all.begin(), all.end());
  std::size_t kept = 0;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (kept > 0 && all[kept - 1].first == all[k].first)
      all[kept - 1].second |= all[k].second;
    else
      all[kept++] = all[k];
  all.resize(kept);
}

}  // namespace

std::vector<std::set<std::uint32_t>> barriers_before(std::vector<SymbolicStep> const& program) {
  auto const count = static_cast<std::uint32_t>(program.size());
  std::vector<std::set<std::uint32_t>> r(count);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo{{0, count}};
  while (!todo.empty()) {
    auto [at, last] = todo.back();
    todo.pop_back();
    while (at < count && r[at].insert(last).second) {
      Flow const& flow = program[at].flow;
      if (flow.is_barrier) last = at;
      if (flow.branches) todo.emplace_back(program[at].instruction.target, last);
      if (!flow.falls) break;
      ++at;
    }
  }
  return r;
}

/// All waves wait at one barrier. So accesses of one epoch have the same barrier behind them.
bool Inspector::may_be_unordered(std::uint32_t a, std::uint32_t b) const {
  if (ptx_) return !ptx_->barriers_match || a == b || may_be_between_barriers(a, b);
  auto const &x = barriers_before_[a], &y = barriers_before_[b];
  return std::any_of(x.begin(), x.end(), [&](std::uint32_t barrier) { return y.count(barrier) != 0; });
}

Term Inspector::told_apart(MemoryAccess const& a, MemoryAccess const& b) {
  for (Term const bit : a.of_launch)
    if (std::find(b.of_launch.begin(), b.of_launch.end(), inverted(bit)) != b.of_launch.end()) return bit;
  return nullptr;
}

void Inspector::leave_races_undecided(std::string why, std::uint32_t a, std::uint32_t b, bool names_a_race) {
  result_.race_free = {Verdict::undecided, std::move(why), a, b, true, false, names_a_race};
}

void Inspector::show(ShownRace race) {
  auto const thread = [&](Place const& at) {
    return fmt::format("{} {}{}", result_.group(), at.wave,
                       at.lane < 0 ? "" : fmt::format(" lane {}", at.lane));
  };
  Judgement const& named = result_.race_free;
  result_.race_free = {Verdict::fails,
                       fmt::format("byte {} of {} is touched by {} and {}, which nothing orders", race.byte,
                                   result_.memory(), thread(race.threads[0]), thread(race.threads[1])),
                       named.first, named.second, true};
  result_.race = std::move(race);
}

/// False where not all is understood, and that is said.
bool Inspector::begins_with_races() {
  barriers_before_ = code::barriers_before(program());
  if (!ptx_) {
    under_way_ = late_accesses(instructions());
    std::set<std::uint32_t> late;
    for (LateAccesses const& all : under_way_)
      for (auto const& [access, barriers] : all) late.insert(access);
    for (InspectedAccess& a : result_.accesses)
      if (a.access.is_lds && late.count(a.access.instruction) != 0) a.access.is_async = true;
  }
  if (result_.not_understood.empty()) return true;
  NotUnderstood const& n = result_.not_understood.front();
  leave_races_undecided("not all is understood: " + n.why, n.instruction, n.instruction);
  return false;
}

bool Inspector::stores_to_lds() const {
  return std::any_of(result_.accesses.begin(), result_.accesses.end(),
                     [](InspectedAccess const& a) { return a.access.is_lds && a.access.is_store; });
}

void Inspector::ask_races() {
  if (!begins_with_races()) return;
  Judgement& r = result_.race_free;
  auto const undecided = [&](std::string why, std::uint32_t a, std::uint32_t b, bool names_a_race = false) {
    leave_races_undecided(std::move(why), a, b, names_a_race);
  };
  for (EarlyUse const& e : result_.early)
    if (e.what == "LDS")
      return undecided("a store to LDS may be under way at a barrier", e.instruction, e.instruction);
  std::vector<Touched> all;
  std::uint64_t epoch_period = 1;
  struct Asked {
    InspectedAccess const* a;
    AccessForm const* form;
    Periods periods;
    Epoch epoch;
  };
  std::vector<Asked> asked;
  // Where it is does not matter of an access that barriers order with all stores, and of a store with all accesses.
  auto const meets_a_store = [&](InspectedAccess const& a) {
    return std::any_of(result_.accesses.begin(), result_.accesses.end(), [&](InspectedAccess const& b) {
      return b.access.is_lds && may_meet(a.access, b.access);
    });
  };
  if (!stores_to_lds()) return void(r = {Verdict::holds, "nothing is stored to LDS", 0, 0, false});
  bool const has_late = std::any_of(result_.accesses.begin(), result_.accesses.end(),
                                    [](auto const& a) { return a.access.is_lds && a.access.is_async; });
  if (result_.waves == 1 && !has_late) return void(r = {Verdict::holds, "", 0, 0, false});  // in its order
  for (InspectedAccess const& a : result_.accesses) {
    if (!a.access.is_lds || !meets_a_store(a)) continue;
    if (!a.undecided.empty()) return undecided(a.undecided, a.access.instruction, a.access.instruction);
    for (AccessForm const& form : a.forms) {
      if (has_entry(form.address)) continue;  // has_races_by_entries()
      Asked one{&a, &form, {}, epoch_of(form.epoch)};
      auto const most = [&](Term trip) { return walk_->most_trips(trip->first); };
      if (std::set<Term> seen; !periods_of(form.address, most, one.periods, seen))
        return undecided("the base is " + form.base_text, a.access.instruction, a.access.instruction);
      for (auto const& [trip, period] : one.periods) epoch_period = std::lcm(epoch_period, period);
      asked.push_back(std::move(one));
    }
  }
  if (has_races_by_entries()) return;
  // Bytes by the epoch, modulo what all repeats after; of all epochs where it is not known.
  for (Asked& one : asked) {
    Touched t{&one.a->access,          one.a->access.instruction, one.a->access.part, one.a->access.is_store,
              one.a->access.is_atomic, one.a->access.is_async,    one.epoch,          {}};
    t.waves.resize(epoch_period);
    std::vector<std::size_t> ordered(epoch_period, 0);
    if (one.epoch.known)
      for (auto const& [trip, factor] : one.epoch.trips) widen_period(one.periods, trip, epoch_period);
    std::uint64_t const choices = choices_of(one.periods);
    if (choices > kMostChoices)
      return undecided("the trips of several loops are in the address", t.instruction, t.instruction);
    for (std::uint64_t choice = 0; choice < choices; ++choice) {
      std::uint64_t epoch = one.epoch.number;
      for (auto const& [trip, factor] : one.epoch.trips)
        epoch += factor * trip_in(choice, one.periods, trip).value_or(0);
      for (unsigned thread = 0; thread < result_.threads; ++thread) {
        if (!may_make(one.a->access.when, result_.lanes, thread)) continue;
        auto const address = value_in(one.form->address, result_.lanes, thread, choice, one.periods);
        if (!address) return undecided("the address is not known", t.instruction, t.instruction);
        for (std::size_t e = 0; e < t.waves.size(); ++e)
          if (!one.epoch.known || e == epoch % epoch_period)
            for (unsigned k = 0; k < one.a->access.bytes; ++k)
              t.waves[e].emplace_back(static_cast<std::uint32_t>(*address + k),
                                      static_cast<std::uint16_t>(1u << thread / 64));
      }
      for (std::size_t e = 0; e < t.waves.size(); ++e)
        if (choice + 1 == choices || t.waves[e].size() > 2 * ordered[e] + (1u << 16))
          put_in_order(t.waves[e]), ordered[e] = t.waves[e].size();
    }
    all.push_back(std::move(t));
  }
  // Stores by one instruction: of waves whose lanes store to the same bytes, all one value.
  std::map<std::tuple<std::uint32_t, std::uint32_t, unsigned, unsigned>, bool> one_values;
  bool by_values = false;
  auto const is_one_value = [&](Touched const& t, unsigned x, unsigned y) {
    auto const [found, is_new] = one_values.try_emplace({t.instruction, t.part, x, y}, false);
    if (!is_new) return found->second;
    for (Asked const& one : asked) {
      MemoryAccess const& access = one.a->access;
      if (access.instruction != t.instruction || access.part != t.part) continue;
      for (std::uint64_t choice = 0; choice < choices_of(one.periods); ++choice)
        for (unsigned lane = 0; lane < 64; ++lane) {
          unsigned const first = 64 * x + lane, second = 64 * y + lane;
          if (may_make(access.when, 64, first) != may_make(access.when, 64, second) ||
              value_in(one.form->address, 64, first, choice, one.periods) !=
                  value_in(one.form->address, 64, second, choice, one.periods))
            return false;
        }
    }
    return found->second = walk_->is_one_value(t.instruction, x ^ y);
  };
  auto const all_one_value = [&](Touched const& a, Touched const& b, unsigned waves, unsigned others) {
    if (a.instruction != b.instruction || a.part != b.part || !a.is_store) return false;
    for (unsigned x = 0; x < result_.waves; ++x)
      for (unsigned y = 0; y < result_.waves; ++y)
        if (x != y && (waves >> x & 1) != 0 && (others >> y & 1) != 0 &&
            !is_one_value(a, std::min(x, y), std::max(x, y)))
          return false;
    return by_values = true;
  };
  // Epochs that can never be one: two numbers that differ, or a number below a loop's first. Waves may leave a loop in different trips, so that
  // what is behind it is not told apart.
  auto const is_before = [](Epoch const& a, Epoch const& b, std::uint64_t lag) {
    return a.known && b.known && a.trips.empty() && a.number + lag < b.number;
  };
  /// Whether waves meet at a byte; `late`: the first access is under way since some epochs. `own`: one wave with itself.
  auto const meet = [&](Touched const& a, std::size_t then, Touched const& b, std::size_t epoch, bool late,
                        bool own) {
    auto other = b.waves[epoch].begin();
    auto const end = b.waves[epoch].end();
    for (auto const& [byte, waves] : a.waves[then]) {
      while (other != end && other->first < byte) ++other;
      if (other == end) break;
      if (other->first != byte) continue;
      unsigned const both = waves | other->second;
      if (own) {
        if ((waves & other->second) == 0) continue;
        undecided(fmt::format("byte {} of LDS may be used by wave {} while its load to LDS is under way",
                              byte, std::countr_zero(static_cast<unsigned>(waves & other->second))),
                  a.instruction, b.instruction, true);
        return true;
      }
      if (std::has_single_bit(both) || (!late && all_one_value(a, b, waves, other->second))) continue;
      unsigned const first = static_cast<unsigned>(std::countr_zero(waves));
      unsigned const rest = other->second & ~(1u << first);
      unsigned const second = rest != 0 ? static_cast<unsigned>(std::countr_zero(rest))
                                        : static_cast<unsigned>(std::countr_zero(other->second));
      undecided(
          fmt::format(
              "byte {} of LDS may be touched by waves {} and {} with no barrier between", byte, first,
              second == first ? static_cast<unsigned>(std::countr_zero(waves & ~(1u << first))) : second),
          a.instruction, b.instruction, true);
      return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = i; j < all.size(); ++j) {
      Touched const &a = all[i], &b = all[j];
      if ((!a.is_store && !b.is_store) || (a.is_atomic && b.is_atomic)) continue;
      if (is_before(a.epoch, b.epoch, 0) || is_before(b.epoch, a.epoch, 0)) continue;
      if (!may_be_unordered(a.instruction, b.instruction) || told_apart(*a.access, *b.access) != nullptr)
        continue;
      for (std::size_t epoch = 0; epoch < a.waves.size(); ++epoch)
        if (meet(a, epoch, b, epoch, a.is_async || b.is_async, false)) return;
    }
  // Loads to LDS come about when they are waited for, or before, and so do reads that pass a barrier.
  for (Touched const& a : all)
    for (Touched const& b : all) {
      if (!a.is_async || (!a.is_store && !b.is_store)) continue;
      if (told_apart(*a.access, *b.access) != nullptr) continue;
      std::uint64_t const others = lags(a.instruction, b.instruction),
                          itself = own_lags(a.instruction, b.instruction);
      for (std::uint64_t lag = 0; lag < 64; ++lag) {
        bool const is_last = lag == 63;  // and any more
        bool const by_others = lag > 0 && (others >> lag & 1) != 0,
                   by_itself = (itself >> lag & 1) != 0 && a.is_store && !b.is_async;  // loads end in order
        if ((!by_others && !by_itself) || (!is_last && is_before(a.epoch, b.epoch, lag))) continue;
        std::size_t const period = b.waves.size();
        for (std::size_t epoch = 0; epoch < period; ++epoch)
          for (std::size_t more = 0; more < (is_last ? period : 1); ++more) {
            std::size_t const then = (epoch + 64 * period - lag - more) % period;
            if (by_others && meet(a, then, b, epoch, true, false)) return;
            if (by_itself && meet(a, then, b, epoch, true, true)) return;
          }
      }
    }
  r = {Verdict::holds, and_tables_stay(by_values ? kOneValue : ""), 0, 0, false, by_values};
}

}  // namespace colex::code
