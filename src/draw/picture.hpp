// SPDX-License-Identifier: MIT
// A picture of layouts as data: tables of cells, their colours, and what is said below them. subjects.hpp makes
// pictures; svg(), tikz() and terminal() here write them. Nothing but these knows how a picture looks.
//
//   Picture p = draw("layout", {read_value("(4,8):(8,1)", "L", false)}, {});
//   put(svg(p));
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operations/failure.hpp"

namespace colex::cli {

/// Most cells of one picture.
inline constexpr std::int64_t kMaxCells = std::int64_t{1} << 16;

/// How cells are coloured: by a ramp from light to dark, or by colours that differ.
enum class Palette : std::uint8_t { ramp, groups };
inline constexpr int kColours = 8;

struct Cell {
  std::string label{};
  std::string below{};  ///< a second, smaller line
  int colour = -1;      ///< below kColours; -1: none
  int region = -1;      ///< a line is drawn between cells of different regions
  bool wrong = false;
};

/// The rows or the columns of a table: one header per leaf, the first one innermost. An axis of one leaf whose
/// `names` are given has these for headers.
struct Axis {
  std::vector<std::int64_t> extents{};
  std::vector<std::string> names{};
  std::string title{};
  std::int64_t count() const;
};

struct Grid {
  std::string caption{};
  Axis rows{}, columns{};
  Palette palette = Palette::groups;
  std::vector<Cell> cells{};  ///< row by row
  bool beside = false;        ///< right of the table before it, where the form has tables side by side
  Cell& at(std::int64_t row, std::int64_t column) {
    return cells[static_cast<std::size_t>(row * columns.count() + column)];
  }
  Cell const& at(std::int64_t row, std::int64_t column) const {
    return cells[static_cast<std::size_t>(row * columns.count() + column)];
  }
};

/// What a colour means; `tag` stands after the labels of such cells where there are no colours.
struct Meaning {
  int colour = 0;
  std::string tag{}, text{};
};

struct Picture {
  std::string title{};
  std::vector<Grid> grids{};
  std::vector<Meaning> legend{};
  std::vector<std::string> notes{};
  bool refused = false;  ///< what was to be drawn has no answer; the picture shows why
};

/// The picture as a page of SVG: light and dark, in the reader's fonts, every label as text.
std::string svg(Picture const& picture);
/// The picture as a tikzpicture, on light paper.
std::string tikz(Picture const& picture);
/// For a terminal of so many columns. Rows and columns that do not fit are left out at equal distances, and a
/// line says so. Without colours a wrong cell has a `!` and a cell of the legend its tag.
std::string terminal(Picture const& picture, bool colours, int width);
/// {"title", "grids": [{"caption", "palette", "rows", "columns", "cells": [[{"label", ...}]]}], "legend", "notes"}
Json to_json(Picture const& picture);

}  // namespace colex::cli
