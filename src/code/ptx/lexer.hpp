// SPDX-License-Identifier: MIT
// PTX in words: names and opcodes with their dots, numbers, strings and marks. Comments and line numbers are kept apart.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "operations/failure.hpp"

namespace colex::code::ptx {

struct Token {
  enum class Kind : std::uint8_t { end, word, number, string, mark } kind = Kind::end;
  std::string_view text{};
  std::uint32_t line = 0;
  std::size_t at = 0;  ///< in the text
  bool is(char const* what) const { return text == what && kind != Kind::string; }
};

class Lexer {
 public:
  Lexer(std::string const& name, std::string_view text) : name_(name), text_(text) { advance(); }

  Token const& peek() const { return next_; }
  Token take() {
    Token const r = next_;
    advance();
    return r;
  }
  bool accept(char const* what) {
    if (!next_.is(what)) return false;
    advance();
    return true;
  }
  Token expect(char const* what) {
    if (!next_.is(what)) fail(next_, fmt::format("'{}' is expected", what));
    return take();
  }
  std::string word(char const* what) {
    if (next_.kind != Token::Kind::word) fail(next_, fmt::format("{} is expected", what));
    return std::string(take().text);
  }
  /// Everything up to the end of the line.
  void skip_line() {
    while (at_ < text_.size() && next_.kind != Token::Kind::end && text_[at_] != '\n') ++at_;
    advance();
  }
  /// What is between the next pair of braces.
  void skip_braces() {
    Token const open = expect("{");
    for (int depth = 1; depth > 0;) {
      if (next_.kind == Token::Kind::end) fail(open, "the brace is not closed");
      depth += next_.is("{") ? 1 : next_.is("}") ? -1 : 0;
      advance();
    }
  }
  std::string_view text(std::size_t from, std::size_t to) const { return text_.substr(from, to - from); }
  [[noreturn]] void fail(Token const& at, std::string const& why) const {
    std::string said = at.kind == Token::Kind::end ? "the end of the file" : "'" + printable(at.text) + "'";
    throw cli::InputError(fmt::format("{}: line {}: {}: {}", name_, at.line, said, why));
  }
  [[noreturn]] void fail(std::uint32_t line, std::string_view text, std::string const& why) const {
    throw cli::InputError(fmt::format("{}: line {}: '{}': {}", name_, line, printable(text), why));
  }

 private:
  static std::string printable(std::string_view text) {
    std::string r(text.substr(0, 120));
    for (char& c : r)
      if (c < ' ' || c > '~') c = '?';
    return r;
  }
  static bool begins_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' || c == '.';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  void skip_blank() {
    while (at_ < text_.size()) {
      char const c = text_[at_];
      if (c == '\n') ++line_;
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      } else if (text_.substr(at_, 2) == "/*") {
        std::size_t const end = text_.find("*/", at_ + 2);
        if (end == text_.npos) fail(line_, "/*", "the comment is not closed");
        for (; at_ < end; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
        at_ += 2;
      } else {
        return;
      }
    }
  }
  void advance() {
    skip_blank();
    next_ = {Token::Kind::end, {}, line_, at_};
    if (at_ == text_.size() || text_[at_] == '\0') return;  // drivers' text ends with a zero
    std::size_t const from = at_;
    char const c = text_[at_];
    if (begins_word(c)) {
      next_.kind = Token::Kind::word;
      while (at_ < text_.size()) {
        char const d = text_[at_];
        if (begins_word(d) || is_digit(d))
          ++at_;
        else if (d == ':' && at_ + 1 < text_.size() && text_[at_ + 1] == ':')
          at_ += 2;
        else
          break;
      }
    } else if (is_digit(c)) {
      next_.kind = Token::Kind::number;
      while (at_ < text_.size() && (begins_word(text_[at_]) || is_digit(text_[at_]) ||
                                    ((text_[at_] == '+' || text_[at_] == '-') && is_exponent(from))))
        ++at_;
    } else if (c == '"') {
      next_.kind = Token::Kind::string;
      std::size_t const end = text_.find('"', at_ + 1);
      if (end == text_.npos) fail(line_, "\"", "the string is not closed");
      next_.text = text_.substr(from + 1, end - from - 1);
      for (; at_ <= end; ++at_) line_ += text_[at_] == '\n' ? 1 : 0;
      return;
    } else {
      next_.kind = Token::Kind::mark;
      ++at_;
    }
    next_.text = text_.substr(from, at_ - from);
  }
  /// Whether the number so far is a decimal one that ends in e: 1.5e-3.
  bool is_exponent(std::size_t from) const {
    std::string_view const so_far = text_.substr(from, at_ - from);
    if (so_far.starts_with("0x") || so_far.starts_with("0X") || so_far.starts_with("0f") ||
        so_far.starts_with("0F") || so_far.starts_with("0d") || so_far.starts_with("0D"))
      return false;
    return so_far.back() == 'e' || so_far.back() == 'E';
  }

  std::string const& name_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  Token next_{};
};

}  // namespace colex::code::ptx
