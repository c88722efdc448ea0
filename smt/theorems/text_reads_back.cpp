// SPDX-License-Identifier: MIT
// Expect: proved.  Bound: the digits of every number from 0 to 2^62; signs, commas and parentheses: every
// text of up to five characters.
#include "colex/laws/text_reads_back.hpp"

#include <map>
#include <set>
#include <string>

#include "catalogue.hpp"
#include "enumerated.hpp"
#include "lemmas/division.hpp"

namespace colex::sym {

namespace {

using Law = laws::text_reads_back;

using Texts = std::set<std::string>;

/// Every tuple, written as the grammar has it, of `length` characters: `number` is what a leaf may be.
Texts const& tuples(std::size_t length, Texts const& number);
/// Such tuples, one or more, with commas between.
Texts lists(std::size_t length, Texts const& number) {
  Texts r = tuples(length, number);
  for (std::size_t first = 1; first + 2 <= length; ++first)
    for (auto const& a : tuples(first, number))
      for (auto const& b : lists(length - first - 1, number)) r.insert(a + "," + b);
  return r;
}
Texts const& tuples(std::size_t length, Texts const& number) {
  static std::map<std::pair<std::size_t, Texts>, Texts> known;
  auto const found = known.find({length, number});
  if (found != known.end()) return found->second;
  Texts r;
  for (auto const& n : number)
    if (n.size() == length) r.insert(n);
  if (length == 2) r.insert("()");
  if (length > 2)
    for (auto const& inside : lists(length - 2, number)) r.insert("(" + inside + ")");
  return known[{length, number}] = r;
}

/// Calls f for every string of up to `longest` of these characters.
template <class F>
void strings(std::string const& characters, std::size_t longest, F f, std::string const& so_far = "") {
  if (!so_far.empty()) f(so_far);
  if (so_far.size() == longest) return;
  for (char const c : characters) strings(characters, longest, f, so_far + c);
}

/// The text without its blanks, but '?' where they keep two digits apart.
std::string without_blanks(std::string const& text) {
  std::string r;
  bool blank = false;
  for (char const c : text) {
    if (c != ' ' && blank && c == '1' && !r.empty() && r.back() == '1') r += '?';
    if (c != ' ') r += c;
    blank = c == ' ';
  }
  return r;
}

template <class T>
std::string text_of(T const& value) {
  std::string r;
  write(r, value);
  return r;
}

/// What is read up to some character can be ended so that it is a tuple.
bool goes_on(std::string const& text) {
  for (char const* next : {"", "1"})
    for (std::size_t open = 0; open < 7; ++open)
      if (parse_tuple(text + next + std::string(open, ')'))) return true;
  return false;
}

void texts(Proof& p) {
  std::size_t const longest = 5;
  Texts const ones = {"1", "11", "111", "1111", "11111", "-1", "-11", "-111", "-1111"};
  every(p, "tuples are what the grammar says: every text of up to 5 of `(),-1` and blanks",
        [&](auto const& ask) {
          strings("(),-1 ", longest, [&](std::string const& text) {
            std::string const bare = without_blanks(text);
            bool const is_one = !bare.empty() && tuples(bare.size(), ones).count(bare) > 0;
            auto const read = parse_tuple(text);
            bool right = bool(read) == is_one;
            if (right && read) right = text_of(read.value) == bare;
            if (right && !read) {  // up to the column named it could go on, with that character it could not
              auto const column = static_cast<std::size_t>(read.column);
              right = column >= 1 && column <= text.size() + 1 && goes_on(text.substr(0, column - 1)) &&
                      (column > text.size() || !goes_on(text.substr(0, column)));
            }
            ask(right, text);
          });
        });
  every(p, "layouts: every shape and stride of up to 7 characters, leaves 2, 1, 0 and 3, -3",
        [](auto const& ask) {
          for (std::size_t n = 1; n <= 7; ++n)
            for (auto const& shape : tuples(n, {"2", "1", "0"}))
              for (std::size_t m = 1; m <= 7; ++m)
                for (auto const& stride : tuples(m, {"3", "-3"})) {
                  auto nesting = [](std::string const& text) {
                    std::string r;
                    for (char const c : text)
                      if (c == '(' || c == ')' || c == ',' || (c >= '0' && c <= '9')) r += c >= '0' ? '1' : c;
                    return r;
                  };
                  std::string const text = shape + ":" + stride;
                  auto const read = parse_layout(text);
                  bool const empty = shape.find('0') != std::string::npos,
                             alike = nesting(shape) == nesting(stride);
                  bool right = bool(read) == (alike && !empty);
                  if (right)
                    right = read ? text_of(read.value) == text : read.column == (empty ? 1 : int(n) + 1);
                  ask(right, text);
                }
        });
  every(p, "numbers: -2000 to 2000, and around each power of ten and of two", [](auto const& ask) {
    auto const one = [&](std::int64_t n) {
      std::string const text = text_of(n);
      auto const read = parse_tuple(text);
      ask(text == std::to_string(n) && read && read.value == leaf(n), n);
    };
    for (std::int64_t n = -2000; n <= 2000; ++n) one(n);
    for (std::int64_t base : {2, 10})
      for (std::int64_t power = 1; power <= kReachLimit / base; power *= base)
        for (std::int64_t beside : {-1, 0, 1}) one(power + beside), one(-power - beside);
    for (std::int64_t sign : {-1, 1}) one(sign * kReachLimit);
    std::string const beyond = std::to_string(kReachLimit + 1);
    ask(parse_tuple(beyond).column == 1 && parse_tuple("(-" + beyond + ")").column == 3, beyond);
    std::string const large = "(" + std::to_string(kReachLimit) + ",2):(0,0)";
    ask(parse_layout(large).column == 1, large);
  });
  every(p, "as many leaves and nodes as there is room for: up to 70", [](auto const& ask) {
    std::string leaves = "1", nested = "1";
    for (int n = 1; n <= 70; ++n) {
      ask(bool(parse_tuple("(" + leaves + ")")) == (n <= kMaxLeaves), leaves);
      ask(bool(parse_tuple(nested)) == (n <= kMaxNodes), nested);
      leaves += ",1";
      nested = "(" + nested + ")";
    }
  });
}

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
  texts(p);
}

}  // namespace

Theorem text_reads_back() {
  return {
      "text_reads_back",
      Law::statement,
      Law::source,
      "the digits of every number in [0, 2^62]; signs, nesting and columns of errors by enumeration: every "
      "text of up to 5 characters, layouts of up to 7 and 7",
      "write() starts at a unit that is a power of ten with value / unit below ten, so value is below ten "
      "units and value / (10*unit) is 0: nothing is read yet. Invariant: after the digits down to a unit, "
      "what is read is value / unit. Step: the digit written at the next unit is the last digit of value / "
      "unit, and what is read becomes that; it is at most the value, so it is not refused. End: the unit "
      "is 1 and value / 1 is the value. A negative number is '-' and the digits of its magnitude, C++ "
      "division rounding towards 0. That one character stands for each digit, signs, commas, parentheses "
      "and the nesting of tuples are plain recursion in both directions, which no solver follows: the "
      "shipped reader and writer are run on every short text, and must accept what the grammar generates, "
      "nothing else, and name the first character after which no end makes a tuple.",
      prove};
}

}  // namespace colex::sym
