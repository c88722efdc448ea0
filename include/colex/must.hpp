// SPDX-License-Identifier: MIT
// A constant that must exist: where the operation refuses, the compiler's message begins with the condition
// and the operands, as one writes them.
//
//   constexpr auto tile = layout("4:3");
//   constexpr auto rest = must([] { return op::complement(tile, 24); });
//
// With 16 in place of 24, which 12 does not divide:
// error: ... incomplete type Refused<Condition::cotarget_divides, Text<3>{"4:3"}, Text<2>{"16"}>
//
// The functions of namespace op call the operation of their name and remember what they were given.
#pragma once

#include <tuple>

#include "colex/divide.hpp"
#include "colex/inverse.hpp"
#include "colex/left_inverse.hpp"
#include "colex/product.hpp"
#include "colex/recast.hpp"
#include "colex/text.hpp"
#include "colex/tiler.hpp"
#include "colex/write.hpp"

namespace colex {

/// Never defined: a compiler shows its arguments where it is needed.
template <Condition condition, Text... operands>
struct Refused;

/// What an operation answered, and to which operands.
template <class Answer, class... Operands>
struct Called {
  Answer result{};
  std::tuple<Operands...> operands{};
};

namespace detail {

/// How an operand is shown: a tiler by its modes, an option by its number.
template <class T>
constexpr auto shown(T const& operand) {
  if constexpr (std::is_same_v<T, Tiler<std::int64_t>>) {
    return operand.modes;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<std::int64_t>(operand);
  } else {
    return operand;
  }
}

/// Calls `operation` and keeps its operands beside the answer; integers count as 64-bit numbers.
template <class Operation>
struct Remember {
  Operation operation;
  template <class T>
  static constexpr auto number(T const& operand) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<std::int64_t>(operand);
    } else {
      return operand;
    }
  }
  template <class... Operands>
  constexpr auto operator()(Operands const&... operands) const {
    auto const result = operation(number(operands)...);
    return Called<decltype(operation(number(operands)...)), Operands...>{result, {operands...}};
  }
};
template <class Operation>
Remember(Operation) -> Remember<Operation>;

template <class Call, std::size_t... k>
constexpr void refuse(std::index_sequence<k...>) {
  constexpr Condition condition = Call{}().result.refusal.condition;
  static_cast<void>(
      Refused<condition, to_fixed_text([] { return shown(std::get<k>(Call{}().operands)); })...>{});
}

}  // namespace detail

/// The value of `call()`, a lambda without captures that returns what a function of namespace op returns. A
/// refusal does not compile.
template <class Call>
consteval auto must(Call) {
  constexpr auto called = Call{}();
  if constexpr (!called.result) {
    detail::refuse<Call>(std::make_index_sequence<std::tuple_size_v<decltype(called.operands)>>{});
  }
  return called.result.value;
}

namespace op {
inline constexpr detail::Remember complement{[](auto const&... a) { return colex::complement(a...); }};
inline constexpr detail::Remember composition{[](auto const&... a) { return colex::composition(a...); }};
inline constexpr detail::Remember right_inverse{[](auto const&... a) { return colex::right_inverse(a...); }};
inline constexpr detail::Remember left_inverse{[](auto const&... a) { return colex::left_inverse(a...); }};
inline constexpr detail::Remember logical_divide{
    [](auto const&... a) { return colex::logical_divide(a...); }};
inline constexpr detail::Remember zipped_divide{[](auto const&... a) { return colex::zipped_divide(a...); }};
inline constexpr detail::Remember tiled_divide{[](auto const&... a) { return colex::tiled_divide(a...); }};
inline constexpr detail::Remember flat_divide{[](auto const&... a) { return colex::flat_divide(a...); }};
inline constexpr detail::Remember logical_product{
    [](auto const&... a) { return colex::logical_product(a...); }};
inline constexpr detail::Remember blocked_product{
    [](auto const&... a) { return colex::blocked_product(a...); }};
inline constexpr detail::Remember raked_product{[](auto const&... a) { return colex::raked_product(a...); }};
inline constexpr detail::Remember tile_to_shape{[](auto const&... a) { return colex::tile_to_shape(a...); }};
inline constexpr detail::Remember upcast{[](auto const&... a) { return colex::upcast(a...); }};
inline constexpr detail::Remember downcast{[](auto const&... a) { return colex::downcast(a...); }};
inline constexpr detail::Remember make_layout{[](auto const&... a) { return colex::make_layout(a...); }};
}  // namespace op

}  // namespace colex
