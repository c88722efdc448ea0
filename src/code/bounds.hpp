// SPDX-License-Identifier: MIT
// Whether an access of LDS is inside it, one at a time.
#pragma once

#include "code/inspect.hpp"

namespace colex::code {

/// In all lanes and trips, in each way in which its address comes about.
bool is_inside(Inspector& of, InspectedAccess const& a);
/// Why that is not known of it.
std::string not_inside(Inspector& of, InspectedAccess const& a);

}  // namespace colex::code
