// SPDX-License-Identifier: MIT
// Tuples are read twice: parentheses say where one ends, and the character after it says what it was.
#include "text/tiler.hpp"

#include <vector>

namespace colex {

namespace {

using Int = std::int64_t;

struct Reading {
  std::string_view text;
  std::size_t at = 0;
  char const* message = nullptr;
  std::size_t failed_at = 0;
  int depth = 0;

  void fail(char const* why, std::size_t where) {
    if (message == nullptr) message = why, failed_at = where;
  }
  char peek() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at < text.size() ? text[at] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at;
    return true;
  }
  /// `_` on its own; `_4` is the integer 4.
  bool take_underscore() {
    if (peek() != '_' || (at + 1 < text.size() && text[at + 1] >= '0' && text[at + 1] <= '9')) return false;
    ++at;
    return true;
  }
  /// One past the integer or the parenthesis that starts here.
  std::size_t end_of_tuple() {
    std::size_t end = at;
    int open = 0;
    for (; end < text.size(); ++end) {
      char const c = text[end];
      if (c == '(') ++open;
      if (open == 0 && (c == ',' || c == ')' || c == ':')) break;
      if (c == ')' && --open == 0) return end + 1;
    }
    return end;
  }
  template <class T>
  Parsed<T> done(T const& value) {
    peek();
    if (message == nullptr && at != text.size()) fail("unexpected text after the end", at);
    return message == nullptr ? Parsed<T>{value} : Parsed<T>{{}, message, static_cast<int>(failed_at) + 1};
  }
};

constexpr char const* kTooLarge = "more than 32 leaves, or nested beyond 64 nodes";

/// The entries of a tuple, each read by `one`.
template <class T, class One>
std::vector<T> entries(Reading& in, One one) {
  std::vector<T> all;
  if (in.take(')')) return all;
  if (++in.depth > kMaxNodes) in.fail(kTooLarge, in.at);
  while (in.message == nullptr) {
    all.push_back(one(in));
    if (all.size() > kMaxNodes) in.fail(kTooLarge, in.at);
    if (in.message != nullptr || in.take(')')) break;
    if (!in.take(',')) in.fail("expected ',' or ')'", in.at);
  }
  --in.depth;
  return all;
}

Tiler<Int> read_tiler(Reading& in) {
  if (in.take_underscore()) return keep<Int>();
  in.peek();
  std::size_t const start = in.at, end = in.end_of_tuple();
  std::size_t after = end;
  while (after < in.text.size() && (in.text[after] == ' ' || in.text[after] == '\t')) ++after;
  bool const is_layout = after < in.text.size() && in.text[after] == ':';
  if (is_layout || in.peek() != '(') {
    if (is_layout) {
      in.at = after + 1;
      in.peek();
    }
    std::size_t const to = is_layout ? in.end_of_tuple() : end;
    auto const parsed = parse_layout(in.text.substr(start, to - start));
    if (!parsed) in.fail(parsed.message, start + static_cast<std::size_t>(parsed.column) - 1);
    in.at = to;
    return tile(parsed.value);
  }
  in.take('(');
  auto const all = entries<Tiler<Int>>(in, read_tiler);
  if (in.message != nullptr) return {};  // an entry may be too large to be grafted
  Tiler<Int> r{open<Mode<Int>>(static_cast<int>(all.size())), 0, 0};
  for (auto const& entry : all) {
    int const node = r.modes.profile.count;
    if (node < kMaxNodes) r.tiles |= entry.tiles << node, r.keeps |= entry.keeps << node;
    graft(r.modes, entry.modes);
  }
  if (r.modes.overfull()) in.fail(kTooLarge, start);
  return r;
}

Slicer<Int> read_slicer(Reading& in) {
  if (in.take_underscore()) return leaf(Slot<Int>{});
  in.peek();
  std::size_t const start = in.at;
  if (!in.take('(')) {
    std::size_t const end = in.end_of_tuple();
    auto const parsed = parse_tuple(in.text.substr(start, end - start));
    if (!parsed) in.fail(parsed.message, start + static_cast<std::size_t>(parsed.column) - 1);
    in.at = end;
    return leaf(Slot<Int>{false, parsed ? parsed.value.leaves[0] : 0});
  }
  auto const all = entries<Slicer<Int>>(in, read_slicer);
  if (in.message != nullptr) return {};
  auto r = open<Slot<Int>>(static_cast<int>(all.size()));
  for (auto const& entry : all) graft(r, entry);
  if (r.overfull()) in.fail(kTooLarge, start);
  return r;
}

}  // namespace

Parsed<Tiler<Int>> parse_tiler(std::string_view text) {
  Reading in{text};
  auto const value = read_tiler(in);
  return in.done(value);
}

Parsed<Slicer<Int>> parse_slicer(std::string_view text) {
  Reading in{text};
  auto const value = read_slicer(in);
  return in.done(value);
}

}  // namespace colex
