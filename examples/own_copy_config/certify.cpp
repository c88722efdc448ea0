// SPDX-License-Identifier: MIT
#include "copy/certify_own.hpp"
#include "my_copy.hpp"

COLEX_CERTIFY_COPY(MyCopy, "my_copy.hpp")
