// SPDX-License-Identifier: MIT
#include "operations/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "colex/basis_partition.hpp"
#include "colex/print.hpp"
#include "maps/index_map.hpp"

namespace colex::cli {

namespace {

constexpr char const* kNames[kKinds] = {"layout",   "tiler",   "shape",  "tuple",   "profile", "coordinate",
                                        "slicer",   "integer", "mode",   "bits",    "table",   "columns",
                                        "swizzled", "basis",   "placed", "entries", "swizzle"};

template <class T>
bool is(Value const& value) {
  return std::holds_alternative<T>(value);
}

bool is_integers(Value const& value) {
  auto const* const tuple = std::get_if<Tuple>(&value);
  return tuple != nullptr && tuple->only_integers();
}

void push_tree(std::string& out, Tuple const& t, Place at) {
  if (t.tree.profile.is_leaf(at)) {
    Entry const& entry = t.tree.leaves[at.leaf];
    switch (entry.is) {
      case Entry::Is::integer:
        out += fmt::to_string(entry.value);
        break;
      case Entry::Is::keep:
        out += '_';
        break;
      case Entry::Is::layout:
        out += to_text(plain(t.layouts[static_cast<std::size_t>(entry.value)]));
        break;
      case Entry::Is::basis:
        out += to_text(t.bases[static_cast<std::size_t>(entry.value)]);
    }
    return;
  }
  bool const angle = (t.angles >> at.node & 1) != 0;
  out += angle ? '<' : '(';
  Place child = t.tree.profile.first(at);
  for (int k = 0; k < t.tree.profile.entries(at); ++k, child = t.tree.profile.past(child)) {
    if (k > 0) out += ',';
    push_tree(out, t, child);
  }
  out += angle ? '>' : ')';
}

/// A layout from numbers that a user chose.
Layout<Checked> made(IntTuple<Checked> const& shape, IntTuple<Checked> const& stride) {
  auto const layout = make_layout(shape, stride);
  if (!layout) throw InputError(wrong_layout(layout.refusal.condition));
  return *layout;
}

}  // namespace

bool Tuple::only_integers() const {
  return angles == 0 && std::all_of(tree.leaves.begin(), tree.leaves.end(),
                                    [](Entry const& e) { return e.is == Entry::Is::integer; });
}

Value integer_value(std::int64_t value) {
  Value r;
  auto& tree = std::get<Tuple>(r).tree;
  tree.clear();
  tree.profile.leaf();
  tree.leaves.push({Entry::Is::integer, value});
  return r;
}

Value tuple_value(IntTuple<Checked> const& tuple) {
  return Tuple{transform(tuple, [](Checked const& x) { return Entry{Entry::Is::integer, x.value()}; })};
}

char const* name(Kind kind) { return kNames[static_cast<int>(kind)]; }

Kind kind_named(std::string_view name) {
  for (int k = 0; k < kKinds; ++k)
    if (name == kNames[k]) return static_cast<Kind>(k);
  throw std::logic_error("no kind of argument is called " + std::string(name));
}

char const* wrong_layout(Condition condition) {
  switch (condition) {
    case Condition::shape_positive:
      return "every extent must be at least 1";
    case Condition::overflow:
      return "the layout's size or reach exceeds 2^62";
    default:
      return "shape and stride are not nested alike";
  }
}

bool fits(Kind kind, Value const& value) {
  auto const* const tuple = std::get_if<Tuple>(&value);
  switch (kind) {
    case Kind::layout:
    case Kind::profile:
      return is<Layout<Checked>>(value) || is_integers(value);
    case Kind::tiler:
      return (tuple != nullptr && !tuple->has_bases()) || is<Layout<Checked>>(value);
    case Kind::shape:
    case Kind::tuple:
    case Kind::coordinate:
      return is_integers(value);
    case Kind::slicer:
      return tuple != nullptr && !tuple->has_layouts() && !tuple->has_bases() && tuple->angles == 0;
    case Kind::integer:
    case Kind::mode:
    case Kind::bits:
      return tuple != nullptr && tuple->is_integer();
    case Kind::table:
    case Kind::columns:
      return is<Table>(value);
    case Kind::swizzled:
      return is<AnyLayout>(value) || is<Layout<Checked>>(value) || is_integers(value);
    case Kind::basis:
      return is<Coordinates>(value);
    case Kind::placed:
      return is<Coordinates>(value) || is<PlacedCoordinates>(value);
    case Kind::entries:
      return tuple != nullptr && !tuple->only_integers();
    case Kind::swizzle:
      return is<Swizzle>(value);
  }
  return false;
}

std::string what_is(Value const& value) {
  if (auto const* const tuple = std::get_if<Tuple>(&value))
    return tuple->is_integer()  ? "an integer"
           : is_integers(value) ? "a tuple"
           : tuple->has_bases() ? "a basis element"
                                : "a tiler";
  if (is<AnyLayout>(value)) return "a swizzled layout";
  if (is<Coordinates>(value)) return "a layout of basis strides";
  if (is<PlacedCoordinates>(value)) return "a layout of basis strides that starts at a coordinate";
  if (is<Mapped>(value)) return "a map that is no layout: " + std::get<Mapped>(value)->no_layout;
  std::string const type = type_of(value);
  return (type[0] == 'o' ? "an " : "a ") + type;
}

bool is_bare_tuple(Value const& value) {
  auto const* const tuple = std::get_if<Tuple>(&value);
  return tuple != nullptr && tuple->only_integers() && !tuple->is_integer();
}

IntTuple<Checked> as_tuple(Value const& value) {
  return transform(std::get<Tuple>(value).tree, [](Entry const& e) { return Checked(e.value); });
}

Layout<Checked> as_layout(Value const& value) {
  if (auto const* const layout = std::get_if<Layout<Checked>>(&value)) return *layout;
  auto const shape = as_tuple(value);
  for (auto const& extent : shape.leaves)
    if (extent < Checked(1)) throw InputError(wrong_layout(Condition::shape_positive));
  return made(shape, compact_col_major(shape));
}

IntTuple<Checked> as_shape(Value const& value) {
  static_cast<void>(as_layout(value));  // refuses an extent below 1 and a size beyond 2^62
  return as_tuple(value);
}

Tiler<Checked> as_tiler(Value const& value) {
  if (auto const* const layout = std::get_if<Layout<Checked>>(&value)) return tile(*layout);
  auto const& tuple = std::get<Tuple>(value);
  Tiler<Checked> r;
  r.modes = Layout<Checked>{{}, {}};
  int leaf_number = 0;
  for (int n = 0; n < tuple.tree.profile.count; ++n) {
    if (tuple.tree.profile.node[n] != 0) {
      r.modes.profile.push(tuple.tree.profile.node[n]);
      continue;
    }
    Entry const& entry = tuple.tree.leaves[leaf_number++];
    int const at = r.modes.profile.count;
    if (at < kMaxNodes) (entry.is == Entry::Is::keep ? r.keeps : r.tiles) |= std::uint64_t{1} << at;
    auto const mode = entry.is == Entry::Is::keep     ? leaf(Mode<Checked>{Checked(1), Checked(0)})
                      : entry.is == Entry::Is::layout ? tuple.layouts[static_cast<std::size_t>(entry.value)]
                                                      : as_layout(integer_value(entry.value));
    graft(r.modes, mode);
  }
  if (r.modes.overfull()) throw InputError("more than 32 leaves, or nested beyond 64 nodes");
  return r;
}

Slicer<Checked> as_slicer(Value const& value) {
  return transform(std::get<Tuple>(value).tree, [](Entry const& e) {
    return e.is == Entry::Is::keep ? Slot<Checked>{} : Slot<Checked>{false, Checked(e.value)};
  });
}

Layout<std::int64_t> all_offsets() { return leaf(Mode<std::int64_t>{std::int64_t{1} << 61, 1}); }

AnyLayout as_any(Value const& value) {
  if (auto const* const composed = std::get_if<AnyLayout>(&value)) return *composed;
  return any(plain(as_layout(value)));
}

namespace {

bool within(std::int64_t n) { return -kBasisLimit <= n && n <= kBasisLimit; }

Layout<Coordinate> const& limited(Layout<Coordinate> const& layout) {
  bool fits = true;
  std::int64_t points = 1;
  for (auto const& mode : layout.leaves) {
    points = fits && within(mode.shape.scalar) ? points * mode.shape.scalar : kBasisLimit + 1;
    fits = fits && within(points) &&
           std::all_of(std::begin(mode.stride.along), std::end(mode.stride.along), within);
  }
  if (!fits) throw InputError("a layout of basis strides has at most 2^28 points, and multiples up to 2^28");
  return layout;
}

}  // namespace

Layout<Coordinate> as_basis(Value const& value) { return limited(*std::get<Coordinates>(value)); }

Placed<Coordinate> as_placed(Value const& value) {
  if (auto const* const layout = std::get_if<Coordinates>(&value)) return {limited(**layout), {}};
  auto const& placed = *std::get<PlacedCoordinates>(value);
  if (!std::all_of(std::begin(placed.offset.along), std::end(placed.offset.along), within))
    throw InputError("a layout of basis strides starts at coordinates up to 2^28");
  return {limited(placed.layout), placed.offset};
}

std::string to_text(Value const& value) {
  struct {
    std::string operator()(Tuple const& t) const {
      std::string out;
      push_tree(out, t, {});
      return out;
    }
    std::string operator()(Layout<Checked> const& l) const { return to_text(plain(l)); }
    std::string operator()(AnyLayout const& c) const { return to_text(c); }
    std::string operator()(Swizzle const& s) const { return to_text(s); }
    std::string operator()(Table const& t) const { return fmt::format("{}", fmt::join(t, ",")); }
    std::string operator()(Placed<Checked> const& p) const {
      return fmt::format("{} at {}", to_text(plain(p.layout)), p.offset.value());
    }
    std::string operator()(bool b) const { return b ? "yes" : "no"; }
    std::string operator()(std::string const& s) const { return s; }
    std::string operator()(Coordinates const& l) const { return to_text(*l); }
    std::string operator()(Mapped const& m) const { return m->text; }
    std::string operator()(PlacedCoordinates const& p) const { return to_text(*p); }
  } const writer;
  return std::visit(writer, value);
}

char const* type_of(Value const& value) {
  if (auto const* const tuple = std::get_if<Tuple>(&value))
    return tuple->is_integer()      ? "integer"
           : tuple->only_integers() ? "tuple"
           : tuple->has_bases()     ? "basis element"
                                    : "tiler";
  constexpr char const* names[] = {"tuple",       "layout",        "swizzled",          "swizzle",
                                   "table",       "offset layout", "boolean",           "word",
                                   "coordinates", "map",           "offset coordinates"};
  return names[value.index()];
}

std::string printable(std::string_view text, std::size_t shown) {
  std::string out;
  for (char const c : text.substr(0, shown)) {
    auto const byte = static_cast<unsigned char>(c);
    if (c == '\n' || c == '\r' || c == '\t') {
      out += ' ';
    } else if (byte < 0x20 || byte > 0x7e) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return text.size() > shown ? out + "..." : out;
}

}  // namespace colex::cli
