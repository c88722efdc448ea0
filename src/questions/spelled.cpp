// SPDX-License-Identifier: MIT
#include "questions/spelled.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "operations/characters.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

bool is_named(Spelled const& s) { return s.is == Is::leaf && has_names(s); }

/// A tuple of which a part is unpacked and not known: "(*x,1)".
bool is_unpacked(Spelled const& s) {
  return s.is == Is::leaf && s.text.starts_with('(') &&
         (s.text[1] == '*' || s.text.find(",*") != s.text.npos);
}

/// What is tuples of the other side nests as they do: the entries of x are x[0], x[1].
void nest_as(Spelled& name, Spelled const& tuple) {
  if (tuple.is == Is::tuple && is_named(name) && !is_unpacked(name) && !is_one_number(name.text)) {
    std::string const whole = name.text;
    name = spelled_tuple({});
    for (std::size_t k = 0; k < tuple.parts.size(); ++k)
      name.parts.push_back(spelled_leaf(fmt::format("{}[{}]", whole, k)));
  }
  for (std::size_t k = 0; k < std::min(name.parts.size(), tuple.parts.size()); ++k)
    nest_as(name.parts[k], tuple.parts[k]);
}

bool alike(Spelled const& a, Spelled const& b) {
  if (a.is != b.is || a.parts.size() != b.parts.size()) return false;
  for (std::size_t k = 0; k < a.parts.size(); ++k)
    if (!alike(a.parts[k], b.parts[k])) return false;
  return true;
}

void leaves_of(Spelled& s, std::vector<Spelled*>& all) {
  if (s.is == Is::leaf) all.push_back(&s);
  for (Spelled& part : s.parts) leaves_of(part, all);
}

void all_known(std::vector<Spelled*> const& leaves) {
  for (Spelled const* const leaf : leaves)
    if (is_unpacked(*leaf))
      throw NotGiven(fmt::format("how many entries {} has is not given here", printable(leaf->text)));
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

bool has_names(Spelled const& s) {
  std::set<std::string> names;
  names_in(s, names);
  return !names.empty();
}

bool is_one_number(std::string const& text) {
  std::size_t const open = std::min(text.find_first_of("(<"), text.size());
  std::size_t const last = text.find_last_of(".:", open);
  std::size_t const first = last == text.npos ? 0 : last + 1;
  bool const counts =
      open < text.size() && is_one_of(text.substr(first, open - first),
                                      {"size", "cosize", "rank", "depth", "len", "int", "size_in_bytes"});
  bool const computed = open == 0 && text.find(',') == text.npos && text.find(" if ") == text.npos &&
                        text.find_first_of("*/+%", 2) != text.npos;  // in brackets of its own
  std::size_t const other = text.rfind(" else ");
  bool const decided = open == 0 && other != text.npos &&
                       text.find(" if ") == text.find_first_not_of("0123456789", 1) &&
                       text.find_first_not_of("0123456789", other + 6) == text.size() - 1;  // (4 if a else 2)
  return counts || computed || decided || text.find_first_of("*/+%") < open;
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

Spelled spelled_ordered(Spelled shape, Spelled const& order) {
  nest_as(shape, order);
  Spelled stride = shape, wanted = order;
  if (!shape.is_shape() || !alike(shape, order))
    throw InputError("the order does not nest as the shape does");
  std::vector<Spelled*> extents, places;
  leaves_of(stride, extents), leaves_of(wanted, places);
  all_known(extents);
  std::vector<std::size_t> by(extents.size());
  for (std::size_t k = 0; k < by.size(); ++k) {
    by[k] = k;
    if (is_named(*places[k]))
      throw NotGiven(fmt::format("its order, {}, is not given here", printable(to_text(order))));
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
    std::vector<Spelled*> modes;
    leaves_of(shape, modes);
    for (Spelled* const mode : modes)  // of compact strides its nesting is none's concern
      if (stride.is == Is::col_major && is_named(*mode) &&
          (is_unpacked(*mode) || (mode == &shape && !is_one_number(shape.text))))
        mode->text = fmt::format("size({})", mode->text);
    if (is_named(shape) && !is_one_number(shape.text))
      throw NotGiven(fmt::format("its shape, {}, is not given here", printable(shape.text)));
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
  nest_as(shape, stride), nest_as(stride, shape);
  std::vector<Spelled*> leaves;
  leaves_of(shape, leaves), leaves_of(stride, leaves);
  all_known(leaves);
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
