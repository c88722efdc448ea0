// SPDX-License-Identifier: MIT
// Which tables of values some layout has, decided by trying every shape: for claims that a refusal is right.
//
//   factorizations(6)                    {2,3}, {3,2}, {6}; of 1 the empty one
//   is_layout({0, d, e, d + e}, {2, 2})  true: the strides are the values at 1 and at 2
#pragma once

#include <algorithm>
#include <vector>

#include "sym/integer.hpp"

namespace colex::sym {

/// Every way to write n as a product of factors above 1, in order.
inline std::vector<std::vector<int>> factorizations(int n) {
  if (n == 1) return {{}};
  std::vector<std::vector<int>> all;
  for (int first = 2; first <= n; ++first)
    if (n % first == 0)
      for (auto rest : factorizations(n / first)) {
        rest.insert(rest.begin(), first);
        all.push_back(rest);
      }
  return all;
}

/// For n above 1.
inline bool is_prime(int n) { return factorizations(n).size() == 1; }

/// Those of primes alone: a mode of composite extent can be cut in two.
inline std::vector<std::vector<int>> prime_factorizations(int n) {
  auto all = factorizations(n);
  std::erase_if(all,
                [](auto const& factors) { return !std::all_of(factors.begin(), factors.end(), is_prime); });
  return all;
}

/// Every way to cut modes into modes of prime extent: no other layout nested so has more functions.
template <class Modes>
std::vector<std::vector<int>> cuts(Modes const& modes) {
  std::vector<std::vector<int>> all(1);
  for (auto const& m : modes) {
    std::vector<std::vector<int>> longer;
    for (auto const& done : all)
      for (auto const& more : m.shape == 1 ? std::vector<std::vector<int>>{{}}
                                           : prime_factorizations(static_cast<int>(m.shape))) {
        longer.push_back(done);
        longer.back().insert(longer.back().end(), more.begin(), more.end());
      }
    all = longer;
  }
  return all;
}

/// f, of as many values as the extents have points, is the layout with these extents.
inline Boolean is_layout(std::vector<Integer> const& f, std::vector<int> const& extents) {
  Boolean all = f[0] == Integer(0);
  for (std::size_t i = 1; i < f.size(); ++i) {
    Integer sum(0);
    std::size_t rest = i, place = 1;
    for (int const s : extents) {
      auto const radix = static_cast<std::size_t>(s);
      sum = sum + Integer(static_cast<std::int64_t>(rest % radix)) * f[place];
      rest /= radix;
      place *= radix;
    }
    all = both(all, f[i] == sum);
  }
  return all;
}

}  // namespace colex::sym
