// SPDX-License-Identifier: MIT
#include "questions/plan_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "colex/colex.hpp"
#include "operations/read.hpp"

namespace colex::cli {

namespace {
using Int = std::int64_t;
}  // namespace

Int bytes_of(PlanOperand const& o, std::vector<Int> const& offsets) {
  return ((*std::max_element(offsets.begin(), offsets.end()) + 1) * o.bits + 7) / 8;
}

/// Two elements of the tile in one place.
std::optional<Misfit> collision(PlanOperand const& o, std::vector<Int> const& offsets) {
  std::unordered_map<Int, Int> first;
  for (Int e = 0; e < static_cast<Int>(offsets.size()); ++e) {
    Int const offset = offsets[slot(e)];
    if (offset < 0)
      return Misfit{"offset", fmt::format("element ({},{}) lies before the start", e % o.rows, e / o.rows),
                    -1, -1, offset};
    if (auto const [at, fresh] = first.try_emplace(offset, e); !fresh)
      return Misfit{"injective",
                    fmt::format("elements ({},{}) and ({},{}) lie in one place", at->second % o.rows,
                                at->second / o.rows, e % o.rows, e / o.rows),
                    -1, -1, offset};
  }
  return {};
}

/// Every thread-value layout of the instruction covers its tile, each element as often as any other.
std::optional<Misfit> covers_alike(Held const& held, PlanOperand const& o, Int& times) {
  std::vector<Int> count(slot(o.rows * o.columns), 0);
  for (Int const e : held.element) ++count[slot(e)];
  times = count[0];
  for (Int e = 0; e < static_cast<Int>(count.size()); ++e)
    if (Int const n = count[slot(e)]; n == 0 || n != times)
      return Misfit{
          "covers",
          fmt::format("element ({},{}) is held {} times, and (0,0) {}", e % o.rows, e / o.rows, n, times), -1,
          -1, -1};
  if (*o.name == 'C' && times != 1)
    return Misfit{"covers",
                  fmt::format("each element is held {} times: waves along K hold sums of their own", times),
                  -1, -1, -1};
  return {};
}

/// Where the kernel has another fragment than the instruction.
std::optional<Misfit> agrees(Held const& mine, PlanOperand const& o) {
  Value const value = read_value(o.fragment, fmt::format("{}.fragment", o.name), false);
  if (!fits(Kind::layout, value))
    throw InputError(fmt::format("plan: {}.fragment: expected layout, not {}", o.name, what_is(value)));
  Layout<Int> const given = plain(as_layout(value));
  if (rank(given) != 2 || size(entry(given, 0)) != mine.threads ||
      size(given) != static_cast<Int>(mine.element.size()))
    throw InputError(fmt::format("plan: {}.fragment: expected {} threads of {} values", o.name, mine.threads,
                                 mine.values()));
  for (Int i = 0; i < size(given); ++i) {
    Int const is = evaluate(given, i), meant = mine.element[slot(i)];
    if (is != meant)
      return Misfit{"agrees",
                    fmt::format("the kernel has element ({},{}), the instruction ({},{})", is % o.rows,
                                is / o.rows, meant % o.rows, meant / o.rows),
                    i % mine.threads, i / mine.threads, is};
  }
  return {};
}

/// The worst phase of an access, as a misfit, if it is no free one.
std::optional<Misfit> conflict(gpu::BankModel const& model, PlanWay const& way, SharedAccess const& access) {
  BankCost const cost = bank_cost(model, access);
  if (cost.degree == 1) return {};
  Int const lanes = cost.shape.lanes, waves = way.held.threads / model.wave, wave = cost.worst.step % waves;
  auto const thread = [&](std::size_t k) { return wave * model.wave + cost.worst.words[k].first; };
  return Misfit{
      "bank_conflict",
      fmt::format(
          "bank {} delivers {} words in one phase, to thread {} and thread {} among others: degree {}",
          cost.worst.bank, cost.worst.words.size(), thread(0), thread(1), cost.degree),
      thread(0), cost.worst.step / waves * way.per_instruction,
      access.at(cost.worst.step * lanes + cost.worst.words[0].first)};
}

/// The first element that is not where both sides have it.
std::optional<Misfit> disagreement(PlanOperand const& o, Held const& held, std::vector<Int> const& copied) {
  for (Int i = 0; i < static_cast<Int>(held.element.size()); ++i) {
    Int const e = held.element[slot(i)], here = copied[slot(e)], there = o.shared->offsets[slot(e)];
    if (here != there)
      return Misfit{"agrees",
                    fmt::format("element ({},{}) is copied at {}, and the other side has it at {}",
                                e % o.rows, e / o.rows, here, there),
                    i % held.threads, i / held.threads, here};
  }
  return {};
}

}  // namespace colex::cli
