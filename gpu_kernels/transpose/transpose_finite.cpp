// SPDX-License-Identifier: MIT
// What one config of the transpose decides alone: every thread, row, word and misalignment is gone over.
#include <set>

#include "certificate/by_law.hpp"
#include "transpose/transpose_index.hpp"
#include "transpose/transpose_proof.hpp"
#include "transpose/transpose_words.hpp"

namespace colex::gpu {

namespace {

/// A config's numbers and layouts as the kernel has them.
struct Tile : TransposeTileNumbers {
  int bytes, rows, pitch;
  TransposeLayouts layouts;
  std::vector<int> row_places;  // of each row from R before the tile on
  explicit Tile(TransposeNumbers const& c)
      : TransposeTileNumbers(c.tile),
        bytes(c.element_bytes),
        rows(y + reach - 1),
        pitch(word > 1 ? x + word : x),
        layouts(transpose_layouts(c.tile)) {
    for (Index r = 0; r <= rows; ++r)
      row_places.push_back(
          static_cast<int>(evaluate(layouts.row_kept, r) - evaluate(layouts.row_kept, Index{1})));
  }
  /// Where shared memory keeps an element of a row; rows are counted from the first that the tile takes in, and the one
  /// before it has a place.
  int kept(int row, int element) const { return row_places.at(static_cast<std::size_t>(row + 1)) + element; }
  int elements() const { return kept(rows - 1, pitch); }
};

/// The byte `at` of a word in registers.
int byte_of(std::uint32_t const* word, int at) {
  return static_cast<int>(word[at / 4] >> 8 * (at % 4) & 0xFF);
}

/// The word whose elements are gathered by steps, turned about, is the column's; a step's rows are alike modulo W.
template <int bytes>
bool steps_make_the_word(int W) {
  for (int shift = 0; shift < W; ++shift) {
    Registers gathered{};
    for (int step = 0; step < W; ++step) {
      int const j = element_at_step<int>(step, shift, W);
      if (j < 0 || j >= W || (first_row<int>(1, shift, j, W, W) - (step + W - 1)) % W != 0) return false;
      for (int k = 0; k < bytes; ++k)
        gathered.value[(step * bytes + k) / 4] |= static_cast<std::uint32_t>(j * bytes + k)
                                                  << 8 * ((step * bytes + k) % 4);
    }
    Registers const made = rotate_elements<bytes>(gathered, static_cast<std::uint32_t>(shift));
    for (int k = 0; k < W * bytes; ++k)
      if (byte_of(made.value, k) != k) return false;
  }
  return true;
}

/// Element c of row r, which is r * side + c, is element r of column c.
template <int side>
bool squares_are_turned() {
  constexpr int bytes = 4 / side;
  std::uint32_t row[side]{}, column[side]{};
  for (int r = 0; r < side; ++r)
    for (int k = 0; k < 4; ++k) row[r] |= static_cast<std::uint32_t>(4 * r + k) << 8 * k;
  turn_square<side>(row, column);
  for (int c = 0; c < side; ++c)
    for (int r = 0; r < side; ++r)
      for (int k = 0; k < bytes; ++k)
        if (byte_of(&column[c], r * bytes + k) != 4 * r + c * bytes + k) return false;
  return true;
}

bool registers_are_turned(TransposeNumbers const& c) {
  if (c.tile.word == 1) return !c.in_steps;
  if (c.tile.word * c.element_bytes != 16) return false;
  return c.element_bytes == 1
             ? steps_make_the_word<1>(16) && squares_are_turned<4>()
             : c.element_bytes != 2 || (steps_make_the_word<2>(8) && squares_are_turned<2>());
}

/// The kernel adds the place of a row near the tile's begin to that of a piece, as many words of W rows further.
bool places_of_later_rows_are_sums(TransposeNumbers const& c) {
  Tile const t(c);
  auto const further = [&](int y) { return static_cast<int>(evaluate(t.layouts.kept, Index{y} * t.x)); };
  for (int row = 0; row < t.rows; ++row)
    for (int y = 0; y < t.y && row + y < t.rows; y += t.word)
      if (t.kept(row + y, 0) != t.kept(row, 0) + further(y)) return false;
  for (int y = 0; y < t.y; ++y)
    if (t.kept(t.reach - 1 + y, 0) != t.kept(t.reach - 1, 0) + further(y)) return false;
  return true;
}

/// Which columns of a wave's lines gather a step's elements from the row before: for every misalignment of the
/// first column, and every one of columns against the next.
std::set<std::vector<bool>> early_columns(int W, int step, int lines) {
  std::set<std::vector<bool>> all;
  for (int first = 0; first < W; ++first)
    for (int apart = 0; apart < W; ++apart) {
      std::vector<bool> early;
      for (int line = 0; line < lines; ++line)
        early.push_back(element_at_step<int>(step, misalignment<int>(first, apart, line, W), W) !=
                        step + misalignment<int>(first, apart, line, W));
      all.insert(early);
    }
  return all;
}

/// The worst degree of the accesses to shared memory: of the lanes of a line that keep the words of a row, and of the
/// lanes of a wave that gather an element each or load the rows of squares. What they have in common, whole words and
/// rows further, adds multiples of 4 bytes.
int worst_degree(TransposeNumbers const& c, BankModel const& model) {
  Tile const t(c);
  int worst = 1;
  auto const count = [&](Direction direction, int bytes, int lanes, auto const& address) {
    for (int first = 0; first < lanes; first += model.wave) {
      auto const cost = conflicts(model, direction, bytes, [&](int lane) {
        return first + lane < lanes ? Index{t.bytes} * address(first + lane) : Index{-1};
      });
      if (cost.degree > worst) worst = cost.degree;
    }
  };
  for (int row = 0; row < t.rows; ++row)
    count(Direction::store, t.word * t.bytes, t.row_lanes,
          [&](int lane) { return t.kept(row, lane * t.word); });
  // Where elements are not gathered in steps, lanes of one line.
  int const lines = !c.in_steps || model.wave < t.column_lanes ? 1 : model.wave / t.column_lanes;
  for (int step = 0; step < t.word; ++step)
    for (auto const& early : early_columns(t.word, step, lines))
      // The place of the first line's element: of any column, its row misaligned in any way.
      for (int element = 0; element < 2 * t.word; ++element)
        count(Direction::load, t.bytes, lines * t.column_lanes, [&](int lane) {
          int const line = lane / t.column_lanes, shift = early[static_cast<std::size_t>(line)] ? t.word : 0,
                    row = first_row<int>(lane % t.column_lanes, shift, step, t.word, t.reach);
          return t.kept(row, element + line);
        });
  for (int element = 0; element < t.word && t.side > 1; element += t.side)
    count(Direction::load, 4, model.wave, [&](int lane) {
      return t.kept(lane % t.square_lanes * t.word, lane / t.square_lanes * t.side + element);
    });
  return worst;
}

int worst_of_last_words(TransposeNumbers const& c, BankModel const& model) {
  Tile const t(c);
  int worst = 1;
  for (int first = 0; first < t.threads && t.word > 1; first += model.wave) {
    auto const cost = conflicts(model, Direction::store, t.word * t.bytes, [&](int lane) {
      return first + lane < t.rows ? Index{t.bytes} * t.kept(first + lane, t.x) : Index{-1};
    });
    if (cost.degree > worst) worst = cost.degree;
  }
  return worst;
}

}  // namespace

std::vector<FiniteObligation> transpose_finite_obligations(TransposeNumbers const& c) {
  TransposeTileNumbers const& t = c.tile;
  TransposeLayouts const layouts = transpose_layouts(t);
  Index const X = t.x, Y = t.y, W = t.word;
  int const rows = t.y + t.reach - 1;
  Layout<Index> const places = join(line(Tile(c).pitch, 1), layouts.row_kept);
  auto const degree = [c](BankModel const& model) {
    return
        [c, &model] { return worst_degree(c, model) <= c.bank_degree && worst_of_last_words(c, model) <= 2; };
  };
  auto const step = [](Index stride) { return any(leaf(Mode<Index>{2, stride})); };
  Index const row_lines = t.threads / t.row_lanes, column_lines = t.threads / t.column_lanes;
  std::vector<FiniteObligation> all = {
      ragged("O1.x", "for every extent each column is in one tile of the grid, and no tile is idle", X),
      shifted(
          "O1.words",
          "for every extent and misalignment each element of a column is in one word, which one tile of the "
          "grid has whole, and with R - 1 rows more than its own its elements",
          line(Y / W, W), Y, t.reach),
      misaligned_alike(
          "O3.source",
          "for every stride, origin and address the rows of a line are misaligned alike, as they "
          "are in every tile, and a row's words are read at multiples of their size",
          W, {step(X), step(Y), step(t.reach), step(row_lines)}),
      misaligned_alike("O3.destination",
                       "for every stride, origin and address the columns of a line are misaligned alike, as "
                       "they are in every tile, and their words are stored at multiples of their size",
                       t.reach, {step(X), step(Y), step(column_lines)}),
      multiples_of(
          "O3.words", "words start at multiples of W in the tile", W,
          {any(*composition(layouts.x_of, layouts.rows)), any(*composition(layouts.y_of, layouts.columns))}),
      covered_once("O2.rows", "the threads load each word of the tile's own rows once",
                   any(with_elements(layouts.rows, line(W, 1))), X * Y),
      covered_once("O2.columns", "the threads make each word of the tile's columns once",
                   any(with_elements(layouts.columns, line(W, X))), X * Y),
      kept_apart("O5.apart", "the tile keeps the elements of its rows apart: L is (element, row)", places,
                 Tile(c).elements() + evaluate(layouts.row_kept, Index{1})),
      comes_in_vectors("O5.words", "the tile keeps words together, from multiples of their size on",
                       any(places), W),
      {"O5.sums", "the places of later rows are sums: of a row, and of so many words of W rows further",
       "rows, and multiples of W further", [c] { return places_of_later_rows_are_sums(c); }},
      {"O5.registers",
       "a word that is gathered by steps is, turned about, its column's; at a step all columns' rows are "
       "alike modulo a word; a square's columns are made of its rows",
       "shifts, steps and elements", [c] { return registers_are_turned(c); }},
      {"O7.gfx942",
       "the lanes of a row, and those of a wave that gather by columns or load squares, ask no bank for more "
       "words than the config says, last "
       "words "
       "for at most two",
       "rows, shifts and lanes", degree(gfx942)},
      {"O7.gfx90a", "the same, if gfx90a has gfx942's phases", "rows, shifts and lanes", degree(gfx90a)},
      {"O7.sm90",
       "the lanes of a row, and those of a wave that gather by columns or load squares, ask no bank for more "
       "words than the config says, last "
       "words "
       "for at most two",
       "rows, shifts and lanes", degree(sm90)}};
  if (t.side > 1)
    all.push_back(covered_once(
        "O2.squares", "the threads make each word of the columns of a tile that has squares once",
        any(with_elements(layouts.squares, join(line(W, X), line(t.side, 1)))), X * Y));
  if (W > 1) {
    all.push_back(covered_by("O2.before", "the lines load each row before the tile in a pass", t.reach - 1,
                             t.threads / t.row_lanes));
    all.push_back(
        covered_by("O2.last", "the threads load the last word of each row in a turn", rows, t.threads));
  }
  return all;
}

}  // namespace colex::gpu
