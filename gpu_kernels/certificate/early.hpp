// SPDX-License-Identifier: MIT
// What a certificate says of a kernel whose launches may begin before those before them are over (platform/early.hpp).
#pragma once

#include <utility>

namespace colex::gpu {

inline std::pair<char const*, char const*> awaits_earlier_launches() {
  return {
      "O6.launches",
      "a launch may begin before the one before it is over; each thread awaits that before it touches "
      "global memory, as the host platform checks of every access, and allows the next one, which awaits it"};
}

}  // namespace colex::gpu
