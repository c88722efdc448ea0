// SPDX-License-Identifier: MIT
// The conditions by which operations refuse: name, meaning, and what a refusal shows. One table, which help, batch and
// the reference read.
//
//   static_assert(std::string_view(name(Condition::run_divides)) == "run_divides");
//   static_assert(fact(Condition::run_divides).shown == Evidence::index);
//   static_assert(fact(Condition::undecided).shown == Evidence::limit);                 an answer may exist
#pragma once

#include <cstdint>
#include <string_view>

#include "colex/host_device.hpp"

namespace colex {

/// Why an operation refuses. The spelling is public: it is what the shell, JSON and compile errors show.
enum class Condition : std::uint8_t {
  none,
  capacity,
  overflow,
  shape_positive,
  congruent,
  cotarget_positive,
  stride_positive,
  stride_divides,
  cotarget_divides,
  starts_at_zero,
  run_divides,
  additive,
  no_carry,
  in_domain,
  undecided,
  overlap,
  mode_exists,
  divides,
  not_negative,
  injective,
  invertible,
  surjective,
  vector_divides,
  adjacent,
  power_of_two,
  linear
};
constexpr int kConditions = static_cast<int>(Condition::linear) + 1;

/// What a refusal shows beside its name.
enum class Evidence : std::uint8_t {
  index,             ///< a counterexample: an index, the value forced there, and the true one
  index_or_numbers,  ///< that where a function is asked about; of masks and strides the numbers
  pair,              ///< a counterexample: two coordinates with one offset
  numbers,           ///< the numbers that break the condition
  arguments,         ///< nothing beside the arguments
  limit              ///< nothing: a limit of colex, and an answer may exist
};
constexpr char const* name(Evidence s) {
  constexpr char const* names[] = {"index", "index or numbers", "pair", "numbers", "arguments", "limit"};
  return names[static_cast<int>(s)];
}

struct ConditionFact {
  char const* name;
  Evidence shown;
  char const* means;
};

constexpr ConditionFact fact(Condition c) {
  using enum Evidence;
  constexpr ConditionFact facts[] = {
      {"none", arguments, "nothing is violated"},
      {"capacity", limit,
       "more leaves or more nesting than a layout value can hold, or more bits than a map"},
      {"overflow", limit, "a size or an offset would exceed 2^62"},
      {"shape_positive", numbers, "an extent is below 1"},
      {"congruent", arguments, "shape and stride, coordinate and shape, or two arguments do not nest alike"},
      {"cotarget_positive", numbers, "complement: M is below 1"},
      {"stride_positive", numbers,
       "complement: a mode of extent > 1 has a stride below 1, so offsets repeat or go below 0"},
      {"stride_divides", numbers,
       "complement and divide: shape*stride of one mode does not divide the next larger stride, and no "
       "strict "
       "complement exists; product: the same, and it is CuTe's rule: copies that do not meet may exist"},
      {"cotarget_divides", numbers, "complement: shape*stride of the largest mode does not divide M"},
      {"starts_at_zero", index, "f(0) is not 0"},
      {"run_divides", index, "the first linear run does not divide the number of points"},
      {"additive", index, "f(i + n*j) differs from f(i) + f(n*j)"},
      {"no_carry", index, "composition: two modes of B carry into each other inside A"},
      {"in_domain", numbers,
       "an index, a coordinate or an offset lies outside of where the other side is defined"},
      {"undecided", limit, "no answer within the budget of `left` steps; there are `right` points"},
      {"overlap", numbers,
       "swizzle: it would read bits that it writes: |shift| `right` is below its bits `left`"},
      {"mode_exists", numbers, "a mode number is below 0 or beyond the rank"},
      {"divides", numbers, "one number has to be a multiple of another and is not"},
      {"not_negative", numbers, "a coordinate, divisor, stride or count is below the least that is allowed"},
      {"injective", pair, "two coordinates, `left` and `right`, have the same offset"},
      {"invertible", arguments,
       "left_inverse: injective, yet no chain of moduli gives every coordinate back"},
      {"surjective", numbers, "no coordinate has the offset `left`"},
      {"vector_divides", numbers,
       "upcast: a vector of N elements would be cut, or a stride neither divides N nor is a multiple of it"},
      {"adjacent", numbers, "downcast: not exactly one mode runs through adjacent elements"},
      {"power_of_two", numbers, "GF(2): an extent, a stride or a table length is not a power of two"},
      {"linear", index_or_numbers,
       "GF(2): the values before an index force another value there than f has; make_swizzle: the masks are "
       "not two "
       "runs of as many bits; basis strides: one is a sum of basis vectors"}};
  return facts[static_cast<int>(c)];
}

constexpr char const* name(Condition c) { return fact(c).name; }

}  // namespace colex
