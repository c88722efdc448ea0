// SPDX-License-Identifier: MIT
// Triton's encodings. A distributed one becomes the layout ((lanes, warps), values) -> element of the tile that it
// covers once, counted column-major: dimension 0 fastest.
#include "questions/encodings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "operations/characters.hpp"
#include "questions/foreign.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;
using Row = std::vector<Int>;

constexpr std::size_t kMaxVectors = 30;

/// "[1, 8]" or "[[0, 1], [2, 0]]" as rows of numbers.
std::vector<Row> rows_of(std::string_view text) {
  std::vector<Row> rows;
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    char const c = text[k];
    if (c == '[') {
      if (++depth > 2) throw InputError("lists nested beyond two");
      rows.emplace_back();
    } else if (c == ']') {
      --depth;
    } else if (c >= '0' && c <= '9') {
      Int n = 0;
      for (; k < text.size() && text[k] >= '0' && text[k] <= '9'; ++k)
        if (n < Int{1} << 40) n = 10 * n + (text[k] - '0');
      --k;
      if (rows.empty()) rows.emplace_back();
      rows.back().push_back(n);
    } else if (c != ',' && c != ' ') {
      throw InputError("expected a list of integers");
    }
  }
  return rows;
}

/// Modes of one side.
struct Side {
  std::vector<std::pair<Int, Int>> modes{};
  void push(Int shape, Int stride) {
    if (shape != 1) modes.emplace_back(shape, stride);
  }
};

std::string text_of(Side const& side, bool strides) {
  if (side.modes.empty()) return strides ? "0" : "1";
  std::string out;
  for (auto const& [shape, stride] : side.modes)
    out += fmt::format("{}{}", out.empty() ? "" : ",", strides ? stride : shape);
  return side.modes.size() == 1 ? out : "(" + out + ")";
}

void answer(Found& found, Side const& lanes, Side const& warps, Side const& values, Row const& tile) {
  std::string const layout =
      fmt::format("(({},{}),{}):(({},{}),{})", text_of(lanes, false), text_of(warps, false),
                  text_of(values, false), text_of(lanes, true), text_of(warps, true), text_of(values, true));
  read_dialect(found, layout);
  found.note = fmt::format("((lane, warp), value) -> element of the tile ({}), dimension 0 fastest",
                           fmt::join(tile, ","));
}

/// The steps of a tile as strides of its elements.
void tile(Found& found, EncodedTile const& t) {
  Row extents, stride(1, 1);
  for (std::size_t d = 0; d < t.dims; ++d) {
    extents.push_back(t.extent(d));
    if (stride.back() > (Int{1} << 50) / extents.back())
      throw InputError("the tile has more than 2^50 elements");
    stride.push_back(stride.back() * extents.back());
  }
  auto const side = [&](std::vector<Steps> const& steps) {
    Side r;
    for (Steps const& s : steps) r.push(s.shape, s.step * stride[s.dim]);
    return r;
  };
  answer(found, side(t.lanes), side(t.warps), side(t.values), extents);
}

/// The images of 1, 2, 4, ... of each input. They make a layout where no two set the same bit.
void linear(Found& found, Attributes const& all) {
  std::vector<Row> images[3];
  char const* const names[] = {"lane", "warp", "register"};
  std::size_t dims = 0;
  for (int k = 0; k < 3; ++k) {
    auto const at = all.find(names[k]);
    if (at == all.end()) throw InputError(fmt::format("{} is missing", names[k]));
    for (Row const& row : rows_of(at->second))
      if (!row.empty()) images[k].push_back(row), dims = std::max(dims, row.size());
  }
  if (dims == 0 || dims > kMaxDims) throw InputError("it has no dimension, or more than 8");
  Row used(dims), tile(dims, 1);
  for (auto const& side : images)
    for (Row const& row : side) {
      if (row.size() != dims || side.size() > kMaxVectors)
        throw InputError("its vectors differ in length, or are too many");
      for (std::size_t d = 0; d < dims; ++d) {
        if ((used[d] & row[d]) != 0)
          throw InputError("two vectors set the same bit: linear over GF(2), but no layout");
        used[d] |= row[d];
      }
    }
  Row stride(1, 1);
  for (std::size_t d = 0; d < dims; ++d) {
    while (tile[d] <= used[d]) tile[d] *= 2;
    if (stride.back() > (Int{1} << 50) / tile[d]) throw InputError("the tile has more than 2^50 elements");
    stride.push_back(stride.back() * tile[d]);
  }
  Side sides[3];
  for (int k = 0; k < 3; ++k)
    for (Row const& row : images[k]) {
      Int offset = 0;
      for (std::size_t d = 0; d < dims; ++d) offset += row[d] * stride[d];
      auto& modes = sides[k].modes;
      bool const on = !modes.empty() &&
                      offset == modes.back().first * modes.back().second;  // goes on where the last one ends
      on ? static_cast<void>(modes.back().first *= 2) : sides[k].push(2, offset);
    }
  answer(found, sides[0], sides[1], sides[2], tile);
}

}  // namespace

