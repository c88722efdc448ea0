// SPDX-License-Identifier: MIT
// Words as integers: of a term, the polynomial that its value is, where what is known keeps its sums and products from wrapping. Where that is not
// known, the value is an atom of its own, of which the width says how large it is. Bits that are 1 become inequalities.
//
//   Integers words(threads, lanes);
//   words.assume(below_signed(index, N), true);
//   words.known.follows(words.value_of(N) - words.value_of(index) - 1)      true
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "code/sizes/inequalities.hpp"
#include "code/symbols/term.hpp"

namespace colex::code {

class Integers {
 public:
  /// Of blocks of so many threads. A grid has fewer than 2^31 blocks of PTX along x and 2^16 along y and z, and on AMD fewer than 2^32 threads along x.
  Integers(unsigned threads, unsigned lanes) : threads_(threads), lanes_(lanes) {}

  /// A polynomial that is the term modulo 2^width.
  Polynomial word(Term t);
  Polynomial value(Term t);         ///< without a sign
  Polynomial signed_value(Term t);  ///< the uppermost bit is the sign
  /// A bit is 1, or 0.
  void assume(Term bit, bool is_one);
  /// The value of a term, whatever it is.
  Polynomial atom(Term t, bool is_signed);
  /// The bytes of the array that is the argument at that byte.
  Polynomial bytes(std::uint32_t argument);
  /// What was worked out is forgotten, but for atoms: more is known now.
  void look_again() {
    words_.clear(), values_.clear(), signed_.clear();
    if (choice_ != nullptr) earlier_ = std::exchange(choice_, nullptr);
  }
  /// The condition of a choice that was met, rather since then, and is not known; null where there was none.
  Term choice() const {
    return choice_ != nullptr ? choice_ : bits_.count(earlier_) == 0 ? earlier_ : nullptr;
  }
  /// The term of an atom, and whether it has a sign; null of bytes.
  std::pair<Term, bool> term_of(std::uint32_t atom) const { return terms_[atom]; }
  std::size_t atoms() const { return terms_.size(); }

  Inequalities known{};

 private:
  Term chosen(Term t) const;
  Polynomial made(Term t);
  enum class Exact : std::uint8_t { no, without_sign, with_sign };
  Polynomial of_summands(Term t, Exact exact);
  void relate(Term t, bool is_signed, std::uint32_t atom);

  unsigned threads_, lanes_;
  std::map<std::pair<Term, bool>, std::uint32_t> atoms_{};
  std::map<std::uint32_t, std::uint32_t> bytes_{};
  std::vector<std::pair<Term, bool>> terms_{};
  std::map<Term, Polynomial> words_{}, values_{}, signed_{};
  std::map<Term, bool> bits_{};
  Term choice_ = nullptr, earlier_ = nullptr;
};

/// Whether a term is a part of an argument, which has a sign.
bool is_of_argument(Term t);

}  // namespace colex::code
