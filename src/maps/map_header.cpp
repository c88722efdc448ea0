// SPDX-License-Identifier: MIT
// The header of a map: coordinates, their types and extents, nested.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "maps/map_reader.hpp"

namespace colex::cli {

/// (i<4, (j<2, k<8)) ->
void MapReader::header(MapText& text) {
  std::size_t const start = at_;
  IndexMap& map = text.map;
  map.shape.clear();
  entries(text);
  if (!take_text("->")) fail("expected '->'");
  if (text.extents.size() > kMaxCoordinates || map.shape.profile.overfull)
    fail(fmt::format("more than {} coordinates", kMaxCoordinates), start);
  in_header_ = false;
  for (std::string_view const name : names_) map.names.emplace_back(name);
  if (options_.sizes == nullptr || options_.sizes->empty()) check_extents(map, start);
}

void MapReader::check_extents(IndexMap& map, std::size_t start) {
  for (std::int64_t const extent : map.shape.leaves) {
    if (extent < 1) fail("every extent must be at least 1", start);
    if (extent > kMaxMapPoints / points_) fail(fmt::format("more than {} points", kMaxMapPoints), start);
    points_ *= extent;
    extents_.push_back(extent);
  }
}

void MapReader::entries(MapText& text) {
  Level const level(*this);
  expect('(', "expected '('");
  auto& profile = text.map.shape.profile;
  int const node = profile.count;
  profile.tuple(0);
  int count = 0;
  do {
    peek() == '(' ? entries(text) : coordinate(text);
    if (++count > kMaxCoordinates) fail(fmt::format("more than {} coordinates", kMaxCoordinates));
  } while (take(','));
  expect(')', "expected ',' or ')'");
  if (!profile.overfull) profile.node[node] = static_cast<std::uint8_t>(1 + count);
}

/// i<32, int i<32
void MapReader::coordinate(MapText& text) {
  Width width{};
  if (std::size_t end = 0; type_ahead(width, end)) {
    std::size_t const start = at_;
    if (typed_ && width != typed_as_) fail("the coordinates are of two types", start);
    speaks(Language::c, "a type", start);
    typed_ = true, typed_as_ = width, at_ = end;
    if (options_.width == Width::int64) program_.width = width;
    if (width == Width::uint32 || width == Width::uint64) program_.is_unsigned = true;
  }
  std::string_view const name = name_ahead();
  std::size_t const start = at_;
  if (name.empty()) fail("expected a coordinate, such as i<32");
  if (is_bound(name)) fail(fmt::format("{} has a meaning already", printable(name)), start);
  at_ += name.size();
  expect('<', "expected '<' and the extent");
  Program extent;
  std::swap(extent, program_);
  program_.language = extent.language;
  auto const names = std::exchange(names_, {});
  peek();
  std::size_t const from = at_;
  sum();
  names_ = names;
  std::swap(extent, program_);
  names_.push_back(name);
  text.map.shape.profile.leaf();
  bool const known = options_.sizes == nullptr || options_.sizes->empty();
  Machine machine(extent);
  std::int64_t const* const value = known ? machine.at(nullptr) : nullptr;
  if (known && value == nullptr) fail(machine.why(), from);
  text.map.shape.leaves.push(known ? *value : 1);
  text.extents.push_back(std::move(extent));
}

bool MapReader::is_bound(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end() ||
         std::any_of(locals_.begin(), locals_.end(), [&](Local const& l) { return l.name == name; });
}

}  // namespace colex::cli
