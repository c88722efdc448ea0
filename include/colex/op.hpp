// SPDX-License-Identifier: MIT
// The operations that may refuse, each with a memory of what it was given: colex::op::NAME calls colex::NAME.
//
//   static_assert(*op::complement(layout("4:3"), 24) == layout("(3,2):(1,12)"));
//   static_assert(op::complement(layout("4:3"), 24).sentence() == "complement(4:3, 24) = (3,2):(1,12)");
//
// A refusal then shows the operation and the operands: `*op::complement(layout("4:3"), 16)` prints, and ends,
// `colex: complement(4:3, 16): cotarget_divides: 12 does not divide 16`.
// In a constant, must() shows them in the compiler's message (colex/must.hpp).
#pragma once

#include <tuple>

#include "colex/admissible.hpp"
#include "colex/answers.hpp"
#include "colex/any_inverse.hpp"
#include "colex/any_recast.hpp"
#include "colex/basis.hpp"
#include "colex/bits.hpp"
#include "colex/common.hpp"
#include "colex/complement.hpp"
#include "colex/composed_bits.hpp"
#include "colex/composed_domain.hpp"
#include "colex/composition.hpp"
#include "colex/distribute.hpp"
#include "colex/divide.hpp"
#include "colex/division.hpp"
#include "colex/domain.hpp"
#include "colex/filter.hpp"
#include "colex/inverse.hpp"
#include "colex/left_inverse.hpp"
#include "colex/lexicographic.hpp"
#include "colex/lexicographic_divide.hpp"
#include "colex/lexicographic_inverse.hpp"
#include "colex/locate.hpp"
#include "colex/make.hpp"
#include "colex/notation.hpp"
#include "colex/partition.hpp"
#include "colex/product.hpp"
#include "colex/recast.hpp"
#include "colex/refinement.hpp"
#include "colex/reverse.hpp"
#include "colex/slice.hpp"
#include "colex/structure.hpp"
#include "colex/swizzle.hpp"
#include "colex/tuple.hpp"
#include "colex/tuple_arithmetic.hpp"

namespace colex {

/// What an operation answered, and to which operands.
template <class Answer, class... Operands>
struct Called {
  Answer result{};
  char const* operation = "";
  std::tuple<Operands...> operands{};

