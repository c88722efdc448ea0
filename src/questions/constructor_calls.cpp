// SPDX-License-Identifier: MIT
// What a constructor of a layout makes of its arguments, in the names of CuTe, of its DSLs and of Mojo; and every operation
// of colex on layouts that are spelled.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "operations/table.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

bool is_layout(Spelled const& s) { return s.is == Is::layout || s.is == Is::composed || s.is == Is::value; }

/// A shape or strides that are one name may be a tuple of any nesting.
Spelled const& given(Spelled const& tuple, char const* what) {
  if (tuple.is == Is::leaf && !tuple.is_number() && !is_one_number(tuple.text))
    throw NotGiven(fmt::format("its {}, {}, is not given here", what, printable(tuple.text)));
  return tuple;
}
/// The same of layouts and swizzles, which no name is.
void all_given(std::vector<Spelled> const& all) {
  for (Spelled const& one : all)
    if (std::set<std::string> names; one.is != Is::tuple)
      if (names_in(one, names); !names.empty())
        throw NotGiven(fmt::format("{} is not given here", printable(to_text(one))));
}

/// Layouts as the modes of one.
Spelled side_by_side(std::vector<Spelled> const& all) {
  Spelled shape = spelled_tuple({}), stride = spelled_tuple({});
  for (Spelled const& one : all) {
    if (one.is != Is::layout) throw InputError("a swizzled layout as the mode of one");
    shape.parts.push_back(one.parts[0]), stride.parts.push_back(one.parts[1]);
  }
  return all.size() == 1 ? all[0] : spelled_layout(shape, stride);
}
Spelled identity(Spelled const& shape) {
  Spelled stride = shape;
  if (shape.is == Is::leaf) return spelled_layout(shape, spelled_leaf("1@0"));
  for (std::size_t k = 0; k < stride.parts.size(); ++k) {
    if (stride.parts[k].is != Is::leaf)
      throw InputError("the coordinates of a nested shape have bases within bases");
    stride.parts[k] = spelled_leaf(fmt::format("1@{}", k));
  }
  return spelled_layout(shape, stride);
}
/// A number or a tuple as colex writes them, where (4) is a tuple of one.
Spelled written_tuple(std::string_view text, std::size_t& at) {
  std::size_t const start = at;
  if (text.substr(at, 1) != "(") {
    at = std::min(text.find_first_of(",):", at), text.size());
    return spelled_leaf(std::string(text.substr(start, at - start)));
  }
  Spelled r = spelled_tuple({});
  for (char c = text[at]; c == '(' || c == ','; c = at < text.size() ? text[at] : ')')
    r.parts.push_back(written_tuple(text, ++at));
  ++at;
  return r;
}
/// "(4,8):(1,4)", "(2,3)", "7" as trees; another answer is text.
Spelled spelled_answer(std::string const& text) {
  if (text.find_first_not_of("0123456789-(),:") != text.npos) return {Is::value, text, {}};
  std::size_t at = 0;
  Spelled const first = written_tuple(text, at);
  return at++ == text.size() ? first : Spelled{Is::layout, {}, {first, written_tuple(text, at)}};
}

/// What colex answers, under CuTe's convention: a layout, a tuple or a number where it is one.
Spelled answer(std::string const& name, std::vector<Spelled> const& given) {
  std::vector<Argument> arguments;
  for (Spelled const& one : given) {
    std::set<std::string> names;
    if (names_in(one, names); !names.empty())
      throw NotGiven(fmt::format("{} of {} is not given here", name, printable(to_text(one))));
    arguments.push_back({read_value(in_our_words(to_text(one)), "argument", true), {}, "argument"});
  }
  try {
    return spelled_answer(to_text(perform(name, arguments, {true, {}}).value));
  } catch (Failure const& failure) {
    throw InputError(failure.message);
  }
}

Spelled only(GivenArguments const& in) {
  if (in.by_place.size() != 1 || !in.by_name.empty()) throw InputError("expected one argument");
  return in.by_place[0];
}

/// The arguments of an operation of colex. A mode is an entry, of which the operation asks.
std::vector<Spelled> by_place(std::string const& name, GivenArguments const& in) {
  std::vector<Spelled> all = in.by_place;
  for (auto const& [keyword, value] : in.by_name) {
    if (keyword == "mode" && all.size() == 1) {
      bool const entries = name == "select" || name == "get";
      if (value.is == Is::leaf) all.push_back(value);
      all.insert(all.end(), value.parts.begin(), value.parts.end());
      if (!entries) all = {answer("get", all)};
    } else if (keyword == "order" && name == "tile_to_shape" && all.size() == 2) {
      all.push_back(value);
    } else {
      throw InputError(fmt::format("what {}'s {} says is not known", name, printable(keyword)));
    }
  }
  return all;
}

}  // namespace

std::optional<Spelled> spelled_attribute(Spelled const& of, std::string_view name) {
  if (name.empty()) return of;
  std::size_t const dot = std::min(name.find('.'), name.size());
  std::string_view const first = name.substr(0, dot), rest = name.substr(std::min(dot + 1, name.size()));
  bool const layout = of.is == Is::layout, composed = of.is == Is::composed;
  if (first == "layout" && (layout || composed)) return spelled_attribute(of, rest);
  if (first == "shape" && composed) return spelled_attribute(of.parts[2], name);
  if (first == "shape" && layout) return spelled_attribute(of.parts[0], rest);
  if (first == "stride" && layout) return spelled_attribute(of.parts[1], rest);
  if (composed)
    for (auto const& [entry, k] : {std::pair{"inner", 0}, {"offset", 1}, {"outer", 2}})
      if (first == entry) return spelled_attribute(of.parts[static_cast<std::size_t>(k)], rest);
  return {};
}

