// SPDX-License-Identifier: MIT
// A tiled copy over a tensor whose sizes are not known: predicates, and the conditions of wide accesses.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "colex/colex.hpp"
#include "operations/characters.hpp"
#include "questions/atoms.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

/// An integer, or a name.
struct Size {
  std::string text{};
  Int number = -1;
  bool is_known() const { return number >= 0; }
};

[[noreturn]] void no_sizes() {
  throw InputError(
      "tensor: with unknowns it is (M,N):(D,E), each an integer of at least 1 or a name that begins with a "
      "capital letter");
}

Size size_of(std::string const& text) {
  Size r{text, -1};
  if (text.empty()) no_sizes();
  if (is_digit(text[0])) {
    auto const* const to = text.data() + text.size();
    auto const read = std::from_chars(text.data(), to, r.number);
    if (read.ec != std::errc{} || read.ptr != to || r.number < 1 || r.number > Int{1} << 40) no_sizes();
  } else if (text[0] < 'A' || text[0] > 'Z' || !std::all_of(text.begin(), text.end(), is_name)) {
    no_sizes();
  }
  return r;
}

/// (M,N):(D,E)
std::array<Size, 4> sizes_of(std::string const& text) {
  std::string t;
  for (char const c : text)
    if (!is_blank(c)) t += c;
  std::size_t const colon = t.find("):(");
  if (colon == t.npos || t.front() != '(' || t.back() != ')') no_sizes();
  std::array<Size, 4> r;
  std::string const halves[] = {t.substr(1, colon - 1), t.substr(colon + 3, t.size() - colon - 4)};
  for (std::size_t h : {0, 1}) {
    std::size_t const comma = halves[h].find(',');
    if (comma == t.npos) no_sizes();
    r[2 * h] = size_of(halves[h].substr(0, comma)), r[2 * h + 1] = size_of(halves[h].substr(comma + 1));
  }
  return r;
}

/// The mode along which every access of `width` values goes, from a multiple of it on; -1: none.
int way_of(TiledCopy const& copy, Int width) {
  int way = -1;
  for (Int t = 0; t < copy.threads; ++t)
    for (Int v = 0; v < copy.values; ++v) {
      Int const first = evaluate(copy.tv, t + copy.threads * (v / width * width)),
                at = evaluate(copy.tv, t + copy.threads * v);
      Int const from[] = {first % copy.rows, first / copy.rows}, to[] = {at % copy.rows, at / copy.rows};
      if (v % width == 0) continue;
      int const here = to[0] == from[0] + v % width && to[1] == from[1]   ? 0
                       : to[1] == from[1] + v % width && to[0] == from[0] ? 1
                                                                          : -1;
      if (here < 0 || (way >= 0 && way != here) || from[here] % width != 0) return -1;
      way = here;
    }
  return way;
}

/// Adds that a size is a multiple, or 1; false where it is known not to be.
bool needs(std::vector<std::string>& where, Size const& size, Int multiple) {
  bool const one = multiple == 1;
  if (size.is_known()) return one ? size.number == 1 : size.number % multiple == 0;
  std::string const condition = one ? size.text + " == 1" : fmt::format("{} % {} == 0", size.text, multiple);
  if (std::find(where.begin(), where.end(), condition) == where.end()) where.push_back(condition);
  return true;
}

}  // namespace

SizedPartition sized_partition(TiledCopy const& copy, std::string const& tensor, int element) {
  if (element != 1 && element != 2 && element != 4 && element != 8 && element != 16)
    throw InputError("element: 1, 2, 4, 8 or 16 bytes");
  auto const sizes = sizes_of(tensor);
  Int const tile[] = {copy.rows, copy.columns};
  SizedPartition r;
  for (std::size_t k : {0, 1}) {
    Size const& extent = sizes[k];
    r.tiles[k] = extent.is_known() ? std::to_string((extent.number + tile[k] - 1) / tile[k])
                 : tile[k] == 1    ? extent.text
                                   : fmt::format("({} + {}) / {}", extent.text, tile[k] - 1, tile[k]);
    bool const whole = tile[k] == 1 || (extent.is_known() && extent.number % tile[k] == 0);
    if (!whole)
      r.predicates[k] =
          fmt::format("{}{} + {} < {}", tile[k], k == 0 ? 'a' : 'b', k == 0 ? 'i' : 'j', extent.text);
  }
  for (Int width = 16 / element; width >= 1; width /= 2) {
    SizedWidth one{width, {}};
    if (width > 1) {
      if (copy.values % width != 0) continue;
      int const way = way_of(copy, width);
      if (way < 0 || tile[way] % width != 0) continue;
      auto const along = static_cast<std::size_t>(way);
      bool const one_line = sizes[1 - along].number == 1;  // its stride is of no step
      if (!needs(one.where, sizes[2 + along], 1) || !needs(one.where, sizes[along], width) ||
          (!one_line && !needs(one.where, sizes[3 - along], width)))
        continue;
    }
    r.widths.push_back(one);
    if (one.where.empty()) break;
  }
  return r;
}

}  // namespace colex::cli