  constexpr explicit operator bool() const { return bool(result); }
  /// The value; a refusal ends as Result's, with the operation and its operands.
  constexpr auto const& operator*() const {
    if (!result && !std::is_constant_evaluated()) detail::end_with(sentence().c_str());
    return *result;
  }
  constexpr auto const* operator->() const { return &**this; }
#ifdef __cpp_exceptions
  /// The value, or throws RefusedError (colex/error.hpp).
  constexpr auto const& value_or_throw() const {
    if (!result && !std::is_constant_evaluated())
      detail::ErrorHppIncluded<Answer>::throw_refused(result.refusal, sentence().c_str());
    return *result;
  }
#endif
  /// What is printed of it.
  constexpr FixedText<1024> sentence() const {
    FixedText<1024> out;
    write(out, *this);
    return out;
  }
};

namespace detail {

/// How an operand is shown: an option by its number.
template <class T>
constexpr auto shown(T const& operand) {
  if constexpr (std::is_enum_v<T> || std::is_integral_v<T>) {
    return static_cast<std::int64_t>(operand);
  } else {
    return operand;
  }
}

/// Integers count as 64-bit numbers.
template <class T>
constexpr auto number_or_same(T const& operand) {
  if constexpr (PlainInteger<T>) {
    return number_of<std::int64_t>(operand);
  } else {
    return operand;
  }
}

/// Calls `operation` and keeps its operands beside the answer.
template <class Operation, class... Operands>
constexpr auto remember(char const* name, Operation operation, Operands const&... operands) {
  auto const result = operation(number_or_same(operands)...);
  return Called<decltype(operation(number_or_same(operands)...)), Operands...>{result, name, {operands...}};
}

}  // namespace detail

namespace detail {
template <class T>
inline constexpr bool is_result = false;
template <class T, class Int>
inline constexpr bool is_result<Result<T, Int>> = true;

/// A value without a text form is `?`.
template <class Out, class T>
constexpr void write_or_ask(Out& out, T const& value) {
  if constexpr (requires { colex::write(out, value); }) {
    colex::write(out, value);
  } else {
    out.push_back('?');
  }
}
}  // namespace detail

/// The call, as one writes it, and what it answers: "complement(4:3, 24) = (3,2):(1,12)",
/// "complement(4:3, 16): cotarget_divides: 12 does not divide 16".
template <class Out, class Answer, class... Operands>
constexpr void write(Out& out, Called<Answer, Operands...> const& called) {
  detail::write_all(out, called.operation, "(");
  bool first = true;
  auto const put = [&](auto const& operand) {
    if (!first) write(out, ", ");
    first = false;
    detail::write_or_ask(out, detail::shown(operand));
  };
  std::apply([&](auto const&... operands) { (put(operands), ...); }, called.operands);
  out.push_back(')');
  if constexpr (detail::is_result<Answer>) {
    if (!called.result) {
      write(out, ": ");
      std::string_view const named = called.operation;
      bool const composes = named == "composition" || named == "identity_composition";
      return write(out, called.result.refusal, composes ? "A(B" : "f");
    }
    write(out, " = ");
    detail::write_or_ask(out, called.result.value);
  } else {
    write(out, " = ");
    detail::write_or_ask(out, called.result);
  }
}

// tests/static/op_list.py fails where a header's operation is missing.
// clang-format off
#define COLEX_OPERATION(name)                                                                             \
  struct name##_operation {                                                                               \
    template <class... Operands>                                                                          \
    constexpr auto operator()(Operands const&... operands) const {                                        \
      return detail::remember(#name, [](auto const&... a) { return colex::name(a...); }, operands...);    \
    }                                                                                                     \
  };                                                                                                      \
  inline constexpr name##_operation name{};
// clang-format on

namespace op {
COLEX_OPERATION(add)
COLEX_OPERATION(admissible_complement)
COLEX_OPERATION(admissible_composition)
COLEX_OPERATION(affine_bits)
COLEX_OPERATION(bit_map)
COLEX_OPERATION(blocked_product)
COLEX_OPERATION(ceil_div)
COLEX_OPERATION(coalesce)
COLEX_OPERATION(compact_order)
COLEX_OPERATION(complement)
COLEX_OPERATION(composition)
COLEX_OPERATION(concat)
COLEX_OPERATION(crd2crd)
COLEX_OPERATION(crd2idx)
COLEX_OPERATION(dice)
COLEX_OPERATION(div)
COLEX_OPERATION(domain_distribute)
COLEX_OPERATION(domain_offset)
COLEX_OPERATION(downcast)
COLEX_OPERATION(elem_scale)
COLEX_OPERATION(equal)
COLEX_OPERATION(evenly_divides)
COLEX_OPERATION(expand_modes_alike)
COLEX_OPERATION(extent)
COLEX_OPERATION(filter)
COLEX_OPERATION(flat_divide)
COLEX_OPERATION(flat_product)
COLEX_OPERATION(get)
COLEX_OPERATION(get_1d_coord)
COLEX_OPERATION(get_flat_coord)
COLEX_OPERATION(get_hier_coord)
COLEX_OPERATION(group)
COLEX_OPERATION(identity_composition)
COLEX_OPERATION(identity_layout)
COLEX_OPERATION(idx2crd)
COLEX_OPERATION(increment)
COLEX_OPERATION(inner_partition)
COLEX_OPERATION(inner_product)
COLEX_OPERATION(inverse)
COLEX_OPERATION(layout_add)
COLEX_OPERATION(layout_of)
COLEX_OPERATION(left_inverse)
COLEX_OPERATION(lex_blocked_product)
COLEX_OPERATION(lex_coalesce)
COLEX_OPERATION(lex_complement)
COLEX_OPERATION(lex_composition)
COLEX_OPERATION(lex_crd2idx)
COLEX_OPERATION(lex_filter)
COLEX_OPERATION(lex_find_layout)
COLEX_OPERATION(lex_flat_divide)
COLEX_OPERATION(lex_flat_product)
COLEX_OPERATION(lex_get_1d_coord)
COLEX_OPERATION(lex_left_inverse)
COLEX_OPERATION(lex_logical_divide)
COLEX_OPERATION(lex_logical_product)
COLEX_OPERATION(lex_make_layout)
COLEX_OPERATION(lex_max_common_layout)
COLEX_OPERATION(lex_max_common_vector)
COLEX_OPERATION(lex_nullspace)
COLEX_OPERATION(lex_raked_product)
COLEX_OPERATION(lex_right_inverse)
COLEX_OPERATION(lex_tiled_divide)
COLEX_OPERATION(lex_tiled_product)
COLEX_OPERATION(lex_zipped_divide)
COLEX_OPERATION(lex_zipped_product)
COLEX_OPERATION(local_partition)
COLEX_OPERATION(local_tile)
COLEX_OPERATION(logical_divide)
COLEX_OPERATION(logical_product)
COLEX_OPERATION(make_identity_layout)
COLEX_OPERATION(make_layout)
COLEX_OPERATION(make_layout_like)
COLEX_OPERATION(make_ordered_layout)
COLEX_OPERATION(make_swizzle)
COLEX_OPERATION(max)
COLEX_OPERATION(max_alignment)
COLEX_OPERATION(max_common_layout)
COLEX_OPERATION(max_common_vector)
COLEX_OPERATION(min)
COLEX_OPERATION(mod)
COLEX_OPERATION(mul)
COLEX_OPERATION(mutual_refinement)
COLEX_OPERATION(nullspace)
COLEX_OPERATION(outer_partition)
COLEX_OPERATION(position_independent)
COLEX_OPERATION(prefix_product)
COLEX_OPERATION(preimage)
COLEX_OPERATION(product)
COLEX_OPERATION(raked_product)
COLEX_OPERATION(recast_layout)
COLEX_OPERATION(replace)
COLEX_OPERATION(right_inverse)
COLEX_OPERATION(round_up)
COLEX_OPERATION(select)
COLEX_OPERATION(shape_div)
COLEX_OPERATION(shape_mod)
COLEX_OPERATION(simplest)
COLEX_OPERATION(slice)
COLEX_OPERATION(slice_and_offset)
COLEX_OPERATION(solve)
COLEX_OPERATION(sub)
COLEX_OPERATION(suffix_product)
COLEX_OPERATION(sum)
COLEX_OPERATION(swizzle_of)
COLEX_OPERATION(swizzle_xor16)
COLEX_OPERATION(take)
COLEX_OPERATION(tile_to_shape)
COLEX_OPERATION(tiled_divide)
COLEX_OPERATION(tiled_product)
COLEX_OPERATION(unflatten)
COLEX_OPERATION(upcast)
COLEX_OPERATION(zip)
COLEX_OPERATION(zipped_divide)
COLEX_OPERATION(zipped_product)
}  // namespace op

#undef COLEX_OPERATION

}  // namespace colex
