// SPDX-License-Identifier: MIT
#include "draw/of_operations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "colex/colex.hpp"
#include "colex/print.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

std::string below(Int index, Layout<Int> const& layout, DrawOptions const& options) {
  if (!options.coordinates) return {};
  return to_text(idx2crd(index, shape(layout)));
}

/// A layout that an operation answers.
Layout<Int> answered(std::string const& what, std::vector<Argument> const& arguments,
                     DrawOptions const& options) {
  return plain(as_layout(perform(what, arguments, options.flags).value));
}

/// The strips i, B(i), A(B(i)) and the answer; `last(i)` is the answer's cell.
template <class Last>
Grid strips(Layout<Int> const& b, Int points, std::string const& name, List<Mode<Int>> const& a, Last last) {
  Grid g;
  g.columns.extents = {points}, g.columns.title = "i";
  g.rows.extents = {3}, g.rows.names = {"B(i)", "A(B(i))", name};
  for (int row = 0; row < 3; ++row)
    for (Int i = 0; i < points; ++i) {
      Int const at = evaluate(b, i);
      g.cells.push_back(row == 0   ? Cell{std::to_string(at), "", 0}
                        : row == 1 ? Cell{std::to_string(evaluate_extended(a, at)), "", 2}
                                   : last(i));
    }
  return g;
}

}  // namespace

bool is_divide(std::string const& op) {
  return op == "logical_divide" || op == "zipped_divide" || op == "tiled_divide" || op == "flat_divide";
}
bool is_product(std::string const& op) {
  return op == "logical_product" || op == "zipped_product" || op == "tiled_product" || op == "flat_product" ||
         op == "blocked_product" || op == "raked_product";
}

Picture draw_complement(std::vector<Argument> const& arguments, DrawOptions const& options) {
  auto const a = plain(as_layout(arguments[0].value));
  auto const r = answered("complement", arguments, options);
  Int const reach = extent(a) + extent(r) - 1;
  struct Made {
    Int i = -1, j = -1;
  };
  Plane const plane = plane_of(reach, reach <= 512 ? 16 : 32);
  std::vector<Made> made(static_cast<std::size_t>(reach));
  if (size(a) <= kMaxCells && size(a) * size(r) <= kMaxCells)
    for (Int i = 0; i < size(a); ++i)
      for (Int j = 0; j < size(r); ++j) {
        auto& at = made[static_cast<std::size_t>(evaluate(a, i) + evaluate(r, j))];
        if (at.i < 0) at = {i, j};
      }
  Picture p;
  p.title = fmt::format("{} = {}", called("complement", arguments), to_text(r));
  p.grids.push_back(table(plane, "", [&](Int x) {
    auto const at = made[static_cast<std::size_t>(x)];
    if (at.i < 0) return Cell{};
    return Cell{std::to_string(x),
                options.coordinates ? fmt::format("{}+{}", evaluate(a, at.i), evaluate(r, at.j)) : "",
                at.j == 0   ? 0
                : at.i == 0 ? 1
                            : -1};
  }));
  p.legend = {{0, "a", "the offsets of " + to_text(a)},
              {1, "r", "the other offsets of the complement " + to_text(r)}};
  p.notes.emplace_back("every offset is one of the first and one of the second, added; 0 is in both");
  return p;
}

Picture draw_composition(std::vector<Argument> const& arguments, DrawOptions const& options) {
  auto const a = plain(as_layout(arguments[0].value)), b = plain(as_layout(arguments[1].value));
  Domain const domain = options.flags.has("bounded") ? Domain::bounded : Domain::extend_last;
  auto const answer = composition(a, b, domain);
  Picture p;
  bool const witness = answer.refusal.has_witness;
  if (!answer && !witness) refuse(answer.refusal, "A(B");
  p.refused = !answer;
  p.title = called("composition", arguments);
  if (answer) p.title += " = " + to_text(*answer);
  // Where the modes do not add up, refused layouts are kept in `value`; else only one value is forced.
  bool const candidate = answer || answer.refusal.condition == Condition::no_carry;
  std::string const name = candidate ? to_text(answer.value) : "forced";
  auto const truth = [&](Int i) { return evaluate_extended(a.leaves, evaluate(b, i)); };
  auto const last = [&](Int i) {
    Refusal<Int> const& why = answer.refusal;
    if (!candidate && i != why.index) return Cell{};
    Int const got = candidate ? evaluate(answer.value, i) : why.got;
    Cell cell{std::to_string(got), "", 2};
    cell.wrong = got != truth(i);
    return cell;
  };
  Plane const plane = plane_of(b);
  if (plane.points <= 16) {
    p.grids.push_back(strips(b, plane.points, name, a.leaves, last));
  } else {
    p.grids.push_back(table(plane, "B", [&](Int i) {
      return Cell{std::to_string(evaluate(b, i)), below(i, b, options), 0};
    }));
    p.grids.push_back(table(plane, "A(B(i))", [&](Int i) { return Cell{std::to_string(truth(i)), "", 2}; }));
    p.grids.push_back(table(plane, name, last));
  }
  if (!answer) p.notes.push_back(std::string(sentence(answer.refusal, "A(B")));
  return p;
}

