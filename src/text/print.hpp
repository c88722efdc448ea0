// SPDX-License-Identifier: MIT
// The text form, written: what colex/text.hpp reads, and one clear sentence for every refusal.
//
//   to_text(layout("(4,(2,3)):(2,(1,8))")) == "(4,(2,3)):(2,(1,8))"
//   sentence(complement(layout("4:3"), 16).refusal) == "cotarget_divides: 12 does not divide 16"
//   error_line("layout", parse_layout("(4,8:(1,4)")) == "layout:1:5: expected ',' or ')'"
#pragma once

#include <string>
#include <string_view>

#include "colex/layout.hpp"
#include "colex/text.hpp"

namespace colex {

/// parse_tuple(to_text(t)) is t, for every tuple within the capacities.
std::string to_text(IntTuple<std::int64_t> const& tuple);

/// parse_layout(to_text(l)) is l, for every well-formed layout.
std::string to_text(Layout<std::int64_t> const& layout);

/// "condition: reason with the numbers". `truth` names what a witness is compared with: "f" prints
/// `... at index 4 the modes before it force 9, f(4) = 3`, and "A(B" prints `A(B(4)) = 3`.
std::string sentence(Refusal<std::int64_t> const& refusal, std::string_view truth = "f");

/// "name:line:column: message"; lines and columns count from 1, columns in bytes.
std::string error_line(std::string_view name, int line, int column, std::string_view message);

template <class T>
std::string error_line(std::string_view name, Parsed<T> const& parsed) {
  return error_line(name, 1, parsed.column, parsed.message);
}

}  // namespace colex
