// SPDX-License-Identifier: MIT
#include "draw/threads.hpp"

#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// Adds the table of one thread-value layout, and the notes about it.
void add(Picture& p, std::string caption, Layout<Int> const& tv, Layout<Int> const& tile) {
  if (rank(tv) < 2) throw InputError("tv: a thread-value layout has two modes, (threads, values)");
  Plane const plane = plane_of(tile);
  Int const threads = size(entry(tv, 0)), elements = size(tile);
  if (size(tv) > kMaxCells)
    throw InputError(fmt::format("tv: {} values; a picture has at most {}", size(tv), kMaxCells));
  struct Held {
    Int thread = -1, value = 0, more = 0;
  };
  std::vector<Held> held(static_cast<std::size_t>(elements));
  Int outside = 0;
  for (Int i = 0; i < size(tv); ++i) {
    Int const at = tv(i);
    if (at < 0 || at >= elements) {
      ++outside;
      continue;
    }
    Held& h = held[static_cast<std::size_t>(at)];
    if (h.thread < 0)
      h = {i % threads, i / threads, 0};
    else
      ++h.more;
  }
  Int none = 0, shared = 0;
  p.grids.push_back(table(plane, std::move(caption), [&](Int i) {
    Held const& h = held[static_cast<std::size_t>(i)];
    if (h.thread < 0) return ++none, Cell{};
    if (h.more > 0) ++shared;
    return Cell{fmt::format("T{}", h.thread),
                fmt::format("V{}{}", h.value, h.more > 0 ? fmt::format("+{}", h.more) : ""),
                static_cast<int>(h.thread % kColours)};
  }));
  p.notes.push_back(
      fmt::format("{} threads with {} values each; Tt Vv: value v of thread t holds the element", threads,
                  size(tv) / threads));
  if (shared > 0)
    p.notes.push_back(fmt::format("{} elements are held more than once: +n says how often more", shared));
  if (none > 0) p.notes.push_back(fmt::format("{} elements are held by no thread", none));
  if (outside > 0) p.notes.push_back(fmt::format("{} values lie outside the tile", outside));
  p.refused = p.refused || outside > 0;
}

/// A column-major tile of so many rows and columns.
Layout<Int> tile_of(Int rows, Int columns) {
  return flat(List<Mode<Int>>{{Mode<Int>{rows, 1}, Mode<Int>{columns, rows}}, 2});
}

}  // namespace

Picture draw_tv(Layout<Int> const& tv, Layout<Int> const& tile) {
  Picture p;
  p.title = fmt::format("{} on the tile {}", to_text(tv), to_text(shape(tile)));
  add(p, "", tv, tile);
  return p;
}

Picture draw_tiled_copy(Layout<Int> const& threads, Layout<Int> const& values) {
  TiledCopy const c = tiled_copy(threads, values);
  Picture p;
  p.title = fmt::format("tiled_copy({}, {}) = {}", to_text(threads), to_text(values), to_text(c.tv));
  add(p, fmt::format("the tile of {} x {}", c.rows, c.columns), c.tv, tile_of(c.rows, c.columns));
  return p;
}

Picture draw_atom(Atom const& atom) {
  Picture p;
  p.title = atom.name;
  if (atom.is == Atom::Is::copy) {
    add(p, "registers " + to_text(*atom.c), *atom.c, tile_of(atom.M, atom.N));
    p.notes.insert(p.notes.begin(), atom.note);
    return p;
  }
  if (atom.a)
    add(p, "A, m down and k across: " + to_text(*atom.a), *atom.a, tile_of(atom.M, atom.K * atom.blocks));
  if (atom.b)
    add(p, "B, n down and k across: " + to_text(*atom.b), *atom.b, tile_of(atom.N, atom.K * atom.blocks));
  if (atom.c)
    add(p, "C, m down and n across: " + to_text(*atom.c), *atom.c, tile_of(atom.M, atom.N * atom.blocks));
  return p;
}

}  // namespace colex::cli