Picture draw_divide(std::string const& what, std::vector<Argument> const& arguments,
                    DrawOptions const& options) {
  if (!fits(Kind::layout, arguments[0].value)) {
    Answer const given = perform(what, arguments, options.flags);  // refuses, or a swizzled layout is divided
    throw InputError(fmt::format("draw {}: expected layout, not {}", what, what_is(arguments[0].value)));
  }
  auto const a = plain(as_layout(arguments[0].value));
  auto const answer = answered(what, arguments, options);
  // Which tile an index is in, from the same division of the indices themselves.
  auto const indices = checked(*make_layout(shape(a), compact_col_major(shape(a))));
  auto const zipped = answered("zipped_divide", {{Value(indices), {}, "layout"}, arguments[1]}, options);
  Int const inside = size(entry(zipped, 0));
  Plane const plane = plane_of(a);
  std::vector<int> tile(static_cast<std::size_t>(plane.points), -1);
  Int outside = 0;
  if (size(zipped) > 4 * kMaxCells)
    throw InputError(fmt::format("draw: {} points are too many", size(zipped)));
  for (Int k = 0; k < size(zipped); ++k) {
    Int const i = evaluate(zipped, k);
    if (i < 0 || i >= plane.points)
      ++outside;
    else
      tile[static_cast<std::size_t>(i)] = static_cast<int>(k / inside);
  }
  Picture p;
  p.title = fmt::format("{} = {}", called(what, arguments), to_text(answer));
  p.grids.push_back(table(plane, "", [&](Int i) {
    int const t = tile[static_cast<std::size_t>(i)];
    return Cell{std::to_string(evaluate(a, i)), below(i, a, options), t < 0 ? -1 : t % kColours, t};
  }));
  p.notes.push_back(fmt::format("offsets of {}; one colour and one outline for each of the {} tiles",
                                to_text(a), size(zipped) / inside));
  if (outside > 0) p.notes.push_back(fmt::format("{} points of the tiles lie outside the layout", outside));
  return p;
}

Picture draw_product(std::string const& what, std::vector<Argument> const& arguments,
                     DrawOptions const& options) {
  auto const answer = answered(what, arguments, options);
  auto const a = plain(as_layout(arguments[0].value));
  Plane const plane = plane_of(answer);
  std::map<Int, int> copy;  // of an offset
  if (fits(Kind::layout, arguments[1].value)) {
    auto const product = answered("logical_product", arguments, options);
    Int const one = size(a);
    for (Int k = 0; k < std::min<Int>(size(product), kMaxCells); ++k)
      copy.emplace(evaluate(product, k), static_cast<int>(k / one));
    if (static_cast<Int>(copy.size()) != size(product)) copy.clear();  // offsets repeat: no copy is theirs
  }
  Picture p;
  p.title = fmt::format("{} = {}", called(what, arguments), to_text(answer));
  p.grids.push_back(table(plane, "", [&](Int i) {
    Int const offset = evaluate(answer, i);
    auto const at = copy.find(offset);
    int const c = at == copy.end() ? -1 : at->second;
    return Cell{std::to_string(offset), below(i, answer, options), c < 0 ? -1 : c % kColours, c};
  }));
  if (!copy.empty())
    p.notes.push_back(fmt::format("one colour and one outline for each of the {} copies of {}",
                                  size(answer) / size(a), to_text(a)));
  return p;
}

}  // namespace colex::cli
