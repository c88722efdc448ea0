// SPDX-License-Identifier: MIT
#include "questions/plan_ways.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "operations/read.hpp"
#include "questions/coalescing.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

Layout<Int> layout_in(std::string const& text, std::string const& name) {
  Value const value = read_value(text, name, false);
  if (!fits(Kind::layout, value))
    throw InputError(fmt::format("plan: {}: expected layout, not {}", name, what_is(value)));
  return plain(as_layout(value));
}

/// One mover of each width: of several the first that is no UniversalCopy.
std::vector<Mover> one_of_each_width(std::vector<Mover> all) {
  std::stable_sort(all.begin(), all.end(), [](Mover const& a, Mover const& b) {
    return a.name.starts_with("Universal") < b.name.starts_with("Universal");
  });
  std::vector<Mover> kept;
  for (Mover const& m : all)
    if (std::none_of(kept.begin(), kept.end(), [&](Mover const& k) {
          return k.is == m.is && k.width == m.width && k.matrices == m.matrices &&
                 k.turned_bits == m.turned_bits;
        }))
      kept.push_back(m);
  std::stable_sort(kept.begin(), kept.end(), [](Mover const& a, Mover const& b) {
    return std::pair(a.is == Mover::Is::vector, -a.width * a.matrices) <
           std::pair(b.is == Mover::Is::vector, -b.width * b.matrices);
  });
  return kept;
}

std::vector<Mover> movers_for(Plan const& plan, std::string const& name, std::string const& where,
                              MoverRole role) {
  if (name.empty()) return one_of_each_width(movers(plan.card, role));
  Atom const& atom = one_atom(name);
  if (!plays(atom, role))
    throw InputError(fmt::format("plan: {}: {} does not move that way", where, atom.name));
  if (!runs_on(atom, plan.card))
    throw InputError(
        fmt::format("plan: {}: {} has no {}, which is of {}", where, plan.card, atom.name, atom.target));
  return {mover_of(atom)};
}

PlanWay way(Plan const& plan, PlanOperand const& o, Mover const& mover, Held const& held, bool is_copy,
            bool writes) {
  int const wave = bank_model(plan.card)->wave;
  PlanWay w;
  w.mover = mover, w.held = held, w.per_instruction = std::max(1, mover.values(o.bits));
  bool const global = is_copy || !o.shared;
  if (global) {
    w.global = fit(mover, held, o.global.offsets, o.bits, wave);
    w.global.access.direction = gpu::Direction::load;
    if (!w.global.misfit) w.sectors = coalescing(plan.card, w.global.access, 0).total.sectors;
  }
  if (o.shared) {
    w.shared = fit(mover, held, o.shared->offsets, o.bits, wave);
    w.shared.access.direction = writes ? gpu::Direction::store : gpu::Direction::load;
  }
  return w;
}

struct ThreadsAndValues {
  std::string threads, values;
};

/// Of an open copy: threads side by side along the contiguous mode, then along the other, each with `run` consecutive elements.
std::vector<ThreadsAndValues> family(Plan const& plan, PlanOperand const& o, Int run) {
  std::vector<ThreadsAndValues> all;
  Int const T = plan.mma.threads;
  bool const along_rows = o.rows > 1 && o.global.offsets[1] - o.global.offsets[0] == 1;
  Int const contiguous = along_rows ? o.rows : o.columns, other = along_rows ? o.columns : o.rows;
  for (Int c = 1; c <= T; ++c) {
    if (T % c != 0 || contiguous % (c * run) != 0 || other % (T / c) != 0) continue;
    all.push_back(along_rows ? ThreadsAndValues{fmt::format("({0},{1}):(1,{0})", c, T / c),
                                                fmt::format("({0},1):(1,{0})", run)}
                             : ThreadsAndValues{fmt::format("({1},{0}):({0},1)", c, T / c),
                                                fmt::format("(1,{0}):({0},1)", run)});
  }
  return all;
}

}  // namespace

