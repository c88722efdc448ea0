// SPDX-License-Identifier: MIT
// Every operation of PowerOfTwo on every pair of 0, 1, 2, ..., 2^62, beside 64-bit integers, as a constant: compiling is passing.
#include "colex/composition_of_powers.hpp"
#include "colex/text.hpp"
using namespace colex;
using I = std::int64_t;

constexpr I number(int k) { return k < 0 ? 0 : I{1} << k; }
/// The pair 2^i, 2^j; -1 stands for 0.
constexpr bool agree(int i, int j) {
  I const x = number(i), y = number(j);
  PowerOfTwo const a = x, b = y;
  if (*a != x || a.exponent() != i || (a == b) != (x == y) || (a < b) != (x < y) || (a <= b) != (x <= y))
    return false;
  if ((a > b) != (x > y) || (a >= b) != (x >= y)) return false;
  if ((i < 0 || j < 0 || i + j <= 62) && *(a * b) != x * y) return false;
  return j < 0 || (*(a / b) == x / y && *(a % b) == x % y);
}
constexpr bool all_agree() {
  for (int i = -1; i <= 62; ++i)
    for (int j = -1; j <= 62; ++j)
      if (!agree(i, j)) return false;
  return true;
}
static_assert(all_agree());
static_assert(*PowerOfTwo{} == 0 && PowerOfTwo(0) == PowerOfTwo{});

// Not powers of two, carries, what is near the limits: composition()'s answers and refusals.
constexpr bool alike(Layout<I> const& a, Layout<I> const& b) {
  auto const x = composition(a, b), y = composition_of_powers(a, b);
  return x.value == y.value && x.refusal.condition == y.refusal.condition &&
         x.refusal.left == y.refusal.left && x.refusal.index == y.refusal.index;
}
static_assert(alike(layout("(6,4):(1,7)"), layout("4:4")) &&
              alike(layout("(8,8):(1,16)"), layout("(4,4):(4,8)")) &&
              alike(layout("(2,2):(1,4)"), layout("(2,2):(1,1)")));
static_assert(alike(layout("4:1"), layout("1:0")) && alike(layout("()"), layout("2:1")) &&
              alike(layout("4:1"), layout("()")) && alike(layout("(4,1):(1,64)"), layout("8:1")));
static_assert(alike(layout("4:1152921504606846976"), layout("2:2")) &&
              alike(layout("2:1"), layout("4:1152921504606846976")));
static_assert(alike(layout("(2,2):(0,1)"), layout("(2,2):(2,1)")) &&
              alike(layout("(2,4):(-1,2)"), layout("4:2")) && alike(layout("(2,4):(1,2)"), layout("4:-2")));
int main() {}
