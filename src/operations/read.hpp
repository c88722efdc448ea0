// SPDX-License-Identifier: MIT
// The one reader of text, wherever a layout, a tuple, a tiler, a table or a call of an operation is typed:
//
//   (4,(2,3)):(2,(1,8))    4    _4    C<4>    Int<4>    (4,8)     a bare shape is its compact layout
//   <2,4:1>    (2,_,4:1)    (2,X)                                 tilers
//   Sw<3,4,3> o 0 o (8,8):(8,1)    S<3,4,3> o 0 o (8,8):(8,1)     swizzled layouts; ∘ is o
//   (4,8):(1@0,1@1)    (2,3):(2@0-1@1,E<0>)                      basis strides
//   [0,2,4]                                                       a table
//   (i<32, j<8) -> i*32 + (j ^ (i % 8))                           an index map: the layout that it is (maps/kinds.hpp)
//   logical_divide(A o 4:2, <4:1, 2:4>)                           a call, anywhere
//   let t = (8,8):(8,1); coalesce(t)                              names
//
// Calls are answered as they are read. Limits: kMaxText bytes, kMaxCalls calls and compositions, kMaxMaps maps, kMaxDepth calls in one
// another, kMaxLevels brackets; each call has the limits of its operation.
#pragma once

#include "operations/table.hpp"

namespace colex::cli {

inline constexpr std::size_t kMaxText = std::size_t{1} << 20;
inline constexpr int kMaxCalls = 1000, kMaxDepth = 32, kMaxMaps = 16;
inline constexpr std::size_t kMaxArguments = 64;  ///< of a call; no operation takes as many

/// The value that a text says. `name` stands before line and column in messages. Throws Failure.
Value read_value(std::string_view text, std::string const& name, bool cute);
/// A table also without brackets, with commas or white space.
Value read_table(std::string_view text, std::string const& name, bool cute);

/// The answer of an expression, with its `let`s.
Answer evaluate_expression(std::string_view text, std::string const& name, bool cute);

/// Whether a word of the shell can only be an expression.
bool is_expression(std::string_view text);

}  // namespace colex::cli
