// SPDX-License-Identifier: MIT
// Layouts in other people's text: IR of CuTe's and FlyDSL's dialects, C++ types, constructors in C++ and Python, prints,
// Triton's encodings. Each is found with its place and said in the text of colex, or the reason why not is said.
//
//   find_layouts("%0 = cute.static : !cute.layout<\"(4,8):(1,4)\">")[0].text      (4,8):(1,4)
//   find_layouts("cute::Layout<cute::C<4>, cute::C<2>>")[0].text                  4:2
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "operations/read.hpp"
#include "questions/encodings.hpp"

namespace colex::cli {

class Definitions;

inline constexpr std::size_t kMaxForeign = std::size_t{1} << 26;  // bytes
inline constexpr std::int64_t kMaxScan = std::int64_t{1}
                                         << 29;  // bytes looked at, brackets in brackets again

struct Found {
  int line = 1, column = 1;
  std::string source{};  ///< as it stands there
  std::string text{};    ///< as colex writes it; empty where it has none
  std::string reason{};  ///< why it has none
  std::string note{};    ///< what the layout maps, where the text alone does not say it
  bool value = true;     ///< colex has a value of this text: every operation takes it
  bool given = true;     ///< false: it has no text because it is made of what the text does not give
};

/// All layouts, in the order in which they stand. `given`: NAME=VALUE of names that the text gives no value.
std::vector<Found> find_layouts(std::string_view text, std::vector<std::string> const& given = {});
Json to_json(Found const& found);

/// An operation of an IR whose operands and result are all given, derived again.
struct DerivedOperation {
  int line = 1, column = 1;
  std::string call{};     ///< "composition((4,8):(8,1), 4:2)"
  std::string claimed{};  ///< the IR's result
  std::string derived{};  ///< colex's, under CuTe's convention, or its refusal
  enum class Outcome : std::uint8_t { as_said, other_form, different } outcome = Outcome::different;
};
struct CheckedIr {
  std::vector<DerivedOperation> operations{};
  int unread =
      0;  ///< operations of these names that are not derived: an operand or the result is not read, or
          ///< colex has no such operation on these kinds
};
CheckedIr check_operations(std::string_view text);
Json to_json(CheckedIr const& checked);

// ----------------------------------------------------------------------------------------------- the readers

/// Line and column, from 1, of a byte; asked in increasing order.
class Places {
 public:
  explicit Places(std::string_view text) : text_(text) {}
  std::pair<int, int> operator()(std::size_t at);

 private:
  std::string_view text_;
  std::size_t seen_ = 0, line_start_ = 0;
  int line_ = 1;
};

/// The place of the bracket that closes the one at `open`; quotes hide brackets. npos: none does. Adds to
/// `scanned`, and throws InputError beyond kMaxScan.
std::size_t closing(std::string_view text, std::size_t open, std::int64_t& scanned);
/// The same within `most` characters; what is longer does not close.
std::size_t closing_within(std::string_view text, std::size_t open, std::size_t most = std::size_t{1} << 13);
/// The parts between commas outside all brackets and quotes, trimmed, without their quotes.
std::vector<std::string> parts(std::string_view text);

/// Whether a part of a type is a layout: shape and stride, or a swizzle before one.
bool is_layout_part(std::string const& part);
/// A tiler in brackets, a basis 1E0 and a layout after another from offset 0 on as colex writes them.
std::string in_our_words(std::string text);
inline constexpr int kMaxParts = 64;
/// A layout that was read by its grammar alone.
struct LayoutText {
  std::string text{};                                     ///< as colex writes it
  int unknowns = 0, bases = 0, zeros = 0, fractions = 0;  ///< leaves that are `?`, `1@0`, extents 0, `1/2`
  int parts = 1;                                          ///< A o B o C has 3; at most kMaxParts
  bool swizzled = false, of_coordinates = false;          ///< Sw<...>, CS<...>
  /// It has what no value of colex has.
  bool is_no_value() const {
    return unknowns + bases + zeros + fractions > 0 || of_coordinates || parts > 3 ||
           (parts == 3 && !swizzled);
  }
};
/// Throws InputError with the reason and the byte.
LayoutText read_layout_text(std::string_view text);
/// "as text: 2 unknowns, values are coordinates"
std::string describe(LayoutText const& t);

/// Text of the dialects as colex reads it, as a value or, where it has none, by the grammar; fills `text` or
/// `reason`.
void read_dialect(Found& found, std::string const& layout);
/// The C++ type whose name starts at `at`; the place after it.
std::size_t read_cpp_type(Found& found, std::string_view text, std::size_t at, Definitions const& names);
/// A print of a layout at `at`; the place after it, 0 where there is none.
std::size_t read_printed(Found& found, std::string_view text, std::size_t at);
/// A swizzle of the bytes of shared memory as one of elements of so many bits, and what to say of it. Throws InputError.
std::string on_elements(std::string const& swizzle, int bits, std::string& note);
/// A constructor of Gluon's at `at`; the place after it.
bool starts_gluon(std::string_view text, std::size_t at);
std::size_t read_gluon(Found& found, std::string_view text, std::size_t at, Definitions const& names);
/// XeGPU's, IREE's and Composable Kernel's attributes, and strided memrefs; the place after it.
bool starts_distribution(std::string_view text, std::size_t at);
std::size_t read_distribution(Found& found, std::string_view text, std::size_t at);
/// The steps of a tile as the layout ((lanes, warps), values) -> element.
void read_tile(Found& found, EncodedTile const& tile);
/// Triton's print of a LinearLayout, whose first vector `register=1 -> (0, 1)` or `- register is a size 1 dimension` stands
/// at `at`; the place after it, 0 where there is none.
std::size_t read_vectors(Found& found, std::string_view text, std::size_t at);
/// Triton's encoding `name` with the attributes between its braces; `aliases` are those that stand before it.
void read_encoding(Found& found, std::string_view name, std::string_view attributes, Aliases const& aliases);
/// The same of shared and of tensor memory, whose layouts depend on the tensor: one for each shape.
bool depends_on_shape(std::string_view name);
void read_encoding_of(Found& found, std::string_view name, std::string_view attributes,
                      TensorShape const& shape);

}  // namespace colex::cli
