// SPDX-License-Identifier: MIT
// Expect: proved.  Bound: the digits of every number from 0 to 2^62; signs, commas and parentheses are
// tested.
#include "colex/laws/text_reads_back.hpp"

#include "catalogue.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::text_reads_back;

void prove(Proof& p) {
  Lemmas const& by = p.lemmas();
  Integer const zero(0), one(1), ten(10), most(kReachLimit);
  Integer const value = p.integer("value"), unit = p.integer("unit"), larger = p.integer("ten_units");
  std::vector<Boolean> const given = {value >= zero, value <= most, unit >= one, larger == ten * unit};

  auto digits = [&] {  // value / larger, the digit at unit, value / unit
    Integer const above = p.define("above", quot(value, unit));
    p.have(
        "not negative", both(above >= zero, above <= value),
        {by.euclid.at(value, unit), by.monotone.at(above, zero, unit), by.nonnegative.at(above, unit - one)});
    p.have("one digit less", quot(value, larger) == quot(above, ten),
           {by.split.at(value, unit, ten, larger)});
    return above;
  };
  p.part("writing: a decimal digit", given, [&] {
    Integer const above = digits();
    Integer const digit = p.shipped("written_digit", [&] { return written_digit(value, unit); });
    p.claim("the digit", digit == rem(above, ten));
    p.claim("between 0 and 9", both(digit >= zero, digit <= Integer(9)));
  });
  p.part("reading: the digit written joins those before it", given, [&] {
    Integer const above = digits(), digit = p.define("digit", written_digit(value, unit));
    p.have("the digit", both(digit == rem(above, ten), digit >= zero, digit <= Integer(9)));
    Integer const before = p.define("before", quot(value, larger));
    auto const read = p.shipped("read_digit", [&] { return read_digit(before, digit); });
    p.claim("accepted", Boolean(bool(read)));
    p.claim("value / unit", Law::step_keeps(value, unit, read));
  });
  p.part("reading: refused only beyond 2^62", {value >= zero}, [&] {
    Integer const digit = p.integer("digit");
    p.suppose(both(digit >= zero, digit <= Integer(9)));
    auto const read = p.shipped("read_digit", [&] { return read_digit(value, digit); });
    p.claim("exactly", read ? ten * value + digit <= most : ten * value + digit > most);
  });
  p.part("first digit: nothing is read before it", {value >= zero, unit >= one, value < unit},
         [&] { p.claim("0", quot(value, unit) == zero, {by.divide.at(value, zero, value, unit)}); });
  p.part("last digit: all is read", {value >= zero, unit == one},
         [&] { p.claim("value", quot(value, unit) == value, {by.by_one.at(value, unit)}); });
}

}  // namespace

Theorem text_reads_back() {
  return {
      "text_reads_back",
      Law::statement,
      Law::source,
      "the digits of every number in [0, 2^62]; signs and nesting are tested, not proved",
      "write() starts at a unit that is a power of ten with value / unit below ten, so value is below ten "
      "units and value / (10*unit) is 0: nothing is read yet. Invariant: after the digits down to a unit, "
      "what is read is value / unit. Step: the digit written at the next unit is the last digit of value / "
      "unit, and what is read becomes that; it is at most the value, so it is not refused. End: the unit "
      "is 1 and value / 1 is the value. A negative number is '-' and the digits of its magnitude, C++ "
      "division rounding towards 0. That one character stands for each digit, signs, commas, parentheses "
      "and the nesting of tuples are plain recursion in both directions: a property, not a proof.",
      prove};
}

}  // namespace colex::sym
