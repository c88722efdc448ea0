// SPDX-License-Identifier: MIT
// Layouts of coordinates, and which of a tile's coordinates a predicate lets through.
#include <fmt/format.h>

#include <algorithm>

#include "colex/basis_partition.hpp"
#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "draw/of_operations.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// The table of the coordinates; `colour(coordinate)` is a cell's.
template <class Colour>
Grid coordinates_of(Placed<Coordinate> const& tile, DrawOptions const& options, Colour colour) {
  auto const domain = transform(tile.layout, [](Mode<Coordinate> const& m) {
    return Mode<Int>{m.shape.scalar, 0};
  });
  int const entries = entries_of(tile);
  return table(plane_of(domain), "", [&](Int i) {
    Coordinate const at = tile.offset + evaluate(tile.layout, Coordinate(i));
    return Cell{to_text(Entries{at, entries}), options.coordinates ? to_text(idx2crd(i, shape(domain))) : "",
                colour(at)};
  });
}

}  // namespace

Picture draw_coordinates(Value const& value, std::string title, DrawOptions const& options) {
  auto const tile = as_placed(value);
  Int const points = size(tile.layout).scalar;
  if (points > kMaxCells) plane_of(points, 16);  // refuses
  Int low = 0, high = 0;                         // of the first entry, by which cells are coloured
  for (Int i = 0; i < points; ++i) {
    Int const at = evaluate(tile.layout, Coordinate(i)).along[0];
    low = std::min(low, at), high = std::max(high, at);
  }
  Picture p;
  p.title = std::move(title);
  p.grids.push_back(coordinates_of(tile, options, [&](Coordinate const& at) {
    Int const above = at.along[0] - tile.offset.along[0] - low;
    return high == low ? 0 : static_cast<int>(above * kColours / (high - low + 1));
  }));
  p.grids.back().palette = Palette::ramp;
  p.notes.push_back(fmt::format("coordinates, coloured by the first entry; size {}", points));
  return p;
}

Picture draw_elem_less(std::vector<Argument> const& arguments, DrawOptions const& options) {
  Answer const given = perform("elem_less", arguments, options.flags);
  auto const shape = plain(as_shape(arguments[1].value));
  Picture p;
  p.title = called("elem_less", arguments);
  p.grids.push_back(coordinates_of(as_placed(arguments[0].value), options, [&](Coordinate const& at) {
    for (int k = 0; k < shape.leaves.count; ++k)
      if (at.along[k] >= shape.leaves[k]) return 1;
    return 0;
  }));
  p.legend = {{0, "", "below " + to_text(shape)}, {1, "x", "not below: the predicate keeps it out"}};
  p.notes.push_back(given.text.empty() ? to_text(given.value) : given.text);
  return p;
}

}  // namespace colex::cli
