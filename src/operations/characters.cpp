// SPDX-License-Identifier: MIT
#include "operations/characters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "colex/digits.hpp"
#include "colex/print.hpp"

namespace colex::cli {

std::size_t name_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_name(text[at])) ++at;
  return at;
}

namespace {

/// Whether an index map gives the word a meaning: a coordinate, `I<4`, a name after let, True.
bool is_of_a_map(std::string_view text, std::string_view word) {
  if (word == "True" || word == "False") return true;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    std::size_t const next = text.find_first_not_of(' ', at + word.size());
    std::size_t const before = at == 0 ? text.npos : text.find_last_not_of(' ', at - 1);
    bool const coordinate = next != text.npos && text[next] == '<' && before != text.npos &&
                            (text[before] == '(' || text[before] == ',');
    if (coordinate || (at >= 4 && text.substr(at - 4, 4) == "let ")) return true;
  }
  return false;
}

/// Whether a text is a layout with its strides, where CuTe's `X` for `_` does not stand.
bool is_shape_and_stride(std::string_view text) {
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    depth += (text[k] == '(' || text[k] == '<') - (text[k] == ')' || text[k] == '>');
    if (text[k] == ':' && depth == 0) return text.substr(k, 2) != "::";
  }
  return false;
}

}  // namespace

std::vector<std::string> unknown_names(std::string_view text) {
  std::vector<std::string> r;
  bool const has_map = text.find("->") != text.npos, keeps = has_map || !is_shape_and_stride(text);
  for (std::size_t at = 0; at < text.size();) {
    bool const starts = is_capital(text[at]) && (at == 0 || !is_letter(text[at - 1]));
    std::size_t const end = is_name(text[at]) ? name_end(text, at) : at + 1;
    std::size_t const first = starts || !is_digit(text[at]) ? at : text.find_first_not_of("0123456789", at);
    if (first < end && is_capital(text[first])) {
      std::string const word(text.substr(first, end - first));
      char const next = end < text.size() ? text[end] : '\0';
      bool const known = has_map && is_of_a_map(text, word);
      if ((word != "X" || !keeps) && next != '<' && next != '(' && text.substr(end, 2) != "::" && !known)
        r.push_back(word);
    }
    at = end;
  }
  return r;
}

bool mentions_unknowns(std::string_view text) {
  bool const has_map = text.find("->") != text.npos;  // where `?` is C's
  return (text.find('?') != text.npos && !has_map) || !unknown_names(text).empty();
}

std::pair<int, int> Characters::place(std::size_t where) const {
  if (line_starts_.empty()) {
    line_starts_.push_back(hidden_);
    for (std::size_t at = text_.find('\n', hidden_); at != text_.npos; at = text_.find('\n', at + 1))
      line_starts_.push_back(at + 1);
  }
  auto const after = std::upper_bound(line_starts_.begin(), line_starts_.end(), where);
  return {static_cast<int>(after - line_starts_.begin()), static_cast<int>(where - *std::prev(after)) + 1};
}

void Characters::enter() {
  if (++levels_ > kMaxLevels) fail(fmt::format("nested beyond {} levels", kMaxLevels));
}

std::string Characters::place_text(std::size_t where) const {
  auto const [line, column] = place(where);
  return error_line(name_, line, column, "");
}

char Characters::peek() {
  while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  return at_ < text_.size() ? text_[at_] : '\0';
}

bool Characters::take(char c) {
  if (peek() != c || at_ == text_.size()) return false;
  ++at_;
  return true;
}

void Characters::end() {
  peek();
  if (at_ != text_.size()) fail("unexpected text after the end");
}

std::string_view Characters::word_ahead() {
  if (!is_letter(peek())) return {};
  std::size_t to = at_;
  while (to < text_.size() && (is_letter(text_[to]) || is_digit(text_[to]) || text_[to] == '_' ||
                               text_.substr(to, 2) == "::" || (to > at_ && text_.substr(to - 1, 2) == "::")))
    ++to;
  return text_.substr(at_, to - at_);
}

bool Characters::take_compose() {
  if (take('o')) return true;
  constexpr std::string_view circle = "\xe2\x88\x98";  // ∘
  if (text_.substr(at_, circle.size()) != circle) return false;
  at_ += circle.size();
  return true;
}

bool Characters::integer_ahead() {
  char const c = peek();
  if (c != '_') return is_digit(c) || c == '-';
  std::size_t next = at_ + 1;
  while (next < text_.size() && is_blank(text_[next])) ++next;
  return next < text_.size() && (is_digit(text_[next]) || text_[next] == '-');
}

std::int64_t Characters::integer() {
  take('_');
  bool const negative = take('-');
  if (!is_digit(peek())) fail("expected an integer or '('");
  std::size_t const start = at_;
  std::int64_t value = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    auto const longer = read_digit<std::int64_t>(value, text_[at_] - '0');
    if (!longer) fail("integer beyond 2^62", start);
    value = *longer;
  }
  return negative ? -value : value;
}

}  // namespace colex::cli
