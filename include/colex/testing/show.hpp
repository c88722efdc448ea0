// SPDX-License-Identifier: MIT
// Layouts as text, for counterexamples: (4,(2,3)):(2,(1,8)), and shell commands that show them.
#pragma once

#include <initializer_list>
#include <string>

#include "colex/layout.hpp"

namespace colex::props {

std::string text(Layout<std::int64_t> const& l);

/// command("complement", {"8:2", "32"}) is `colex complement '8:2' '32'`.
std::string command(char const* operation, std::initializer_list<std::string> arguments,
                    char const* flag = "");

}  // namespace colex::props
