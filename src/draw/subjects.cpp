// SPDX-License-Identifier: MIT
// Layouts, swizzled layouts, thread-value layouts and differences; and which subject is meant.
#include "draw/subjects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "colex/colex.hpp"
#include "colex/print.hpp"
#include "draw/of_operations.hpp"
#include "draw/threads.hpp"
#include "maps/by_value.hpp"
#include "maps/index_map.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

constexpr Int kAcross = 16;

Axis axis_of(List<Mode<Int>> const& leaves, int from, int to) {
  Axis a;
  for (int k = from; k < to; ++k)
    if (leaves[k].shape != 1) a.extents.push_back(leaves[k].shape);
  if (a.extents.empty()) a.extents.push_back(1);
  return a;
}

std::string coordinate(Int index, Layout<Int> const& layout) {
  return to_text(idx2crd(index, shape(layout)));
}

/// A colour of the ramp for a value between two others.
int shade(Int value, Int low, Int high) {
  if (high == low) return 0;
  return static_cast<int>(static_cast<double>(value - low) / (static_cast<double>(high - low) + 1) *
                          kColours);
}

/// Refuses a swizzle that cannot be applied; a layout without one may have offsets below 0.
void check(AnyLayout const& c) {
  auto const why = admissible(c);
  if (why.condition != Condition::none &&
      (!c.outer.is_identity() || why.condition != Condition::not_negative))
    refuse(why);
}

/// The values of a function of the index in its plane, by the ramp.
template <class F>
Grid values(F const& f, Layout<Int> const& domain, Plane const& plane, std::string caption,
            DrawOptions const& options) {
  Int low = f(0), high = low;
  for (Int i = 0; i < plane.points; ++i) low = std::min(low, f(i)), high = std::max(high, f(i));
  Grid g = table(plane, std::move(caption), [&](Int i) {
    return Cell{std::to_string(f(i)), options.coordinates ? coordinate(i, domain) : "",
                shade(f(i), low, high)};
  });
  g.palette = Palette::ramp;
  return g;
}

Picture draw_layout(AnyLayout const& c, std::string title, DrawOptions const& options) {
  check(c);
  Plane const plane = plane_of(c.inner);
  Picture p;
  p.title = std::move(title);
  if (c.outer.is_map || c.outer.is_identity()) {
    p.grids.push_back(values(c, c.inner, plane, "", options));
    p.notes.push_back(fmt::format("offsets (elements); size {}, extent {}", size(c),
                                  c.outer.is_map ? accept(extent(c)) : extent(c.inner) + c.offset));
    return p;
  }
  // Colours number the places among which the swizzle moves: columns before it, mixed after it.
  Swizzle const& outer = c.outer.swizzle;
  int const target = outer.base - std::min(outer.shift, 0);
  auto const seen = [&](std::string caption, auto offset) {
    return table(plane, std::move(caption), [&](Int i) {
      return Cell{std::to_string(offset(i)), options.coordinates ? coordinate(i, c.inner) : "",
                  static_cast<int>((offset(i) >> target) % (Int{1} << outer.bits) % kColours)};
    });
  };
  p.grids.push_back(
      seen("before the swizzle: " + to_text(c.inner), [&](Int i) { return c.offset + c.inner(i); }));
  p.grids.push_back(seen("after the swizzle", [&](Int i) { return c(i); }));
  p.notes.push_back(fmt::format("offsets (elements); colours number bits {} to {} of the offset", target,
                                target + outer.bits - 1));
  return p;
}

/// A layout, or an index map that is none, at every point of its domain.
struct Seen {
  std::string text;
  Layout<Int> domain;
  Offsets offsets;
  Int operator()(Int index) const { return offsets.values[static_cast<std::size_t>(index)]; }
};
Seen seen_of(Value const& value) {
  if (auto const* const map = std::get_if<Mapped>(&value)) {
    auto const& shape = (*map)->shape;
    return {printable((*map)->text), make_layout(shape, compact_col_major(shape)).value, offsets_of(value)};
  }
  AnyLayout const c = as_any(value);
  check(c);
  if (size(c) > kMaxCells) plane_of(size(c), kAcross);  // refuses
  return {to_text(Value(c)), c.inner, offsets_of(value)};
}

