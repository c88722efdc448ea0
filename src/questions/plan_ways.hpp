// SPDX-License-Identifier: MIT
// The ways in which one operand of a tile plan can go through shared memory: copies, swizzles and moves to or from registers, those
// that the plan gives or those of a family. Every combination is tried; the best moves the fewest sectors of global memory, then
// takes the fewest passes of shared memory, then the fewest instructions.
#pragma once

#include <functional>

#include "questions/plan.hpp"

namespace colex::cli {

/// One way between memory and threads.
struct PlanWay {
  std::string text{};
  Held held{};
  Mover mover{};
  Fit global{}, shared{};  ///< at the plan's shared layout, without a swizzle where that is open
  std::int64_t sectors = 0;
  std::int64_t instructions() const { return held.threads == 0 ? 0 : held.values() / per_instruction; }
  std::int64_t per_instruction = 1;
  std::optional<Misfit> misfit() const { return global.misfit ? global.misfit : shared.misfit; }
};

/// The first element that a copy's threads do not hold exactly once, as a misfit.
std::optional<Misfit> covers_once(Held const& held, PlanOperand const& operand);

/// The copies that an operand may be copied by; the ones of an open copy divide the tile.
std::vector<PlanWay> copies_of(Plan const& plan, PlanOperand const& operand);
/// The moves between memory and the registers that hold it as `held` says.
std::vector<PlanWay> moves_of(Plan const& plan, PlanOperand const& operand, Held const& held);

/// Passes of shared memory, over all waves and instructions, behind a swizzle.
std::int64_t passes_of(gpu::BankModel const& model, SharedAccess const& access, Swizzle const& swizzle);

/// A combination, by its place in the lists, and how it compares with the others.
struct PlanBest {
  std::size_t copy = 0, move = 0;
  Swizzle swizzle{};
  std::int64_t sectors = 0, passes = 0, instructions = 0;
  std::int64_t tried = 0, as_good = 0;
  std::vector<Swizzle> swizzles{};  ///< of those that are as good, each once
};
/// All combinations of ways without a misfit. None: some list has no such way. Throws Failure `undecided` beyond kMaxPlanTries
/// addresses.
std::optional<PlanBest> best_of(Plan const& plan, PlanOperand const& operand,
                                std::vector<PlanWay> const& copies, std::vector<PlanWay> const& moves,
                                bool swizzle_is_open);
inline constexpr std::int64_t kMaxPlanTries = std::int64_t{1} << 26;

/// The swizzles Sw<B,M,S> with 1 <= B <= S, M >= least_base and B + M + S <= bits.
std::vector<Swizzle> swizzles_within(int least_base, int bits);

}  // namespace colex::cli
