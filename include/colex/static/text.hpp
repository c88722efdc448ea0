// SPDX-License-Identifier: MIT
// The text form of a layout, in which `?` stands for a number that is given at run time.
//
//   static_assert(detail::read_layout("(?,64):(1,?)").value.leaves[0].shape == detail::given(0));
//   static_assert(detail::read_layout("(?4,64):(1,?)").column == 2);
#pragma once

#include "colex/static/tree.hpp"
#include "colex/text.hpp"

namespace colex::detail {

/// A text with 0 where it has `?`, and which numbers those are. `message` is null where each stands alone.
struct Zeroed {
  static constexpr std::size_t longest = 255;
  char text[longest + 1]{};
  bool asks[longest + 1]{};
  std::size_t colon = 0, at = 0;
  char const* message = nullptr;
};

constexpr Zeroed zero_asked(std::string_view text) {
  Zeroed r;
  r.colon = text.size();
  if (text.size() > Zeroed::longest) return r.message = "a layout with ? has at most 255 characters", r;
  auto const in_number = [&](std::size_t k) {
    return k < text.size() &&
           (text[k] == '?' || text[k] == '-' || text[k] == '_' || (text[k] >= '0' && text[k] <= '9'));
  };
  int numbers = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == ':' && r.colon == text.size()) r.colon = k;
    bool const begins = in_number(k) && (k == 0 || !in_number(k - 1));
    if (begins) r.asks[numbers++] = text[k] == '?';
    if (text[k] == '?' && (!begins || in_number(k + 1))) return r.message = "expected '?' alone", r.at = k, r;
    r.text[k] = text[k] == '?' ? '0' : text[k];
  }
  if (r.colon == text.size()) r.message = "a layout with ? has strides", r.at = r.colon;
  return r;
}

/// A layout in whose text a number may be `?`: the leaf is then given(k), k counting the `?` from 0. Errors:
/// parse_layout's, a `?` beside a digit or sign, a bare shape with `?`, a text of more than 255 characters.
constexpr Parsed<Layout<std::int64_t>> read_layout(std::string_view text) {
  using Answer = Parsed<Layout<std::int64_t>>;
  if (text.find('?') == std::string_view::npos) return parse_layout(text);
  Zeroed const zeroed = zero_asked(text);
  if (zeroed.message != nullptr) return Answer{{}, zeroed.message, static_cast<int>(zeroed.at) + 1};
  int const colon = static_cast<int>(zeroed.colon);
  std::string_view const read(zeroed.text, text.size());
  auto extents = parse_tuple(read.substr(0, zeroed.colon)),
       strides = parse_tuple(read.substr(zeroed.colon + 1));
  if (!extents) return Answer{{}, extents.message, extents.column};
  if (!strides) return Answer{{}, strides.message, colon + 1 + strides.column};
  int leaf = 0, next = 0;
  for (auto* tuple : {&extents.value, &strides.value})
    for (auto& x : tuple->leaves) x = zeroed.asks[leaf++] ? given(next++) : x;
  if (!congruent(extents.value, strides.value))
    return Answer{{}, "stride is not nested as shape is", colon + 1};
  Answer r{{extents.value.profile, {}}};
  for (int k = 0; k < extents.value.leaves.count; ++k) {
    if (extents.value.leaves[k] < 1) return Answer{{}, "an extent is below 1", 1};
    r.value.leaves.push({extents.value.leaves[k], strides.value.leaves[k]});
  }
  return r;
}

}  // namespace colex::detail
