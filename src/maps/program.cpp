// SPDX-License-Identifier: MIT
#include "maps/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "colex/coordinate.hpp"

namespace colex::cli {

namespace {

using Int = std::int64_t;

struct Range {
  char const* name;
  Int least, most;
};
/// In the order of Width. Offsets end at 2^62, so that 64 unsigned bits and signed ones hold the same numbers of them.
constexpr Range ranges[] = {
    {"int8", -128, 127},
    {"uint8", 0, 255},
    {"int16", -32768, 32767},
    {"uint16", 0, 65535},
    {"int32", std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()},
    {"uint32", 0, std::numeric_limits<std::uint32_t>::max()},
    {"int64", std::numeric_limits<Int>::min(), std::numeric_limits<Int>::max()},
    {"uint64", 0, std::numeric_limits<Int>::max()},
    {"bool", 0, 1},
};
Range const& range(Width width) { return ranges[static_cast<int>(width)]; }

/// Whether an unsigned operand that is negative would change what the step answers.
bool reads_the_sign(Code code) {
  return (code >= Code::divide && code <= Code::ceil_divide) || (code >= Code::shift_right);
}

}  // namespace

char const* name(Width width) { return range(width).name; }

Machine::Machine(Program const& program)
    : program_(program), stack_(program.steps.size() + 1), slots_(static_cast<std::size_t>(program.slots)) {}

bool Machine::refuse(std::string why) {
  why_ = std::move(why);
  return false;
}

bool Machine::overflow(std::string why) {
  condition_ = "overflow";
  return refuse(std::move(why));
}

/// Whether a number that was computed is one of the width.
bool Machine::fits(Int r) {
  auto const& [name, least, most] = range(program_.width);
  if (r < least || r > most) return overflow(fmt::format("{} is no {}", r, name));
  if (program_.is_unsigned && r < 0) return refuse(fmt::format("{} is below 0, and C would wrap it", r));
  return true;
}

bool Machine::divided(Code code, Int a, Int b, Int& r) {
  if (b == 0) return refuse("division by 0");
  if (b == -1) {  // where the quotient may leave 64 bits
    if (code == Code::modulo) return r = 0, true;
    if (__builtin_sub_overflow(Int{0}, a, &r)) return overflow("the quotient leaves 64 bits");
    return code != Code::ceil_divide || refuse("ceil_div takes no negative number");
  }
  bool const down = a % b != 0 && (a < 0) != (b < 0);  // the floor is one less than C's quotient
  if (code == Code::ceil_divide) {
    if (a < 0 || b < 0) return refuse("ceil_div takes no negative number");
    return r = a / b + (a % b != 0 ? 1 : 0), true;
  }
  if (code != Code::modulo) return r = a / b - (code == Code::floor_divide && down ? 1 : 0), true;
  if (down && program_.language == Language::either)
    return refuse(
        fmt::format("{} % {} is {} in C and {} in Python; say which language it is", a, b, a % b, a % b + b));
  return r = a % b + (down && program_.language == Language::python ? b : 0), true;
}

bool Machine::binary(Code code, Int a, Int b, Int& r) {
  if (program_.is_unsigned && reads_the_sign(code) && (a < 0 || b < 0))
    return refuse(fmt::format("{} is below 0, and C would wrap it", std::min(a, b)));
  bool over = false;
  switch (code) {
    case Code::plus:
      over = __builtin_add_overflow(a, b, &r);
      break;
    case Code::minus:
      over = __builtin_sub_overflow(a, b, &r);
      break;
    case Code::times:
      over = __builtin_mul_overflow(a, b, &r);
      break;
    case Code::divide:
    case Code::floor_divide:
    case Code::modulo:
    case Code::ceil_divide:
      if (!divided(code, a, b, r)) return false;
      break;
    case Code::bit_and:
      return r = a & b, true;
    case Code::bit_or:
      return r = a | b, true;
    case Code::bit_xor:
      return r = a ^ b, true;
    case Code::shift_left:
      if (b < 0 || b > 63) return refuse(fmt::format("a shift by {}", b));
      if (a < 0) return refuse(fmt::format("{} is below 0, and is shifted to the left", a));
      over = a > std::numeric_limits<Int>::max() >> b;
      r = over ? 0 : a << b;
      break;
    case Code::shift_right:
      if (b < 0 || b > 63) return refuse(fmt::format("a shift by {}", b));
      return r = a >> b, true;
    case Code::less:
      return r = a < b, true;
    case Code::less_equal:
      return r = a <= b, true;
    case Code::greater:
      return r = a > b, true;
    case Code::greater_equal:
      return r = a >= b, true;
    case Code::equal:
      return r = a == b, true;
    case Code::not_equal:
      return r = a != b, true;
    case Code::minimum:
      return r = std::min(a, b), true;
    default:
      return r = std::max(a, b), true;
  }
  return over ? overflow("the number leaves 64 bits") : fits(r);
}

bool Machine::unary(MapStep const& step, Int a, Int& r) {
  switch (step.code) {
    case Code::invert:
      return r = ~a, true;
    case Code::logical_not:
      return r = a == 0, true;
    case Code::cast: {
      auto const& [name, least, most] = range(static_cast<Width>(step.number));
      if (a < least || a > most) return refuse(fmt::format("the cast to {} changes {}", name, a));
      return r = a, true;
    }
    case Code::lookup: {
      auto const& table = program_.tables[static_cast<std::size_t>(step.number)];
      if (a < 0 || a >= static_cast<Int>(table.size()))
        return refuse(fmt::format("index {} into a table of {}", a, table.size()));
      return r = table[static_cast<std::size_t>(a)], true;
    }
    case Code::absolute:
      if (a >= 0) return r = a, true;
      [[fallthrough]];
    default:
      if (__builtin_sub_overflow(Int{0}, a, &r)) return overflow("the number leaves 64 bits");
      return fits(r);
  }
}

/// The offset of a layout at a coordinate inside it.
bool Machine::call(Called const& called, Int const* coordinate, Int& r) {
  IntTuple<Int> at{{}, {}};
  at.profile.tuple(static_cast<int>(called.extents.size()));
  for (std::size_t k = 0; k < called.extents.size(); ++k) {
    if (coordinate[k] < 0 || coordinate[k] >= called.extents[k])
      return refuse(fmt::format("coordinate {} of the layout is {}, outside [0, {})", k, coordinate[k],
                                called.extents[k]));
    at.profile.leaf();
    at.leaves.push(coordinate[k]);
  }
  return r = called.layout.outer(called.layout.offset + crd2idx(at, called.layout.inner).value), true;
}

Int const* Machine::at(Int const* coordinates) {
  Int* top = stack_.data();  // past the last value
  MapStep const* const begin = program_.steps.data();
  for (MapStep const *s = begin, *const end = begin + program_.steps.size(); s != end; ++s) {
    step_ = s;
    auto const number = static_cast<std::size_t>(s->number);
    bool done = true;
    switch (s->code) {
      case Code::constant:
        *top++ = s->number;
        break;
      case Code::coordinate:
        *top++ = coordinates[number];
        break;
      case Code::unknown:
        done = refuse("a size that is no number");
        break;
      case Code::local:
        *top++ = slots_[number];
        break;
      case Code::store:
        slots_[number] = *--top;
        break;
      case Code::call: {
        Called const& called = program_.layouts[number];
        top -= called.extents.size();
        done = call(called, top, *top);
        ++top;
        break;
      }
      case Code::duplicate:
        *top = top[-1];
        ++top;
        break;
      case Code::drop:
        --top;
        break;
      case Code::jump_if_zero:
        if (*--top == 0) s += s->number;
        break;
      case Code::jump:
        s += s->number;
        break;
      case Code::lookup:
      case Code::cast:
      case Code::negate:
      case Code::invert:
      case Code::logical_not:
      case Code::absolute:
        done = unary(*s, top[-1], top[-1]);
        break;
      default:
        --top;
        done = binary(s->code, top[-1], *top, top[-1]);
    }
    if (!done) return nullptr;
  }
  return top - program_.results;
}

}  // namespace colex::cli
