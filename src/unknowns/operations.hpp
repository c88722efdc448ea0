// SPDX-License-Identifier: MIT
// The operations that answer over unknowns: the shipped templates, called on any number system, and what it means
// that an answer is right.
//
//   run<Unknown>("complement", {64:1, K})       run<std::int64_t>("complement", {64:1, 256})
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "colex/colex.hpp"
#include "unknowns/read.hpp"

namespace colex::unknowns {

/// How a layout reads an index in a claim.
template <class Int>
struct Reads {
  Layout<Int> layout{};
  bool runs_on = false;  ///< past its end the last mode goes on
};

/// For every index i of `digits`: i, read by `left` one after the other, is i read by `right`.
template <class Int>
struct SameValues {
  Layout<Int> digits{};
  std::vector<Reads<Int>> left{}, right{};
};

/// `parts` side by side give every offset of [0, size) once: sorted, each starts where those before it end.
template <class Int>
struct Tiles {
  Layout<Int> parts[2]{};
  Int size{};
};

/// What an answer must satisfy to be right. None where no definition is stated here.
template <class Int>
struct Meaning {
  bool stated = false;
  bool lacks = false;  ///< a part of the definition is not stated
  std::vector<SameValues<Int>> values{};
  std::vector<Tiles<Int>> tiles{};
  std::vector<std::pair<Int, Int>> equal{};  ///< numbers
};

/// What an operation answers.
template <class Int>
struct Reply {
  enum class Is : std::uint8_t { layout, number, yes, no, refused };
  Is is = Is::layout;
  Layout<Int> layout{};
  Int number{};
  Refusal<Int> refusal{};
  Meaning<Int> meaning{};
};

/// An argument as numbers of one kind.
template <class Int>
struct Operand {
  Layout<Int> layout{};
  Tiler<Int> tiler{};
  Int number{};
  bool is_layout = false, is_tiler = false, is_number = false;
};

/// The operands; `number` reads an expression.
template <class Int>
std::vector<Operand<Int>> operands(std::vector<Given> const& arguments,
                                   std::function<Int(Expression const&)> const& number);

/// The names of these operations, for a message.
std::string symbolic_operations();

/// Throws InputError where the operation or the arguments have no meaning over unknowns.
void check_question(std::string const& operation, std::vector<Given> const& arguments);

/// The shipped operation. `meaning` is filled in where `with_meaning`.
template <class Int>
Reply<Int> run(std::string const& operation, std::vector<Operand<Int>> const& in, bool with_meaning);

}  // namespace colex::unknowns
