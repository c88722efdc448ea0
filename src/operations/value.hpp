// SPDX-License-Identifier: MIT
// What an argument or an answer can be. Text and JSON become a Value once (read.hpp), and a Value becomes
// text or JSON once; in between, operations take from it what they need.
//
//   a Tuple    4   (4,(2,3))   _   (2,_,4:1)   <2,4>     a layout, a shape or a tiler, as the operation takes it
//   a Layout   (4,8):(1,4)                               and so on: see Value
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "colex/any_layout.hpp"
#include "colex/basis.hpp"
#include "colex/slice.hpp"
#include "colex/tiler.hpp"
#include "number/checked.hpp"
#include "operations/failure.hpp"

namespace colex::cli {

/// A leaf of a tuple as it was written.
struct Entry {
  enum class Is : std::uint8_t { integer, keep, layout, basis };
  Is is;
  std::int64_t value;  ///< the integer, or which of the tuple's layouts or basis elements
  bool operator==(Entry const&) const = default;
};

/// A tuple as it was written: integers, `_`, layouts and basis elements, nested. A single entry is a tuple that is one leaf.
struct Tuple {
  Nested<Entry> tree;
  std::uint64_t angles = 0;  ///< bit n: node n was opened by `<`
  std::vector<Layout<Checked>> layouts{};
  std::vector<Coordinate> bases{};

  Tuple() {}  // NOLINT(modernize-use-equals-default): a default one would clear all of the tree's room
  explicit Tuple(Nested<Entry> const& t) : tree(t) {}
  bool is_integer() const { return tree.profile.is_leaf({}) && tree.leaves[0].is == Entry::Is::integer; }
  bool only_integers() const;  ///< in parentheses
  bool has_layouts() const { return !layouts.empty(); }
  bool has_bases() const { return !bases.empty(); }
};

using Table = std::vector<std::int64_t>;
using Coordinates = std::shared_ptr<Layout<Coordinate> const>;  ///< a layout whose values are coordinates
/// The same, and the coordinate at which it starts.
using PlacedCoordinates = std::shared_ptr<Placed<Coordinate> const>;
struct IndexMap;
using Mapped =
    std::shared_ptr<IndexMap const>;  ///< an index map that is no layout of any kind (maps/kinds.hpp)

/// The word stands for an answer with a name, such as "textbook".
using Value = std::variant<Tuple, Layout<Checked>, AnyLayout, Swizzle, Table, Placed<Checked>, bool,
                           std::string, Coordinates, Mapped, PlacedCoordinates>;

Value integer_value(std::int64_t value);
Value tuple_value(IntTuple<Checked> const& tuple);

/// What a parameter can take. The names are those of kNames in value.cpp, in this order.
enum class Kind : std::uint8_t {
  layout,      ///< `(4,8):(1,4)`, or a bare shape for its compact layout
  tiler,       ///< `<2,4:1>`, `(2,_,4:1)`, a layout, an integer
  shape,       ///< extents of at least 1
  tuple,       ///< integers, nested
  profile,     ///< of a layout or a tuple
  coordinate,  ///< `(1,(0,2))`, or an index
  slicer,      ///< `(_,2)`
  integer,
  mode,      ///< a mode number, or a number of modes
  bits,      ///< a number of bits
  table,     ///< `[0,2,4]`
  columns,   ///< a map over GF(2) as the images of 1, 2, 4, ...
  swizzled,  ///< `Sw<3,4,3> o 0 o (8,8):(8,1)`, `[1,3] o 0 o 4:1`, or a layout
  basis,     ///< `(4,8):(1@0,1@1)`: a layout whose values are coordinates
  placed,    ///< the same, or `(4,8):(1@0,1@1) at (4,0)`: with the coordinate at which it starts
  entries,   ///< `(4:1,_)`: a tuple that has layouts, `_` or basis elements among its entries
  swizzle    ///< `Sw<3,4,3>` alone: the swizzle of all offsets
};
inline constexpr int kKinds = 17;
char const* name(Kind kind);
/// Throws std::logic_error for a name that is none: a page is wrong.
Kind kind_named(std::string_view name);

/// Whether a value of this form can be a `kind`. Its numbers may still be wrong.
bool fits(Kind kind, Value const& value);
/// "a layout", "a tuple", "a tiler", ...: what the value is, for a message.
std::string what_is(Value const& value);
/// A tuple of integers that is no single integer: it can be read as a layout, and mode by mode as a tiler.
bool is_bare_tuple(Value const& value);

/// i -> i for all offsets, behind a swizzle that is written alone.
Layout<std::int64_t> all_offsets();

// Each takes a value that fits. They throw InputError, without a place, where its numbers are wrong.
Layout<Checked> as_layout(Value const& value);
Tiler<Checked> as_tiler(Value const& value);
IntTuple<Checked> as_tuple(Value const& value);
IntTuple<Checked> as_shape(Value const& value);
Slicer<Checked> as_slicer(Value const& value);
AnyLayout as_any(Value const& value);
Layout<Coordinate> as_basis(Value const& value);
Placed<Coordinate> as_placed(Value const& value);

/// Basis strides are not overflow-checked: extents and strides beside them, and their multiples, end here.
inline constexpr std::int64_t kBasisLimit = std::int64_t{1} << 28;

/// What is wrong with a layout's numbers.
char const* wrong_layout(Condition condition);

/// One line of text. read_value() (read.hpp) reads it again, except for words.
std::string to_text(Value const& value);
/// "layout", "integer", "boolean", ...: the form of an answer.
char const* type_of(Value const& value);

/// Text from outside for a message: at most `shown` bytes, everything but printable ASCII as \xHH.
std::string printable(std::string_view text, std::size_t shown = 120);
/// A message as one line: its sentences are whole, and what it quotes from outside was cut before.
inline std::string one_line(std::string_view message) { return printable(message, 1000); }

}  // namespace colex::cli