bool is_known_call(std::string const& name) {
  return is_one_of(name, {"make_shape",
                          "make_stride",
                          "make_coord",
                          "make_tuple",
                          "make_int_tuple",
                          "IntTuple",
                          "Index",
                          "make_step",
                          "make_tile",
                          "Int",
                          "Int32",
                          "Int64",
                          "int",
                          "Int8",
                          "Constexpr",
                          "as_position_independent",
                          "assume",
                          "LayoutLeft",
                          "LayoutRight",
                          "GenColMajor",
                          "GenRowMajor",
                          "E",
                          "make_swizzle",
                          "get",
                          "Swizzle",
                          "row_major",
                          "col_major",
                          "make_layout",
                          "Layout",
                          "make_ordered_layout",
                          "make_identity_layout",
                          "make_composed_layout",
                          "slice_",
                          "ComposedLayout"}) ||
         !cli::named(name).empty();
}
Spelled spelled_call(std::string const& whole, std::string const& name, GivenArguments const& in) {
  auto const& at = in.by_place;
  auto const keyword = [&](char const* key, std::size_t place) -> Spelled const* {
    auto const given = in.by_name.find(key);
    if (given != in.by_name.end()) return &given->second;
    return place < at.size() ? &at[place] : nullptr;
  };
  Spelled const col_major{Is::col_major, {}, {}};
  if (name == "assume" && !at.empty()) return at[0];
  if (is_one_of(name, {"make_shape", "make_stride", "make_coord", "make_tuple", "make_int_tuple", "IntTuple",
                       "Index", "make_step", "make_tile"}))
    return spelled_tuple(at);
  if (is_one_of(name,
                {"Int", "Int32", "Int64", "int", "Int8", "Constexpr", "static", "as_position_independent"}))
    return only(in);
  if (name == "LayoutLeft" || name == "LayoutRight" || name == "GenColMajor" || name == "GenRowMajor")
    return {name == "LayoutLeft" || name == "GenColMajor" ? Is::col_major : Is::row_major, {}, {}};
  if (name == "E") return spelled_leaf("1@" + to_text(only(in)));
  if (name == "make_swizzle" || name == "get" || name == "Swizzle") {
    if (name == "get" && whole.find("Swizzle") == whole.npos)
      throw InputError(fmt::format("{} is not known", printable(whole)));
    if (at.size() != 3) throw InputError("a swizzle without its three numbers");
    return {Is::swizzle, fmt::format("Sw<{},{},{}>", to_text(at[0]), to_text(at[1]), to_text(at[2])), {}};
  }
  if (name == "row_major" || name == "col_major")
    return spelled_layout(at.size() == 1 ? at[0] : spelled_tuple(at),
                          {name == "row_major" ? Is::row_major : Is::col_major, {}, {}});
  if (name == "make_layout" || name == "Layout") {
    Spelled const* const shape = keyword("shape", 0);
    if (shape == nullptr) throw InputError("a layout without its shape");
    if (!at.empty() && std::all_of(at.begin(), at.end(), is_layout)) return side_by_side(at);
    if (at.size() > 2) throw InputError("more than a shape and a stride");
    Spelled const* const stride = keyword("stride", 1);
    if (whole.find('.') == whole.npos) {  // C++ has layouts there, too
      bool const scalar = stride != nullptr && stride->is_number();
      if (shape->is == Is::leaf && !scalar) given(*shape, "shape");
      if (stride != nullptr && shape->is == Is::tuple) given(*stride, "stride");
    }
    return spelled_layout(*shape, stride == nullptr ? col_major : *stride);
  }
  if (name == "make_ordered_layout") {
    Spelled const *const shape = keyword("shape", 0), *const order = keyword("order", 1);
    if (shape == nullptr || order == nullptr) throw InputError("a layout without its shape or its order");
    return spelled_ordered(*shape, given(*order, "order"));
  }
  if (name == "make_identity_layout") return identity(given(only(in), "shape"));
  if (name == "make_composed_layout" || name == "composition" || name == "ComposedLayout") {
    std::vector<Spelled> parts = at;
    for (char const* part : {"inner", "offset", "outer"})
      if (in.by_name.contains(part)) parts.push_back(in.by_name.at(part));
    if (parts.size() == 3 && parts[2].is == Is::leaf) parts[2] = layout_of_name(parts[2]);
    bool const swizzled =
        !parts.empty() && parts[0].is == Is::swizzle && (parts.size() == 2 || parts.size() == 3);
    if (swizzled && is_layout(parts.back())) {
      Spelled const offset = parts.size() == 3 ? parts[1] : spelled_number(0);
      if (offset.is != Is::leaf) throw InputError("the offset behind a swizzle is no number");
      if (parts.back().is == Is::composed || parts.back().is == Is::value)
        return answer("composition", {parts[0], parts.back()});
      return {Is::composed, {}, {parts[0], offset, parts.back()}};
    }
    if (name != "composition") {
      all_given(parts);
      throw InputError("expected a swizzle, an offset and a layout");
    }
  }
  if (name == "slice_" && at.size() == 2 && in.by_name.empty()) {
    auto const modes = modes_of_name(at[0], at[1]);
    return modes.has_value() ? *modes : answer("slice", {at[1], at[0]});
  }
  if (cli::named(name).empty()) throw InputError(fmt::format("{} is not known", printable(whole)));
  std::vector<Spelled> const given = by_place(name, in);
  if (name == "tile_to_shape" && given.size() > 1)
    if (auto const tiled = tiled_by_name(given); tiled.has_value()) return *tiled;
  return answer(name, given);
}

}  // namespace colex::cli
