// SPDX-License-Identifier: MIT
// Layouts as programs spell them, C++ or Python: trees of numbers, of names that have no number, and of what these make.
//
//   make_layout(make_shape(Int<128>{}, M), LayoutRight{})        the layout (128,M):(M,1), as text: M is unknown
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "questions/foreign.hpp"

namespace colex::cli {

struct Spelled {
  enum class Is : std::uint8_t {
    leaf,       ///< `text`: a number, or an expression in names
    tuple,      ///< of `parts`
    layout,     ///< shape and stride
    swizzle,    ///< `text`: Sw<3,4,3>
    composed,   ///< swizzle, offset, layout
    value,      ///< `text`: an answer of colex
    col_major,  ///< the compact strides of a shape, first entry fastest
    row_major
  } is = Is::leaf;
  std::string text{};
  std::vector<Spelled> parts{};

  bool is_number() const;
  bool is_shape() const { return is == Is::leaf || is == Is::tuple; }
  std::int64_t number() const;  ///< precondition: is_number()
};

bool is_one_of(std::string_view name, std::initializer_list<char const*> all);
Spelled spelled_leaf(std::string text);
Spelled spelled_number(std::int64_t n);
Spelled spelled_tuple(std::vector<Spelled> parts);
/// Whether an expression is one number whatever stands in it: a product, or what counts.
bool is_one_number(std::string const& text);
/// Strides may be a tuple, or an order of the shape's. A name nests as the other side does: its entries are x[0], x[1]. A shape that
/// compact strides alone belong to is one mode, size(x). Throws InputError where they do not nest alike.
Spelled spelled_layout(Spelled shape, Spelled stride);
/// Compact strides: the leaf of the least `order` is fastest, of equal ones the first. Throws InputError.
Spelled spelled_ordered(Spelled shape, Spelled const& order);
/// a * b as one leaf.
Spelled spelled_product(Spelled const& a, Spelled const& b);
/// As colex writes it, names as they are.
std::string to_text(Spelled const& s);
/// A layout that was spelled, as text or as a value; `notes` are said with it.
void read_spelled(Found& found, Spelled const& s);

/// Thrown where a layout is made of what the text does not give, such as a function's argument.
struct NotGiven : InputError {
  using InputError::InputError;
};
/// Names among the leaves and in swizzles: what is neither a number nor "?" nor a basis.
void names_in(Spelled const& s, std::set<std::string>& all);
bool has_names(Spelled const& s);

/// What names stand for in a text: `constexpr int kTile = 128;`, `using L = Layout<...>;`, `tile_m = 128`. A name that is
/// given two values stands for nothing. In Python a name is one of the function in which it stands, else of those around
/// it; a parameter stands for nothing, and `self.name` is one of the class.
class Definitions {
 public:
  /// `given`: NAME=VALUE, which stands for every such name. Throws InputError for anything else.
  explicit Definitions(std::string_view text, std::vector<std::string> const& given = {});
  /// At a place of the text, or at its top. Empty where there is none.
  /// Throws InputError where names of names go on too far since renew().
  std::string_view of(std::string const& name, char const* where = nullptr) const;
  /// How many integers a parameter holds by its annotation, Tuple[int, int]; 0 where it does not say.
  std::size_t entries(std::string const& name, char const* where) const;
  void renew() const { spent_ = 0; }
  void within_limit() const;  ///< throws InputError where of() did

 private:
  struct Scope {
    std::size_t begin, end, parent, indent;
    bool is_class;
    std::map<std::string, std::string_view, std::less<>> names;
    std::map<std::string, std::size_t, std::less<>> entries;
  };
  std::size_t enter(std::size_t line, std::size_t first, std::size_t end, std::size_t& open);
  void define(std::size_t scope, std::string_view name, std::string_view value);
  void scanned(std::size_t from, std::size_t to);
  std::size_t scope_at(char const* where) const;
  std::string_view value_of(std::string const& name, char const* where) const;
  void read_line(std::size_t line, std::size_t end, std::size_t scope);

  std::string_view text_;
  std::map<std::string, std::string, std::less<>> given_{};
  std::vector<Scope> scopes_{};  ///< the text, then each function and class in order
  std::size_t count_ = 0;
  std::int64_t scanned_ = 0;
  mutable std::int64_t spent_ = 0;  ///< characters that of() has given
};

/// The C++ type at `at`, which moves past it: a layout, a swizzle, a tuple or a number. Throws InputError.
Spelled cpp_type(std::string_view text, std::size_t& at, Definitions const& names);
/// A value at `at`, which moves past it: an expression, a tuple, a constructor. Throws InputError with the reason.
Spelled spelled_at(std::string_view text, std::size_t& at, Definitions const& names, int depth = 0);
/// The same of a constructor alone, whatever is made of it.
Spelled spelled_constructor(std::string_view text, std::size_t& at, Definitions const& names);
/// The entry of a shape with that name, such as .shape or .stride, of what was spelled; nothing where it has none.
std::optional<Spelled> spelled_attribute(Spelled const& of, std::string_view name);
/// The arguments of a call.
struct GivenArguments {
  std::vector<Spelled> by_place{};
  std::map<std::string, Spelled> by_name{};
};
/// Whether the call of a function of that name is known, and what it makes. Throws InputError with the reason.
bool is_known_call(std::string const& name);
Spelled spelled_call(std::string const& whole, std::string const& name, GivenArguments const& in);
/// Of two that nest alike the condition decides at each leaf in which they differ. Nothing where they do not nest alike.
std::optional<Spelled> spelled_either(Spelled first, std::string const& condition, Spelled const& other);
/// A parameter that has no value, and its entries, by the name that it has at another place.
Spelled spelled_called(Spelled const& of, std::string const& name);
/// A layout that is a name, by its shape and its strides: L.shape:L.stride.
Spelled layout_of_name(Spelled const& name);
/// slice_(L, (0, None)) of such a layout: its modes at each None, (L.shape[1]):(L.stride[1]). Nothing where it is none.
std::optional<Spelled> modes_of_name(Spelled const& layout, Spelled const& coordinate);
/// tile_to_shape(atom, shape, order) with names, of an atom of flat compact modes; that its extents divide the shape's is CuTe's
/// condition. Nothing where it is another.
std::optional<Spelled> tiled_by_name(std::vector<Spelled> const& given);
/// Whether a layout's constructor starts at `at`, where a name does.
bool starts_constructor(std::string_view text, std::size_t at);

}  // namespace colex::cli
