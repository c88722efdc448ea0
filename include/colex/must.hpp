// SPDX-License-Identifier: MIT
// A constant that must exist: where the operation refuses, the compiler's message begins with the condition
// and the operands, as one writes them.
//
//   constexpr auto tile = layout("4:3");
//   constexpr auto rest = must([] { return op::complement(tile, 24); });
//
// With 16 in place of 24, which 12 does not divide:
// error: ... incomplete type Refused<Condition::cotarget_divides, Text<3>{"4:3"}, Text<2>{"16"}>
#pragma once

#include <tuple>

#include "colex/op.hpp"
#include "colex/text.hpp"
#include "colex/write.hpp"

namespace colex {

/// Never defined: a compiler shows its arguments where it is needed.
template <Condition condition, Text... operands>
struct Refused;

namespace detail {

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

}  // namespace colex
