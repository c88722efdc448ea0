// SPDX-License-Identifier: MIT
// Work in a process of its own. A solver's search depends on all that it was asked before; proved apart, a
// config's obligations are proved alike whether it is certified alone or among others.
//
//   Json answer = apart([&] { return prove(...); });
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

namespace colex::gpu {

/// What `work` answers. Throws std::runtime_error when its process ends early.
nlohmann::ordered_json apart(std::function<nlohmann::ordered_json()> const& work);

}  // namespace colex::gpu
