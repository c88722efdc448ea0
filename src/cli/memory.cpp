// SPDX-License-Identifier: MIT
#include "cli/memory.hpp"

#include <malloc.h>

#include <cstdlib>
#include <new>

namespace colex::cli {

namespace {
thread_local std::size_t limit = 0, held = 0;  // limit 0: nothing is counted
}

MemoryLimit::MemoryLimit(std::size_t bytes) {
  limit = bytes;
  held = 0;
}
MemoryLimit::~MemoryLimit() { limit = 0; }

#ifndef COLEX_SANITIZED
namespace {

void* take(std::size_t bytes) {
  void* const at = std::malloc(bytes == 0 ? 1 : bytes);
  if (at == nullptr) throw std::bad_alloc();
  if (limit == 0) return at;
  std::size_t const size = malloc_usable_size(at);
  if (size > limit - (held < limit ? held : limit)) {
    std::free(at);
    limit = 0;  // destructors allocate too, while the stack is unwound
    throw std::bad_alloc();
  }
  held += size;
  return at;
}

void give(void* at) noexcept {
  if (limit != 0 && at != nullptr) {
    std::size_t const size = malloc_usable_size(at);
    held -= size < held ? size : held;  // some of it may be from before
  }
  std::free(at);
}

}  // namespace
#endif

}  // namespace colex::cli

#ifndef COLEX_SANITIZED
void* operator new(std::size_t bytes) { return colex::cli::take(bytes); }
void* operator new[](std::size_t bytes) { return colex::cli::take(bytes); }
void operator delete(void* at) noexcept { colex::cli::give(at); }
void operator delete[](void* at) noexcept { colex::cli::give(at); }
void operator delete(void* at, std::size_t) noexcept { colex::cli::give(at); }
void operator delete[](void* at, std::size_t) noexcept { colex::cli::give(at); }
#endif
