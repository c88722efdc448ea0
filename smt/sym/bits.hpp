// SPDX-License-Identifier: MIT
// The fourth number system: 64-bit words that are Z3 bit vectors. Swizzles, maps over GF(2) and the layouts
// that go with them run on them unchanged; branches go to the explorer, as those of Integer do.
//
//   Bits const x = Bits::constant("x");
//   p.claim("undone", swizzled(bits, base, shift, swizzled(bits, base, shift, x)) == x);
//
// Comparisons are signed and >> copies the sign: as C++20 has it for std::int64_t. A shift by less than 0 or
// more than 63 is undefined there, and one more obligation here; so is, as for Integer, a division of less
// than 0 or by less than 1. Sums and products wrap: that they stay in 64 bits is claimed in
// steps_stay_in_64_bits.
#pragma once

#include "sym/explore.hpp"

namespace colex::sym {

class Bits {
 public:
  static constexpr unsigned width = 64;
  Bits() : Bits(0) {}
  Bits(std::int64_t value) : term_(context().bv_val(value, width)) {}  // NOLINT: numerals convert
  explicit Bits(z3::expr e) : term_(std::move(e)) {}
  static Bits constant(char const* name) { return Bits(word(name, width)); }
  /// For Proof::define() alone.
  static Bits defined(std::string const& name) { return Bits(context().bv_const(name.c_str(), width)); }
  /// A number from 0 to 2^bits - 1, and one from -2^(bits-1) to 2^(bits-1) - 1: so many symbolic bits, so
  /// that what lies above them needs no solver.
  static Bits below(char const* name, unsigned bits) {
    return Bits(z3::zext(word(name, bits), width - bits));
  }
  static Bits around_zero(char const* name, unsigned bits) {
    return Bits(z3::sext(word(name, bits), width - bits));
  }
  z3::expr const& term() const { return term_; }

  /// The same term, letter for letter; no solver is asked.
  friend bool identical(Bits const& a, Bits const& b) { return z3::eq(a.term_, b.term_); }

  friend Bits operator+(Bits const& a, Bits const& b) { return shipped(a, a.term_ + b.term_); }
  friend Bits operator-(Bits const& a, Bits const& b) { return shipped(a, a.term_ - b.term_); }
  friend Bits operator*(Bits const& a, Bits const& b) { return shipped(a, a.term_ * b.term_); }
  friend Bits operator/(Bits const& a, Bits const& b) { return shipped(a, z3::udiv(a.term_, divisor(a, b))); }
  friend Bits operator%(Bits const& a, Bits const& b) { return shipped(a, z3::urem(a.term_, divisor(a, b))); }
  friend Bits operator|(Bits const& a, Bits const& b) { return shipped(a, a.term_ | b.term_); }
  friend Bits operator&(Bits const& a, Bits const& b) { return shipped(a, a.term_ & b.term_); }
  friend Bits operator^(Bits const& a, Bits const& b) { return shipped(a, a.term_ ^ b.term_); }
  friend Bits operator<<(Bits const& a, Bits const& by) { return shipped(a, z3::shl(a.term_, in_range(by))); }
  friend Bits operator>>(Bits const& a, Bits const& by) {
    return shipped(a, z3::ashr(a.term_, in_range(by)));
  }

  Bits& operator*=(Bits const& b) { return *this = *this * b; }
  Bits& operator+=(Bits const& b) { return *this = *this + b; }
  Bits& operator|=(Bits const& b) { return *this = *this | b; }
  Bits& operator^=(Bits const& b) { return *this = *this ^ b; }
  Bits& operator++() { return *this += Bits(1); }

  friend Boolean operator==(Bits const& a, Bits const& b) { return compared(a.term_ == b.term_); }
  friend Boolean operator!=(Bits const& a, Bits const& b) { return compared(a.term_ != b.term_); }
  friend Boolean operator<(Bits const& a, Bits const& b) { return compared(z3::slt(a.term_, b.term_)); }
  friend Boolean operator<=(Bits const& a, Bits const& b) { return compared(z3::sle(a.term_, b.term_)); }
  friend Boolean operator>(Bits const& a, Bits const& b) { return compared(z3::sgt(a.term_, b.term_)); }
  friend Boolean operator>=(Bits const& a, Bits const& b) { return compared(z3::sge(a.term_, b.term_)); }

 private:
  static z3::expr word(char const* name, unsigned bits) { return context().bv_const(free_name(name), bits); }
  /// The result of a shipped operation, which a mutation may have replaced by its left operand.
  static Bits shipped(Bits const& left, z3::expr const& result) {
    return Explorer::mutates() ? left : Bits(result.simplify());
  }
  static Boolean compared(z3::expr const& e) { return Explorer::mutates() ? Boolean(!e) : Boolean(e); }
  static z3::expr const& in_range(Bits const& amount) {
    z3::expr const defined = z3::ult(amount.term_, context().bv_val(width, width)).simplify();
    if (!defined.is_true()) Explorer::current().require(defined);
    return amount.term_;
  }
  static z3::expr const& divisor(Bits const& dividend, Bits const& by) {
    z3::expr const none = context().bv_val(0, width);
    z3::expr const defined = (z3::sge(dividend.term_, none) && z3::sgt(by.term_, none)).simplify();
    if (!defined.is_true()) Explorer::current().require(defined);
    return by.term_;
  }
  z3::expr term_;
};

}  // namespace colex::sym

namespace colex {
template <>
inline constexpr bool is_number<sym::Bits> = true;
}  // namespace colex
