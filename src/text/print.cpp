// SPDX-License-Identifier: MIT
// Text at run time is colex/write.hpp's; sentences are here.
#include "text/print.hpp"

#include <fmt/format.h>

#include "colex/write.hpp"

namespace colex {

namespace {

/// "A(B" -> "A(B(4))", "f" -> "f(4)".
std::string call(std::string_view truth, std::string_view index) {
  std::size_t open = 0;
  for (char const c : truth) open += c == '(';
  return fmt::format("{}({}){}", truth, index, std::string(open, ')'));
}

std::string reason(Refusal<std::int64_t> const& r, std::string_view truth) {
  std::string const of_mode = r.modes[0] < 0 ? "" : fmt::format("mode {}: ", r.modes[0]);
  std::string const no_layout = fmt::format("no layout gives {}: ", call(truth, "i"));
  std::string const at = fmt::to_string(r.index);
  auto const witness = [&](std::string_view forced) {
    return fmt::format("{}at index {} {} {}, {} = {}", no_layout, at, forced, r.got, call(truth, at), r.want);
  };
  switch (r.condition) {
    case Condition::none:
      return "nothing is violated";
    case Condition::capacity:
      return fmt::format("the answer has more than {} leaves or {} nodes", kMaxLeaves, kMaxNodes);
    case Condition::overflow:
      return of_mode + "a size or an offset would exceed 2^62";
    case Condition::shape_positive:
      return "an extent is below 1";
    case Condition::congruent:
      return "the arguments are not nested alike";
    case Condition::cotarget_positive:
      return fmt::format("M = {} is below 1", r.left);
    case Condition::stride_positive:
      return fmt::format("{}its stride is {}, and a complement needs strides of at least 1", of_mode, r.left);
    case Condition::stride_divides:
    case Condition::cotarget_divides:
      return fmt::format("{} does not divide {}{}", r.left, r.right,
                         r.condition == Condition::stride_divides ? ", the next stride in order" : "");
    case Condition::starts_at_zero:
      return fmt::format("{}{} = {}, not 0", no_layout, call(truth, "0"), r.want);
    case Condition::run_divides:
    case Condition::additive:
      return witness("the modes before it force");
    case Condition::no_carry:
      return witness("the modes add up to");
    case Condition::in_domain:
      return r.left < 0 ? fmt::format("{}{} is below 0", of_mode, r.left)
                        : fmt::format("{}{} is not below {}", of_mode, r.left, r.right);
    case Condition::undecided:
      return of_mode + "the textbook conditions fail, and deciding by enumeration is beyond 2^22 points";
    case Condition::room:
      return fmt::format("the layout and its complement have {} points, fewer than {}", r.left, r.right);
    case Condition::mode_exists:
      return fmt::format("mode {} is beyond the rank {}", r.left, r.right);
    case Condition::divides:
      return fmt::format("{} is not a multiple of {}", r.left, r.right);
    case Condition::not_negative:
      return fmt::format("{}{} is too small", of_mode, r.left);
    case Condition::injective:
      return fmt::format("coordinates {} and {} have the same offset {}", r.left, r.right, r.got);
    case Condition::invertible:
      return "injective, yet no layout gives every coordinate back";
    case Condition::surjective:
      return fmt::format("no coordinate has offset {}", r.left);
    case Condition::vector_divides:
      return fmt::format("{}{} does not fit whole vectors of {}", of_mode, r.left, r.right);
    case Condition::adjacent:
      return fmt::format("{} modes run through adjacent elements, not 1", r.left);
    case Condition::power_of_two:
      return fmt::format("{} is not a power of two", r.left);
    case Condition::linear:
      return fmt::format("{} and {} share bits, or the values are not linear", r.left, r.right);
  }
  return "";
}

}  // namespace

std::string to_text(IntTuple<std::int64_t> const& tuple) {
  std::string out;
  write(out, tuple);
  return out;
}

std::string to_text(Layout<std::int64_t> const& layout) {
  std::string out;
  write(out, layout);
  return out;
}

std::string sentence(Refusal<std::int64_t> const& refusal, std::string_view truth) {
  return fmt::format("{}: {}", name(refusal.condition), reason(refusal, truth));
}

std::string error_line(std::string_view name, int line, int column, std::string_view message) {
  return fmt::format("{}:{}:{}: {}", name, line, column, message);
}

}  // namespace colex