Attributes attributes_of(std::string_view text) {
  Attributes all;
  std::size_t const open = text.find('{');
  std::int64_t scanned = 0;
  std::size_t const close = open == text.npos ? open : closing(text, open, scanned);
  auto const blank = [](std::string_view rest) { return std::all_of(rest.begin(), rest.end(), is_blank); };
  if (close == text.npos || !blank(text.substr(0, open)) || !blank(text.substr(close + 1)))
    throw InputError("expected its attributes, {NAME = VALUE, ...}, and no more");
  for (std::string const& part : parts(text.substr(open + 1, close - open - 1))) {
    std::size_t const equals = std::min(part.find('='), part.size());
    std::string name = part.substr(0, equals), value = part.substr(std::min(equals + 1, part.size()));
    while (!name.empty() && is_blank(name.back())) name.pop_back();
    while (!value.empty() && is_blank(value.front())) value.erase(0, 1);
    if (name.empty() && value.empty()) continue;  // {}
    if (!all.emplace(name, value).second) throw InputError(fmt::format("{} is there twice", printable(name)));
  }
  return all;
}

void know_all(Attributes const& all, std::initializer_list<std::string_view> known) {
  for (auto const& [name, value] : all)
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw InputError(fmt::format("the attribute {} is not known", printable(name)));
}

void within_one_block(Attributes const& all) {
  auto const refuse = [&](char const* name) {
    throw InputError(fmt::format("{} = {} divides it among blocks", name, printable(all.at(name))));
  };
  auto const holds_other = [&](char const* name, Int than) {
    auto const at = all.find(name);
    if (at == all.end()) return false;
    for (auto const& row : rows_of(at->second))
      for (Int const n : row)
        if (n != than) return true;
    return false;
  };
  for (char const* counts : {"CTAsPerCGA", "CTASplitNum"})
    if (holds_other(counts, 1)) refuse(counts);
  for (char const* vectors : {"CGALayout", "block"})
    if (holds_other(vectors, 0)) refuse(vectors);
}

std::vector<Int> one_row(Attributes const& all, char const* name, std::size_t dims) {
  auto const at = all.find(name);
  if (at == all.end()) throw InputError(fmt::format("{} is missing", name));
  auto const rows = rows_of(at->second);
  if (rows.size() != 1 || rows[0].empty() || rows[0].size() > kMaxDims ||
      (dims != 0 && rows[0].size() != dims))
    throw InputError(fmt::format("{} is no list of as many integers as there are dimensions", name));
  return rows[0];
}

void read_encoding(Found& found, std::string_view name, std::string_view attributes, Aliases const& aliases) {
  try {
    auto const all = attributes_of(attributes);
    if (name == "linear") {
      know_all(all, {"register", "lane", "warp", "block"});
      within_one_block(all);
      return linear(found, all);
    }
    auto const number = [&](char const* key) {
      auto const at = all.find(key);
      return at == all.end() ? std::string("?") : printable(at->second);
    };
    if (name == "swizzled_shared" || name == "shared")
      found.reason =
          fmt::format("the swizzle depends on the rows: colex swizzle --triton {},{},{} --row ELEMENTS",
                      number("vec"), number("perPhase"), number("maxPhase"));
    else if (name == "nvmma_shared")
      found.reason = fmt::format(
          "a swizzle of rows that depend on the tensor: colex swizzle --tma {} on elements of {} bits",
          number("swizzlingByteWidth"), number("elementBitWidth"));
    else
      tile(found, tile_of(name, all, aliases));
  } catch (InputError const& error) {
    found.reason = error.message;
  }
}

}  // namespace colex::cli