std::optional<Misfit> covers_once(Held const& held, PlanOperand const& o) {
  std::vector<Int> holder(slot(o.rows * o.columns), -1);
  auto const at = [&](Int e) { return fmt::format("({},{})", e % o.rows, e / o.rows); };
  for (Int i = 0; i < static_cast<Int>(held.element.size()); ++i) {
    Int const e = held.element[slot(i)], thread = i % held.threads, value = i / held.threads;
    if (e < 0)
      return Misfit{"covers", fmt::format("lies outside the tile of {} x {}", o.rows, o.columns), thread,
                    value, -1};
    Int& other = holder[slot(e)];
    if (other >= 0)
      return Misfit{"covers",
                    fmt::format("element {} is that of thread {}, value {}, already", at(e),
                                other % held.threads, other / held.threads),
                    thread, value, o.global.offsets[slot(e)]};
    other = i;
  }
  for (Int e = 0; e < static_cast<Int>(holder.size()); ++e)
    if (holder[slot(e)] < 0)
      return Misfit{"covers", fmt::format("no thread moves element {}", at(e)), -1, -1,
                    o.global.offsets[slot(e)]};
  return {};
}

std::vector<PlanWay> copies_of(Plan const& plan, PlanOperand const& o) {
  bool const is_c = *o.name == 'C';
  auto const role = is_c ? MoverRole::to_global : MoverRole::global_to_shared;
  std::string const where = fmt::format("{}.copy", o.name);
  std::vector<PlanWay> all;
  for (Mover const& mover : movers_for(plan, o.copy.by, where + ".by", role)) {
    int const run = mover.length(o.bits);
    if (run == 0 && o.copy.by.empty()) continue;
    if (run == 0) {
      all.emplace_back();
      all.back().text = mover.name, all.back().mover = mover;
      all.back().global.misfit = fit(mover, {}, {}, o.bits, 1).misfit;
      continue;
    }
    auto const tried = o.copy.is_open ? family(plan, o, run)
                                      : std::vector<ThreadsAndValues>{{o.copy.threads, o.copy.values}};
    for (auto const& [threads, values] : tried) {
      TiledCopy const tiled =
          tiled_copy(layout_in(threads, where + ".threads"), layout_in(values, where + ".values"));
      Int const steps =
          ((o.rows + tiled.rows - 1) / tiled.rows) * ((o.columns + tiled.columns - 1) / tiled.columns);
      if (steps > kMaxPlanHeld / (tiled.threads * tiled.values))
        throw InputError(fmt::format("plan: {}: more than {} values", where, kMaxPlanHeld));
      Held const held = held_by(tiled, o.rows, o.columns);
      PlanWay w;
      if (auto const wrong = covers_once(held, o))
        w.held = held, w.mover = mover, w.global.misfit = wrong;
      else if (held.threads != plan.mma.threads)
        w.held = held, w.mover = mover,
        w.global.misfit = {
            "threads",
            fmt::format("{} threads copy, and the products are of {}", held.threads, plan.mma.threads), -1,
            -1, -1};
      else
        w = way(plan, o, mover, held, true, !is_c);
      w.text = fmt::format("threads {}, values {}, by {}", threads, values, mover.name);
      all.push_back(std::move(w));
      if (!o.copy.is_open && all.back().global.misfit && all.back().global.misfit->condition == "covers")
        return all;
    }
  }
  return all;
}

std::vector<PlanWay> moves_of(Plan const& plan, PlanOperand const& o, Held const& held) {
  bool const is_c = *o.name == 'C';
  auto const role = !is_c      ? MoverRole::shared_to_registers
                    : o.shared ? MoverRole::registers_to_shared
                               : MoverRole::to_global;
  std::vector<PlanWay> all;
  for (Mover const& mover :
       movers_for(plan, o.move, fmt::format("{}.{}", o.name, is_c ? "store" : "load"), role)) {
    if (o.move.empty() && mover.length(o.bits) == 0) continue;
    all.push_back(way(plan, o, mover, held, false, is_c));
    all.back().text = mover.name;
  }
  return all;
}

/// Steps whose aligned addresses are another step's, each with the same bits flipped, cost what it costs: the flip takes words
/// to words and banks to banks, where the number of banks is a power of 2.
Int passes_of(gpu::BankModel const& model, SharedAccess const& a, Swizzle const& s) {
  Int const lanes = size(entry(a.layout.inner, 0)), steps = size(entry(a.layout.inner, 1));
  int const banks = a.direction == gpu::Direction::load ? model.load_banks : model.store_banks;
  std::map<std::vector<Int>, Int> known;
  std::vector<Int> bytes(static_cast<std::size_t>(lanes)), flipped(bytes.size());
  Int passes = 0;
  for (Int step = 0; step < steps; ++step) {
    bool aligned = (banks & (banks - 1)) == 0;
    for (std::size_t lane = 0; lane < bytes.size(); ++lane) {
      bytes[lane] = a.byte_of(s(a.at(step * lanes + static_cast<Int>(lane))));
      flipped[lane] = bytes[lane] ^ bytes[0];
      aligned = aligned && bytes[lane] >= 0 && bytes[lane] % a.width == 0;
    }
    auto const computed = [&] {
      return Int{gpu::conflicts(model, a.direction, a.width, [&](int lane) -> gpu::Index {
                   return lane < lanes ? bytes[static_cast<std::size_t>(lane)] : -1;
                 }).passes};
    };
    auto const at = aligned ? known.find(flipped) : known.end();
    Int const cost = at != known.end() ? at->second : computed();
    if (aligned && at == known.end()) known.emplace(flipped, cost);
    passes += cost;
  }
  return passes;
}

