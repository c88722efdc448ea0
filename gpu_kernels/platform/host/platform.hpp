// SPDX-License-Identifier: MIT
// The host platform: ordinary C++; every GPU thread is a fiber and every access is checked. No GPU is needed.
//
//   LaunchReport report = launch({.grid = {4}, .block = {64}, .seed = 1}, kernel, in.view(), out.view());
//   report.clean();   // no race, nothing out of bounds, misaligned or uninitialised, no divergent barrier
#pragma once

#include "platform/host/buffer.hpp"
#include "platform/host/copy_async.hpp"
#include "platform/host/executor.hpp"
#include "platform/host/names.hpp"
#include "platform/host/shared.hpp"
#include "platform/host/wave.hpp"

namespace colex::gpu {

/// Runs the kernel to its end and reports. Throws as run_launch does. The arguments convert to the kernel's
/// parameters once, before the first block.
template <class... Parameters, class... Arguments>
LaunchResult launch(LaunchShape const& shape, void (*kernel)(Parameters...), Arguments const&... arguments) {
  return
      [&](Parameters... converted) { return run_launch(shape, [&] { kernel(converted...); }); }(arguments...);
}

}  // namespace colex::gpu
