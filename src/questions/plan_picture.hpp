// SPDX-License-Identifier: MIT
// The picture of a tile plan: of each operand who copies what, where it lies in shared memory, who reads it; and of C who holds it.
#pragma once

#include "draw/picture.hpp"
#include "questions/plan.hpp"

namespace colex::cli {

/// A cell is a run of elements that a thread copies at once; a plan that does not fit has its stage marked in the notes.
Picture draw_plan(Plan const& plan);

}  // namespace colex::cli
