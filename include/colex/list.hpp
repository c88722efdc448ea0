// SPDX-License-Identifier: MIT
// A list in place: room for a fixed number of items, and work for those that are there.
//
//   constexpr auto list = [] { List<int> l; l.push(7); l.push(8); l.pop(); return l; }();
//   static_assert(list.count == 1 && list.back() == 7 && list[1] == 0);
//
// At run time nothing beyond `count` is written, copied or compared. In a constant every slot has a value, as a
// template argument must: T{} where no item is, so that equal lists are one argument.
#pragma once

#include <type_traits>

#include "colex/number.hpp"

namespace colex {

namespace detail {
/// The room of a list, which a constant fills and copies whole.
template <class T>
struct Slots {  // NOLINT(bugprone-reserved-identifier): of the loop by which clang copies the array
  T item[kMaxLeaves];
};
}  // namespace detail

/// At most kMaxLeaves items. A push beyond that is dropped and remembered in `overfull`.
template <class T>
struct List : detail::Slots<T> {
  int count = 0;
  bool overfull = false;

  constexpr List() {
    if (std::is_constant_evaluated()) slots() = {};
  }
  constexpr void clear() {
    count = 0;
    overfull = false;
    if (std::is_constant_evaluated()) slots() = {};
  }
  constexpr List(List const& from) : count(from.count), overfull(from.overfull) { copy_items(from); }
  constexpr List& operator=(List const& from) {
    count = from.count;
    overfull = from.overfull;
    copy_items(from);
    return *this;
  }

  constexpr void push(T const& t) {
    if (count == kMaxLeaves) {
      overfull = true;
    } else {
      this->item[count++] = t;
    }
  }
  /// Pushes items `first` .. `last`-1 of another list.
  constexpr void append(List const& from, int first, int last) {
    int const room = kMaxLeaves - count, wanted = last - first;
    int const taken = wanted < room ? wanted : room;
    for (int k = 0; k < taken; ++k) this->item[count + k] = from.item[first + k];
    count += taken;
    if (taken < wanted) overfull = true;
  }
  /// Removes the last item. Precondition: there is one.
  constexpr void pop() {
    --count;
    if (std::is_constant_evaluated()) this->item[count] = T{};
  }
  /// `n` items T{}. Precondition: n <= kMaxLeaves.
  constexpr void fill(int n) {
    for (count = 0; count < n; ++count) this->item[count] = T{};
  }
  constexpr T& operator[](int i) { return this->item[i]; }
  constexpr T const& operator[](int i) const { return this->item[i]; }
  constexpr T* begin() { return this->item; }
  constexpr T* end() { return this->item + count; }
  constexpr T const* begin() const { return this->item; }
  constexpr T const* end() const { return this->item + count; }
  constexpr T const& back() const { return this->item[count - 1]; }
  constexpr bool operator==(List const& other) const {
    if (count != other.count || overfull != other.overfull) return false;
    for (int k = 0; k < count; ++k)
      if (!(this->item[k] == other.item[k])) return false;
    return true;
  }

 private:
  constexpr detail::Slots<T>& slots() { return *this; }
  constexpr void copy_items(List const& from) {
    if (std::is_constant_evaluated()) {
      slots() = from;
    } else {
      for (int k = 0; k < count; ++k) this->item[k] = from.item[k];
    }
  }
};

}  // namespace colex
