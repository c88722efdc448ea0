// SPDX-License-Identifier: MIT
// What can be drawn, and the picture of each. `colex draw WHAT ARGUMENT...` is draw() and a writer of picture.hpp.
#pragma once

#include "draw/picture.hpp"
#include "operations/table.hpp"

namespace colex::cli {

/// How a picture is made: `coordinates` writes them below the offsets; `flags` are those of the operation.
struct DrawOptions {
  bool coordinates = false;
  Flags flags{};
};

/// `what` is one of the subjects, or an operation that answers a layout. Throws Failure: input that cannot be
/// used, more than kMaxCells cells, and what the operation refuses, except for a refused composition: its
/// picture marks the cells that are wrong.
Picture draw(std::string const& what, std::vector<Argument> const& arguments, DrawOptions const& options);

/// {subject and arguments, what is drawn}: one line each for --help.
std::vector<std::pair<std::string, std::string>> const& subjects();

// ------------------------------------------------------------------------------- for subjects in other files

/// Where the points of a layout lie in a table: mode 0 goes down and the other modes go across; a layout of
/// one mode runs across, in rows of 16 points where it has more than 16.
struct Plane {
  Axis rows{}, columns{};
  bool wrapped = false;
  std::int64_t points = 0;
  /// The index at (row, column), or -1 past the end.
  std::int64_t index(std::int64_t row, std::int64_t column) const;
};
Plane plane_of(Layout<std::int64_t> const& layout);
/// [0, points) in rows of `across`.
Plane plane_of(std::int64_t points, std::int64_t across);

/// The table whose cells are `cell(index)`. Throws InputError beyond kMaxCells.
template <class CellAt>
Grid table(Plane const& plane, std::string caption, CellAt cell) {
  Grid g;
  g.caption = std::move(caption);
  g.rows = plane.rows, g.columns = plane.columns;
  std::int64_t const rows = g.rows.count(), columns = g.columns.count();
  g.cells.reserve(static_cast<std::size_t>(rows * columns));
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      std::int64_t const i = plane.index(r, c);
      g.cells.push_back(i < 0 ? Cell{} : cell(i));
    }
  return g;
}

}  // namespace colex::cli
