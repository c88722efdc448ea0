// SPDX-License-Identifier: MIT
// Pictures of thread-value layouts: which thread holds which element of a tile, and as which of its values.
#pragma once

#include "draw/subjects.hpp"

namespace colex::cli {

/// Adds the table of one thread-value layout (thread, value) -> index into a tile, column-major, and the notes
/// about it.
void add_threads(Picture& p, std::string caption, Layout<std::int64_t> const& tv,
                 Layout<std::int64_t> const& tile, std::string const& whose = "");
Picture draw_tv(Layout<std::int64_t> const& tv, Layout<std::int64_t> const& tile);

}  // namespace colex::cli
