// SPDX-License-Identifier: MIT
// The operations that have a form with unknowns: a row each, the shipped template called on any number system, and what
// its answer means.
//
//   form("complement")->takes is "Ln": a layout and a number
#pragma once

#include <cstdint>
#include <string>

#include "unknowns/meaning.hpp"

namespace colex::unknowns {

/// What an operation answers.
template <class Int>
struct Reply {
  enum class Is : std::uint8_t { layout, number, yes, no, refused };
  Is is = Is::layout;
  Layout<Int> layout{};
  Int number{};
  Refusal<Int> refusal{};  ///< of `refused` the reason; of `no` a witness, where there is one
  Equality<Int>
      equality{};  ///< of `equal`, where the layouts differ; of numbers, and where sizes differ, left and right
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

template <class Int>
struct Operands {
  std::vector<Operand<Int>> list{};
  bool with_meaning = false;  ///< what it takes to state the meaning may branch

  std::size_t count() const { return list.size(); }
  Layout<Int> const& layout(std::size_t k) const { return list[k].layout; }
  Tiler<Int> const& tiler(std::size_t k) const { return list[k].tiler; }
  Int const& number(std::size_t k) const { return list[k].number; }
};

struct Form {
  char const* name;
  char const*
      takes;  ///< of each argument: L a layout, T a layout or a tiler, S a shape, n a number, = any of L and n
  std::size_t least;  ///< arguments; the others may be left out
  char gives;         ///< L a layout, n a number, ? yes or no
};

/// Null where the operation has no form with unknowns.
Form const* form(std::string const& name);
/// "coalesce, composition, ...", for a message.
std::string forms();

/// The shipped operation on operands that fit its form.
template <class Int>
Reply<Int> answer(std::string const& name, Operands<Int> const& in);

}  // namespace colex::unknowns
