// SPDX-License-Identifier: MIT
#include "unknowns/terms.hpp"

#include <fmt/format.h>

#include "operations/value.hpp"

namespace colex::unknowns {

namespace {

using cli::Code;
using cli::MapStep;
using Int = std::int64_t;

constexpr std::size_t kMostPaths = 64;

z3::expr number(Int n) { return sym::context().int_val(n); }

class Terming {
 public:
  Terming(cli::MapText const& text, cli::Program const& program, std::vector<z3::expr> const& coordinates,
          std::vector<z3::expr> const& sizes)
      : text_(text), program_(program), coordinates_(coordinates), sizes_(sizes) {}

  Terms all() {
    follow(0, {}, std::vector<z3::expr>(static_cast<std::size_t>(program_.slots), number(0)),
           sym::context().bool_val(true));
    Terms r;
    r.needs = needs_;
    for (std::size_t k = 0; k < static_cast<std::size_t>(program_.results); ++k) {
      z3::expr one = ways_.back().second[k];
      for (std::size_t way = ways_.size() - 1; way-- > 0;)
        one = z3::ite(ways_[way].first, ways_[way].second[k], one);
      r.results.push_back(one.simplify());
    }
    return r;
  }

 private:
  using Stack = std::vector<z3::expr>;

  [[noreturn]] void refuse(MapStep const& step, std::string const& why) const {
    auto const part = std::string_view(text_.map.text).substr(step.from, step.to - step.from);
    throw NoTerm{fmt::format("{} {}", cli::printable(part), why)};
  }

  void follow(std::size_t at, Stack stack, Stack slots, z3::expr path) {
    for (; at < program_.steps.size(); ++at) {
      MapStep const& step = program_.steps[at];
      auto const index = static_cast<std::size_t>(step.number);
      switch (step.code) {
        case Code::constant:
          stack.push_back(number(step.number));
          break;
        case Code::coordinate:
          stack.push_back(coordinates_[index]);
          break;
        case Code::unknown:
          stack.push_back(sizes_[index]);
          break;
        case Code::local:
          stack.push_back(slots[index]);
          break;
        case Code::store:
          slots[index] = stack.back();
          stack.pop_back();
          break;
        case Code::duplicate:
          stack.push_back(stack.back());
          break;
        case Code::drop:
          stack.pop_back();
          break;
        case Code::jump:
          at += index;
          break;
        case Code::jump_if_zero: {
          z3::expr const zero = (stack.back() == 0).simplify();
          stack.pop_back();
          if (zero.is_true()) at += index;
          if (zero.is_true() || zero.is_false()) break;
          if (++forks_ > kMostPaths) refuse(step, "branches too often");
          follow(at + 1 + index, stack, slots, path && zero);
          path = path && !zero;
          break;
        }
        case Code::negate:
          stack.back() = -stack.back();
          break;
        case Code::logical_not:
          stack.back() = truth(stack.back() == 0);
          break;
        case Code::absolute:
          stack.back() = z3::ite(stack.back() >= 0, stack.back(), -stack.back());
          break;
        default: {
          if (stack.size() < 2 || step.code == Code::call || step.code == Code::lookup ||
              step.code == Code::cast || step.code == Code::invert)
            refuse(step, "has a meaning for numbers only");
          z3::expr const b = stack.back();
          stack.pop_back();
          stack.back() = binary(step, stack.back(), b, path);
        }
      }
    }
    std::size_t const results = static_cast<std::size_t>(program_.results);
    ways_.emplace_back(path, Stack(stack.end() - static_cast<std::ptrdiff_t>(results), stack.end()));
  }

  static z3::expr truth(z3::expr const& holds) { return z3::ite(holds, number(1), number(0)).simplify(); }

  /// A power of two that is known, by which bits are shifted or masked.
  static std::optional<Int> power(z3::expr const& shift) {
    Int n = 0;
    if (!shift.simplify().is_numeral_i64(n) || n < 0 || n > 40) return {};
    return Int{1} << n;
  }

  void need(z3::expr const& what, z3::expr const& path) { needs_.push_back(z3::implies(path, what)); }

  z3::expr binary(MapStep const& step, z3::expr const& a, z3::expr const& b, z3::expr const& path) {
    switch (step.code) {
      case Code::plus:
        return (a + b).simplify();
      case Code::minus:
        return (a - b).simplify();
      case Code::times:
        return (a * b).simplify();
      case Code::divide:
      case Code::floor_divide:
      case Code::modulo:
      case Code::ceil_divide:
        need(a >= 0, path), need(b > 0, path);
        if (step.code == Code::modulo) return z3::mod(a, b).simplify();
        return (step.code == Code::ceil_divide ? (a + b - 1) / b : a / b).simplify();
      case Code::shift_left:
      case Code::shift_right: {
        auto const by = power(b);
        if (!by) refuse(step, "shifts by a number that is not known");
        if (step.code == Code::shift_left) need(a >= 0, path);
        return (step.code == Code::shift_left ? a * number(*by) : a / number(*by)).simplify();
      }
      case Code::bit_and: {
        Int mask = 0;
        if (!b.is_numeral_i64(mask) || mask < 0 || (mask & (mask + 1)) != 0 || mask > Int{1} << 40)
          refuse(step, "has a meaning for numbers only");
        return z3::mod(a, number(mask + 1)).simplify();
      }
      case Code::less:
        return truth(a < b);
      case Code::less_equal:
        return truth(a <= b);
      case Code::greater:
        return truth(a > b);
      case Code::greater_equal:
        return truth(a >= b);
      case Code::equal:
        return truth(a == b);
      case Code::not_equal:
        return truth(a != b);
      case Code::minimum:
        return z3::ite(a <= b, a, b);
      case Code::maximum:
        return z3::ite(a >= b, a, b);
      default:
        refuse(step, "has a meaning for numbers only");
    }
  }

  cli::MapText const& text_;
  cli::Program const& program_;
  std::vector<z3::expr> const &coordinates_, &sizes_;
  std::vector<std::pair<z3::expr, Stack>> ways_;
  std::vector<z3::expr> needs_;
  std::size_t forks_ = 0;
};

}  // namespace

Terms terms_of(cli::MapText const& text, cli::Program const& program,
               std::vector<z3::expr> const& coordinates, std::vector<z3::expr> const& sizes) {
  return Terming(text, program, coordinates, sizes).all();
}

std::vector<Int> divisors_in(cli::Program const& program) {
  std::vector<Int> r;
  for (std::size_t k = 1; k < program.steps.size(); ++k) {
    if (program.steps[k - 1].code != Code::constant) continue;
    Int const n = program.steps[k - 1].number;
    switch (program.steps[k].code) {
      case Code::divide:
      case Code::floor_divide:
      case Code::modulo:
      case Code::ceil_divide:
        r.push_back(n);
        break;
      case Code::shift_right:
        if (n > 0 && n < 40) r.push_back(Int{1} << n);
        break;
      case Code::bit_and:
        if (n > 0 && n < Int{1} << 40) r.push_back(n + 1);
        break;
      default:
        break;
    }
  }
  std::erase_if(r, [](Int n) { return n < 2; });
  return r;
}

std::vector<Int> numbers_in(cli::Program const& program) {
  std::vector<Int> r;
  for (MapStep const& step : program.steps)
    if (step.code == Code::constant && step.number > 0) r.push_back(step.number);
  return r;
}

}  // namespace colex::unknowns