std::vector<Swizzle> swizzles_within(int least_base, int bits) {
  std::vector<Swizzle> all;
  for (int b = 1; b < bits; ++b)
    for (int shift = b; shift < bits; ++shift)
      for (int base = least_base; base + b + shift <= bits; ++base) all.push_back({b, base, shift});
  return all;
}

std::optional<PlanBest> best_of(Plan const& plan, PlanOperand const& o, std::vector<PlanWay> const& copies,
                                std::vector<PlanWay> const& moves, bool swizzle_is_open) {
  auto const& model = *bank_model(plan.card);
  std::vector<Swizzle> swizzles{Swizzle{}};
  if (swizzle_is_open && o.shared) {
    Int const top = *std::max_element(o.shared->offsets.begin(), o.shared->offsets.end()) + 1;
    for (Swizzle const& s : swizzles_within(0, log2_of(top))) swizzles.push_back(s);
  }
  // Sectors come first: a way with more of them than another is no best one.
  auto const least = [](std::vector<PlanWay> const& all) {
    Int sectors = -1;
    for (PlanWay const& w : all)
      if (!w.misfit() && (sectors < 0 || w.sectors < sectors)) sectors = w.sectors;
    return sectors;
  };
  Int points = 0;
  for (auto const* const list : {&copies, &moves})
    for (PlanWay const& w : *list)
      if (!w.misfit() && w.sectors == least(*list))
        points += static_cast<Int>(w.shared.access.offsets.size());
  if (points > kMaxPlanTries / static_cast<Int>(swizzles.size()))
    throw Failure(
        "undecided",
        fmt::format("undecided: plan: {}: {} swizzles for {} addresses are more than {}; give the copy, the "
                    "load or the swizzle",
                    o.name, swizzles.size(), points, kMaxPlanTries));
  // Passes by way and swizzle, 0 where a way has more sectors than another; -1: the swizzle would take an access apart.
  auto const passes_by = [&](std::vector<PlanWay> const& list) {
    std::vector<std::vector<Int>> all;
    for (PlanWay const& w : list) {
      all.emplace_back();
      if (w.misfit()) continue;
      for (Swizzle const& s : swizzles) {
        bool const apart = s.bits != 0 && Int{1} << s.base < w.mover.length(o.bits);
        bool const counts = w.sectors == least(list) && !w.shared.access.offsets.empty();
        all.back().push_back(apart ? -1 : counts ? passes_of(model, w.shared.access, s) : 0);
      }
    }
    return all;
  };
  auto const of_copies = passes_by(copies), of_moves = passes_by(moves);
  std::optional<PlanBest> best;
  Int tried = 0;
  for (std::size_t s = 0; s < swizzles.size(); ++s)
    for (std::size_t c = 0; c < copies.size(); ++c)
      for (std::size_t m = 0; m < moves.size(); ++m) {
        if (of_copies[c].empty() || of_moves[m].empty() || of_copies[c][s] < 0 || of_moves[m][s] < 0)
          continue;
        ++tried;
        PlanBest const now{c,
                           m,
                           swizzles[s],
                           copies[c].sectors + moves[m].sectors,
                           of_copies[c][s] + of_moves[m][s],
                           copies[c].instructions() + moves[m].instructions(),
                           0,
                           1,
                           {swizzles[s]}};
        auto const key = [](PlanBest const& b) { return std::tuple(b.sectors, b.passes, b.instructions); };
        if (!best || key(now) < key(*best)) {
          best = now;
        } else if (key(now) == key(*best)) {
          ++best->as_good;
          if (best->swizzles.back() != swizzles[s]) best->swizzles.push_back(swizzles[s]);
        }
      }
  if (best) best->tried = tried;
  return best;
}

}  // namespace colex::cli
