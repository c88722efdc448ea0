// SPDX-License-Identifier: MIT
// How values of CUTLASS's run-time library (cutegen) are written in rows. Every header that its unit tests include is here,
// so that the macros of cxx.py, which follow, change the tests alone.
#pragma once

#include <cstdio>
#include <iostream>
#include <ostream>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "cutegen/composed_layout.hpp"
#include "cutegen/cutegen.hpp"
#include "cutegen/cutegen_base_dynamic.hpp"
#include "cutegen/layout.hpp"
#include "cutegen/rec_var.hpp"
#include "cutegen/rec_var_algorithms.hpp"
#include "cutegen/scaled_basis.hpp"
#include "cutegen/swizzle.hpp"
#include "cutegen/underscore.hpp"
#include "gtest/gtest.h"
#include "record.hpp"

namespace colex_record {

template <class T, class = void>
struct HasText : std::false_type {};
template <class T>
struct HasText<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<T const&>())>>
    : std::true_type {};

/// The library's own text; `?` for what has none.
template <class T>
std::string text(T const& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else if constexpr (!HasText<T>::value) {
    return "?";
  } else {
    std::ostringstream out;
    out << value;
    return out.str();
  }
}

}  // namespace colex_record
