// SPDX-License-Identifier: MIT
// What takes a value and is given a Result: the compiler says what is missing, where it would list all candidates.
//
//   constexpr auto rows = make_layout(make_shape(4, 8));   // a Result: it may be refused
//   static_assert(size(*rows) == 32);
//
// `size(rows)` does not compile: "use of deleted function ... size(...)", PUT_A_STAR_BEFORE_THE_RESULT.
#pragma once

#include "colex/result.hpp"

namespace colex {

// A Result in the first place, or, of operations on two layouts, in the second. Nothing is deduced where none stands
// there, which keeps calls cheap. The words are the name of a template parameter, which each compiler shows.
// clang-format off
#define COLEX_PUT_A_STAR_BEFORE_THE_RESULT(name)                                                          \
  template <class T, class Int, class... PUT_A_STAR_BEFORE_THE_RESULT>                                    \
  void name(Result<T, Int> const&, PUT_A_STAR_BEFORE_THE_RESULT const&...) = delete;
#define COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(name)                                                   \
  COLEX_PUT_A_STAR_BEFORE_THE_RESULT(name)                                                                \
  template <class A, class T, class Int, class... PUT_A_STAR_BEFORE_THE_RESULT>                           \
  void name(A const&, Result<T, Int> const&, PUT_A_STAR_BEFORE_THE_RESULT const&...) = delete;
// clang-format on

COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(blocked_product)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(coalesce)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(complement)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(composition)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(cosize)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(crd2idx)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(depth)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(equal)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(evaluate)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(extent)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(idx2crd)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(inverse)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(left_inverse)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(local_partition)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(local_tile)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(logical_divide)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(logical_product)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(make_layout)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(raked_product)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(rank)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(right_inverse)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(shape)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(size)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(slice)
COLEX_PUT_A_STAR_BEFORE_THE_RESULT(stride)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(tiled_divide)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(zipped_divide)
COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT(zipped_product)

#undef COLEX_PUT_A_STAR_BEFORE_THE_SECOND_RESULT
#undef COLEX_PUT_A_STAR_BEFORE_THE_RESULT

}  // namespace colex
