// SPDX-License-Identifier: MIT
// What one config of the transpose decides alone: every thread, row, word and misalignment is gone over.
#include <set>

#include "transpose/transpose_index.hpp"
#include "transpose/transpose_proof.hpp"

namespace colex::gpu {

namespace {

/// A config's numbers as the kernel has them.
struct Tile {
  int W, X, Y, bytes, threads, rows, pitch;
  explicit Tile(TransposeNumbers const& c)
      : W(c.word),
        X(c.tile_x),
        Y(c.tile_y),
        bytes(c.element_bytes),
        threads(c.threads),
        rows(c.tile_y + c.word - 1),
        pitch(row_pitch<int>(X, W)) {}
  static constexpr int lanes = 32;
  int lines() const { return threads / lanes; }
  int kept(int row, int element) const { return kept_at<int>(row, element, X, W); }
  int elements() const { return kept(rows - 1, pitch); }
};

bool lanes_cover_rows_and_columns(TransposeNumbers const& c) {
  Tile const t(c);
  if (t.X % (t.W * t.lanes) != 0 || t.Y % (t.W * t.lanes) != 0 || t.Y % (t.lines() * c.batch) != 0)
    return false;
  if (t.threads % t.lanes != 0 || t.lines() % t.W != 0 || t.rows > t.threads) return false;
  std::multiset<std::pair<int, int>> row_words, column_words;
  for (int thread = 0; thread < t.threads; ++thread) {
    int const lane = thread % t.lanes, line = thread / t.lanes;
    for (int i = 0; i < t.X / t.W / t.lanes; ++i) {
      if (line < t.W - 1) row_words.insert({line, lane + i * t.lanes});
      for (int step = 0; step < t.Y / t.lines(); ++step)
        row_words.insert({line + t.W - 1 + step * t.lines(), lane + i * t.lanes});
    }
    if (t.W > 1 && thread < t.rows) row_words.insert({thread, t.X / t.W});
    for (int x = line; x < t.X; x += t.lines())
      for (int i = 0; i < t.Y / t.W / t.lanes; ++i) column_words.insert({x, lane + i * t.lanes});
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
  for (int line = 0; line < t.lines(); ++line)
    for (int step = 0; step < t.Y / t.lines(); ++step) {
      int const first = t.kept(line + t.W - 1, 0), further = t.kept(step * t.lines(), 0);
      if (t.kept(line + t.W - 1 + step * t.lines(), 0) != first + further) return false;
    }
  for (int shift = 0; shift < t.W; ++shift)
    for (int j = 0; j < t.W; ++j)
      for (int word = 0; word < t.Y / t.W; ++word) {
        int const first = t.kept(first_row<int>(word % t.lanes, shift, j, t.W), 0),
                  further = t.kept(word / t.lanes * t.lanes * t.W, 0);
        if (t.kept(first_row<int>(word, shift, j, t.W), 0) != first + further) return false;
        // As rows a multiple of W apart, the rows of element j are misaligned alike: see O3.
        if ((first_row<int>(word, shift, j, t.W) - first_row<int>(0, shift, j, t.W)) % t.W != 0) return false;
      }
  return true;
}

/// The worst degree of the accesses of one kind to shared memory.
int worst_degree(TransposeNumbers const& c, BankModel const& model) {
  Tile const t(c);
  int const word_bytes = t.W * t.bytes;
  int worst = 1;
  auto const count = [&](Direction direction, int bytes, auto const& address) {
    for (int first = 0; first < t.threads; first += model.wave) {
      auto const cost = conflicts(model, direction, bytes,
                                  [&](int lane) { return Index{t.bytes} * address(first + lane); });
      if (cost.degree > worst) worst = cost.degree;
    }
  };
  for (int step = 0; step < t.Y / t.lines(); ++step)
    count(Direction::store, word_bytes, [&](int thread) {
      return t.kept(thread / t.lanes + t.W - 1 + step * t.lines(), thread % t.lanes * t.W);
    });
  // The lanes of a wave of 64 are two lines, which may be misaligned otherwise: phases keep them apart.
  for (int shift = 0; shift < t.W; ++shift)
    for (int own = 0; own < t.W; ++own)
      for (int j = 0; j < t.W; ++j)
        for (int x = 0; x < t.lines(); ++x)
          count(Direction::load, t.bytes, [&](int thread) {
            return t.kept(first_row<int>(thread % t.lanes, shift, j, t.W), x + thread / t.lanes + own);
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
    return [c, &model] { return worst_degree(c, model) == 1 && worst_of_last_words(c, model) <= 2; };
  };
  return {{"O2", "the lanes cover each word of the tile's rows, and of its columns, once",
           "threads, steps and words", [c] { return lanes_cover_rows_and_columns(c); }},
          {"O5",
           "the tile keeps its elements apart, words together and aligned; places of steps, words and "
           "columns are "
           "sums",
           "rows, elements and shifts", [c] { return places_are_sound(c); }},
          {"O7.gfx942",
           "no access to rows or columns of the tile has a bank conflict, last words at most two at a bank",
           "waves, steps, shifts and lanes", degree(gfx942)},
          {"O7.gfx90a", "the same, if gfx90a has gfx942's phases", "waves, steps, shifts and lanes",
           degree(gfx90a)},
          {"O7.sm90",
           "no access to rows or columns of the tile has a bank conflict, last words at most two at a bank",
           "waves, steps, shifts and lanes", degree(sm90)}};
}

}  // namespace colex::gpu
