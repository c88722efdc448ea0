// SPDX-License-Identifier: MIT
#include "operations/languages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "colex/composed_bits.hpp"
#include "operations/call.hpp"
#include "operations/characters.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

[[noreturn]] void no_form(std::string why) { throw Failure("no_form", "no_form: " + std::move(why)); }

/// A tree with the text of its leaves: `open` before its entries, `close` after them, or `single`'s after a lone one.
template <class T, class Leaf>
std::string tree(Nested<T> const& t, Leaf leaf, char const* open, char const* close, char const* lone,
                 Place at = {}) {
  if (t.profile.is_leaf(at)) return leaf(t.leaves[at.leaf]);
  std::string out = open;
  int const entries = t.profile.entries(at);
  Place child = t.profile.first(at);
  for (int k = 0; k < entries; ++k, child = t.profile.past(child))
    out += (k == 0 ? "" : ",") + tree(t, leaf, open, close, lone, child);
  return out + (entries == 1 ? lone : close);
}

/// "_8", or "Int<11>" where CuTe has no such name.
std::string constant(Int n) {
  constexpr Int named[] = {0,  1,  2,  3,  4,  5,   6,   7,   8,    9,    10,
                           12, 16, 24, 32, 64, 128, 256, 512, 1024, 2048, 4096};
  bool const has_name = std::find(std::begin(named), std::end(named), n) != std::end(named);
  return has_name ? fmt::format("_{}", n) : fmt::format("Int<{}>", n);
}

/// A stride of a layout of coordinates: "E<1>", "ScaledBasis<_2,1>", "cute.E(1)", "2 * cute.E(1)".
std::string basis(Coordinate const& c, bool cpp) {
  int at = -1;
  for (int k = 0; k < kMaxBases; ++k) {
    if (c.along[k] == 0) continue;
    if (at >= 0) no_form("a stride is a sum of basis vectors");
    at = k;
  }
  if (at >= 0 && c.scalar != 0) no_form("a stride is a sum of a number and a basis vector");
  if (at < 0) return cpp ? constant(c.scalar) : std::to_string(c.scalar);
  if (cpp)
    return c.along[at] == 1 ? fmt::format("E<{}>", at)
                            : fmt::format("ScaledBasis<{},{}>", constant(c.along[at]), at);
  return c.along[at] == 1 ? fmt::format("cute.E({})", at) : fmt::format("{} * cute.E({})", c.along[at], at);
}

template <class T, class Leaf>
std::string cute_type(Layout<T> const& l, Leaf leaf) {
  auto const side = [&](auto const& t, std::string const& name) {
    std::string const nested = tree(t, leaf, "<", ">", ">");
    std::string out;  // Shape<...> at every level
    for (char const c : nested)
      out += c == '<' && (out.empty() || out.back() == '<' || out.back() == ',') ? name + "<"
                                                                                 : std::string(1, c);
    return out;
  };
  return "Layout<" + side(shape(l), "Shape") + "," + side(stride(l), "Stride") + ">";
}

std::string cute_swizzle(Swizzle const& s) {
  return fmt::format("Swizzle<{},{},{}>", s.bits, s.base, s.shift);
}

/// The same function behind a swizzle, where it stands behind a map over GF(2).
AnyLayout behind_a_swizzle(AnyLayout const& l) {
  if (!l.outer.is_map) return l;
  auto const plainer = simplest(l);
  if (!plainer || plainer->outer.is_map) no_form("it stands behind a map over GF(2) that is no swizzle");
  return *plainer;
}

std::string cute_text(AnyLayout const& given) {
  AnyLayout const l = behind_a_swizzle(given);
  std::string const inner = cute_type(l.inner, constant);
  if (is_plain(l)) return inner;
  return fmt::format("ComposedLayout<{},{},{}>", cute_swizzle(l.outer.swizzle), constant(l.offset), inner);
}

/// CuTe DSL's and FlyDSL's constructors.
std::string dsl(AnyLayout const& given, bool fly) {
  AnyLayout const l = behind_a_swizzle(given);
  auto const number = [](Int n) { return std::to_string(n); };
  auto const side = [&](auto const& t) { return tree(t, number, "(", ")", ",)"); };
  std::string const prefix = fly ? "fx." : "cute.";
  std::string const inner = fmt::format("{}make_layout({}, {}{})", prefix, side(shape(l.inner)),
                                        fly ? "" : "stride=", side(stride(l.inner)));
  if (is_plain(l)) return inner;
  Swizzle const& s = l.outer.swizzle;
  std::string const numbers = fmt::format("{}, {}, {}", s.bits, s.base, s.shift);
  if (!fly)
    return fmt::format("cute.make_composed_layout(cute.make_swizzle({}), {}, {})", numbers, l.offset, inner);
  if (l.offset != 0) no_form("FlyDSL's composed layouts of a swizzle start at offset 0");
  return fmt::format("fx.make_composed_layout(fx.static(fx.SwizzleType.get({})), {})", numbers, inner);
}

