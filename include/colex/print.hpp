// SPDX-License-Identifier: MIT
// Printing, for programs with a heap: std::string and std::format, beside the streams of stream.hpp. Whatever has a write()
// prints: tuples, layouts, tilers, swizzled layouts, answers, refusals, and a Result as its value or its refusal's sentence.
//
//   assert(to_text(make_layout(make_shape(4, 8), make_stride(8, 1))) == "(4,8):(8,1)");
//   assert(to_text(complement(layout("4:3"), 16)) == "cotarget_divides: 12 does not divide 16");
//   assert(error_line("layout", parse_layout("(4,8:(1,4)")) == "layout:1:5: expected ',' or ')'");
//
// Not included by colex/colex.hpp. fmt's formatter is in colex/fmt.hpp.
#pragma once

#include <string>
#include <string_view>
#include <version>
#ifdef __cpp_lib_format
#include <format>
#endif

#include "colex/stream.hpp"
#include "colex/text.hpp"

namespace colex {

/// parse_tuple(to_text(t)) is t, for every tuple within the capacities; parse_layout(to_text(l)) is l, for
/// every well-formed layout.
template <Printable T>
std::string to_text(T const& value) {
  std::string out;
  write(out, value);
  return out;
}

/// "name:line:column: message"; lines and columns count from 1, columns in bytes.
inline std::string error_line(std::string_view name, int line, int column, std::string_view message) {
  std::string out;
  detail::write_all(out, name, ":", line, ":", column, ": ", message);
  return out;
}
template <class T>
std::string error_line(std::string_view name, Parsed<T> const& parsed) {
  return error_line(name, 1, parsed.column, parsed.message);
}

}  // namespace colex

#ifdef __cpp_lib_format
/// `{}` of a printable value; width, alignment and fill are those of a string.
template <colex::Printable T>
struct std::formatter<T, char> : std::formatter<std::string_view, char> {
  template <class Context>
  auto format(T const& value, Context& context) const {
    return std::formatter<std::string_view, char>::format(colex::to_text(value), context);
  }
};
#endif
