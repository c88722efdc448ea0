// SPDX-License-Identifier: MIT
// Expressions of names: on numbers, and as numbers of the algebra.
#include "unknowns/read.hpp"

namespace colex::unknowns {

std::optional<std::int64_t> value(Expression const& e, std::map<std::string, std::int64_t> const& values) {
  if (e.op == '#') return e.numeral;
  if (e.op == '$') return values.at(e.name);
  if (e.op == '@') return value(*e.left, values);
  auto const x = value(*e.left, values), y = value(*e.right, values);
  if (!x || !y) return {};
  std::int64_t r = 0;
  if (e.op == '+') return __builtin_add_overflow(*x, *y, &r) ? std::optional<std::int64_t>{} : r;
  if (e.op == '-') return __builtin_sub_overflow(*x, *y, &r) ? std::optional<std::int64_t>{} : r;
  if (e.op == '*') return __builtin_mul_overflow(*x, *y, &r) ? std::optional<std::int64_t>{} : r;
  if (*y < 1) return {};
  std::int64_t const rest = (*x % *y + *y) % *y;
  return e.op == '%' ? rest : (*x - rest) / *y;
}

std::optional<Coordinate> coordinate(Expression const& e, std::map<std::string, std::int64_t> const& values) {
  if (e.op == '+' || e.op == '-') {
    auto const x = coordinate(*e.left, values), y = coordinate(*e.right, values);
    if (!x || !y) return {};
    return e.op == '+' ? *x + *y : *x - *y;
  }
  auto const n = value(e, values);
  if (!n) return {};
  return e.op == '@' ? E(static_cast<int>(e.numeral), *n) : Coordinate(*n);
}

Unknown unknown(Expression const& e) {
  if (e.op == '#') return e.numeral;
  if (e.op == '$') return Unknown(Polynomial::of(name_atom(e.name)));
  if (e.op == '@') return unknown(*e.left) * Unknown::basis(static_cast<int>(e.numeral));
  Unknown const x = unknown(*e.left), y = unknown(*e.right);
  switch (e.op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return x / y;
    default:
      return x % y;
  }
}

}  // namespace colex::unknowns
