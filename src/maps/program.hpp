// SPDX-License-Identifier: MIT
// An integer expression over coordinates as steps of a stack machine, and its value at one point. Nothing is wrapped,
// rounded or guessed: where a step has no value that C and Python agree on, the step says why.
//
//   i*32 + (j ^ (i % 8))    coordinate 0, constant 32, times, coordinate 1, coordinate 0, constant 8, modulo, bit_xor, plus
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "colex/any_layout.hpp"

namespace colex::cli {

enum class Code : std::uint8_t {
  constant,    ///< pushes `number`
  coordinate,  ///< pushes coordinate `number`
  unknown,     ///< size `number`, which is no number: such a program is not run (unknown_sizes.hpp)
  local,       ///< pushes what `store` put into slot `number`
  store,
  lookup,  ///< an index becomes that entry of table `number`
  call,    ///< `number` is the layout; its coordinate, an integer for each mode, becomes its offset
  cast,    ///< the value must be one of the width `number`
  negate,
  invert,
  logical_not,
  absolute,
  plus,
  minus,
  times,
  divide,        ///< C's: towards 0
  floor_divide,  ///< Python's: down
  modulo,        ///< of the language
  ceil_divide,   ///< up; neither number negative
  bit_and,
  bit_or,
  bit_xor,
  shift_left,
  shift_right,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  minimum,
  maximum,
  jump_if_zero,  ///< past `number` steps; takes the value
  jump,
  duplicate,
  drop
};

/// What integers are, while an expression is computed: what does not fit is refused, not wrapped.
enum class Width : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, int64, uint64, boolean };
char const* name(Width width);

/// What `%` and `/` mean where a number is negative.
enum class Language : std::uint8_t { either, c, python };

struct MapStep {
  Code code{};
  std::int64_t number = 0;
  std::size_t from = 0, to = 0;  ///< the part of the text that it computes
};

/// A layout that is called with a number for each of its modes.
struct Called {
  AnyLayout layout{};
  std::vector<std::int64_t> extents{};
};

struct Program {
  std::vector<MapStep> steps{};
  std::vector<std::vector<std::int64_t>> tables{};
  std::vector<Called> layouts{};
  int slots = 0, results = 1;
  Width width = Width::int64;
  Language language = Language::either;
  bool is_unsigned = false;  ///< something in the text is unsigned: a negative number would not be one in C
};

/// Computes at one point after the other; keeps its stack.
class Machine {
 public:
  explicit Machine(Program const& program);
  /// The results at a point, as many as the program has. Null where a step has none: `why()` and `step()` say.
  std::int64_t const* at(std::int64_t const* coordinates);
  std::string const& why() const { return why_; }
  /// "overflow" where a number does not fit the width, else "input".
  char const* condition() const { return condition_; }
  MapStep const& step() const { return *step_; }

 private:
  bool binary(Code code, std::int64_t a, std::int64_t b, std::int64_t& r);
  bool unary(MapStep const& step, std::int64_t a, std::int64_t& r);
  bool call(Called const& called, std::int64_t const* coordinate, std::int64_t& r);
  bool divided(Code code, std::int64_t a, std::int64_t b, std::int64_t& r);
  bool fits(std::int64_t r);
  bool overflow(std::string why);
  bool refuse(std::string why);

  Program const& program_;
  std::vector<std::int64_t> stack_, slots_;
  MapStep const* step_ = nullptr;
  std::string why_;
  char const* condition_ = "input";
};

}  // namespace colex::cli
