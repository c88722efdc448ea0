// SPDX-License-Identifier: MIT
// Arrays as kernels see them on the host platform. Only load and store reach the elements, so a kernel that
// goes round them does not compile here.
//
//   Vec<float, 4> v = load<4>(view, 8);  store(view, 0, v);      // elements 8..11 to 0..3
#pragma once

#include <cstring>
#include <type_traits>

#include "platform/host/executor.hpp"

namespace colex::gpu {

enum class Space { global, shared };

/// An array in memory, passed to kernels by value. View<T const, space> is for reading.
template <class T, Space space>
class View {
 public:
  View(T* data, Index size, Index shadow_byte, Shadow* shadow)
      : data_(data), size_(size), shadow_byte_(shadow_byte), shadow_(shadow) {}
  operator View<T const, space>() const { return {data_, size_, shadow_byte_, shadow_}; }

  /// For the platform, not for kernels: where `width` elements at `offset` are, counted and checked.
  Target at(Index offset, int width, bool is_store) const {
    auto* const bytes = reinterpret_cast<unsigned char*>(const_cast<std::remove_const_t<T>*>(data_));
    return aim({bytes, shadow_, shadow_byte_, shadow_byte_, sizeof(T)}, size_, offset, width, is_store);
  }

 private:
  T* data_;
  Index size_, shadow_byte_;
  Shadow* shadow_;
};

template <class T>
using GlobalView = View<T, Space::global>;
template <class T>
using SharedView = View<T, Space::shared>;

/// The V elements at [offset, offset + V) by one access. Out of bounds: reported, and zeros.
template <int V, class U, Space s>
Vec<std::remove_const_t<U>, V> load(View<U, s> const& view, Index offset) {
  Vec<std::remove_const_t<U>, V> vec{};
  Target const from = view.at(offset, V, false);
  if (from.data) {
    touch(from, sizeof vec, Access::load);
    std::memcpy(&vec, from.data, sizeof vec);
  }
  return vec;
}

/// Writes the vector to [offset, offset + V) by one access. Out of bounds: reported, and nothing is written.
template <class U, Space s, int V>
void store(View<U, s> const& view, Index offset, Vec<U, V> const& vec) {
  Target const to = view.at(offset, V, true);
  if (!to.data) return;
  touch(to, sizeof vec, Access::store);
  std::memcpy(to.data, &vec, sizeof vec);
}

}  // namespace colex::gpu
