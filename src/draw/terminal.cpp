// SPDX-License-Identifier: MIT
// A picture in letters, and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "draw/picture.hpp"

namespace colex::cli {

namespace {

constexpr std::int64_t kMostRows = 64;
// Backgrounds of the 256 colours of a terminal: a ramp of blues, and eight that differ. Letters on them are black.
constexpr int kRamp[kColours] = {255, 195, 153, 117, 111, 75, 74, 69};
constexpr int kGroups[kColours] = {153, 222, 151, 183, 217, 250, 159, 228};

/// Every `step`-th of `count` rows or columns.
struct Shown {
  std::int64_t count, step;
  bool operator()(std::int64_t k) const { return k % step == 0; }
};

class Writer {
 public:
  Writer(Picture const& picture, bool colours, int width)
      : picture_(picture), colours_(colours), width_(width) {}

  std::string all() {
    out_ += picture_.title + "\n";
    for (Grid const& grid : picture_.grids) table(grid);
    for (Meaning const& m : picture_.legend)
      out_ += colours_ ? fmt::format("\x1b[30;48;5;{}m  \x1b[0m {}\n", kGroups[m.colour], m.text)
                       : fmt::format("{} {}\n", m.tag, m.text);
    for (std::string const& note : picture_.notes) out_ += note + "\n";
    return std::move(out_);
  }

 private:
  std::string tag(Cell const& cell) const {
    if (colours_) return {};
    for (Meaning const& m : picture_.legend)
      if (m.colour == cell.colour) return m.tag;
    return {};
  }
  std::string label(Cell const& cell) const {
    std::string r = cell.label + tag(cell);
    if (!cell.below.empty()) r += " " + cell.below;
    return cell.wrong ? r + "!" : r;
  }
  static std::string header(Axis const& axis, std::int64_t k) {
    if (!axis.names.empty()) return axis.names[static_cast<std::size_t>(k)];
    std::string r;
    for (std::int64_t const extent : axis.extents) {
      r += fmt::format("{}{}", r.empty() ? "" : ",", k % extent);
      k /= extent;
    }
    return axis.extents.size() > 1 ? "(" + r + ")" : r;
  }
  void dim(std::string const& text) { out_ += colours_ ? "\x1b[2m" + text + "\x1b[0m" : text; }
  void pad(std::size_t width, std::string const& text) {
    out_.append(width - std::min(width, text.size()), ' ');
  }

  void table(Grid const& g) {
    out_ += "\n";
    if (!g.caption.empty()) out_ += g.caption + "\n";
    std::int64_t const rows = g.rows.count(), columns = g.columns.count();
    std::size_t widest = 1, side = g.rows.title.size();
    for (Cell const& cell : g.cells) widest = std::max(widest, label(cell).size());
    for (std::int64_t c = 0; c < columns; ++c) widest = std::max(widest, header(g.columns, c).size());
    for (std::int64_t r = 0; r < rows; ++r) side = std::max(side, header(g.rows, r).size());
    auto const fit = std::max<std::int64_t>(
        1, (width_ - static_cast<std::int64_t>(side) - 1) / static_cast<std::int64_t>(widest + 2));
    Shown const row{rows, (rows + kMostRows - 1) / kMostRows}, column{columns, (columns + fit - 1) / fit};
    out_.append(side + 1, ' ');
    for (std::int64_t c = 0; c < columns; ++c) {
      if (!column(c)) continue;
      pad(widest + 2, header(g.columns, c));
      dim(header(g.columns, c));
    }
    dim(g.columns.title.empty() ? "" : "  " + g.columns.title);
    out_ += "\n";
    for (std::int64_t r = 0; r < rows; ++r)
      if (row(r)) line(g, r, row, column, widest, side);
    if (row.step > 1 || column.step > 1)
      out_ += fmt::format("Of {} rows and {} columns, one in {} and one in {} is shown.\n", rows, columns,
                          row.step, column.step);
  }

  void line(Grid const& g, std::int64_t r, Shown const& row, Shown const& column, std::size_t widest,
            std::size_t side) {
    if (r > 0) rule(g, r, row, column, widest, side);
    pad(side, header(g.rows, r));
    dim(header(g.rows, r));
    out_ += ' ';
    for (std::int64_t c = 0; c < g.columns.count(); ++c) {
      if (!column(c)) continue;
      Cell const& cell = g.at(r, c);
      bool const wall = c > 0 && column.step == 1 && g.at(r, c - 1).region != cell.region;
      std::string const text = label(cell);
      out_ += wall ? '|' : ' ';
      if (colours_ && cell.wrong) out_ += "\x1b[97;41m";
      if (colours_ && !cell.wrong && cell.colour >= 0)
        out_ += fmt::format("\x1b[30;48;5;{}m", (g.palette == Palette::ramp ? kRamp : kGroups)[cell.colour]);
      pad(widest + 1, text);
      out_ += text;
      if (colours_ && (cell.wrong || cell.colour >= 0)) out_ += "\x1b[0m";
    }
    while (out_.back() == ' ') out_.pop_back();
    out_ += "\n";
  }

  /// A line of `-` under the cells whose region ends there.
  void rule(Grid const& g, std::int64_t r, Shown const& row, Shown const& column, std::size_t widest,
            std::size_t side) {
    if (row.step > 1 || column.step > 1) return;
    std::string dashes(side + 1, ' ');
    for (std::int64_t c = 0; c < g.columns.count(); ++c)
      dashes += std::string(widest + 2, g.at(r, c).region != g.at(r - 1, c).region ? '-' : ' ');
    if (dashes.find('-') == dashes.npos) return;
    while (dashes.back() == ' ') dashes.pop_back();
    out_ += dashes + "\n";
  }

  Picture const& picture_;
  bool colours_;
  std::int64_t width_;
  std::string out_;
};

Json axis(Axis const& a) {
  Json r{{"extents", a.extents}};
  if (!a.names.empty()) r["names"] = a.names;
  if (!a.title.empty()) r["title"] = a.title;
  return r;
}

}  // namespace

std::int64_t Axis::count() const {
  std::int64_t r = 1;
  for (std::int64_t const extent : extents) r *= extent;
  return r;
}

std::string terminal(Picture const& picture, bool colours, int width) {
  return Writer(picture, colours, width).all();
}

Json to_json(Picture const& picture) {
  Json r{{"title", picture.title}, {"refused", picture.refused}, {"notes", picture.notes}};
  r["grids"] = Json::array();
  r["legend"] = Json::array();
  for (Meaning const& m : picture.legend) r["legend"].push_back({{"colour", m.colour}, {"text", m.text}});
  for (Grid const& g : picture.grids) {
    Json cells = Json::array();
    for (std::int64_t i = 0; i < g.rows.count(); ++i) {
      Json row = Json::array();
      for (std::int64_t j = 0; j < g.columns.count(); ++j) {
        Cell const& c = g.at(i, j);
        Json one{{"label", c.label}};
        if (!c.below.empty()) one["below"] = c.below;
        if (c.colour >= 0) one["colour"] = c.colour;
        if (c.region >= 0) one["region"] = c.region;
        if (c.wrong) one["wrong"] = true;
        row.push_back(std::move(one));
      }
      cells.push_back(std::move(row));
    }
    r["grids"].push_back({{"caption", g.caption},
                          {"palette", g.palette == Palette::ramp ? "ramp" : "groups"},
                          {"rows", axis(g.rows)},
                          {"columns", axis(g.columns)},
                          {"cells", std::move(cells)}});
  }
  return r;
}

}  // namespace colex::cli
