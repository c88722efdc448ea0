// SPDX-License-Identifier: MIT
// Work in a process of its own. A solver's search depends on all that it was asked before; proved apart, a
// config's obligations are proved alike whether it is certified alone or among others.
//
//   std::string answer = apart([&] { return prove(...).dump(); });
#pragma once

#include <functional>
#include <string>

namespace colex::gpu {

/// What `work` answers. Throws std::runtime_error when its process ends early.
std::string apart(std::function<std::string()> const& work);

}  // namespace colex::gpu
