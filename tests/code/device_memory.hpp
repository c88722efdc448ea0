// SPDX-License-Identifier: MIT
// Memory of a device that is not there: the executor's, whose addresses are none of the host's.
#pragma once

#include <cstring>

#include "code/memory.hpp"

namespace colex::code {

inline void* allocated(Memory& memory, std::size_t bytes) {
  return reinterpret_cast<void*>(memory.add("device memory", std::vector<std::uint8_t>(bytes), Use::write));
}

/// From the host or to it; false where neither is of an array.
inline bool copied(Memory& memory, void* to, void const* from, std::size_t bytes) {
  if (Array* const array = memory.find(reinterpret_cast<std::uint64_t>(to), bytes)) {
    std::size_t const at = reinterpret_cast<std::uint64_t>(to) - array->address;
    std::memcpy(array->bytes.data() + at, from, bytes);
    array->shadow->fill(at, bytes);
    return true;
  }
  Array const* const source = memory.find(reinterpret_cast<std::uint64_t>(from), bytes);
  if (source == nullptr) return false;
  std::memcpy(to, source->bytes.data() + (reinterpret_cast<std::uint64_t>(from) - source->address), bytes);
  return true;
}

}  // namespace colex::code