/// Triton's vectors of a layout ((lanes, warps), values) -> element, or (threads, values); the element is counted along
/// one dimension.
struct Vectors {
  std::vector<Int> lane{}, warp{}, value{};
  Int elements = 1;
};
Vectors vectors(AnyLayout const& l) {
  auto const affine = affine_bits(l, Question::rest());
  if (!affine)
    no_form(fmt::format("Triton's layouts are linear over GF(2), and this one is not: {}",
                        std::string_view(sentence(affine.refusal))));
  if (affine->at_zero != 0) no_form("Triton's layouts start at element 0");
  int const modes = rank(l.inner);
  if (modes > 2) no_form("it is no layout (threads, values) or ((lanes, warps), values)");
  auto const threads = entry(l.inner, 0);
  Int const lanes = !threads.profile.is_leaf({}) && rank(threads) == 2 ? size(entry(threads, 0))
                                                                       : std::min<Int>(32, size(threads));
  Vectors r;
  int const first = log2_of(lanes), last = log2_of(size(threads));
  for (int k = 0; k < affine->map.inputs; ++k) {
    Int const column = affine->map.column[k];
    (k < first ? r.lane : k < last ? r.warp : r.value).push_back(column);
    while (r.elements <= column) r.elements *= 2;
  }
  return r;
}
std::string rows_text(std::vector<Int> const& all) {
  std::string out;
  for (Int const n : all) out += fmt::format("{}[{}]", out.empty() ? "" : ", ", n);
  return "[" + out + "]";
}
std::string linear(AnyLayout const& l, bool gluon) {
  Vectors const v = vectors(l);
  if (gluon)
    return fmt::format(
        "gl.DistributedLinearLayout(reg_bases={}, lane_bases={}, warp_bases={}, block_bases=[], shape=[{}])",
        rows_text(v.value), rows_text(v.lane), rows_text(v.warp), v.elements);
  return fmt::format("#ttg.linear<{{register = {}, lane = {}, warp = {}, block = []}}>", rows_text(v.value),
                     rows_text(v.lane), rows_text(v.warp));
}

AnyLayout layout_in(Value const& value, Int& start) {
  if (auto const* const placed = std::get_if<Placed<Checked>>(&value)) {
    start = placed->offset.value();
    return any(plain(placed->layout));
  }
  if (!fits(Kind::swizzled, value) || std::holds_alternative<Tuple>(value))
    throw InputError(fmt::format("--as writes layouts, not {}", what_is(value)));
  return as_any(value);
}

/// The coordinate as expressions, one for each number of it: (j, i) in Python, {j, i} in C.
std::string coordinate_expression(Layout<Coordinate> const& layout, bool python) {
  int numbers = 1;
  for (auto const& mode : layout.leaves) {
    if (mode.stride.scalar != 0) no_form("it has a stride that is no basis element");
    for (int k = 0; k < kMaxBases; ++k)
      if (mode.stride.along[k] != 0) numbers = std::max(numbers, k + 1);
  }
  std::vector<std::string> all;
  for (int k = 0; k < numbers; ++k) {
    AnyLayout one;
    one.inner.profile = layout.profile;
    for (auto const& mode : layout.leaves) one.inner.leaves.push({mode.shape.scalar, mode.stride.along[k]});
    all.push_back(index_expression(one, python));
  }
  std::string const inside = fmt::format("{}{}", fmt::join(all, ", "), python && all.size() == 1 ? "," : "");
  return python ? "(" + inside + ")" : "{" + inside + "}";
}

}  // namespace

std::vector<std::string> const& languages() {
  static std::vector<std::string> const all{"cute", "cute-dsl", "flydsl", "gluon", "ttgir", "c", "python"};
  return all;
}

std::string in_language(Value const& value, std::string_view language) {
  if (std::find(languages().begin(), languages().end(), language) == languages().end())
    throw InputError(fmt::format("no language \"{}\"{}; there are {}", printable(language),
                                 suggestion(language, languages()), fmt::join(languages(), ", ")));
  bool const cpp = language == "cute";
  if (auto const* const swizzle = std::get_if<Swizzle>(&value)) {
    if (cpp) return cute_swizzle(*swizzle);
    std::string const numbers = fmt::format("{}, {}, {}", swizzle->bits, swizzle->base, swizzle->shift);
    if (language == "cute-dsl") return "cute.make_swizzle(" + numbers + ")";
    if (language == "flydsl") return "fx.SwizzleType.get(" + numbers + ")";
  }
  if (auto const* const coordinates = std::get_if<Coordinates>(&value)) {
    if (cpp) return cute_type(**coordinates, [](Coordinate const& c) { return basis(c, true); });
    if (language == "c" || language == "python")
      return coordinate_expression(**coordinates, language == "python");
    if (language != "cute-dsl") no_form(fmt::format("{} has no layouts of coordinates", language));
    auto const leaf = [](Coordinate const& c) { return basis(c, false); };
    return fmt::format("cute.make_layout({}, stride={})", tree(shape(**coordinates), leaf, "(", ")", ",)"),
                       tree(stride(**coordinates), leaf, "(", ")", ",)"));
  }
  Int start = 0;
  AnyLayout l = layout_in(value, start);
  if (language == "c" || language == "python") {
    if (start != 0) l.offset += start;  // a plain layout's
    return index_expression(l, language == "python");
  }
  if (start != 0) no_form(fmt::format("{} has no layout that starts at offset {}", language, start));
  if (cpp) return cute_text(l);
  if (language == "cute-dsl" || language == "flydsl") return dsl(l, language == "flydsl");
  return linear(l, language == "gluon");
}

}  // namespace colex::cli
