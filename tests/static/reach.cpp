// SPDX-License-Identifier: MIT
// The worked examples of reach.hpp, and its edges, as constants: compiling is passing.
#include "colex/reach.hpp"

#include "colex/text.hpp"
using namespace colex;
constexpr bool reached(std::int64_t target) {
  detail::Reach<std::int64_t> search;
  search.add({4, 0, 2, 0, false, 0});
  search.add({6, 0, 2, 1, false, 0});
  search.close();
  return search.solve(0, target);
}
static_assert(reached(10) && reached(20) && !reached(2) && !reached(18) && !reached(24));
static_assert(gcd(std::int64_t{-12}, std::int64_t{18}) == 6 && gcd(std::int64_t{0}, std::int64_t{0}) == 0);
static_assert(detail::inverse_mod(std::int64_t{3}, std::int64_t{7}) == 5);
static_assert(detail::product_mod(kReachLimit - 1, kReachLimit - 1, kReachLimit) == 1);
int main() {}
