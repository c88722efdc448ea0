// SPDX-License-Identifier: MIT
// The tensors and pieces of shared memory that a text of MLIR gives an encoding: "tensor<64x128xf16, #a>", and
// "memdesc<64x64xf16, #s, #smem, mutable, 64x128>", a part of an allocation of 64 x 128.
#include <algorithm>

#include "operations/characters.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

/// "64x128x", from k on, which comes behind it; 0 stands for an unknown extent.
std::vector<std::int64_t> extents_at(std::string_view text, std::size_t& k) {
  std::vector<std::int64_t> r;
  while (k < text.size() && (is_digit(text[k]) || text[k] == '?')) {
    std::size_t const digits = k;
    while (k < text.size() && (is_digit(text[k]) || text[k] == '?')) ++k;
    if (k >= text.size() || text[k] != 'x' || k - digits > 15) break;
    r.push_back(text[digits] == '?' ? 0 : std::stoll(std::string(text.substr(digits, k - digits))));
    ++k;
  }
  return r;
}

/// The last part of a memdesc's type, if it is the shape of its allocation; `at` is behind the encoding.
std::vector<std::int64_t> allocation_behind(std::string_view text, std::size_t at) {
  std::size_t const end = text.find_first_of(">\n", at);
  if (end == text.npos || text[end] != '>') return {};
  std::string_view const parts = text.substr(at, end - at);
  std::size_t const comma = parts.rfind(',');
  if (comma == parts.npos) return {};
  std::size_t const first = parts.find_first_not_of(' ', comma + 1);
  if (first == parts.npos || parts.find_first_not_of("0123456789x", first) != parts.npos) return {};
  std::string const last = std::string(parts.substr(first)) + "x";
  std::size_t k = 0;
  auto r = extents_at(last, k);
  if (k != last.size() || r.size() > kMaxDims) return {};
  return r;
}

}  // namespace

Shapes shapes_in(std::string_view text) {
  Shapes all;
  Places places(text);
  std::int64_t scanned = 0;
  constexpr std::size_t kMost = 16;  // of one encoding
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t const name = text.substr(at).starts_with("tensor<")    ? 7
                             : text.substr(at).starts_with("memdesc<") ? 8
                                                                       : 0;
    if (name == 0 || (at > 0 && is_name(text[at - 1]))) continue;
    TensorShape shape;
    std::size_t k = at + name;
    shape.extents = extents_at(text, k);
    std::size_t const comma = text.find_first_of(",>\n", k);
    if (shape.extents.empty() || shape.extents.size() > kMaxDims || comma == text.npos || text[comma] != ',')
      continue;
    std::size_t const start = text.find_first_not_of(' ', comma + 1);
    if (start == text.npos || text[start] != '#') continue;
    std::size_t end = start + 1;
    while (end < text.size() && (is_name(text[end]) || text[end] == '.')) ++end;
    if (end < text.size() && text[end] == '<') {
      std::size_t const close = closing(text, end, scanned);
      if (close == text.npos) continue;
      end = close + 1;
    }
    if (name == 8) shape.allocated = allocation_behind(text, end);
    shape.line = places(at).first;
    auto& of = all[std::string(text.substr(start, end - start))];
    bool const known = std::any_of(of.begin(), of.end(), [&](TensorShape const& s) {
      return s.extents == shape.extents && s.allocated == shape.allocated;
    });
    if (!known && of.size() < kMost) of.push_back(shape);
  }
  return all;
}

}  // namespace colex::cli
