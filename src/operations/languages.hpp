// SPDX-License-Identifier: MIT
// A layout in the words of another language: a type of CuTe's, a constructor of a DSL's, an encoding of Triton's, an index
// expression in C or Python. find_layouts() reads what stands here again, and an expression computes the layout's offsets.
//
//   in_language(layout, "cute")       Layout<Shape<_4,_8>,Stride<_8,_1>>
//   in_language(layout, "c")          i * 8 + j               of coordinates {j, i}, in Python (j, i)
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "operations/value.hpp"

namespace colex::cli {

/// cute, cute-dsl, flydsl, gluon, ttgir, c, python.
std::vector<std::string> const& languages();

/// A layout of any kind, a swizzle, or a layout and the offset at which it starts. Throws InputError where the language
/// is none of these, and Failure "no_form" with the reason where it has no form of the value.
std::string in_language(Value const& value, std::string_view language);

/// The names of the coordinates of an index expression, one per mode: i, j, k, l, m, n, or c0, c1 and so on.
std::vector<std::string> coordinate_names(int rank);
/// The offset as an expression in these names, where each is within its mode. Throws Failure "no_form".
std::string index_expression(AnyLayout const& layout, bool python);

}  // namespace colex::cli
