// SPDX-License-Identifier: MIT
// Memory of the host platform: an array together with its shadow. Only load and store reach the elements, so
// a kernel that goes round them does not compile here.
//
//   Buffer<float> in("in", {1, 2, 3, 4}), out("out", 4);   // the elements of `out` are uninitialised
//   launch(shape, kernel, in.view(), out.view());
//   out.at(0);  out.writes(0);                              // value, and how often the launch wrote it
#pragma once

#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#include "platform/host/executor.hpp"

namespace colex::gpu {

template <class T>
class GlobalView;

/// Elements in host memory, aligned to 256 bytes as a device allocation is. Not copyable: views point to it.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t alignment_bytes = 256;

  /// `size` uninitialised elements. The bytes hold a pattern, not zeros, so that a wrong kernel shows.
  Buffer(std::string name, Index size)
      : shadow_(std::move(name), size * sizeof(T)), size_(size), data_(allocate(size)) {
    std::memset(static_cast<void*>(data_.get()), 0xCB, size * sizeof(T));
  }
  Buffer(std::string name, std::vector<T> const& values) : Buffer(std::move(name), values.size()) {
    for (Index i = 0; i < size_; ++i) data_[i] = values[i];
    shadow_.initialise(0, shadow_.bytes());
  }
  Buffer(Buffer const&) = delete;
  Buffer& operator=(Buffer const&) = delete;

  Index size() const { return size_; }
  T at(Index offset) const { return data_[offset]; }
  /// How often element `offset` was written in the latest launch that accessed this buffer.
  std::uint32_t writes(Index offset) const { return shadow_.writes(offset * sizeof(T)); }
  bool is_initialised(Index offset) const { return shadow_.is_initialised(offset * sizeof(T)); }

  GlobalView<T> view() { return view(0, size_); }
  /// The elements [first, first + size) as an array of their own, which may be aligned less than the buffer.
  GlobalView<T> view(Index first, Index size) {
    return {data_.get() + first, size, static_cast<Index>(first * sizeof(T)), &shadow_};
  }

 private:
  struct Free {
    void operator()(T* data) const { ::operator delete (data, std::align_val_t{alignment_bytes}); }
  };
  static T* allocate(Index size) {
    return static_cast<T*>(::operator new (size * sizeof(T), std::align_val_t{alignment_bytes}));
  }
  Shadow shadow_;
  Index size_;
  std::unique_ptr<T[], Free> data_;
};

/// An array in global memory, passed to kernels by value. GlobalView<T const> is for reading.
template <class T>
class GlobalView {
 public:
  GlobalView(T* data, Index size, Index shadow_byte, Shadow* shadow)
      : data_(data), size_(size), shadow_byte_(shadow_byte), shadow_(shadow) {}
  operator GlobalView<T const>() const { return {data_, size_, shadow_byte_, shadow_}; }

 private:
  template <int V, class U>
  friend Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset);
  template <class U, int V>
  friend void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec);

  T* data_;
  Index size_, shadow_byte_;
  Shadow* shadow_;
};

/// N elements shared by the threads of a block; uninitialised when the block starts. Declare it `__shared__`.
template <class T, int N>
class Shared {
 public:
  Shared() : shadow_("shared memory of " + std::to_string(N) + " elements", N * sizeof(T)) {}

 private:
  template <int V, class U, int M>
  friend Vec<U, V> load(Shared<U, M>& shared, Index offset, std::source_location where);
  template <class U, int V, int M>
  friend void store(Shared<U, M>& shared, Index offset, Vec<U, V> const& vec, std::source_location where);

  /// A new block finds nothing of what an earlier one left.
  void enter_block() {
    if (serial_ == block_serial()) return;
    serial_ = block_serial();
    std::memset(static_cast<void*>(data_), 0xCB, sizeof data_);
    shadow_.reset();
  }
  alignas(widest_access_bytes) T data_[N];
  Shadow shadow_;
  std::uint64_t serial_ = 0;
};

/// The V elements at [offset, offset + V) by one access. Out of bounds: reported, and zeros.
template <int V, class U>
Vec<std::remove_const_t<U>, V> load(GlobalView<U> const& view, Index offset) {
  Vec<std::remove_const_t<U>, V> vec{};
  if (admit(*view.shadow_, view.data_, view.shadow_byte_, view.size_, offset, V, sizeof(U), false))
    std::memcpy(&vec, view.data_ + offset, sizeof vec);
  return vec;
}

template <int V, class U, int M>
Vec<U, V> load(Shared<U, M>& shared, Index offset,
               std::source_location where = std::source_location::current()) {
  Vec<U, V> vec{};
  shared.enter_block();
  note_shared_access(false, sizeof vec, offset * static_cast<Index>(sizeof(U)), where);
  if (admit(shared.shadow_, shared.data_, 0, M, offset, V, sizeof(U), false))
    std::memcpy(&vec, shared.data_ + offset, sizeof vec);
  return vec;
}

/// Writes the vector to [offset, offset + V) by one access. Out of bounds: reported, and nothing is written.
template <class U, int V>
void store(GlobalView<U> const& view, Index offset, Vec<U, V> const& vec) {
  if (admit(*view.shadow_, view.data_, view.shadow_byte_, view.size_, offset, V, sizeof(U), true))
    std::memcpy(view.data_ + offset, &vec, sizeof vec);
}

template <class U, int V, int M>
void store(Shared<U, M>& shared, Index offset, Vec<U, V> const& vec,
           std::source_location where = std::source_location::current()) {
  shared.enter_block();
  note_shared_access(true, sizeof vec, offset * static_cast<Index>(sizeof(U)), where);
  if (admit(shared.shadow_, shared.data_, 0, M, offset, V, sizeof(U), true))
    std::memcpy(shared.data_ + offset, &vec, sizeof vec);
}

}  // namespace colex::gpu
