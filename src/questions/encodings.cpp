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

/// A layout in the text of colex, perhaps behind a map over GF(2).
void read_layout(Found& found, std::string const& text) {
  if (text.front() != '[') return read_dialect(found, text);
  found.text = to_text(read_value(text, "layout", false));
}

void answer(Found& found, Side const& lanes, Side const& warps, Side const& values, Row const& tile,
            std::string const& map = "") {
  std::string const layout =
      map + fmt::format("(({},{}),{}):(({},{}),{})", text_of(lanes, false), text_of(warps, false),
                        text_of(values, false), text_of(lanes, true), text_of(warps, true),
                        text_of(values, true));
  read_layout(found, layout);
  found.note = fmt::format("((lane, warp), value) -> element of the tile ({}), dimension 0 fastest",
                           fmt::join(tile, ","));
}

/// The side's modes of doubling images; a mode goes on where the last one ends.
Side doubled(std::vector<Int> const& images) {
  Side r;
  for (Int const offset : images) {
    auto& modes = r.modes;
    bool const on = !modes.empty() && offset == modes.back().first * modes.back().second;
    on ? static_cast<void>(modes.back().first *= 2) : r.push(2, offset);
  }
  return r;
}

/// The images of 1, 2, 4, ... of each input: of lanes, warps and registers, or of offsets. They make a layout where no two
/// set the same bit, and else a map over GF(2).
void linear(Found& found, Attributes const& all) {
  bool const shared = all.count("offset") != 0;
  std::vector<char const*> const names =
      shared ? std::vector<char const*>{"offset"} : std::vector<char const*>{"lane", "warp", "register"};
  std::vector<std::vector<Row>> images(names.size());
  std::size_t dims = 0;
  for (std::size_t k = 0; k < names.size(); ++k) {
    auto const at = all.find(names[k]);
    if (at == all.end()) throw InputError(fmt::format("{} is missing", names[k]));
    for (Row const& row : rows_of(at->second))
      if (!row.empty()) images[k].push_back(row), dims = std::max(dims, row.size());
  }
  if (dims > kMaxDims) throw InputError("it has more than 8 dimensions");
  dims = std::max<std::size_t>(dims, 1);  // one element, of no vector
  Row used(dims), tile(dims, 1), stride(1, 1);
  bool apart = true;
  for (auto const& side : images)
    for (Row const& row : side) {
      if (row.size() != dims || side.size() > kMaxVectors)
        throw InputError("its vectors differ in length, or are too many");
      for (std::size_t d = 0; d < dims; ++d) apart = apart && (used[d] & row[d]) == 0, used[d] |= row[d];
    }
  for (std::size_t d = 0; d < dims; ++d) {
    while (tile[d] <= used[d]) tile[d] *= 2;
    if (stride.back() > (Int{1} << 50) / tile[d]) throw InputError("the tile has more than 2^50 elements");
    stride.push_back(stride.back() * tile[d]);
  }
  std::vector<std::vector<Int>> offsets(names.size());
  std::vector<Int> columns;
  for (std::size_t k = 0; k < names.size(); ++k)
    for (Row const& row : images[k]) {
      Int offset = 0;
      for (std::size_t d = 0; d < dims; ++d) offset += row[d] * stride[d];
      offsets[k].push_back(offset), columns.push_back(offset);
    }
  std::string map;
  if (!apart) {  // the same bits of the index, and the map behind them
    map = fmt::format("[{}] o 0 o ", fmt::join(columns, ","));
    Int bit = 1;
    for (auto& side : offsets)
      for (Int& offset : side) offset = bit, bit *= 2;
  }
  std::vector<Side> sides;
  for (auto const& side : offsets) sides.push_back(doubled(side));
  if (!shared) return answer(found, sides[0], sides[1], sides[2], tile, map);
  read_layout(found, map + text_of(sides[0], false) + ":" + text_of(sides[0], true));
  found.note = fmt::format("offset -> element of the tile ({}), dimension 0 fastest", fmt::join(tile, ","));
}

}  // namespace

