// SPDX-License-Identifier: MIT
// The machine code of the library, as it lies in memory, against the seal that the build put beside it: the
// SHA-256 of the executable segments. Those hold no address that loading changes, so that they are compared
// byte by byte. tools/seal.py makes the seal from a first link, of the same objects and the same layout.
#include "c/call.hpp"

#if defined(COLEX_HOST_PLATFORM)
#include <link.h>

#include "sym/sha256.hpp"

/// 64 hexadecimal digits in the shared library; in a program that has the kernels linked in, empty.
extern "C" {
__attribute__((weak, visibility("hidden"))) char colex_kernels_seal[65] = "";
}

namespace colex::gpu::c {

namespace {

struct Sought {
  char const* here;
  std::string code;
};

/// Called for each loaded object: the executable segments of the one that `here` lies in.
int take_code(dl_phdr_info* object, std::size_t, void* data) {
  auto& sought = *static_cast<Sought*>(data);
  std::string code;
  bool mine = false;
  for (int k = 0; k < object->dlpi_phnum; ++k) {
    auto const& segment = object->dlpi_phdr[k];
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) continue;
    auto const* const begin = reinterpret_cast<char const*>(object->dlpi_addr + segment.p_vaddr);
    mine = mine || (begin <= sought.here && sought.here < begin + segment.p_memsz);
    code.append(begin, segment.p_filesz);
  }
  if (mine) sought.code = std::move(code);
  return mine ? 1 : 0;
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
#else
namespace colex::gpu::c {
bool code_is_as_sealed() { return true; }  // tools/machine_code.py has the code of devices
}  // namespace colex::gpu::c
#endif
