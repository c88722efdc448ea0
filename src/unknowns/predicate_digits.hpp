// SPDX-License-Identifier: MIT
// Coordinates in digits, and where an access starts as a sum of digits. A coordinate that is divided by 8 somewhere has a
// digit below 8, and the rest is another digit; the last digit of a coordinate may be any number.
//
//   (t<128) -> (t / 4, t % 4 * 8), 8 elements each:   t = t0 + 4 t1;   row = t1;   column = 8 t0 + v
//
// Of a coordinate of the tensor, e = s0 d0 + s1 d1 + ... with s0 = 1 and each sum below the next stride: so every element is
// exactly one choice of digits, whether an access is there or not, which is what "no access reaches it" is asked of.
#pragma once

#include "maps/predicate.hpp"
#include "sym/integer.hpp"

namespace colex::unknowns {

struct Digit {
  z3::expr term;
  std::size_t coordinate = 0;
  std::int64_t times = 1;  ///< of it in the coordinate
  std::int64_t below = 0;  ///< 0: it is the coordinate's last
};

/// The coordinates of a map in digits.
struct Digits {
  std::vector<Digit> list{};
  std::vector<z3::expr> coordinates{};
  std::vector<z3::expr> bounds{};  ///< each digit's

  explicit Digits(cli::PredicateText const& text);
};

/// What a coordinate of the tensor is in digits.
struct DigitSum {
  z3::expr start;                                           ///< where all digits are 0
  std::vector<std::pair<std::size_t, z3::expr>> strides{};  ///< that are not 0, by the digit
  z3::expr value;                                           ///< the sum
};

/// The strides by which each coordinate of the tensor goes along each digit: to be proved. Throws NoTerm.
std::vector<DigitSum> sums_of(cli::PredicateText const& text, Digits const& digits,
                              std::vector<z3::expr> const& sizes);

/// How every element is one choice of digits.
struct EachElement {
  std::vector<z3::expr> value{};     ///< of each coordinate of the tensor, an element
  std::vector<z3::expr> chosen{};    ///< that the digits are the element's
  std::vector<z3::expr> positive{};  ///< what must be proved of the strides
  std::vector<z3::expr> inside{};    ///< of digits that no coordinate has: an access is there
  z3::expr_vector free, zeros;       ///< digits along which no offset changes: they are 0
  EachElement();
};

/// Throws NoTerm where two coordinates of the tensor go along one digit.
EachElement each_element(cli::PredicateText const& text, Digits const& digits,
                         std::vector<DigitSum> const& sums);

}  // namespace colex::unknowns
