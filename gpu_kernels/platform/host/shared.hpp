// SPDX-License-Identifier: MIT
// Shared memory of the host platform: arrays that a kernel declares, and the bytes that a launch adds.
//
//   __shared__ Shared<float, 64> tile;                       // uninitialised when the block starts
//   SharedView<Bf16> a = dynamic_shared<Bf16>(0, 4096);      // elements 0..4095 of the launch's shared_bytes
#pragma once

#include <memory>
#include <new>
#include <string>
#include <utility>

#include "platform/host/view.hpp"

namespace colex::gpu {

/// Bytes that the threads of a block share, 0xCB at first. They are on the heap, so that no thread of a program that links
/// kernels pays for those that it does not run.
struct SharedBytes {
  SharedBytes(std::string name, Index size)
      : data(static_cast<unsigned char*>(::operator new (size, std::align_val_t{alignment_bytes}))),
        bytes(size),
        shadow(std::move(name), size) {
    std::memset(data.get(), 0xCB, size);
  }
  static constexpr std::size_t alignment_bytes = 1024;
  struct Free {
    void operator()(unsigned char* p) const { ::operator delete (p, std::align_val_t{alignment_bytes}); }
  };
  std::unique_ptr<unsigned char[], Free> data;
  Index bytes;
  Shadow shadow;
};

/// N elements shared by the threads of a block; uninitialised when the block starts. Declare it `__shared__`.
template <class T, int N>
class Shared {
 public:
  Shared() : memory_("shared memory of " + std::to_string(N) + " elements", N * sizeof(T)) {}

  /// The array of the running block. A new block finds nothing of what an earlier one left.
  SharedView<T> view() {
    if (serial_ != block_serial()) {
      serial_ = block_serial();
      std::memset(memory_.data.get(), 0xCB, memory_.bytes);
      memory_.shadow.reset();
    }
    return {reinterpret_cast<T*>(memory_.data.get()), N, 0, &memory_.shadow};
  }

 private:
  SharedBytes memory_;
  std::uint64_t serial_ = 0;
};

template <int V, class U, int N>
Vec<U, V> load(Shared<U, N>& shared, Index offset,
               std::source_location where = std::source_location::current()) {
  return load<V>(shared.view(), offset, where);
}
template <class U, int V, int N>
void store(Shared<U, N>& shared, Index offset, Vec<U, V> const& vec,
           std::source_location where = std::source_location::current()) {
  store(shared.view(), offset, vec, where);
}

/// The shared memory that a launch gives each block beside the declared arrays.
struct DynamicMemory : SharedBytes {
  explicit DynamicMemory(Index size) : SharedBytes("dynamic shared memory", size) {}
};

/// The running block's.
DynamicMemory& dynamic_memory();

/// `size` elements that begin `first_byte` bytes into it. What lies past its end is out of bounds.
template <class T>
SharedView<T> dynamic_shared(Index first_byte, Index size) {
  DynamicMemory& memory = dynamic_memory();
  Index const fits = (memory.bytes - first_byte) / static_cast<Index>(sizeof(T));
  return {reinterpret_cast<T*>(memory.data.get() + first_byte), size < fits ? size : fits, first_byte,
          &memory.shadow};
}

}  // namespace colex::gpu
