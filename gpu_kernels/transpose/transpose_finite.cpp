// SPDX-License-Identifier: MIT
// What one config of the transpose decides alone: every thread, row, word and misalignment is gone over.
#include <set>

#include "transpose/transpose_index.hpp"
#include "transpose/transpose_proof.hpp"
#include "transpose/transpose_words.hpp"

namespace colex::gpu {

namespace {

/// A config's numbers as the kernel has them.
struct Tile {
  int W, R, X, Y, bytes, threads, row_lanes, column_lanes, square_lanes, side, rows, pitch;
  explicit Tile(TransposeNumbers const& c)
      : W(c.word),
        R(c.reach),
        X(c.tile_x),
        Y(c.tile_y),
        bytes(c.element_bytes),
        threads(c.threads),
        row_lanes(c.row_lanes),
        column_lanes(c.column_lanes),
        square_lanes(c.square_lanes),
        side(c.word > 1 ? 4 / c.element_bytes : 1),
        rows(c.tile_y + c.reach - 1),
        pitch(row_pitch<int>(X, W)) {}
  int row_lines() const { return threads / row_lanes; }
  int column_lines() const { return threads / column_lanes; }
  int kept(int row, int element) const { return kept_at<int>(row, element, X, W); }
  int elements() const { return kept(rows - 1, pitch); }
};

bool lanes_cover_rows_and_columns(TransposeNumbers const& c) {
  Tile const t(c);
  if (t.X % (t.W * t.row_lanes) != 0 || t.Y % (t.W * t.column_lanes) != 0) return false;
  if (t.threads % t.row_lanes != 0 || t.threads % t.column_lanes != 0) return false;
  if (t.row_lines() % t.W != 0 || t.column_lines() % t.R != 0 || t.R % t.W != 0 ||
      t.Y % (t.row_lines() * c.batch) != 0)
    return false;
  std::multiset<std::pair<int, int>> row_words, column_words;
  for (int thread = 0; thread < t.threads; ++thread) {
    int const lane = thread % t.row_lanes, line = thread / t.row_lanes;
    for (int i = 0; i < t.X / t.W / t.row_lanes; ++i) {
      for (int row = line; row < t.R - 1; row += t.row_lines())
        row_words.insert({row, lane + i * t.row_lanes});
      for (int step = 0; step < t.Y / t.row_lines(); ++step)
        row_words.insert({line + t.R - 1 + step * t.row_lines(), lane + i * t.row_lanes});
    }
    for (int row = thread; t.W > 1 && row < t.rows; row += t.threads) row_words.insert({row, t.X / t.W});
    for (int x = thread / t.column_lanes; x < t.X; x += t.column_lines())
      for (int i = 0; i < t.Y / t.W / t.column_lanes; ++i)
        column_words.insert({x, thread % t.column_lanes + i * t.column_lanes});
  }
  for (int row = 0; row < t.rows; ++row)
    for (int word = 0; word < t.pitch / t.W; ++word)
      if (row_words.count({row, word}) != 1) return false;
  for (int x = 0; x < t.X; ++x)
    for (int word = 0; word < t.Y / t.W; ++word)
      if (column_words.count({x, word}) != 1) return false;
  return static_cast<int>(row_words.size()) == t.rows * (t.pitch / t.W) &&
         static_cast<int>(column_words.size()) == t.X * (t.Y / t.W);
}

/// The squares of a tile that has them: each word of each column is made by one lane.
bool lanes_cover_squares(TransposeNumbers const& c) {
  Tile const t(c);
  if (t.side == 1) return true;
  if (t.threads % t.square_lanes != 0 || t.Y % (t.W * t.square_lanes) != 0) return false;
  int const further = t.threads / t.square_lanes * t.side;
  std::multiset<std::pair<int, int>> words;
  for (int thread = 0; thread < t.threads; ++thread)
    for (int x = thread / t.square_lanes * t.side; x < t.X; x += further)
      for (int word = thread % t.square_lanes; word < t.Y / t.W; word += t.square_lanes)
        for (int column = 0; column < t.side; ++column) words.insert({x + column, word});
  for (int x = 0; x < t.X; ++x)
    for (int word = 0; word < t.Y / t.W; ++word)
      if (words.count({x, word}) != 1) return false;
  return static_cast<int>(words.size()) == t.X * (t.Y / t.W);
}

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
  if (c.word == 1) return !c.in_steps;
  if (c.word * c.element_bytes != 16) return false;
  return c.element_bytes == 1
             ? steps_make_the_word<1>(16) && squares_are_turned<4>()
             : c.element_bytes != 2 || (steps_make_the_word<2>(8) && squares_are_turned<2>());
}

bool places_are_sound(TransposeNumbers const& c) {
  Tile const t(c);
  std::set<int> taken;
  for (int row = 0; row < t.rows; ++row)
    for (int element = 0; element < t.pitch; ++element) {
      int const at = t.kept(row, element);
      if (at < 0 || at >= t.elements() || !taken.insert(at).second) return false;
      if (at != t.kept(row, element - element % t.W) + element % t.W) return false;
      if (element % t.W == 0 && at % t.W != 0) return false;
    }
  // The kernel adds the places of steps, words and columns to that of the first.
  for (int line = 0; line < t.row_lines(); ++line)
    for (int step = 0; step < t.Y / t.row_lines(); ++step) {
      int const first = t.kept(line + t.R - 1, 0), further = t.kept(step * t.row_lines(), 0);
      if (t.kept(line + t.R - 1 + step * t.row_lines(), 0) != first + further) return false;
    }
  for (int shift = 0; shift < t.R; ++shift)
    for (int j = 0; j < t.W; ++j)
      for (int word = 0; word < t.Y / t.W; ++word) {
        int const first = t.kept(first_row<int>(0, shift, j, t.W, t.R), 0),
                  lane = t.kept(word % t.column_lanes * t.W, 0),
                  further = t.kept(word / t.column_lanes * t.column_lanes * t.W, 0);
        if (t.kept(first_row<int>(word, shift, j, t.W, t.R), 0) != first + lane + further) return false;
        // As rows a multiple of W apart, the rows of element j are misaligned alike: see O3.
        if ((first_row<int>(word, shift, j, t.W, t.R) - first_row<int>(0, shift, j, t.W, t.R)) % t.W != 0)
          return false;
      }
  // Of squares it adds the place of a lane's first word to that of a later one's row.
  for (int j = 0; j < t.W && t.side > 1; ++j)
    for (int word = 0; word < t.Y / t.W; ++word) {
      int const lane = word % t.square_lanes, ahead = (word - lane) * t.W;
      if (t.kept(first_row<int>(word, 0, j, t.W, t.R), 0) !=
          t.kept(lane * t.W, 0) + t.kept(first_row<int>(0, 0, ahead + j, t.W, t.R), 0))
        return false;
    }
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
    count(Direction::store, t.W * t.bytes, t.row_lanes, [&](int lane) { return t.kept(row, lane * t.W); });
  // Where elements are not gathered in steps, lanes of one line.
  int const lines = !c.in_steps || model.wave < t.column_lanes ? 1 : model.wave / t.column_lanes;
  for (int step = 0; step < t.W; ++step)
    for (auto const& early : early_columns(t.W, step, lines))
      // The place of the first line's element: of any column, its row misaligned in any way.
      for (int element = 0; element < 2 * t.W; ++element)
        count(Direction::load, t.bytes, lines * t.column_lanes, [&](int lane) {
          int const line = lane / t.column_lanes, shift = early[static_cast<std::size_t>(line)] ? t.W : 0,
                    row = first_row<int>(lane % t.column_lanes, shift, step, t.W, t.R);
          return t.kept(row + t.W, element + line);  // W rows on: none is negative
        });
  for (int element = 0; element < t.W && t.side > 1; element += t.side)
    count(Direction::load, 4, model.wave, [&](int lane) {
      return t.kept(lane % t.square_lanes * t.W, lane / t.square_lanes * t.side + element);
    });
  return worst;
}

int worst_of_last_words(TransposeNumbers const& c, BankModel const& model) {
  Tile const t(c);
  int worst = 1;
  for (int first = 0; first < t.threads && t.W > 1; first += model.wave) {
    auto const cost = conflicts(model, Direction::store, t.W * t.bytes, [&](int lane) {
      return first + lane < t.rows ? Index{t.bytes} * t.kept(first + lane, t.X) : Index{-1};
    });
    if (cost.degree > worst) worst = cost.degree;
  }
  return worst;
}

}  // namespace

std::vector<FiniteObligation> transpose_finite_obligations(TransposeNumbers const& c) {
  auto const degree = [c](BankModel const& model) {
    return
        [c, &model] { return worst_degree(c, model) <= c.bank_degree && worst_of_last_words(c, model) <= 2; };
  };
  return {
      {"O2", "the lanes cover each word of the tile's rows, and of its columns, once; by squares as well",
       "threads, steps and words", [c] { return lanes_cover_rows_and_columns(c) && lanes_cover_squares(c); }},
      {"O5",
       "the tile keeps its elements apart, words together and aligned; places of steps, words and "
       "columns are "
       "sums",
       "rows, elements and shifts", [c] { return places_are_sound(c); }},
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
}

}  // namespace colex::gpu
