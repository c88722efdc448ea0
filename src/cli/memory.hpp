// SPDX-License-Identifier: MIT
// How much memory one request may take. The tool's operator new counts what a thread holds and refuses beyond.
//
//   MemoryLimit const limit(64 << 20);   in this block, std::bad_alloc beyond 64 MiB, once
//
// Not in a build with sanitizers, whose own operator new finds more.
#pragma once

#include <cstddef>

namespace colex::cli {

class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes);
  ~MemoryLimit();
  MemoryLimit(MemoryLimit const&) = delete;
};

}  // namespace colex::cli