/// An index map that is no layout, in its domain.
Picture draw_map(Value const& value, DrawOptions const& options) {
  Seen const f = seen_of(value);
  Picture p;
  p.title = f.text;
  p.grids.push_back(values(f, f.domain, plane_of(f.domain), "", options));
  p.notes.push_back(fmt::format("offsets (elements); size {}, extent {}", f.offsets.size,
                                *std::max_element(f.offsets.values.begin(), f.offsets.values.end()) + 1));
  return p;
}

Picture draw_difference(std::vector<Argument> const& arguments, DrawOptions const& options) {
  Seen const side[2] = {seen_of(arguments[0].value), seen_of(arguments[1].value)};
  Int const sizes[2] = {side[0].offsets.size, side[1].offsets.size};
  Picture p;
  p.title = fmt::format("{} against {}", side[0].text, side[1].text);
  Int const common = std::min(sizes[0], sizes[1]);
  Int different = 0, first = -1;
  for (Int i = common; i-- > 0;)
    if (side[0](i) != side[1](i)) ++different, first = i;
  for (int k = 0; k < 2; ++k) {
    Plane const plane = plane_of(sizes[0] == sizes[1] ? side[0].domain : side[k].domain);
    Grid g = values(side[k], side[k].domain, plane, k == 0 ? "the first" : "the second", options);
    for (Int r = 0; r < g.rows.count(); ++r)
      for (Int c = 0; c < g.columns.count(); ++c)
        if (Int const i = plane.index(r, c); i >= 0)
          g.at(r, c).wrong = i >= common || side[0](i) != side[1](i);
    p.grids.push_back(std::move(g));
  }
  if (sizes[0] != sizes[1])
    p.notes.push_back(fmt::format("the sizes differ: {} against {}", sizes[0], sizes[1]));
  if (different > 0)
    p.notes.push_back(fmt::format("{} of {} offsets differ, first at index {}: {} against {}", different,
                                  common, first, side[0](first), side[1](first)));
  if (p.notes.empty()) p.notes.emplace_back("the same function");
  return p;
}

void count(std::string const& what, std::vector<Argument> const& arguments, std::size_t wanted,
           char const* takes) {
  if (arguments.size() != wanted)
    throw InputError(fmt::format("draw {} takes {}, not {} argument{}", what, takes, arguments.size(),
                                 arguments.size() == 1 ? "" : "s"));
}

void check_kind(Argument const& argument, Kind kind) {
  if (!fits(kind, argument.value))
    throw InputError(
        fmt::format("{}: expected {}, not {}", argument.name, name(kind), what_is(argument.value)));
}

/// Any operation: what it answers, where that is a layout.
Picture draw_answer(std::string const& what, std::vector<Argument> const& arguments,
                    DrawOptions const& options) {
  Answer const given = perform(what, arguments, options.flags);
  std::string const title = called(what, arguments) + " = " + to_text(given.value);
  if (fits(Kind::placed, given.value)) return draw_coordinates(given.value, title, options);
  if (!fits(Kind::swizzled, given.value) || what_is(given.value) == "an integer")
    throw InputError(fmt::format("draw: {} answers {}, not a layout", what, what_is(given.value)));
  return draw_layout(as_any(given.value), title, options);
}

}  // namespace

std::int64_t Plane::index(std::int64_t row, std::int64_t column) const {
  Int const i = wrapped ? row * columns.count() + column : row + column * rows.count();
  return i < points ? i : -1;
}

Plane plane_of(std::int64_t points, std::int64_t across) {
  if (points > kMaxCells)
    throw InputError(fmt::format("draw: the picture would have {} cells, more than {}", points, kMaxCells));
  Plane p;
  p.points = points, p.wrapped = true;
  p.columns.extents = {std::min(points, across)};
  Int const rows = (points + across - 1) / across;
  p.rows.extents = {rows};
  for (Int r = 0; r < rows; ++r) p.rows.names.push_back(std::to_string(r * across));
  return p;
}

