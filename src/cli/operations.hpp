// SPDX-License-Identifier: MIT
// The table of operations: one name, one function over Arguments. The shell's subcommands and `colex batch`
// both answer from it, so they cannot disagree.
//
//   perform("coalesce", Arguments({"(2,1):(3,1)"}, {})).result == "2:3"
#pragma once

#include <vector>

#include "cli/arguments.hpp"

namespace colex::cli {

struct Operation {
  std::string_view name;
  std::size_t least, most;  ///< number of arguments
  Answer (*run)(Arguments const&);
};

/// The operations of algebra.cpp, which operations() lists after its own.
std::vector<Operation> algebra_operations();

/// Those of swizzles.cpp: swizzled layouts, maps over GF(2), basis strides, the lexicographic count. An
/// operation `NAME` of which an argument is written `Sw<...> o ...` is looked up as `swizzled_NAME`.
std::vector<Operation> bit_operations();

/// Every operation, in the order of operations.cpp.
std::vector<Operation> const& operations();

/// An operation that did not answer: the named condition ("input" for unusable input), one line, and for a
/// refusal the numbers that show it.
struct Failure : std::exception {
  Failure(std::string named, std::string text, Json numbers = {})
      : condition(std::move(named)), message(std::move(text)), witness(std::move(numbers)) {}
  char const* what() const noexcept override { return message.c_str(); }
  bool is_input() const { return condition == "input"; }
  std::string condition, message;
  Json witness;
};

/// Runs the operation called `name`. Throws Failure and nothing else that a user could cause.
Answer perform(std::string_view name, Arguments const& in);

/// The numbers of a refusal: modes, left, right, index, got, want, where they mean something.
Json witness(Refusal<std::int64_t> const& refusal);

}  // namespace colex::cli
