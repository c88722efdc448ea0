// SPDX-License-Identifier: MIT
// One clear sentence for every refusal, with its numbers; constexpr, and nothing is allocated.
//
//   constexpr auto why = complement(layout("4:3"), 16).refusal;
//   static_assert(sentence(why) == "cotarget_divides: 12 does not divide 16");
#pragma once

#include "colex/digits.hpp"
#include "colex/refusal.hpp"

namespace colex {

namespace detail {

/// `truth` at `index`: "A(B" at 4 is "A(B(4))", "f" at 4 is "f(4)".
template <class Index>
struct Applied {
  std::string_view truth;
  Index index;
};
template <class Out, class Index>
constexpr void write(Out& out, Applied<Index> const& at) {
  colex::detail::write_all(out, at.truth, "(", at.index, ")");
  for (char const c : at.truth)
    if (c == '(') out.push_back(')');
}

/// A witness is written as `forced` and `truth_there`, which are the refusal's got and want.
template <class Out, class Value>
constexpr void write_reason(Out& out, Refusal<std::int64_t> const& r, std::string_view truth,
                            Value const& forced, Value const& truth_there) {
  auto const say = [&](auto const&... pieces) { write_all(out, pieces...); };
  auto const say_of_mode = [&](auto const&... pieces) {
    if (r.modes[0] >= 0) say("mode ", r.modes[0], ": ");
    say(pieces...);
  };
  auto const say_witness = [&](std::string_view nothing, std::string_view before) {
    say("no ", nothing, " gives ", Applied<std::string_view>{truth, "i"}, ": at index ", r.index, " ", before,
        " ", forced, ", ", Applied<std::int64_t>{truth, r.index}, " = ", truth_there);
  };
  switch (r.condition) {
    case Condition::none:
      return say("nothing is violated");
    case Condition::capacity:
      return say("the answer has more than ", kMaxLeaves, " leaves or ", kMaxNodes, " nodes");
    case Condition::overflow:
      return say_of_mode("a size or an offset would exceed 2^62");
    case Condition::shape_positive:
      return say("an extent is below 1");
    case Condition::congruent:
      return say("the arguments are not nested alike");
    case Condition::cotarget_positive:
      return say("M = ", r.left, " is below 1");
    case Condition::stride_positive:
      return say_of_mode("its stride is ", r.left, ", and a complement needs strides of at least 1");
    case Condition::stride_divides:
      return say(r.left, " does not divide ", r.right, ", the next stride in order");
    case Condition::cotarget_divides:
      return say(r.left, " does not divide ", r.right);
    case Condition::starts_at_zero:
      return say("no layout gives ", Applied<std::string_view>{truth, "i"}, ": ",
                 Applied<std::string_view>{truth, "0"}, " = ", truth_there, ", not 0");
    case Condition::run_divides:
    case Condition::additive:
      return say_witness("layout", "the modes before it force");
    case Condition::no_carry:
      return say_witness("layout", "the modes add up to");
    case Condition::in_domain:
      if (r.left < 0) return say_of_mode(r.left, " is below 0");
      return say_of_mode(r.left, " is not below ", r.right);
    case Condition::undecided:
      return say_of_mode("no answer within ", r.left, " steps; there are ", r.right, " points");
    case Condition::overlap:
      return say("it would read bits that it writes: |shift| ", r.right, " is below its ", r.left, " bits");
    case Condition::mode_exists:
      if (r.left < 0) return say("mode ", r.left, " is below 0");
      return say("mode ", r.left, " is not below ", r.right);
    case Condition::divides:
      return say(r.left, " is not a multiple of ", r.right);
    case Condition::not_negative:
      return say_of_mode(r.left > 0 ? r.right : r.left, " is too small");
    case Condition::injective:
      return say("coordinates ", r.left, " and ", r.right, " have the same offset ", r.got);
    case Condition::invertible:
      return say("injective, yet no layout gives every coordinate back");
    case Condition::surjective:
      return say("no coordinate has offset ", r.left);
    case Condition::vector_divides:
      if (r.right > 0 && r.left % r.right == 0)
        return say("the modes within a vector of ", r.right, " reach ", r.left);
      return say_of_mode(r.left, " does not fit whole vectors of ", r.right);
    case Condition::adjacent:
      return say(r.left, " modes run through adjacent elements, not 1");
    case Condition::power_of_two:
      return say(r.left, " is not a power of two");
    case Condition::linear:
      if (r.has_witness) return say_witness("such map", "the values before it force");
      if (r.modes[0] >= 0) return say("the stride of leaf ", r.modes[0], " is a sum of basis vectors");
      return say(r.left, " and ", r.right,
                 (r.left & r.right) != 0 ? " share bits" : " are not the bits that a swizzle XORs");
  }
}

}  // namespace detail

/// "condition: reason with the numbers". `truth` names what a witness is compared with: "f" writes
/// `... at index 4 the modes before it force 9, f(4) = 3`, and "A(B" writes `A(B(4)) = 3`.
template <class Out>
constexpr void write(Out& out, Refusal<std::int64_t> const& refusal, std::string_view truth = "f") {
  detail::write_all(out, name(refusal.condition), ": ");
  detail::write_reason(out, refusal, truth, refusal.got, refusal.want);
}

/// Text in place; what does not fit is dropped.
template <std::size_t capacity>
struct FixedText {
  char text[capacity]{};
  std::size_t count = 0;

  constexpr void push_back(char c) {
    if (count + 1 < capacity) text[count++] = c;
  }
  constexpr char const* c_str() const { return text; }
  constexpr operator std::string_view() const { return {text, count}; }
  friend constexpr bool operator==(FixedText const& a, std::string_view b) {
    return std::string_view(a) == b;
  }
};
/// Long enough for the sentence of every refusal.
using Sentence = FixedText<256>;

/// The sentence that write() writes, as text that converts to std::string_view.
constexpr Sentence sentence(Refusal<std::int64_t> const& refusal, std::string_view truth = "f") {
  Sentence out;
  write(out, refusal, truth);
  return out;
}

}  // namespace colex
