// SPDX-License-Identifier: MIT
// The checker's part of the transpose, written from the documentation: a simulation of launches word by word,
// and what solvers prove stated again for every stride and alignment. Shares no code with the kernel, the algebra
// or the prover.
#include <fmt/format.h>

#include <functional>
#include <set>
#include <vector>

#include "certificate/layout_text.hpp"
#include "certificate/restate.hpp"
#include "transpose/transpose_proof.hpp"

namespace colex::gpu {

namespace {

using Json = nlohmann::ordered_json;
using Say = std::function<void(std::string const&)>;

struct Config {
  long bytes, W, R, X, Y, threads, row_lanes, column_lanes, square_lanes, batch, degree, rank;
  bool in_steps;

  explicit Config(Json const& p)
      : bytes(p.at("element_bytes")),
        W(p.at("word_elements")),
        R(p.at("reach_elements")),
        X(p.at("tile_x")),
        Y(p.at("tile_y")),
        threads(p.at("threads")),
        row_lanes(p.at("row_lanes")),
        column_lanes(p.at("column_lanes")),
        square_lanes(p.at("square_lanes")),
        batch(p.at("batch")),
        degree(p.at("bank_degree")),
        rank(p.at("rank")),
        in_steps(p.at("in_steps")) {}
  bool sensible() const {
    auto const shares = [&](long lanes, long side) {
      return lanes >= 1 && lanes <= 32 && side >= 1 && side <= 1024 && side % (lanes * W) == 0 &&
             threads % lanes == 0 && threads / lanes % W == 0;
    };
    bool const is_word = W * bytes == 4 || W * bytes == 8 || W * bytes == 16;
    return bytes >= 1 && bytes <= 16 && (bytes & (bytes - 1)) == 0 && W >= 1 && is_word && threads >= 32 &&
           threads <= 1024 && batch >= 1 && (side() == 1 || takes_squares()) && shares(row_lanes, X) &&
           shares(column_lanes, Y) && Y % (threads / row_lanes * batch) == 0 && R >= W && R % W == 0 &&
           Y % R == 0 && threads / column_lanes % R == 0 && degree >= 1 && degree <= 3 && rank == 6;
  }
  /// Elements of a word of 4 bytes, of which squares are turned; and whether lanes share them evenly.
  long side() const { return W > 1 ? 4 / bytes : 1; }
  bool takes_squares() const {
    return square_lanes >= 1 && threads % square_lanes == 0 && Y % (square_lanes * W) == 0 &&
           X % (threads / square_lanes * side()) == 0;
  }
  /// Words that a row takes in shared memory, and where word `word` of it is kept; rows are counted from R - 1 before the
  /// tile on, and a word is left out after every W rows from R before it on.
  long pitch() const { return X / W + (W > 1 ? 1 : 0); }
  long slot(long row, long word) const { return row * pitch() + (row + 1) / W - 1 / W + word; }
};

/// The layouts that the certificate names: words are dealt out once each, to threads of their lines, and rows lie where
/// slot() has them.
void check_layouts(Config const& c, Json const& p, Say const& say) {
  // Element x + X y of a tile, `step` elements after the first of a word of W; `side` words side by side.
  auto const dealt_once = [&](char const* name, long step, long side, bool along_x, long lanes) {
    LayoutText const l(p.at(name));
    if (l.entries() != 2 || l.size(0) != c.threads || l.points() * c.W * side != c.X * c.Y) return false;
    std::vector<bool> had(static_cast<std::size_t>(c.X * c.Y));
    for (long thread = 0; thread < c.threads; ++thread)
      for (long value = 0; value < l.size(1); ++value)
        for (long k = 0; k < c.W * side; ++k) {
          long const first = l.at(0, thread) + l.at(1, value), at = first + k % c.W * step + k / c.W;
          if (at >= c.X * c.Y || had[static_cast<std::size_t>(at)]) return false;
          had[static_cast<std::size_t>(at)] = true;
          long const along = along_x ? first % c.X : first / c.X;
          if (along % c.W != 0 || along / c.W % lanes != thread % lanes) return false;
        }
    return true;
  };
  if (!dealt_once("rows", 1, 1, true, c.row_lanes)) say("the words of rows are not dealt out once");
  if (!dealt_once("columns", c.X, 1, false, c.column_lanes))
    say("the words of columns are not dealt out once");
  if (c.side() > 1 && !dealt_once("squares", c.X, c.side(), false, c.square_lanes))
    say("the words of squares are not dealt out once");
  LayoutText const places(p.at("row_places"));
  if (places.points() != c.Y + c.R) return say("the tile keeps other rows than it takes in");
  for (long row = 0; row < c.Y + c.R - 1; ++row)
    if (places.at(row + 1) - places.at(1) != c.slot(row, 0) * c.W) return say("a row is kept elsewhere");
}

long below(long x, long W) { return ((x % W) + W) % W; }

/// Lanes that store a row's words, lanes of 32 that gather an element each of neighbouring columns' words, and lanes of
/// 32 that load 4 bytes of a row of squares, ask no bank for more words than stated: as many lanes at a time as fill 32
/// banks of 4 bytes.
void count_conflicts(Config const& c, Say const& say) {
  // The banks of `width` bytes from `byte` on.
  auto const meet = [&](long lanes, long width, auto const& byte) {
    long const together = std::min(32L, 128 / std::max(width, 4L));
    for (long first = 0; first < lanes; first += together) {
      std::vector<std::set<long>> words_of_bank(32);
      for (long lane = first; lane < std::min(lanes, first + together); ++lane)
        for (long word = byte(lane) / 4; word * 4 < byte(lane) + width; ++word)
          words_of_bank[static_cast<std::size_t>(word % 32)].insert(word);
      for (auto const& words : words_of_bank)
        if (static_cast<long>(words.size()) > c.degree) return true;
    }
    return false;
  };
  for (long row = 0; row < c.Y + c.R - 1; ++row)
    if (meet(c.row_lanes, c.W * c.bytes, [&](long lane) { return c.slot(row, lane) * c.W * c.bytes; }))
      return say("a bank conflict of a row's words");
  // In step k of W each lane reads the row of its word that is k modulo W: where that is before k, of W rows less. A
  // bit for each column whose lanes do so.
  // Where elements are gathered in their order, one column's lanes are counted.
  long const columns = c.in_steps ? 32 / c.column_lanes : 1;
  for (long step = 0; step < c.W; ++step) {
    std::set<long> earlier;
    for (long first = 0; first < c.W; ++first)
      for (long drop = 0; drop < c.W; ++drop) {
        long bits = 0;
        for (long column = 0; column < columns; ++column)
          if (step + (first + drop * column) % c.W >= c.W) bits |= 1L << column;
        earlier.insert(bits);
      }
    for (long const bits : earlier)
      for (long element = 0; element < 2 * c.W; ++element)
        if (meet(columns * c.column_lanes, c.bytes, [&](long lane) {
              long const column = lane / c.column_lanes, place = element + column,
                         row = (lane % c.column_lanes + 1 - (bits >> column & 1)) * c.W + step + c.W - 1;
              return (c.slot(row, place / c.W) * c.W + place % c.W) * c.bytes;
            }))
          return say("a bank conflict of columns' elements");
  }
  for (long element = 0; c.side() > 1 && element < c.W; element += c.side())
    if (meet(32, 4, [&](long lane) {
          long const place = element + lane / c.square_lanes * c.side();
          return (c.slot(lane % c.square_lanes * c.W, place / c.W) * c.W + place % c.W) * c.bytes;
        }))
      return say("a bank conflict of squares' rows");
}

/// One launch of nx x ny elements, rows of the source `lead` elements apart (downwards if negative), those of
/// the destination `drop`, the arrays beginning `from` and `to` elements after a multiple of a word.
void simulate(Config const& c, long nx, long ny, long lead, long drop, long from, long to, Say const& say) {
  long const W = c.W, R = c.R, H = R - 1, origin = lead < 0 ? -(ny - 1) * lead : 0;
  long const held = (ny - 1) * std::abs(lead) + nx, room = (nx - 1) * drop + ny;
  std::vector<int> stored(static_cast<std::size_t>(room));
  bool const aligned = to % R == 0 && drop % R == 0;
  for (long ty = 0; ty < (ny + (aligned ? 0 : H) + c.Y - 1) / c.Y; ++ty)
    for (long tx = 0; tx < (nx + c.X - 1) / c.X; ++tx) {
      long const x0 = tx * c.X, y0 = ty * c.Y, across = std::min(c.X, nx - x0);
      std::vector<long> tile(
          static_cast<std::size_t>(c.slot(c.Y + H, c.pitch())) * static_cast<std::size_t>(W), -1);
      for (long row = aligned || ty == 0 ? H : 0; row < std::min(c.Y, ny - y0) + H; ++row) {
        long const offset = origin + (y0 + row - H) * lead + x0, shift = below(from + offset, W);
        for (long word = 0; word * W - shift < across; ++word) {
          if (word >= c.pitch()) return say("a row has more words than the tile");
          long const start = offset - shift + word * W;
          if ((from + start) % W != 0) return say("a word that is not aligned");
          if (start + W <= offset || start >= offset + across)
            return say("a word that holds nothing of its row");
          for (long k = 0; k < W; ++k)
            if (start + k >= 0 && start + k < held)
              tile[static_cast<std::size_t>(c.slot(row, word) * W + k)] = start + k;
        }
      }
      for (long x = 0; x < across; ++x) {
        long const column = (x0 + x) * drop, shift = below(to + column, R);
        for (long word = 0; word < c.Y / W; ++word)
          for (long k = 0; k < W; ++k) {
            long const y = y0 + word * W - shift + k, row = word * W - shift + k + H;
            if (y < 0 || y >= ny) continue;
            if (below(to + column + y - k, W) != 0) return say("a word is stored where it is not aligned");
            long const offset = origin + y * lead + x0, place = x + below(from + offset, W);
            if (tile[static_cast<std::size_t>(c.slot(row, place / W) * W + place % W)] != offset + x)
              return say(fmt::format("({}, {}) receives another element", x0 + x, y));
            ++stored[static_cast<std::size_t>(column + y)];
          }
      }
    }
  for (long x = 0; x < nx; ++x)
    for (long y = 0; y < drop && x * drop + y < room; ++y)
      if (stored[static_cast<std::size_t>(x * drop + y)] != (y < ny ? 1 : 0))
        return say(fmt::format("offset {} is stored {} times", x * drop + y,
                               stored[static_cast<std::size_t>(x * drop + y)]));
}

}  // namespace

void simulate_transpose(Json const& parameters, std::vector<std::string>& problems) {
  Config const c(parameters);
  if (!c.sensible()) return problems.push_back("the parameters are inconsistent");
  check_layouts(c, parameters, [&](std::string const& what) { problems.push_back(what); });
  count_conflicts(c, [&](std::string const& what) { problems.push_back(what); });
  for (long from = 0; from < c.W; ++from)
    for (long to = 0; to < c.R; to += c.R / c.W)
      for (auto const& [nx, ny, wider, taller] : {std::array{1L, 1L, 0L, 0L},
                                                  {c.X, c.Y, 0L, 0L},
                                                  {c.X + 1, c.Y - 1, 0L, 0L},
                                                  {c.X - 1, 2 * c.Y + 1, 1L, 2L},
                                                  {3L, c.Y + 3, 3L, 0L}}) {
        auto const say = [&, nx = nx, ny = ny](std::string const& what) {
          if (problems.size() < 9)
            problems.push_back(fmt::format("{} x {}, from {} to {}: {}", nx, ny, from, to, what));
        };
        simulate(c, nx, ny, nx + wider, ny + taller, from, to, say);
        simulate(c, nx, ny, -(nx + wider), ny, from, to, say);
      }
}

std::vector<Restated> restated_transpose(Json const& parameters) {
  Config const c(parameters);
  std::string const W = std::to_string(c.W), H = std::to_string(c.W - 1), Y = std::to_string(c.Y);
  auto all = grouped_rows("O1.order");
  add(all, numbering("O1: a block", {{"tile", "tiles"}, {"batch", "batches"}}));
  all.push_back(
      restated("O4: a word that holds an element of a row lies in the array, where the row is far enough "
               "from its ends",
               "offset across elements shift word",
               {in_range("shift", W), "(<= 0 word)", fmt::format("(< (- (* {} word) shift) across)", W),
                fmt::format("(and (<= {0} offset) (<= (+ offset across {0}) elements))", H)},
               fmt::format("(and (<= 0 (+ (- offset shift) (* {0} word))) (<= (+ (- offset shift) (* {0} "
                           "word) {0}) elements))",
                           W)));
  auto const in_the_tile = fmt::format("(and (<= 0 k) (< (* {} k) {}))", W, Y);
  all.push_back(restated(
      "O4: every word of a tile lies in its column, where the tile is far enough from its ends",
      "y0 ny k shift early",
      {"(and (<= 0 shift) (<= shift early) (<= early y0))", fmt::format("(<= (+ y0 {}) ny)", Y), in_the_tile},
      fmt::format("(and (<= 0 (- (+ y0 (* {0} k)) shift)) (<= (+ (- (+ y0 (* {0} k)) shift) {0}) ny))", W)));
  all.push_back(restated("O4: or begins behind it, where columns are aligned and of whole words", "b n k",
                         {"(<= 0 b)", in_the_tile},
                         fmt::format("(or (<= (* {0} n) (+ (* {1} b) (* {0} k))) "
                                     "(<= (+ (* {1} b) (* {0} k) {0}) (* {0} n)))",
                                     W, Y)));
  return all;
}

}  // namespace colex::gpu
