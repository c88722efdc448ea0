// SPDX-License-Identifier: MIT
// Pictures of atoms and of tiled copies.
#pragma once

#include "draw/picture.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

/// tiled_copy() of these threads and values.
Picture draw_tiled_copy(Layout<std::int64_t> const& threads, Layout<std::int64_t> const& values);
/// Each operand that lies in registers.
Picture draw_atom(Atom const& atom);

}  // namespace colex::cli
