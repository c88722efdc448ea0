// SPDX-License-Identifier: MIT
// fmt's formatter of everything that colex prints; needs fmt 8 or later, which nothing else in colex does.
//
//   assert(fmt::format("{:>8}|{}", layout("4:3"), Swizzle{2, 0, 3}) == "     4:3|Sw<2,0,3>");
#pragma once

#include <fmt/format.h>

#include "colex/print.hpp"

/// `{}` of a printable value; width, alignment and fill are those of a string.
template <colex::Printable T>
struct fmt::formatter<T, char> : fmt::formatter<fmt::string_view, char> {
  template <class Context>
  auto format(T const& value, Context& context) const {
    return fmt::formatter<fmt::string_view, char>::format(colex::to_text(value), context);
  }
};
