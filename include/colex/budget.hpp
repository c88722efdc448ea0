// SPDX-License-Identifier: MIT
// How much work a question may take. Every search and every enumeration counts its steps; one that needs more
// than its budget answers Condition::undecided and says how many it took.
//
//   static_assert(injective(layout("(2,2,2):(3,4,5)"), Budget{1}).condition == Condition::undecided);
//   static_assert(surjective(layout("(2,3):(-1,3)"), 6, Budget{1}).condition == Condition::undecided);
//   static_assert(surjective(layout("(2,3):(-1,3)"), 6).condition == Condition::surjective);
//
// One budget for several questions, all that an operation asks within it included: a Work that they share.
//
//   constexpr auto asked = [](Work w) { (void)injective(layout("(2,2,2):(3,4,5)"), w.rest()); return w; };
//   static_assert(asked(Budget{1000}).taken > 0 && asked(Budget{0}).ended());
#pragma once

#include "colex/refusal.hpp"

namespace colex {

/// Steps of a search, or points looked at, before a question is undecided: some ten nanoseconds each, so that
/// the default is well below a second.
struct Budget {
  std::int64_t steps = std::int64_t{1} << 22;
  struct Work* shared = nullptr;  ///< where the steps are counted as well: the budget of a larger question
};

/// The steps taken of a budget. A copy counts where its original does.
struct Work {
  std::int64_t limit = Budget{}.steps, taken = 0;
  Work* shared = nullptr;
  bool (*stops)() = nullptr;  ///< asked every 2^16 steps: whether nobody waits for the answer any more

  constexpr Work() = default;
  constexpr Work(Budget const& budget) : limit(budget.steps), shared(budget.shared) {}
  constexpr bool ended() const { return taken > limit || (shared != nullptr && shared->ended()); }
  /// Counts `steps` more; false once the budget is used up, this one or the larger question's.
  constexpr bool take(std::int64_t steps = 1) {
    bool const asks = stops != nullptr && (taken >> 16) != ((taken + steps) >> 16);
    if (taken <= limit) taken += steps <= limit ? steps : limit + 1;
    if (asks && stops()) taken = limit + 1;
    if (shared != nullptr) shared->take(steps);
    return !ended();
  }
  /// What is left, for a question that is part of this one.
  constexpr Budget rest() { return {taken < limit ? limit - taken : 0, this}; }
  /// The budget of the whole question.
  constexpr std::int64_t whole() const { return shared == nullptr ? limit : shared->whole(); }
};

/// Points that are looked at one by one by default.
inline constexpr std::int64_t kEnumerationLimit = Budget{}.steps;

/// The refusal of a question that its budget does not do for: the whole budget in `left`, the points that
/// there are in `right`.
template <Number Int>
constexpr Refusal<Int> undecided(Work const& work, Int const& points) {
  return because<Int>(Condition::undecided, Int(work.whole()), points);
}

}  // namespace colex
