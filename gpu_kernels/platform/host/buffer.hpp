// SPDX-License-Identifier: MIT
// Global memory of the host platform: an array together with its shadow.
//
//   Buffer<float> in("in", {1, 2, 3, 4}), out("out", 4);   // the elements of `out` are uninitialised
//   launch(shape, kernel, in.view(), out.view());
//   out.at(0);  out.writes(0);                              // value, and how often the launch wrote it
#pragma once

#include <memory>
#include <new>

#include "platform/host/view.hpp"

namespace colex::gpu {

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

}  // namespace colex::gpu
