// SPDX-License-Identifier: MIT
// Layouts that a source makes of names: their modes by the names of their entries, and tiles of them.
#include <fmt/format.h>

#include <algorithm>

#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

/// Flat modes whose strides are compact: the places of the modes, the fastest first.
std::optional<std::vector<std::size_t>> compact_order_of(std::vector<Spelled> const& shape,
                                                         std::vector<Spelled> const& stride) {
  std::vector<std::size_t> order;
  Spelled step = spelled_number(1);
  while (order.size() < shape.size()) {
    std::size_t k = 0;
    while (k < shape.size() &&
           (to_text(stride[k]) != to_text(step) || std::find(order.begin(), order.end(), k) != order.end()))
      ++k;
    if (k == shape.size() || shape[k].is != Is::leaf) return {};
    order.push_back(k), step = spelled_product(step, shape[k]);
  }
  return order;
}

}  // namespace

std::optional<Spelled> spelled_either(Spelled first, std::string const& condition, Spelled const& other) {
  if (to_text(first) == to_text(other)) return first;
  if (first.is != other.is || first.parts.size() != other.parts.size()) return {};
  if (first.is == Is::leaf)
    return spelled_leaf(fmt::format("({} if {} else {})", first.text, condition, other.text));
  if (first.parts.empty()) return {};
  for (std::size_t k = 0; k < first.parts.size(); ++k) {
    auto const each = spelled_either(first.parts[k], condition, other.parts[k]);
    if (!each.has_value()) return {};
    first.parts[k] = *each;
  }
  return first;
}

Spelled spelled_called(Spelled const& of, std::string const& name) {
  if (of.is == Is::leaf && !of.is_number()) return spelled_leaf(name);
  Spelled r = of;
  if (of.is == Is::tuple)
    for (std::size_t k = 0; k < r.parts.size(); ++k)
      r.parts[k] = spelled_called(of.parts[k], fmt::format("{}[{}]", name, k));
  return r;
}

Spelled layout_of_name(Spelled const& name) {
  return {Is::layout, {}, {spelled_leaf(name.text + ".shape"), spelled_leaf(name.text + ".stride")}};
}

std::optional<Spelled> modes_of_name(Spelled const& layout, Spelled const& coordinate) {
  if (layout.is != Is::leaf || layout.is_number() || coordinate.is != Is::tuple) return {};
  Spelled shape = spelled_tuple({}), stride = shape;
  for (std::size_t k = 0; k < coordinate.parts.size(); ++k) {
    Spelled const& entry = coordinate.parts[k];
    if (entry.is == Is::tuple) return {};
    if (to_text(entry) != "_") continue;
    shape.parts.push_back(spelled_leaf(fmt::format("{}.shape[{}]", layout.text, k)));
    stride.parts.push_back(spelled_leaf(fmt::format("{}.stride[{}]", layout.text, k)));
  }
  return shape.parts.empty() ? std::nullopt : std::optional(spelled_layout(shape, stride));
}

std::optional<Spelled> tiled_by_name(std::vector<Spelled> const& given) {
  bool const behind = given[0].is == Is::composed;
  Spelled const& atom = behind ? given[0].parts[2] : given[0];
  Spelled const& target = given[1];
  if (!(has_names(given[0]) || has_names(target)) || atom.is != Is::layout || target.is != Is::tuple)
    return {};
  std::vector<Spelled> const &block = atom.parts[0].parts, &steps = atom.parts[1].parts;
  if (block.size() != target.parts.size() || !compact_order_of(block, steps).has_value()) return {};
  Spelled counts = spelled_tuple({}), order = counts, shape = counts, stride = counts;
  Spelled size = spelled_number(1);
  for (std::size_t k = 0; k < block.size(); ++k) {
    Spelled const &extent = block[k], &whole = target.parts[k];
    if (whole.is != Is::leaf) return {};
    if (extent.is_number() && whole.is_number()) {
      if (extent.number() < 1 || whole.number() % extent.number() != 0) return {};
      counts.parts.push_back(spelled_number(whole.number() / extent.number()));
    } else if (to_text(extent) == to_text(whole)) {
      counts.parts.push_back(spelled_number(1));
    } else {
      counts.parts.push_back(
          extent.text == "1" ? whole : spelled_leaf(fmt::format("({}/{})", whole.text, extent.text)));
    }
    order.parts.push_back(spelled_number(static_cast<std::int64_t>(k)));
    size = spelled_product(size, extent);
  }
  Spelled const tiles = spelled_ordered(counts, given.size() > 2 ? given[2] : order);
  for (std::size_t k = 0; k < block.size(); ++k) {
    Spelled const &count = tiles.parts[0].parts[k], &step = tiles.parts[1].parts[k];
    shape.parts.push_back(spelled_tuple({block[k], count}));
    stride.parts.push_back(spelled_tuple({steps[k], count.text == "1" ? step : spelled_product(size, step)}));
  }
  Spelled const tiled = spelled_layout(shape, stride);
  return behind ? Spelled{Is::composed, {}, {given[0].parts[0], given[0].parts[1], tiled}} : tiled;
}

}  // namespace colex::cli
