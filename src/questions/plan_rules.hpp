// SPDX-License-Identifier: MIT
// What a stage of a tile plan must keep: each answers the first value that does not, or none.
#pragma once

#include "questions/plan_ways.hpp"

namespace colex::cli {

/// Bytes of shared memory up to the last element.
std::int64_t bytes_of(PlanOperand const& operand, std::vector<std::int64_t> const& offsets);
/// Two elements of the tile in one place, or one before the start.
std::optional<Misfit> collision(PlanOperand const& operand, std::vector<std::int64_t> const& offsets);
/// The instruction's threads hold each element of the tile as often as any other, `times`; of C once.
std::optional<Misfit> covers_alike(Held const& held, PlanOperand const& operand, std::int64_t& times);
/// The kernel's fragment is the instruction's. Throws InputError for a fragment of other extents.
std::optional<Misfit> agrees(Held const& mine, PlanOperand const& operand);
/// No bank delivers two words in one phase of an access.
std::optional<Misfit> conflict(gpu::BankModel const& model, PlanWay const& way, SharedAccess const& access);
/// The copy has each element where the other side has it.
std::optional<Misfit> disagreement(PlanOperand const& operand, Held const& held,
                                   std::vector<std::int64_t> const& copied);

}  // namespace colex::cli
