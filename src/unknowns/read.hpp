// SPDX-License-Identifier: MIT
// Arguments with unknowns: wherever an integer may stand, an expression of names may. A name starts with a capital
// letter. A word whose letters all stand alone elsewhere in the question is their product: NK beside N and K.
//
//   (M,NK):(NK,1)   (32,N/8,8):(N,1,4)   (?,?{div=8}):(1,64)   16N:1   <M,_>
//   (M,N):(1@0,2K@1)                                                basis strides
//   K % 64 == 0   M >= 1 && M < 8                                   assumptions
//   coalesce((M,N):(N,1) o 4:2)                                     calls in one another, and composition
//   coalesce(A) == A                                                a law: a bare name is any layout of a given rank
//
// ? is a name of its own, printed as ?1, ?2 in the order of the text; ?{div=8} is known to be a multiple of 8.
#pragma once

#include <map>
#include <memory>
#include <set>

#include "colex/basis.hpp"
#include "colex/tiler.hpp"
#include "operations/characters.hpp"
#include "unknowns/unknown.hpp"

namespace colex::unknowns {

/// The text names an unknown, so that it is for this reader.

/// An integer expression.
struct Expression {
  char op = '#';  ///< # numeral, $ name, @ the basis vector `numeral` times `left`, + - * / % otherwise
  std::int64_t numeral = 0;
  std::string name{};
  std::shared_ptr<Expression const> left{}, right{};
};

/// A leaf: `_`, an extent, an extent with its stride.
struct Entry {
  bool keep = false, has_stride = false;
  Expression shape{}, stride{};
};

/// An argument: a tree with entries. A node that is a layout of its own, with a colon, is marked.
struct Given {
  std::string name{};
  std::size_t column = 1;  ///< where it starts
  bool number = false;     ///< it is a number and no layout, by the form of its call
  bool extents = true;     ///< its leaves are extents, so at least 1; by the same
  bool bases = false;      ///< its strides are basis elements
  Nested<std::shared_ptr<Entry const>> tree{{}, {}};
  std::uint64_t layouts = 0, angles = 0;
};

struct Assumption {
  std::string text{};
  Expression left{}, right{};
  std::string relation{};  ///< == != < <= > >=
};

struct Call;

/// An argument of a call: one that is given, or a call.
struct Part {
  std::size_t given = 0;  ///< which of the reading's, where there is no call
  std::shared_ptr<Call const> call{};
};

struct Call {
  std::string operation{}, place{};  ///< "expression:1:10: ", for messages; empty for a subcommand
  std::vector<Part> parts{};
};

/// What a question is made of.
struct Reading {
  Call call{};
  std::vector<Given> arguments{};         ///< of all calls
  std::vector<Assumption> assumptions{};  ///< those of ?{div=8} too
  std::set<std::string> names{};
};

/// An operation and its arguments, or, where `operation` is empty, one expression that is a call.
struct Asked {
  std::string operation{};
  std::vector<std::string> arguments{}, called{};  ///< and what messages call them
  std::vector<std::string> assumptions{};
};
/// Throws InputError with the place.
Reading read(Asked const& asked);

/// "EXPR == EXPR" as a call of `equal`. A name in `ranks` is a layout of that rank: extents at least 1, strides at least
/// 0, all of them unknowns, named by layout_part().
Reading read_law(std::string const& text, std::vector<std::string> const& assumptions,
                 std::map<std::string, int> const& ranks);
/// The names that stand alone where a layout may: those that `ranks` may have.
std::set<std::string> named_layouts(Reading const& law);
/// The unknown that is extent or stride k of a named layout: "A.shape0".
std::string layout_part(std::string const& name, bool stride, int k);

/// With values for the names, a basis vector counting as 1; nothing where a divisor is not positive or a number leaves 64 bits.
std::optional<std::int64_t> value(Expression const& e, std::map<std::string, std::int64_t> const& values);
/// The same, a basis vector being one.
std::optional<Coordinate> coordinate(Expression const& e, std::map<std::string, std::int64_t> const& values);
/// As a number of the algebra, in an exploration.
Unknown unknown(Expression const& e);

}  // namespace colex::unknowns
