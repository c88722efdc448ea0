// SPDX-License-Identifier: MIT
// The picture as TikZ, for a document that has \usepackage{tikz}.
#include <fmt/format.h>

#include <algorithm>

#include "draw/picture.hpp"

namespace colex::cli {

namespace {

constexpr char const* kTikzRamp[kColours] = {"F4F9FE", "E3EFFA", "D2E5F6", "BFDAF1",
                                             "AACDEB", "93BFE4", "7BAFDB", "629DD0"};
constexpr char const* kTikzGroups[kColours] = {"CFE3F7", "FDE0B5", "D3ECC9", "E6D6F0",
                                               "F9D2D2", "D9D9D9", "C8EEEC", "F5EDA8"};

/// What TeX would read otherwise.
std::string for_tex(std::string const& text) {
  std::string out;
  for (char const c : text) {
    if (c == '\\') {
      out += "\\textbackslash{}";
    } else if (c == '^' || c == '~') {
      out += fmt::format("\\{}{{}}", c);
    } else if (std::string_view("#$%&_{}").find(c) != std::string_view::npos) {
      out += {'\\', c};
    } else if (c == '<' || c == '>') {
      out += fmt::format("${}$", c);
    } else {
      out += c;
    }
  }
  return out;
}

class TikzCanvas {
 public:
  void text(double x, double y, std::string const& words, char const* anchor, char const* size) {
    if (words.empty()) return;
    out_ += fmt::format("\\node[anchor={},font=\\ttfamily{}] at ({:g},{:g}) {{{}}};\n", anchor, size, x, y,
                        for_tex(words));
  }
  void grid(Grid const& g, double top) {
    double const left = static_cast<double>(g.rows.extents.size());
    std::int64_t const rows = g.rows.count(), columns = g.columns.count();
    char const shade = g.palette == Palette::ramp ? 'r' : 'g';
    for (std::int64_t r = 0; r < rows; ++r)
      for (std::int64_t c = 0; c < columns; ++c) {
        Cell const& cell = g.at(r, c);
        double const x = left + static_cast<double>(c), y = top + static_cast<double>(r);
        std::string const fill = cell.colour < 0 ? "white" : fmt::format("colex{}{}", shade, cell.colour);
        out_ += fmt::format("\\filldraw[fill={},draw=black!30] ({:g},{:g}) rectangle +(1,1);\n", fill, x, y);
        if (cell.wrong) out_ += fmt::format("\\draw[red,very thick] ({:g},{:g}) rectangle +(1,1);\n", x, y);
        text(x + 0.5, y + (cell.below.empty() ? 0.5 : 0.35), cell.label, "center", "\\small");
        text(x + 0.5, y + 0.75, cell.below, "center", "\\tiny");
      }
    edges(g, left, top);
    headers(g, left, top);
  }
  std::string const& text() const { return out_; }

 private:
  /// A line between cells of different regions.
  void edges(Grid const& g, double left, double top) {
    auto const region = [&](std::int64_t r, std::int64_t c) { return g.at(r, c).region; };
    for (std::int64_t r = 0; r < g.rows.count(); ++r)
      for (std::int64_t c = 0; c < g.columns.count(); ++c) {
        double const x = left + static_cast<double>(c), y = top + static_cast<double>(r);
        if (c > 0 && region(r, c) != region(r, c - 1))
          out_ += fmt::format("\\draw[thick] ({:g},{:g}) -- +(0,1);\n", x, y);
        if (r > 0 && region(r, c) != region(r - 1, c))
          out_ += fmt::format("\\draw[thick] ({:g},{:g}) -- +(1,0);\n", x, y);
      }
    out_ += fmt::format("\\draw[thick] ({:g},{:g}) rectangle +({},{});\n", left, top, g.columns.count(),
                        g.rows.count());
  }
  void headers(Grid const& g, double left, double top) {
    auto const each = [](Axis const& axis, auto put) {
      std::int64_t length = 1;
      for (std::size_t level = 0; level < axis.extents.size(); ++level) {
        for (std::int64_t first = 0, k = 0; first < axis.count(); first += length, ++k) {
          auto const digit = static_cast<std::size_t>(k % axis.extents[level]);
          put(static_cast<double>(level), static_cast<double>(first) + 0.5 * static_cast<double>(length),
              axis.names.empty() ? std::to_string(digit) : axis.names[digit]);
        }
        length *= axis.extents[level];
      }
    };
    each(g.columns, [&](double level, double at, std::string const& name) {
      text(left + at, top - 0.35 - 0.6 * level, name, "center", "\\scriptsize");
    });
    each(g.rows, [&](double level, double at, std::string const& name) {
      text(left - 0.2 - level, top + at, name, "east", "\\scriptsize");
    });
    double const above = 0.6 * static_cast<double>(g.columns.extents.size());
    text(left, top - 0.35 - above, g.columns.title, "west", "\\scriptsize");
    text(0, top - 0.35, g.rows.title, "west", "\\scriptsize");
  }

  std::string out_;
};

}  // namespace

std::string tikz(Picture const& picture) {
  std::string out = "% \\usepackage{tikz}\n";
  for (int k = 0; k < kColours; ++k)
    out += fmt::format("\\definecolor{{colexr{}}}{{HTML}}{{{}}}\\definecolor{{colexg{}}}{{HTML}}{{{}}}\n", k,
                       kTikzRamp[k], k, kTikzGroups[k]);
  TikzCanvas page;
  double y = 0;
  page.text(0, y, picture.title, "west", "");
  for (Grid const& g : picture.grids) {
    y += 1;
    if (!g.caption.empty()) page.text(0, y, g.caption, "west", "\\small"), y += 0.8;
    y += 0.6 * static_cast<double>(g.columns.extents.size()) + (g.columns.title.empty() ? 0 : 0.6);
    page.grid(g, y);
    y += static_cast<double>(g.rows.count());
  }
  auto const line = [&](std::string const& words) { page.text(0, y += 0.7, words, "west", "\\small"); };
  for (Meaning const& m : picture.legend) line((m.tag.empty() ? "" : m.tag + ": ") + m.text);
  for (std::string const& note : picture.notes) line(note);
  return out + "\\begin{tikzpicture}[x=0.85cm,y=-0.65cm]\n" + page.text() + "\\end{tikzpicture}\n";
}

}  // namespace colex::cli