Plane plane_of(Layout<std::int64_t> const& layout) {
  Int const points = size(layout);
  if (rank(layout) < 2 && points > kAcross) return plane_of(points, kAcross);
  if (points > kMaxCells)
    throw InputError(fmt::format("draw: the picture would have {} cells, more than {}", points, kMaxCells));
  Plane p;
  p.points = points;
  int const first = rank(layout) < 2 ? 0 : entry(layout, 0).leaves.count;
  p.rows = axis_of(layout.leaves, 0, first);
  p.columns = axis_of(layout.leaves, first, layout.leaves.count);
  return p;
}

std::vector<std::pair<std::string, std::string>> const& subjects() {
  static std::vector<std::pair<std::string, std::string>> const all{
      {"L",
       "the table of a layout's offsets, or of its coordinates; of a swizzled layout, before and after the "
       "swizzle"},
      {"tv TV TILE", "which thread holds which element of a tile, and as which of its values"},
      {"tiled_copy T V",
       "the same of a tiled copy, from the layout of threads and that of the values of each"},
      {"plan FILE", "the stages of a block of a GEMM, from a file as colex plan takes it"},
      {"atom NAME", "which thread holds which element of an instruction's operands; colex atoms lists them"},
      {"difference A B", "two layouts, with the cells in which they differ marked"},
      {"complement A M", "the offsets of A and of its complement in [0, M)"},
      {"composition A B", "B, A(B(i)) and the answer; where there is none, the cells that are wrong"},
      {"zipped_divide A T", "the tiles of A outlined; the other divides likewise"},
      {"blocked_product A B", "the copies of A outlined; the other products likewise"},
      {"elem_less L S", "the coordinates of a tile, with those outside of the shape marked"},
      {"banks ACCESS", "the banks that an access touches; takes --on, --width, --element and --store"},
      {"OPERATION ARGUMENT...", "the layout that the operation answers"},
  };
  return all;
}

Picture draw(std::string const& what, std::vector<Argument> const& arguments, DrawOptions const& options) {
  if (what == "layout") {
    count(what, arguments, 1, "one layout");
    if (std::holds_alternative<Mapped>(arguments[0].value)) return draw_map(arguments[0].value, options);
    if (fits(Kind::placed, arguments[0].value))
      return draw_coordinates(arguments[0].value, to_text(arguments[0].value), options);
    check_kind(arguments[0], Kind::swizzled);
    return draw_layout(as_any(arguments[0].value), to_text(arguments[0].value), options);
  }
  if (what == "tv") {
    count(what, arguments, 2, "a thread-value layout and the tile's shape");
    check_kind(arguments[0], Kind::layout);
    check_kind(arguments[1], Kind::shape);
    return draw_tv(plain(as_layout(arguments[0].value)), plain(as_layout(arguments[1].value)));
  }
  if (what == "difference") {
    count(what, arguments, 2, "two layouts");
    for (Argument const& a : arguments)
      if (!std::holds_alternative<Mapped>(a.value)) check_kind(a, Kind::swizzled);
    return draw_difference(arguments, options);
  }
  bool const layouts = std::all_of(arguments.begin(), arguments.end(),
                                   [](Argument const& a) { return fits(Kind::layout, a.value); });
  if (what == "complement" && arguments.size() == 2 && layouts && fits(Kind::integer, arguments[1].value))
    return draw_complement(arguments, options);
  if (what == "composition" && arguments.size() == 2 && layouts) return draw_composition(arguments, options);
  bool const coordinates = !arguments.empty() && fits(Kind::placed, arguments[0].value);
  if (what == "elem_less" && arguments.size() == 2 && coordinates) return draw_elem_less(arguments, options);
  if (coordinates) return draw_answer(what, arguments, options);
  if (is_divide(what) && arguments.size() == 2) return draw_divide(what, arguments, options);
  if (is_product(what) && arguments.size() == 2) return draw_product(what, arguments, options);
  if (named(what).empty()) {
    std::vector<std::string> known = operation_names();
    known.insert(known.end(), {"tv", "tiled_copy", "atom", "plan", "difference", "layout"});
    throw InputError(
        fmt::format("draw: nothing is called \"{}\"{}", printable(what), suggestion(what, known)));
  }
  return draw_answer(what, arguments, options);
}

}  // namespace colex::cli
