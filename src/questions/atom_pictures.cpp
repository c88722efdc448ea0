// SPDX-License-Identifier: MIT
#include "questions/atom_pictures.hpp"

#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "draw/threads.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// A column-major tile of so many rows and columns.
Layout<Int> tile_of(Int rows, Int columns) {
  return join(leaf(Mode<Int>{rows, 1}), leaf(Mode<Int>{columns, rows}));
}

}  // namespace

Picture draw_tiled_copy(Layout<Int> const& threads, Layout<Int> const& values) {
  TiledCopy const c = tiled_copy(threads, values);
  Picture p;
  p.title = fmt::format("tiled_copy({}, {}) = {}", to_text(threads), to_text(values), to_text(c.tv));
  add_threads(p, fmt::format("the tile of {} x {}", c.rows, c.columns), c.tv, tile_of(c.rows, c.columns));
  return p;
}

Picture draw_atom(Atom const& atom) {
  Picture p;
  p.title = atom.name;
  if (atom.is == Atom::Is::copy) {
    add_threads(p, "registers " + to_text(*atom.c), *atom.c, tile_of(atom.M, atom.N));
    p.notes.insert(p.notes.begin(), atom.note);
    return p;
  }
  if (atom.a)
    add_threads(p, "A, m down and k across: " + to_text(*atom.a), *atom.a,
                tile_of(atom.M, atom.K * atom.blocks), "A");
  if (atom.b)
    add_threads(p, "B, n down and k across: " + to_text(*atom.b), *atom.b,
                tile_of(atom.N, atom.K * atom.blocks), "B");
  if (atom.c)
    add_threads(p, "C, m down and n across: " + to_text(*atom.c), *atom.c,
                tile_of(atom.M, atom.N * atom.blocks), "C");
  return p;
}

}  // namespace colex::cli
