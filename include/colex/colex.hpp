// SPDX-License-Identifier: MIT
// The whole algebra. Reading order is definition order.
#pragma once

#include "colex/coalesce.hpp"
#include "colex/complement.hpp"
#include "colex/composition.hpp"
#include "colex/coordinate.hpp"
#include "colex/equal.hpp"
#include "colex/find.hpp"
#include "colex/fold.hpp"
#include "colex/layout.hpp"
#include "colex/nested.hpp"
#include "colex/number.hpp"
#include "colex/refusal.hpp"
#include "colex/text.hpp"
