// SPDX-License-Identifier: MIT
#include "cli/plain_request.hpp"

namespace colex::cli {

namespace {

/// Each step goes on and is true, or is false, and the text is not plain.
class Plain {
 public:
  explicit Plain(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {}

  bool read(PlainRequest& r) {
    if (!take('{')) return false;
    do {
      std::string_view key;
      if (!quoted(key) || !take(':') || !member(r, key)) return false;
    } while (take(','));
    bool const by_name = !r.op.empty() && r.has_args && r.expression.empty();
    bool const by_text = r.op.empty() && !r.has_args && !r.expression.empty();
    return take('}') && peek() == end_ && (by_name || by_text) && r.op != "help";
  }

 private:
  bool member(PlainRequest& r, std::string_view key) {
    if (key == "op") return r.op.empty() && quoted(r.op) && !r.op.empty();
    if (key == "expression") return r.expression.empty() && quoted(r.expression) && !r.expression.empty();
    if (key == "args") return !r.has_args && arguments(r);
    return key == "id" && r.id.empty() && identity(r.id);
  }

  bool arguments(PlainRequest& r) {
    r.has_args = true;
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      auto& one = r.args.emplace_back();
      one.is_text = ahead('"');
      std::string_view digits;
      if (!(one.is_text ? quoted(one.text) : integer(digits, one.number))) return false;
    } while (take(','));
    return take(']');
  }

  /// Without its quotation marks.
  bool quoted(std::string_view& out) {
    if (!take('"')) return false;
    char const* const start = at_;
    while (at_ != end_ && *at_ >= ' ' && *at_ <= '~' && *at_ != '"' && *at_ != '\\') ++at_;
    out = {start, static_cast<std::size_t>(at_ - start)};
    return at_ != end_ && *at_++ == '"';
  }

  bool integer(std::string_view& out, std::int64_t& value) {
    char const* const start = peek();
    bool const negative = at_ != end_ && *at_ == '-';
    if (negative) ++at_;
    char const* const first = at_;
    for (value = 0; at_ != end_ && *at_ >= '0' && *at_ <= '9' && at_ - first < 18; ++at_)
      value = 10 * value + (*at_ - '0');
    if (at_ == first || (*first == '0' && (negative || at_ - first > 1))) return false;
    if (negative) value = -value;
    out = {start, static_cast<std::size_t>(at_ - start)};
    return peek() != end_ && (*at_ == ',' || *at_ == ']' || *at_ == '}');
  }

  /// Text, with its quotation marks, or an integer.
  bool identity(std::string_view& out) {
    std::int64_t value = 0;
    if (!ahead('"')) return integer(out, value);
    char const* const start = at_;
    if (!quoted(out)) return false;
    out = {start, static_cast<std::size_t>(at_ - start)};
    return true;
  }

  char const* peek() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
    return at_;
  }
  bool ahead(char c) { return peek() != end_ && *at_ == c; }
  bool take(char c) {
    bool const there = ahead(c);
    if (there) ++at_;
    return there;
  }

  char const *at_, *end_;
};

}  // namespace

bool read_plain(std::string_view text, PlainRequest& request) { return Plain(text).read(request); }

}  // namespace colex::cli
