// SPDX-License-Identifier: MIT
// The machine code of the library, as it lies in memory, against the seal that the build put beside it: the
// SHA-256 of the executable segments, and of the sections with the code of devices. Those hold no address that
// loading changes, so that they are compared byte by byte. tools/seal.py makes the seal from a first link, of
// the same objects and the same layout.
#include "c/loaded_code.hpp"

#include <link.h>

#include <vector>

#include "sym/sha256.hpp"

/// 64 hexadecimal digits, and addresses and sizes of what they are the hash of, up to a size of 0. Those of the
/// shared library; in a program that has the kernels linked in, empty.
extern "C" {
__attribute__((weak, visibility("hidden"))) char colex_kernels_seal[65] = "";
__attribute__((weak, visibility("hidden"))) unsigned long colex_kernels_sealed[16] = {};
}

namespace colex::gpu::c {

namespace {

struct Sought {
  char const* here;
  std::vector<std::string_view> code;
};

/// Called for each loaded object: what is sealed of the one that `here` lies in, as far as it was loaded.
int take_code(dl_phdr_info* object, std::size_t, void* data) {
  auto& sought = *static_cast<Sought*>(data);
  auto const at = [&](auto address) { return reinterpret_cast<char const*>(object->dlpi_addr + address); };
  auto const loaded = [&](unsigned long address, unsigned long size) {
    for (int k = 0; k < object->dlpi_phnum; ++k) {
      auto const& segment = object->dlpi_phdr[k];
      if (segment.p_type == PT_LOAD && segment.p_vaddr <= address && size <= segment.p_filesz &&
          address - segment.p_vaddr <= segment.p_filesz - size)
        return true;
    }
    return false;
  };
  auto const place = static_cast<unsigned long>(sought.here - at(0));
  if (!loaded(place, 1)) return 0;
  unsigned long const* next = colex_kernels_sealed;
  for (; next[1] != 0 && loaded(next[0], next[1]); next += 2) sought.code.emplace_back(at(next[0]), next[1]);
  return 1;
}

}  // namespace

bool code_is_as_sealed() {
  static bool const as_sealed = [] {
    if (colex_kernels_seal[0] == '\0') return true;
    Sought sought{reinterpret_cast<char const*>(&take_code), {}};
    dl_iterate_phdr(take_code, &sought);
    return sym::sha256(sought.code) == colex_kernels_seal;
  }();
  return as_sealed;
}

}  // namespace colex::gpu::c
