// SPDX-License-Identifier: MIT
// What one config of the transpose decides alone: every thread, row, word and misalignment is gone over.
#include <set>

#include "transpose/transpose_index.hpp"
#include "transpose/transpose_proof.hpp"

namespace colex::gpu {

namespace {

/// A config's numbers as the kernel has them.
struct Tile {
  int W, X, Y, bytes, threads, row_lanes, column_lanes, rows, pitch;
  explicit Tile(TransposeNumbers const& c)
      : W(c.word),
        X(c.tile_x),
        Y(c.tile_y),
        bytes(c.element_bytes),
        threads(c.threads),
        row_lanes(c.row_lanes),
        column_lanes(c.column_lanes),
        rows(c.tile_y + c.word - 1),
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
  if (t.row_lines() % t.W != 0 || t.column_lines() % t.W != 0 || t.Y % (t.row_lines() * c.batch) != 0)
    return false;
  std::multiset<std::pair<int, int>> row_words, column_words;
  for (int thread = 0; thread < t.threads; ++thread) {
    int const lane = thread % t.row_lanes, line = thread / t.row_lanes;
    for (int i = 0; i < t.X / t.W / t.row_lanes; ++i) {
      if (line < t.W - 1) row_words.insert({line, lane + i * t.row_lanes});
      for (int step = 0; step < t.Y / t.row_lines(); ++step)
        row_words.insert({line + t.W - 1 + step * t.row_lines(), lane + i * t.row_lanes});
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
      int const first = t.kept(line + t.W - 1, 0), further = t.kept(step * t.row_lines(), 0);
      if (t.kept(line + t.W - 1 + step * t.row_lines(), 0) != first + further) return false;
    }
  for (int shift = 0; shift < t.W; ++shift)
    for (int j = 0; j < t.W; ++j)
      for (int word = 0; word < t.Y / t.W; ++word) {
        int const first = t.kept(first_row<int>(0, shift, j, t.W), 0),
                  lane = t.kept(word % t.column_lanes * t.W, 0),
                  further = t.kept(word / t.column_lanes * t.column_lanes * t.W, 0);
        if (t.kept(first_row<int>(word, shift, j, t.W), 0) != first + lane + further) return false;
        // As rows a multiple of W apart, the rows of element j are misaligned alike: see O3.
        if ((first_row<int>(word, shift, j, t.W) - first_row<int>(0, shift, j, t.W)) % t.W != 0) return false;
      }
  return true;
}

/// The worst degree of the accesses of one line to shared memory: of the lanes that keep the words of a row, and of
/// those that gather an element each of a column's words. Whole words and rows further add multiples of 4 bytes.
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
  auto const gathered = [&](int shift, int j) {
    for (int element = 0; element < 2 * t.W; ++element)
      count(Direction::load, t.bytes, t.column_lanes,
            [&](int lane) { return t.kept(first_row<int>(lane, shift, j, t.W), element); });
  };
  // Every row of a word: first_row depends on j - shift.
  for (int j = 0; j < t.W; ++j) gathered(0, j), gathered(j, 0);
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
  return {{"O2", "the lanes cover each word of the tile's rows, and of its columns, once",
           "threads, steps and words", [c] { return lanes_cover_rows_and_columns(c); }},
          {"O5",
           "the tile keeps its elements apart, words together and aligned; places of steps, words and "
           "columns are "
           "sums",
           "rows, elements and shifts", [c] { return places_are_sound(c); }},
          {"O7.gfx942",
           "the lanes of a row, and those of a column, ask no bank for more words than the config says, last "
           "words "
           "for at most two",
           "rows, shifts and lanes", degree(gfx942)},
          {"O7.gfx90a", "the same, if gfx90a has gfx942's phases", "rows, shifts and lanes", degree(gfx90a)},
          {"O7.sm90",
           "the lanes of a row, and those of a column, ask no bank for more words than the config says, last "
           "words "
           "for at most two",
           "rows, shifts and lanes", degree(sm90)}};
}

}  // namespace colex::gpu
