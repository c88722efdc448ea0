// SPDX-License-Identifier: MIT
#include "draw/threads.hpp"

#include <fmt/format.h>

#include "colex/colex.hpp"
#include "colex/print.hpp"

namespace colex::cli {

namespace {
using Int = std::int64_t;
}  // namespace

void add_threads(Picture& p, std::string caption, Layout<Int> const& tv, Layout<Int> const& tile,
                 std::string const& whose) {
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
      fmt::format("{}{} threads with {} values each; Tt Vv: value v of thread t holds the element",
                  whose.empty() ? "" : whose + ": ", threads, size(tv) / threads));
  if (shared > 0)
    p.notes.push_back(fmt::format("{} elements are held more than once: +n says how often more", shared));
  if (none > 0) p.notes.push_back(fmt::format("{} elements are held by no thread", none));
  if (outside > 0) p.notes.push_back(fmt::format("{} values lie outside the tile", outside));
  p.refused = p.refused || outside > 0;
}

Picture draw_tv(Layout<Int> const& tv, Layout<Int> const& tile) {
  Picture p;
  p.title = fmt::format("{} on the tile {}", to_text(tv), to_text(shape(tile)));
  add_threads(p, "", tv, tile);
  return p;
}

}  // namespace colex::cli