void read_tile(Found& found, EncodedTile const& t) {
  std::vector<Int> extents, stride(1, 1);
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

/// Why an encoding has no layout where no tensor of the text has it; `instead` says what answers all the same.
static std::string without_tensor(std::string_view name, std::string const& instead) {
  return fmt::format("{} depends on the tensor, and no tensor or memdesc of the text has it{}",
                     printable(name), instead);
}

void read_encoding(Found& found, std::string_view name, std::string_view attributes, Aliases const& aliases) {
  try {
    std::size_t const alignment = name == "shared_linear" ? attributes.rfind(", alignment") : attributes.npos;
    attributes = attributes.substr(0, alignment);
    if (name == "padded_shared") throw InputError(without_tensor(name, ""));
    auto const all = attributes_of(attributes);
    if (depends_on_shape(name)) {
      auto const number = [&](char const* key) {
        auto const at = all.find(key);
        return at == all.end() ? std::string("?") : printable(at->second);
      };
      throw InputError(without_tensor(
          name, name == "nvmma_shared" ? fmt::format(": colex swizzle --tma {} on elements of {} bits",
                                                     number("swizzlingByteWidth"), number("elementBitWidth"))
                : name.ends_with("shared")
                    ? fmt::format(": colex swizzle --triton {},{},{} --row ELEMENTS", number("vec"),
                                  number("perPhase"), number("maxPhase"))
                    : ""));
    }
    if (name == "linear" || name == "shared_linear") {
      if (name == "linear")
        know_all(all, {"register", "lane", "warp", "block"});
      else
        know_all(all, {"offset", "block"});
      within_one_block(all);
      return linear(found, all);
    }
    read_tile(found, tile_of(name, all, aliases));
  } catch (InputError const& error) {
    found.reason = error.message;
  }
}

std::size_t read_vectors(Found& found, std::string_view text, std::size_t at) {
  Attributes all;
  std::size_t end = at, k = at;
  auto const blanks = [&] {
    while (k < text.size() && is_blank(text[k])) ++k;
  };
  for (;;) {
    blanks();
    if (text.substr(k, 2) == "- ") k += 2, blanks();
    std::size_t const start = k;
    while (k < text.size() && is_name(text[k])) ++k;
    std::string const name(text.substr(start, k - start));
    constexpr std::string_view kNone = " is a size 1 dimension", kWhere = " out dims are:";
    if (name.empty()) break;
    std::string& rows = all[name];
    if (text.substr(k).starts_with(kNone)) {
      end = k += kNone.size();
    } else if (name == "where" && text.substr(k).starts_with(kWhere)) {
      all.erase("where");
      std::size_t const close = text.find(']', k);
      if (close != text.npos) end = close + 1;
      break;
    } else if (text.substr(k, 1) == "=") {
      std::size_t const arrow = text.find("->", k), line = std::min(text.find('\n', k), text.size());
      if (arrow == text.npos || arrow > line) break;
      std::size_t const open = text.find('(', arrow), close = text.find(')', arrow);
      bool const bracket = open < line && close < line;
      std::string_view const row =
          bracket ? text.substr(open + 1, close - open - 1) : text.substr(arrow + 2, line - arrow - 2);
      rows += (rows.empty() ? "[" : ", [") + std::string(row) + "]";
      end = k = bracket ? close + 1 : line;
    } else {
      all.erase(name);
      break;
    }
  }
  if (end == at) return 0;
  found.source = text.substr(at, end - at);
  try {
    for (auto& [name, rows] : all) rows = "[" + rows + "]";
    bool const shared = all.count("offset") != 0;
    for (char const* missing : {"register", "lane", "warp"})
      if (!shared) all.emplace(missing, "[]");
    if (shared)
      know_all(all, {"offset", "block"});
    else
      know_all(all, {"register", "lane", "warp", "block"});
    within_one_block(all);
    linear(found, all);
  } catch (InputError const& error) {
    found.reason = error.message;
  }
  return end;
}

}  // namespace colex::cli
