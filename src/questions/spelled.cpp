// SPDX-License-Identifier: MIT
#include "questions/spelled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "operations/characters.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

bool is_named(Spelled const& s) {
  std::set<std::string> names;
  names_in(s, names);
  return s.is == Is::leaf && !names.empty();
}

/// Throws NotGiven where a name stands for what is a tuple on the other side.
bool alike(Spelled const& a, Spelled const& b) {
  if (a.is != b.is || a.parts.size() != b.parts.size()) {
    for (Spelled const* one : {&a, &b})
      if (is_named(*one) && a.is_shape() && b.is_shape())
        throw NotGiven(fmt::format("how {} nests is not given here", printable(one->text)));
    return false;
  }
  for (std::size_t k = 0; k < a.parts.size(); ++k)
    if (!alike(a.parts[k], b.parts[k])) return false;
  return true;
}

void leaves_of(Spelled& s, std::vector<Spelled*>& all) {
  if (s.is == Is::leaf) all.push_back(&s);
  for (Spelled& part : s.parts) leaves_of(part, all);
}

}  // namespace

void names_in(Spelled const& s, std::set<std::string>& all) {
  auto const keep = [&](std::string const& leaf) {
    if (leaf.find_first_not_of("0123456789-@?") != leaf.npos) all.insert(leaf);
  };
  if (s.is == Is::leaf) keep(s.text);
  if (s.is == Is::swizzle)  // Sw<B,3,4>
    for (std::string const& number : parts(std::string_view(s.text).substr(3, s.text.size() - 4)))
      keep(number);
  for (Spelled const& part : s.parts) names_in(part, all);
}

bool Spelled::is_number() const {
  std::size_t const first = text.starts_with('-') ? 1 : 0;
  return is == Is::leaf && text.size() > first && text.size() <= 18 &&
         text.find_first_not_of("0123456789", first) == text.npos;
}

std::int64_t Spelled::number() const { return std::stoll(text); }

bool is_one_of(std::string_view name, std::initializer_list<char const*> all) {
  return std::any_of(all.begin(), all.end(), [&](char const* one) { return name == one; });
}

Spelled spelled_leaf(std::string text) { return {Is::leaf, std::move(text), {}}; }
Spelled spelled_number(std::int64_t n) { return spelled_leaf(std::to_string(n)); }
Spelled spelled_tuple(std::vector<Spelled> parts) { return {Is::tuple, {}, std::move(parts)}; }

Spelled spelled_product(Spelled const& a, Spelled const& b) {
  if (a.is_number() && b.is_number()) {
    std::int64_t r = 0;
    if (__builtin_mul_overflow(a.number(), b.number(), &r) || r > kReachLimit || r < -kReachLimit)
      throw InputError("a number beyond 2^62");
    return spelled_number(r);
  }
  if (a.text == "1") return b;
  if (b.text == "1") return a;
  auto const factor = [](Spelled const& s) {
    return s.text.find_first_of("+- /%<>") == s.text.npos ? s.text : "(" + s.text + ")";
  };
  return spelled_leaf(factor(a) + "*" + factor(b));
}

Spelled spelled_ordered(Spelled const& shape, Spelled const& order) {
  Spelled stride = shape, wanted = order;
  if (!shape.is_shape() || !alike(shape, order))
    throw InputError("the order does not nest as the shape does");
  std::vector<Spelled*> extents, places;
  leaves_of(stride, extents), leaves_of(wanted, places);
  std::vector<std::size_t> by(extents.size());
  for (std::size_t k = 0; k < by.size(); ++k) {
    by[k] = k;
    if (!places[k]->is_number()) throw InputError("the order has no numbers");
  }
  std::stable_sort(by.begin(), by.end(),
                   [&](std::size_t x, std::size_t y) { return places[x]->number() < places[y]->number(); });
  Spelled step = spelled_number(1);
  for (std::size_t const k : by) {
    Spelled const extent = *extents[k];
    *extents[k] = extent.text == "1" ? spelled_number(0) : step;
    step = spelled_product(step, extent);
  }
  return {Is::layout, {}, {shape, stride}};
}

Spelled spelled_layout(Spelled shape, Spelled stride) {
  if (!shape.is_shape()) throw InputError("a layout's shape is no tuple");
  if (stride.is == Is::col_major || stride.is == Is::row_major) {
    Spelled order = shape;
    std::vector<Spelled*> places;
    leaves_of(order, places);
    for (std::size_t k = 0; k < places.size(); ++k)
      *places[k] = spelled_number(stride.is == Is::col_major ? static_cast<std::int64_t>(k)
                                                             : -static_cast<std::int64_t>(k));
    Spelled r = spelled_ordered(shape, order);
    return r;
  }
  if (!stride.is_shape()) throw InputError("a layout's stride is no tuple");
  if (!alike(shape, stride))
    throw InputError(fmt::format("shape {} and stride {} do not nest alike", printable(to_text(shape)),
                                 printable(to_text(stride))));
  return {Is::layout, {}, {std::move(shape), std::move(stride)}};
}

std::string to_text(Spelled const& s) {
  switch (s.is) {
    case Is::leaf:
    case Is::swizzle:
    case Is::value:
      return s.text;
    case Is::tuple: {
      std::string out;
      for (Spelled const& part : s.parts) out += (out.empty() ? "(" : ",") + to_text(part);
      return (out.empty() ? "(" : out) + ")";
    }
    case Is::layout:
      return to_text(s.parts[0]) + ":" + to_text(s.parts[1]);
    case Is::composed:
      return to_text(s.parts[0]) + " o " + to_text(s.parts[1]) + " o " + to_text(s.parts[2]);
    case Is::col_major:
      return "LayoutLeft";
    case Is::row_major:
      return "LayoutRight";
  }
  return "";
}

void read_spelled(Found& found, Spelled const& s) {
  std::string const text = to_text(s);
  if (s.is != Is::layout && s.is != Is::composed && s.is != Is::value && s.is != Is::swizzle)
    throw InputError(fmt::format("{} is no layout", printable(text)));
  std::set<std::string> names;
  names_in(s, names);
  if (names.empty()) return read_dialect(found, text);
  found.text = text, found.value = false;
  found.note =
      fmt::format("as text: {} {} no number here", printable(fmt::format("{}", fmt::join(names, ", "))),
                  names.size() == 1 ? "has" : "have");
}

}  // namespace colex::cli
