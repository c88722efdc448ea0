// SPDX-License-Identifier: MIT
// Races of shared memory within a block of PTX, as of LDS (races.cpp), but thread by thread: lanes of a warp do not go in step. A thread counts the
// barriers of its block that it has passed, and the waits of its warp. Accesses of two threads are unordered in equal counts of barriers, and within a
// warp in equal counts of waits; what one instruction does in one trip is one access of the warp. An asynchronous copy is under way in the
// epochs from its start on, up to a wait that ends it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "code/entries.hpp"
#include "code/epoch.hpp"
#include "code/inspect.hpp"
#include "code/ptx/symbols/one_value.hpp"
#include "code/trips.hpp"

namespace colex::code {

namespace {

constexpr std::uint64_t kMostEpochs = 64;
constexpr std::size_t kMostTouches = 8'000'000;
constexpr char const* kOneValueOfThreads =
    "where threads store one value, and nobody changes what they load of global memory for it";

/// A part of shared memory that a thread touches, by its number of equal parts.
struct Touch {
  std::uint32_t part;
  std::uint16_t thread;
  std::int16_t order;  ///< modulo what all repeats after; -1 where it is not known
};
struct Touches {
  InspectedAccess const* of = nullptr;
  AccessForm const* form = nullptr;
  Epoch epoch{}, order{};
  bool in_step = false;  ///< lanes of a warp make it together, once between two barriers
  std::vector<std::vector<Touch>>
      all{};  ///< by the epoch, modulo what all repeats after; in the order of parts
  MemoryAccess const& access() const { return of->access; }
};

struct Met {
  std::uint32_t part = 0;
  unsigned first = 0, second = 0;
};

/// Whether two threads store one value to one address; none where that is not asked.
using OneValues = std::function<bool(unsigned, unsigned)>;

/// Two touches that nothing orders. `late`: the first is of a copy that is under way; `same`: of one thread.
std::optional<Met> meet(Touches const& a, std::vector<Touch> const& x, Touches const& b,
                        std::vector<Touch> const& y, bool late, bool same, OneValues const& one_value = {}) {
  // Counts of waits that are numbers.
  bool const in_order = !late && a.order.known && b.order.known && a.order.trips.empty() &&
                        b.order.trips.empty() && a.order.number != b.order.number;
  bool const any_lane = a.access().is_of_warp || b.access().is_of_warp;
  auto i = x.begin();
  auto j = y.begin();
  while (i != x.end() && j != y.end()) {
    if (i->part != j->part) {
      i->part < j->part ? ++i : ++j;
      continue;
    }
    std::uint32_t const part = i->part;
    auto const i_end = std::find_if(i, x.end(), [&](Touch const& t) { return t.part != part; });
    auto const j_end = std::find_if(j, y.end(), [&](Touch const& t) { return t.part != part; });
    std::uint32_t first = 0, second = 0;
    for (auto k = i; k != i_end; ++k) first |= 1u << k->thread / 32;
    for (auto k = j; k != j_end; ++k) second |= 1u << k->thread / 32;
    bool const warps_differ = !std::has_single_bit(first | second);
    for (auto k = i; k != i_end; ++k)
      for (auto l = j; l != j_end; ++l) {
        if (same) {
          if (k->thread == l->thread) return Met{part, k->thread, l->thread};
          continue;
        }
        bool const is_warp = k->thread / 32 == l->thread / 32;
        if (is_warp) {
          if (warps_differ && !one_value) continue;  // another pair says it
          if (k->thread == l->thread && !any_lane) continue;
          if (in_order || (!late && k->order >= 0 && l->order >= 0 && k->order != l->order)) continue;
          if (!late && a.in_step && a.access().instruction == b.access().instruction) continue;
        }
        if (one_value && one_value(k->thread, l->thread)) continue;
        return Met{part, k->thread, l->thread};
      }
    i = i_end, j = j_end;
  }
  return {};
}

/// Whether two threads access one address, in each trip; through tables, by entries at one place.
bool has_one_address(AccessForm const& form, unsigned x, unsigned y) {
  return form.offsets[x] == form.offsets[y] &&
         std::all_of(form.pitches.begin(), form.pitches.end(),
                     [&](Pitch const& pitch) { return pitch.times[x] == pitch.times[y]; }) &&
         std::all_of(form.through.begin(), form.through.end(),
                     [&](Through const& t) { return has_one_address(t.place[0], x, y); });
}

/// A part that both touch.
std::optional<std::uint32_t> common(std::vector<Touch> const& x, std::vector<Touch> const& y) {
  auto j = y.begin();
  for (Touch const& one : x) {
    while (j != y.end() && j->part < one.part) ++j;
    if (j != y.end() && j->part == one.part) return one.part;
  }
  return {};
}

}  // namespace

std::vector<LateAccesses> const& Inspector::under_way() const { return ptx_ ? ptx_->under_way : under_way_; }

std::uint64_t Inspector::lags(std::uint32_t copy, std::uint32_t at) const {
  // Those that were under way when the last barrier before was passed; each thread waits itself for what an mbarrier counts.
  std::uint64_t bits = 0;
  if (ptx_ && ptx_->barriers_match && ptx::is_counted(ptx_->entry->instructions[copy])) {
    bits = own_lags(copy, at) & ~std::uint64_t{1};
  } else if (!ptx_ || ptx_->barriers_match) {
    for (std::uint32_t const barrier : barriers_before_[at])
      if (barrier + 1 < under_way().size())
        if (auto const& all = under_way()[barrier + 1]; all.count(copy) != 0) bits |= all.at(copy);
    bits &= ~std::uint64_t{1};
  } else {
    for (auto const& all : under_way())
      if (auto const found = all.find(copy); found != all.end()) bits |= found->second;
  }
  return bits | (may_be_at_once(copy, at) ? 1 : 0);
}

std::uint64_t Inspector::own_lags(std::uint32_t copy, std::uint32_t at) const {
  auto const found = under_way()[at].find(copy);
  return found == under_way()[at].end() ? 0 : found->second;
}

bool Inspector::may_meet(MemoryAccess const& a, MemoryAccess const& b) const {
  if ((!a.is_store && !b.is_store) || (a.is_atomic && b.is_atomic)) return false;
  std::uint32_t const i = a.instruction, j = b.instruction;
  return may_be_at_once(i, j) || (a.is_async && lags(i, j) != 0) || (b.is_async && lags(j, i) != 0) ||
         own_lags(i, j) != 0 || own_lags(j, i) != 0;
}

std::vector<bool> const& Inspector::without_barrier(std::uint32_t from) const {
  auto const [found, is_new] = without_barrier_.try_emplace(from);
  if (!is_new) return found->second;
  auto const& program = ptx_->program;
  found->second.assign(program.size(), false);
  std::vector<std::uint32_t> todo;
  auto const behind = [&](std::uint32_t at) {
    Flow const& flow = program[at].flow;
    if (flow.branches) todo.push_back(program[at].instruction.target);
    if (flow.falls) todo.push_back(at + 1);
  };
  behind(from);
  while (!todo.empty()) {
    std::uint32_t const at = todo.back();
    todo.pop_back();
    if (at >= program.size() || found->second[at]) continue;
    found->second[at] = true;
    if (!program[at].flow.is_barrier) behind(at);
  }
  return found->second;
}

/// All threads go one way between two barriers, but behind branches at which they may go apart.
bool Inspector::may_be_between_barriers(std::uint32_t a, std::uint32_t b) const {
  if (without_barrier(a)[b] || without_barrier(b)[a]) return true;
  for (std::uint32_t p = 0; p < ptx_->program.size(); ++p)
    if (ptx_->program[p].flow.branches && ptx_->is_thread_branch(p) && without_barrier(p)[a] &&
        without_barrier(p)[b])
      return true;
  return false;
}

bool Inspector::may_be_at_once(std::uint32_t a, std::uint32_t b) const {
  if (!ptx_) return may_be_unordered(a, b);
  auto const& program = ptx_->entry->instructions;
  bool const is_copy = ptx::is_counted(program[a]), other_is = ptx::is_counted(program[b]);
  if ((!is_copy && !other_is) || !ptx_->barriers_match) return may_be_unordered(a, b);
  bool const forth = without_barrier(a)[b], back = without_barrier(b)[a];
  if (is_copy ? (own_lags(a, b) & 1) != 0 : forth) return true;
  if (other_is ? (own_lags(b, a) & 1) != 0 : back) return true;
  return !forth && !back && a != b && may_be_between_barriers(a, b);
}

bool Inspector::may_be_unseen(MemoryAccess const& wrote, MemoryAccess const& other) const {
  return ptx_ && wrote.is_store && other.is_async &&
         ptx_->unseen[other.instruction].count(wrote.instruction) != 0;
}

bool Inspector::may_overwrite(MemoryAccess const& wrote, MemoryAccess const& other) const {
  bool const counts = !wrote.is_async && ptx::is_counted(ptx_->entry->instructions[wrote.instruction]);
  return wrote.is_store && !counts && !ptx_->overwriting.empty() &&
         ptx_->overwriting[other.instruction].count(wrote.instruction) != 0;
}

/// All lanes come there, and pass a barrier before they come there again.
bool Inspector::is_in_step(MemoryAccess const& a) const {
  return ptx_->barriers_match && !ptx_->apart[a.instruction] &&
         !without_barrier(a.instruction)[a.instruction];
}

void Inspector::ask_races_of_threads() {
  if (!begins_with_races()) return;
  Judgement& r = result_.race_free;
  auto const undecided = [&](std::string why, std::uint32_t a, std::uint32_t b, bool names_a_race = false) {
    leave_races_undecided(std::move(why), a, b, names_a_race);
  };
  if (!stores_to_lds()) return void(r = {Verdict::holds, "nothing is stored to shared memory", 0, 0, false});

  if (!ptx_->phases_open.empty()) return undecided(ptx_->phases_open, ptx_->phases_at, ptx_->phases_at);

  struct Asked {
    InspectedAccess const* a;
    AccessForm const* form;
    Periods periods;
    Epoch epoch, order;
  };
  std::vector<Asked> asked;
  std::uint64_t period = 1;
  unsigned granule = 16;
  for (InspectedAccess const& a : result_.accesses) {
    if (!a.access.is_lds) continue;
    bool const matters =
        std::any_of(result_.accesses.begin(), result_.accesses.end(), [&](InspectedAccess const& b) {
          return b.access.is_lds && (may_meet(a.access, b.access) || may_be_unseen(a.access, b.access) ||
                                     may_be_unseen(b.access, a.access) || may_overwrite(a.access, b.access) ||
                                     may_overwrite(b.access, a.access));
        });
    if (!matters) continue;
    if (!a.undecided.empty()) return undecided(a.undecided, a.access.instruction, a.access.instruction);
    for (AccessForm const& form : a.forms) {
      if (has_entry(form.address)) continue;  // has_races_by_entries()
      Asked one{&a, &form, {}, epoch_of(form.epoch), epoch_of(form.order)};
      auto const most = [&](Term trip) { return walk_->most_trips(trip->first); };
      if (std::set<Term> seen; !periods_of(form.address, most, one.periods, seen))
        return undecided("the base is " + form.base_text, a.access.instruction, a.access.instruction);
      for (auto const& [trip, repeats] : one.periods) period = std::lcm(period, repeats);
      for (Epoch const* const counted : {&one.epoch, &one.order})  // so that what a trip counts is told apart
        for (auto const& [trip, factor] : counted->trips) {
          auto const repeats = one.periods.find(trip);
          std::uint64_t const wider =
              std::lcm(period, factor * (repeats == one.periods.end() ? 1 : repeats->second));
          if (counted->known && wider <= kMostEpochs) period = wider;
        }
      if (period > kMostEpochs)
        return undecided("addresses repeat after too many trips", a.access.instruction, a.access.instruction);
      granule = std::min({granule, form.alignment, 1u << std::countr_zero(a.access.bytes)});
      asked.push_back(std::move(one));
    }
  }
  if (has_races_by_entries()) return;
  std::vector<Touches> all;
  std::size_t touches = 0;
  for (Asked& one : asked) {
    MemoryAccess const& access = one.a->access;
    bool const in_step = is_in_step(access);
    Touches t{one.a, one.form, one.epoch, one.order, in_step, std::vector<std::vector<Touch>>(period)};
    for (Epoch const* const counted : {&one.epoch, &one.order})
      if (counted->known)
        for (auto const& [trip, factor] : counted->trips) widen_period(one.periods, trip, period);
    std::uint64_t const choices = choices_of(one.periods);
    std::vector<unsigned> threads;
    for (unsigned thread = 0; thread < result_.threads; ++thread)
      if ((access.lanes == 0 || thread % 32 < access.lanes) && may_make(access.when, 32, thread))
        threads.push_back(thread);
    touches += choices * threads.size() * (access.bytes / granule) * (one.epoch.known ? 1 : period);
    if (choices > kMostEpochs * kMostEpochs || touches > kMostTouches)
      return undecided("the trips of several loops are in the address", access.instruction,
                       access.instruction);
    for (std::uint64_t choice = 0; choice < choices; ++choice) {
      auto const number = [&](Epoch const& of) {
        std::uint64_t n = of.number;
        for (auto const& [trip, factor] : of.trips)
          n += factor * trip_in(choice, one.periods, trip).value_or(0);
        return n % period;
      };
      std::uint64_t const epoch = one.epoch.known ? number(one.epoch) : 0;
      auto const order =
          static_cast<std::int16_t>(one.order.known ? static_cast<int>(number(one.order)) : -1);
      for (unsigned const thread : threads) {
        auto const address = value_in(one.form->address, 32, thread, choice, one.periods);
        if (!address) return undecided("the address is not known", access.instruction, access.instruction);
        for (std::uint64_t e = 0; e < period; ++e)
          if (!one.epoch.known || e == epoch)
            for (unsigned k = 0; k < access.bytes / granule; ++k)
              t.all[e].push_back({static_cast<std::uint32_t>(*address / granule + k),
                                  static_cast<std::uint16_t>(thread), order});
      }
    }
    for (auto& some : t.all)
      std::stable_sort(some.begin(), some.end(),
                       [](Touch const& x, Touch const& y) { return x.part < y.part; });
    all.push_back(std::move(t));
  }
  // Whether the first is over before the second's epoch can begin, `lag` epochs later.
  auto const is_before = [](Epoch const& a, Epoch const& b, std::uint64_t lag) {
    return a.known && b.known && a.trips.empty() && a.number + lag < b.number;
  };
  auto const found = [&](Met const& m, Touches const& a, Touches const& b, bool same) {
    std::uint64_t const byte = std::uint64_t{m.part} * granule;
    undecided(
        same
            ? fmt::format("byte {} of shared memory may be used by thread {} while its {} is under way", byte,
                          m.first, a.access().is_store ? "asynchronous copy" : "product, or copy, of it")
            : fmt::format(
                  "byte {} of shared memory may be touched by threads {} and {} with no barrier between",
                  byte, m.first, m.second),
        a.access().instruction, b.access().instruction, true);
  };
  // What a thread wrote, and no fence shows to the copy engine or the tensor core, in whichever epochs.
  for (Touches const& b : all)
    for (Touches const& a : all) {
      if (!may_be_unseen(a.access(), b.access())) continue;
      for (auto const& x : a.all)
        for (auto const& y : b.all)
          if (auto const part = common(x, y))
            return undecided(fmt::format("byte {} of shared memory may be {} with no fence.proxy.async "
                                         "behind what a thread wrote there",
                                         std::uint64_t{*part} * granule,
                                         b.access().is_store ? "overwritten by a copy" : "read"),
                             a.access().instruction, b.access().instruction, true);
    }
  // What is written where an mbarrier is, but before it is one.
  std::vector<Epoch> inits;
  for (InspectedAccess const& a : result_.accesses)
    if (ptx_->entry->instructions[a.access.instruction].key.starts_with("mbarrier.init"))
      for (AccessForm const& form : a.forms) inits.push_back(epoch_of(form.epoch));
  for (Touches const& b : all)
    for (Touches const& a : all) {
      if (!may_overwrite(a.access(), b.access()) ||
          std::all_of(inits.begin(), inits.end(),
                      [&](Epoch const& init) { return is_before(a.epoch, init, 0); }))
        continue;
      for (auto const& x : a.all)
        for (auto const& y : b.all)
          if (auto const part = common(x, y))
            return undecided(fmt::format("byte {} of shared memory may be written while it is an mbarrier's",
                                         std::uint64_t{*part} * granule),
                             a.access().instruction, b.access().instruction, true);
    }
  bool is_by_values = false;
  auto const one_value = [&](Touches const& t) -> OneValues {
    if (!t.access().is_store || t.access().is_async || t.access().is_of_warp || !ptx_->barriers_match ||
        without_barrier(t.access().instruction)[t.access().instruction])
      return {};
    return [&, form = t.form, at = t.access().instruction](unsigned x, unsigned y) {
      bool const is = x != y && has_one_address(*form, x, y) && stores_one_value(at, x ^ y);
      return is_by_values |= is, is;
    };
  };
  for (Touches const& a : all)
    for (Touches const& b : all) {
      if (!may_meet(a.access(), b.access())) continue;
      std::uint32_t const i = a.access().instruction, j = b.access().instruction;
      if (&a <= &b && may_be_at_once(i, j) && !is_before(a.epoch, b.epoch, 0) &&
          !is_before(b.epoch, a.epoch, 0))
        for (std::uint64_t e = 0; e < period; ++e)
          if (auto const m = meet(a, a.all[e], b, b.all[e], a.access().is_async || b.access().is_async, false,
                                  &a == &b ? one_value(a) : OneValues{}))
            return found(*m, a, b, false);
      if (!a.access().is_async) continue;
      std::uint64_t const others = lags(i, j), own = own_lags(i, j);
      for (std::uint64_t lag = 0; lag < 64; ++lag) {
        bool const is_last = lag == 63;  // and any more
        bool const by_others = lag > 0 && (others >> lag & 1) != 0, by_itself = (own >> lag & 1) != 0;
        if ((!by_others && !by_itself) || (!is_last && is_before(a.epoch, b.epoch, lag))) continue;
        for (std::uint64_t e = 0; e < period; ++e)
          for (std::uint64_t more = 0; more < (is_last ? period : 1); ++more) {
            auto const& earlier = a.all[(e + 64 * period - lag - more) % period];
            if (by_others)
              if (auto const m = meet(a, earlier, b, b.all[e], true, false)) return found(*m, a, b, false);
            if (by_itself)
              if (auto const m = meet(a, earlier, b, b.all[e], true, true)) return found(*m, a, b, true);
          }
      }
    }
  r = {Verdict::holds, and_tables_stay(is_by_values ? kOneValueOfThreads : ""), 0, 0, false};
  r.is_by_values = is_by_values;
}

/// What all threads but those that differ in some bits of their number store by an instruction.
bool Inspector::stores_one_value(std::uint32_t store, unsigned bits) {
  for (unsigned bit = 0; bits >> bit != 0; ++bit) {
    if ((bits >> bit & 1) == 0) continue;
    auto found = one_values_.find(bit);
    if (found == one_values_.end()) {
      auto const has_one = [&](std::uint32_t load) {
        bool is_known = false;  // none of a thread's own memory
        for (InspectedAccess const& a : result_.accesses) {
          if (a.access.instruction != load || a.access.is_store) continue;
          is_known = true;
          if (!a.is_whole() || a.no_wrap || a.forms.empty()) return false;
          for (AccessForm const& form : a.forms)
            for (unsigned t = 0; t < result_.threads; ++t)
              if ((t ^ 1u << bit) < result_.threads && !has_one_address(form, t, t ^ 1u << bit)) return false;
        }
        return is_known;
      };
      bool const is_line = result_.block[1] == 1 && result_.block[2] == 1;
      found = one_values_.emplace(bit, std::make_shared<ptx::OneValue>(*ptx_, bit, is_line, has_one)).first;
    }
    if (!found->second->is_stored(store)) return false;
  }
  return true;
}

}  // namespace colex::code
