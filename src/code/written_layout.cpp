// SPDX-License-Identifier: MIT
#include "code/written_layout.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

#include "operations/failure.hpp"

namespace colex::code {

namespace {

constexpr std::int64_t kMostPoints = std::int64_t{1} << 40;

[[noreturn]] void not_read(std::string_view text) {
  throw cli::InputError(
      fmt::format("'{}' is not read: expected SHAPE:STRIDE, or Sw<B,M,S> o OFFSET o SHAPE:STRIDE", text));
}

/// The numbers of a tuple; its brackets and commas go to `rest`.
std::vector<std::int64_t> numbers(std::string_view text, std::string& rest) {
  std::vector<std::int64_t> r;
  for (std::size_t at = 0; at < text.size();) {
    char const c = text[at];
    if (c == '(' || c == ')' || c == ',') {
      rest += c, ++at;
      continue;
    }
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc{}) not_read(text);
    rest += '.', r.push_back(value), at = static_cast<std::size_t>(end - text.data());
  }
  return r;
}

/// Whether brackets and numbers are a tuple; the leaves of its modes.
bool is_tuple(std::string_view form, std::vector<std::size_t>& leaves) {
  int depth = 0;
  bool ends = false;  // a value has just ended
  if (form == ".") return leaves = {1}, true;
  if (form.empty() || form[0] != '(') return false;
  leaves = {0};
  for (std::size_t k = 0; k < form.size(); ++k) {
    char const c = form[k];
    if (c == '(' || c == '.') {
      if (ends || (depth == 0 && k > 0)) return false;
      if (c == '(')
        ++depth;
      else
        ++leaves.back(), ends = true;
    } else if (c == ')') {
      if (!ends || --depth < 0) return false;
    } else {
      if (!ends) return false;
      ends = false;
      if (depth == 1) leaves.push_back(0);
    }
  }
  return depth == 0 && ends;
}

}  // namespace

WrittenLayout written_layout(std::string const& text) {
  WrittenLayout r;
  std::string_view rest = text;
  std::string form;
  if (rest.starts_with("Sw<")) {
    std::size_t const close = rest.find('>'), inner = rest.find(" o "),
                      outer = inner == rest.npos ? rest.npos : rest.find(" o ", inner + 3);
    if (close == rest.npos || inner != close + 1 || outer == rest.npos) not_read(text);
    auto const of = numbers(rest.substr(3, close - 3), form),
               middle = numbers(rest.substr(inner + 3, outer - inner - 3), form);
    if (form != ".,.,.." || of[0] < 0 || of[0] > 16 || of[1] < 0 || of[1] > 16 || of[2] < -16 || of[2] > 16)
      not_read(text);
    r.bits = static_cast<int>(of[0]), r.base = static_cast<int>(of[1]), r.shift = static_cast<int>(of[2]);
    r.offset = middle[0], rest = rest.substr(outer + 3);
  }
  std::size_t const colon = rest.find(':');
  if (colon == rest.npos) not_read(text);
  std::string of_stride;
  form.clear();
  r.shape = numbers(rest.substr(0, colon), form), r.stride = numbers(rest.substr(colon + 1), of_stride);
  if (form != of_stride || !is_tuple(form, r.leaves)) not_read(text);
  std::int64_t points = 1;
  for (std::int64_t const extent : r.shape) {
    if (extent < 1 || extent > kMostPoints / points) not_read(text);
    points *= extent;
  }
  for (std::int64_t const stride : r.stride)
    if (stride > kMostPoints || stride < -kMostPoints) not_read(text);
  return r;
}

std::int64_t WrittenLayout::extent(std::size_t k) const {
  std::size_t first = 0;
  for (std::size_t m = 0; m < k; ++m) first += leaves[m];
  std::int64_t r = 1;
  for (std::size_t leaf = first; leaf < first + leaves[k]; ++leaf) r *= shape[leaf];
  return r;
}

std::int64_t WrittenLayout::at(std::vector<std::int64_t> const& coordinate) const {
  std::int64_t r = offset;
  std::size_t leaf = 0;
  for (std::size_t m = 0; m < leaves.size(); ++m) {
    std::int64_t index = coordinate[m];
    for (std::size_t k = 0; k < leaves[m]; ++k, ++leaf)
      r += index % shape[leaf] * stride[leaf], index /= shape[leaf];
  }
  return swizzled(r);
}

/// The bits from base + shift on are flipped into those from base on; with a shift below 0, the other way round.
std::int64_t WrittenLayout::swizzled(std::int64_t x) const {
  std::int64_t const mask = ((std::int64_t{1} << bits) - 1) << (base + (shift > 0 ? shift : 0));
  return x ^ (shift >= 0 ? (x & mask) >> shift : (x & mask) << -shift);
}

}  // namespace colex::code
