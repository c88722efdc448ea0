// SPDX-License-Identifier: MIT
// Pictures of thread-value layouts: which thread holds which element of a tile, and as which of its values.
#pragma once

#include "draw/subjects.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

/// (thread, value) -> index into a tile, column-major.
Picture draw_tv(Layout<std::int64_t> const& tv, Layout<std::int64_t> const& tile);
/// tiled_copy() of these threads and values.
Picture draw_tiled_copy(Layout<std::int64_t> const& threads, Layout<std::int64_t> const& values);
/// Each operand that lies in registers.
Picture draw_atom(Atom const& atom);

}  // namespace colex::cli
