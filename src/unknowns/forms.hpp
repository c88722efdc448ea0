// SPDX-License-Identifier: MIT
// The operations that have a form with unknowns: a row each in forms/, the shipped template called on any number system,
// and what its answer means. Every other operation has a reason why it has none.
//
//   form("complement")->takes is "LN": a layout and a number      no_form("find_layout") is "its argument is a table ..."
#pragma once

#include <cstdint>
#include <string>

#include "unknowns/meaning.hpp"

namespace colex::unknowns {

/// What an operation answers.
template <class Int>
struct Reply {
  enum class Is : std::uint8_t { layout, tuple, placed, pair, number, word, yes, no, refused };
  Is is = Is::layout;
  Layout<Int> layout{}, second{};  ///< the other one of a pair
  IntTuple<Int> tuple{};
  Int number{};  ///< of `placed`, where the layout starts
  std::string word{};
  Refusal<Int> refusal{};  ///< of `refused` the reason; of `no` a witness, where there is one
  Equality<Int>
      equality{};  ///< of `equal`, where the layouts differ; of numbers, and where sizes differ, left and right
  Meaning<Int> meaning{};
};

template <class Int>
Reply<Int> refused(Refusal<Int> const& why) {
  Reply<Int> r;
  r.is = Reply<Int>::Is::refused;
  r.refusal = why;
  return r;
}

/// An argument as numbers of one kind, in every reading that it has.
template <class Int>
struct Operand {
  Layout<Int> layout{};
  Tiler<Int> tiler{};
  IntTuple<Int> tuple{};
  Slicer<Int> slicer{};
  Int number{};
  int mode = 0;
  bool is_layout = false, is_number = false;
};

template <class Int>
struct Operands {
  std::vector<Operand<Int>> list{};
  bool with_meaning = false;  ///< what it takes to state the meaning may branch

  std::size_t count() const { return list.size(); }
  bool is_layout(std::size_t k) const { return list[k].is_layout; }
  Layout<Int> const& layout(std::size_t k) const { return list[k].layout; }
  Tiler<Int> const& tiler(std::size_t k) const { return list[k].tiler; }
  IntTuple<Int> const& tuple(std::size_t k) const { return list[k].tuple; }
  Slicer<Int> const& slicer(std::size_t k) const { return list[k].slicer; }
  Int const& number(std::size_t k) const { return list[k].number; }
  int mode(std::size_t k) const { return list[k].mode; }
  List<int> modes(std::size_t k) const {
    List<int> r;
    for (; k < count(); ++k) r.push(mode(k));
    return r;
  }
};

/// What argument an operation takes: L a layout, B one that may have basis strides, X a layout or a tuple, Y the same
/// with basis strides, H a layout or a shape, T a layout or a tiler, S a shape, U a tuple, P what has a profile, s a slicer, n a number, N a
/// number or a shape or a layout for its size, m a mode number, = a layout or a number, + the last one again.
struct Form {
  char const* name;
  char const* takes;
  std::size_t least;  ///< arguments; the others may be left out
  char
      gives;  ///< L, B, X, Y, U, n as above, E a layout of basis strides, p a layout with an offset, 2 two layouts,
              ///< w a word, ? yes or no

  bool repeats() const;
  std::size_t most() const;
  char kind(std::size_t k) const;
};

/// Null where the operation has no form with unknowns.
Form const* form(std::string const& name);
/// Why the operation has none; empty where it has one, or is no operation.
std::string no_form(std::string const& name);
/// The sentence that says so, with the place.
std::string without_form(std::string const& name, std::string const& place);
/// Its arguments may have basis strides, so that it answers on Coordinate too.
bool takes_bases(std::string const& name);

/// The shipped operation on operands that fit its form.
template <class Int>
Reply<Int> answer(std::string const& name, Operands<Int> const& in);

}  // namespace colex::unknowns
