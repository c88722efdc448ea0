// SPDX-License-Identifier: MIT
// How CuTe's values are written in rows. Every header that CUTLASS's unit tests include is here, so that the macros of
// cxx.py, which follow, change the tests alone.
#pragma once

#include <cutlass/trace.h>

#include <cassert>
#include <cstdint>
#include <cute/algorithm/tensor_algorithms.hpp>
#include <cute/algorithm/tensor_reduce.hpp>
#include <cute/algorithm/tuple_algorithms.hpp>
#include <cute/container/array_subbyte.hpp>
#include <cute/swizzle_layout.hpp>
#include <cute/tensor.hpp>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "cutlass_unit_test.h"
#include "record.hpp"

namespace colex_record {

template <class T>
std::string text(T const& value);

template <class T, int... I>
std::string entries(T const& value, cute::seq<I...>) {
  std::string out;
  ((out += (I == 0 ? "" : ",") + text(cute::get<I>(value))), ...);
  return "(" + out + ")";
}

template <int B, int M, int S>
std::string swizzle_text(cute::Swizzle<B, M, S> const&) {
  return "S<" + std::to_string(B) + "," + std::to_string(M) + "," + std::to_string(S) + ">";
}

template <class T>
struct IsSwizzle : std::false_type {};
template <int B, int M, int S>
struct IsSwizzle<cute::Swizzle<B, M, S>> : std::true_type {};

template <class T>
struct IsBasis : std::false_type {};
template <class V, int... N>
struct IsBasis<cute::ScaledBasis<V, N...>> : std::true_type {};

template <class V, int... N>
std::string basis_text(cute::ScaledBasis<V, N...> const& value) {
  std::string path;
  ((path = "@" + std::to_string(N) + path), ...);
  return text(value.value()) + path;
}

template <class T>
struct IsComposed : std::false_type {};
template <class A, class O, class B>
struct IsComposed<cute::ComposedLayout<A, O, B>> : std::true_type {};

/// The notation of CuTe's print, without its marks of what is static; `?` for what is no value of the algebra.
template <class T>
std::string text(T const& value) {
  if constexpr (cute::is_layout<T>::value && !IsComposed<T>::value) {
    return text(value.shape()) + ":" + text(value.stride());
  } else if constexpr (IsComposed<T>::value) {
    return text(value.layout_a()) + " o " + text(value.offset()) + " o " + text(value.layout_b());
  } else if constexpr (IsSwizzle<T>::value) {
    return swizzle_text(value);
  } else if constexpr (IsBasis<T>::value) {
    return basis_text(value);
  } else if constexpr (cute::is_underscore<T>::value) {
    return "_";
  } else if constexpr (cute::is_tuple<T>::value) {
    return entries(value, cute::tuple_seq<T>{});
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, cute::C<true>> ||
                       std::is_same_v<T, cute::C<false>>) {
    return value ? "true" : "false";
  } else if constexpr (cute::is_integral<T>::value) {
    run_time = run_time || !cute::is_static<T>::value;
    return std::to_string(static_cast<long long>(value));
  } else {
    return "?";
  }
}

}  // namespace colex_record
