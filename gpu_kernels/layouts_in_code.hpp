// SPDX-License-Identifier: MIT
// What a config's own description says of the machine code of its kernel, in the words of `colex inspect --expect`: the layouts are those that the
// kernel evaluates, and nothing is read from machine code.
//
//   layouts_in_code("copy_identity_f32").lines
//     source: load global 16 = 4 * (256,1,1048576):(4,0,1024) by block + arg0
//     destination: store global 16 = 4 * (256,1,1048576):(4,0,1024) by block + arg8
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace colex::gpu {

struct LayoutsInCode {
  std::string symbol{};              ///< what the kernel's name in the object has, and no other config's
  std::vector<std::string> lines{};  ///< a named layout each
  std::uint32_t shared_bytes = 0;    ///< that a launch adds
};

/// Of any shipped config; without lines where no layout of its memory is fixed by the config alone. Throws std::out_of_range for an unknown name.
LayoutsInCode layouts_in_code(std::string const& config);

}  // namespace colex::gpu
