// SPDX-License-Identifier: MIT
// Colours are classes of one style sheet, so that a page can restyle them and a dark reader gets dark cells.
#include <fmt/format.h>

#include <algorithm>

#include "draw/picture.hpp"
#include "text/escaped.hpp"

namespace colex::cli {

namespace {

constexpr char const* kStyle = R"(<style>
text{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:#1b1f24}
.page{fill:#fff}.head{fill:#5b6570}.small{fill:#3c444d}.wrong{fill:none;stroke:#c62828;stroke-width:2.5}.badly{fill:#b71c1c;font-weight:bold}
.line{fill:none;stroke:#b4bcc5;stroke-width:.7}.edge{fill:none;stroke:#1b1f24;stroke-width:2}.none{fill:#fff}
.r0{fill:#f4f9fe}.r1{fill:#e3effa}.r2{fill:#d2e5f6}.r3{fill:#bfdaf1}.r4{fill:#aacdeb}.r5{fill:#93bfe4}.r6{fill:#7bafdb}.r7{fill:#629dd0}
.g0{fill:#cfe3f7}.g1{fill:#fde0b5}.g2{fill:#d3ecc9}.g3{fill:#e6d6f0}.g4{fill:#f9d2d2}.g5{fill:#d9d9d9}.g6{fill:#c8eeec}.g7{fill:#f5eda8}
@media (prefers-color-scheme:dark){
text{fill:#e8ecf1}.page,.none{fill:#14181d}.head{fill:#9aa5b1}.small{fill:#c3cbd4}.wrong{stroke:#ff6b6b}.badly{fill:#ffb0b0}
.line{stroke:#3a434d}.edge{stroke:#e8ecf1}
.r0{fill:#17212c}.r1{fill:#1a2a3a}.r2{fill:#1d3348}.r3{fill:#203c57}.r4{fill:#244666}.r5{fill:#285076}.r6{fill:#2c5a86}.r7{fill:#306597}
.g0{fill:#1f4163}.g1{fill:#664512}.g2{fill:#2d5423}.g3{fill:#4a3161}.g4{fill:#692c2c}.g5{fill:#454b52}.g6{fill:#17524f}.g7{fill:#5a5312}
}
</style>
)";

/// Letters as people see them: bytes of UTF-8 that begin one.
std::size_t letters(std::string const& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}
double wide(std::string const& text, double size) { return 0.61 * size * static_cast<double>(letters(text)); }

constexpr double kMargin = 20, kHeader = 18, kCaption = 24, kTitle = 16;

/// Sizes of one table, in pixels.
struct Sheet {
  Grid const& grid;
  bool dense, has_below;
  double cell_width, cell_height, label, header_width, left, top;
  std::int64_t every = 1;  ///< of the labels along a row, this one is written

  explicit Sheet(Grid const& g)
      : grid(g), dense(g.rows.count() > 80 || g.columns.count() > 40), has_below(false) {
    double widest = 0;
    for (Cell const& cell : g.cells) {
      widest = std::max({widest, wide(cell.label, 1), wide(cell.below, 0.75)});
      has_below = has_below || !cell.below.empty();
    }
    label = dense ? 8 : 13;
    cell_width = dense ? 15 : std::max(30.0, widest * label + 10);
    cell_height = dense ? (has_below ? 19 : 11) : has_below ? 36 : 27;
    if (dense) every = static_cast<std::int64_t>((widest * label + 4) / cell_width) + 1;
    header_width = 26;
    for (auto const* axis : {&g.rows})
      for (std::string const& name : axis->names) header_width = std::max(header_width, wide(name, 11) + 10);
    left = header_width * static_cast<double>(g.rows.extents.size()) + (g.rows.title.empty() ? 0 : 18);
    top = (g.caption.empty() ? 0 : kCaption) + kHeader * static_cast<double>(g.columns.extents.size()) +
          (g.columns.title.empty() ? 0 : kHeader);
  }
  double across() const { return cell_width * static_cast<double>(grid.columns.count()); }
  double down() const { return cell_height * static_cast<double>(grid.rows.count()); }
  double width() const { return std::max(left + across(), wide(grid.caption, 13)); }
  double height() const { return top + down(); }
};

class Canvas {
 public:
  void text(double x, double y, std::string const& words, double size, char const* where = "middle",
            char const* kind = "") {
    if (words.empty()) return;
    out_ += fmt::format("<text x=\"{:g}\" y=\"{:g}\" font-size=\"{:g}\" text-anchor=\"{}\"{}>{}</text>\n", x,
                        y, size, where, *kind == 0 ? "" : fmt::format(" class=\"{}\"", kind), escaped(words));
  }
  void box(double x, double y, double w, double h, std::string const& kind) {
    out_ += fmt::format("<rect x=\"{:g}\" y=\"{:g}\" width=\"{:g}\" height=\"{:g}\" class=\"{}\"/>\n", x, y,
                        w, h, kind);
  }
  void path(std::string const& d, char const* kind) {
    if (!d.empty()) out_ += fmt::format("<path d=\"{}\" class=\"{}\"/>\n", d, kind);
  }
  std::string const& text() const { return out_; }

 private:
  std::string out_;
};

std::string across(double x, double y, double length) { return fmt::format("M{:g} {:g}h{:g}", x, y, length); }
std::string down(double x, double y, double length) { return fmt::format("M{:g} {:g}v{:g}", x, y, length); }

/// Calls put(level, first, length, text) for every header that is shown; `room`: cells that one needs.
template <class Put>
void each_header(Axis const& axis, std::int64_t room, Put put) {
  std::int64_t length = 1;
  for (std::size_t level = 0; level < axis.extents.size(); ++level) {
    std::int64_t const step = std::max<std::int64_t>(1, (room + length - 1) / length);
    for (std::int64_t first = 0, k = 0; first < axis.count(); first += length, ++k) {
      std::int64_t const digit = k % axis.extents[level];
      if (digit % step == 0)
        put(level, first, length,
            axis.names.empty() ? std::to_string(digit) : axis.names[static_cast<std::size_t>(digit)]);
    }
    length *= axis.extents[level];
  }
}

void headers(Canvas& canvas, Sheet const& s, double x, double y) {
  Grid const& g = s.grid;
  double const size = s.dense ? 9 : 11, gx = x + s.left, gy = y + s.top;
  double const room = 1.3 * wide(std::to_string(g.columns.count()), size);
  each_header(g.columns, static_cast<std::int64_t>(room / s.cell_width) + 1,
              [&](std::size_t level, std::int64_t first, std::int64_t length, std::string const& name) {
                canvas.text(
                    gx + s.cell_width * (static_cast<double>(first) + 0.5 * static_cast<double>(length)),
                    gy - 6 - kHeader * static_cast<double>(level), name, size, "middle", "head");
              });
  each_header(g.rows, s.dense ? 2 : 1,
              [&](std::size_t level, std::int64_t first, std::int64_t length, std::string const& name) {
                canvas.text(
                    gx - 6 - s.header_width * static_cast<double>(level),
                    gy + s.cell_height * (static_cast<double>(first) + 0.5 * static_cast<double>(length)) + 4,
                    name, size, "end", "head");
              });
  double const levels = static_cast<double>(g.columns.extents.size());
  canvas.text(gx, gy - 6 - kHeader * levels, g.columns.title, size, "start", "head");
  canvas.text(x + 2, gy - 6, g.rows.title, size, "start", "head");
}

/// Whether a heavy line lies before row or column k: an outer leaf of the axis begins there.
bool breaks(Axis const& axis, std::int64_t k) { return axis.extents.size() > 1 && k % axis.extents[0] == 0; }

void cells(Canvas& canvas, Sheet const& s, double x, double y) {
  Grid const& g = s.grid;
  std::int64_t const rows = g.rows.count(), columns = g.columns.count();
  double const w = s.cell_width, h = s.cell_height;
  char const shade = g.palette == Palette::ramp ? 'r' : 'g';
  std::string thin, heavy;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns;) {  // neighbours of one colour are one box
      int const colour = g.at(r, c).colour;
      std::int64_t end = c + 1;
      while (end < columns && g.at(r, end).colour == colour) ++end;
      canvas.box(x + w * static_cast<double>(c), y + h * static_cast<double>(r),
                 w * static_cast<double>(end - c), h,
                 colour < 0 ? "none" : fmt::format("{}{}", shade, colour));
      c = end;
    }
  bool const regions =
      std::any_of(g.cells.begin(), g.cells.end(), [](Cell const& c) { return c.region >= 0; });
  for (std::int64_t r = 0; r <= rows; ++r) thin += across(x, y + h * static_cast<double>(r), s.across());
  for (std::int64_t c = 0; c <= columns; ++c) thin += down(x + w * static_cast<double>(c), y, s.down());
  for (std::int64_t r = 0; r <= rows; ++r)
    for (std::int64_t c = 0; c <= columns; ++c) {
      bool const above =
          r == 0 || r == rows ||
          (regions ? c < columns && g.at(r, c).region != g.at(r - 1, c).region : breaks(g.rows, r));
      bool const before =
          c == 0 || c == columns ||
          (regions ? r < rows && g.at(r, c).region != g.at(r, c - 1).region : breaks(g.columns, c));
      if (above && c < columns)
        heavy += across(x + w * static_cast<double>(c), y + h * static_cast<double>(r), w);
      if (before && r < rows)
        heavy += down(x + w * static_cast<double>(c), y + h * static_cast<double>(r), h);
    }
  canvas.path(thin, "line");
  canvas.path(heavy, "edge");
  std::string crosses;
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t c = 0; c < columns; ++c) {
      Cell const& cell = g.at(r, c);
      double const left = x + w * static_cast<double>(c), top = y + h * static_cast<double>(r);
      if (cell.wrong)
        crosses += fmt::format("M{:g} {:g}h{:g}v{:g}h{:g}z", left + 1.5, top + 1.5, w - 3, h - 3, 3 - w);
      if (c % s.every != 0 && !cell.wrong) continue;
      bool const low = !cell.below.empty();
      double const at = left + (s.dense ? 2.5 : w / 2);
      char const* const where = s.dense ? "start" : "middle";
      canvas.text(at, top + (low ? h * 4 / 9 : h / 2 + s.label * 0.36), cell.label, s.label, where,
                  cell.wrong ? "badly" : "");
      if (low) canvas.text(at, top + h * 29 / 36, cell.below, s.label * 0.75, where, "small");
    }
  canvas.path(crosses, "wrong");
}

}  // namespace

std::string svg(Picture const& picture) {
  Canvas canvas;
  double width = wide(picture.title, kTitle), y = kMargin + kTitle;
  canvas.text(kMargin, y, picture.title, kTitle, "start");
  y += 12;
  for (Grid const& grid : picture.grids) {
    Sheet const sheet(grid);
    y += 10;
    if (!grid.caption.empty()) canvas.text(kMargin, y + 13, grid.caption, 13, "start");
    headers(canvas, sheet, kMargin, y);
    cells(canvas, sheet, kMargin + sheet.left, y + sheet.top);
    y += sheet.height() + 8;
    width = std::max(width, sheet.width());
  }
  for (Meaning const& meaning : picture.legend) {
    canvas.box(kMargin, y + 6, 16, 14, fmt::format("g{}", meaning.colour));
    canvas.text(kMargin + 24, y + 18, meaning.text, 12, "start");
    width = std::max(width, 24 + wide(meaning.text, 12));
    y += 21;
  }
  for (std::string const& note : picture.notes) {
    y += 20;
    canvas.text(kMargin, y, note, 12, "start");
    width = std::max(width, wide(note, 12));
  }
  width += 2 * kMargin, y += kMargin;
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
             "{0:.0f} "
             "{1:.0f}\">\n<title>{2}</title>\n",
             width, y, escaped(picture.title)) +
         kStyle + fmt::format("<rect width=\"{:.0f}\" height=\"{:.0f}\" class=\"page\"/>\n", width, y) +
         canvas.text() + "</svg>\n";
}

}  // namespace colex::cli
