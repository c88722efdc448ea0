// SPDX-License-Identifier: MIT
// Operands of a tile plan that the tensor memory accelerator copies, or that the tensor core reads by a descriptor.
#pragma once

#include "questions/plan_ways.hpp"

namespace colex::cli {

struct Landed {
  std::string copy{}, move_text{}, chosen{};
  std::optional<Misfit> copy_misfit{}, move_misfit{};
  std::optional<PlanWay> way{};  ///< of a copy by threads
  std::size_t move = 0;          ///< of the moves
  std::int64_t tried = 0, as_good = 0;
};

/// Sets `operand.shared` where it is open: to what lands, or to a canonical operand. Elements of a box land as
/// `colex tma` says, boxes one behind the other, along the rows first.
Landed land(Plan const& plan, PlanOperand& operand, std::vector<PlanWay> const& moves, bool by_descriptor);

}  // namespace colex::cli
