// SPDX-License-Identifier: MIT
// The reader of index maps, one pass, into a Program. It is met where a value is read (operations/read.hpp): a header of
// coordinates, an arrow, names, and an expression.
//
//   (i<32, j<8) -> i*32 + (j ^ (i % 8))
//   (int tid<128, int v<8) -> const int row = tid / 8; return row*64 + ((tid % 8) ^ row % 8)*8 + v;
//   (i<4, j<8) -> let L = (4,8):(8,1); L(i, j) + 1           (i<4, j<8) -> (j, i)           (t<4) -> [0,2,1,3]
//
// C's operators and Python's. Where they bind differently (& | ^ beside a comparison, a < b < c) brackets are asked for.
// `//`, `if else`, `and`, `or`, `not` are Python's words, and `/`, `?:`, `&&`, `||`, `!`, casts C's: `%` is that language's.
// Limits: kMaxText, kMaxLevels, kMaxMapSteps, kMaxMapPoints; the budget of the question counts points and steps.
#pragma once

#include "maps/unknown_sizes.hpp"
#include "operations/read.hpp"
#include "operations/reader.hpp"

namespace colex::cli {

inline constexpr std::size_t kMaxMapSteps = 4096;

class MapReader : public Reader {
 public:
  /// From where `at` is in its text on, with its names.
  MapReader(Reader const& at, MapOptions const& options);
  /// Header, arrow and body; every value computed.
  IndexMap map();
  /// The same, not computed; places of messages do not count the first `hidden` characters.
  MapText read(std::size_t hidden = 0);
  /// The way to a map that is a whole text.
  void start();
  void finish();

 private:
  struct Local {
    std::string_view name;
    std::int64_t slot;
  };

  // Header, bindings and results: map_reader.cpp.
  std::string_view name_ahead();
  bool take_word(std::string_view word);
  bool take_text(std::string_view text);
  bool group_ahead(char& next, bool& has_comma) const;
  void header(MapText& text);
  void check_extents(IndexMap& map, std::size_t start);
  void entries(MapText& text);
  void coordinate(MapText& text);
  bool is_bound(std::string_view name) const;
  void body();
  bool binding();
  void results();
  void look_up(Table table, std::size_t start);
  void call_of(Value const& value, std::size_t start);

  // The expression: map_expression.cpp.
  void put(Code code, std::size_t from, std::int64_t number = 0);
  std::size_t jump(Code code, std::size_t from);
  void land(std::size_t jump);
  void speaks(Language language, std::string_view word, std::size_t start);
  void conditional();
  bool shortcut(int level, std::size_t start);
  bool binary(int level);
  void sum();
  void unary();

  // Its words: map_words.cpp.
  bool type_ahead(Width& width, std::size_t& end);
  void cast(Width width, std::size_t start);
  std::int64_t literal();
  void primary_number();
  void look_up_at(Table table, std::size_t start);
  void function(Code code, std::size_t start);
  void word(std::string_view name, std::size_t start);

  MapOptions options_;
  Program program_;
  std::vector<std::string_view> names_;  ///< of the coordinates
  std::vector<std::int64_t> extents_;
  std::int64_t points_ = 1;
  std::vector<Local> locals_;
  std::size_t results_at_ = 0;  ///< in the text
  bool typed_ = false, is_tuple_ = false, in_header_ = true;
  Width typed_as_{};
  std::string_view spoken_;  ///< the word that told the language
};

/// The map that a text says, `let`s before it allowed. Throws Failure.
IndexMap read_map(std::string_view text, std::string const& name, MapOptions const& options);

/// The same, not computed, with names of sizes that are no numbers: in the header, with a capital letter, or any where the
/// header has one.
MapText read_map_text(std::string_view text, std::string const& name, MapOptions options);

/// Other results over the coordinates, names and sizes of a map, a predicate for example; new sizes stand behind the map's.
MapText read_beside(MapText const& map, std::string_view text, std::string const& name, MapOptions options);

/// Whether a header of a map and its arrow start at this bracket.
bool is_map_header(std::string_view text, std::size_t bracket);

}  // namespace colex::cli
