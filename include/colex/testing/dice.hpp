// SPDX-License-Identifier: MIT
// The random numbers of one case: a small generator whose seed RapidCheck hands out, so that its reproduce
// string replays the case.
//
//   Dice dice(seed);  dice.between(1, 6);  dice.percent(30);  dice.pick({2, 3, 5});
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

namespace colex::props {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  /// Uniform in [low, high], both ends included. Precondition: low <= high.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    std::uint64_t const span = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    std::uint64_t const r = span == 0 ? next() : next() % span;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + r);
  }
  int below(int end) { return static_cast<int>(between(0, end - 1)); }
  bool percent(int p) { return below(100) < p; }

  std::int64_t pick(std::initializer_list<std::int64_t> of) {
    return of.begin()[below(static_cast<int>(of.size()))];
  }
  template <class T>
  T const& pick(std::vector<T> const& of) {
    return of[static_cast<std::size_t>(below(static_cast<int>(of.size())))];
  }
  template <class T>
  void shuffle(std::vector<T>& v) {
    for (int i = static_cast<int>(v.size()); i > 1; --i)
      std::swap(v[static_cast<std::size_t>(i - 1)], v[static_cast<std::size_t>(below(i))]);
  }

 private:
  std::uint64_t next() {  // splitmix64 (Steele, Lea, Flood 2014)
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  std::uint64_t state_;
};

}  // namespace colex::props
