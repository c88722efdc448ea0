// SPDX-License-Identifier: MIT
// A text as the reader walks through it: characters, names, integers, and where it stands for messages.
//
//   take('(') is true and goes past the bracket; fail("expected ':'") throws "layout:1:5: expected ':'"
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "operations/failure.hpp"

namespace colex::cli {

inline constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
inline constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Of a name in C++.
inline constexpr bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '_'; }
inline constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// The end of the name that is at `at`.
std::size_t name_end(std::string_view text, std::size_t at);
/// The words that start with a capital letter, each an unknown; X alone stands for `_`, but in a layout with strides.
std::vector<std::string> unknown_names(std::string_view text);
/// Such a word, or a `?`.
bool mentions_unknowns(std::string_view text);

/// Brackets and calls in one another: each level of a recursive descent is asked for before it is entered.
inline constexpr int kMaxLevels = 96;

class Characters {
 public:
  /// `name` stands before line and column in messages and outlives this.
  Characters(std::string_view text, std::string const& name) : text_(text), name_(name) {}

 protected:
  /// Held while one level is read.
  class Level {
   public:
    explicit Level(Characters& text) : text_(text) { text_.enter(); }
    ~Level() { --text_.levels_; }
    Level(Level const&) = delete;
    Level& operator=(Level const&) = delete;

   private:
    Characters& text_;
  };

  [[noreturn]] void fail(std::string const& why) const { fail(why, at_); }
  [[noreturn]] void fail(std::string const& why, std::size_t where) const {
    throw InputError(place_text(where) + why);
  }
  /// Line and column, from 1; columns in bytes.
  std::pair<int, int> place(std::size_t where) const;
  /// "name:line:column: "
  std::string place_text(std::size_t where) const;

  /// The next character that is no white space, not taken; '\0' at the end.
  char peek();
  bool take(char c);
  void expect(char c, char const* message) {
    if (!take(c)) fail(message);
  }
  void end();
  /// The name that starts here, not taken; empty where none does.
  std::string_view word_ahead();
  /// `o` or `∘`.
  bool take_compose();
  /// An integer starts here: 4, -4, _4. Not `_` alone.
  bool integer_ahead();
  std::int64_t integer();

  std::string_view text_;
  std::string const& name_;
  std::size_t at_ = 0;
  std::size_t hidden_ = 0;  ///< characters in front, which places do not count

 private:
  void enter();
  int levels_ = 0;
  mutable std::vector<std::size_t> line_starts_;  ///< found when a place is first asked for
};

}  // namespace colex::cli
