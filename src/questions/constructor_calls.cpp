// SPDX-License-Identifier: MIT
// What a constructor of a layout makes of its arguments, in the names of CuTe, of its DSLs and of Mojo; and every operation
// of colex on layouts that are spelled.
#include <fmt/format.h>

#include <algorithm>

#include "operations/table.hpp"
#include "questions/spelled.hpp"

namespace colex::cli {

namespace {

using Is = Spelled::Is;

bool is_layout(Spelled const& s) { return s.is == Is::layout || s.is == Is::composed || s.is == Is::value; }

/// A shape that is one name may be a tuple of any nesting.
Spelled const& given(Spelled const& shape) {
  if (shape.is == Is::leaf && !shape.is_number() && shape.text.find_first_of("*/+%") == shape.text.npos)
    throw InputError(fmt::format("its shape, {}, is not given here", printable(shape.text)));
  return shape;
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
/// What colex answers, under CuTe's convention.
Spelled answer(std::string const& name, std::vector<Spelled> const& given) {
  std::vector<Argument> arguments;
  for (Spelled const& one : given)
    arguments.push_back({read_value(in_our_words(to_text(one)), "argument", true), {}, "argument"});
  try {
    return {Is::value, to_text(perform(name, arguments, {true, {}}).value), {}};
  } catch (Failure const& failure) {
    throw InputError(failure.message);
  }
}

Spelled only(GivenArguments const& in) {
  if (in.by_place.size() != 1 || !in.by_name.empty()) throw InputError("expected one argument");
  return in.by_place[0];
}

}  // namespace

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
    bool const scalar = stride != nullptr && stride->is_number();
    return spelled_layout(scalar ? *shape : given(*shape), stride == nullptr ? col_major : *stride);
  }
  if (name == "make_ordered_layout") {
    Spelled const *const shape = keyword("shape", 0), *const order = keyword("order", 1);
    if (shape == nullptr || order == nullptr) throw InputError("a layout without its shape or its order");
    return spelled_ordered(given(*shape), *order);
  }
  if (name == "make_identity_layout") return identity(given(only(in)));
  if (name == "make_composed_layout" || name == "composition" || name == "ComposedLayout") {
    bool const swizzled = !at.empty() && at[0].is == Is::swizzle && (at.size() == 2 || at.size() == 3);
    if (swizzled && is_layout(at.back())) {
      Spelled const offset = at.size() == 3 ? at[1] : spelled_number(0);
      if (offset.is != Is::leaf) throw InputError("the offset behind a swizzle is no number");
      if (at.back().is == Is::composed || at.back().is == Is::value)
        return answer("composition", {at[0], at.back()});
      return {Is::composed, {}, {at[0], offset, at.back()}};
    }
    if (name != "composition") throw InputError("expected a swizzle, an offset and a layout");
  }
  if (!cli::named(name).empty()) return answer(name, at);
  throw InputError(fmt::format("{} is not known", printable(whole)));
}

}  // namespace colex::cli
