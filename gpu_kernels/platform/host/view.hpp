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
  /// Of nothing.
  View() : View(nullptr, 0, 0, nullptr) {}
  View(T* data, Index size, Index shadow_byte, Shadow* shadow)
      : data_(data), size_(size), shadow_byte_(shadow_byte), shadow_(shadow) {}
  operator View<T const, space>() const { return {data_, size_, shadow_byte_, shadow_}; }

  /// For the platform, not for kernels: where `width` elements at `offset` are, counted and checked.
  Target at(Index offset, int width, bool is_store) const {
    return aim(begin(), size_, offset, width, is_store);
  }

  /// Likewise: its first element, and how many there are. Nothing is counted or checked.
  Target begin() const {
    auto* const bytes = reinterpret_cast<unsigned char*>(const_cast<std::remove_const_t<T>*>(data_));
    return {bytes, shadow_, shadow_byte_, shadow_byte_, sizeof(T), space == Space::global};
  }
  Index size() const { return size_; }

  /// Of shared memory, for the count of bank conflicts.
  void note(bool is_store, int bytes, Index offset, std::source_location where) const {
    note_shared_access(is_store, bytes, shadow_byte_ + offset * static_cast<Index>(sizeof(T)), where);
  }

  void report_dropped(Index offset) const { gpu::report_dropped(*shadow_, offset); }

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
Vec<std::remove_const_t<U>, V> load(View<U, s> const& view, Index offset,
                                    std::source_location where = std::source_location::current()) {
  Vec<std::remove_const_t<U>, V> vec{};
  Target const from = view.at(offset, V, false);
  if (from.data) {
    touch(from, sizeof vec, Access::load);
    if (s == Space::shared) view.note(false, sizeof vec, offset, where);
    std::memcpy(&vec, from.data, sizeof vec);
  }
  return vec;
}

/// Writes the vector to [offset, offset + V) by one access. Out of bounds: reported, and nothing is written.
template <class U, Space s, int V>
void store(View<U, s> const& view, Index offset, Vec<U, V> const& vec,
           std::source_location where = std::source_location::current()) {
  Target const to = view.at(offset, V, true);
  if (!to.data) return;
  touch(to, sizeof vec, Access::store);
  if (s == Space::shared) view.note(true, sizeof vec, offset, where);
  std::memcpy(to.data, &vec, sizeof vec);
}

/// The same of 16 bytes that lie in four registers, and of one element.
template <class U, Space s>
void store_words(View<U, s> const& view, Index offset, std::uint32_t const (&words)[4],
                 std::source_location where = std::source_location::current()) {
  Vec<U, 16 / sizeof(U)> vec;
  std::memcpy(&vec, words, sizeof vec);
  store(view, offset, vec, where);
}
template <class U, Space s>
void store_element(View<U, s> const& view, Index offset, U value,
                   std::source_location where = std::source_location::current()) {
  store(view, offset, Vec<U, 1>{{value}}, where);
}

}  // namespace colex::gpu
