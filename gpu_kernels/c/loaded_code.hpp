// SPDX-License-Identifier: MIT
// Whether the machine code that was loaded is what was linked.
#pragma once

namespace colex::gpu::c {

/// Whether the library's machine code, the host's and what it carries for devices, is in memory what the seal
/// beside it says. Computed once. True where there is no seal.
bool code_is_as_sealed();

}  // namespace colex::gpu::c
