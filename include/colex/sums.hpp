// SPDX-License-Identifier: MIT
// All offsets of a layout in increasing order, each with its coordinate, without a table of them: the modes
// are cut into two halves, and the sums of one half with the other come out of a heap of the first.
//
//   using I = std::int64_t;
//   constexpr auto second = [] { detail::OrderedSums<I> sums(layout("(2,2):(3,1)").leaves); sums.pop(); return sums.top(); }();
//   static_assert(second.offset == 1 && second.place == 2);
//
// Source: Schroeppel and Shamir, SIAM J. Comput. 10 (1981), for two lists.
#pragma once

#include "colex/layout.hpp"

namespace colex::detail {

/// An offset and the integral coordinate that has it.
template <Number Int>
struct Sum {
  Int offset{}, place{};
};

/// Every sum of two halves in order. Usable for layouts of which each half has at most kMost points.
template <Number Int, int kMost = 1024>
class OrderedSums {
 public:
  explicit constexpr OrderedSums(List<Mode<Int>> const& modes) {
    Int points(1);
    left_.add(Mode<Int>{Int(1), Int(0)}, Int(1));
    right_.add(Mode<Int>{Int(1), Int(0)}, Int(1));
    for (auto const& m : modes) {
      auto& smaller = left_.count <= right_.count ? left_ : right_;
      auto& larger = left_.count <= right_.count ? right_ : left_;
      if (m.shape > Int(1)) fits_ = smaller.add(m, points) || larger.add(m, points);
      if (!fits_) return;
      points = points * m.shape;
    }
    left_.sort();
    right_.sort();
    for (int k = 0; k < left_.count; ++k) heap_[k] = k;  // in order already
    size_ = left_.count;
  }
  constexpr bool fits() const { return fits_; }
  constexpr bool empty() const { return size_ == 0; }
  /// The least sum that is left.
  constexpr Sum<Int> top() const { return at(heap_[0]); }
  constexpr void pop() {
    int const first = heap_[0];
    if (++next_[first] == right_.count) heap_[0] = heap_[--size_];
    int k = 0;
    for (int child = 1; child < size_; child = 2 * k + 1) {
      if (child + 1 < size_ && at(heap_[child + 1]).offset < at(heap_[child]).offset) ++child;
      if (at(heap_[k]).offset <= at(heap_[child]).offset) return;
      int const down = heap_[k];
      heap_[k] = heap_[child];
      heap_[child] = down;
      k = child;
    }
  }

 private:
  struct Half {
    Sum<Int> sum[kMost]{};
    int count = 0;
    /// The sums with every multiple of one more mode; false where they are too many.
    constexpr bool add(Mode<Int> const& m, Int const& step) {
      if (count == 0) {
        count = 1;
        return true;
      }
      if (m.shape > Int(kMost / count)) return false;
      int const before = count;
      for (Int i(1); i < m.shape; i = i + Int(1))
        for (int k = 0; k < before; ++k)
          sum[count++] = {sum[k].offset + i * m.stride, sum[k].place + i * step};
      return true;
    }
    constexpr bool sinks(int k, int end) {
      int child = 2 * k + 1;
      if (child >= end) return false;
      if (child + 1 < end && sum[child].offset < sum[child + 1].offset) ++child;
      if (sum[child].offset <= sum[k].offset) return false;
      Sum<Int> const down = sum[k];
      sum[k] = sum[child];
      sum[child] = down;
      next = child;
      return true;
    }
    constexpr void sort() {
      for (int start = count / 2; start-- > 0;)
        for (next = start; sinks(next, count);) {
        }
      for (int end = count; end-- > 1;) {
        Sum<Int> const largest = sum[0];
        sum[0] = sum[end];
        sum[end] = largest;
        for (next = 0; sinks(next, end);) {
        }
      }
    }
    int next = 0;
  };
  constexpr Sum<Int> at(int k) const {
    Sum<Int> const &a = left_.sum[k], &b = right_.sum[next_[k]];
    return {a.offset + b.offset, a.place + b.place};
  }

  Half left_{}, right_{};
  int heap_[kMost]{}, next_[kMost]{};
  int size_ = 0;
  bool fits_ = true;
};

}  // namespace colex::detail
